"""What sampling would have noticed: it goes far out within a limit of time, and says how fine it saw and where it did not look."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sympy import Rational, S, Set, Symbol, oo

from theorems.compare import Comparison, compare, point_text
from theorems.entry import Theorem
from theorems.far import ERRORS, LATE, SECONDS
from theorems.limits import in_time
from theorems.outcome import Outcome
from theorems.points import Point
from theorems.status import Status

_TELLING = 1e-3
"""Sides that overlap back nothing where this relative error of one would not be noticed."""


def beyond(
    outcome: Outcome, theorem: Theorem, near: Sequence[tuple[Point, Comparison]], far: Sequence[Point]
) -> Outcome:
    """Return what agreement at points near amounts to once one has looked far out, with what it would have noticed.

    A failure far out refutes as one near does. What cannot be decided there, or not in time, limits nothing but what was seen.
    """
    seen = [(point, resolution(comparison)) for point, comparison in near]
    late = 0
    for point in far:
        comparison = in_time(partial(_compared, theorem, point), SECONDS) if late < LATE else None
        if comparison is None:
            late += 1
        elif comparison.fails:
            detail = f"far out: left {comparison.left}, right {comparison.right}"
            margin = "" if comparison.margin is None else f"{comparison.margin:.2e}"
            row, place = comparison.row(point), point_text(point)
            return Outcome(outcome.check, outcome.leg, Status.REFUTED, detail, len(near), margin, place, (row,))
        else:
            seen.append((point, resolution(comparison)))
    known = [(point, error) for point, error in seen if error is not None]
    decided = len(known) - sum(error is not None for _, error in seen[: len(near)])
    words = [f"{decided} of {len(far)} decided far out"] if far else []
    words += filter(None, (_notices(known), unseen(theorem, [point for point, _ in known])))
    return replace(outcome, reach="; ".join(words))


def _compared(theorem: Theorem, point: Point) -> Comparison:
    try:
        return compare(theorem.statement, point)
    except ERRORS as error:
        return Comparison("undecided", str(error), "")


def resolution(comparison: Comparison) -> float | None:
    """Return the least relative error of a side that would have been noticed, 0 if any; None where nothing was decided."""
    if not comparison.holds:
        return None
    if not comparison.balls:
        return 0.0
    left, right = (ball.value for ball in comparison.balls)
    if not (left.is_finite() and right.is_finite()):
        return 0.0
    size = max(abs(left.mid()), abs(right.mid()))
    width = abs(left.mid() - right.mid()) + left.rad() + right.rad()
    if size.is_zero():
        return 0.0 if width.is_zero() else None
    found = float(width / size)
    return found if found <= _TELLING or comparison.verdict == "holds" else None


def _notices(known: Sequence[tuple[Point, float]]) -> str:
    """Return in words the least relative error that would have been noticed everywhere, and where it would have been."""
    telling = [(error, number) for number, (_, error) in enumerate(known) if error > 0]
    if not telling:
        return ""
    error, number = min(telling)
    where = ", ".join(f"{name} = {value}" for name, value in known[number][0].items())
    return f"an error of a side by {error:.0e} would be noticed" + (f" at {where}" if 0 < len(where) <= 80 else "")


def unseen(theorem: Theorem, where: Sequence[Mapping[Any, Any]]) -> str:
    """Return in words the regions in which there is no point: towards each end, and the widest one between two points."""
    if not where:
        return ""
    found, widest = [], (0.0, "")
    for name, domain in theorem.domain.items():
        values = sorted({point[name] for point in where if name in point}) if isinstance(name, Symbol) else []
        if not values:
            continue
        found += [f"{name} < {short(values[0])}"] * bool(domain.inf < values[0])
        found += [f"{name} > {short(values[-1])}"] * bool(values[-1] < domain.sup)
        inner = [value for value in values if domain.inf < value < domain.sup]
        for lower, upper in itertools.pairwise(inner):
            if domain.is_subset(S.Integers) and upper == lower + 1:
                continue
            gap = scale(domain, upper) - scale(domain, lower)
            widest = max(widest, (gap, f"{short(lower)} < {name} < {short(upper)}"))
    found += [widest[1]] * bool(widest[1])
    found += _laws_unseen(where)
    return f"unseen: {', '.join(found)}" if found else ""


def _laws_unseen(where: Sequence[Mapping[Any, Any]]) -> list[str]:
    laws = [masses for point in where for value in point.values() if (masses := getattr(value, "masses", None))]
    if not laws:
        return []
    least = min(mass for masses in laws for mass in masses if mass != 0)
    return [f"laws on more than {max(map(len, laws))} points", f"masses below {short(least)}"]


def scale(domain: Set, value: Rational) -> float:
    """Return the place of a value on the scale on which its domain lives: logarithmic towards finite ends and infinity."""
    below, above = value - domain.inf, domain.sup - value
    if domain.inf == -oo and domain.sup == oo:
        return math.asinh(float(value))
    return (math.log(below) if below < oo else 0.0) - (math.log(above) if above < oo else 0.0)


def short(value: Rational) -> str:
    """Return a number as it is where that is short, else as a decimal: exact if that is short, to three digits if not."""
    if len(text := str(value)) <= 7:
        return text
    decimals = (f"{float(value):.{digits}g}" for digits in (3, 6, 9, 13))
    return next((text for text in decimals if Rational(text) == value), f"{float(value):.3g}")
