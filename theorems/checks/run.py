"""Check: the mechanism's own density integrated, or its masses summed, by code that knows no formula."""

from __future__ import annotations

import hashlib
import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from sympy import Basic, Eq, Ge, Gt, Le, Lt

from theorems.entry import Theorem
from theorems.errors import EntryError
from theorems.outcome import MECHANISM, Outcome
from theorems.points import points
from theorems.status import Status

ROUNDING = 64 * 2.0**-53
INFORMATIVE = 1e-4


class Number(Protocol):
    """A float with an absolute error, as the numeric layer returns it."""

    value: float
    error: float


@dataclass(frozen=True)
class Quadrature:
    """Compare the right side with what the running mechanism's density gives for the left side.

    Parameters
    ----------
    against : callable
        Takes the symbols of the entry by name, as floats, and returns a number with its error.
    count : int
        How many points.
    """

    against: Callable[..., Number]
    count: int = 16

    def key(self) -> str:
        return f"quadrature({function_key(self.against)}, {self.count})"

    def modules(self) -> tuple[str, ...]:
        return (self.against.__module__, "theorems.checks.run", "theorems.points", "dpsym.enclose")

    def run(self, theorem: Theorem) -> Outcome:
        if not isinstance(theorem.statement, (Eq, Le, Lt, Ge, Gt)):
            raise EntryError(f"statement of {theorem.id} must compare two numbers, got {theorem.statement}")
        worst, informative = 0.0, 0
        where = points(theorem, self.count)
        for point in where:
            stated, measured = stated_value(theorem, point), call(self.against, point)
            slack = measured.error + ROUNDING * max(abs(stated), abs(measured.value))
            gap = _violation(theorem.statement, measured.value, stated)
            if gap > slack:
                witness = {str(name): str(value) for name, value in point.items()}
                detail = f"run {measured.value!r} +/- {measured.error:.1e}, stated {stated!r}"
                return Outcome(
                    "quadrature", MECHANISM, Status.REFUTED, detail, len(where), f"{gap:.2e}", witness
                )
            informative += (
                measured.error <= INFORMATIVE * max(abs(stated), abs(measured.value))
                or measured.value == stated
            )
            worst = max(worst, gap)
        if informative < len(where) / 2:
            return Outcome(
                "quadrature",
                MECHANISM,
                Status.CLAIMED,
                "the numeric errors are too large to tell",
                len(where),
            )
        return Outcome(
            "quadrature",
            MECHANISM,
            Status.SAMPLED,
            f"{informative} of {len(where)} points informative",
            len(where),
            f"{worst:.2e}",
        )


def stated_value(theorem: Theorem, point: dict) -> float:
    """Return the right side at a point, correctly rounded from its ball."""
    from dpsym.enclose import enclose

    return enclose(theorem.statement.rhs.xreplace(dict(point)), {}, 20).mid


def call(function: Callable[..., Number], point: dict[Basic, object]) -> Number:
    """Call a numeric function with the symbols of a point by name."""
    return function(**{str(symbol): float(value) for symbol, value in point.items()})  # type: ignore[arg-type]


def _violation(statement: Basic, measured: float, stated: float) -> float:
    """Return by how much the measured left side violates the relation with the stated right side (0 where it does not)."""
    if measured == stated:
        return 0.0
    if isinstance(statement, (Le, Lt)):
        return max(0.0, measured - stated)
    if isinstance(statement, (Ge, Gt)):
        return max(0.0, stated - measured)
    gap = abs(measured - stated)
    return math.inf if math.isnan(gap) else gap


def function_key(function: Callable[..., object]) -> str:
    """Return a function's name and a digest of its source: it is part of the mathematics of the entry that hands it in."""
    digest = hashlib.sha256(inspect.getsource(function).encode()).hexdigest()[:16]
    return f"{function.__module__}.{function.__qualname__}:{digest}"
