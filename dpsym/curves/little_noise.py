"""Random allocation of Gaussian noise whose contours are costly: certified bounds that are quick, whatever the noise and the steps."""

from __future__ import annotations

import math
from contextlib import suppress
from fractions import Fraction

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.curve import PrivacyCurve
from dpsym.curves.gaussian import GaussianLoss
from dpsym.curves.loss import Parts, PrivacyLoss, checked_fraction
from dpsym.curves.mean_bracket import MeanBracket, bits_of
from dpsym.curves.mean_ends import Ends, added_ends, composed_ends, noise_ends, removed_ends
from dpsym.curves.mean_hull import MOST_BLUR, MeanHull, blur
from dpsym.curves.sandwich import Sandwich
from dpsym.curves.threshold import floats_suffice
from dpsym.errors import UndecidedError
from dpsym.parameters import PROBABILITY, THRESHOLD

_ROOT_BITS, _DIGITS, _PLACES = 64, 12, 64
_MOST, _BROAD = 1, 0.02  # deviation, and the least variance of the mean ratio, of which atoms tell enough
_RARE, _LEAST_DELTA = (
    Fraction(1, 1000),
    Fraction(1, 10**30),
)  # of a delta, what may have any loss; and what is looked for
_ENOUGH = Fraction(1, 20)  # relative width of what formulas say, for which no atoms are made

Counts = tuple[int, int, int]
"""The steps t of an epoch, in how many k < t of them the record takes part, and the epochs E."""

Directed = tuple[Fraction, dict[bool, Fraction]]
"""A bound from below of the worse direction, and for each, by whether the record is removed, one from above."""


def little_noise_bounds(noise: Fraction, counts: Counts, delta: object, eps: object) -> Directed:
    r"""Return certified bounds of the least eps at a delta in (0, 1), or of delta at an eps.

    From below they are besides those of the sum of all answers, Gaussian noise with :math:`\mu = k\sqrt{E/t}/\sigma`.

    Parameters
    ----------
    noise : Fraction
        The standard deviation of the noise, in the unit of the sensitivity.
    counts : tuple of int
        The steps t of an epoch, in how many k < t of them the record takes part, and the epochs E.
    delta, eps : rational or None
        One of them.
    """
    summed, is_single = _summed(noise, counts), counts[1:] == (1, 1)
    if eps is not None:
        place = checked_fraction(THRESHOLD, eps)
        low, highs = (
            _of_both(MeanBracket(noise, counts[0]).delta(place)) if is_single else _deltas(noise, counts, place)
        )
        return max(low, _delta(summed, place)[0]), highs
    wanted = checked_fraction(PROBABILITY, delta)
    low, highs = (
        _of_both(MeanBracket(noise, counts[0]).epsilon(wanted)) if is_single else _thresholds(noise, counts, wanted)
    )
    return max(low, noise_ends(summed, wanted)[0]), highs


def _of_both(ends: Ends) -> Directed:
    return ends[0], dict.fromkeys((True, False), ends[1])


def is_told_by_atoms(noise: Fraction, counts: Counts) -> bool:
    """Return whether the blocks of the steps are laid on lattices: the ratios of each lie far apart, which little noise makes."""
    slots = counts[0] // counts[1] + 1
    variance = math.expm1(min(1 / float(noise) ** 2, 300.0)) / slots
    return noise < _MOST and variance >= _BROAD and blur(noise, slots) <= MOST_BLUR


def _thresholds(noise: Fraction, counts: Counts, delta: Fraction) -> Directed:
    with ctx.workprec(bits_of(delta)):
        low, highs = composed_ends(noise, counts, delta)
    if not is_told_by_atoms(noise, counts) or max(highs.values()) - low <= _ENOUGH * low:
        return low, highs
    for removed in (True, False):
        if highs[removed] > low:
            with suppress(UndecidedError), floats_suffice():
                scale = float(highs[removed])
                highs[removed] = min(
                    highs[removed], Sandwich(_blocks(noise, counts, delta, removed, True)).epsilon(delta, scale)[1]
                )
                if counts[1] == 1:
                    low = max(low, Sandwich(_blocks(noise, counts, delta, removed, False)).epsilon_below(delta, scale))
    return low, highs


def _deltas(noise: Fraction, counts: Counts, eps: Fraction) -> Directed:
    """Return bounds of delta of several steps or epochs: where the steps are known, where the ratio is at least a term, and by atoms."""
    steps, selected, epochs = counts
    with ctx.workprec(_PLACES):
        further = eps + epochs * as_fraction(arb(math.comb(steps, selected)).log().upper())
    runs = selected * epochs
    low, known = _delta(noise, further, runs)[0], _delta(noise, eps, runs)[1]
    if not is_told_by_atoms(noise, counts):
        return _of_both((low, known))
    highs = {}
    guess = min(max(known, _LEAST_DELTA), 1 - _RARE)
    for removed in (True, False):
        high = known
        with suppress(UndecidedError), floats_suffice():
            high = min(high, Sandwich(_blocks(noise, counts, guess, removed, True)).delta(eps, guess)[1])
            if selected == 1 and high > 0:
                below = Sandwich(_blocks(noise, counts, guess, removed, False))
                low = max(low, below.delta_below(eps, max(high, _LEAST_DELTA)))
        highs[removed] = high
    return low, highs


def _blocks(noise: Fraction, counts: Counts, delta: Fraction, removed: bool, above: bool) -> Parts:
    """Return pairs of atoms for blocks of the steps, from each of which one is drawn."""
    steps, selected, epochs = counts
    size, longer = divmod(steps, selected)
    slight = delta * _RARE / (selected * epochs)

    def made(slots: int) -> PrivacyLoss:
        if slots == 1:
            return GaussianLoss(noise)
        with ctx.workprec(bits_of(slight)):
            ends = -added_ends(noise, slots, slight)[1], removed_ends(noise, slots, slight)[1]
        return MeanHull(noise, slots, (Fraction(math.floor(ends[0])), Fraction(math.ceil(ends[1]))), removed, above)

    blocks = ((size, (selected - longer) * epochs), (size + 1, longer * epochs))
    return tuple((made(slots), count) for slots, count in blocks if count)


def _delta(noise: Fraction, eps: Fraction, runs: int = 1) -> Ends:
    ball = PrivacyCurve([(GaussianLoss(noise), runs)]).delta(eps, _DIGITS)
    return Fraction(ball.lower), Fraction(ball.upper)


def _summed(noise: Fraction, counts: Counts) -> Fraction:
    """Return the deviation of the sum of all answers in the unit of what the record adds to it, rounded up."""
    steps, selected, epochs = counts
    square = noise**2 * steps / (selected**2 * epochs)
    root = math.isqrt((square.numerator << 2 * _ROOT_BITS) // square.denominator) + 1
    return Fraction(root, 1 << _ROOT_BITS)
