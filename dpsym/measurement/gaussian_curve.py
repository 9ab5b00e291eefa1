"""The privacy profile of Gaussian noise in balls, and the mu of Gaussian noise through a point of its curves."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dpsym.ball import as_fraction
from dpsym.curves.loss import ball_of

_SLACK = (1e-20, 1e-15, 1e-11, 1e-6)


def place_of(tail: arb) -> arb:
    """Return where the normal law has so much to the right."""
    return arb(2).sqrt() * (2 * tail).erfcinv()


def ratio_of_test(level: arb, power: arb) -> arb:
    """Return the mu of the Gaussian trade-off function through the errors of a test; infinite where one of them may be 0.

    Parameters
    ----------
    level, power : arb
        Its type I error, and 1 less its type II error, which may be too near 1 to be told from it.
    """
    if not (level > 0 and power > 0 and power < 1):
        return arb("inf")
    return place_of(level) + (place_of(1 - power) if power > 0.5 else -place_of(power))


def gaussian_delta(eps: arb, mu: arb) -> arb:
    """Return the profile of Gaussian noise."""
    if mu.is_zero():
        return arb(0)
    root = arb(2).sqrt()
    first, second = eps / mu - mu / 2, eps / mu + mu / 2
    return ((first / root).erfc() - eps.exp() * (second / root).erfc()) / 2


def ratio_below(place: Fraction, delta: arb) -> Fraction:
    """Return a mu, hardly below the one of Gaussian noise with this delta at a threshold, whose delta is certainly not above it."""
    low = delta.lower()
    if not low > 0:
        return Fraction(0)
    eps, goal = ball_of(place), float(low.log())
    near, far = 0.0, 1.0
    while float(gaussian_delta(eps, arb(far)).log().mid()) < goal and far < 1e6:
        far *= 2
    for _ in range(60):
        middle = (near + far) / 2
        value = gaussian_delta(eps, arb(middle))
        near, far = (middle, far) if not value > 0 or float(value.log().mid()) < goal else (near, middle)
    mu = arb((near + far) / 2)
    for _ in range(4):
        slope = (-((eps / mu - mu / 2) ** 2) / 2).exp() / (2 * arb.pi()).sqrt()
        mu = (mu - (gaussian_delta(eps, mu) - low) / slope).mid()
    for slack in _SLACK:
        found = as_fraction((mu * (1 - arb(slack))).mid())
        if found > 0 and gaussian_delta(eps, ball_of(found)) <= low:
            return found
    return Fraction(0)
