"""The trade-off function at one level from approximate privacy at every eps: the greatest of the lines that these put below it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb, ctx
from sympy import Expr, Rational, S

from dpsym.ball import as_fraction, exact_fraction, to_fmpq
from dpsym.conversion.orders import parabolic
from dpsym.guarantees.numbers import rounded_down

_BITS = 128
_DIGITS = 12
_FIRST, _FARTHEST = 0.25, 500.0
_CLOSE = 1e-4
"""Of the eps: near the best one the lines differ by its square."""
_GRAIN = 1 << 30


def envelope(given: Any, level: Rational) -> Expr:
    r"""Return a lower bound of the type II error at a level, rounded down.

    .. math:: \max_{\varepsilon \ge 0} \max\left(1 - \delta(\varepsilon) - e^\varepsilon t,\;
        e^{-\varepsilon}(1 - \delta(\varepsilon) - t)\right)

    Every eps is sound; the best one is looked for by floats.

    Parameters
    ----------
    given : Guarantee
        Whose ``profile`` answers at rational eps.
    level : Rational
        The type I error t in [0, 1].

    Raises
    ------
    NoRouteError
        If no profile is known.
    """
    share = exact_fraction("level", level)
    known: dict[Fraction, Fraction] = {}

    def line(place: float) -> Fraction:
        eps = Fraction(round(abs(place) * _GRAIN), _GRAIN)
        if eps not in known:
            known[eps] = exact_fraction("delta", given.profile(Rational(eps.numerator, eps.denominator)))
        with ctx.workprec(_BITS):
            power = arb(to_fmpq(eps)).exp()
            rest = 1 - known[eps] - share
            if place >= 0:
                return 1 - known[eps] - as_fraction(power.upper()) * share
            return rest / as_fraction(power.upper() if rest > 0 else power.lower())

    middle, value, step = 0.0, line(0.0), _FIRST
    side = 1.0 if line(step) > value else -1.0
    while step < _FARTHEST and (following := line(middle + side * step)) > value:
        middle, value, step = middle + side * step, following, 2 * step
    close = _CLOSE * max(1.0, abs(middle))
    place, _ = parabolic(lambda at: -float(line(at)), middle - step, middle, middle + step, close)
    best = max(value, line(place))
    return rounded_down(best, _DIGITS) if best > 0 else S.Zero
