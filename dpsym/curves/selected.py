"""Random allocation to some of the steps of one epoch: delta at an eps, and eps at a delta, from both sides and both directions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from flint import ctx

from dpsym.ball import as_fraction
from dpsym.curves.bent_grid import Plan, bits_of
from dpsym.curves.crossing import crossing
from dpsym.curves.loss import ball_of
from dpsym.curves.step_ratios import StepRatio
from dpsym.curves.symmetric_mean import SymmetricMean, symmetric_mean
from dpsym.curves.threshold import floats_suffice
from dpsym.errors import UndecidedError

_FIRST, _LOOK, _POINTS = 1 << 10, 1 << 12, 1 << 15
_MISSED, _LOST = 1e-12, 1e-7  # mass that may be lost at first, and that share of a delta
_LEAST = 1e-280
_OF_TWO = 8  # thresholds between a number and twice as much, about which masses are summed
_ROUNDS = 6
_SHRUNK = 1 / 2  # of the width on fewer points: where it is more, the rest is not of the points
_CLOSE = Fraction(1, 10**7)  # a relative width that is narrow enough
_SHARE = 1e-2  # of the width so far, within which a threshold is sought

Ends = tuple[Fraction, Fraction | float]
_Ask = Callable[[SymmetricMean, Ends | None], Ends]


@dataclass(frozen=True)
class Selected:
    """A record takes part in k of t steps of one epoch.

    Parameters
    ----------
    ratio : StepRatio
        The likelihood ratio of a step.
    steps, selected : int
        t, and k from 1 to t - 1.
    """

    ratio: StepRatio
    steps: int
    selected: int

    @floats_suffice()
    def delta(self, eps: Fraction) -> Ends:
        """Return bounds of delta at a threshold, of the worse direction.

        Raises
        ------
        UndecidedError
            If delta is smaller than was looked for.
        """
        slight, ask, around = _MISSED, partial(_delta, eps), {True: float(eps), False: float(eps)}
        for _ in range(_ROUNDS):
            with ctx.workprec(bits_of(slight)):
                found = self._bounds(_LOOK, slight, ask, around)
                size = float(max(high for _, high in found.values()))
                if size * _LOST > slight * _SHARE or not size:
                    return self._worse(found, slight, ask, around)
            slight = max(_LEAST, min(size * _LOST, slight * 1e-9))
        raise UndecidedError("delta is smaller than was looked for")

    @floats_suffice()
    def epsilon(self, delta: Fraction) -> Ends:
        """Return bounds of the least eps >= 0 with delta(eps) <= delta, of the worse direction.

        Raises
        ------
        UndecidedError
            If delta is 0 or too small.

        Notes
        -----
        The upper bound is infinite where what the sum tells of large ratios is too little for one.
        """
        slight = float(delta) * _LOST
        if slight < _LEAST:
            raise UndecidedError(f"delta is too small for a sum over steps: {float(delta):g}")
        with ctx.workprec(bits_of(slight)):
            goal = ball_of(delta)
            around = {}
            for removed in (True, False):
                mean = self._mean(removed, 0.0, _FIRST, slight)
                around[removed] = crossing(mean.lower, goal.upper())[0]
            ask = partial(_epsilon, delta)
            return self._worse(self._bounds(_LOOK, slight, ask, around), slight, ask, around)

    def _mean(self, removed: bool, eps: float, points: int, slight: float) -> SymmetricMean:
        """Return the masses about a threshold, or one near it, so that they serve for others as well."""
        place = 2.0 ** (round(_OF_TWO * math.log2(eps)) / _OF_TWO) if eps > 0 and self.selected > 1 else 0.0
        return symmetric_mean(Plan(self.ratio, self.steps, self.selected, removed, place, slight), points)

    def _bounds(self, points: int, slight: float, ask: _Ask, around: dict[bool, float]) -> dict[bool, Ends]:
        """Return the bounds of both directions, looked for about a threshold each."""
        return {removed: ask(self._mean(removed, eps, points, slight), None) for removed, eps in around.items()}

    def _worse(self, found: dict[bool, Ends], slight: float, ask: _Ask, around: dict[bool, float]) -> Ends:
        """Return the bounds of the worse direction, on more points where they are not close and more points help."""
        best = max(low for low, _ in found.values())
        for removed in sorted(found, key=lambda each: -found[each][0]):
            low, high = found[removed]
            if high > best and (high == math.inf or high - low > high * _CLOSE):
                coarse = ask(self._mean(removed, around[removed], _FIRST, slight), None)
                if not high - low < _SHRUNK * (coarse[1] - coarse[0]):
                    continue
                finer = ask(self._mean(removed, around[removed], _POINTS, slight), (low, high))
                found[removed] = max(low, finer[0]), min(high, finer[1])
                best = max(best, found[removed][0])
        return best, max(high for _, high in found.values())


def _delta(eps: Fraction, mean: SymmetricMean, near: Ends | None) -> Ends:
    place = ball_of(eps)
    return as_fraction(mean.lower(place)), min(Fraction(1), as_fraction(mean.upper(place)))


def _epsilon(delta: Fraction, mean: SymmetricMean, near: Ends | None) -> Ends:
    """Return where the bounds of delta come down to it: the last place known to lie before, and the first known to lie behind."""
    goal = ball_of(delta)
    known = near is not None and near[1] < math.inf
    ends = (float(near[0]), float(near[1] if known else near[0])) if near else None
    width = (ends[1] - ends[0]) * _SHARE if ends else 0.0
    if near and not known:
        return Fraction(crossing(mean.lower, goal.upper(), ends, width)[0]), math.inf
    low = crossing(mean.lower, goal.upper(), ends, width)[0]
    try:
        high = crossing(mean.upper, goal.lower(), ends or (low, low), width)[1]
    except UndecidedError:
        return Fraction(low), math.inf
    return Fraction(low), Fraction(high)
