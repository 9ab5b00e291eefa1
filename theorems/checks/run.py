"""Check: the mechanism's own density integrated, or its masses summed, by code that knows no formula."""

from __future__ import annotations

import hashlib
import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from sympy import Basic, Eq, Ge, Gt, Le, Lt, srepr

from dpsym.enclose.unreal import is_unreal
from dpsym.errors import UndecidedError
from theorems.compare import ball_of, point_text
from theorems.entry import Theorem
from theorems.errors import EntryError
from theorems.outcome import MECHANISM, Outcome, suffice
from theorems.points import points
from theorems.sources import function_digest
from theorems.status import Status

ROUNDING = 64 * 2.0**-53
INFORMATIVE = 1e-4
_REMEMBERED = 1 << 13


class Number(Protocol):
    """A float with an absolute error, as the numeric layer returns it."""

    @property
    def value(self) -> float:
        """The number."""

    @property
    def error(self) -> float:
        """How far it may be off."""


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

    def road(self) -> tuple[str, ...]:
        return (self.against.__module__,)

    def run(self, theorem: Theorem) -> Outcome:
        if not isinstance(theorem.statement, (Eq, Le, Lt, Ge, Gt)):
            raise EntryError(f"statement of {theorem.id} must compare two numbers, got {theorem.statement}")
        worst, informative, undecided = 0.0, 0, 0
        where = points(theorem, self.count)
        rows: list[dict[str, Any]] = []
        for point in where:
            side = theorem.statement.rhs.xreplace(dict(point))
            if is_unreal(side):
                detail, place = f"stated {side} (no real number)", point_text(point)
                return Outcome("quadrature", MECHANISM, Status.REFUTED, detail, len(where), witness=place)
            try:
                stated = stated_value(theorem, point)
            except UndecidedError:
                undecided += 1
                continue
            measured = call(self.against, point)
            size = max(abs(stated), abs(measured.value))
            slack = measured.error + (ROUNDING * size if math.isfinite(size) else 0.0)
            gap = _violation(theorem.statement, measured.value, stated)
            place = point_text(point)
            row = {"at": place, "run": repr(measured.value), "error": repr(measured.error)}
            if gap > slack:
                detail = f"run {measured.value!r} +/- {measured.error:.1e}, stated {stated!r}"
                margin = f"{gap:.2e}"
                return Outcome("quadrature", MECHANISM, Status.REFUTED, detail, len(where), margin, place, (row,))
            rows.append(row)
            informative += (
                measured.error <= INFORMATIVE * max(abs(stated), abs(measured.value)) or measured.value == stated
            )
            worst = max(worst, gap)
        told = informative >= len(where) / 2 and suffice(len(where), undecided)
        return Outcome(
            "quadrature",
            MECHANISM,
            Status.SAMPLED if told else Status.CLAIMED,
            f"{informative} of {len(where)} points informative" + (f", {undecided} undecided" if undecided else ""),
            len(where),
            f"{worst:.2e}",
            replay=tuple(rows),
            undecided=undecided,
        )


def stated_value(theorem: Theorem, point: dict) -> float:
    """Return the right side at a point, correctly rounded from its ball."""
    return ball_of(theorem.statement.rhs.xreplace(dict(point)), 20).mid


def call(function: Callable[..., Number], point: dict[Basic, object]) -> Number:
    """Call a numeric function with the symbols of a point by name."""
    return _called(function, tuple((str(symbol), float(value)) for symbol, value in point.items()))  # type: ignore[arg-type]


@lru_cache(_REMEMBERED)
def _called(function: Callable[..., Number], named: tuple[tuple[str, float], ...]) -> Number:
    return function(**dict(named))


def _violation(statement: Basic, measured: float, stated: float) -> float:
    """Return by how much the measured left side violates the relation with the stated right side (0 where it does not).

    Infinity against a number, and what is not a number, violate it infinitely.
    """
    if measured == stated:
        return 0.0
    gap = measured - stated
    if math.isnan(gap):
        return math.inf
    if isinstance(statement, (Le, Lt)):
        return max(0.0, gap)
    return max(0.0, -gap) if isinstance(statement, (Ge, Gt)) else abs(gap)


def function_key(function: Callable[..., object]) -> str:
    """Return a function's name and a digest of its code, and of what it holds: it is part of the mathematics of the entry.

    Raises
    ------
    EntryError
        If it holds something of which no text says what it is.
    """
    if inspect.isbuiltin(function):
        return f"{function.__module__}.{function.__qualname__}"
    try:
        digest = function_digest(function.__module__, function.__qualname__)
    except LookupError:  # of no package that is followed, such as a test's
        digest = hashlib.sha256(inspect.getsource(function).encode()).hexdigest()[:16]
    return f"{function.__module__}.{function.__qualname__}:{digest}{''.join(f', {name}={_held(value)}' for name, value in _holds(function))}"


def _holds(function: Callable[..., object]) -> list[tuple[str, Any]]:
    """Return what a function knows from the one that made it, by name."""
    if inspect.ismethod(function):
        return [("self", function.__self__), *_holds(function.__func__)]
    code, cells = getattr(function, "__code__", None), getattr(function, "__closure__", None) or ()
    if (
        code is None or "<locals>" not in function.__qualname__
    ):  # of one that its maker renamed the name tells what it holds
        return []
    return [(name, cell.cell_contents) for name, cell in zip(code.co_freevars, cells, strict=True)]


def _held(value: Any) -> str:
    if isinstance(value, Basic):
        return srepr(value)
    if inspect.isroutine(value):
        return function_key(value)
    text = repr(value)
    if " at 0x" in text or " object>" in text:
        raise EntryError(f"a function of a check must hold numbers, texts, functions and records, got {text}")
    return text
