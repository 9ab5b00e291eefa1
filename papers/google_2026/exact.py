"""Laws of the notes in doubles: noise on a grid, binomial masses, and loss distributions on finitely many values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

Losses = Mapping[float, float]


def losses(first: Sequence[float], second: Sequence[float]) -> dict[float, float]:
    """Return the loss distribution of two laws on finitely many points, with infinity where the second is 0."""
    found: dict[float, float] = {}
    for p, q in zip(first, second, strict=True):
        if p:
            loss = math.log(p / q) if q else math.inf
            found[loss] = found.get(loss, 0.0) + p
    return found


def delta(distribution: Losses, eps: float) -> float:
    r"""Return the delta of a loss distribution, :math:`E[1 - e^{\varepsilon - y}]_+`."""
    return math.fsum(mass * -math.expm1(eps - loss) for loss, mass in distribution.items() if loss > eps)


def convolved(one: Losses, two: Losses) -> dict[float, float]:
    """Return the distribution of the sum of two independent losses."""
    found: dict[float, float] = {}
    for a, p in one.items():
        for b, q in two.items():
            found[a + b] = found.get(a + b, 0.0) + p * q
    return found


def connected(places: Sequence[float], deltas: Sequence[float], sign: float = 1.0) -> dict[float, float]:
    r"""Return the masses of the dots, from the delta at each place, of which the least is not attained below.

    .. math:: \frac{\delta_{i - 1} - \delta_i}{1 - e^{\varepsilon_{i - 1} - \varepsilon_i}}
        - \frac{\delta_i - \delta_{i + 1}}{e^{\varepsilon_{i + 1} - \varepsilon_i} - 1}
    """
    eps, tops = [-math.inf, *places], [1.0, *deltas]
    found = {math.inf: tops[-1]}
    for i in range(1, len(eps)):
        mass = (tops[i - 1] - tops[i]) / -math.expm1(eps[i - 1] - eps[i])
        if i + 1 < len(eps):
            mass -= (tops[i] - tops[i + 1]) / math.expm1(eps[i + 1] - eps[i])
        found[eps[i]] = sign * mass
    return found


def geometric(place: int, exponent: float) -> float:
    """Return a mass of two-sided geometric noise with weights e^(-c |i|)."""
    return -math.expm1(-exponent) / (1 + math.exp(-exponent)) * math.exp(-exponent * abs(place))


def binomial_off(n: int, i: int) -> float:
    """Return by what the mass of a centred binomial variable is off the Gaussian density, relatively: zeta of the note."""
    log = math.lgamma(n + 1) - math.lgamma(n / 2 + i + 1) - math.lgamma(n / 2 - i + 1) - n * math.log(2)
    return math.expm1(log - math.log(2 / (math.pi * n)) / 2 + 2 * i * i / n)


def binomial(n: int) -> dict[int, float]:
    """Return the masses of a centred binomial variable of n fair trials, n even."""
    return {k - n // 2: math.comb(n, k) / 2**n for k in range(n + 1)}


def normal_below(x: float) -> float:
    """Return the standard normal distribution function."""
    return math.erfc(-x / math.sqrt(2)) / 2


def nu(n: float) -> float:
    r"""Return the relative error that the note allows, :math:`0.4 \log(n)^{1.5}/\sqrt n`."""
    return 0.4 * math.log(n) ** 1.5 / math.sqrt(n)


def reach(n: float) -> float:
    r"""Return where the approximation is cut off, :math:`\sqrt{n \log n}/2`."""
    return math.sqrt(n * math.log(n)) / 2


def approximated(n: int, i: int, top: float) -> float:
    """Return the cut-off function of the note at i, times 1 less `top`."""
    if abs(i) > reach(n):
        return 0.0
    return math.sqrt(2 / (math.pi * n)) * math.exp(-2 * i * i / n) * (1 - top)
