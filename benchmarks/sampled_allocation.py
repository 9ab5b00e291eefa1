r"""Random allocation by its own samples: a second road to delta(eps) of k of t steps of Gaussian noise, which shares no code with the curves.

A record takes part in a random set of k of t steps. The likelihood ratio of the outputs x of all steps is

.. math:: L(x) = \binom{t}{k}^{-1} \sum_{|S| = k} \prod_{i \in S} e^{(2 x_i - 1) / (2 \sigma^2)},

an elementary symmetric polynomial over its number of terms. Removal has :math:`\delta(\varepsilon) = E_P (1 - e^{\varepsilon}/L)_+` and addition
:math:`E_Q (1 - e^{\varepsilon} L)_+`: means of numbers in [0, 1], which samples bound from above (Audibert, Munos and Szepesvari 2009, Theorem 1).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

ERROR = 1e-9
"""The probability that a bound is wrong."""
_CHUNK = 1 << 18
_SEED = 20260101


def log_ratio(outputs: NDArray[np.float64], sigma: float, selected: int) -> NDArray[np.float64]:
    """Return log L of each row of outputs.

    Parameters
    ----------
    outputs : array of shape (count, steps)
        What the steps released.
    sigma : float
        The standard deviation of the noise, in the unit of the sensitivity.
    selected : int
        In how many steps the record takes part.
    """
    sums = np.zeros((selected + 1, len(outputs)))
    sums[0] = 1.0
    for column in np.exp((2 * outputs.T - 1) / (2 * sigma * sigma)):
        sums[1:] += sums[:-1] * column  # the right side is made before anything is written
    return np.log(sums[selected] / math.comb(outputs.shape[1], selected))


def delta_at_most(sigma: float, steps: int, selected: int, eps: float, count: int) -> float:
    """Return a bound on delta at eps of the worse direction, which is wrong with a probability of at most `ERROR`."""
    rng = np.random.default_rng(_SEED)
    found = np.zeros((2, 2))
    done = 0
    while done < count:
        size = min(_CHUNK, count - done)
        noise = rng.normal(0, sigma, (size, steps))
        added = np.maximum(-np.expm1(eps + log_ratio(noise, sigma, selected)), 0)
        places = rng.permuted(np.broadcast_to(np.arange(steps) < selected, noise.shape), axis=1)
        removed = np.maximum(-np.expm1(eps - log_ratio(noise + places, sigma, selected)), 0)
        for direction, values in enumerate((removed, added)):
            found[direction] += values.sum(), (values * values).sum()
        done += size
    mean, square = found.T / count
    scale = math.log(3 * 2 / ERROR)  # of two directions
    return float(np.max(mean + np.sqrt(2 * (square - mean * mean) * scale / count) + 3 * scale / count))
