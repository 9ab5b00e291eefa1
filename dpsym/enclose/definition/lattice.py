"""Cells that are sums: over the integers, or over the steps of step functions, with a proven remainder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import sympy as sp
from flint import arb, ctx, fmpq

from dpsym.enclose.arithmetic import Value, greater, signs
from dpsym.enclose.definition import growth
from dpsym.enclose.definition.charts import PLAIN, End, Place
from dpsym.enclose.definition.density import Density
from dpsym.enclose.definition.line import Cell
from dpsym.enclose.definition.weights import PLAIN_WEIGHT, Tail, Weight
from dpsym.errors import UndecidedError

_MOST_TERMS = 1 << 16
_FIRST_LOOK = 8
_INFINITY = arb("inf")
_ONE = fmpq(1)


class Node(NamedTuple):
    """A place, how much it counts for, and the depth from which on it lies in a run that goes outwards."""

    place: Place
    size: Value
    depth: arb


class Run(NamedTuple):
    """Places from the middle outwards, and the end that they go to, None of a run that stops."""

    nodes: Iterator[Node]
    end: End | None


class SumCell(Cell):
    """A cell on which the laws are sums over places."""

    is_sum = True
    reach = 1 << 17
    """A depth beyond that of all places that are looked at."""

    def runs(self) -> list[Run]:
        """Return the runs of places that make up the cell."""
        raise NotImplementedError

    def _tail(self, exponent: Density, weight: Weight, end: End) -> Tail:
        return Tail(exponent, weight, end, self.is_sum)

    def mass(self, exponent: Density, weight: Weight = PLAIN_WEIGHT) -> Value:
        ends = [run.end for run in self.runs() if run.end is not None]
        tails = [self._tail(exponent, weight, end) for end in ends]
        if not all(tail.is_integrable() for tail in tails):
            return _INFINITY
        if any(_bound(tail, arb(self.reach)) is None for tail in tails):
            raise UndecidedError("the terms that count are too far out")
        return self._sum(
            lambda node: arb(exponent.at(node.place)).exp() * weight.at(node.place),
            lambda end: self._tail(exponent, weight, end),
        )

    def _sum(self, term: Callable[[Node], Any], tail_of: Callable[[End], Tail], gap: Density | None = None) -> Value:
        """Return a sum, each run up to where the rest is proven to be small, or to be 0 by the sign of `gap`."""
        total: Value = fmpq(0)
        scale = arb(0)
        for nodes, end in self.runs():
            tail = None if end is None else tail_of(end)
            for node, is_look in _looking(nodes):
                if tail is not None and is_look:
                    if gap is not None and self._never(gap, end, node.depth, total):
                        break
                    bound = _bound(tail, node.depth)
                    if bound is not None and bound <= scale / arb(2) ** (ctx.prec + 4):
                        total = total + arb(0, bound)
                        break
                found = node.size * term(node)
                total, scale = total + found, scale.max(abs(arb(found)))
        return total

    def _clipped(self, threshold: sp.Expr, value: Callable[[Place, Any], Value]) -> Value:
        gap = self.loss.shifted(-threshold)

        def term(node: Node) -> Value:
            there = gap.at(node.place)
            possible = signs(there)
            if 1 not in possible:
                return fmpq(0)
            found = value(node.place, arb(there))
            return found if possible == {1} else arb(0).union(arb(found).max(arb(0)))

        return self._sum(term, lambda end: self._tail(self.first, PLAIN_WEIGHT, end), gap)

    def excess(self, threshold: sp.Expr) -> Value:
        return self._clipped(threshold, lambda place, gap: arb(self.first.at(place)).exp() * -(-gap).expm1())

    def above(self, threshold: sp.Expr, density: Density) -> Value:
        return self._clipped(threshold, lambda place, gap: arb(density.at(place)).exp())

    def supremum(self) -> Value:
        loss = self.loss
        if not loss.numbers[1]:
            return loss.numbers[0]
        best: Value = -_INFINITY
        for nodes, end in self.runs():
            if end is not None and growth.direction(loss.growth(end)) > 0:
                return _INFINITY
            for node, is_look in _looking(nodes):
                limit = self._limit(end, node.depth, best) if end is not None and is_look else None
                if limit is not None:
                    best = greater(best, limit, False)
                    break
                best = greater(best, loss.at(node.place), False)
        return best

    def _limit(self, end: End, depth: arb, best: Value) -> Value | None:
        """Return a ball with the supremum beyond a depth, or the best if that is not below it; None if open."""
        parts = self.loss.growth(end)
        try:
            rest = self.loss.rest(end, depth)
            if not parts:
                return rest if rest.rad() < (1 + abs(rest)) * arb(2) ** -(ctx.prec - 20) else None
            growth.decay(parts, depth)
            return best if growth.level(parts, depth) + rest < arb(best) else None
        except UndecidedError:
            return None

    def _never(self, gap: Density, end: End, depth: arb, total: Value) -> bool:
        """Whether a function is certainly not positive beyond a depth, given the sum of its positive part so far."""
        try:
            parts, rest = gap.growth(end), gap.rest(end, depth)
            if parts:
                growth.decay(parts, depth)
            return bool(growth.level(parts, depth) + rest <= 0)
        except UndecidedError:
            return False


class LatticeCell(SumCell):
    """The integers from `start` to just before `end`, each counted as often as `count` says."""

    def __init__(
        self, start: Value, end: Value, first: Density | None, second: Density | None, count: Value = _ONE
    ) -> None:
        super().__init__(start, end, first, second)
        self.count = count

    def runs(self) -> list[Run]:
        low, high = (arb(place) for place in (self.start, self.end))
        if not low.is_finite():
            first = int(high.unique_fmpz()) - 1 if high.is_finite() else 0
            left = Run(self._nodes(first, -1), End(PLAIN, -1))
            return [left] if high.is_finite() else [left, Run(self._nodes(1, 1), End(PLAIN, 1))]
        first = int(low.unique_fmpz())
        if not high.is_finite():
            return [Run(self._nodes(first, 1), End(PLAIN, 1))]
        return [Run(self._nodes(first, 1, int(high.unique_fmpz()) - first), None)]

    def _nodes(self, first: int, step: int, length: int = _MOST_TERMS + 1) -> Iterator[Node]:
        for number in range(first, first + step * length, step):
            yield Node(Place(PLAIN, fmpq(number)), self.count, arb(step * number))


def _looking(nodes: Iterator[Node]) -> Iterator[tuple[Node, bool]]:
    """Yield nodes, with whether to look at what is left; ever more rarely.

    Raises
    ------
    UndecidedError
        If there are too many.
    """
    next_look = _FIRST_LOOK
    for k, node in enumerate(nodes):
        if k >= _MOST_TERMS:
            raise UndecidedError("the sum has too many terms that count")
        yield node, k == next_look
        if k == next_look:
            next_look += max(4, next_look // 8)


def _bound(tail: Tail, depth: arb) -> arb | None:
    try:
        return tail.bound(depth)
    except UndecidedError:
        return None
