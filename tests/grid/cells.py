"""The cells of the grid: every row, at every kind of parameter, asked every question; and what is wrong with an answer."""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from grid.promises import OF_PROMISES, PROMISES
from grid.questions import LOSS, NOT_HELD, OF_MECHANISMS, OF_PAIRS, ORDER, Question
from grid.rows import MECHANISMS, PAIRS, Row
from sympy import Expr, Rational, sympify

from dpsym import DpsymError
from dpsym.parameters import alpha, eps

SECONDS = 20
"""The processor time within which a cell must end, whatever the answer."""
LONG = 10
"""The processor time from which on a cell is named as slow."""
NO_FAULT = ("comparison", "refusal", NOT_HELD)
SEED = 15
SHARE = 10
"""One cell in so many is asked by default: under two minutes of processor time."""
SPARED = 6
"""How many times fewer cells are drawn of the questions that search for a route or draw a plot."""


class OverTimeError(BaseException):
    """The processor time of a cell is over; not an Exception, so that no handler takes it for an answer."""


@dataclass(frozen=True)
class Cell:
    """A row at one kind of parameter, and a question."""

    row: Row
    kind: tuple[str, Any, Fraction]
    question: Question

    def __str__(self) -> str:
        return f"{self.row.name} | {self.question.name} | {self.kind[0]}"


@dataclass
class Tally:
    """What cells ended in, and the faults."""

    ended: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)


CELLS: tuple[Cell, ...] = tuple(
    Cell(row, kind, question)
    for rows, questions in ((MECHANISMS, OF_MECHANISMS), (PAIRS, OF_PAIRS), (PROMISES, OF_PROMISES))
    for row in rows
    for kind in row.domain
    for question in questions
)


ROWS: tuple[Row, ...] = tuple(dict.fromkeys(cell.row for cell in CELLS))


def some(of: Row, share: int = SHARE) -> list[Cell]:
    """Return one cell in so many of a row, drawn with a fixed seed; where not all, of questions that search fewer, as they take most time."""
    cells = [cell for cell in CELLS if cell.row is of]
    if share == 1:
        return cells
    drawn = random.Random(f"{SEED} {of.name}")
    quick, slow = ([cell for cell in cells if cell.question.searches is searches] for searches in (False, True))
    few = len(slow) // (SPARED * share)
    return drawn.sample(quick, max(1, len(cells) // share - few)) + drawn.sample(slow, few)


@contextmanager
def _limited() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise OverTimeError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def ask(cell: Cell) -> tuple[float, Fraction, Fraction]:
    """Return the answer as a float, and the numbers of alpha and eps at which it was taken."""
    _, parameter, number = cell.kind
    numbers = {alpha: ORDER, eps: LOSS}
    if isinstance(parameter, Expr) and parameter.is_Symbol:
        numbers[parameter] = number
    answer = sympify(cell.question.ask(cell.row.make(parameter)))
    value = float(answer.subs({symbol: Rational(each.numerator, each.denominator) for symbol, each in numbers.items()}))
    return value, numbers[alpha], numbers[eps]


def run(cells: Iterable[Cell]) -> Tally:
    """Ask cells, and hold each number against the definitions."""
    tally = Tally()
    for cell in cells:
        began = time.process_time()
        try:
            with _limited():
                value, order, loss = ask(cell)
        except DpsymError as refusal:
            ended = "refusal" if str(refusal).strip() else "refusal without words"
            tally.refusals.append(f"{cell}: {type(refusal).__name__}: {refusal}")
        except OverTimeError:
            ended = f"over {SECONDS} s"
        except Exception as error:  # the fault that the grid is for
            ended = f"{type(error).__name__}: {error}"[:160]
        else:
            try:
                ended = cell.question.judge(value, cell.row, cell.kind[2], order, loss) or "comparison"
            except ArithmeticError as error:
                ended = f"no reference for {value!r}: {error}"
        tally.ended[ended if ended in NO_FAULT else "fault"] += 1
        if ended not in NO_FAULT:
            tally.faults.append(f"{cell}: {ended}")
        if (spent := time.process_time() - began) > LONG:
            tally.slow.append(f"{cell}: {spent:.0f} s")
    return tally
