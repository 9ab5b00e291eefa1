"""The pair on two points that loses as much as a Rényi promise allows: floats propose it, balls certify that it keeps the promise."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import ctx

from dpsym.ball import as_fraction
from dpsym.conversion.orders import golden
from dpsym.conversion.renyi_promise import Promise
from dpsym.conversion.two_points import TwoPoints
from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError

_SHARES = tuple(Fraction(1, 10**k) for k in range(15, 1, -1))
"""Of the second law, mixed into the first, until the promise is certainly kept."""
_CUTS, _BISECTIONS = 14, 60
_CLOSE = 1e-10
_NEAREST, _STEPS, _BROKEN = -9.0, 70, 1e-13
_PLACES = (*(-math.exp(9.9 - k / 6) for k in range(90)), *(2.0 * k for k in range(15)))
"""Logits of the smaller mass at which a search begins."""
_FEW, _FARTHEST = 4, 1e5
Gain = Callable[[float, float], float]


@dataclass(frozen=True)
class Cut:
    """A budget at one order in one direction.

    Parameters
    ----------
    order : float
        From 1 on; at 1 the divergence of Kullback and Leibler is meant.
    budget : float
        About the bound there.
    swapped : bool
        Whether the second law is held against the first.
    """

    order: float
    budget: float
    swapped: bool

    def room(self, place: float, gap: float) -> float:
        """Return about the share of the budget that a pair of two logits leaves."""
        return 1 - _between(self.order, place, gap, self.swapped) / self.budget if self.budget else -gap


@dataclass(frozen=True)
class Worst:
    """A pair that keeps a promise, and the budgets that keep it from losing more.

    Parameters
    ----------
    pair : TwoPoints
        Certified.
    cuts : tuple of Cut
        Those that leave the least, the tightest first.
    """

    pair: TwoPoints
    cuts: tuple[Cut, ...]


def worst_pair(promise: Promise, *, eps: Fraction | None = None, delta: Fraction | None = None) -> Worst:
    """Return a pair that certainly keeps a promise, and of which delta at an eps, or eps at a delta, is about the greatest.

    Parameters
    ----------
    promise : Promise
        The promise.
    eps, delta : Fraction, optional
        One of them.

    Raises
    ------
    UndecidedError
        If none is certified.
    """
    gain = _delta_gain(float(eps)) if eps is not None else _eps_gain(as_log(delta))  # type: ignore[arg-type]
    ways = (False, True)
    cuts = [Cut(float(order), budget, way) for order, budget, _ in promise.orders for way in ways]
    if not cuts:
        cuts = [Cut(1.0, promise.budget(1.0), way) for way in ways]
        cuts += [Cut(order, promise.budget(order), False) for order in _first_orders(promise, gain)]
    for _ in range(_CUTS):
        place, gap = _proposed(cuts, gain)
        found = [] if promise.orders else _violated(promise, place, gap)
        if not found:
            break
        cuts += found
    pair = _pair(place, gap)
    cuts.sort(key=lambda cut: cut.room(place, gap))
    for share in _SHARES:
        if promise.is_kept(kept := pair.nearer(share)):
            return Worst(kept, tuple(cuts[:_FEW]))
    raise UndecidedError("no pair on two points was certified to keep the promise")


def _first_orders(promise: Promise, gain: Gain) -> list[float]:
    """Return an order to begin with, at which a budget alone about binds the most."""

    def height(move: float) -> float:
        order = 1 + math.exp(move)
        place, gap = _proposed([Cut(order, promise.budget(order), False)], gain, _PLACES[::6], 0.1)
        return gain(place, gap)

    moves = [promise.reach] if promise.reach < _NEAREST else [min(promise.reach, 2.0 * k - 4) for k in range(9)]
    best = min(moves, key=height)
    return [1 + math.exp(best)]


def as_log(value: Fraction) -> float:
    """Return about the logarithm of a positive rational, also of one that no float holds."""
    with ctx.workprec(64):
        return float(ball_of(value).log().mid())


def _pair(place: float, gap: float) -> TwoPoints:
    """Return the pair of two logits, as rationals."""
    with ctx.workprec(200):
        p, q = (as_fraction((1 / (1 + (-ball_of(Fraction(each))).exp())).mid()) for each in (place + gap, place))
    return TwoPoints(p, q)


def _logs(logit: float) -> tuple[float, float]:
    """Return the logarithms of a probability and of the rest, by the logit."""
    return -_log1pexp(-logit), -_log1pexp(logit)


def _log1pexp(value: float) -> float:
    return value + math.log1p(math.exp(-value)) if value > 0 else math.log1p(math.exp(value))


def _divergence(order: float, one: tuple[float, float], two: tuple[float, float]) -> float:
    """Return about the Rényi divergence of two laws on two points from one another, by the logarithms of their masses."""
    losses = one[0] - two[0], one[1] - two[1]
    if order == 1:
        return sum(math.exp(mass) * loss for mass, loss in zip(one, losses, strict=True))
    near, far = one[0] + (order - 1) * losses[0], one[1] + (order - 1) * losses[1]
    return (max(near, far) + math.log1p(math.exp(-abs(near - far)))) / (order - 1)


def _between(order: float, place: float, gap: float, swapped: bool) -> float:
    """Return about the Rényi divergence of a pair in one direction."""
    one, two = _logs(place + gap), _logs(place)
    return _divergence(order, two, one) if swapped else _divergence(order, one, two)


def _widest(cuts: Sequence[Cut], place: float) -> float:
    """Return about the greatest difference of the logits within budgets at some orders, given the smaller one."""
    here = _logs(place)

    def kept(cut: Cut, gap: float) -> bool:
        there = _logs(place + gap)
        return _divergence(cut.order, *((here, there) if cut.swapped else (there, here))) <= cut.budget

    widest = math.inf
    for cut in reversed(cuts):  # the last ones were added as they bind: most others leave more room, as one look shows
        if widest < math.inf and kept(cut, widest):
            continue
        low, high = 0.0, min(1.0, widest)
        while kept(cut, high) and high < _FARTHEST:
            low, high = high, 2 * high
        for _ in range(_BISECTIONS):
            middle = (low + high) / 2
            low, high = (middle, high) if kept(cut, middle) else (low, middle)
        widest = low
    return widest


def _proposed(
    cuts: Sequence[Cut], gain: Gain, places: Sequence[float] = _PLACES, close: float = _CLOSE
) -> tuple[float, float]:
    def height(place: float) -> float:
        return -gain(place, _widest(cuts, place))

    heights = [height(each) for each in places]
    best = min(range(len(places)), key=heights.__getitem__)
    if heights[best] == math.inf:
        raise UndecidedError("no pair on two points was found that loses so much")
    place, _ = golden(height, places[max(best - 1, 0)], places[min(best + 1, len(places) - 1)], close)
    return place, _widest(cuts, place)


def _delta_gain(eps: float) -> Gain:
    def gain(place: float, gap: float) -> float:
        p, q = _logs(place + gap)[0], _logs(place)[0] + eps
        return p + math.log(-math.expm1(q - p)) if p > q else -math.inf

    return gain


def _eps_gain(log_delta: float) -> Gain:
    def gain(place: float, gap: float) -> float:
        p, q = _logs(place + gap)[0], _logs(place)[0]
        return p + math.log(-math.expm1(log_delta - p)) - q if p > log_delta else -math.inf

    return gain


def _violated(promise: Promise, place: float, gap: float) -> list[Cut]:
    """Return in each direction the order at which a pair breaks a promise the most, if it does."""
    found = []
    for way in (False, True):

        def room(move: float, way: bool = way) -> float:
            order = 1 + math.exp(move)
            return Cut(order, promise.budget(order), way).room(place, gap)

        moves = [promise.reach - (promise.reach - _NEAREST) * k / _STEPS for k in range(_STEPS + 1)]
        rooms = [room(each) for each in moves]
        best = min(range(len(moves)), key=rooms.__getitem__)
        move, least = golden(room, moves[min(best + 1, _STEPS)], moves[max(best - 1, 0)], _CLOSE)
        order = 1 + math.exp(move)
        if least < -_BROKEN:
            found.append(Cut(order, promise.budget(order), way))
    return found
