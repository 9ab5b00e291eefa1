"""Laws of posteriors, as exponential families by their log-partition function."""
