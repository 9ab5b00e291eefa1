"""What a density is multiplied by under an integral or a sum, and the bound of the tail of their product."""

from __future__ import annotations

from typing import Any

from flint import acb, arb, fmpq

from dpsym.enclose.arithmetic import power
from dpsym.enclose.definition import growth
from dpsym.enclose.definition.charts import End, Place
from dpsym.enclose.definition.density import Density
from dpsym.enclose.definition.growth import Part
from dpsym.enclose.polynomials import AtPrecision
from dpsym.errors import NotDerivedError, UndecidedError


class Weight:
    """The factor 1."""

    loss: Density | None = None

    def at(self, place: Place) -> Any:
        """Return the factor."""
        return 1

    def envelope(self, end: End, depth: arb, gentle: arb) -> tuple[arb, Any]:
        """Return A and r with the factor at most A e^(r (w - W)) in absolute value for all w >= W = `depth`."""
        return arb(1), 0

    def at_far(self, end: End) -> Weight:
        """Return the factor by statistics that do not cancel near an end."""
        return self

    def growth(self, end: End) -> list[Part]:
        """Return what grows in it."""
        return []


class Moment(Weight):
    """A power of the privacy loss."""

    def __init__(self, loss: Density, degree: int) -> None:
        self.loss, self.degree = loss, degree

    def at(self, place: Place) -> Any:
        return power(self.loss.at(place), fmpq(self.degree))  # python-flint's own power of a ball around 0 is NaN

    def envelope(self, end: End, depth: arb, gentle: arb) -> tuple[arb, Any]:
        size, rate = growth.envelope(self.growth(end), depth, gentle / self.degree)
        return (size + abs(self.loss.rest(end, depth))) ** self.degree, self.degree * rate

    def at_far(self, end: End) -> Weight:
        return Moment(self.loss.at_far(end), self.degree)

    def growth(self, end: End) -> list[Part]:
        return self.loss.growth(end)


class Excess(Weight):
    """The factor 1 - exp(-h), on a region where h >= 0."""

    def __init__(self, loss: Density) -> None:
        self.loss = loss

    def at(self, place: Place) -> Any:
        gap = self.loss.at(place)
        return -(-(gap if isinstance(gap, (acb, arb)) else arb(gap))).expm1()

    def at_far(self, end: End) -> Weight:
        return Excess(self.loss.at_far(end))


PLAIN_WEIGHT = Weight()


class Tail:
    """The bound of the integral or sum of e^F times a weight beyond a depth, towards one end."""

    def __init__(self, exponent: Density, weight: Weight, end: End, is_sum: bool = False) -> None:
        self.exponent, self.weight, self.end, self.is_sum = exponent, weight, end, is_sum

    @AtPrecision
    def parts(self) -> list[Part]:
        """Return the growth of the exponent."""
        return self.exponent.growth(self.end)

    def is_integrable(self) -> bool:
        """Whether the tail is certainly finite (True) or certainly not (False).

        Raises
        ------
        UndecidedError
            If that is open.
        NotDerivedError
            If the density by itself is not integrable, so that it is not that of a law.
        """
        if self.weight.loss is not None and growth.direction(self.parts) >= 0:
            raise NotDerivedError("the log-density of a law does not decay")
        return growth.is_integrable(self.parts, self.weight.growth(self.end))

    def bound(self, depth: arb) -> arb:
        """Return an upper bound of what lies beyond `depth`.

        Raises
        ------
        UndecidedError
            If none is found at this depth.
        """
        rate = growth.decay(self.parts, depth)
        height = (growth.level(self.parts, depth) + self.exponent.rest(self.end, depth)).exp()
        size, rise = self.weight.envelope(self.end, depth, rate / 8)
        left = rate - rise
        if not left > 0:
            raise UndecidedError("the weight grows faster than the tail decays")
        found = size * height / (-(-left).expm1() if self.is_sum else left)
        if not found.is_finite():
            raise UndecidedError("the tail has no finite bound")
        return found.upper()
