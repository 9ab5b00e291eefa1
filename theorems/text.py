"""Statements and domains as text, on one line each."""

from __future__ import annotations

from typing import Any

from sympy import Eq, Interval, Ne, Set, Symbol, Union
from sympy.core.relational import Relational

_KINDS = {"AnyLaw": "law", "AnyKernel": "kernel", "AnyEvent": "event"}


def statement_text(statement: Any) -> str:
    """Return a statement or hypothesis on one line, its sides as `dpsym.parse` reads them."""
    text = str(statement)
    if isinstance(statement, Relational):
        sign = {Eq: "=", Ne: "!="}.get(type(statement), statement.rel_op)
        text = f"{statement.lhs} {sign} {statement.rhs}"
    return " ".join(text.split())  # matrices are printed over several lines


def set_text(variable: Any, values: Any) -> str:
    """Return the values of one variable in words: ``in (1, oo)``, ``any law of full support``."""
    if isinstance(variable, Symbol):
        return f"in {_set_text(values)}"
    kind = _KINDS.get(type(variable).__name__, "value")
    return f"any {kind} of full support" if getattr(values, "is_full", False) else f"any {kind}"


def _set_text(values: Set) -> str:
    if isinstance(values, Interval):
        left, right = "(" if values.left_open else "[", ")" if values.right_open else "]"
        return f"{left}{values.start}, {values.end}{right}"
    if isinstance(values, Union):
        return " or ".join(map(_set_text, values.args))
    return str(values)
