"""The derivation of an equation from its definition, step by step, as a page prints it."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Dummy, Symbol, true

from dpsym.derive import attempt
from dpsym.divergences import Divergence
from theorems.limits import in_time
from theorems.memory import remembered
from theorems.registry import Registry, registry
from theorems.status import Status
from theorems.text import formula_latex

_SECONDS = 20.0
_LARGEST = 4000


@dataclass(frozen=True)
class Line:
    """What was done, what it needs, and what stands there then: the last two in LaTeX, empty where there is nothing to say."""

    words: str
    needs: tuple[str, ...]
    formula: str


@dataclass(frozen=True)
class Trace:
    """A derivation: the strategy that closed it, and its lines."""

    strategy: str
    lines: tuple[Line, ...]


def every() -> dict[str, Trace]:
    """Return the derivation of every entry that is proved by one."""
    library = registry()
    return {id: found for id in library if _is_derived(library, id) and (found := trace(library, id))}


def _is_derived(library: Registry, id: str) -> bool:
    known = library.certificate(id)
    checks = () if known is None else known.outcomes
    return library.own_status(id) is Status.PROVED and any(one.check == "derive" for one in checks)


def trace(library: Registry, id: str) -> Trace | None:
    """Derive the left side of an entry again and return the steps; None if it is not derived, or not soon."""
    found = remembered(
        f"trace {id} {library.card(id).fingerprint}", lambda: _derived(library[id].statement.lhs), __file__
    )
    if found is None:
        return None
    strategy, lines = found
    return Trace(strategy, tuple(Line(words, tuple(needs), formula) for words, needs, formula in lines))


def _derived(head: object) -> tuple[str, list[tuple[str, tuple[str, ...], str]]] | None:
    """Return the strategy and what each step says, None of what is no divergence and where time ran out."""
    derivation = in_time(lambda: attempt(head), _SECONDS) if isinstance(head, Divergence) else None
    if derivation is None:
        return None
    lines, before = [], ""
    for step in derivation.steps:
        formula = formula_latex(_named(step.expression))
        needs = tuple(formula_latex(one) for one in (step.hypothesis, step.case) if one not in (None, true))
        shown = "" if formula == before or len(formula) > _LARGEST else formula
        lines.append((step.text, needs, shown))
        before = formula
    return derivation.strategy, lines


def _named(expression: object) -> object:
    """Return an expression with the symbols that a derivation invents, whose names begin with a line below, by their letters."""
    if not hasattr(expression, "free_symbols"):
        return expression
    invented = {
        symbol: Symbol(symbol.name.lstrip("_")) for symbol in expression.free_symbols if not isinstance(symbol, Dummy)
    }
    return expression.xreplace({old: new for old, new in invented.items() if old.name != new.name})  # type: ignore[attr-defined]
