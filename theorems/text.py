"""Statements and domains as text, on one line each."""

from __future__ import annotations

from typing import Any

from sympy import Dummy, Eq, Interval, Max, Min, Ne, Set, Symbol, Union, latex
from sympy.core.relational import Relational

_SIGNS = {"==": "=", "!=": r"\neq", "<=": r"\leq", ">=": r"\geq", "<": "<", ">": ">"}
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


def formula_latex(formula: Any) -> str:
    """Return a statement, hypothesis or expression in LaTeX."""
    try:
        return latex(formula)
    except ValueError:
        # SymPy puts 0 for the symbols of an exponent to see whether it is constant, and there a Max may have no value
        if isinstance(formula, Relational):
            return f"{formula_latex(formula.lhs)} {_SIGNS[formula.rel_op]} {formula_latex(formula.rhs)}"
        if isinstance(formula, (Max, Min)):
            return rf"\{type(formula).__name__.lower()}\left({', '.join(map(formula_latex, formula.args))}\right)"
        named = {extreme: Dummy() for extreme in formula.atoms(Max, Min)}
        if not named:
            raise
        names = {name: formula_latex(extreme) for extreme, name in named.items()}
        return latex(formula.xreplace(named), symbol_names=names)


def domain_latex(variable: Any, values: Any) -> str:
    r"""Return the same in LaTeX, with the variable: ``$\alpha \in \left(1, \infty\right)$``, ``$P$ any law``."""
    if isinstance(variable, Symbol):
        return rf"${latex(variable)} \in {latex(values)}$"
    return f"${latex(variable)}$ {set_text(variable, values)}"


def _set_text(values: Set) -> str:
    if isinstance(values, Interval):
        left, right = "(" if values.left_open else "[", ")" if values.right_open else "]"
        return f"{left}{values.start}, {values.end}{right}"
    if isinstance(values, Union):
        return " or ".join(map(_set_text, values.args))
    return str(values)
