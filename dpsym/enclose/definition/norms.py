"""Divergences of K-norm noise: by the gauge of the noise, which is all that the densities depend on."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from flint import arb, fmpq

from dpsym.distributions import KNorm, Laplace
from dpsym.divergences import Divergence, MaxDivergence
from dpsym.enclose.arithmetic import Value, signs
from dpsym.enclose.definition.heads import over_cells
from dpsym.enclose.definition.line import LineCell
from dpsym.enclose.definition.reading import read
from dpsym.enclose.polynomials import evaluate
from dpsym.errors import NotDerivedError, UndecidedError


def of_norms(head: Divergence, enclosure: Callable[[Divergence], Value]) -> Value:
    """Return a ball for a divergence of two K-norm laws.

    Around one centre both densities are functions of the gauge, under whose law the integrals are taken. In one
    dimension the laws are Laplace laws. For two centres on one ray the supremum of the loss is at the first centre,
    by the triangle inequality, and the other divergences depend on the body.

    Raises
    ------
    NotDerivedError
        If the divergence depends on the body.
    """
    first, second = head.laws
    if first.args[2] == second.args[2]:
        point = sp.Dummy("x", positive=True)
        densities = (read(law.terms(point), point) for law in (first, second))
        return over_cells(head, [LineCell(fmpq(0), arb("inf"), *densities)])
    if first.args[0] == 1:
        return enclosure(head.func(*head.args[:-2], *(Laplace(law.args[2], 1 / law.args[1]) for law in head.laws)))
    if type(head) is MaxDivergence:
        return _greatest_loss(first, second)
    raise NotDerivedError(f"{type(head).__name__} of K-norm laws with different centres depends on the body")


def _greatest_loss(first: KNorm, second: KNorm) -> Value:
    dimension, eps, center = first.args
    _, other, far = second.args
    order = signs(evaluate(eps - other))
    if order == {-1}:
        return arb("inf")
    if -1 in order:
        raise UndecidedError("the order of the two rates is undecided")
    return evaluate(sp.expand(dimension * (sp.log(eps) - sp.log(other)) + other * sp.Abs(far - center)))
