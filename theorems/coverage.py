"""What the engine closes: family by family, quantity by quantity, with what the registry has checked of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Eq, Symbol

from dpsym.derive import attempt
from dpsym.divergences import (
    KL,
    ChiSquaredDivergence,
    Divergence,
    HockeyStick,
    InverseProfile,
    LossCumulant,
    LossTail,
    MaxDivergence,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)
from dpsym.families import FAMILIES, Family
from dpsym.parameters import delta, eps
from theorems import text
from theorems.memory import remembered
from theorems.registry import Registry

_LEVEL = Symbol("u", positive=True)

QUANTITIES: dict[str, Callable[[Family], Divergence]] = {
    "Rényi": lambda family: Renyi(family.order, family.first, family.second),
    "KL": lambda family: KL(family.first, family.second),
    "max": lambda family: MaxDivergence(family.first, family.second),
    "profile": lambda family: HockeyStick(eps, family.first, family.second),
    "eps(delta)": lambda family: InverseProfile(delta, family.first, family.second),
    "trade-off": lambda family: TradeOff(_LEVEL, family.first, family.second),
    "TV": lambda family: TotalVariation(family.first, family.second),
    "chi-squared": lambda family: ChiSquaredDivergence(family.first, family.second),
    "Hellinger": lambda family: SquaredHellinger(family.first, family.second),
    "loss tail": lambda family: LossTail(eps, family.first, family.second),
    "loss variance": lambda family: LossCumulant(2, family.first, family.second),
}


@dataclass(frozen=True)
class ClosedForm:
    """A closed form as it is printed: its strategy, the expression and its conditions, as text and as LaTeX."""

    strategy: str
    text: str
    latex: str
    conditions: tuple[str, ...]
    conditions_latex: tuple[str, ...]


@dataclass(frozen=True)
class Cell:
    """One family and quantity.

    Parameters
    ----------
    family, quantity : str
        Row and column.
    head : str
        The divergence, as LaTeX.
    form : ClosedForm or None
        None where nothing closes.
    seconds : float
        How long the engine took when it was worked out.
    entries : tuple of str
        The registry's entries about this quantity of such laws.
    """

    family: str
    quantity: str
    head: str
    form: ClosedForm | None
    seconds: float
    entries: tuple[str, ...]


def coverage(library: Registry | None = None) -> Iterator[Cell]:
    """Derive every quantity of every family; what was derived before by the same code is remembered."""
    stated = [] if library is None else [(id, found) for id in library if (found := _stated(library, id))]
    for family in FAMILIES:
        for quantity, make in QUANTITIES.items():
            yield _cell(family, quantity, make(family), stated)


def size() -> int:
    """Return how many cells there are."""
    return len(FAMILIES) * len(QUANTITIES)


def _cell(family: Family, quantity: str, head: Divergence, stated: list[tuple[str, list[str]]]) -> Cell:
    name = f"form {family.name} {quantity} {head}"
    record, seconds = remembered(name, lambda: _worked_out(head), __file__, text.__file__)
    form = None if record is None else ClosedForm(*record[:3], *map(tuple, record[3:]))
    entries = tuple(id for id, found in stated if found == _kinds(head))
    return Cell(family.name, quantity, text.formula_latex(head), form, seconds, entries)


def _worked_out(head: Divergence) -> tuple[list[Any] | None, float]:
    start = time.perf_counter()
    found = attempt(head)
    seconds = time.perf_counter() - start
    if found is None:
        return None, seconds
    expression, conditions = found.expression, found.conditions
    told = [list(map(str, conditions)), list(map(text.formula_latex, conditions))]
    return [found.strategy, str(expression), text.formula_latex(expression), *told], seconds


def _stated(library: Registry, id: str) -> list[str]:
    """Return the kinds of a divergence and of its laws where an entry equates one with a formula; nothing of other entries."""
    return remembered(f"stated {id} {library.card(id).fingerprint}", lambda: _read(library, id), __file__)


def _read(library: Registry, id: str) -> list[str]:
    statement = library[id].statement
    is_form = isinstance(statement, Eq) and isinstance(statement.lhs, Divergence)
    return _kinds(statement.lhs) if is_form else []


def _kinds(head: Divergence) -> list[str]:
    return [type(one).__name__ for one in (head, *head.laws)]
