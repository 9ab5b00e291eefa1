"""The pair on two points that a trade-off function allows: of a convex polynomial, where what it loses is known from below."""

from __future__ import annotations

import math
from collections.abc import Callable

from sympy import Poly, Rational, S, degree, sympify

from dpsym.ball import as_fraction
from dpsym.conversion.orders import golden
from dpsym.conversion.two_points import TwoPoints
from dpsym.errors import UndecidedError
from dpsym.guarantees.notions import TradeOffDP

_GRID, _CLOSE, _FARTHEST = 200, 1e-12, 600.0


def tested_pair(value: TradeOffDP, gain: Callable[[float, float], float]) -> TwoPoints:
    r"""Return a pair of which every test, in both directions, has the errors that a promise asks for at least.

    The tests of a pair on two points have the errors on the lines from (0, 1) to :math:`(q, 1 - p)` and on to (1, 0). They lie above
    a convex f where :math:`1 - p = f(q)`, and those of the pair swapped where :math:`f(1 - p) \le q`.

    Parameters
    ----------
    value : TradeOffDP
        f.
    gain : callable
        From about p and q to what is to be greatest.

    Raises
    ------
    UndecidedError
        If f is no polynomial with rational coefficients that is convex on [0, 1], from 1 to 0, or the pair that gains the most does not
        keep the promise swapped.
    """
    curve = polynomial_of(value)

    def height(log_q: float) -> float:
        q = math.exp(log_q)
        return -gain(1 - float(curve.eval(Rational(q))), q)

    # of a small delta the pair that loses the most has a q close to 0
    places = sorted(
        [math.log(k / _GRID) for k in range(1, _GRID)] + [-_FARTHEST * (k / _GRID) ** 2 for k in range(20, _GRID)]
    )
    best = min(range(len(places)), key=lambda k: height(places[k]))
    place, _ = golden(height, places[max(best - 1, 0)], places[min(best + 1, len(places) - 1)], _CLOSE)
    q = Rational(math.exp(place))
    rest = curve.eval(q)
    if not (curve.eval(rest) <= q and rest <= 1 - q):
        raise UndecidedError("the pair that loses the most does not keep the promise the other way round")
    return TwoPoints(1 - as_fraction(rest), as_fraction(q))


def polynomial_of(value: TradeOffDP) -> Poly:
    """Return a trade-off function that is a convex polynomial.

    Raises
    ------
    UndecidedError
        If it is no polynomial with rational coefficients that is convex on [0, 1], from 1 to 0.
    """
    level = value.tradeoff.variable
    expr = sympify(value.tradeoff.expr)
    if value.free_symbols or not expr.is_polynomial(level) or degree(expr, level) < 1:
        raise UndecidedError("the trade-off function is no polynomial")
    curve = Poly(expr, level)
    if not all(each.is_Rational for each in curve.all_coeffs()) or (curve.eval(0), curve.eval(1)) != (1, 0):
        raise UndecidedError("the trade-off function is no polynomial with rational coefficients from 1 to 0")
    bend = curve.diff(level).diff(level)
    if bend.is_zero is False and (bend.eval(Rational(1, 2)) <= 0 or _turns(bend)):
        raise UndecidedError("the trade-off function is not known to be convex")
    return curve


def _turns(bend: Poly) -> bool:
    """Return whether a polynomial that is positive at 1/2 has a root inside (0, 1)."""
    ends = sum(1 for end in (S.Zero, S.One) if bend.eval(end) == 0)
    return bool(bend.degree() > 0 and bend.count_roots(0, 1) > ends)
