"""The privacy profile of runs at more and more thresholds, in all directions: lines below the trade-off function, each certified."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from fractions import Fraction
from functools import reduce

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.loss import Parts, ball_of
from dpsym.curves.paired import on_lattices
from dpsym.curves.threshold import floats_suffice, scale_of
from dpsym.errors import UndecidedError
from dpsym.guarantees.notions import LossDP
from dpsym.measurement.curve import curves_of

BITS = 192
_NATS = (28.0, 34.0, 50.0)
"""Of the relative error of a value: of a first look, and where lines meet that are near one another."""
_MOST_REFUSALS = 2
"""So often a precision may be out of reach before it is given up: each refusal costs all work that one value may take."""
_ENOUGH = 1e-11
"""Relative error of a level at which lines meet."""
_GRAIN = 40
"""Binary digits of a threshold behind the last of a bounded loss."""


Profile = Callable[[Fraction], arb]
"""A bound of delta at each threshold."""


class ProfileGrid:
    r"""The greatest one of the profiles of the directions, at the thresholds that were asked for.

    A value :math:`\delta(\varepsilon)` is the line :math:`1 - \delta - e^\varepsilon t`, which touches the trade-off function from below.

    Parameters
    ----------
    value : LossDP
        The runs, with a certified curve.
    slight : Fraction, optional
        So small a delta that bounds on a lattice need not tell thresholds beyond it; if left out, there are none where a curve is undecided.

    Raises
    ------
    NotApplicableError
        If there is no certified curve.
    """

    def __init__(self, value: LossDP, slight: Fraction | None = None) -> None:
        self._curves, self._slight = list(curves_of(value)), slight
        self._laid: dict[int, tuple[Profile, Profile]] = {}
        """Bounds on lattices, of the directions that have no line."""
        self._roads = {nats: [Evaluator(each.components, nats) for each in self._curves] for nats in _NATS}
        self._known: dict[Fraction, arb] = {}
        self._looks: dict[Fraction, int] = {}
        """How many of the precisions were tried."""
        self._refusals = [0] * len(_NATS)
        """How often each precision was out of reach."""
        self.places: list[Fraction] = []

    def infinite_mass(self) -> arb:
        """Return the probability of an infinite loss, of the worst direction."""
        return reduce(arb.max, (road.infinite_mass() for road in self._roads[_NATS[0]]))

    def end(self) -> Fraction | None:
        """Return a threshold at which the profile is 0, hardly beyond the first one; None where the loss has no bound."""
        with ctx.workprec(BITS):
            tops = [road.greatest_loss() for road in self._roads[_NATS[0]]]
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
            self._known[place] = self._delta(place, _NATS[0])
            self._looks[place] = 1
            insort(self.places, place)
        return self._known[place]

    def _delta(self, place: Fraction, nats: float) -> arb:
        """Return delta of the worst direction to some digits; an evaluator whose work is spent is followed by another."""
        with ctx.workprec(BITS):
            return reduce(arb.max, (self._one(direction, place, nats) for direction in range(len(self._curves))))

    def _one(self, direction: int, place: Fraction, nats: float) -> arb:
        """Return delta of a direction, between lattices where it is undecided."""
        if direction not in self._laid:
            try:
                return self._on_line(direction, place, nats)
            except UndecidedError:
                if self._slight is None or not self._curves[direction].has_cells:
                    raise
            with floats_suffice():
                self._laid[direction] = _between(self._curves[direction].components, self._slight)
        below, above = self._laid[direction]
        return below(place).union(above(place))

    def _on_line(self, direction: int, place: Fraction, nats: float) -> arb:
        roads = self._roads[nats]
        try:
            with floats_suffice():
                return roads[direction].delta(place)
        except UndecidedError:
            roads[direction] = Evaluator(self._curves[direction].components, nats)
            with floats_suffice():
                return roads[direction].delta(place)

    @property
    def is_exact(self) -> bool:
        """Whether no value has come from lattices so far, which more thresholds narrow little."""
        return not self._laid

    def _look_again(self, place: Fraction) -> bool:
        """Enclose a value to more digits, and return whether that was possible."""
        if not self.is_exact:
            return False
        for look in range(self._looks[place], len(_NATS)):
            self._looks[place] = look + 1
            if self._refusals[look] == _MOST_REFUSALS:
                continue
            try:
                self._known[place] = self._delta(place, _NATS[look])
                return True
            except UndecidedError:
                self._refusals[look] += 1
        return False

    def power(self, place: Fraction, level: arb) -> arb:
        """Return the greatest power that the line of a threshold leaves to a test at a level."""
        return self(place) + ball_of(place).exp() * level

    def corner(self, first: Fraction, second: Fraction) -> tuple[arb, arb]:
        """Return the level and the power at which the lines of two thresholds, the less one first, meet."""
        rise = ball_of(second).exp() - ball_of(first).exp()
        while True:
            level = (self(first) - self(second)) / rise
            if level.rad() <= _ENOUGH * level.mid() or not any([self._look_again(first), self._look_again(second)]):
                return level, self.power(first, level)


def _between(parts: Parts, slight: Fraction) -> tuple[Profile, Profile]:
    """Return bounds of delta from below and from above, on lattices."""
    laid, scale = on_lattices(parts), scale_of(parts, slight)
    return laid.profile(slight, scale, False), laid.profile(slight, scale, True)
