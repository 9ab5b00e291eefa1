"""The trade-off function at one level from approximate privacy at every eps: the greatest of the lines that these put below it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sympy import Expr, Rational, S

from dpsym.ball import as_fraction, exact_fraction
from dpsym.conversion.orders import FIRST, climbed, parabolic
from dpsym.curves.error_line import error_line
from dpsym.guarantees.arrow import Kind, Request
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.nodes import Composed
from dpsym.guarantees.numbers import rounded_down, upper
from dpsym.guarantees.proof import Proof
from dpsym.guarantees.ranking import answers
from dpsym.guarantees.search import Search

_DIGITS = 12
_FARTHEST = 500.0
_CLOSE = 1e-6
"""Of the eps: about the best one the lines differ by its square, and by itself where the profile has a corner there."""
_GRAIN = 1 << 30
_ROUNDS = 2

Line = Callable[[float], Fraction]


def envelope(given: Any, level: Rational) -> Expr:
    r"""Return a lower bound of the type II error at a level, rounded down.

    .. math:: \max_{\varepsilon \ge 0} \max\left(1 - \delta(\varepsilon) - e^\varepsilon t,\;
        e^{-\varepsilon}(1 - \delta(\varepsilon) - t)\right)

    Every eps is sound; the best one is looked for by floats. All chains of theorems are walked at a few eps alone; between these the
    last step of the best chain answers.

    Parameters
    ----------
    given : Guarantee
        Whose delta is a number at rational eps.
    level : Rational
        The type I error t in [0, 1].

    Raises
    ------
    NoRouteError
        If no delta is known.
    """
    share = exact_fraction("level", level)
    if share == 1:  # no line is above 0 there, and none but the limit is at it
        return S.Zero
    best, place, walked = Fraction(0), FIRST, set()
    for _ in range(_ROUNDS):
        answer = _at(given, place)
        best = max(best, _height(_delta_of(answer.proof), place, share))
        if answer.proof.route in walked:
            break
        walked.add(answer.proof.route)
        place, height = _top(_lines(_deltas(given, answer.proof), share))
        best = max(best, height)
    else:
        best = max(best, _height(_delta_of(_at(given, place).proof), place, share))
    return rounded_down(best, _DIGITS) if best > 0 else S.Zero


def _eps(place: float) -> Rational:
    return Rational(round(abs(place) * _GRAIN), _GRAIN)


def _at(given: Any, place: float) -> Guarantee:
    return given.to_approx(eps=_eps(place))  # type: ignore[no-any-return]


def _delta_of(proof: Proof) -> Fraction:
    return as_fraction(upper(proof.value.delta))  # type: ignore[attr-defined]


def _deltas(given: Any, proof: Proof) -> Callable[[float], Fraction]:
    """Return delta at a place by the last step of a proof, where that is one from promises that stay, else by all chains."""
    arrow, search, known = proof.arrow, Search(), _argument(given, proof)
    if arrow is None or known is None:
        return lambda place: _delta_of(_at(given, place).proof)

    def delta(place: float) -> Fraction:
        request = Request(eps=_eps(place))
        for found in search.applied(arrow, proof.premises, "", known, request):
            if answers(found.value, request):
                return _delta_of(found)
        return Fraction(1)

    return delta


def _argument(given: Any, proof: Proof) -> Any:
    """Return what the last arrow of a proof was applied to, whatever eps was asked for; None where that depends on the eps."""
    arrow, node = proof.arrow, given.node
    if arrow is None or arrow.asks is not None:
        return None
    if arrow.kind in (Kind.CONVERSION, Kind.DERIVATION):
        return proof.premises[0].value
    if arrow.kind is Kind.COMPOSITION and isinstance(node, Composed) and len(node.parts) == len(proof.premises):
        return tuple((each.value, count) for each, (_, count) in zip(proof.premises, node.parts, strict=True))
    return None


def _height(delta: Fraction, place: float, share: Fraction) -> Fraction:
    """Return the line of the slope -exp(place) at the level."""
    return error_line(as_fraction(_eps(place)), delta, share, place >= 0)


def _lines(deltas: Callable[[float], Fraction], share: Fraction) -> Line:
    known: dict[Rational, Fraction] = {}

    def line(place: float) -> Fraction:
        eps = _eps(place)
        if eps not in known:
            known[eps] = deltas(place)
        return _height(known[eps], place, share)

    return line


def _top(line: Line) -> tuple[float, Fraction]:
    """Return about where a line is highest at the level, and how high, by doubling steps from 0 and parabolas."""
    # by floats: at level 0 lines rise without end, and these do not
    middle, step = climbed(lambda at: float(line(at)), _FARTHEST)
    close = _CLOSE * max(1.0, abs(middle))
    place, _ = parabolic(lambda at: -float(line(at)), middle - step, middle, middle + step, close)
    return max(((place, line(place)), (middle, line(middle))), key=lambda pair: pair[1])
