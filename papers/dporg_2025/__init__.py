"""Nine posts of DifferentialPrivacy.org (2020 to 2025): composition, delta, selection, conversions, failures, subsampling."""
