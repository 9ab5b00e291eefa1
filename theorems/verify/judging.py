"""The sides of a relation at points, and what holds there."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flint import arb, ctx

from theorems.verify.definitions import TOLERANCE, UndefinedError
from theorems.verify.formula import ContradictionError, UnreadableError, Walker, compared, number, parsed, point

_COMPLETE = ("Finite", "Bernoulli", "RandomizedResponse", "KaryResponse", "ErasedResponse", "Softmax")
REPLAYED, PART, NOT, FAILED = "replayed", "in part", "not replayed", "failed"
"""What a replay says of a check."""
Record = dict[str, Any]


def relation_of(text: str) -> tuple[str, ast.expr, ast.expr]:
    """Return the kind of a relation, as `ast` names it, and its sides."""
    tree = parsed(text)
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
        raise UnreadableError(f"{text!r} is no relation")
    return type(tree.ops[0]).__name__, tree.left, tree.comparators[0]


def side_of(node: ast.expr, place: dict[str, str]) -> arb:
    """Return the value of a side at a point."""
    return _value(node, tuple(sorted(place.items())), ctx.prec)


@lru_cache(1 << 10)
def _value(node: ast.expr, place: tuple[tuple[str, str], ...], bits: int) -> arb:
    found = number(Walker(point(dict(place))).walk(node))
    if not isinstance(found, arb):
        raise UnreadableError("a side is no number")
    return found


def agree(one: arb, other: arb, loosely: bool) -> bool:
    """Return whether two balls have a number in common, or are within the tolerance of truncated sums."""
    if one.is_finite() != other.is_finite():
        return False
    if bool(one.overlaps(other)) or bool(one == other):
        return one.rad() <= abs(one) * 1e-6 + 1e-9 or not one.is_finite()
    return loosely and bool(abs(one - other) <= TOLERANCE * (1e-4 + abs(other)))


def are_finite(*sides: ast.expr) -> bool:
    """Return whether all laws in the sides are finite, so that divergences of them are complete sums."""
    called = {
        part.func.id
        for side in sides
        for part in ast.walk(side)
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)
    }
    named = {
        name
        for name in called
        if name[0].isupper() and name not in ("Max", "Min", "Abs", "Sum", "Integral", "Piecewise", "Eq", "Ne")
    }
    heads = {
        "KL",
        "ChiSquaredDivergence",
        "HockeyStick",
        "InverseProfile",
        "KernelRenyi",
        "LossCumulant",
        "LossTail",
        "MaxDivergence",
        "MaxOverSecond",
        "Renyi",
        "RenyiOverSecond",
        "RenyiUnderFirst",
        "SquaredHellinger",
        "TotalVariation",
        "TradeOff",
        "GaussianSum",
        "Probability",
    }
    built = {"ProductLaw", "Mixture", "Image", "Joint", "Kernel", "Event"}
    return named - heads - built <= set(_COMPLETE)


def places_of(outcome: Record, name: str = "at") -> list[Any]:
    """Return the points of a check; of a refutation the witness alone, which must be one of them."""
    given = outcome["given"][name]
    if outcome["status"] != "refuted":
        return given
    of = (lambda each: each["at"]) if name == "near" else (lambda each: each)
    found = [each for each in given if of(each) == outcome["witness"]]
    if not found:
        raise ContradictionError(f"the witness {outcome['witness']} is no point that the check looks at")
    return found[:1]


def check_count(outcome: Record) -> None:
    """Refuse an outcome that looked at more or fewer points than the seed draws."""
    drawn = len(outcome["given"]["at"])
    if outcome["status"] != "refuted" and outcome["points"] != drawn:
        raise ContradictionError(f"{outcome['points']} points are said to be looked at, the seed draws {drawn}")


def everywhere(places: list[Any], look: Callable[[Any], None], certain: bool) -> int:
    """Look at each place, those aside where nothing can be said here; return how many were looked at.

    Raises
    ------
    UnreadableError
        If nothing can be said anywhere, or at one place where something must be.
    """
    tried, last = 0, "no point to look at"
    for place in places:
        try:
            look(place)
            tried += 1
        except (UnreadableError, UndefinedError) as reason:
            if certain:
                raise
            last = str(reason)
    if not tried:
        raise UnreadableError(last)
    return tried


def judge(relation: str, left: arb, right: arb, loosely: bool, refuted: bool, where: dict[str, str]) -> None:
    """Hold two balls against a relation that is said to hold, or to fail.

    Raises
    ------
    ContradictionError
        If it does not.
    UnreadableError
        If the balls are too wide to tell.
    """
    same = agree(left, right, loosely)
    if relation == "Eq":
        if not same and left.is_finite() and right.is_finite() and left.overlaps(right):
            raise UnreadableError(f"the sides are known too roughly at {where}")
        holds: bool | None = same
    else:
        holds = compared(relation, left, right)
        if loosely and same and holds is False:
            holds = None
    if refuted and holds is not False:
        raise ContradictionError(f"the statement does not certainly fail at {where}")
    if not refuted and holds is False:
        raise ContradictionError(f"the statement fails at {where}: {left.str(12)} against {right.str(12)}")
