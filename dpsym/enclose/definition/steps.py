"""Staircase laws: densities that are constant on infinitely many steps."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from itertools import count
from typing import Any

from flint import arb, fmpq

from dpsym.distributions import Staircase
from dpsym.enclose.arithmetic import Value
from dpsym.enclose.definition.charts import PLAIN, End, Place
from dpsym.enclose.definition.density import Density, statistics
from dpsym.enclose.definition.growth import LINEAR, Leading
from dpsym.enclose.definition.lattice import Node, Run, SumCell
from dpsym.enclose.definition.statistics import Statistic
from dpsym.enclose.polynomials import evaluate
from dpsym.errors import NotDerivedError, UndecidedError


class Step(Statistic):
    """floor(|x - mu|/Delta + 1 - gamma), the number of the step of a point."""

    def at(self, place: Place) -> Any:
        center, width, fraction = self.numbers
        return fmpq((abs(place.point - center) / width + 1 - fraction).floor())

    def leading(self, end: End) -> Leading:
        return {LINEAR: 1 / self.parameters[1]}

    def rest(self, end: End, depth: arb) -> arb:
        """Bound it by y/Delta - gamma < floor(y/Delta + 1 - gamma) <= y/Delta + 1 - gamma, beyond the centre."""
        center, width, fraction = self.numbers
        if not depth > end.sign * center:
            raise UndecidedError("the steps are looked at before their middle")
        return arb(-fraction).union(arb(1 - fraction)) - end.sign * center / width

    def edges(self, side: int, start: fmpq) -> Iterator[fmpq]:
        """Yield the ends of its steps from around a point on, outwards, times the side."""
        center, width, fraction = self.numbers
        middle = side * center
        yield from (middle - (k + fraction) * width for k in range(_steps_between(start, middle, width), -1, -1))
        yield from (middle + (k + fraction) * width for k in count(_steps_between(middle, start, width)))


def _steps_between(low: fmpq, high: fmpq, width: fmpq) -> int:
    """Return how many steps there are between two points, in this order, or one too many; 0 if there are none."""
    return max(0, int(((high - low) / width).floor()))


class StepsCell(SumCell):
    """The whole line under two staircase laws."""

    is_sum = False
    reach = 1 << 40

    def __init__(self, first: Staircase, second: Staircase) -> None:
        super().__init__(-arb("inf"), arb("inf"), *(_density(law) for law in (first, second)))
        self.steps = [part for part in statistics(self.first, self.second) if isinstance(part, Step)]

    def runs(self) -> list[Run]:
        middle = self.steps[0].numbers[0]
        return [Run(self._nodes(side, middle), End(PLAIN, side)) for side in (-1, 1)]

    def _nodes(self, side: int, middle: fmpq) -> Iterator[Node]:
        start = side * middle
        for edge in merge(*(step.edges(side, start) for step in self.steps)):
            if edge > start:
                yield Node(Place(PLAIN, side * (start + edge) / 2), edge - start, arb(start))
                start = edge

    def _has_repeated(self, end: End, depth: arb) -> bool:
        """Whether the loss is periodic beyond the centres, and a period of it lies before a depth."""
        widths = {step.numbers[1] for step in self.steps}
        centers = [end.sign * step.numbers[0] for step in self.steps]
        return not self.loss.growth(end) and len(widths) == 1 and depth > max(centers) + 2 * widths.pop()

    def _limit(self, end: End, depth: arb, best: Value) -> Value | None:
        return best if self._has_repeated(end, depth) else super()._limit(end, depth, best)

    def _never(self, gap: Density, end: End, depth: arb, total: Value) -> bool:
        seen_none = isinstance(total, fmpq) and total == 0 and self._has_repeated(end, depth)
        return seen_none or super()._never(gap, end, depth, total)


def _density(law: Staircase) -> Density:
    location, eps, fraction, width = law.args
    if not all(isinstance(evaluate(part), fmpq) for part in (location, fraction, width)):
        raise NotDerivedError(f"the steps of {law} are not at rational points")
    return Density(law.log_height, {Step(location, width, fraction): -eps})
