"""What may be done next with a function in a descent: in which variable, times what, the cheapest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import sympy as sp

from dpsym.errors import DpsymError
from dpsym.prove.ratios import ONE, Generator, Poly, Ratio, coefficients, gen, ratio
from dpsym.prove.samples import Samples
from dpsym.prove.tower import Tower
from dpsym.prove.turns import turned, valleys

ONE_RATIO = ratio(ONE)
_WEIGHT = {"logarithm": 30, "error": 30, "root": 10}  # a transcendental costs as much as so many terms
_BENT = 40  # a second derivative instead of the first
_NESTED = 60  # an exponential of one: its derivative is no simpler


@dataclass(frozen=True)
class Slope:
    """A derivative that points up from an end (`sign` 1 at the lower one, -1 at the upper), or away from a place inside."""

    symbol: sp.Symbol
    multiplier: Ratio
    slope: Ratio
    end: sp.Expr | Ratio
    sign: int


@dataclass(frozen=True)
class Turn:
    """What has the sign of a function and is free of one of its generators."""

    place: int
    other: Ratio


@dataclass(frozen=True)
class Bend:
    """A derivative that, times a positive weight, does not rise: `slope` is the derivative of that, taken off."""

    symbol: sp.Symbol
    multiplier: Ratio
    weight: Ratio
    slope: Ratio


Move = Slope | Turn | Bend


class Moves:
    """The moves in a tower.

    Parameters
    ----------
    tower : Tower
        Where the functions live.
    samples : Samples
        What tells which moves are in vain.
    is_late : callable
        Whether the time is spent.
    """

    def __init__(self, tower: Tower, samples: Samples, is_late: Callable[[], bool]) -> None:
        self.tower, self.samples, self.is_late = tower, samples, is_late

    def stripped(self, function: Poly) -> tuple[Poly, Poly, bool]:
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

    def of(self, core: Poly, variables: tuple[sp.Symbol, ...], beside: Ratio) -> Iterator[tuple[int, Move]]:
        """Yield what may be done with a function, each with what its outcome costs."""
        for symbol in variables:
            if not self.tower.depends(core, symbol):
                continue
            for multiplier in self._multipliers(core, symbol, beside):
                if self.is_late():
                    return
                try:
                    yield from self._slopes(core, symbol, multiplier)
                except DpsymError:
                    continue
        for place in self.tower.used(core):
            with suppress(DpsymError):
                other = turned(self.tower, core, place)
                if other is not None:
                    yield self._cost(self.stripped(other.top)[1]), Turn(place, other)

    def _slopes(self, core: Poly, symbol: sp.Symbol, multiplier: Ratio) -> Iterator[tuple[int, Move]]:
        slope = self.tower.derivative(self.tower.times(ratio(core), multiplier), symbol)
        side = self.tower.sign(slope.bottom)
        if side is None or slope.top == 0:
            return
        parts = self.stripped(slope.top * side)
        signs, cost = self.samples.signs(parts[1]), self._cost(parts[1])
        if len(signs) < 2:
            for sign in signs or {1, -1}:
                yield cost, Slope(symbol, multiplier, slope, self.tower.domain[symbol][0 if sign > 0 else 1], sign)
            return
        for at in valleys(self.tower, slope, symbol):
            yield cost, Slope(symbol, multiplier, slope, at, 1)
        yield from self._bends(symbol, multiplier, slope.bottom * side, parts)

    def _bends(
        self, symbol: sp.Symbol, multiplier: Ratio, bottom: Poly, parts: tuple[Poly, Poly, bool]
    ) -> Iterator[tuple[int, Move]]:
        """Yield positive weights after which a derivative that changes its sign falls; `parts` are its numerator's, over `bottom`."""
        positive, rest, strict = parts
        if not strict:
            return
        dropped = ratio(bottom, positive)
        for weight in (*self._multipliers(rest, symbol, ONE_RATIO), *self._denominators(bottom)):
            bend = self.tower.derivative(self.tower.times(ratio(rest), weight), symbol)
            falling = -bend
            below = self.tower.sign(bend.bottom)
            if not below:
                continue
            core = self.stripped(falling.top * below)[1]
            if self.samples.signs(core) <= {1}:
                cost = _BENT + self._cost(core)
                yield cost, Bend(symbol, multiplier, self.tower.times(weight, dropped), falling)

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

    def _cost(self, core: Poly) -> int:
        """Return what is left to show of a core, in terms."""
        return len(core) + sum(_weight(self.tower.generators[place]) for place in self.tower.used(core))


def _weight(generator: Generator) -> int:
    """Return what a quantity costs, as so many terms."""
    if not generator.expression.free_symbols:
        return 0
    if generator.kind == "exponential" and generator.expression.as_base_exp()[1].has(sp.exp, sp.log, sp.erfc):
        return _NESTED
    return _WEIGHT.get(generator.kind, 0)
