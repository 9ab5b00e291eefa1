"""A descent as plain data, as text for a person, and checked again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from dpsym.prove.chart import Chart
from dpsym.prove.descent import Arch, Monotone, Proof, Signed, Turned, Valley
from dpsym.prove.ratios import Ratio

StepData = dict[str, Any]
_BY: dict[type, str] = {Monotone: "descent", Turned: "turn", Valley: "valley", Arch: "arch"}


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
    step: StepData = {"function": function, "by": _BY[type(proof)]}
    step |= {name: str(chart.write(getattr(proof, name))) for name in ("positive", "core")}
    steps.append(step)
    if isinstance(proof, Turned):
        step["quantity"] = str(chart.tower.generators[proof.place].expression.xreplace(chart.back))
    else:
        _append_slope(chart, proof, step, steps)
    step["rest"] = _append(chart, proof.rest, steps)
    return place


def _append_slope(chart: Chart, proof: Monotone | Valley | Arch, step: StepData, steps: list[StepData]) -> None:
    """Write what is said of a derivative, and the steps on what happens at an end or inside."""
    (symbol,) = chart.back[proof.symbol].free_symbols
    step |= {"multiplier": str(chart.write(proof.multiplier)), "symbol": symbol.name}
    if isinstance(proof, Monotone):
        step |= {"end": str(chart.outer_end(proof.symbol, proof.end)), "limit": _limit(chart, proof.limit)}
    elif isinstance(proof, Valley):
        step["at"] = str(_outer_place(chart, proof.symbol, proof.at))
    else:
        step |= {"weight": str(chart.write(proof.weight)), "limits": [_limit(chart, limit) for limit in proof.limits]}
    step["slope"] = str(chart.write(proof.slope))
    if isinstance(proof, Arch):
        step["edges"] = [None if edge is None else _append(chart, edge, steps) for edge in proof.edges]
    else:
        step["edge"] = None if proof.edge is None else _append(chart, proof.edge, steps)


def _limit(chart: Chart, limit: Ratio | None) -> str:
    return "oo" if limit is None else str(chart.write(limit))


def _outer_place(chart: Chart, inner: sp.Symbol, at: Ratio) -> sp.Expr:
    """Return a place inside the interval of an inner variable as one in the box."""
    (change,) = (change for change in chart.shift.values() if change.has(inner))
    return sp.expand(change.subs(inner, chart.write(at)))


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
    if step["by"] == "turn":
        lines.append(
            f"{indent}  take {step['quantity']} out of {step['core']}, by a logarithm or a power of what stands on both sides"
        )
        return lines + explain_steps(steps, step["rest"], indent + "  ")
    if step["multiplier"] != "1":
        lines.append(f"{indent}  multiply by {step['multiplier']}, which is positive")
    return lines + _EXPLAINED[step["by"]](steps, step, indent)


def _explain_descent(steps: Sequence[Mapping[str, Any]], step: Mapping[str, Any], indent: str) -> list[str]:
    symbol, end, limit = step["symbol"], step["end"], step["limit"]
    lines = [f"{indent}  as {symbol} tends to {end}, {step['core']}{_so(step)} tends to {limit}"]
    if step["edge"] is not None and limit != "0":
        lines += explain_steps(steps, step["edge"], indent + "    ")
    lines.append(f"{indent}  away from there it changes in {symbol} at the rate {step['slope']}")
    return lines + explain_steps(steps, step["rest"], indent + "  ")


def _explain_valley(steps: Sequence[Mapping[str, Any]], step: Mapping[str, Any], indent: str) -> list[str]:
    symbol, at = step["symbol"], step["at"]
    lines = [f"{indent}  {step['core']}{_so(step)} is least where {symbol} = {at}; it is not negative there"]
    lines += explain_steps(steps, step["edge"], indent + "    ")
    lines.append(f"{indent}  for its derivative in {symbol} is {symbol} - ({at}) times {step['slope']}")
    return lines + explain_steps(steps, step["rest"], indent + "  ")


def _explain_arch(steps: Sequence[Mapping[str, Any]], step: Mapping[str, Any], indent: str) -> list[str]:
    symbol, (low, high) = step["symbol"], step["limits"]
    lines = [f"{indent}  at the ends of the range of {symbol}, {step['core']}{_so(step)} tends to {low} and to {high}"]
    for limit, edge in zip(step["limits"], step["edges"], strict=True):
        if edge is not None and limit != "0":
            lines += explain_steps(steps, edge, indent + "    ")
    lines.append(
        f"{indent}  between them it rises, then falls: its derivative times {step['weight']}, which is positive,"
        f" falls at the rate {step['slope']}"
    )
    return lines + explain_steps(steps, step["rest"], indent + "  ")


def _so(step: Mapping[str, Any]) -> str:
    return "" if step["multiplier"] == "1" else ", so multiplied,"


_EXPLAINED = {"descent": _explain_descent, "valley": _explain_valley, "arch": _explain_arch}
