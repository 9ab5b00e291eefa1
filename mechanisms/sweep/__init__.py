"""Sweeps of a function over many parameters: on the local cores or a cluster, results on disk as they come."""
