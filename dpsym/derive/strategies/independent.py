"""Strategy: laws of independent coordinates, over which Rényi, Kullback-Leibler and max divergences and the cumulants add up."""

from __future__ import annotations

from sympy import Add, S

from dpsym.derive.derivation import Derivation, Step
from dpsym.derive.strategies.related import exponential_of
from dpsym.distributions import Product
from dpsym.divergences import (
    KL,
    ChiSquaredDivergence,
    Divergence,
    LossCumulant,
    MaxDivergence,
    Renyi,
    SquaredHellinger,
)


def attempt(head: Divergence) -> Derivation | None:
    """Add the divergences of the coordinates, if both laws are products of as many."""
    first, second = head.laws
    if not (isinstance(first, Product) and isinstance(second, Product)) or len(first.args) != len(
        second.args
    ):
        return None
    if isinstance(head, (Renyi, KL, MaxDivergence, LossCumulant)):
        return _added(head)
    if isinstance(head, (ChiSquaredDivergence, SquaredHellinger)):
        inner = _added(Renyi(head.order, first, second))
        if inner is None:
            return None
        closed = head.assemble(exponential_of((head.order - 1) * inner.expression))
        return Derivation(
            head,
            closed,
            (*inner.steps, Step("the power moment from the Rényi divergence", closed)),
            inner.strategy,
        )
    return None


def _added(head: Divergence) -> Derivation | None:
    from dpsym.derive import attempt as derive_other

    first, second = head.laws
    parts = [
        derive_other(head.func(*head.args[:-2], *pair))
        for pair in zip(first.args, second.args, strict=True)
        if pair[0] != pair[1]
    ]
    if None in parts:
        return None
    steps = tuple(step for part in parts for step in part.steps)
    closed = Add(*(part.expression for part in parts)) if parts else S.Zero
    return Derivation(
        head, closed, (*steps, Step("add over the coordinates", closed)), "independent coordinates"
    )
