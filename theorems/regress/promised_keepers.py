"""Promises that are stronger than others, and of which compositions are known exactly: what they lose the others allow."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from flint import ctx
from sympy import Rational

from dpsym.ball import as_fraction
from dpsym.conversion.renyi_promise import Promise, promise_of
from dpsym.conversion.two_points import TwoPoints
from dpsym.curves.loss import ball_of
from dpsym.guarantees.notions import GDP, ApproxDP, BoundedRangeDP, Notion, PureDP

_SCALE = 10**30
_HALVINGS, _BITS, _GREATEST = 100, 256, Fraction(400)


def keepers(values: list[tuple[Any, int]]) -> list[tuple[Notion, int]] | None:
    """Return for each of several promises a pure, approximate or Gaussian one that implies it; None where one has none.

    Parameters
    ----------
    values : list of (Notion, int)
        Each with its count.
    """
    found = [(_keeper(value), count) for value, count in values]
    return [(value, count) for value, count in found if value is not None] if all(value for value, _ in found) else None


def _keeper(value: Any) -> Notion | None:
    if isinstance(value, (PureDP, ApproxDP, GDP)):
        return value
    if isinstance(value, BoundedRangeDP):  # losses between -eps/2 and eps/2
        return PureDP(value.eps / 2) if value.eps.is_Rational and value.eps > 0 else None
    promise = promise_of(value)
    if promise is None:
        return None
    if not promise.orders and promise.rho > 0:
        square = 2 * promise.rho * _SCALE**2
        return GDP(Rational(isqrt(square.numerator // square.denominator), _SCALE)) if square >= 1 else None
    eps = _response(promise)
    return PureDP(Rational(eps.numerator, eps.denominator)) if eps > 0 else None


def _response(promise: Promise) -> Fraction:
    """Return about the greatest eps at which randomized response, and so whatever is eps-private, certainly keeps a promise."""
    low, high = Fraction(0), _GREATEST
    with ctx.workprec(_BITS):
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            truth = as_fraction((1 / (1 + (-ball_of(middle)).exp())).mid())
            is_kept = truth < 1 and promise.is_kept(TwoPoints(truth, 1 - truth))
            low, high = (middle, high) if is_kept else (low, middle)
        return max(low - high / 10**40, Fraction(0))
