"""The steps of a descent checked again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from dpsym.errors import ParameterError, UndecidedError
from dpsym.parse import parse
from dpsym.prove.chart import Chart
from dpsym.prove.edges import Edges
from dpsym.prove.ratios import ONE, Ratio, gen, ratio
from dpsym.prove.turns import away_from, is_inside, turned, value_at


class StepReplay:
    """Checks the steps of a descent again: every identity exactly, every sign and limit anew, nothing searched."""

    def __init__(self, chart: Chart, steps: Sequence[Mapping[str, Any]], names: Mapping[str, sp.Symbol]) -> None:
        self.chart, self.steps, self.names = chart, steps, dict(names)
        self.edges = Edges(chart.tower)

    def shows(self, claim: Ratio, place: int = 0, last: int = -1) -> bool:
        """Check that a step shows a fraction not negative; return whether it shows it positive.

        Raises
        ------
        UndecidedError
            If it does not.
        ParameterError
            If the data is damaged.
        """
        if not isinstance(place, int) or not last < place < len(self.steps):
            raise ParameterError("place of a step", f"a later one of {len(self.steps)}", place)
        step = self.steps[place]
        function = self._read(step, "function")
        self._agree(function, claim, "the function of the step and the claim")
        if step.get("by") == "signs":
            return self._not_negative(function)
        checks = {"descent": self._descends, "turn": self._turns, "valley": self._dips, "arch": self._bends}
        if step.get("by") not in checks:
            raise ParameterError("reason of a step", f"signs, {', '.join(checks)}", step.get("by"))
        core = self._read(step, "core")
        if core.top == 0:
            raise UndecidedError("the core of a step is 0")
        strict = self._not_negative(self.chart.tower.times(function, core.inverse()))
        return checks[step["by"]](step, core, place) and strict

    def _descends(self, step: Mapping[str, Any], core: Ratio, place: int) -> bool:
        tower, (product, symbol) = self.chart.tower, self._product(step, core)
        inner, end = self.chart.inner_end(symbol, step["end"])
        self._tends(step, product, inner, end, step["limit"], step["edge"], place)
        slope = tower.derivative(product, inner)
        return self.shows(slope if end == tower.domain[inner][0] else -slope, step["rest"], place)

    def _turns(self, step: Mapping[str, Any], core: Ratio, place: int) -> bool:
        tower, quantity = self.chart.tower, self._read(step, "quantity")
        generator, side = tower.single(quantity.top), tower.sign(core.bottom)
        if generator is None or not quantity.bottom.is_one() or not side:
            raise UndecidedError(f"{step['quantity']} is no quantity of the step")
        other = turned(tower, core.top * side, generator)
        if other is None:
            raise UndecidedError(f"{step['core']} is not two terms of known signs in {step['quantity']}")
        return self.shows(other, step["rest"], place)

    def _dips(self, step: Mapping[str, Any], core: Ratio, place: int) -> bool:
        tower, (product, symbol) = self.chart.tower, self._product(step, core)
        inner = self._inner(symbol)
        at = self.chart.read(self.chart.inner_place(symbol, parse(step["at"], self.names)))
        if not is_inside(tower, at, inner):
            raise UndecidedError(f"{step['at']} is not certainly inside the range of {step['symbol']}")
        strict = self.shows(value_at(tower, product, inner, at), step["edge"], place)
        self.shows(away_from(tower, tower.derivative(product, inner), inner, at), step["rest"], place)
        return strict

    def _bends(self, step: Mapping[str, Any], core: Ratio, place: int) -> bool:
        tower, (product, symbol) = self.chart.tower, self._product(step, core)
        inner, weight = self._inner(symbol), self._read(step, "weight")
        if tower.sign_of(weight) != 1:
            raise UndecidedError(f"the weight {step['weight']} is not certainly positive")
        if not len(step["limits"]) == len(step["edges"]) == 2:
            raise ParameterError("ends of an arch", "two", step["limits"])
        for end, limit, edge in zip(tower.domain[inner], step["limits"], step["edges"], strict=True):
            self._tends(step, product, inner, end, limit, edge, place)
        slope = tower.times(tower.derivative(product, inner), weight)
        return self.shows(-tower.derivative(slope, inner), step["rest"], place)

    def _product(self, step: Mapping[str, Any], core: Ratio) -> tuple[Ratio, sp.Symbol | None]:
        multiplier = self._read(step, "multiplier")
        if self.chart.tower.sign_of(multiplier) != 1:
            raise UndecidedError(f"the multiplier {step['multiplier']} is not certainly positive")
        return self.chart.tower.times(core, multiplier), self.names.get(step["symbol"])

    def _inner(self, symbol: sp.Symbol | None) -> sp.Symbol:
        if symbol not in self.chart.shift:
            raise ParameterError("symbol of a step", "a variable of the box", symbol)
        (inner,) = self.chart.shift[symbol].free_symbols
        return inner

    def _tends(
        self, step: Mapping[str, Any], value: Ratio, inner: sp.Symbol, end: sp.Expr, said: Any, edge: Any, place: int
    ) -> None:
        """Check that the limit of a function at an end is what is said of it, and not negative."""
        limit = self.edges.limit(value, inner, end)
        if limit is None or limit == -1:
            raise UndecidedError(f"no limit of {step['core']} is certain at {self.chart.outer_end(inner, end)}")
        if isinstance(limit, Ratio):
            if not isinstance(said, str):
                raise ParameterError("limit of a step", "a formula", said)
            self._agree(limit, self.chart.read(parse(said, self.names)), "the limit and what is said of it")
            self.shows(limit, edge, place)

    def _read(self, step: Mapping[str, Any], key: str) -> Ratio:
        if not isinstance(step.get(key), str):
            raise ParameterError(f"{key} of a step", "a formula", step.get(key))
        return self.chart.read(parse(step[key], self.names))

    def _agree(self, one: Ratio, other: Ratio, what: str) -> None:
        """Check that two fractions have the same sign everywhere: equal up to a positive factor."""
        if (one.top == 0) != (other.top == 0):
            raise UndecidedError(f"{what} differ")
        if one.top == 0:
            return
        tower, inverse = self.chart.tower, other.inverse()
        roots = [ratio(gen(place)) for place, generator in enumerate(tower.generators) if generator.kind == "root"]
        # times a root, a polynomial may be written in another way, so that a common factor is not seen
        if all(tower.sign_of(tower.times(tower.times(one, root), inverse)) != 1 for root in (ratio(ONE), *roots)):
            raise UndecidedError(f"{what} differ by more than a positive factor")

    def _not_negative(self, value: Ratio) -> bool:
        tower = self.chart.tower
        if value.top == 0:
            return False
        unit, factors = (value.top * tower.sign(value.bottom)).factor()
        sign, strict = (1 if unit > 0 else -1), True
        for factor, power in factors:
            one = tower.sign(factor)
            strict = strict and one is not None
            if one is None and power % 2:
                raise UndecidedError("a factor has no certain sign")
            sign *= 1 if one is None else one ** int(power)
        if sign < 0:
            raise UndecidedError("a function is negative")
        return strict
