"""Decide an equation or an inequality at one point, by balls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from sympy import Basic, Eq, Expr, Ge, Gt, I, Lt, Ne, S, nan, zoo
from sympy.core.relational import Relational

from dpsym.enclose import Ball, enclose
from dpsym.enclose.unreal import is_unreal
from dpsym.errors import NotDerivedError, ParameterError, UndecidedError
from theorems.errors import EntryError

DIGITS = 30
_REMEMBERED = 1 << 13
_STORED_DIGITS = 20


@dataclass(frozen=True)
class Comparison:
    """What the balls of both sides say.

    The relation holds, fails, is met with equality to `DIGITS` digits (a tie), or is undecided; or it is unreal: one side is certainly
    no real number, so that the statement says nothing that could hold.
    """

    verdict: str
    left: str
    right: str
    margin: float | None = None
    balls: tuple[Ball, ...] = field(default=(), compare=False)

    def row(self, point: Mapping[Basic, Any]) -> dict[str, Any]:
        """Return the point and the balls of both sides there, as a certificate stores them; no balls where none were needed."""
        found = {name: ball_text(ball) for name, ball in zip(("left", "right"), self.balls, strict=False)}
        return {"at": point_text(point), **found}

    @property
    def holds(self) -> bool:
        """Whether the relation holds (a non-strict one also where both sides agree to all digits computed)."""
        return self.verdict in ("holds", "tie")

    @property
    def fails(self) -> bool:
        """Whether the relation certainly fails, or has a side that is no real number."""
        return self.verdict in ("fails", "unreal")


def compare(relation: Basic, values: Mapping[Basic, Any], digits: int = DIGITS) -> Comparison:
    """Enclose both sides of a relation at a point and compare the balls."""
    if relation in (S.true, S.false):
        return Comparison("holds" if relation is S.true else "fails", str(relation), "")
    if not isinstance(relation, Relational):
        raise EntryError(f"relation must be an equation or an inequality, got {relation!r}")
    # the sides are placed one by one: SymPy would decide a placed relation itself, in floats
    try:
        first, second = (side.xreplace(dict(values)) for side in (relation.lhs, relation.rhs))
    except ParameterError as error:  # no law has these parameters
        return Comparison("unreal", str(error), "")
    if any(side.has(I, nan, zoo) and is_unreal(side) for side in (first, second)):
        return _unreal(first, second)
    if first == second:
        return Comparison("fails" if isinstance(relation, (Lt, Gt, Ne)) else "tie", str(first), str(second), 0.0)
    try:
        left, right = (ball_of(side, digits) for side in (first, second))
    except (UndecidedError, NotDerivedError) as error:
        if is_unreal(first) or is_unreal(second):
            return _unreal(first, second)
        return Comparison("undecided", str(error), "")
    if isinstance(relation, (Ge, Gt)):
        verdict, margin = _order(right, left, isinstance(relation, Gt))
    elif isinstance(relation, (Eq, Ne)):
        verdict, margin = _equal(left, right)
        if isinstance(relation, Ne):
            verdict = {"holds": "undecided", "tie": "undecided", "fails": "holds"}.get(verdict, verdict)
    else:
        verdict, margin = _order(left, right, isinstance(relation, Lt))
    return Comparison(verdict, str(left), str(right), margin, (left, right))


def _unreal(left: Expr, right: Expr) -> Comparison:
    one, other = (f"{side} (no real number)" if is_unreal(side) else str(side) for side in (left, right))
    return Comparison("unreal", one, other)


def ball_of(value: Expr, digits: int = DIGITS) -> Ball:
    """Return the ball of a number; what was enclosed lately is not enclosed again.

    Raises
    ------
    UndecidedError
        If it cannot be enclosed.
    """
    found = _remembered(value, digits)
    if isinstance(found, UndecidedError):
        raise found
    return found


@lru_cache(_REMEMBERED)
def _remembered(value: Expr, digits: int) -> Ball | UndecidedError:
    try:
        return enclose(value, {}, digits)
    except UndecidedError as error:
        return error.with_traceback(None)


def ball_text(ball: Ball) -> str:
    """Return a ball as text, rounded outwards: ``[0.61912 +/- 4e-6]``, ``3``, ``oo``."""
    return ball.value.str(_STORED_DIGITS) if ball.value.is_finite() else str(ball)


def point_text(point: Mapping[Basic, Any]) -> dict[str, str]:
    """Return a point as text, exactly."""
    return {str(name): str(value) for name, value in point.items()}


def _order(small: Ball, great: Ball, strict: bool) -> tuple[str, float | None]:
    if small.certainly_below(great):
        return "holds", _relative_gap(small, great)
    if great.certainly_below(small):
        return "fails", _relative_gap(small, great)
    return ("undecided", None) if strict else ("tie", 0.0)


def _equal(left: Ball, right: Ball) -> tuple[str, float | None]:
    if left.overlaps(right):
        return "tie", 0.0
    return "fails", _relative_gap(left, right)


def _relative_gap(left: Ball, right: Ball) -> float | None:
    size = max(abs(left.mid), abs(right.mid))
    return (right.mid - left.mid) / size if 0 < size < float("inf") else None
