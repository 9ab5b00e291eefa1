"""A descent as plain data, as text for a person, and checked again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from dpsym.errors import ParameterError, UndecidedError
from dpsym.parse import parse
from dpsym.prove.descent import Proof, Signed
from dpsym.prove.edges import Edges
from dpsym.prove.ratios import ONE, Ratio, gen, ratio
from dpsym.prove.statement import Chart

StepData = dict[str, Any]


def write_steps(chart: Chart, proof: Proof) -> list[StepData]:
    """Return the steps of a descent, the claim first; each refers to later ones by their places."""
    steps: list[StepData] = []
    _append(chart, proof, steps)
    return steps


def _append(chart: Chart, proof: Proof, steps: list[StepData]) -> int:
    place = len(steps)
    function = str(chart.write(proof.function))
    if isinstance(proof, Signed):
        steps.append({"function": function, "by": "signs"})
        return place
    inner = proof.symbol
    (symbol,) = chart.back[inner].free_symbols
    steps.append(
        {
            "function": function,
            "by": "descent",
            "positive": str(chart.write(proof.positive)),
            "core": str(chart.write(proof.core)),
            "multiplier": str(chart.write(proof.multiplier)),
            "symbol": symbol.name,
            "end": str(chart.outer_end(inner, proof.end)),
            "limit": "oo" if proof.limit is None else str(chart.write(proof.limit)),
            "slope": str(chart.write(proof.slope)),
        }
    )
    steps[place]["edge"] = None if proof.edge is None else _append(chart, proof.edge, steps)
    steps[place]["rest"] = _append(chart, proof.rest, steps)
    return place


def write_quantities(chart: Chart) -> list[dict[str, str | None]]:
    """Return what the functions of the steps are polynomials in, with bounds inside the box."""
    return [
        {
            "expression": str(generator.expression.xreplace(chart.back)),
            "low": None if generator.low is None else str(generator.low),
            "high": None if generator.high is None else str(generator.high),
        }
        for generator in chart.tower.generators
    ]


def explain_steps(steps: Sequence[Mapping[str, Any]], place: int = 0, indent: str = "") -> list[str]:
    """Return a descent as lines for a person."""
    step = steps[place]
    lines = [f"{indent}to show: {step['function']} >= 0"]
    if step["by"] == "signs":
        reason = "it is 0" if step["function"] == "0" else "each of its factors keeps its sign, and the signs agree"
        return [*lines, f"{indent}  {reason}"]
    if step["positive"] != "1":
        lines.append(f"{indent}  drop the factor {step['positive']}, which is not negative")
    if step["multiplier"] != "1":
        lines.append(f"{indent}  multiply by {step['multiplier']}, which is positive")
    symbol, end, limit = step["symbol"], step["end"], step["limit"]
    lines.append(
        f"{indent}  as {symbol} tends to {end}, {step['core']}"
        + ("" if step["multiplier"] == "1" else ", so multiplied,")
        + f" tends to {limit}"
    )
    if step["edge"] is not None and limit != "0":
        lines += explain_steps(steps, step["edge"], indent + "    ")
    lines.append(f"{indent}  away from there it changes in {symbol} at the rate {step['slope']}")
    return lines + explain_steps(steps, step["rest"], indent + "  ")


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
        if step.get("by") != "descent":
            raise ParameterError("reason of a step", "signs or descent", step.get("by"))
        return self._descends(step, function, place)

    def _descends(self, step: Mapping[str, Any], function: Ratio, place: int) -> bool:
        tower = self.chart.tower
        core, multiplier = self._read(step, "core"), self._read(step, "multiplier")
        if core.top == 0 or tower.sign_of(multiplier) != 1:
            raise UndecidedError(f"the multiplier {step['multiplier']} is not certainly positive")
        strict = self._not_negative(tower.times(function, ratio(core.bottom, core.top)))
        product = tower.times(core, multiplier)
        inner, end = self.chart.inner_end(self.names.get(step["symbol"]), step["end"])
        limit = self.edges.limit(product, inner, end)
        if limit is None or limit == -1:
            raise UndecidedError(f"no limit of {step['core']} is certain at {step['end']}")
        if isinstance(limit, Ratio):
            self._agree(limit, self._read(step, "limit"), "the limit and what is said of it")
            self.shows(limit, step["edge"], place)
        slope = tower.derivative(product, inner)
        away = slope if end == tower.domain[inner][0] else ratio(-slope.top, slope.bottom)
        return self.shows(away, step["rest"], place) and strict

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
        tower, inverse = self.chart.tower, ratio(other.bottom, other.top)
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
