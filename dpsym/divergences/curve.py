"""What is made of a whole trade-off function or profile: its conjugate, the bound by all lines, and the trade-off function of a sample."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from sympy import Expr, Rational, S
from sympy.core.sympify import _sympify

from dpsym.distributions import Law
from dpsym.distributions.printed import Head
from dpsym.divergences.least import Pairs, excess, masses_of
from dpsym.divergences.overall import greatest
from dpsym.errors import ParameterError

Points = list[tuple[Rational, Rational]]


class _Curve(Head):
    """A number that is made of the whole curve of a pair of laws."""

    def __new__(cls, *arguments: object) -> Any:
        *numbers, first, second = arguments
        if not (isinstance(first, Law) and isinstance(second, Law)):
            raise ParameterError("pair of laws", "laws", (first, second))
        values = [_sympify(number) for number in numbers]
        pairs = masses_of((first, second))
        if pairs is None or not all(value.is_number for value in values):
            return Expr.__new__(cls, *values, first, second)
        return cls._found(pairs, *values)

    @classmethod
    def _found(cls, pairs: Pairs, *values: Any) -> Expr:
        raise NotImplementedError


class TradeOffConjugate(_Curve):
    r"""The convex conjugate of the trade-off function of P against Q.

    .. math:: f^*(y) = \sup_{0 \leq t \leq 1} \left( y t - T(P, Q)(t) \right)

    Of laws on finitely many points it is taken at a corner of the function.
    """

    printed = r"T\left(#2, #3\right)^*\left(#1\right)"

    @classmethod
    def _found(cls, pairs: Pairs, *values: Any) -> Expr:
        (slope,) = values
        return greatest({slope * level - error for level, error in corners(pairs)})


class ProfileEnvelope(_Curve):
    r"""The bound that a whole profile puts on the type II error at a level.

    .. math:: \sup_{x \geq 0} \left( 1 - H_x(Q\|P) - x t \right)

    Of laws on finitely many points it is taken where the profile has a kink, or at 0.
    """

    printed = r"\sup_{x \geq 0} \left( 1 - H_x\left(#3 \,\middle\|\, #2\right) - x #1 \right)"

    @classmethod
    def _found(cls, pairs: Pairs, *values: Any) -> Expr:
        (level,) = values
        turned = [(other, mass) for mass, other in pairs]
        kinks = {S.Zero, *(other / mass for mass, other in pairs if mass)}
        return greatest({1 - excess(turned, kink) - kink * level for kink in kinks})


class SampledTradeOff(_Curve):
    r"""The operator of Dong, Roth and Su for a sample of rate q, at the trade-off function f of a symmetric pair.

    .. math:: C_q(f)(t) = \min\{f_q, f_q^{-1}\}^{**}(t), \qquad f_q(t) = q f(t) + (1 - q)(1 - t)

    Of laws on finitely many points both functions are linear between corners, and the greatest convex function below them is below all
    these.

    References
    ----------
    Dong, Roth and Su, Gaussian differential privacy, 2022, section 4 of the preprint.
    """

    printed = r"C_{#2}\left(T\left(#3, #4\right)\right)\left(#1\right)"

    @classmethod
    def _found(cls, pairs: Pairs, *values: Any) -> Expr:
        level, rate = values
        if not (level.is_Rational and rate.is_Rational):
            raise ParameterError("level and rate", "rational numbers", values)
        sampled = [(place, rate * error + (1 - rate) * (1 - place)) for place, error in corners(pairs)]
        return at(below(sampled + [(error, place) for place, error in sampled]), level)


def corners(pairs: Pairs) -> Points:
    """Return the levels and errors of the best tests of P against Q that need no coin, from that which never rejects P on."""
    charged = sorted((pair for pair in pairs if any(pair)), key=lambda pair: pair[0] / (pair[0] + pair[1]))
    found = [(S.Zero, S.One)]
    for mass, other in charged:
        level, error = found[-1]
        found.append((level + mass, error - other))
    return found


def below(points: Iterable[tuple[Rational, Rational]]) -> Points:
    """Return the corners of the greatest convex function below these points."""
    found: Points = []
    for point in sorted(set(points)):
        if found and found[-1][0] == point[0]:
            continue
        while len(found) > 1 and _turns_down(found[-2], found[-1], point):
            found.pop()
        found.append(point)
    return found


def _turns_down(first: Any, second: Any, third: Any) -> bool:
    return (second[1] - first[1]) * (third[0] - first[0]) >= (third[1] - first[1]) * (second[0] - first[0])


def at(curve: Points, place: Rational) -> Rational:
    """Return the value of a function that is linear between its corners."""
    for (low, first), (high, last) in pairwise(curve):
        if low <= place <= high:
            return first + (last - first) * (place - low) / (high - low)
    raise ParameterError("level", "between the ends of the curve", place)
