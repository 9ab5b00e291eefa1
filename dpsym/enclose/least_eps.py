"""The least eps at which the hockey-stick divergence of any pair comes down to delta: where no closed form inverts the profile."""

from __future__ import annotations

import math
from contextlib import suppress
from fractions import Fraction

import mpmath
from flint import ctx
from sympy import Dummy, Expr, Rational

from dpsym.ball import as_fraction, to_fmpq
from dpsym.derive import attempt
from dpsym.divergences import HockeyStick, InverseProfile, MaxDivergence
from dpsym.enclose import enclose
from dpsym.enclose.definition import mass_beyond
from dpsym.errors import DpsymError, UndecidedError

_GREATEST, _MOST_STEPS = 1 << 12, 200
_SPARE = 3
_BITS_OF_A_MASS = 256


def least_eps(head: InverseProfile, digits: int = 12) -> Fraction | float:
    """Return a bound that is certainly not below the inverse of a profile, and in its first `digits` digits equal to it.

    It is infinite where P has more mass than delta where Q has none, and at delta = 0 the max divergence. Else the root is found by
    regula falsi on the logarithm of the profile; that the profile is at most delta there is certified.

    Parameters
    ----------
    head : InverseProfile
        Of numbers.
    digits : int, optional
        The wanted number of significant digits.

    Raises
    ------
    UndecidedError
        If the profile does not certainly come down to delta before eps = 4096, or could not be enclosed well enough to tell.
    NotDerivedError, ParameterError
        If the hockey-stick divergence of this pair is out of reach of `enclose`.
    """
    delta = as_fraction(head.delta) if isinstance(head.delta, Rational) else None
    if delta is None:
        raise UndecidedError(f"delta must be a rational number, got {head.delta}")
    if delta == 0:
        return enclose(MaxDivergence(*head.laws), digits=digits).upper
    place = Dummy("epsilon", positive=True)
    profile = _profile(head, place)

    def above(eps: Fraction) -> Fraction:
        """Return an upper bound on the profile at eps, less delta."""
        bound = enclose(profile, {place: eps}, digits=digits + _SPARE).upper
        if isinstance(bound, float):
            raise UndecidedError(f"the profile is not finite at {eps}")
        return bound - delta

    if enclose(HockeyStick(0, *head.laws), digits=digits + _SPARE).upper <= delta:
        return Fraction(0)
    if _is_never_reached(head, delta):
        return math.inf
    high = Fraction(1)
    while above(high) > 0:
        high *= 2
        if high > _GREATEST:
            raise UndecidedError(f"the profile does not come down to {head.delta} before eps = {_GREATEST}")
    low = high / 2 if high > 1 else Fraction(0)
    with mpmath.workdps(digits + 2 * _SPARE):
        return _root(above, delta, low, high, digits)


def _is_never_reached(head: InverseProfile, delta: Fraction) -> bool:
    """Whether P certainly has more mass than delta where Q has none."""
    with suppress(DpsymError), ctx.workprec(_BITS_OF_A_MASS):
        return bool(mass_beyond(*head.laws) > to_fmpq(delta))
    return False


def _profile(head: InverseProfile, place: Dummy) -> Expr:
    """Return the profile as a function of a symbol: its closed form where that holds without a condition, else the head."""
    profile = HockeyStick(place, *head.laws)
    derivation = attempt(profile)
    return profile if derivation is None or derivation.conditions else derivation.expression


def _root(above: object, delta: Fraction, low: Fraction, high: Fraction, digits: int) -> Fraction:
    """Return the upper end of a bracket of the root that has shrunk to the wanted digits (the method of Illinois)."""

    def height(eps: Fraction) -> mpmath.mpf:
        value = above(eps) / delta  # type: ignore[operator]
        # the logarithm of the profile is nearly straight; below a tail that vanishes it has none
        return mpmath.log1p(mpmath.mpf(value.numerator) / value.denominator) if value > -1 else mpmath.mpf(-99)

    left, right = height(low) if low else mpmath.mpf(99), height(high)
    kept = 0
    for _ in range(_MOST_STEPS):
        if high - low <= high * Fraction(1, 10**digits):
            return high
        share = float(left / (left - right)) if 0 < left < 99 and right > -99 else 0.5
        # a step that lands on the root itself may fall on either side: aim a little above it
        share = min(max(share, 2.0**-20), 1 - 2.0**-20)
        middle = low + (high - low) * Fraction(share)
        value = height(middle)
        if value > 0:
            low, left = middle, value
            right = right / 2 if kept == 1 else right
            kept = 1
        else:
            high, right = middle, value
            left = left / 2 if kept == -1 else left
            kept = -1
    return high
