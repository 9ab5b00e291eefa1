"""Derivative descent: strip factors of known sign, look at an end, differentiate, repeat.

If g is not negative in the limit at an end of the interval of x, and its derivative points up from there, then g is
not negative. What is left has fewer logarithms, error functions or terms each time, until its coefficients tell its sign.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from dpsym.errors import DpsymError
from dpsym.prove.edges import Edges
from dpsym.prove.ratios import ONE, Poly, Ratio, coefficients, gen, ratio
from dpsym.prove.samples import Samples
from dpsym.prove.tower import Tower

_GREATEST_DEPTH = 14
_MOST_NODES = 250
_WEIGHT = {"logarithm": 30, "error": 30, "root": 10}  # a transcendental costs as much as so many terms


@dataclass(frozen=True)
class Signed:
    """What is shown by signs alone: a product of factors each of which keeps its sign inside the domain."""

    function: Poly
    strict: bool


@dataclass(frozen=True)
class Monotone:
    r"""A descent: `function` is `positive` times `core`, and `core` times `multiplier` is monotone in `symbol`.

    Its limit at `end`, a fraction or None for oo, is not negative (`edge`, or by its sign), and `slope`, the derivative
    away from that end up to a positive factor, is not negative either (`rest`).
    """

    function: Poly
    positive: Poly
    core: Poly
    multiplier: Ratio
    symbol: sp.Symbol
    end: sp.Expr
    limit: Ratio | None
    edge: Proof | None
    slope: Ratio
    rest: Proof

    @property
    def strict(self) -> bool:
        """Whether the function is positive everywhere inside the domain."""
        return self.rest.strict


Proof = Signed | Monotone


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

    def show(self, function: Poly, variables: tuple[sp.Symbol, ...], depth: int = _GREATEST_DEPTH) -> Proof | None:
        """Return a proof that a polynomial is not negative inside the domain, or None."""
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
        for move in self._moves(core, variables):
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

    def _moves(self, core: Poly, variables: tuple[sp.Symbol, ...]) -> list[tuple[sp.Symbol, Ratio, Ratio, int]]:
        """Return variables with multipliers, the derivative and its sign, the simplest derivative first."""
        found = []
        for symbol in variables:
            if not self.tower.depends(core, symbol):
                continue
            for multiplier in self._multipliers(core, symbol):
                if self._is_late:
                    return []
                try:
                    slope = self.tower.derivative(self.tower.times(ratio(core), multiplier), symbol)
                    side = self.tower.sign(slope.bottom)
                except DpsymError:
                    continue
                if side is None or slope.top == 0:
                    continue
                signs = self.samples.signs(self._stripped(slope.top * side)[1])
                if len(signs) < 2:
                    found += [(self._cost(slope.top), symbol, multiplier, slope, sign) for sign in signs or {1, -1}]
        return [move[1:] for move in sorted(found, key=lambda move: move[0])]

    def _multipliers(self, core: Poly, symbol: sp.Symbol) -> Iterator[Ratio]:
        """Yield positive factors after which a derivative may have less in it: none, or what a function stands beside."""
        yield ratio(ONE)
        for place in self.tower.used(core):
            generator = self.tower.generators[place]
            if symbol not in generator.expression.free_symbols:
                continue
            parts = coefficients(core, place)
            if generator.kind in ("logarithm", "error") and parts[-1][0] == 1:
                beside = parts[-1][1]
                sign = self.tower.sign(beside)
                if sign and not beside.is_constant():
                    yield ratio(ONE * sign, beside)
            elif generator.kind in ("exponential", "variable") and generator.low is not None and generator.low >= 0:
                yield from (ratio(ONE, gen(place) ** power) for power, _ in parts if power)

    def _cost(self, slope: Poly) -> int:
        _, core, _ = self._stripped(slope)
        weights = (_WEIGHT.get(self.tower.generators[place].kind, 0) for place in self.tower.used(core))
        return len(core) + sum(weights)

    def _tried(
        self,
        function: Poly,
        positive: Poly,
        core: Poly,
        move: tuple[sp.Symbol, Ratio, Ratio, int],
        variables: tuple[sp.Symbol, ...],
        depth: int,
    ) -> Monotone | None:
        symbol, multiplier, slope, sign = move
        end = self.tower.domain[symbol][0 if sign > 0 else 1]
        limit = self.edges.limit(self.tower.times(ratio(core), multiplier), symbol, end)
        if limit is None or limit == -1:
            return None
        edge, value = None, None if limit == 1 else limit
        if value is not None:
            lower = tuple(other for other in variables if other is not symbol)
            side = self.tower.sign(value.bottom)
            edge = self.show(value.top * side, lower, depth - 1) if side else None
            if edge is None:
                return None
        away = ratio(slope.top * sign, slope.bottom)
        side = self.tower.sign(away.bottom)
        rest = self.show(away.top * side, variables, depth - 1) if side else None
        if rest is None:
            return None
        return Monotone(function, positive, core, multiplier, symbol, end, value, edge, away, rest)
