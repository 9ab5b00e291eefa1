"""What the programs of the book do exactly: privacy of composed responses, of propose-test-release, of noisy maxima, of chunks."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

RECORDS = 32561  # rows of the census file that every chapter reads
AGES = (20.0, 80.0)  # the clipping bounds of sample and aggregate


@cache
def response_delta(k: int, eps: float, spent: float) -> float:
    r"""Return the exact delta at a loss of k randomized responses of parameter eps, of which the count of true answers tells all.

    .. math:: \sum_j \binom kj \left(p^j q^{k-j} - e^{\varepsilon'} q^j p^{k-j}\right)_+, \qquad p = \frac{e^\varepsilon}{1 + e^\varepsilon} = 1 - q

    Parameters
    ----------
    k : int
        How many responses.
    eps, spent : float
        The parameter of each, and the loss at which delta is wanted; in nats.
    """
    from scipy.special import gammaln

    j = np.arange(k + 1)
    true, false = -math.log1p(math.exp(-eps)), -math.log1p(math.exp(eps))
    log = gammaln(k + 1) - gammaln(j + 1) - gammaln(k - j + 1) + j * true + (k - j) * false
    gap = spent - eps * (2 * j - k)
    return float(np.sum(np.exp(log[gap < 0]) * -np.expm1(gap[gap < 0])))


@cache
def response_loss(k: int, eps: float, delta: float) -> float:
    """Return the least loss at which k randomized responses of parameter eps keep delta, rounded up by less than 1e-9."""
    low, high = 0.0, k * eps
    while high - low > 1e-9 * max(1.0, high):
        middle = (low + high) / 2
        low, high = (middle, high) if response_delta(k, eps, middle) > delta else (low, middle)
    return high


def advanced(k: int, eps: float, delta: float) -> float:
    r"""Return the loss of the advanced composition theorem, :math:`\varepsilon\sqrt{2k\log(1/\delta)} + k\varepsilon(e^\varepsilon - 1)`."""
    return eps * math.sqrt(2 * k * math.log(1 / delta)) + k * eps * math.expm1(eps)


def advanced_programmed(k: int, eps: float, delta: float) -> float:
    r"""Return the loss that the program of chapter 6 draws in its place, :math:`2\varepsilon\sqrt{2k\log(1/\delta)}`."""
    return 2 * eps * math.sqrt(2 * k * math.log(1 / delta))


def shifted(spent: float, loss: float) -> float:
    r"""Return the delta at `spent` of Laplace noise moved by `loss` of its scales; either may be negative or infinite.

    .. math:: \left(1 - e^{(\varepsilon' - \ell)/2}\right)_+ \text{ from } \varepsilon' = -\ell \text{ on}, \qquad 1 - e^{\varepsilon'} \text{ below}
    """
    if spent <= -loss:
        return -math.expm1(spent)
    return max(0.0, -math.expm1((spent - loss) / 2)) if loss < math.inf else 1.0


def passing(distance: int, eps: float, threshold: float) -> float:
    """Return how probably the test of propose-test-release passes: a distance with Laplace noise of scale 1/eps is at least the threshold."""
    gap = eps * (threshold - distance)
    return math.exp(-gap) / 2 if gap > 0 else 1 - math.exp(gap) / 2


def release_delta(eps: float, threshold: float, distances: tuple[int, int], apart: float, spent: float) -> float:
    """Return the exact delta at `spent` of propose-test-release between two databases.

    Parameters
    ----------
    eps : float
        Parameter of the test, and of the answer; in nats.
    threshold : float
        What the noisy distance is held against.
    distances : pair of int
        Distance of either database from one of greater local sensitivity than the proposed bound b.
    apart : float
        How far the two answers are apart, in units of b; may be infinite.
    spent : float
        The loss at which delta is wanted.
    """
    first, second = (passing(distance, eps, threshold) for distance in distances)
    silent = max(0.0, (1 - first) - math.exp(spent) * (1 - second))
    return silent + first * shifted(spent + math.log(second / first), apart * eps)


def overtaken(gap: float, scale: float) -> float:
    r"""Return the probability that the lesser of two scores, `gap` below the other, is the noisy maximum under Laplace noise.

    .. math:: \tfrac12 e^{-g/b}\left(1 + \tfrac{g}{2b}\right)
    """
    rate = gap / scale
    return math.exp(-rate) * (1 + rate / 2) / 2


def noisy_max_loss(gap: float, scale: float) -> float:
    """Return the greatest loss of report noisy max between two scores of which both move by 1 towards another: gap + 2 and gap."""
    return math.log(overtaken(gap, scale) / overtaken(gap + 2, scale))


def chunks(n: int, k: int) -> int:
    """Return into how many chunks the program splits n rows where k are asked for: slices of ceil(n/k) rows."""
    size = -(-n // k)
    return -(-n // size)


def chunk_loss(n: int, k: int) -> float:
    """Return what one chunk loses, over what is promised, where noise for k chunks is added to the mean of those that there are."""
    return k / chunks(n, k)


def sliced_mean(rows: np.ndarray, k: int) -> float:
    """Return the mean of the clipped means of consecutive slices, as the program takes it, without noise."""
    size = -(-len(rows) // k)
    means = [rows[start : start + size].mean() for start in range(0, len(rows), size)]
    return float(np.clip(means, *AGES).mean())
