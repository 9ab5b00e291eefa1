"""What the engine closes: family by family, quantity by quantity, with what the registry has checked of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sympy import Eq, Expr, Symbol

from dpsym.derive import Derivation, attempt
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
class Cell:
    """One family and quantity.

    Parameters
    ----------
    family, quantity : str
        Row and column.
    derivation : Derivation or None
        None where nothing closes.
    seconds : float
        How long the engine took, cold unless asked before.
    entries : tuple of str
        The registry's entries about this quantity of such laws.
    """

    family: str
    quantity: str
    derivation: Derivation | None
    seconds: float
    entries: tuple[str, ...]

    @property
    def expression(self) -> Expr | None:
        """The closed form."""
        return None if self.derivation is None else self.derivation.expression


def coverage(library: Registry | None = None) -> Iterator[Cell]:
    """Derive every quantity of every family."""
    stated = () if library is None else _stated(library)
    for family in FAMILIES:
        for quantity, make in QUANTITIES.items():
            head = make(family)
            start = time.perf_counter()
            derivation = attempt(head)
            seconds = time.perf_counter() - start
            entries = tuple(id for id, kind, laws in stated if kind is type(head) and laws == _kinds(head))
            yield Cell(family.name, quantity, derivation, seconds, entries)


def _stated(library: Registry) -> tuple[tuple[str, type, tuple[type, ...]], ...]:
    """Return the entries that equate a divergence with a formula, with its kind and the kinds of its laws."""
    stated = ((theorem.id, theorem.statement) for theorem in library.values())
    return tuple(
        (id, type(statement.lhs), _kinds(statement.lhs))
        for id, statement in stated
        if isinstance(statement, Eq) and isinstance(statement.lhs, Divergence)
    )


def _kinds(head: Divergence) -> tuple[type, ...]:
    return tuple(type(law) for law in head.laws)
