"""Whether the checks of an entry notice a mutant, or why it is no other statement."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sympy import Basic, Eq, Expr, Symbol

from dpsym.derive import derive
from dpsym.derive.rewriting import is_zero
from dpsym.divergences import Divergence, InverseProfile
from dpsym.errors import DpsymError
from theorems.compare import DIGITS, compare, point_text
from theorems.entry import Check, Theorem
from theorems.errors import EntryError, VacuousError
from theorems.mutants.operators import Misreading, Mutant
from theorems.mutants.verdict import Verdict
from theorems.outcome import TEXT, Outcome, combine
from theorems.points import Point, instances, points
from theorems.status import Status

# a mutant stops at the first check that notices: those first that take least time
_CHEAPEST_FIRST = (
    "Transcribed",
    "At",
    "Tight",
    "Quadrature",
    "Enclose",
    "Enumerate",
    "Limit",
    "Proved",
    "Dominated",
    "Derive",
    "Audit",
)
_BLIND = ("Sampling",)
"""Checks that do not read the statement: no change of it can make them notice."""
_PROBES, _COMPARED, _SECONDS = 12, 24, 30.0


def attack(original: Theorem, mutant: Mutant, status: Status) -> Verdict:
    """Run the entry's checks on a mutant until one notices; of one that none notices, ask whether it says the same.

    Parameters
    ----------
    original : Theorem
        The entry.
    mutant : Mutant
        Made of it.
    status : Status
        What the entry's checks find of the entry itself.
    """
    changed = mutant.theorem
    outcomes: list[Outcome] = []
    for check in _ordered(changed.checks):
        try:
            outcome = check.run(changed)
        except VacuousError:
            if mutant.relaxed:
                return Verdict("equivalent", "the hypothesis holds at every point tried, in a wider box too")
            return Verdict("open", f"{_name(check)} found no admissible point")
        except Exception as error:  # a check that raises is reported as open, so that the run fails
            return Verdict("open", f"{_name(check)} raised {type(error).__name__}")
        outcomes.append(outcome)
        if status is not Status.REFUTED and outcome.status is Status.REFUTED:
            return Verdict("refuted", outcome.check, outcome.witness)
        if outcome.status is Status.CONFLICT:
            witness = _witness(changed) if status is not Status.REFUTED else {}
            return Verdict("refuted" if witness else "text", outcome.check, witness)
        if outcome.leg != TEXT and outcome.status is Status.CLAIMED:
            return Verdict("open", outcome.check)
    if len(outcomes) == len(original.checks) and (found := combine(tuple(outcomes))) is not status:
        return Verdict("weaker", f"{found.value} instead of {status.value}")
    if mutant.relaxed:
        looked = max((outcome.points for outcome in outcomes), default=0)
        return Verdict("superfluous", f"holds at {looked} points without it")
    how = equivalence(original, mutant)
    return Verdict("equivalent", how) if how else Verdict("survived")


def _ordered(checks: tuple[Check, ...]) -> list[Check]:
    """Return the checks that read the statement, the cheapest first."""
    seeing = [check for check in checks if _name(check) not in _BLIND]
    place = {name: number for number, name in enumerate(_CHEAPEST_FIRST)}
    return sorted(seeing, key=lambda check: place.get(_name(check), len(place)))


def _name(check: Check) -> str:
    return type(check).__name__


def _witness(theorem: Theorem) -> dict[str, str]:
    """Return a point at which the statement fails, empty if none of a few points is one that is found in time."""
    try:
        with _limited(_SECONDS):
            return next(
                (point_text(point) for point in _places(theorem, _PROBES) if compare(theorem.statement, point).fails),
                {},
            )
    except (DpsymError, EntryError, VacuousError, TypeError):  # SymPy raises the last on comparing what is not real
        return {}


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Stop what runs inside after so much processor time: a sum whose limits are no integers may never end."""
    if threading.current_thread() is not threading.main_thread():  # signals are the main thread's
        yield
        return

    def stop(*_: object) -> None:
        raise DpsymError(f"no answer within {seconds:g} s of processor time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _places(theorem: Theorem, count: int) -> list[Point]:
    """Return points of the symbols, or small finite instances where a law is a variable."""
    if all(isinstance(name, Symbol) for name in theorem.domain):
        return points(theorem, count)
    return instances(theorem, 120)[:: max(1, 120 // count)]


def equivalence(original: Theorem, mutant: Mutant) -> str:
    """Return how a mutant was shown to say what the entry says, empty if it was not."""
    changed = mutant.theorem
    if changed.checks != original.checks:
        return _same_run(original, changed)
    if type(changed.statement) is not type(original.statement):
        return ""
    pairs = [(old, new) for old, new in zip(original.statement.args, changed.statement.args, strict=True) if old != new]
    try:
        if all(_same_form(old, new) for old, new in pairs):
            return "the engine reduces the difference to 0"
        return _same_balls(original, pairs)
    except DpsymError:
        return ""


def _same_form(old: Expr, new: Expr) -> bool:
    """Return whether the engine takes two expressions for equal, their divergences worked out."""
    if old.has(InverseProfile):  # no ball can tell
        old, new = (
            side.replace(lambda node: isinstance(node, Divergence), lambda node: derive(node).expression)
            for side in (old, new)
        )
    return not old.has(Divergence) and (old == new or is_zero(old - new))


def _same_balls(theorem: Theorem, pairs: list[tuple[Basic, Basic]]) -> str:
    """Return in words that changed sides have the values of the original ones at points, empty if they have not."""
    places = _places(theorem, _COMPARED)
    for old, new in pairs:
        if any(compare(Eq(old, new, evaluate=False), point).verdict != "tie" for point in places):
            return ""
    return f"the same balls to {DIGITS} digits at {len(places)} points"


def _same_run(original: Theorem, changed: Theorem) -> str:
    """Return in words that a misread mechanism gives the same numbers, empty if it does not."""
    misread = [run for check in changed.checks if isinstance(run := getattr(check, "against", None), Misreading)]
    places = points(original, _COMPARED)
    for run in misread:
        for point in places:
            named = {str(name): float(value) for name, value in point.items()}
            right, wrong = run.against(**named), run(**named)
            if abs(right.value - wrong.value) > right.error + wrong.error:
                return ""
    return f"the run gives the same numbers at {len(places)} points"
