"""The numeric legs of the entries on groups: trade-off functions of the numbers of sampled records, averaged, and mixtures integrated."""

import math

from mechanisms import Estimate, Pair, gaussian_pair
from mechanisms.families.choices import kary_response_pair
from mechanisms.families.mixtures import subsampled_pair


def _mean(most: list[Estimate], q: float) -> Estimate:
    """Return the mean over a binomial number of records."""
    k = len(most) - 1
    shares = [math.comb(k, j) * q**j * (1 - q) ** (k - j) for j in range(k + 1)]
    value = sum(share * one.value for share, one in zip(shares, most, strict=True))
    return Estimate(value, max(one.error for one in most) + 1e-14 * (1 + abs(value)))


def _difference(first: Estimate, factor: float, second: Estimate) -> Estimate:
    return Estimate(first.value - factor * second.value, first.error + factor * second.error)


def _half_line(x: float, move: float, sigma: float) -> Estimate:
    """Return what a half-line, whose mass without a move is Phi(x), has under noise moved towards it, or away: the trade-off of either pair."""
    pair, level = gaussian_pair(0.0, sigma, abs(move), sigma), math.erfc(-x / math.sqrt(2)) / 2
    if move < 0:
        return pair.tradeoff(1 - level)
    error = pair.tradeoff(level)
    return Estimate(1 - error.value, error.error + 1e-15)


def event(epsilon: float, q: float, sigma: float, a: float, b: float, x: float, u1: float, u2: float) -> Estimate:
    """Return what a half-line has under moves of so large a share by removed records, less e^epsilon times that by added ones."""
    up, down = (
        _mean([_half_line(x, u * j, sigma) for j in range(int(records) + 1)], q) for u, records in ((u1, a), (u2, b))
    )
    return _difference(up, math.exp(epsilon), down)


def _two(q: float, sigma: float, u1: float, u2: float) -> Pair:
    """Return the mixture of two sampled records against the noise."""

    def one(moved: float, still: float) -> Pair:
        return subsampled_pair(gaussian_pair(moved, sigma, still, sigma), q)

    above, below = one(u1 + u2, u1), one(u2, 0.0)
    places = (*above.breakpoints, *below.breakpoints)
    both = subsampled_pair(Pair(above.log_p, below.log_p, places, above.support, above.ulps), q)
    return Pair(both.log_p, below.log_q, places, above.support, both.ulps)


def two(epsilon: float, q: float, sigma: float, u1: float, u2: float) -> Estimate:
    """Return the profile of two sampled moves against none."""
    return _two(q, sigma, u1, u2).hockey_stick(epsilon)


def two_added(epsilon: float, q: float, sigma: float, u1: float, u2: float) -> Estimate:
    """Return the profile of no moves against two sampled ones."""
    return _two(q, sigma, u1, u2).reversed().hockey_stick(epsilon)


def _told(q: float, zeta: float, k: float, t: float) -> tuple[Estimate, Estimate]:
    """Return the most and the least that an event of mass t has with the group, by the trade-off functions of randomized response."""
    errors = [kary_response_pair(j * zeta, 2).tradeoff(t) for j in range(1, int(k) + 1)]
    back = [kary_response_pair(j * zeta, 2).tradeoff(1 - t) for j in range(1, int(k) + 1)]
    most = [Estimate(t, 0.0), *(Estimate(1 - one.value, one.error + 1e-15) for one in errors)]
    return _mean(most, q), _mean([Estimate(t, 0.0), *back], q)


def pure(epsilon: float, q: float, zeta: float, k: float, t: float) -> Estimate:
    """Return the most with the group, less e^epsilon times the mass without it."""
    return _difference(_told(q, zeta, k, t)[0], math.exp(epsilon), Estimate(t, 0.0))


def pure_added(epsilon: float, q: float, zeta: float, k: float, t: float) -> Estimate:
    """Return the mass without the group, less e^epsilon times the least with it."""
    return _difference(Estimate(t, 0.0), math.exp(epsilon), _told(q, zeta, k, t)[1])


def pure_replaced(epsilon: float, q: float, zeta: float, k: float, n: float, t: float) -> Estimate:
    """Return the most with the records that are removed, less e^epsilon times the least with those that are added."""
    return _difference(_told(q, zeta, k, t)[0], math.exp(epsilon), _told(q, zeta, n, t)[1])
