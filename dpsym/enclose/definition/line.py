"""A cell of the line, on which both log-densities are analytic: masses, excesses and suprema."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, reduce

import sympy as sp
from flint import arb, fmpq

from dpsym.enclose.arithmetic import Value, checked, greater, is_finite
from dpsym.enclose.definition.charts import End, Place
from dpsym.enclose.definition.density import Density, combine
from dpsym.enclose.definition.regions import Region, regions, supremum
from dpsym.enclose.definition.strips import Strip, mass, strips
from dpsym.enclose.definition.weights import PLAIN_WEIGHT, Excess, Weight
from dpsym.errors import NotDerivedError

_ONE = sp.S.One


class Cell:
    """A part of the space on which each law has no mass (None) or one log-density.

    Parameters
    ----------
    start, end : Value
        The ends.
    first, second : Density or None
        The log-densities of P and Q.
    """

    def __init__(self, start: Value, end: Value, first: Density | None, second: Density | None) -> None:
        self.start, self.end, self.first, self.second = start, end, first, second

    @cached_property
    def loss(self) -> Density:
        """The privacy loss log(p/q), where both laws have mass."""
        return combine((_ONE, self.first), (-_ONE, self.second))

    def exponent(self, order: sp.Expr) -> Density:
        """Return order log p + (1 - order) log q."""
        return combine((order, self.first), (_ONE - order, self.second))

    def mass(self, exponent: Density, weight: Weight = PLAIN_WEIGHT) -> Value:
        """Return the integral or sum of e^exponent times a weight, or infinity where it diverges."""
        raise NotImplementedError

    def probability(self, density: Density) -> Value:
        """Return the mass of the density of a law.

        Raises
        ------
        NotDerivedError
            If it is infinite.
        """
        found = checked(self.mass(density), "the mass of a law")
        if not is_finite(found):
            raise NotDerivedError("the log-density of a law does not decay")
        return found

    def excess(self, threshold: sp.Expr) -> Value:
        """Return the integral or sum of the positive part of p - e^threshold q."""
        raise NotImplementedError

    def above(self, threshold: sp.Expr, density: Density) -> Value:
        """Return the mass of a density where the privacy loss exceeds a threshold."""
        raise NotImplementedError

    def supremum(self) -> Value:
        """Return the supremum of the privacy loss."""
        raise NotImplementedError


class LineCell(Cell):
    """A cell of the line."""

    def _strips(self, ruling: Density) -> list[Strip]:
        densities = [density for density in (self.first, self.second) if density is not None]
        return strips(self.start, self.end, densities, ruling)

    def mass(self, exponent: Density, weight: Weight = PLAIN_WEIGHT) -> Value:
        return _total(mass(strip, exponent, weight) for strip in self._strips(exponent))

    def _signed(self, threshold: sp.Expr) -> tuple[Density, list[tuple[Strip, Region]]]:
        gap = self.loss.shifted(-threshold)
        found = [(strip, part) for strip in self._strips(self.first) for part in regions(gap, strip)]
        return gap, [(Strip(strip.chart, part.start, part.end), part) for strip, part in found if part.sign >= 0]

    def excess(self, threshold: sp.Expr) -> Value:
        gap, parts = self._signed(threshold)
        return _total(
            mass(strip, self.first, Excess(gap)) if part.sign else _sliver(gap, strip, self.first)
            for strip, part in parts
        )

    def above(self, threshold: sp.Expr, density: Density) -> Value:
        _, parts = self._signed(threshold)
        masses = [(mass(strip, density), part.sign) for strip, part in parts]
        return _total(found if sign else arb(0).union(found) for found, sign in masses)

    def supremum(self) -> Value:
        found = (supremum(self.loss, strip) for strip in self._strips(self.first))
        return reduce(lambda left, right: greater(left, right, False), found)


def _sliver(gap: Density, strip: Strip, density: Density) -> arb:
    """Return a ball for the excess where the sign of the loss is open: there the loss is close to the threshold."""
    place = Place(strip.chart, arb(strip.start).union(arb(strip.end)))
    for side in (-1, 1):
        if strip.is_open(side) and gap.numbers[1]:
            end = End(strip.chart, side)
            depth = side * arb(strip.start if side > 0 else strip.end)
            return _excess_below(strip.suited(gap).rest(end, depth), mass(strip, density))
    return _excess_below(arb(gap.at(place)), mass(strip, density))


def _excess_below(gap: arb, total: arb) -> arb:
    most = (-(-gap.upper()).expm1()).max(arb(0))
    return arb(0).union(total * most)


def _total(parts: Iterable[Value]) -> Value:
    return sum(parts, fmpq(0))
