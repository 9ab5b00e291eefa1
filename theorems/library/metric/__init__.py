"""Privacy of data in metric spaces: sufficient test sets, noise on bounded and discrete data, and the least error of all mechanisms."""
