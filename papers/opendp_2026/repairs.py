"""What the errata put in the place of false statements, evaluated over the whole domain; nothing here asks the registry."""

from __future__ import annotations

import math
from fractions import Fraction

from papers.opendp_2026.coins import float_chance
from papers.opendp_2026.exact import gaussian_reaches, joint, laplace_charged, laplace_mass, normal_reaches, once
from papers.repair import Repair, grid, share

_DISTANCES = (0, 1, 2, 5, 20)
_COUNTS = (1, 2, 7, 1000)


def _told(scale: float, distance: int) -> float:
    """Return the probability of discrete Laplace noise of at least a distance, by its masses."""
    return math.fsum(laplace_mass(k, scale) for k in range(distance, distance + math.ceil(60 * scale) + 2))


def _reaching(scale: float, distance: int) -> float:
    return math.exp(-distance / scale) / (1 + math.exp(-1 / scale))


def _beyond(scale: float, distance: int) -> float:
    return math.exp(-distance / scale) / (1 + math.exp(1 / scale))


def _sampled(prob: float, less: int) -> float:
    """Return minus how far the program is off a subnormal float, with so many leading zeroes less: each doubles what is returned."""
    return -float(abs(float_chance(prob) * 2**less / Fraction(prob) - 1))


REPAIRS = (
    Repair(
        "1.5-subnormal",
        "with one leading zero less a subnormal float is returned with its probability: seven of them, both ends among them",
        lambda: grid(prob=(5e-324, 1e-323, 1.5e-323, 1e-320, 1e-310, 1.1e-308, math.nextafter(2.0**-1022, 0))),
        lambda prob: _sampled(prob, 1),
        {"as printed": lambda prob: _sampled(prob, 0), "two less": lambda prob: _sampled(prob, 2)},
    ),
    Repair(
        "2.1-tail",
        "discrete Laplace noise is more than t with probability e^(-t/s)/(e^(1/s) + 1): scales from 0.1 to 50, t from 0 to 20",
        lambda: grid(scale=(0.1, 0.5, 1.0, 3.0, 50.0), t=_DISTANCES),
        lambda scale, t: -abs(share(_told(scale, t + 1), _beyond(scale, t))),
        {
            "e^(-t/s)/(e^(-1/s) + 1), as printed": lambda scale, t: (
                -abs(share(_told(scale, t + 1), _reaching(scale, t)))
            ),
            "e^(-t/s)/2": lambda scale, t: -abs(share(_told(scale, t + 1), math.exp(-t / scale) / 2)),
        },
    ),
    Repair(
        "4.2-kept",
        "the delta of counts of which each is told from the threshold on: scales from 0.1 to 50, distances from 0 to 20, up to 1000 counts",
        lambda: grid(scale=(0.1, 0.5, 1.0, 3.0, 50.0), distance=_DISTANCES, counts=_COUNTS),
        lambda scale, distance, counts: share(
            joint(_told(scale, distance), counts), joint(_reaching(scale, distance), counts)
        ),
        {
            "the lesser of both tails, as printed": lambda scale, distance, counts: share(
                joint(_told(scale, distance), counts), joint(laplace_charged(distance, scale), counts)
            ),
            "more than the distance": lambda scale, distance, counts: share(
                joint(_told(scale, distance), counts), joint(_beyond(scale, distance), counts)
            ),
        },
    ),
    Repair(
        "4.3-kept",
        "discrete Gaussian noise is at least t no more probably than Gaussian noise at least t - 1: sigma from 0.1 to 50, t up to 20",
        lambda: grid(sigma=(0.1, 0.5, 1.0, 3.0, 50.0), t=_DISTANCES),
        lambda sigma, t: share(gaussian_reaches(t, sigma), normal_reaches(t - 1, sigma)),
        {
            "at least t, as printed": lambda sigma, t: share(gaussian_reaches(t, sigma), normal_reaches(t, sigma)),
            "at least t - 0.4": lambda sigma, t: share(gaussian_reaches(t, sigma), normal_reaches(t - 0.4, sigma)),
        },
    ),
    Repair(
        "6.1-inverse",
        "with the exponent -log(1 - gamma) the program stops after a run with probability gamma: gamma from 1e-9 to 1 - 1e-9",
        lambda: grid(gamma=(1e-9, 1e-3, 0.1, 0.5, 0.9, 1 - 1e-9)),
        lambda gamma: -abs(share(once(-math.log1p(-gamma)), gamma)),
        {
            "-1/log(1 - gamma), as printed": lambda gamma: -abs(share(once(-1 / math.log1p(-gamma)), gamma)),
            "gamma": lambda gamma: -abs(share(once(gamma), gamma)),
        },
    ),
)
