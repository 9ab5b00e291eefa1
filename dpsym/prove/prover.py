"""Prove or refute a statement over a box: by normal forms, by derivative descent, by covers of what is compact."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from flint import arb

from dpsym.ball import Ball, check_positive_integer
from dpsym.errors import DpsymError, NotDerivedError, ParameterError
from dpsym.prove.attempt import Attempt, Progress
from dpsym.prove.outcome import Face, Proved, Refuted, Undecided
from dpsym.prove.statement import Chart, Goal, Spans, Statement, check_conditions, read_box, read_statement
from dpsym.prove.witness import Point, candidates, certified_gap, witness

Outcome = Proved | Refuted | Undecided


def prove(
    statement: Statement,
    box: Any,
    *,
    boxes: int = 20000,
    seconds: float = 20,
    jobs: int = 1,
    progress: Progress | None = None,
    resume: Undecided | None = None,
) -> Outcome:
    """Prove a statement over a box, refute it, or tell what was left over.

    Parameters
    ----------
    statement : comparison, Monotone or Convex
        One of ``<= < >= > == !=`` between two expressions; divergences in them are derived first.
    box : mapping of Symbol to (low, high) or Interval
        Ends rational or infinite. A pair is closed at its finite ends, as far as both sides are defined there.
    boxes : int, optional
        The greatest number of boxes in the cover of a part.
    seconds : float, optional
        When to break off.
    jobs : int, optional
        Processes that share the boxes of a long cover.
    progress : callable, optional
        Told, at each box of a cover, how many are proved and how many are open.
    resume : Undecided, optional
        An earlier outcome of the same statement and box, whose proved parts are kept.

    Raises
    ------
    ParameterError
        If the statement or the box is not one, or `resume` belongs to another.
    NotDerivedError
        If a divergence cannot be derived, or its derived form needs more than the box promises.

    Examples
    --------
    >>> from sympy import exp
    >>> from dpsym.parameters import eps
    >>> print(prove(1 + eps <= exp(eps), {eps: (0, 1)}).explain())
    epsilon + 1 <= exp(epsilon) on epsilon in (0, 1], by descent
      to show: -epsilon + exp(epsilon) - 1 >= 0
        as epsilon tends to 0, -epsilon + exp(epsilon) - 1 tends to 0
        away from there it changes in epsilon at the rate exp(epsilon) - 1
        to show: exp(epsilon) - 1 >= 0
          each of its factors keeps its sign, and the signs agree
    """
    start = time.monotonic()
    check_positive_integer("boxes", boxes)
    check_positive_integer("jobs", jobs)
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds > 0:
        raise ParameterError("seconds", "positive", seconds)
    goal = read_statement(statement)
    spans = read_box(box, goal)
    if resume is not None and (resume.statement != statement or resume.box != spans):
        raise ParameterError("outcome to resume", "one of the same statement and box", resume)
    session = _Session(statement, spans, boxes, start + seconds, jobs, progress, start)
    return session.settle(goal, spans, resume)


@dataclass(frozen=True)
class _Session:
    """What one call of `prove` was asked, and when it has to end."""

    statement: Statement
    spans: Spans
    boxes: int
    deadline: float
    jobs: int
    progress: Progress | None
    start: float

    def settle(self, goal: Goal, spans: Spans, resume: Undecided | None = None) -> Outcome:
        """Return the outcome of a goal."""
        if goal.kind == "==":
            return self._identity(goal, spans)
        if goal.kind == "!=":
            return self._apart(goal, spans)
        attempt = Attempt(goal, spans, self.boxes, self.deadline, self.jobs, self.progress)
        if resume is None:
            attempt.run()
        else:
            attempt.pieces += resume.pieces
            attempt.resume(resume.started, resume.leftover)
        if attempt.witness is not None:
            return self._fails(spans, *attempt.witness)
        if attempt.leftover:
            return self._open(spans, attempt)
        proved = Proved(self.statement, spans, goal, tuple(attempt.pieces), self._spent())
        return self._strictly(goal, spans, attempt, proved) if goal.kind == "<" else proved

    def _spent(self) -> float:
        return time.monotonic() - self.start

    def _fails(self, spans: Spans, point: Point, margin: Ball) -> Refuted:
        return Refuted(self.statement, spans, point, margin, self._spent())

    def _open(self, spans: Spans, attempt: Attempt) -> Undecided:
        return Undecided(
            self.statement,
            spans,
            tuple(attempt.pieces),
            tuple(attempt.leftover),
            attempt.reason,
            self._spent(),
            tuple(attempt.started),
        )

    def _identity(self, goal: Goal, spans: Spans) -> Outcome:
        """Compare normal forms; where they differ, look for a point at which the sides do."""
        try:
            chart = Chart(spans)
            check_conditions(goal, chart)
            if goal.value(chart.tower, chart.shift).top == 0:
                return Proved(self.statement, spans, goal, (), self._spent())
        except NotDerivedError:
            if goal.conditions:
                raise
        for point in candidates(spans):
            margin = certified_gap(goal.left, goal.right, point)
            if margin is not None:
                return self._fails(spans, point, margin)
        return Undecided(
            self.statement, spans, (), (spans,), "the normal forms differ, but no values do", self._spent()
        )

    def _apart(self, goal: Goal, spans: Spans) -> Outcome:
        """Show that one side is below the other throughout; or find a point where they are equal."""
        for point in candidates(spans):
            if (goal.left - goal.right).xreplace(point) == 0:
                return self._fails(spans, point, Ball(arb(0)))
        for left, right in ((goal.left, goal.right), (goal.right, goal.left)):
            if witness(left, right, spans) is None:
                return self.settle(replace(goal, kind="<", left=left, right=right), spans)
        return Undecided(
            self.statement, spans, (), (spans,), "each side is the greater one somewhere", self._spent()
        )

    def _strictly(self, goal: Goal, spans: Spans, attempt: Attempt, proved: Proved) -> Outcome:
        """Add the closed faces of the box, and the faces along which it was cut."""
        places = [(symbol, end) for symbol, span in spans.items() for end in span.closed] + attempt.cuts
        faces: list[Face] = []
        for symbol, end in places:
            left, right = (side.xreplace({symbol: end}) for side in (goal.left, goal.right))
            rest = {other: span for other, span in spans.items() if other is not symbol}
            if any(side.has(sp.zoo, sp.nan, sp.oo, -sp.oo) for side in (left, right)):
                if (symbol, end) in attempt.cuts:
                    return replace(
                        self._open(spans, attempt),
                        leftover=(spans,),
                        reason="undefined on a face inside the box",
                    )
                continue  # not a point of the statement's domain
            found = self.on_face(replace(goal, left=left, right=right), rest)
            if isinstance(found, Refuted):
                return self._fails(spans, {**found.witness, symbol: end}, found.margin)
            if isinstance(found, Undecided):
                return replace(found, box=spans, reason=f"on the face {symbol} = {end}: {found.reason}")
            faces.append(Face(symbol, end, found))
        return replace(proved, faces=tuple(faces), seconds=self._spent())

    def on_face(self, goal: Goal, spans: Spans) -> Outcome:
        """Return the outcome on a face, or at a point."""
        if spans and _vanishes(goal, spans):
            return self._fails(spans, candidates(spans)[0], Ball(arb(0)))
        if spans:
            return self.settle(goal, spans)
        margin = certified_gap(goal.left, goal.right, {})
        if margin is None and sp.simplify(goal.right - goal.left) == 0:
            margin = Ball(arb(0))
        if margin is None:
            return Undecided(self.statement, spans, (), (spans,), "no certain sign", self._spent())
        return (
            Proved(self.statement, spans, goal, (), self._spent())
            if margin.is_positive()
            else self._fails(spans, {}, margin)
        )


def _vanishes(goal: Goal, spans: Spans) -> bool:
    try:
        chart = Chart(spans)
        return bool(goal.value(chart.tower, chart.shift).top == 0)
    except DpsymError:
        return False
