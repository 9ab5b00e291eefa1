"""The threshold at a delta, and delta at a threshold, between two compositions on a lattice: a scale first, then many points."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.error_line import error_line
from dpsym.curves.lattice_bounds import Laid, Lattice
from dpsym.curves.loss import Parts, ball_of, log_of
from dpsym.curves.outcomes import outcomes
from dpsym.curves.runs import FEW, powered
from dpsym.curves.sampled import SampledLoss
from dpsym.curves.tilts import tilt_of
from dpsym.errors import UndecidedError

_SCOUTED, _POINTS = 256, 4096
_FINER, _FINEST = 4, 3  # times as many points where the bracket is wide, and how often of few atoms
_FEW_ATOMS, _FEW_RUNS = 1 << 13, 256  # of one run, and of them
_CLOSE, _CLOSE_DELTA, _WIDE, _TINY = Fraction(1, 10**6), Fraction(1, 10**5), Fraction(1, 2000), Fraction(1, 10**40)
_SAMPLED = 20  # times as far apart, on samples, whose masses have more digits
_RARE, _BEYOND = 1e-14, 1e-10  # of delta: what is cut off, and what lies above the top
_SEEN = 1e-3  # of delta, where a threshold is only guessed
_SHARE, _GROWTH, _SPARE = 8, 4, 1.25  # of the lattice has to be used; how fast it grows; how far it goes beyond
_ROUNDS = 40
_TILTED = Fraction(1, 10**20)  # a delta from which on masses are tilted
_UNSEEN, _TRIES = 1e-20, 3  # tilted mass that is too small to matter at first, and how often less of it is tried
_FAR_BELOW, _SPARE_NATS = -20.0, 5.0  # nats of what is left out beside delta, and by which it is made still less
_BITS, _MANY_BITS = 96, 320
_HARDLY, _NOTHING = Fraction(1, 10**20), Fraction(1, 10**80)  # of delta
_SURE = 1 - Fraction(1, 10**10)  # a delta above which it is told by what is left of 1
_CUTS = [side * 2.0**k for side, powers in ((-1, range(8, -6, -1)), (1, range(-5, 9))) for k in powers]  # of wide cells
SLIGHT = Fraction(1, 10**400)
"""A delta of which no digits are looked for."""
_LOW, _LEAST_STEP, _SMALL = 1 / 8, 1e-3, 16  # of P, nats, and times a threshold that is small beside the losses


class _Plan(NamedTuple):
    """The top of a lattice, how masses are tilted on it, with the tilted mass that is too small to matter, and whether great losses are apart."""

    top: float
    tilt: float = 0.0
    share: float = 0.0
    apart: bool = True


_Bound = Callable[[_Plan, int, bool], Fraction]


class Sandwich:
    """One composition between two.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition; the masses of every loss between two thresholds have to be known.
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.count = sum(count for _, count in parts)

    def epsilon(self, delta: Fraction, scale: float) -> tuple[Fraction, Fraction]:
        """Return certified bounds of the least eps >= 0 at a delta in (0, 1), on more points where they are far apart.

        Parameters
        ----------
        delta : Fraction
            In (0, 1).
        scale : float
            About the size of the answer, or what is thought to be; it costs only time.

        Raises
        ------
        UndecidedError
            If the masses of a loss are not known, or no scale was found.
        """
        plan = self._scouted(delta, scale)
        low, high = self._narrow(plan, delta, partial(self._threshold, delta), _CLOSE)
        most = self._greatest_loss()
        return low, high if most is None else min(high, max(low, as_fraction(most.upper())))

    def about(self, delta: Fraction, scale: float) -> Fraction:
        """Return a bound from above of the least eps >= 0 at a delta in (0, 1), on few points between which most of what is seen there lies.

        Raises
        ------
        UndecidedError
            If the masses of a loss are not known, or no scale was found.
        """
        plan = self._scouted(delta, scale, share=_SEEN)
        with ctx.workprec(self._bits(plan.top / _SCOUTED)):
            return self._threshold(delta, plan, 2 * _SCOUTED, True)

    def epsilon_below(self, delta: Fraction, scale: float) -> Fraction:
        """Return a bound from below alone of the least eps >= 0 at a delta in (0, 1), as `epsilon` does of losses that are not narrow."""
        plan = self._scouted(delta, scale)
        with ctx.workprec(self._bits(plan.top / _POINTS)):
            return self._threshold(delta, plan, _POINTS, False)

    def delta_below(self, eps: Fraction, guess: Fraction) -> Fraction:
        """Return a bound from below alone of delta at a threshold, on points that a guess of its size lays."""
        plan = self._scouted(guess, self._size_near(eps), eps)
        with ctx.workprec(self._bits(plan.top / _POINTS)):
            return self._delta(eps, guess, plan, _POINTS, False)

    def exceeds(self, eps: Fraction, delta: Fraction) -> bool:
        """Return whether the bound from above, on few points, leaves it open that the threshold at a delta is at most eps."""
        plan = self._scouted(delta, 2 * float(eps))
        with ctx.workprec(self._bits(plan.top / _SCOUTED)):
            return self._threshold(delta, plan, 4 * _SCOUTED, True) > eps

    def delta(self, eps: Fraction, guess: Fraction) -> tuple[Fraction, Fraction]:
        """Return certified bounds of delta at a threshold, on more points where they are far apart.

        Parameters
        ----------
        eps : Fraction
            The threshold, in nats, not negative.
        guess : Fraction
            About the size of the answer, or what is thought to be; it costs only time.

        Raises
        ------
        UndecidedError
            If the masses of a loss are not known, or no scale was found.
        """
        if (most := self.most(eps)) < _NOTHING:
            return Fraction(0), most
        if (sure := self._least(eps)) > _SURE:
            return sure, most
        least, scale = most, self._size_near(eps)
        for _ in range(_ROUNDS):
            size = guess
            plan = self._scouted(size, scale, eps)
            with ctx.workprec(self._bits(plan.top / _SCOUTED)):
                scouted = self._delta(eps, size, plan, _SCOUTED, True)
            if scouted > size / 1000:
                low, high = self._narrow(plan, size, partial(self._delta, eps, size), _CLOSE_DELTA)
                return low, min(most, high)
            guess, least = max(scouted, size / 10**60), min(least, scouted)
            if least < SLIGHT:
                break
        return Fraction(0), least

    def most(self, eps: Fraction) -> Fraction:
        """Return what delta at a threshold is at most as no loss is beyond the greatest one; to many bits where that is hardly anything."""
        found = self._most(eps, _BITS)
        return found if found > _HARDLY else self._most(eps, _MANY_BITS)

    def _least(self, eps: Fraction) -> Fraction:
        """Return what delta is at least: 1 less E min(P, e^eps Q), which is at most e^(eps/2) E sqrt(P Q), and that no more than in wide cells."""
        with suppress(UndecidedError), ctx.workprec(_BITS):
            left = (ball_of(eps) / 2).exp()
            for loss, count in self.parts:
                masses = loss.cells([arb(cut) for cut in _CUTS])
                left *= sum((arb(p.upper()) * arb(q.upper())).sqrt() for p, q in masses) ** count
            if left < 1:
                return _end(1 - left, False)
        return Fraction(0)

    def _most(self, eps: Fraction, bits: int) -> Fraction:
        with ctx.workprec(bits):
            top = self._greatest_loss()
            if top is None:
                return Fraction(1)
            finite = -(ball_of(eps) - top).min(arb(0)).expm1()
            return min(Fraction(1), _end(self._infinite_mass() + finite, True))

    def errors(self, level: Fraction, slight: Fraction, scale: float) -> tuple[Fraction, Fraction]:
        """Return bounds from below of the type II error at a level in (0, 1), by the two kinds of lines that the curve puts below it.

        These (`error_line`) are looked at for the points of the lattice, of which any is sound.

        Parameters
        ----------
        level : Fraction
            The type I error t.
        slight : Fraction
            So small a delta that thresholds beyond it need not be looked at.
        scale : float
            About where that is; it costs only time.

        Returns
        -------
        tuple
            By the steep lines, which are below the error of the pair the other way round, and by the flat ones.

        Raises
        ------
        UndecidedError
            If the masses of a loss are not known, or no scale was found.
        """
        plan, points = self._scouted(slight, scale)._replace(tilt=0.0), _FINER * _POINTS
        with ctx.workprec(self._bits(plan.top / points)):
            found = self._composed(plan, points, slight, True)
            rises = [(math.exp(place), delta) for place, delta in found.profile()]

            def best(is_steep: bool) -> Fraction:
                heights = [
                    1 - delta - rise * level if is_steep else (1 - delta - level) / rise for rise, delta in rises
                ]
                eps = max(0, found.low + heights.index(max(heights))) * Fraction(found.lattice.step)
                return max(Fraction(0), error_line(eps, _end(found.delta(eps), True), level, is_steep))

            return best(True), best(False)

    def profile(self, slight: Fraction, scale: float, above: bool) -> Callable[[Fraction], arb]:
        """Return bounds of delta at every threshold, all from above or all from below, of one composition on many points.

        Parameters
        ----------
        slight : Fraction
            So small a delta that thresholds beyond it need not be told well.
        scale : float
            About where that is; it costs only time.
        above : bool
            Which bounds.

        Raises
        ------
        UndecidedError
            If the masses of a loss are not known, or no scale was found.
        """
        plan, points = self._scouted(slight, scale)._replace(tilt=0.0), _FINER * _POINTS
        with ctx.workprec(bits := self._bits(plan.top / points)):
            found = self._composed(plan, points, slight, above)

        def delta(eps: Fraction) -> arb:
            with ctx.workprec(bits):
                return ball_of(_end(found.delta(eps), above))

        return delta

    def _narrow(self, plan: _Plan, delta: Fraction, bound: _Bound, close: Fraction) -> tuple[Fraction, Fraction]:
        """Return a bound from below and one from above, on more points where they are far apart: farther where points are dear.

        Atoms cost little on more points; for a tiny delta, whose masses have many digits, there are few. Whether great losses are to be laid
        apart few points tell, since the width falls by the square of the step.
        """
        few = all(outcomes(loss, _FEW_ATOMS) for loss, _ in self.parts)
        if any(isinstance(loss, SampledLoss) for loss, _ in self.parts):
            close *= _SAMPLED
        wide = close if few else _WIDE

        def bracket(plan: _Plan, points: int) -> tuple[Fraction, Fraction]:
            with ctx.workprec(self._bits(plan.top / points)):
                return bound(plan, points, False), bound(plan, points, True)

        if few and self._may_part:
            plain = plan._replace(apart=False)
            with suppress(UndecidedError):
                low, high = bracket(plain, _POINTS // _FINER)
                plan = plain if high - low <= wide * _FINER**2 * high else plan
        finest = 1 if delta < _TINY else _FINEST if few and self.count <= _FEW_RUNS else 2
        low, high, points = Fraction(0), Fraction(0), _POINTS
        for _ in range(finest):
            low, high = bracket(plan, points)
            if high - low <= wide * high:
                break
            points *= min(_FINER, 1 << math.ceil(math.log2((high - low) / (wide * high)) / 2))
        return low, high

    @property
    def _may_part(self) -> bool:
        """Whether there are many runs of a step that is made of atoms, of which a few great losses may be laid apart."""
        return any(count >= FEW and outcomes(loss, _FEW_ATOMS) is not None for loss, count in self.parts)

    def _threshold(self, delta: Fraction, plan: _Plan, points: int, above: bool) -> Fraction:
        return self._told(plan, points, delta, above, lambda found: found.threshold(delta))

    def _delta(self, eps: Fraction, size: Fraction, plan: _Plan, points: int, above: bool) -> Fraction:
        return self._told(plan, points, size, above, lambda found: found.delta(eps))

    def _told(self, plan: _Plan, points: int, delta: Fraction, above: bool, ask: Callable[[Laid], arb]) -> Fraction:
        """Return an end of what a lattice says, without a tilt where one says nothing."""
        try:
            return _end(ask(self._composed(plan, points, delta, above)), above)
        except UndecidedError:
            if not plan.tilt:
                raise
            return self._told(plan._replace(tilt=0.0), points, delta, above, ask)

    def _bits(self, step: float) -> int:
        return _BITS + 2 * max(0, int(-math.log2(step))) + self.count.bit_length()

    def _scouted(self, delta: Fraction, scale: float, eps: Fraction | None = None, share: float = _BEYOND) -> _Plan:
        """Return a plan, found on few points: what lies above its top adds up to no more than a small share of delta, or stays above.

        Parameters
        ----------
        eps : Fraction, optional
            The threshold that is asked of; left out, it is that at delta.
        """
        top = 4 * scale if 0 < scale < math.inf else 1.0
        apart = not self._may_part  # a scale is found without, and looked at again
        for _ in range(_ROUNDS):
            plan = _Plan(top, apart=apart)
            with ctx.workprec(self._bits(top / _SCOUTED)):
                wanted, place = self._wanted(self._composed(plan, _SCOUTED, delta, True), delta, eps, share)
                if top / _SHARE < wanted <= top:
                    if apart:
                        return self._tilted(wanted, delta, place) if delta < _TILTED else _Plan(wanted)
                    apart = True
            top = top * _GROWTH if wanted > top else wanted
        raise UndecidedError("no scale of the losses was found")

    def _size_near(self, eps: Fraction) -> float:
        """Return about the size of the losses that matter at a threshold: where it is small, that of what they are below 0."""
        place = 2 * float(eps)
        with ctx.workprec(_BITS):
            spreads = [
                -_LEAST_STEP * loss.bottom(arb(_LOW), _LEAST_STEP) * math.sqrt(count) for loss, count in self.parts
            ]
        spread = max(_LEAST_STEP, *spreads)
        return spread if _SMALL * place < spread else place

    def _tilted(self, top: float, delta: Fraction, place: float) -> _Plan:
        """Return a plan with a tilt, where all that is left out is far below delta at a threshold of which a place is known."""
        plain, log_delta = _Plan(top), log_of(delta)
        tilt, log_mean = tilt_of(self.parts, self._lattice(plain, _SCOUTED, delta, True), log_delta)
        share = _UNSEEN * math.exp(min(0.0, log_delta + tilt * place - log_mean))
        for _ in range(_TRIES if tilt and place < math.inf else 0):
            if not share > delta * _RARE:
                break
            plan = _Plan(top, tilt, share)
            try:
                excess = self._composed(plan, _SCOUTED, delta, True).log_lost(delta) - log_delta - _FAR_BELOW
            except UndecidedError:
                break
            if excess <= 0:
                return plan
            share *= math.exp(-excess - _SPARE_NATS)
        return plain

    def _wanted(self, found: Laid, delta: Fraction, eps: Fraction | None, share: float) -> tuple[float, float]:
        """Return the top that is wanted, and about the threshold."""
        slight = float(delta) * share
        beyond = max(found.reach(slight + float(self._infinite_mass().mid())), float(eps or 0))
        try:
            place = float(found.threshold(delta).mid() if eps is None else eps)
        except UndecidedError:
            place = math.inf
        leading_back = place + max(0.0, -found.lowest(slight)) if place > 0 else math.inf
        return _SPARE * min(beyond, leading_back), place

    def _infinite_mass(self) -> arb:
        """Return the mass of an infinite loss of the composition."""
        return -sum((count * (-loss.infinite_mass()).log1p() for loss, count in self.parts), arb(0)).expm1()

    def _greatest_loss(self) -> arb | None:
        """Return the greatest finite loss of all steps together, None where there is none."""
        tops = [(loss.greatest_loss(), count) for loss, count in self.parts]
        known = [count * top for top, count in tops if top is not None]
        return sum(known, arb(0)) if len(known) == len(tops) else None

    def _bottom(self, step: float) -> float:
        """Return the index of a loss from which all steps together lead to 0 at most."""
        top = self._greatest_loss()
        return -math.inf if top is None else -math.ceil(float(top.upper()) / step) - 1

    def _lattice(self, plan: _Plan, points: int, delta: Fraction, above: bool) -> Lattice:
        step, share = plan.top / points, arb(plan.share) / self.count if plan.tilt else None
        return Lattice(step, points, self._bottom(step), ball_of(delta) * _RARE / self.count, above, plan.tilt, share)

    def _composed(self, plan: _Plan, points: int, delta: Fraction, above: bool) -> Laid:
        lattice = self._lattice(plan, points, delta, above)
        total: Laid | None = None
        for loss, count in self.parts:
            runs = powered(loss, lattice, count, plan.apart)
            total = runs if total is None else total.followed_by(runs)
        return total  # type: ignore[return-value]


def _end(value: arb, above: bool) -> Fraction:
    """Return an end of a ball, at least 0; of what is not finite 0 from below.

    Raises
    ------
    UndecidedError
        If it is not finite, and a bound from above is asked for.
    """
    if value.is_finite():
        return max(Fraction(0), as_fraction(value.upper() if above else value.lower()))
    if above and not value < 0:
        raise UndecidedError("a bound on the lattice is not a finite number")
    return Fraction(0)
