"""Statements and boxes as plain data, and as text for a person."""

from __future__ import annotations

from typing import Any

import sympy as sp

from dpsym.prove.statement import Span, Spans, Statement


def statement_data(statement: Statement) -> dict[str, Any]:
    """Return a statement as plain data, its formulas as text that `dpsym.parse` reads."""
    if isinstance(statement, sp.core.relational.Relational):
        kind = {sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">", sp.Eq: "==", sp.Ne: "!="}[type(statement)]
        return {"kind": kind, "left": str(statement.lhs), "right": str(statement.rhs)}
    found = {
        "kind": type(statement).__name__.lower(),
        "expression": str(statement.expression),
        "symbol": statement.symbol.name,
    }
    return found | ({"increasing": statement.increasing} if found["kind"] == "monotone" else {})


def write_statement(statement: Statement) -> str:
    """Return a statement as text for a person."""
    if isinstance(statement, sp.core.relational.Relational):
        return str(statement)
    kind = (
        "convex"
        if type(statement).__name__ == "Convex"
        else "nondecreasing"
        if statement.increasing
        else "nonincreasing"
    )
    return f"{statement.expression} is {kind} in {statement.symbol}"


def write_spans(spans: Spans) -> dict[str, list[str | bool]]:
    """Return a box as plain data: name to low, high, whether low is excluded, whether high is."""
    return {
        symbol.name: [str(span.low), str(span.high), span.low_open, span.high_open] for symbol, span in spans.items()
    }


def write_place(spans: Spans) -> str:
    """Return a box as text for a person."""
    return ", ".join(f"{symbol} in {_interval(span)}" for symbol, span in spans.items())


def _interval(span: Span) -> str:
    return f"{'(' if span.low_open else '['}{span.low}, {span.high}{')' if span.high_open else ']'}"
