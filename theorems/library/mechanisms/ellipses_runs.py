"""Gaussian noise of the best shape as the entry runs it: by its joint density."""

from __future__ import annotations

import numpy as np

from mechanisms import Estimate, VectorGaussian


def least_trace(m1: float, m2: float, v1: float, sigma1: float, sigma2: float, u1: float) -> Estimate:
    """Return what the noise that has the root of the moments as its covariance costs, by its density."""
    moments = np.array([[m1, 0.0], [v1, m2]])
    values, frame = np.linalg.eigh(moments @ moments.T)
    root = frame @ np.diag(np.sqrt(values)) @ frame.T
    law, zero = VectorGaussian((root + root.T) / 2), np.zeros(2)
    heights = np.asarray(law.log_density(moments.T, zero))
    square = float((2 * (float(law.log_density(zero, zero)) - heights)).sum())
    found = float(np.trace(root)) * square
    return Estimate(found, 1e-9 * found)
