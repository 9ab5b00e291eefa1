"""Paths for moments that are lifted off the axis, in cells on which they are bounded and in stretches on which they are summed (`lifted_half`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from flint import acb, arb


class Cell(NamedTuple):
    """A piece of a path: bounds of the logarithm of the modulus of r, the least argument, and a bound of the integral of the density."""

    low: arb
    high: arb
    turn: arb
    mass: arb


class Nodes(NamedTuple):
    """The points of the sums: log r, the weights f dt, and a bound of the error of B."""

    logs: list[acb]
    weights: list[acb]
    error: arb


class Region(NamedTuple):
    """A rectangle of the plane: two abscissas and two heights."""

    left: arb
    right: arb
    low: arb
    high: arb


@dataclass(frozen=True)
class Stretch:
    """A straight piece of a path, from one end to another."""

    start: acb
    end: acb


def bound_on(cell: Cell, low: arb, high: arb, height: arb) -> arb:
    """Return a bound of the integral over a cell of both summands, between two abscissas and from a height on."""
    powers = [(w * log).max(v * log) for w, v in ((1 + low, 1 + high), (-low, -high)) for log in (cell.low, cell.high)]
    sizes = powers[0].max(powers[1]).exp() + powers[2].max(powers[3]).exp()
    return cell.mass * sizes * (-height * cell.turn).exp()


def middle_of(place: acb) -> acb:
    """Return the middle of a ball."""
    return acb(place.real.mid(), place.imag.mid())


def weighed_beyond(mu: arb, w: arb, place: float) -> arb:
    """Return what lies beyond a place of the density times e^(wt)."""
    past = (arb(place) / mu + mu / 2 - w * mu) / arb(2).sqrt()
    return (w * (w - 1) * mu * mu / 2).exp() * past.erfc() / 2
