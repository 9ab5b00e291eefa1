"""What can be seen of the convergence of Markov chains."""

from __future__ import annotations

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.validate import Array, finite_array

SHORTEST = 8


def observables(points: Array) -> Array:
    """Return what is watched of points (..., d): coordinates, their squares, the Euclidean norm, (..., 2 d + 1)."""
    return np.concatenate([points, points**2, np.linalg.norm(points, axis=-1, keepdims=True)], axis=-1)


def effective_samples(chains: Array) -> Array:
    r"""Return the effective sample size of every function on chains, at most the number of samples.

    .. math:: \frac{mn}{-1 + 2\sum_{k} (\hat\rho_{2k} + \hat\rho_{2k+1})}

    with the autocorrelations combined over chains as in Gelman et al., "Bayesian Data Analysis", third edition,
    section 11.5, and the sum cut by Geyer's initial monotone positive sequence (Statistical Science 7, 1992).

    Parameters
    ----------
    chains : array, shape (m, n, f)
        f functions along m chains of n states; a constant function has no effective sample.

    Raises
    ------
    ParameterError
        If the shape is another or the chains are shorter than 8.
    """
    values = _chains(chains)
    m, n, functions = values.shape
    centred = values - values.mean(axis=1, keepdims=True)
    spectrum = np.fft.rfft(centred, 2 * n, axis=1)
    autocovariance = np.fft.irfft(np.abs(spectrum) ** 2, axis=1)[:, :n].mean(axis=0) / n
    within = autocovariance[0] * n / (n - 1)
    between = values.mean(axis=1).var(axis=0, ddof=1) if m > 1 else 0.0
    total = within * (n - 1) / n + between
    with np.errstate(divide="ignore", invalid="ignore"):
        rho = 1 - (within - autocovariance * n / (n - 1)) / total
    rho[0] = 1.0
    pairs = rho[: n - n % 2].reshape(n // 2, 2, functions).sum(axis=1)
    positive = np.cumprod(pairs > 0, axis=0)
    monotone = np.minimum.accumulate(np.maximum(pairs, 0.0), axis=0) * positive
    time = np.maximum(2 * monotone.sum(axis=0) - 1, 1.0)
    return np.where(total > 0, m * n / time, 0.0)


def split_rhat(chains: Array) -> Array:
    """Return the potential scale reduction of every function, each chain cut in halves.

    Source: Gelman et al., "Bayesian Data Analysis", third edition, section 11.4.

    Parameters
    ----------
    chains : array, shape (m, n, f)
        f functions along m chains of n states; NaN for a constant function.
    """
    values = _chains(chains)
    half = values.shape[1] // 2
    halves = np.concatenate([values[:, :half], values[:, -half:]])
    within = halves.var(axis=1, ddof=1).mean(axis=0)
    between = halves.mean(axis=1).var(axis=0, ddof=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.sqrt((half - 1) / half + between / within)


def gauge_fit(gauges: Array, dimension: int) -> float:
    """Return the Kolmogorov-Smirnov p-value of gauges (k,) against the Gamma law of the dimension, unit rate."""
    from scipy.special import gammainc, kolmogorov

    heights = gammainc(dimension, np.sort(gauges))
    n = len(heights)
    steps = np.arange(n + 1) / n
    distance = max((steps[1:] - heights).max(), (heights - steps[:-1]).max())
    # The correction of Stephens (Journal of the Royal Statistical Society B 32, 1970) makes the limit law fit small n.
    return float(kolmogorov(distance * (np.sqrt(n) + 0.12 + 0.11 / np.sqrt(n))))


def independence_fit(gauges: Array, points: Array) -> float:
    """Return a p-value for no correlation of the gauge with the direction, corrected for multiplicity.

    The direction is seen through the sizes of its coordinates and their sum of squares; ranks of gauges are used.

    Parameters
    ----------
    gauges : array, shape (k,)
        Gauges of the points.
    points : array, shape (k, d)
        The points, in coordinates in which they are about isotropic.
    """
    from scipy.special import ndtr

    directions = points / gauges[:, None]
    seen = np.concatenate([np.abs(directions), (directions**2).sum(axis=1, keepdims=True)], axis=1)
    ranks = np.argsort(np.argsort(gauges)) - (len(gauges) - 1) / 2
    seen = seen - seen.mean(axis=0)
    spread = np.sqrt((seen**2).sum(axis=0) * (ranks**2).sum())
    correlation = np.abs(ranks @ seen) / np.where(spread > 0, spread, np.inf)
    worst = correlation.max() * np.sqrt(len(gauges))
    return float(min(1.0, 2 * seen.shape[1] * ndtr(-worst)))


def _chains(chains: Array) -> Array:
    values = finite_array("chains", chains)
    if values.ndim != 3 or values.shape[1] < SHORTEST:
        raise ParameterError("chains", f"an array (m, n, f) with n of at least {SHORTEST}", values.shape)
    return values
