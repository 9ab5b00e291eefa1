"""Private functions: Gaussian processes, reproducing kernels, kernel density estimates and their bandwidths."""
