"""What a Rényi promise allows at the most, between two certified ends: a pair that keeps it, and a bound that all pairs keep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from flint import arb, ctx
from sympy import FiniteSet, Rational, S

from dpsym.ball import as_fraction
from dpsym.conversion.asked import require_target
from dpsym.conversion.renyi_promise import Promise, promise_of
from dpsym.conversion.rounding import rounded
from dpsym.conversion.two_orders import two_orders_delta, two_orders_threshold
from dpsym.conversion.two_points import TwoPoints
from dpsym.conversion.worst_pair import Cut, worst_pair
from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError
from dpsym.guarantees.arrow import Arrow, Request, Source, numbers_only, require
from dpsym.guarantees.notions import ApproxDP, RenyiDP
from dpsym.guarantees.numbers import Upper

_BITS, _DIGITS = 512, 20
_NEXT_TO_ONE = Fraction(1, 10**40)  # at which a budget of order 1 is used
_LEAST = arb(2) ** -100000  # of what is written out as a rational
_SLACKS = tuple(Fraction(1, 10**k) for k in range(24, 1, -2))


@dataclass(frozen=True)
class Allowed:
    """The greatest value that a promise allows.

    Parameters
    ----------
    lower : Fraction
        Attained by the pair.
    upper : Fraction or None
        No pair that keeps the promise has more; None where no bound was found.
    pair : TwoPoints
        That keeps the promise.
    """

    lower: Fraction
    upper: Fraction | None
    pair: TwoPoints


def allowed_delta(promise: Promise, eps: Fraction) -> Allowed:
    """Return the greatest delta at an eps.

    Raises
    ------
    UndecidedError
        If no pair was certified.
    """
    found = worst_pair(promise, eps=eps)
    with ctx.workprec(_BITS):
        return Allowed(
            _end(found.pair.delta(eps), False), _delta_bound(promise, found.pair, found.cuts, eps), found.pair
        )


def allowed_epsilon(promise: Promise, delta: Fraction) -> Allowed:
    """Return the greatest eps at a delta above 0.

    Raises
    ------
    UndecidedError
        If no pair was certified.
    """
    found = worst_pair(promise, delta=delta)
    with ctx.workprec(_BITS):
        lower = _end(found.pair.epsilon(delta), False)
        if lower == 0:
            none = _least_loss(promise, delta)
            return Allowed(lower, none, found.pair)
        for slack in (Fraction(0), *_SLACKS):
            eps = lower + slack * max(lower, slack)
            bound = _delta_bound(promise, found.pair, found.cuts, eps)
            if bound is not None and bound <= delta:
                return Allowed(lower, eps, found.pair)
    return Allowed(lower, None, found.pair)


def _least_loss(promise: Promise, delta: Fraction) -> Fraction | None:
    """Return eps = 0 if the promise gives the delta there, None otherwise."""
    bound = allowed_delta(promise, Fraction(0)).upper
    return Fraction(0) if bound is not None and bound <= delta else None


def _delta_bound(promise: Promise, pair: TwoPoints, cuts: tuple[Cut, ...], eps: Fraction) -> Fraction | None:
    """Return an upper bound of delta at an eps of all pairs that keep a promise, near the delta of one that does."""
    if pair.p == pair.q:
        return None
    low, high = (1 - pair.p) / (1 - pair.q), pair.p / pair.q
    powers = [_power(promise, cut) for cut in cuts]
    bounds = [each for one in powers for each in _alone(one, low, high, eps)]
    bounds += [each for two in permutations(powers, 2) for each in _together(two, low, high, eps)]
    found = [_end(each, True) for each in bounds if each <= 1 and each > _LEAST]
    return min(found) if found else None


Power = tuple[Fraction, arb]
"""An exponent of the likelihood ratio, and a bound on the logarithm of the mean of this power."""


def _power(promise: Promise, cut: Cut) -> Power:
    listed = next((each for each in promise.orders if float(each[0]) == cut.order), None)
    order = listed[0] if listed is not None else 1 + _NEXT_TO_ONE if cut.order == 1 else Fraction(cut.order)
    if listed is None and promise.last is not None:
        order = min(order, promise.last)
    budget = listed[2]() if listed is not None else ball_of(promise.xi) + ball_of(promise.rho) * ball_of(order)
    return (1 - order if cut.swapped else order), (ball_of(order) - 1) * budget


def _alone(power: Power, low: Fraction, high: Fraction, eps: Fraction) -> Iterator[arb]:
    """Yield the bound by one order, with the greater ratio moved so that the tangents meet at the threshold."""
    powers, zero = (power, power), Fraction(0)
    for share in (Fraction(1, 10**k) for k in range(6, 16, 3)):
        start, end = high * (1 - share), high * (1 + share)
        if start > low and _meets(powers, low, start, zero) <= ball_of(eps) <= _meets(powers, low, end, zero):
            break
    else:
        return
    for _ in range(_BITS // 8):
        middle = (start + end) / 2
        start, end = (middle, end) if _meets(powers, low, middle, zero) <= ball_of(eps) else (start, middle)
        middle = as_fraction(ball_of(start).mid())
        start = middle if _meets(powers, low, middle, zero) <= ball_of(eps) else start
    yield _bound(powers, low, start, zero)


def _together(powers: tuple[Power, Power], low: Fraction, high: Fraction, eps: Fraction) -> Iterator[arb]:
    """Yield the bound by two orders, with the share at which the tangents meet at the threshold."""
    gamma = ball_of(eps).exp()
    parts = []
    for exponent, _ in powers:
        r, t, u = ball_of(exponent), ball_of(low), ball_of(high)
        slopes = r * t ** (r - 1), r * u ** (r - 1)
        parts.append((u * slopes[1] - u**r - t * slopes[0] + t**r - gamma * (slopes[1] - slopes[0])).mid())
    if parts[0] * parts[1] < 0 and _LEAST < parts[0] / (parts[0] - parts[1]) < 1 - _LEAST:
        share = as_fraction((parts[0] / (parts[0] - parts[1])).mid())
        for slack in _SLACKS:
            for moved in (share * (1 - slack), share + (1 - share) * slack):
                if _meets(powers, low, high, moved) <= ball_of(eps):
                    yield _bound(powers, low, high, moved)
                    return


def _meets(powers: tuple[Power, Power], low: Fraction, high: Fraction, share: Fraction) -> arb:
    return two_orders_threshold(
        ball_of(powers[0][0]), ball_of(powers[1][0]), ball_of(low), ball_of(high), ball_of(share)
    )


def _bound(powers: tuple[Power, Power], low: Fraction, high: Fraction, share: Fraction) -> arb:
    moments = ((ball_of(powers[0][0]), powers[0][1]), (ball_of(powers[1][0]), powers[1][1]))
    return two_orders_delta(moments, ball_of(low), ball_of(high), ball_of(share))


def _end(value: arb, up: bool) -> Fraction:
    """Return an end of a ball, exactly."""
    if not value.is_finite():
        raise UndecidedError("a bound is not finite")
    return as_fraction((value.upper() if up else value.lower()).mid())


def _both_ways(value: RenyiDP, request: Request) -> ApproxDP:
    require_target(request)
    target = request.eps if request.delta is None else request.delta
    for each in (value, target):
        numbers_only(each, "the search for the extremal pair")
    require(isinstance(value.orders, FiniteSet), "the orders have to be a list")
    promise = promise_of(value)
    require(promise is not None and isinstance(target, Rational), "orders and targets have to be rational")
    assert promise is not None  # noqa: S101 (it was just required)
    if request.delta is not None:
        require(0 < request.delta < 1, "0 < delta < 1")
        found = allowed_epsilon(promise, as_fraction(request.delta)).upper
    else:
        found = allowed_delta(promise, as_fraction(request.eps)).upper
    if found is None:
        raise UndecidedError("no bound by two orders was found")
    bound = Upper(rounded(found, True, _DIGITS))
    return ApproxDP(bound, target) if request.delta is not None else ApproxDP(target, min(bound, S.One))


RENYI_BOTH_WAYS = Arrow(
    name="renyi_to_approx.both_ways",
    source=RenyiDP,
    target=ApproxDP,
    theorems=("rdp.to_approx.both_ways", "rdp.to_approx.two_orders"),
    says="the least eps that follows from budgets at the orders of a list, two of them together, in both directions",
    cites=(Source("asoodeh2021variants", "Theorem 2, at one order and in one direction"),),
    apply=_both_ways,
    hypotheses=("numbers", "a list of orders", "0 < delta < 1"),
    tight="by a pair on two points that keeps the budgets",
)
