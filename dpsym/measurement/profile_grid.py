"""The privacy profile of runs at more and more thresholds, in both directions: lines below the trade-off function, each certified."""

from __future__ import annotations

from bisect import insort
from fractions import Fraction

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.effort import MOST, Effort
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.loss import ball_of
from dpsym.curves.threshold import floats_suffice
from dpsym.errors import UndecidedError
from dpsym.guarantees.notions import LossDP
from dpsym.measurement.curve import curves_of

BITS = 192
_NATS = (50.0, 34.0)
"""Of the relative error of a value, the more first."""
_QUICK = MOST // 6
"""Of the work that a value may take."""
_GRAIN = 40
"""Binary digits of a threshold behind the last of a bounded loss."""


class ProfileGrid:
    r"""The greater one of the profiles of the two directions, at the thresholds that were asked for.

    A value :math:`\delta(\varepsilon)` is the line :math:`1 - \delta - e^\varepsilon t`, which touches the trade-off function from below.

    Parameters
    ----------
    value : LossDP
        The runs, with a certified curve.

    Raises
    ------
    NotApplicableError
        If there is no certified curve.
    """

    def __init__(self, value: LossDP) -> None:
        self._parts = [curve.components for curve in curves_of(value)]
        self._roads = [Evaluator(each, _NATS[0], effort=Effort(_QUICK)) for each in self._parts]
        self._known: dict[Fraction, arb] = {}
        self.places: list[Fraction] = []

    def infinite_mass(self) -> arb:
        """Return the probability of an infinite loss, of the worse direction."""
        found = [road.infinite_mass() for road in self._roads]
        return found[0] if len(found) == 1 else found[0].max(found[1])

    def end(self) -> Fraction | None:
        """Return a threshold at which the profile is 0, hardly beyond the first one; None where the loss has no bound."""
        with ctx.workprec(BITS):
            tops = [road.greatest_loss() for road in self._roads]
            if not self.infinite_mass().is_zero() or any(top is None for top in tops):
                return None
            grain = 1 << _GRAIN
            return max(
                Fraction(int((as_fraction(top.upper()) * grain) // 1) + 1, grain) for top in tops if top is not None
            )

    def __call__(self, place: Fraction) -> arb:
        """Return a ball of delta at a threshold from 0 on.

        Raises
        ------
        UndecidedError
            If it could not be enclosed.
        """
        if place not in self._known:
            found = [self._delta(direction, place) for direction in range(len(self._parts))]
            with ctx.workprec(BITS):
                self._known[place] = found[0] if len(found) == 1 else found[0].max(found[1])
            insort(self.places, place)
        return self._known[place]

    def _delta(self, direction: int, place: Fraction) -> arb:
        """Return delta of one direction; an evaluator whose work is spent is followed by another, of fewer digits in the end."""
        try:
            with floats_suffice():
                return self._roads[direction].delta(place)
        except UndecidedError:
            pass
        for nats in _NATS[:-1]:
            try:
                self._roads[direction] = Evaluator(self._parts[direction], nats, effort=Effort(_QUICK))
                with floats_suffice():
                    return self._roads[direction].delta(place)
            except UndecidedError:
                pass
        self._roads[direction] = Evaluator(self._parts[direction], _NATS[-1], effort=Effort(_QUICK))
        with floats_suffice():
            return self._roads[direction].delta(place)

    def line(self, place: Fraction, level: arb) -> arb:
        """Return the line of a threshold at a level: a type II error that no test at this level is below."""
        return 1 - self(place) - ball_of(place).exp() * level

    def corner(self, first: Fraction, second: Fraction) -> tuple[arb, arb]:
        """Return the level and the type II error at which the lines of two thresholds, the less one first, meet."""
        rise = ball_of(second).exp() - ball_of(first).exp()
        level = (self(first) - self(second)) / rise
        return level, self.line(first, level)
