"""Divergences straight from their definition: a road that shares nothing with the derivations."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from dpsym.distributions import Discrete, KNorm, Law, MultivariateGaussian, ProductLaw, Staircase
from dpsym.divergences import Divergence, HockeyStick, LossCumulant, LossTail, TradeOff
from dpsym.enclose.arithmetic import Value, checked
from dpsym.enclose.definition.contour import of_contour
from dpsym.enclose.definition.finite import cells_of_points, on_points
from dpsym.enclose.definition.forms import between_kinks
from dpsym.enclose.definition.heads import over_cells
from dpsym.enclose.definition.lattice import LatticeCell
from dpsym.enclose.definition.line import Cell, LineCell
from dpsym.enclose.definition.neyman_pearson import mass_apart
from dpsym.enclose.definition.norms import of_norms
from dpsym.enclose.definition.products import of_products
from dpsym.enclose.definition.steps import StepsCell
from dpsym.enclose.definition.vectors import of_gaussian_vectors
from dpsym.errors import NotDerivedError

_BY_CELLS = (TradeOff, LossCumulant, LossTail)  # their definitions need the order of the losses, not their sum


def divergence(head: Divergence) -> Value:
    """Return a ball for a divergence with numeric parameters, at the working precision.

    Laws on finitely many points give finite sums. The line is cut at the kinks of the log-densities; between them
    the integrand of the definition is integrated in a coordinate in which its tails decay exponentially, with a
    proven bound. Sums over the integers have a proven remainder. Infinity is returned only where it is proven.

    Raises
    ------
    UndecidedError
        If the working precision does not suffice.
    NotDerivedError
        If the laws or the divergence are not of a kind that can be enclosed.
    """
    first, second = head.laws
    if isinstance(first, Discrete) and isinstance(second, Discrete) and type(head) not in _BY_CELLS:
        value = on_points(head, first, second)
    elif isinstance(first, ProductLaw) and isinstance(second, ProductLaw):
        value = of_contour(head) if _needs_contour(head) else of_products(head, divergence)
    elif isinstance(first, MultivariateGaussian) and isinstance(second, MultivariateGaussian):
        value = of_gaussian_vectors(head, divergence)
    elif isinstance(first, KNorm) and isinstance(second, KNorm):
        value = of_norms(head, divergence)
    else:
        value = over_cells(head, cells(first, second))
    return checked(value, type(head).__name__)


def _needs_contour(head: Divergence) -> bool:
    """Whether it is a hockey-stick divergence of products that differ in more than one factor."""
    pairs = zip(*(law.args for law in head.laws), strict=True)
    return type(head) is HockeyStick and sum(first != second for first, second in pairs) > 1


def mass_beyond(first: Law, second: Law) -> Value:
    """Return the mass that the first law has where the second has none: what the profile falls to as eps grows.

    Raises
    ------
    NotDerivedError
        If the laws are not of a kind that can be enclosed.
    """
    if isinstance(first, ProductLaw) and isinstance(second, ProductLaw):
        shared: Value = fmpq(1)
        for pair in zip(first.args, second.args, strict=True):
            shared = shared * (1 - mass_beyond(*pair))
        return fmpq(1) - shared
    return mass_apart(cells(first, second))


def cells(first: Law, second: Law) -> Sequence[Cell]:
    """Return the cells of the space of two laws.

    Raises
    ------
    NotDerivedError
        If the laws are not of a kind that can be enclosed.
    """
    if isinstance(first, Discrete) and isinstance(second, Discrete):
        return cells_of_points(first, second)
    if isinstance(first, Staircase) and isinstance(second, Staircase):
        return [StepsCell(first, second)]
    if {first.space, second.space} <= {"line", "integers"} and first.space == second.space:
        kind = LatticeCell if first.is_discrete else LineCell
        parts = between_kinks(first, second)
        return [kind(part.start, part.end, part.first, part.second) for part in parts]
    raise NotDerivedError(f"{first} and {second} are not laws of a kind that can be enclosed")
