"""The theorems that every proof quotes, for any mechanism: adaptive composition of any length, groups, conversion, sampling, processing."""
