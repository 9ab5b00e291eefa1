"""The search for a descent: which function to look at next, in which variable, times what, the cheapest first."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import sympy as sp

from dpsym.errors import DpsymError
from dpsym.prove.descent import Arch, Monotone, Proof, Signed, Turned, Valley
from dpsym.prove.edges import Edges
from dpsym.prove.ratios import ONE, Generator, Poly, Ratio, coefficients, gen, ratio
from dpsym.prove.samples import Samples
from dpsym.prove.tower import Tower
from dpsym.prove.turns import away_from, turned, valleys, value_at

_GREATEST_DEPTH = 14
_MOST_NODES = 250
ONE_RATIO = ratio(ONE)
_WEIGHT = {"logarithm": 30, "error": 30, "root": 10}  # a transcendental costs as much as so many terms
_BENT = 40  # a second derivative instead of the first
_NESTED = 60  # an exponential of one: its derivative is no simpler


@dataclass(frozen=True)
class _Slope:
    """A derivative that points up from an end (`sign` 1 at the lower one, -1 at the upper), or away from a place inside."""

    symbol: sp.Symbol
    multiplier: Ratio
    slope: Ratio
    end: sp.Expr | Ratio
    sign: int


@dataclass(frozen=True)
class _Turn:
    """What has the sign of a function and is free of one of its generators."""

    place: int
    other: Ratio


@dataclass(frozen=True)
class _Bend:
    """A derivative that, times a positive weight, does not rise: `slope` is the derivative of that, taken off."""

    symbol: sp.Symbol
    multiplier: Ratio
    weight: Ratio
    slope: Ratio


_Move = _Slope | _Turn | _Bend


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
        tower.seen = self.samples.signs
        self.deadline, self.until, self.nodes = deadline, time.process_time() + patience, nodes
        self._failed: dict[str, int] = {}

    @property
    def _is_late(self) -> bool:
        return time.monotonic() > self.deadline or time.process_time() > self.until

    def show(
        self, function: Poly, variables: tuple[sp.Symbol, ...], depth: int = _GREATEST_DEPTH, beside: Ratio = ONE_RATIO
    ) -> Proof | None:
        """Return a proof that a polynomial is not negative inside the domain, or None; `beside` is a positive factor that it had."""
        if function == 0:
            return Signed(function, strict=False)
        positive, core, strict = self._stripped(function)
        if core.is_constant():
            return Signed(function, strict) if core.leading_coefficient() > 0 else None
        key = core.repr()
        if self._failed.get(key, -1) >= depth or self.nodes <= 0 or self._is_late:
            return None
        self.nodes -= 1
        self._failed[key] = depth
        if depth == 0 or not strict or -1 in self.samples.signs(core):
            return None
        beside = self.tower.times(beside, ratio(positive))
        for _, move in sorted(self._moves(core, variables, beside), key=lambda one: one[0]):
            found = self._tried(function, positive, core, move, variables, depth)
            if found is not None:
                self._failed.pop(key, None)
                return found
        return None

    def _stripped(self, function: Poly) -> tuple[Poly, Poly, bool]:
        """Return a function as a factor that is not negative and a core; and whether the factor is positive."""
        unit, factors = function.factor()
        positive, core, strict = ONE * abs(unit), ONE * (1 if unit > 0 else -1), True
        for factor, power in factors:
            sign = self.tower.sign(factor)
            if sign is None:
                positive *= factor ** (int(power) - int(power) % 2)
                core *= factor ** (int(power) % 2)
                strict = strict and power == 1
            else:
                positive *= (factor * sign) ** int(power)
                core *= sign ** int(power)
        return positive, core, strict

    def _moves(self, core: Poly, variables: tuple[sp.Symbol, ...], beside: Ratio) -> Iterator[tuple[int, _Move]]:
        """Yield what may be done with a function, each with what its outcome costs."""
        for symbol in variables:
            if not self.tower.depends(core, symbol):
                continue
            for multiplier in self._multipliers(core, symbol, beside):
                if self._is_late:
                    return
                try:
                    yield from self._slopes(core, symbol, multiplier)
                except DpsymError:
                    continue
        for place in self.tower.used(core):
            with suppress(DpsymError):
                other = turned(self.tower, core, place)
                if other is not None:
                    yield self._cost(other.top), _Turn(place, other)

    def _slopes(self, core: Poly, symbol: sp.Symbol, multiplier: Ratio) -> Iterator[tuple[int, _Move]]:
        slope = self.tower.derivative(self.tower.times(ratio(core), multiplier), symbol)
        side = self.tower.sign(slope.bottom)
        if side is None or slope.top == 0:
            return
        signs = self.samples.signs(self._stripped(slope.top * side)[1])
        cost = self._cost(slope.top)
        if len(signs) < 2:
            for sign in signs or {1, -1}:
                yield cost, _Slope(symbol, multiplier, slope, self.tower.domain[symbol][0 if sign > 0 else 1], sign)
            return
        for at in valleys(self.tower, slope, symbol):
            yield cost, _Slope(symbol, multiplier, slope, at, 1)
        yield from self._bends(core, symbol, multiplier, slope)

    def _bends(self, core: Poly, symbol: sp.Symbol, multiplier: Ratio, slope: Ratio) -> Iterator[tuple[int, _Move]]:
        """Yield positive weights after which a derivative that changes its sign falls."""
        side = self.tower.sign(slope.bottom) or 0
        positive, rest, strict = self._stripped(slope.top * side)
        if not strict:
            return
        dropped = ratio(slope.bottom * side, positive)
        for weight in (*self._multipliers(rest, symbol, ONE_RATIO), *self._denominators(slope.bottom)):
            bend = self.tower.derivative(self.tower.times(ratio(rest), weight), symbol)
            falling = -bend
            below = self.tower.sign(bend.bottom)
            if below and self.samples.signs(self._stripped(falling.top * below)[1]) <= {1}:
                yield (
                    _BENT + self._cost(bend.top),
                    _Bend(symbol, multiplier, self.tower.times(weight, dropped), falling),
                )

    def _denominators(self, bottom: Poly) -> Iterator[Ratio]:
        """Yield the inverses of the factors of a denominator that are sums, made positive."""
        for factor, power in bottom.factor()[1]:
            sign = self.tower.sign(factor)
            if len(factor) > 1 and sign:
                yield ratio(ONE, (factor * sign) ** int(power))

    def _multipliers(self, core: Poly, symbol: sp.Symbol, beside: Ratio) -> Iterator[Ratio]:
        """Yield positive factors after which a derivative may have less in it: none, what was dropped, what a function stands beside."""
        yield ONE_RATIO
        if self.tower.depends(beside.top, symbol) or self.tower.depends(beside.bottom, symbol):
            yield beside
        for place in self.tower.used(core):
            generator = self.tower.generators[place]
            if symbol not in generator.expression.free_symbols:
                continue
            parts = coefficients(core, place)
            if generator.kind in ("logarithm", "error") and parts[-1][0] == 1:
                factor = parts[-1][1]
                sign = self.tower.sign(factor)
                if sign and not factor.is_constant():
                    yield ratio(ONE * sign, factor)
            elif generator.kind in ("exponential", "variable") and generator.low is not None and generator.low >= 0:
                yield from (ratio(ONE, gen(place) ** power) for power, _ in parts if power)

    def _cost(self, slope: Poly) -> int:
        _, core, _ = self._stripped(slope)
        return len(core) + sum(_weight(self.tower.generators[place]) for place in self.tower.used(core))

    def _tried(
        self, function: Poly, positive: Poly, core: Poly, move: _Move, variables: tuple[sp.Symbol, ...], depth: int
    ) -> Proof | None:
        if isinstance(move, _Turn):
            rest = self._shown(move.other, variables, depth)
            return None if rest is None else Turned(function, positive, core, move.place, rest)
        if isinstance(move, _Bend):
            return self._arch(function, positive, core, move, variables, depth)
        if isinstance(move.end, Ratio):
            return self._valley(function, positive, core, move, variables, depth)
        symbol, multiplier, slope, end = move.symbol, move.multiplier, move.slope, move.end
        found = self._edge(self.tower.times(ratio(core), multiplier), symbol, end, variables, depth)
        if found is None:
            return None
        value, edge = found
        away = ratio(slope.top * move.sign, slope.bottom)
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
        self, function: Poly, positive: Poly, core: Poly, move: _Bend, variables: tuple[sp.Symbol, ...], depth: int
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
        self, function: Poly, positive: Poly, core: Poly, move: _Slope, variables: tuple[sp.Symbol, ...], depth: int
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


def _weight(generator: Generator) -> int:
    """Return what a quantity costs, as so many terms."""
    if not generator.expression.free_symbols:
        return 0
    if generator.kind == "exponential" and generator.expression.as_base_exp()[1].has(sp.exp, sp.log, sp.erfc):
        return _NESTED
    return _WEIGHT.get(generator.kind, 0)
