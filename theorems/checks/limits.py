"""Checks at the edges: a limit of the formula, and equality of the two sides of an inequality."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from flint import arb, ctx
from sympy import Basic, Eq, Expr, Rational, S, Symbol, fraction, oo, together

from dpsym.ball import Ball
from dpsym.derive.rewriting import is_zero
from dpsym.derive.signs import Signs
from dpsym.errors import UndecidedError
from theorems.compare import ball_of, compare, point_text
from theorems.entry import Theorem
from theorems.outcome import DEFINITION, DPSYM, Outcome
from theorems.points import Point, points
from theorems.status import Status

_MODULES = (
    "dpsym.derive",
    "dpsym.enclose",
    "dpsym.divergences",
    "theorems.checks.limits",
    "theorems.compare",
    "theorems.points",
)
_STEPS = (6, 9, 12, 15)
_FALLS = 3
"""By how much the distance must fall, certainly, while the limit comes a thousand times nearer: as its sixth root, or faster."""
_LAST = Fraction(1, 10**7)
"""The greatest distance at the last step: a constant that is off by a millionth part does not come so near."""
_DIGITS, _BITS = 40, 160
_NOTHING = Fraction(1, 10**30)
"""A distance that balls of so many digits do not tell from 0."""


@dataclass(frozen=True)
class Limit:
    """The right side has the given limit, which is derived on its own.

    Parameters
    ----------
    symbol : Symbol
        What tends.
    point : Expr
        Where to; oo allowed.
    to : Expr
        The limit; a divergence in it is derived from its own definition.
    """

    symbol: Symbol
    point: Expr
    to: Expr

    def key(self) -> str:
        return f"limit({self.symbol}, {self.point}, {self.to})"

    def modules(self) -> tuple[str, ...]:
        return _MODULES

    def road(self) -> tuple[str, ...]:
        return ("dpsym.derive", "dpsym.enclose")

    def run(self, theorem: Theorem) -> Outcome:
        target = self.to.doit()
        if self.point not in (oo, -oo):
            numerator, denominator = fraction(together(theorem.statement.rhs))
            if (
                numerator.subs(self.symbol, self.point).simplify() == 0
                and denominator.subs(self.symbol, self.point) == 0
            ):
                quotient = numerator.diff(self.symbol) / denominator.diff(self.symbol)
                value = quotient.subs(self.symbol, self.point)
                if is_zero(value - target, Signs(theorem.domain, theorem.hypotheses)):
                    detail = f"by l'Hôpital the limit is {target}"
                    rows = _identity(theorem, value, target)
                    return Outcome("limit", DPSYM, Status.SAMPLED, detail, 1, replay=rows)
        return self._by_balls(theorem, target)

    def _by_balls(self, theorem: Theorem, target: Expr) -> Outcome:
        where = points(theorem, 6)
        rows: list[dict[str, Any]] = [{"goal": str(target)}]
        for place in where:
            others = {name: value for name, value in place.items() if name != self.symbol}
            goal = target.xreplace(others)

            def distance(values: Mapping[Basic, Any], goal: Expr = goal) -> arb:
                value, wanted = _value(theorem.statement.rhs, values), _value(goal, {})
                return abs(value - wanted) / abs(wanted).max(arb(1))

            course = _course(distance, others, self.symbol, self.point)
            rows += course.rows
            if course.status is not Status.SAMPLED:
                detail = f"does not tend to {target}: {course.words}"
                replay = (rows[0], rows[-1]) if course.rows else ()
                witness = course.rows[-1]["at"] if course.status is Status.REFUTED else {}
                return Outcome("limit", DPSYM, course.status, detail, len(where), witness=witness, replay=replay)
        detail = f"tends to {target}: {course.words}"
        return Outcome("limit", DPSYM, Status.SAMPLED, detail, len(where), replay=tuple(rows))


@dataclass(frozen=True)
class Tight:
    """The inequality cannot be improved: both sides meet at a point, or their quotient tends to 1.

    Parameters
    ----------
    at : mapping
        Values of the symbols and law variables; those left out are taken from the typical box.
    symbol, point : Symbol and Expr, optional
        The limit in which the quotient tends to 1; without them the sides are equal at `at`.
    """

    at: Mapping[Basic, Any] = field(default_factory=dict)
    symbol: Symbol | None = None
    point: Expr | None = None

    def key(self) -> str:
        return (
            f"tight({sorted((str(name), str(value)) for name, value in self.at.items())}, {self.symbol}, {self.point})"
        )

    def modules(self) -> tuple[str, ...]:
        return _MODULES

    def road(self) -> tuple[str, ...]:
        return ("dpsym.enclose",)

    def run(self, theorem: Theorem) -> Outcome:
        free = [symbol for symbol in theorem.typical if symbol not in self.at and symbol != self.symbol]
        where: list[Point] = points(theorem, 4) if free else [{}]
        rows: list[dict[str, Any]] = []
        for place in where:
            values = {**{symbol: place[symbol] for symbol in free}, **self.at}
            course = self._meeting(theorem, values)
            rows += course.rows
            if course.status is not Status.SAMPLED:
                witness = point_text(values) if course.status is Status.REFUTED else {}
                return Outcome("tight", DEFINITION, course.status, course.words, len(where), witness=witness)
        return Outcome("tight", DEFINITION, Status.SAMPLED, course.words, len(where), replay=tuple(rows))

    def _meeting(self, theorem: Theorem, values: Mapping[Basic, Any]) -> Course:
        """Return whether the two sides meet, or their quotient comes to 1."""
        left, right = theorem.statement.lhs, theorem.statement.rhs
        if self.symbol is not None:
            course = _course(
                lambda place: abs(_value(left, place) / _value(right, place) - 1), values, self.symbol, self.point
            )
            return replace(
                course, words=f"the quotient of the sides against 1, {self.symbol} -> {self.point}: {course.words}"
            )
        comparison = compare(Eq(left, right, evaluate=False), values)
        if comparison.verdict == "tie":
            return Course(Status.SAMPLED, "the two sides meet at the point given", (comparison.row(values),))
        if comparison.fails:
            return Course(Status.REFUTED, "the two sides do not meet")
        return Course(Status.CLAIMED, f"whether the two sides meet is undecided: {comparison.left}")


@dataclass(frozen=True)
class Course:
    """What a sequence towards a limit shows: whether its distance certainly falls to nothing, and where it was looked at."""

    status: Status
    words: str
    rows: tuple[dict[str, Any], ...] = ()


def _course(
    distance: Callable[[Mapping[Basic, Any]], arb], others: Mapping[Basic, Any], symbol: Symbol, point: Expr
) -> Course:
    """Follow a distance towards a limit: it must certainly fall, step by step at least as fast as is said, and end below what is said."""
    bounds: list[tuple[Fraction, Fraction]] = []
    rows: list[dict[str, Any]] = []
    for step in _STEPS:
        near = S(10) ** step if point == oo else point + Rational(1, 10**step)
        place = {**others, symbol: near}
        try:
            with ctx.workprec(_BITS):
                found = Ball(distance(place))
            low, high = (max(Fraction(0), Fraction(bound)) for bound in (found.lower, found.upper))
        except (UndecidedError, OverflowError) as error:
            return Course(Status.CLAIMED, f"undecided at {symbol} = {near}: {error}", tuple(rows))
        rows.append({"at": point_text(place), "within": f"10**(-{_exponent(high)})"})
        if bounds and high > _NOTHING and _FALLS * high > bounds[-1][0]:
            stalls = _FALLS * low > bounds[-1][1]
            words = f"the distance is {float(high):.1e} at {symbol} = {near} and {float(bounds[-1][1]):.1e} before"
            return Course(Status.REFUTED if stalls else Status.CLAIMED, words, tuple(rows))
        bounds.append((low, high))
    slow = bounds[-1][1] > _LAST
    words = f"the distance falls to {float(bounds[-1][1]):.0e} at {symbol} = {near}"
    return Course(
        Status.CLAIMED if slow else Status.SAMPLED, f"too slowly to tell: {words}" if slow else words, tuple(rows)
    )


def _exponent(bound: Fraction) -> int:
    """Return the greatest n for which the bound is at most 10^-n, no more than balls can tell."""
    least = max(bound, _NOTHING)
    exponent = math.floor(-math.log10(least)) + 1
    return next(n for n in range(exponent, exponent - 3, -1) if least * Fraction(10) ** n <= 1)


def _value(side: Expr, values: Mapping[Basic, Any]) -> arb:
    return ball_of(side.xreplace(dict(values)), _DIGITS).value


def _identity(theorem: Theorem, value: Expr, target: Expr) -> tuple[dict[str, Any], ...]:
    """Return two equal expressions with their balls at points."""
    compared = ((point, compare(Eq(value, target, evaluate=False), point)) for point in points(theorem, 6))
    rows = (comparison.row(point) for point, comparison in compared if comparison.holds)
    return {"derived": str(value), "goal": str(target)}, *rows
