"""Prove or refute a statement over a box: by normal forms, by derivative descent, by covers of what is compact."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from flint import arb

from dpsym.ball import Ball, check_positive_integer
from dpsym.errors import DpsymError, NotDerivedError, ParameterError
from dpsym.limits import MEGABYTES, SpentError, limited
from dpsym.prove.attempt import Attempt, Progress
from dpsym.prove.cases import borders
from dpsym.prove.chart import Chart, check_conditions, is_identity
from dpsym.prove.faces import at_face, opened, unsettled
from dpsym.prove.outcome import CasesPiece, Face, Proved, Refuted, Undecided
from dpsym.prove.rewritten import change, cut
from dpsym.prove.statement import Goal, Spans, Statement, read_box, read_statement
from dpsym.prove.witness import Point, candidates, certified_gap, holds, witness

Outcome = Proved | Refuted | Undecided
_SHARE = 0.6  # of the time that is left, for one way to tell cases apart
_GRACE = 1.0  # seconds after the time at which a search should have broken off by itself


def prove(
    statement: Statement,
    box: Any,
    *,
    boxes: int = 20000,
    seconds: float = 20,
    megabytes: int = MEGABYTES,
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
        Ends rational or infinite. A pair is closed at its finite ends. The box of the outcome says which ends are claimed: one is left out
        where a side is undefined, and 0 where the symbol is assumed to be positive, for SymPy may have removed from the statement what is
        so at 0 only.
    boxes : int, optional
        The greatest number of boxes in the cover of a part.
    seconds : float, optional
        When to break off.
    megabytes : int, optional
        By how much the process, and each that it starts, may grow before it is broken off.
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
    _check_limits(boxes, megabytes, jobs, seconds)
    spans: Spans = {}
    try:
        with limited(start + seconds + min(_GRACE, seconds), megabytes):
            goal = read_statement(statement)
            spans = read_box(box, goal)
            if resume is not None and (resume.statement != statement or resume.box != spans):
                raise ParameterError("outcome to resume", "one of the same statement and box", resume)
            session = _Session(statement, boxes, start + seconds, megabytes, jobs, progress, start)
            return session.settle(goal, spans, resume)
    except SpentError as reason:
        if not spans:
            raise NotDerivedError(f"the statement was not derived: {reason}") from None
        return Undecided(statement, spans, (), (spans,), str(reason), time.monotonic() - start)
    except ValueError as reason:
        # SymPy orders the arguments of a maximum as soon as they are numbers, and raises where one of them is not real
        if isinstance(reason, DpsymError) or not spans:
            raise
        return Undecided(
            statement, spans, (), (spans,), f"a side has no real value: {reason}", time.monotonic() - start
        )


def _check_limits(boxes: int, megabytes: int, jobs: int, seconds: float) -> None:
    for name, count in (("boxes", boxes), ("megabytes", megabytes), ("jobs", jobs)):
        check_positive_integer(name, count)
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds > 0:
        raise ParameterError("seconds", "positive", seconds)


@dataclass(frozen=True)
class _Session:
    """What one call of `prove` was asked, and when it has to end."""

    statement: Statement
    boxes: int
    deadline: float
    megabytes: int
    jobs: int
    progress: Progress | None
    start: float

    def settle(self, goal: Goal, spans: Spans, resume: Undecided | None = None) -> Outcome:
        """Return the outcome of a goal."""
        if not spans:
            return self._at_a_point(goal)
        if resume is None and (found := self._by_cases(goal, spans)) is not None:
            return found
        if goal.kind == "==":
            return self._identity(goal, spans)
        if goal.kind == "!=":
            return self._apart(goal, spans)
        if goal.sides()[1].has(sp.Derivative, sp.Subs):
            return self._open(spans, "a derivative is not known")
        attempt = self._attempt(goal, spans)
        if resume is not None:
            attempt.pieces += resume.pieces
            attempt.resume(resume.started, resume.leftover)
        elif not attempt.begin():
            piece = change(goal, spans, self._hurried().settle)
            if piece is not None:
                return Proved(self.statement, spans, goal, (piece,), self._spent())
            attempt.go_on()
        if attempt.witness is not None:
            return self._fails(spans, *attempt.witness)
        if attempt.leftover:
            return self._open(spans, attempt.reason, attempt)
        return self._closed(Proved(self.statement, spans, goal, tuple(attempt.pieces), self._spent()))

    def _by_cases(self, goal: Goal, spans: Spans) -> Outcome | None:
        """Cut the box where a maximum changes its argument; None if nothing changes, or no cut settles it."""
        for border in borders(goal, spans):
            if goal.kind in ("<=", "<") and (attempt := self._attempt(goal, spans)).covered_plainly():
                return self._closed(Proved(self.statement, spans, goal, tuple(attempt.pieces), self._spent()))
            for symbol, end in unsettled(goal, spans, []):
                if at_face(goal, symbol, end) is None:
                    spans = opened(spans, symbol, end)
            found = cut(goal, spans, border, self._hurried().settle)
            if isinstance(found, CasesPiece):
                return Proved(self.statement, spans, goal, (found,), self._spent())
            if found is not None:
                return self._fails(spans, *found)
        return None

    def _hurried(self) -> _Session:
        """Return a session with a share of the time that is left."""
        now = time.monotonic()
        return replace(self, deadline=now + _SHARE * (self.deadline - now))

    def _attempt(self, goal: Goal, spans: Spans) -> Attempt:
        return Attempt(goal, spans, self.boxes, self.deadline, self.megabytes, self.jobs, self.progress)

    def _spent(self) -> float:
        return time.monotonic() - self.start

    def _fails(self, spans: Spans, point: Point, margin: Ball) -> Refuted:
        return Refuted(self.statement, spans, point, margin, self._spent())

    def _open(self, spans: Spans, reason: str, attempt: Attempt | None = None) -> Undecided:
        """Return what is left over: of an attempt that is not through, its parts, else the whole."""
        if attempt is None:
            return Undecided(self.statement, spans, (), (spans,), reason, self._spent())
        pieces, leftover, started = (tuple(part) for part in (attempt.pieces, attempt.leftover, attempt.started))
        return Undecided(self.statement, spans, pieces, leftover, reason, self._spent(), started)

    def _identity(self, goal: Goal, spans: Spans) -> Outcome:
        """Compare normal forms; where they differ, look for a point at which the sides do."""
        try:
            chart = Chart(spans)
            check_conditions(goal, chart)
            if goal.value(chart.tower, chart.shift).top == 0:
                return self._closed(Proved(self.statement, spans, goal, (), self._spent()))
        except NotDerivedError:
            if goal.conditions:
                raise
        for point in candidates(spans):
            margin = certified_gap(goal.left, goal.right, point)
            if margin is not None:
                return self._fails(spans, point, margin)
        return self._open(spans, "the normal forms differ, but no values do")

    def _apart(self, goal: Goal, spans: Spans) -> Outcome:
        """Show that one side is below the other throughout; or find a point where they are equal."""
        for point in candidates(spans):
            if (goal.left - goal.right).xreplace(point) == 0:
                return self._fails(spans, point, Ball(arb(0)))
        for left, right in ((goal.left, goal.right), (goal.right, goal.left)):
            if witness(left, right, spans) is None:
                return self.settle(replace(goal, kind="<", left=left, right=right), spans)
        return self._open(spans, "each side is the greater one somewhere")

    def _closed(self, proved: Proved) -> Outcome:
        """Carry what is shown inside the box to its closed faces, and a strict claim to those along which it was cut.

        A face on which a side is undefined is no part of what is claimed: the box of the outcome leaves it out.
        """
        goal, spans, box = proved.goal, proved.box, proved.box
        faces: list[Face] = []
        for symbol, end in unsettled(goal, spans, [(piece.spans, piece.is_closed) for piece in proved.pieces]):
            where = f"on the face {symbol} = {end}"
            there, is_cut = at_face(goal, symbol, end), end not in spans[symbol].closed
            if there is None and not is_cut:
                box = opened(box, symbol, end)
                continue
            if there is None or symbol is goal.symbol:
                return self._open(spans, f"{where} a side is {'not certainly continuous' if there else 'undefined'}")
            rest = {other: span for other, span in spans.items() if other is not symbol}
            found = self._on_face(there, rest)
            if isinstance(found, Refuted):
                return self._fails(spans, {**found.witness, symbol: end}, found.margin)
            if isinstance(found, Undecided):
                return self._open(spans, f"{where}: {found.reason}")
            faces.append(Face(symbol, end, found))
        return replace(proved, box=box, faces=tuple(faces), seconds=self._spent())

    def _on_face(self, goal: Goal, spans: Spans) -> Outcome:
        """Return the outcome on a face; a strict claim fails at once where both sides are the same."""
        if spans and goal.kind == "<" and is_identity(goal, spans):
            inner = {symbol: span.middle for symbol, span in spans.items()}
            return self._fails(spans, inner, Ball(arb(0)))
        return self.settle(goal, spans)

    def _at_a_point(self, goal: Goal) -> Outcome:
        """Compare two numbers."""
        equal = is_identity(goal, {})
        margin = Ball(arb(0)) if equal else certified_gap(goal.left, goal.right, {})
        if margin is None:
            return self._open({}, "no certain sign")
        if holds(goal.kind, margin):
            return Proved(self.statement, {}, goal, (), self._spent())
        return self._fails({}, {}, margin)
