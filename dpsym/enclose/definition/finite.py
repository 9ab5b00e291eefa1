"""Divergences on finitely many points: the finite sum of the definition."""

from __future__ import annotations

import sympy as sp
from flint import fmpq

from dpsym.distributions import Discrete
from dpsym.distributions.discrete import Grouped
from dpsym.divergences import Divergence
from dpsym.enclose.arithmetic import Value, signs
from dpsym.enclose.definition.density import Density
from dpsym.enclose.definition.lattice import LatticeCell
from dpsym.enclose.polynomials import evaluate
from dpsym.enclose.walker import Walker
from dpsym.errors import NotDerivedError, UndecidedError


def on_points(head: Divergence, first: Discrete, second: Discrete) -> Value:
    """Return the finite sum of the definition, with a positive symbol for each mass that is not 0.

    Raises
    ------
    UndecidedError
        If a mass is neither certainly 0 nor certainly positive.
    NotDerivedError
        If the definition is no sum.
    """
    leaves: dict[sp.Basic, Value] = {}

    def named(expression: sp.Expr) -> sp.Expr:
        if _sign(expression) == 0:
            return sp.S.Zero
        symbol = sp.Dummy("p", positive=True)
        leaves[symbol] = evaluate(expression)
        return symbol

    # The masses were checked when the laws were made; the symbols in their place need no check.
    counts = sp.Tuple(*first.multiplicities)
    pair = [sp.Basic.__new__(Grouped, sp.Tuple(*map(named, law.masses)), counts) for law in (first, second)]
    definition = head.func(*head.args[:-2], *pair).definition()
    if isinstance(definition, type(head)):
        raise NotDerivedError(f"the definition of {type(head).__name__} is no sum")
    return Walker(leaves)(definition)


def cells_of_points(first: Discrete, second: Discrete) -> list[LatticeCell]:
    """Return a cell for each point, or group of points of equal masses.

    Raises
    ------
    UndecidedError
        If a mass is neither certainly 0 nor certainly positive.
    """
    found = []
    for place, masses in enumerate(zip(first.masses, second.masses, strict=True)):
        one, other = (Density(sp.expand_log(sp.log(mass)), {}) if _sign(mass) else None for mass in masses)
        count = evaluate(first.multiplicities[place])
        if count != 0:
            found.append(LatticeCell(fmpq(place), fmpq(place + 1), one, other, count))
    return found


def _sign(mass: sp.Expr) -> int:
    possible = signs(evaluate(mass))
    if possible not in ({0}, {1}):
        raise UndecidedError(f"the mass {mass} is neither certainly 0 nor certainly positive")
    return possible.pop()
