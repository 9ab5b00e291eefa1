"""Several epochs of steps, in some of which a record takes part: delta at an eps, and eps at a delta, from both sides."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from dpsym.curves.sandwich import Sandwich
from dpsym.curves.selected_hull import Epoch, EpochHull
from dpsym.curves.step_ratios import StepRatio
from dpsym.curves.threshold import floats_suffice
from dpsym.errors import UndecidedError

_INFINITE, _LOST = 1e-4, 1e-7  # shares of a delta that may have an infinite loss, and that may be lost
_LEAST, _NEAR = 1e-280, 6  # a mass that floats see, and the bits that a delta is rounded to
_GREAT = 1e-3  # a delta that is not looked at more closely than this at first
_FAR, _ROUNDS = 1e-3, 6  # of what delta was thought to be, from which on it is looked at again, and how often


@dataclass(frozen=True)
class SelectedEpochs:
    """A record takes part in k of t steps of each epoch.

    Parameters
    ----------
    ratio : StepRatio
        The likelihood ratio of a step.
    steps, selected, epochs : int
        t, k from 1 to t - 1, and the epochs.
    """

    ratio: StepRatio
    steps: int
    selected: int
    epochs: int

    @floats_suffice()
    def above(self, delta: Fraction | None, eps: Fraction | None, removed: bool, guess: Fraction | float) -> Fraction:
        """Return a bound from above of the least eps >= 0 at a delta in (0, 1), or of delta at an eps, in one direction.

        It is that of a pair that dominates each epoch.

        Parameters
        ----------
        delta, eps : Fraction or None
            One of them.
        removed : bool
            Whether the mixture is the first law.
        guess : Fraction or float
            About the answer, or more; it costs only time, and width where it is too small.

        Raises
        ------
        UndecidedError
            If delta is too small, or that of the pair does not come down to it.
        """
        if delta is not None:
            return self._above(float(delta), removed).epsilon(delta, float(guess))[1]
        best, size = Fraction(1), min(Fraction(_GREAT), guess)
        for _ in range(_ROUNDS):
            best = min(best, self._above(float(size), removed).delta(eps, size)[1])
            if not 0 < best < size * Fraction(_FAR):
                break
            size = best
        return best

    @floats_suffice()
    def below(self, delta: Fraction | None, eps: Fraction | None, guess: Fraction) -> Fraction:
        """Return a bound from below of the same, of the worse direction: that of what a sum over the steps of each epoch tells.

        Parameters
        ----------
        delta, eps : Fraction or None
            One of them.
        guess : Fraction
            About the answer; it costs only time and width.
        """
        if delta is not None:
            return max(told.epsilon_below(delta, float(guess)) for told in self._told(float(delta)))
        return max(told.delta_below(eps, guess) for told in self._told(float(guess)))

    def _above(self, delta: float, removed: bool) -> Sandwich:
        return Sandwich(((EpochHull(self._epoch(delta), removed), self.epochs),))

    def _told(self, delta: float) -> list[Sandwich]:
        """Return what is told of all epochs, for both directions."""
        epoch = self._epoch(delta)
        return [Sandwich(((told, self.epochs),)) for removed in (True, False) for told in epoch.told(removed)]

    def _epoch(self, delta: float) -> Epoch:
        rare, slight = (delta * share / self.epochs for share in (_INFINITE, _LOST))
        if slight < _LEAST:
            raise UndecidedError(f"delta is too small for a sum over steps: {delta:g}")
        # a delta near it has the same epoch
        rare, slight = (2.0 ** (_NEAR * math.floor(math.log2(size) / _NEAR)) for size in (rare, slight))
        return Epoch(self.ratio, self.steps, self.selected, rare, slight)
