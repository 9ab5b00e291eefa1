"""What bounded ranges allow: one of them exactly, and several at least what exponential mechanisms with two candidates lose."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial
from typing import Any

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.conversion.orders import golden
from dpsym.curves.loss import ball_of
from dpsym.curves.two_atoms import Atoms, TwoAtoms
from dpsym.errors import UndecidedError
from dpsym.guarantees.notions import BoundedRangeDP
from theorems.regress.balls import ends
from theorems.regress.decimals import Number
from theorems.regress.engines import to_digits
from theorems.regress.truths import Bounded, Known, Truth

_FACTS = ("range.profile.any", "range.profile.attained")
_DIGITS, _CLOSE, _BITS, _FARTHEST = 12, 1e-4, 160, 30.0


def range_truth(value: BoundedRangeDP, quantity: str, where: dict[str, Any]) -> Truth | None:
    """Return the greatest value that one bounded range allows, or None where that is not known."""
    if not value.eps.is_Rational:
        return None
    width = as_fraction(value.eps)
    road = "attained by an exponential mechanism with two candidates"
    if width == 0:
        return Bounded(_FACTS, road, Fraction(0), Fraction(0)) if quantity in ("epsilon", "delta") else None
    if quantity == "delta" or (quantity == "epsilon" and where["delta"] != 0):
        find = _range_delta if quantity == "delta" else _range_epsilon
        place = where["epsilon" if quantity == "delta" else "delta"]
        return Known(_FACTS, road, [lambda digits: to_digits(partial(find, width, place), digits)])
    if quantity == "epsilon" or (quantity == "renyi" and not isinstance(where["order"], Fraction)):
        return Bounded(("range.max.any", *_FACTS), road, width, width)
    return None


def _range_delta(width: Fraction, eps: Fraction) -> arb:
    if eps >= width:
        return arb(0)
    return (-(ball_of(eps - width) / 2).expm1()) ** 2 / -(-ball_of(width)).expm1()


def _range_epsilon(width: Fraction, delta: Fraction) -> arb:
    share = (ball_of(delta) * -(-ball_of(width)).expm1()).sqrt()
    return (ball_of(width) + 2 * (-share).log1p()).max(arb(0)) if share < 1 else arb(0)


def ranges_lower(
    value: BoundedRangeDP, count: int, quantity: str, where: dict[str, Any]
) -> tuple[Number, tuple[str, ...], str] | None:
    """Return what so many exponential mechanisms with the same two candidates lose, at the best odds; None where that is not known.

    Parameters
    ----------
    value : BoundedRangeDP
        Of each of them.
    count : int
        How many.
    quantity, where
        As of `theorems.regress.quantities.truth_of`.
    """
    if quantity not in ("epsilon", "delta", "renyi") or not value.eps.is_Rational or value.eps <= 0:
        return None
    width, words = as_fraction(value.eps), "attained by exponential mechanisms with two candidates each"
    if (quantity == "epsilon" and where["delta"] == 0) or (
        quantity == "renyi" and not isinstance(where["order"], Fraction)
    ):
        return count * width, ("range.max.any",), words

    def lost(logit: float) -> arb:
        if quantity == "renyi":
            return count * _divergence(width, Fraction(logit), where["order"])
        runs = TwoAtoms(partial(_atoms, width, Fraction(logit)), count)
        return runs.delta(where["epsilon"]) if quantity == "delta" else runs.epsilon(where["delta"])

    def height(logit: float) -> float:
        try:
            found = lost(logit)
        except UndecidedError:
            return math.inf
        return -float(found.log().mid()) if found > 0 else math.inf

    with ctx.workprec(_BITS):
        places = [-_FARTHEST + k for k in range(int(_FARTHEST) + 10)]
        best = min(range(len(places)), key=lambda k: height(places[k]))
        place, least = golden(height, places[max(best - 1, 0)], places[min(best + 1, len(places) - 1)], _CLOSE)
        if least == math.inf:
            return None
        low, _ = ends(lost(place))
    return None if low is None else (low, ("range.composition",), words)


def _divergence(width: Fraction, logit: Fraction, order: Fraction) -> arb:
    """Return the Rényi divergence of such a pair, from what is lost at its points where the order is 1."""
    pair = _atoms(width, logit)
    if order == 1:
        return pair.p * pair.high + (1 - pair.p) * pair.low
    place = ball_of(order - 1)
    return (pair.p * (place * pair.high).exp() + (1 - pair.p) * (place * pair.low).exp()).log() / place


def _atoms(width: Fraction, logit: Fraction) -> Atoms:
    """Return the losses of a pair of which the odds of the first point differ by a factor e^width."""
    odds = [ball_of(each).exp() for each in (logit + width, logit)]
    p, q = (each / (1 + each) for each in odds)
    return Atoms((p / q).log(), ((1 - p) / (1 - q)).log(), p, q)
