"""Strategy: laws of independent coordinates, over which Rényi, Kullback-Leibler and max divergences and the cumulants add up."""

from __future__ import annotations

from sympy import Add, S

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.distributions import ProductLaw
from dpsym.divergences import KL, Divergence, LossCumulant, MaxDivergence, Renyi


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Add the divergences of the coordinates, if both laws are products of as many."""
    first, second = head.laws
    if not (isinstance(first, ProductLaw) and isinstance(second, ProductLaw)) or len(first.args) != len(second.args):
        return None
    if not isinstance(head, (Renyi, KL, MaxDivergence, LossCumulant)):
        return None
    parts = [
        derive(head.func(*head.args[:-2], *pair))
        for pair in zip(first.args, second.args, strict=True)
        if pair[0] != pair[1]
    ]
    if None in parts:
        return None
    steps = tuple(step for part in parts for step in part.steps)
    closed = Add(*(part.expression for part in parts)) if parts else S.Zero
    return Derivation(head, closed, (*steps, Step("add over the coordinates", closed)), "independent coordinates")
