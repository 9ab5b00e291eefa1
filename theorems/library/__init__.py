"""The entries: one module a topic, each a few constants of type `Theorem`."""
