"""The search for a descent, the cheapest move first."""

from __future__ import annotations

import math
import time

import sympy as sp

from dpsym.errors import DpsymError
from dpsym.prove.descent import Arch, Monotone, Proof, Signed, Turned, Valley
from dpsym.prove.edges import Edges
from dpsym.prove.moves import ONE_RATIO, Bend, Move, Moves, Slope, Turn
from dpsym.prove.ratios import ONE, Poly, Ratio, ratio
from dpsym.prove.samples import Samples
from dpsym.prove.tower import Tower
from dpsym.prove.turns import away_from, value_at

_GREATEST_DEPTH = 14
_MOST_NODES = 250


class Descent:
    """A search for a descent.

    Parameters
    ----------
    tower : Tower
        Where the functions live.
    deadline : float
        When to give up, on the clock of `time.monotonic`.
    patience : float
        After how many seconds of processor time to give up, however busy the machine is with other work.
    nodes : int
        How many functions to look at.
    """

    def __init__(self, tower: Tower, deadline: float, patience: float = math.inf, nodes: int = _MOST_NODES) -> None:
        self.tower, self.edges, self.samples = tower, Edges(tower), Samples(tower)
        self.moves = Moves(tower, self.samples, self._is_late)
        tower.seen = self.samples.signs
        self.deadline, self.until, self.nodes = deadline, time.process_time() + patience, nodes
        self._failed: dict[str, int] = {}

    def _is_late(self) -> bool:
        return time.monotonic() > self.deadline or time.process_time() > self.until

    def show(
        self, function: Poly, variables: tuple[sp.Symbol, ...], depth: int = _GREATEST_DEPTH, beside: Ratio = ONE_RATIO
    ) -> Proof | None:
        """Return a proof that a polynomial is not negative inside the domain, or None; `beside` is a positive factor that it had."""
        if function == 0:
            return Signed(function, strict=False)
        positive, core, strict = self.moves.stripped(function)
        if core.is_constant():
            return Signed(function, strict) if core.leading_coefficient() > 0 else None
        key = core.repr()
        if self._failed.get(key, -1) >= depth or self.nodes <= 0 or self._is_late():
            return None
        self.nodes -= 1
        self._failed[key] = depth
        if depth == 0 or not strict or -1 in self.samples.signs(core):
            return None
        beside = self.tower.times(beside, ratio(positive))
        for _, move in sorted(self.moves.of(core, variables, beside), key=lambda one: one[0]):
            found = self._tried(function, positive, core, move, variables, depth)
            if found is not None:
                self._failed.pop(key, None)
                return found
        return None

    def _tried(
        self, function: Poly, positive: Poly, core: Poly, move: Move, variables: tuple[sp.Symbol, ...], depth: int
    ) -> Proof | None:
        if isinstance(move, Turn):
            rest = self._shown(move.other, variables, depth)
            return None if rest is None else Turned(function, positive, core, move.place, rest)
        if isinstance(move, Bend):
            return self._arch(function, positive, core, move, variables, depth)
        if isinstance(move.end, Ratio):
            return self._valley(function, positive, core, move, variables, depth)
        symbol, multiplier, slope, end = move.symbol, move.multiplier, move.slope, move.end
        found = self._edge(self.tower.times(ratio(core), multiplier), symbol, end, variables, depth)
        if found is None:
            return None
        value, edge = found
        away = slope if move.sign > 0 else -slope
        rest = self._shown(away, variables, depth)
        if rest is None:
            return None
        return Monotone(function, positive, core, multiplier, symbol, end, value, edge, away, rest)

    def _edge(
        self, value: Ratio, symbol: sp.Symbol, end: sp.Expr, variables: tuple[sp.Symbol, ...], depth: int
    ) -> tuple[Ratio | None, Proof | None] | None:
        """Return the limit at an end, None for oo, with a proof that it is not negative; None without one."""
        limit = self.edges.limit(value, symbol, end)
        if not isinstance(limit, Ratio):
            return (None, None) if limit == 1 else None
        edge = self._shown(limit, _without(variables, symbol), depth)
        return None if edge is None else (limit, edge)

    def _arch(
        self, function: Poly, positive: Poly, core: Poly, move: Bend, variables: tuple[sp.Symbol, ...], depth: int
    ) -> Arch | None:
        value, found = self.tower.times(ratio(core), move.multiplier), []
        for end in self.tower.domain[move.symbol]:
            edge = self._edge(value, move.symbol, end, variables, depth)
            if edge is None:
                return None
            found.append(edge)
        rest = self._shown(move.slope, variables, depth)
        if rest is None:
            return None
        (low, below), (high, above) = found
        return Arch(
            function,
            positive,
            core,
            move.multiplier,
            move.symbol,
            (low, high),
            (below, above),
            move.weight,
            move.slope,
            rest,
        )

    def _valley(
        self, function: Poly, positive: Poly, core: Poly, move: Slope, variables: tuple[sp.Symbol, ...], depth: int
    ) -> Valley | None:
        symbol, at = move.symbol, move.end
        try:
            lowest = value_at(self.tower, self.tower.times(ratio(core), move.multiplier), symbol, at)
            away = away_from(self.tower, move.slope, symbol, at)
        except DpsymError:
            return None
        edge = self._shown(lowest, _without(variables, symbol), depth)
        rest = None if edge is None else self._shown(away, variables, depth)
        if edge is None or rest is None:
            return None
        return Valley(function, positive, core, move.multiplier, symbol, at, edge, away, rest)

    def _shown(self, value: Ratio, variables: tuple[sp.Symbol, ...], depth: int) -> Proof | None:
        """Return a proof that a fraction is not negative, or None."""
        side = self.tower.sign(value.bottom)
        if not side:
            return None
        return self.show(value.top * side, variables, depth - 1, ratio(ONE * side, value.bottom))


def _without(variables: tuple[sp.Symbol, ...], symbol: sp.Symbol) -> tuple[sp.Symbol, ...]:
    return tuple(other for other in variables if other is not symbol)
