"""Losses that are known by a pair above each and one below: delta at an eps, and eps at a delta, of compositions with them."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from flint import arb

from dpsym.curves.loss import Parts, PrivacyLoss
from dpsym.curves.sandwich import Sandwich
from dpsym.curves.threshold import floats_suffice
from dpsym.errors import UndecidedError

_INFINITE, _LOST = 1e-4, 1e-7  # shares of a delta that may have an infinite loss, and that may be lost
_LEAST, _NEAR = 1e-280, 6  # a mass that floats see, and the bits that a delta is rounded to
_GREAT = 1e-3  # a delta that is not looked at more closely than this at first
_FAR, _ROUNDS = 1e-3, 6  # of what delta was thought to be, from which on it is looked at again, and how often


class PairedLoss(PrivacyLoss):
    """A loss of which pairs on either side are known, as far as masses of given sizes matter; a subclass gives them."""

    def above(self, rare: float, slight: float) -> PrivacyLoss:
        """Return a pair that dominates this one, whose cells are known.

        Parameters
        ----------
        rare, slight : float
            A mass that may have an infinite loss, and one that may be lost.
        """
        raise NotImplementedError

    def below(self, rare: float, slight: float) -> list[PrivacyLoss]:
        """Return pairs that this one dominates, whose cells are known; which of them tells more depends on the question."""
        raise NotImplementedError


class Between:
    """A composition between those of the pairs above its losses, and those of the pairs below.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        Some are paired; of the others the masses between two thresholds have to be known.
    """

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self._paired = sum(count for loss, count in parts if isinstance(loss, PairedLoss))

    def epsilon(self, delta: Fraction, scale: float) -> tuple[Fraction, Fraction]:
        """Return bounds of the least eps >= 0 at a delta in (0, 1); as of `Sandwich`."""
        high = self.epsilon_above(delta, scale)
        return (min(high, self.epsilon_below(delta, float(high))) if high else high), high

    def delta(self, eps: Fraction, guess: Fraction) -> tuple[Fraction, Fraction]:
        """Return bounds of delta at a threshold; as of `Sandwich`."""
        high = self.delta_above(eps, guess)
        return (min(high, self.delta_below(eps, high)) if high else high), high

    @floats_suffice()
    def epsilon_above(self, delta: Fraction, scale: float) -> Fraction:
        """Return a bound from above of the least eps >= 0 at a delta in (0, 1).

        Raises
        ------
        UndecidedError
            If delta is too small, or that of the pairs does not come down to it; here as below.
        """
        return self._above(float(delta)).epsilon(delta, scale)[1]

    @floats_suffice()
    def epsilon_below(self, delta: Fraction, scale: float) -> Fraction:
        """Return a bound from below of the same."""
        return max(each.epsilon_below(delta, scale) for each in self._below(float(delta)))

    @floats_suffice()
    def delta_above(self, eps: Fraction, guess: Fraction | float) -> Fraction:
        """Return a bound from above of delta at a threshold; a guess of it, or of more, costs only time, and width where it is too small."""
        best, size = Sandwich(self.parts).most(eps), min(Fraction(_GREAT), guess)
        for _ in range(_ROUNDS):
            best = min(best, self._above(float(size)).delta(eps, Fraction(size))[1])
            if not 0 < best < size * Fraction(_FAR):
                break
            size = best
        return best

    @floats_suffice()
    def delta_below(self, eps: Fraction, guess: Fraction) -> Fraction:
        """Return a bound from below of the same."""
        return max(each.delta_below(eps, guess) for each in self._below(float(guess)))

    @floats_suffice()
    def exceeds(self, eps: Fraction, delta: Fraction) -> bool:
        """Return whether the pairs above leave it open that the threshold at a delta is at most eps; as of `Sandwich`."""
        return self._above(float(delta)).exceeds(eps, delta)

    @floats_suffice()
    def errors(self, level: Fraction, slight: Fraction, scale: float) -> tuple[Fraction, Fraction]:
        """Return bounds from below of the type II error at a level; as of `Sandwich`."""
        return self._above(float(slight)).errors(level, slight, scale)

    def profile(self, slight: Fraction, scale: float, above: bool) -> Callable[[Fraction], arb]:
        """Return bounds of delta at every threshold; as of `Sandwich`."""
        laid = [self._above(float(slight))] if above else self._below(float(slight))
        found = [each.profile(slight, scale, above) for each in laid]
        return lambda eps: max((bound(eps) for bound in found), key=float)

    def _above(self, delta: float) -> Sandwich:
        sizes = self._sizes(delta)
        return Sandwich(
            tuple((loss.above(*sizes) if isinstance(loss, PairedLoss) else loss, count) for loss, count in self.parts)
        )

    def _below(self, delta: float) -> list[Sandwich]:
        sizes = self._sizes(delta)
        choices = [loss.below(*sizes) if isinstance(loss, PairedLoss) else [loss] for loss, _ in self.parts]
        return [
            Sandwich(
                tuple(
                    (each[min(k, len(each) - 1)], count) for each, (_, count) in zip(choices, self.parts, strict=True)
                )
            )
            for k in range(max(map(len, choices)))
        ]

    def _sizes(self, delta: float) -> tuple[float, float]:
        rare, slight = (delta * share / self._paired for share in (_INFINITE, _LOST))
        if slight < _LEAST:
            raise UndecidedError(f"delta is too small for pairs on either side: {delta:g}")
        # a delta near it has the same pairs
        rare, slight = (2.0 ** (_NEAR * math.floor(math.log2(size) / _NEAR)) for size in (rare, slight))
        return rare, slight


def on_lattices(parts: Parts) -> Sandwich | Between:
    """Return what bounds a composition on lattices."""
    return Between(parts) if any(isinstance(loss, PairedLoss) for loss, _ in parts) else Sandwich(parts)
