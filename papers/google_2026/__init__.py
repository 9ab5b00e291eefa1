"""Google's differential privacy library: four technical notes on noise, thresholds, quantiles and loss distributions."""
