"""What the errata put in the place of false statements, evaluated over the whole domain; nothing here asks the registry."""

from __future__ import annotations

import math
from fractions import Fraction

from papers.google_2026.exact import connected, nu
from papers.recount import hockey_stick
from papers.repair import Repair, grid, share

_SIGMAS = (1e-6, 0.3, 1.0, 1.0000001, 1.5, 1.9999999, 2.0, 3e5)
_PAIR = (0.75, 0.25), (0.25, 0.75)


def _moved(eps: float, kappa: float) -> tuple[float, float]:
    """Return delta at eps and distance 1 of geometric noise on 0 .. 12, and the greatest after kappa of it is moved by one step."""
    weights = [math.exp(-eps * abs(k - 6)) for k in range(13)]
    noise = [w / math.fsum(weights) for w in weights]

    def found(law: list[float]) -> float:
        return hockey_stick([*law, 0.0], [0.0, *law], eps)

    greatest = found(noise)
    for place in range(12):
        for one, other in ((place, place + 1), (place + 1, place)):
            if noise[one] >= kappa:
                law = list(noise)
                law[one] -= kappa
                law[other] += kappa
                greatest = max(greatest, found(law))
    return found(noise), greatest


def _added(eps: float, kappa: float, times: float) -> float:
    before, after = _moved(eps, kappa)
    return share(after, before + times * kappa)


def _granularity(sigma: float) -> float:
    return 2.0 ** math.ceil(math.log2(sigma / 2**56))


def _deviation(sigma: float, factor: float) -> float:
    """Return minus by how much the deviation of the noise is off sigma, for sqrt(n) the factor times sigma over the granularity."""
    root = factor * sigma / _granularity(sigma)
    return -abs(root / 2 * _granularity(sigma) / sigma - 1)


def _on_grid(bits: int, power: int) -> float:
    """Return 0 if a multiple of 2^(-power) is one of the step of the noise, minus what is left over otherwise."""
    step = Fraction(2, 2**48)
    return -float((Fraction(bits, 2**power) / step) % 1)


def _sampled(q: float, eps: float, rate: float) -> float:
    up, lo = _PAIR
    found, printed = (
        hockey_stick([w * a + (1 - w) * b for a, b in zip(up, lo, strict=True)], lo, eps) for w in (q, rate)
    )
    return printed - found


def _least_mass(eps: float, sign: float) -> float:
    up, lo = _PAIR
    places = (-1.0, 0.0, eps, 1.5)
    return min(connected(places, [hockey_stick(up, lo, e) for e in places], sign).values())


REPAIRS = (
    Repair(
        "1.11-grid",
        "an input on the grid of 2^(-47) stays on that of the noise: multiples from 0 to 13",
        lambda: grid(bits=(0, 1, 2, 3, 7, 13)),
        lambda bits: _on_grid(bits, 47),
        {"2^(-50), as printed": lambda bits: _on_grid(bits, 50), "2^(-48)": lambda bits: _on_grid(bits, 48)},
    ),
    Repair(
        "1.11-sum",
        "the sum of both distances is at most 2^(-39) at n = 2^96",
        lambda: grid(power=(96,)),
        lambda power: share(15.2 / 2 ** (power / 2) + 2.2 * nu(2.0**power), 2.0**-39),
        {"2^(-40), as printed": lambda power: share(15.2 / 2 ** (power / 2) + 2.2 * nu(2.0**power), 2.0**-40)},
    ),
    Repair(
        "1.11-both",
        "noise of which kappa is moved has delta + (1 + e^eps) kappa: geometric noise on 13 places, eps up to 3, kappa up to 0.05",
        lambda: grid(eps=(0.05, 0.5, 1.0, 3.0), kappa=(1e-9, 1e-4, 0.01, 0.05)),
        lambda eps, kappa: _added(eps, kappa, 1 + math.exp(eps)),
        {
            "kappa, as printed": lambda eps, kappa: _added(eps, kappa, 1),
            "(1 + e^eps) kappa/2": lambda eps, kappa: _added(eps, kappa, (1 + math.exp(eps)) / 2),
        },
    ),
    Repair(
        "1.12-half",
        "with sqrt(n) = 2 sigma over the granularity the noise has the deviation sigma: sigma from 1e-6 to 3e5",
        lambda: grid(sigma=_SIGMAS),
        lambda sigma: _deviation(sigma, 2),
        {"sigma, as printed": lambda sigma: _deviation(sigma, 1), "2.01 sigma": lambda sigma: _deviation(sigma, 2.01)},
    ),
    Repair(
        "4.9-signs",
        "the turned masses are no less than 0 for randomized response: the third place from 0.1 to 1.4",
        lambda: grid(eps=(0.1, 0.7, math.log(3), 1.4)),
        lambda eps: _least_mass(eps, 1.0),
        {"as printed": lambda eps: _least_mass(eps, -1.0)},
    ),
    Repair(
        "4.22-weights",
        "randomized response on a sample of rate q is dominated by (q up + (1 - q) lo, lo): q from 0 to 1, eps from 0 to 1.2",
        lambda: grid(q=(0.0, 0.01, 0.3, 0.5, 0.9, 1.0), eps=(0.0, 0.4, 1.0, 1.2)),
        lambda q, eps: _sampled(q, eps, q),
        {
            "1 - q on up, as printed": lambda q, eps: _sampled(q, eps, 1 - q),
            "q^2 on up": lambda q, eps: _sampled(q, eps, q * q),
        },
    ),
)
