"""Checks at the edges: a limit of the formula, and equality of the two sides of an inequality."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Basic, Eq, Expr, Rational, S, Symbol, fraction, oo, together

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
_STEPS = (6, 9, 12)


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
            for step in _STEPS:
                near = S(10) ** step if self.point == oo else self.point + Rational(1, 10**step)
                value = theorem.statement.rhs.xreplace({**others, self.symbol: near})
                rows.append({"at": point_text({**others, self.symbol: near}), "within": f"10**(-{step}/3)"})
                if not _close(value, goal, step):
                    witness = rows[-1]["at"]
                    return Outcome(
                        "limit",
                        DPSYM,
                        Status.REFUTED,
                        f"does not tend to {target}",
                        len(where),
                        witness=witness,
                        replay=(rows[0], rows[-1]),
                    )
        return Outcome(
            "limit",
            DPSYM,
            Status.SAMPLED,
            f"tends to {target}: within 10^(-k/3) at distance 10^-k",
            len(where),
            replay=tuple(rows),
        )


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
        return f"tight({sorted((str(name), str(value)) for name, value in self.at.items())}, {self.symbol}, {self.point})"

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
            meeting = self._meeting(theorem, values)
            rows += meeting
            if not meeting:
                return Outcome(
                    "tight",
                    DEFINITION,
                    Status.REFUTED,
                    "the two sides do not meet",
                    len(where),
                    witness=point_text(values),
                )
        how = "at the point given" if self.symbol is None else f"in the limit {self.symbol} -> {self.point}"
        detail = f"the two sides meet {how}"
        return Outcome("tight", DEFINITION, Status.SAMPLED, detail, len(where), replay=tuple(rows))

    def _meeting(self, theorem: Theorem, values: Mapping[Basic, Any]) -> list[dict[str, Any]]:
        """Return where the two sides were found to meet, nothing where they do not."""
        left, right = theorem.statement.lhs, theorem.statement.rhs
        if self.symbol is None:
            comparison = compare(Eq(left, right, evaluate=False), values)
            return [comparison.row(values)] if comparison.verdict == "tie" else []
        rows = []
        for step in _STEPS:
            near = S(10) ** step if self.point == oo else self.point + Rational(1, 10**step)
            place = {**values, self.symbol: near}
            if not _close(left.xreplace(place) / right.xreplace(place), S.One, step):
                return []
            rows.append({"at": point_text(place), "within": f"10**(-{step}/3)"})
        return rows


def _identity(theorem: Theorem, value: Expr, target: Expr) -> tuple[dict[str, Any], ...]:
    """Return two equal expressions with their balls at points."""
    compared = ((point, compare(Eq(value, target, evaluate=False), point)) for point in points(theorem, 6))
    rows = (comparison.row(point) for point, comparison in compared if comparison.holds)
    return {"derived": str(value), "goal": str(target)}, *rows


def _close(value: Expr, goal: Expr, step: int) -> bool:
    """Return whether the value is certainly within 10^(-step/3) of the goal, relatively (absolutely where the goal is below 1)."""
    try:
        ball, target = ball_of(value, 20), ball_of(goal, 20)
    except UndecidedError:
        return False
    return abs(ball.mid - target.mid) <= 10.0 ** (-step / 3) * max(1.0, abs(target.mid))
