"""Laws and losses of the documents in doubles: tails, thresholds, stopping, conversion."""

from __future__ import annotations

import math
from collections.abc import Sequence


def laplace_mass(place: int, scale: float) -> float:
    r"""Return a mass of the discrete Laplace law, :math:`\frac{1 - e^{-1/s}}{1 + e^{-1/s}} e^{-|x|/s}`."""
    return -math.expm1(-1 / scale) / (1 + math.exp(-1 / scale)) * math.exp(-abs(place) / scale)


def laplace_reaches(place: int, scale: float) -> float:
    r"""Return the probability that discrete Laplace noise is at least a positive integer, :math:`e^{-t/s}/(1 + e^{-1/s})`; at 0 too."""
    return math.exp(-place / scale) / (1 + math.exp(-1 / scale))


def gaussian_masses(sigma: float) -> dict[int, float]:
    """Return the masses of the discrete Gaussian law out to 40 deviations."""
    reach = math.ceil(40 * sigma) + 2
    weights = {place: math.exp(-((place / sigma) ** 2) / 2) for place in range(-reach, reach + 1)}
    total = math.fsum(weights.values())
    return {place: weight / total for place, weight in weights.items()}


def gaussian_reaches(place: int, sigma: float) -> float:
    """Return the probability that discrete Gaussian noise is at least an integer."""
    return math.fsum(mass for there, mass in gaussian_masses(sigma).items() if there >= place)


def normal_reaches(place: float, sigma: float) -> float:
    """Return the probability that Gaussian noise is at least a number."""
    return math.erfc(place / (sigma * math.sqrt(2))) / 2


def laplace_charged(distance: int, scale: float) -> float:
    """Return what the map charges for one count at a distance below the threshold: the lesser of both tail bounds of the document."""
    return min(laplace_reaches(distance, scale), math.exp(-distance / scale) / 2)


def joint(single: float, counts: int) -> float:
    r"""Return the delta of several counts of which each passes with a probability, :math:`1 - (1 - \delta_1)^n`."""
    return -math.expm1(counts * math.log1p(-single)) if single < 1 else 1.0


def renyi(first: Sequence[float], second: Sequence[float], alpha: float) -> float:
    """Return the Rényi divergence of two laws on finitely many points, none of them empty."""
    return math.log(math.fsum(p**alpha * q ** (1 - alpha) for p, q in zip(first, second, strict=True))) / (alpha - 1)


def once(argument: float) -> float:
    """Return the probability that a selection stops after one run at most, by the argument that its geometric sampler is given."""
    return -math.expm1(-argument)


def conversion(alpha: float, tau: float, eps: float) -> float:
    r"""Return the delta of a Rényi budget, :math:`\frac{e^{(\alpha - 1)(\tau - \varepsilon)}}{\alpha - 1}(1 - 1/\alpha)^\alpha`."""
    return math.exp((alpha - 1) * (tau - eps) + alpha * math.log1p(-1 / alpha)) / (alpha - 1)
