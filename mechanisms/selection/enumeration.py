"""Masses of choices by noisy comparison, to many digits: products of exponential pieces, integrated piece by piece."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal, localcontext
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

DIGITS = 60
"""Digits of every exponential."""

# A product of m pieces 1 - e^-x/2 is at least 2^-m, the sum of its terms' sizes at most (3/2)^m.
_DIGITS_LOST = math.log10(3)
_HALF = Decimal(1) / 2

Terms = dict[Fraction, Decimal]


class Part(Enum):
    """A function of the Laplace law with a scale: the density times the scale, the distribution function, its complement."""

    DENSITY = 0
    BELOW = 1
    ABOVE = -1


class Factor(NamedTuple):
    """One factor of an integrand: a part of the Laplace law with this centre, and with this rate, one over its scale."""

    part: Part
    centre: Fraction
    rate: Fraction


def integral(factors: Sequence[Factor]) -> Fraction:
    r"""Return the integral over the line of a product of parts of Laplace laws, to some 50 digits.

    Between centres each factor is :math:`\tfrac12 e^{\pm r(x - a)}` or 1 less that, so that the product is a sum of
    exponentials, which is integrated term by term. Digits are added for those that the sums can lose.

    Parameters
    ----------
    factors : sequence of Factor
        At least one density.
    """
    centres = sorted({factor.centre for factor in factors})
    pieces = [(None, centres[0]), *pairwise(centres), (centres[-1], None)]
    with localcontext() as context:
        context.prec = DIGITS + math.ceil(_DIGITS_LOST * len(factors))
        return Fraction(sum((_piece(factors, low, high) for low, high in pieces), Decimal(0)))


def _piece(factors: Sequence[Factor], low: Fraction | None, high: Fraction | None) -> Decimal:
    """Integrate over an interval without a centre inside; None stands for an infinite end."""
    anchor = low if low is not None else high
    assert anchor is not None  # noqa: S101 - not both ends are infinite
    terms: Terms = {Fraction(0): Decimal(1)}
    for factor in factors:
        terms = _times(terms, factor, anchor, right=low is not None and low >= factor.centre)
    length = None if low is None or high is None else high - low
    side = 1 if low is not None else -1
    return sum((size * _moment(rate, length, side) for rate, size in terms.items()), Decimal(0))


def _times(terms: Terms, factor: Factor, anchor: Fraction, right: bool) -> Terms:
    """Multiply by a factor, written in the distance from the anchor."""
    rate = -factor.rate if right else factor.rate
    tail = _HALF * _decimal(rate * (anchor - factor.centre)).exp()
    # The part is the tail itself on one side of the centre, and 1 less the tail on the other.
    complement = factor.part is not Part.DENSITY and right is (factor.part is Part.BELOW)
    product: Terms = dict(terms) if complement else {}
    for power, size in terms.items():
        moved = -size * tail if complement else size * tail
        product[power + rate] = product.get(power + rate, Decimal(0)) + moved
    return product


def _moment(rate: Fraction, length: Fraction | None, side: int) -> Decimal:
    """Integrate exp(rate x) over [0, length], or over the half line to the given side."""
    if length is None:
        return -side / _decimal(rate)
    if rate == 0:
        return _decimal(length)
    return (_decimal(rate * length).exp() - 1) / _decimal(rate)


def _decimal(x: Fraction) -> Decimal:
    return Decimal(x.numerator) / Decimal(x.denominator)


def exponentials(losses: Sequence[Fraction]) -> list[Fraction]:
    """Return exp(-x) to 60 digits for each x; exactly 1 for 0."""
    with localcontext() as context:
        context.prec = DIGITS
        return [Fraction((-_decimal(loss)).exp()) for loss in losses]


def flip_masses(weights: Sequence[Fraction]) -> list[Fraction]:
    r"""Return :math:`w_i \int_0^1 \prod_{j \ne i} (1 - w_j u)\,du`, exactly; they sum to 1 if the largest weight is 1."""
    masses = []
    for i, weight in enumerate(weights):
        powers = [Fraction(1)]
        for other in (*weights[:i], *weights[i + 1 :]):
            lower = [*powers, Fraction(0)]
            powers = [a - other * b for a, b in zip(lower, [Fraction(0), *powers], strict=True)]
        masses.append(weight * sum((c / (n + 1) for n, c in enumerate(powers)), Fraction(0)))
    return masses


def normalised(masses: Sequence[Fraction]) -> list[Fraction]:
    """Return masses divided by their sum."""
    total = sum(masses, Fraction(0))
    return [mass / total for mass in masses]
