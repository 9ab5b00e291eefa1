"""Exact masses and probabilities, and logarithms of fractions of any size."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from numbers import Rational, Real

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.validate import probability

_SUM_TOLERANCE = Fraction(1, 10**12)


def exact_probability(name: str, value: float | Fraction) -> Fraction:
    """Return a probability as a fraction; a float counts as the dyadic rational that it is."""
    rounded = probability(name, value)
    exact = value if isinstance(value, Fraction) else Fraction(rounded)
    if exact > 1:  # by less than a float can tell
        raise ParameterError(name, "a probability in [0, 1]", value)
    return exact


def exact_masses(name: str, given: Iterable[object]) -> tuple[tuple[Fraction, ...], bool]:
    """Check masses; return them as fractions that sum to 1, and whether they were given as rationals."""
    rule = "a non-empty sequence of non-negative finite masses"
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise ParameterError(name, rule, given)
    masses, rational = [], True
    for mass in given:
        if isinstance(mass, (bool, np.bool_)) or not isinstance(mass, Real):
            raise ParameterError(name, rule, mass)
        if not math.isfinite(mass) or mass < 0:
            raise ParameterError(name, rule, mass)
        if isinstance(mass, Rational):
            masses.append(Fraction(int(mass.numerator), int(mass.denominator)))
        else:
            masses.append(Fraction(float(mass)))
            rational = False
    if not masses:
        raise ParameterError(name, rule, given)
    total = sum(masses, Fraction(0))
    if rational and total != 1:
        # Python refuses to print integers of thousands of digits.
        short = total.denominator.bit_length() < 1000
        raise ParameterError(name, "masses that sum to exactly 1", total if short else float(total))
    if abs(total - 1) > _SUM_TOLERANCE:
        raise ParameterError(name, "masses that sum to 1 within 1e-12", float(total))
    return tuple(mass / total for mass in masses), rational


def log_of(x: Fraction) -> float:
    """Natural logarithm of a non-negative fraction of any size, to a few units in the last place."""
    if x == 0:
        return -math.inf
    if abs(x - 1) < Fraction(1, 2):
        return math.log1p(float(x - 1))
    shift = x.numerator.bit_length() - x.denominator.bit_length()
    return math.log(float(x / Fraction(2) ** shift)) + shift * math.log(2)


def log_ratio(a: Fraction, b: Fraction) -> float:
    """Natural logarithm of a/b; infinite where one vanishes, NaN where both do."""
    if b == 0:
        return math.nan if a == 0 else math.inf
    return log_of(a / b)
