"""What a promise allows at the most: of which mechanism nothing is known but the promise, the truth is the worst that keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

from flint import arb
from sympy import S

from dpsym.ball import as_fraction
from dpsym.conversion.promised import Allowed, allowed_delta, allowed_epsilon
from dpsym.conversion.worst_pair import Promise, promise_of
from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError
from dpsym.guarantees.nodes import Composed, Given
from dpsym.guarantees.notions import ApproxDP, BoundedRangeDP, Notion, PureDP
from theorems.regress.decimals import Number
from theorems.regress.engines import to_digits
from theorems.regress.inversion import threshold
from theorems.regress.profiles import NormalProfile, Profile, profiles
from theorems.regress.runs import Run, Subject
from theorems.regress.truths import Bounded, Height, Known, Threshold, Truth

_ATTAINED = ("rdp.to_approx.optimal.attained", "rdp.to_approx.both_ways", "rdp.to_approx.two_orders")
_APPROX = ("dp.approx.event", "dp.composition.optimal")
_BY_PAIR = "attained by a pair of laws on two points that keeps the promise"
_BY_NOISE = "attained by Gaussian noise"
_EXPONENTIAL = "selection.exponential"
_DIGITS = 15


def promised_truth(subject: Subject, quantity: str, where: dict[str, Any]) -> Truth | None:
    """Return the greatest value that a promise allows, or None where that is not known.

    Parameters
    ----------
    subject : Subject
        Whose chain is a promise, and no mechanism.
    quantity, where
        As of `theorems.regress.quantities.truth_of`.
    """
    values = list(_promises(subject.guarantee.node))
    if values and all(isinstance(value, (ApproxDP, PureDP)) for value, _ in values):
        return _of_approx(values, quantity, where)
    if len(values) != 1 or values[0][1] != 1:
        return None
    value = values[0][0]
    if isinstance(value, BoundedRangeDP):
        return _of_range(value, quantity, where)
    promise = promise_of(value)
    if promise is None:
        return None
    if quantity == "epsilon":
        if where["delta"] == 0:
            return None if _is_trivial(promise) else Bounded(_ATTAINED[:1], "no bound is kept by every order", inf, inf)
        return _between(partial(allowed_epsilon, promise, where["delta"]))
    if quantity == "delta":
        return _between(partial(allowed_delta, promise, where["epsilon"]))
    return None


def lower_end(subject: Subject, quantity: str, where: dict[str, Any]) -> tuple[Number, tuple[str, ...], str] | None:
    """Return a value that certainly some mechanisms reach that keep all promises of a chain, and which; None where none is known.

    Each of several promises of concentrated privacy is kept by Gaussian noise, and so is their sum.
    """
    parts = list(_promises(subject.guarantee.node))
    promises = [(promise_of(value), count) for value, count in parts]
    if not parts or any(promise is None or promise.orders or promise.rho == 0 for promise, _ in promises):
        return None
    rho = sum((promise.rho * count for promise, count in promises if promise is not None), Fraction(0))
    facts = ("renyi.gaussian", "rdp.composition.adaptive")
    if quantity == "rho":
        return rho, facts, _BY_NOISE
    if quantity == "renyi" and isinstance(where["order"], Fraction):
        return rho * where["order"], facts, _BY_NOISE
    if quantity == "mu" or where.get("delta") == 0:
        return None
    profile = NormalProfile(2 * rho)
    if quantity == "epsilon":
        low, _ = threshold(profile, where["delta"], _DIGITS, None)
    elif quantity == "delta":
        low, _ = profile.bracket(where["epsilon"], _DIGITS)
    else:
        return None
    return (low, (*facts, "profile.composed.gaussian"), _BY_NOISE) if low is not None else None


def _promises(node: Any) -> Iterator[tuple[Notion, int]]:
    """Yield what is promised of each run, with its count; nothing of a chain that does more than to run them.

    What a theorem promises of a mechanism is no promise that is all that is known, but of the exponential mechanism it is attained.
    """
    runs = [(node, 1)] if isinstance(node, Given) else []
    if isinstance(node, Composed) and not node.parallel:
        runs = [(each, int(times)) for each, times in node.parts]
    if all(
        isinstance(each, Given) and getattr(each.proof.arrow, "name", _EXPONENTIAL) == _EXPONENTIAL for each, _ in runs
    ):
        yield from ((each.proof.value, count) for each, count in runs)


def _is_trivial(promise: Promise) -> bool:
    return promise.rho == promise.xi == 0 and not any(budget for _, budget, _ in promise.orders)


def _between(find: Callable[[], Allowed]) -> Truth | None:
    try:
        found = find()
    except UndecidedError:
        return None
    if found.upper is None:
        return None
    return Bounded(_ATTAINED, _BY_PAIR, found.lower, found.upper)


def _of_range(value: BoundedRangeDP, quantity: str, where: dict[str, Any]) -> Truth | None:
    if not value.eps.is_Rational:
        return None
    width = as_fraction(value.eps)
    facts = ("range.profile.any", "range.profile.attained")
    road = "attained by an exponential mechanism with two candidates"
    if width == 0:
        return Bounded(facts, road, Fraction(0), Fraction(0)) if quantity in ("epsilon", "delta") else None
    if quantity == "delta" or (quantity == "epsilon" and where["delta"] != 0):
        find = _range_delta if quantity == "delta" else _range_epsilon
        place = where["epsilon" if quantity == "delta" else "delta"]
        return Known(facts, road, [lambda digits: to_digits(partial(find, width, place), digits)])
    if quantity == "epsilon":
        return Bounded(("range.max.any", *facts), road, width, width)
    return None


def _of_approx(values: list[tuple[Notion, int]], quantity: str, where: dict[str, Any]) -> Truth | None:
    r"""Return what promises of approximate privacy allow: randomized response that, with a probability delta each, tells all.

    .. math:: \delta(\varepsilon) = 1 - \prod_i (1 - \delta_i) (1 - \delta_0(\varepsilon))
    """
    numbers = [(value.eps, value.delta if isinstance(value, ApproxDP) else S.Zero, count) for value, count in values]
    if not all(each.is_Rational for eps, failure, _ in numbers for each in (eps, failure)):
        return None
    kept = Fraction(1)
    counts: dict[Run, int] = {}
    for eps, failure, count in numbers:
        kept *= (1 - as_fraction(failure)) ** count
        run = Run("RandomizedResponse", (as_fraction(eps),))
        counts[run] = counts.get(run, 0) + count
    if quantity == "delta" or (quantity == "epsilon" and where["delta"] > 1 - kept):
        inner = [] if all(run.arguments[0] == 0 for run in counts) else profiles(Subject(tuple(counts.items())))
        found = [Failing(each, kept) for each in inner] or [Failing(None, kept)]
        if quantity == "delta":
            return Height(_APPROX, Failing.road, found, where["epsilon"])
        return Threshold(_APPROX, Failing.road, found, where["delta"])
    if quantity == "epsilon" and where["delta"] == 1 - kept:
        total = sum((run.arguments[0] * count for run, count in counts.items()), Fraction(0))
        return Bounded(_APPROX, Failing.road, total, total)
    return Bounded(_APPROX, Failing.road, inf, inf) if kept < 1 and quantity != "mu" else None


class Failing(Profile):
    """The profile of a mechanism that with some probability tells all.

    Parameters
    ----------
    inner : Profile or None
        That of the mechanism; None of one that tells nothing.
    kept : Fraction
        The probability that it does not fail.
    """

    road = "attained by randomized response that tells all with the probability delta"

    def __init__(self, inner: Profile | None, kept: Fraction) -> None:
        self.inner, self.kept = inner, kept

    def delta(self, eps: Fraction, digits: int) -> arb:
        inner = arb(0) if self.inner is None else self.inner.delta(eps, digits + 3)
        if self.kept == 1:
            return inner
        return to_digits(lambda: ball_of(1 - self.kept) + ball_of(self.kept) * inner, digits)


def _range_delta(width: Fraction, eps: Fraction) -> arb:
    if eps >= width:
        return arb(0)
    return (-(ball_of(eps - width) / 2).expm1()) ** 2 / -(-ball_of(width)).expm1()


def _range_epsilon(width: Fraction, delta: Fraction) -> arb:
    share = (ball_of(delta) * -(-ball_of(width)).expm1()).sqrt()
    return (ball_of(width) + 2 * (-share).log1p()).max(arb(0)) if share < 1 else arb(0)
