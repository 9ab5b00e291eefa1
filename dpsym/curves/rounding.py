r"""Compositions of many different mechanisms, replaced by few that dominate them, or that they dominate.

Laplace noise of scale b is noise of a smaller scale b' plus independent noise, since

.. math:: \frac{1 + b'^2t^2}{1 + b^2t^2} = \frac{b'^2}{b^2} + \left(1 - \frac{b'^2}{b^2}\right) \frac{1}{1 + b^2t^2}

is a characteristic function. Two-sided geometric noise of ratio rho is noise of a smaller ratio rho' plus independent noise: with
:math:`g(t) = 1 - 2\rho\cos t + \rho^2`, :math:`g_{\rho'} = \frac{\rho'}{\rho} g_{\rho} + (1 - \frac{\rho'}{\rho})(1 - \rho\rho')`. And
randomized response is that of a greater eps with some of its answers flipped. So a greater rate (sensitivity over scale, or eps)
is the same mechanism before post-processing, factor by factor of a product, and every privacy profile is then the greater one.
Gaussian mechanisms need no rounding: the variances of their losses add up. Other mechanisms are left as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from dpsym.curves.families import GeometricLoss, LaplaceLoss, RandomizedResponseLoss
from dpsym.curves.loss import Parts, PrivacyLoss


def rounded(parts: Parts, bits: int, up: bool) -> Parts:
    """Return a composition whose rates have so many binary digits, and whose profile is nowhere below, or nowhere above.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    bits : int
        How many significant binary digits a rate keeps.
    up : bool
        Whether rates are rounded up, so that the result dominates, or down.
    """
    counts: dict[tuple[Callable[[Fraction], PrivacyLoss], Fraction], int] = {}
    others: dict[PrivacyLoss, int] = {}
    for loss, count in parts:
        found = _rate(loss)
        if found is None:
            others[loss] = others.get(loss, 0) + count
        else:
            family, rate = found
            key = family, _short(rate, bits, up)
            counts[key] = counts.get(key, 0) + count
    return (*((family(rate), count) for (family, rate), count in counts.items()), *others.items())


def _rate(loss: PrivacyLoss) -> tuple[Callable[[Fraction], PrivacyLoss], Fraction] | None:
    """Return a family that dominates from a greater rate downwards, and the rate of a loss in it."""
    if isinstance(loss, LaplaceLoss):
        return _laplace, loss.rate
    if isinstance(loss, RandomizedResponseLoss) and loss.eps > 0:
        return RandomizedResponseLoss, loss.eps
    if isinstance(loss, GeometricLoss):
        return _geometric(loss.sensitivity), 1 / loss.scale
    return None


def _laplace(rate: Fraction) -> PrivacyLoss:
    return LaplaceLoss(1 / rate)


@lru_cache
def _geometric(sensitivity: int) -> Callable[[Fraction], PrivacyLoss]:
    return lambda rate: GeometricLoss(1 / rate, sensitivity)


def _short(rate: Fraction, bits: int, up: bool) -> Fraction:
    """Return a positive number rounded to so many significant binary digits."""
    exponent = rate.numerator.bit_length() - rate.denominator.bit_length() - bits
    unit = Fraction(2) ** exponent
    whole = rate // unit
    return unit * (whole if not up or whole * unit == rate else whole + 1)
