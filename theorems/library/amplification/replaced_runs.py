"""The numeric legs of the entries on records replaced: two mixtures with one part in common, integrated."""

import math
from collections.abc import Callable

from mechanisms import Estimate, Pair, gaussian_pair, laplace_pair
from mechanisms.families.choices import kary_response_pair
from mechanisms.families.mixtures import subsampled_pair
from mechanisms.finite.pair import FinitePair


def _apart(pair: Callable[..., Pair], scale: float, rate: float, first: float, second: float) -> Pair:
    up, down = (subsampled_pair(pair(move, scale, 0.0, scale), rate) for move in (first, second))
    return Pair(up.log_p, down.log_p, (*up.breakpoints, *down.breakpoints), up.support, up.ulps)


def gaussian(epsilon: float, q: float, sigma: float, u1: float, u2: float) -> Estimate:
    """Return the profile of two sampled moves under Gaussian noise."""
    return _apart(gaussian_pair, sigma, q, u1, u2).hockey_stick(epsilon)


def laplace(epsilon: float, q: float, b: float, u1: float, u2: float) -> Estimate:
    """Return the profile of two sampled moves under Laplace noise."""
    return _apart(laplace_pair, b, q, u1, u2).hockey_stick(epsilon)


def response(epsilon: float, q: float, zeta: float, k: float, u1: float, u2: float) -> Estimate:
    """Return the profile of two sampled answers, each of them otherwise than the rest now and then."""
    true, false = map(float, kary_response_pair(zeta, int(k)).p[:2])
    rest = [true, *[false] * (int(k) - 1)]
    laws = []
    for own, share in ((1, u1), (2, u2)):
        moved = [*rest]
        moved[0], moved[own] = moved[own], moved[0]
        laws.append([(1 - q * share) * plain + q * share * other for plain, other in zip(rest, moved, strict=True)])
    return FinitePair(*laws).hockey_stick(epsilon)


def pure(epsilon: float, q: float, zeta: float, t: float) -> Estimate:
    """Return the profile of two sampled laws of three outcomes, each of them pure private beside the one of the rest."""
    rise = math.exp(zeta)
    rest, one = (
        [mass / (1 + rise) for mass in masses] for masses in ((1, rise - 1, 1), (rise, 1 - 1 / rise, 1 / rise))
    )
    laws = ([(1 - q) * plain + q * moved for plain, moved in zip(rest, law, strict=True)] for law in (one, one[::-1]))
    return FinitePair(*laws).hockey_stick(epsilon)
