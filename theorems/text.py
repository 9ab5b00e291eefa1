"""Statements and domains as text, on one line each; text and citations as LaTeX has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Eq, Interval, Ne, Set, Symbol, Union
from sympy.core.relational import Relational

if TYPE_CHECKING:
    from dpsym.guarantees.arrow import Source
    from theorems.entry import Cite

_KINDS = {"AnyLaw": "law", "AnyKernel": "kernel", "AnyEvent": "event"}
_ESCAPES = str.maketrans(
    {symbol: rf"\{symbol}" for symbol in "{}$&%#_"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", "\n": " "}
)


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


def escape(text: str) -> str:
    """Return text that LaTeX prints as it stands."""
    return text.translate(_ESCAPES)


def cite(source: Cite | Source) -> str:
    r"""Return a citation, for example ``\cite[{Proposition 6}]{mironov2017renyi}``."""
    # braces keep a bracket in the locator from closing the optional argument
    return (
        rf"\cite[{{{escape(source.locator)}}}]{{{source.key}}}"
        if source.locator
        else rf"\cite{{{source.key}}}"
    )
