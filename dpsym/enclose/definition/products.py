"""Divergences of products: independent draws add up their losses."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import sympy as sp
from flint import fmpq

from dpsym.divergences import KL, ChiSquaredDivergence, Divergence, LossCumulant, MaxDivergence, Renyi, SquaredHellinger
from dpsym.enclose.arithmetic import Value, is_finite
from dpsym.errors import NotDerivedError

Enclosure = Callable[[Divergence], Value]
_ADDITIVE = (Renyi, KL, MaxDivergence, LossCumulant)


def of_products(head: Divergence, enclosure: Enclosure) -> Value:
    """Return a ball for a divergence of two products with as many factors.

    The integral of a power factorizes by Fubini's theorem; the supremum and the cumulants of a sum of independent
    losses add up. Of other divergences, factors that are the same law on both sides are integrated out.

    Raises
    ------
    NotDerivedError
        If the divergence does not factorize.
    """
    pairs = list(zip(*(law.args for law in head.laws), strict=True))
    if type(head) in _ADDITIVE:
        return sum((enclosure(_on(head, pair)) for pair in pairs), fmpq(0))
    if type(head) in (ChiSquaredDivergence, SquaredHellinger):
        sign = 1 if type(head) is ChiSquaredDivergence else -1
        factors = [1 + sign * enclosure(_on(head, pair)) for pair in pairs]
        if not all(is_finite(factor) for factor in factors):
            return next(factor for factor in factors if not is_finite(factor))
        return sign * (reduce(lambda left, right: left * right, factors) - 1)
    different = [pair for pair in pairs if pair[0] != pair[1]]
    if len(different) > 1:
        raise NotDerivedError(f"{type(head).__name__} of a product is no combination of those of its factors")
    return enclosure(_on(head, (different or pairs)[0]))


def _on(head: Divergence, pair: tuple[sp.Basic, ...]) -> Divergence:
    return head.func(*head.args[:-2], *pair)
