"""What a promise allows at the most: of which mechanism nothing is known but the promise, the truth is the worst that keeps it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

from dpsym.ball import as_fraction
from dpsym.conversion.promised import Allowed, allowed_delta, allowed_epsilon
from dpsym.conversion.renyi_promise import Promise, promise_of
from dpsym.conversion.tested_pair import tested_pair
from dpsym.errors import UndecidedError
from dpsym.guarantees.nodes import Composed, Given
from dpsym.guarantees.notions import GDP, ApproxDP, BoundedRangeDP, PureDP, TradeOffDP
from theorems.regress.balls import ends
from theorems.regress.decimals import Number
from theorems.regress.engines import to_digits
from theorems.regress.inversion import threshold
from theorems.regress.profiles import LaplaceProfile
from theorems.regress.promised_failures import approx_truth
from theorems.regress.promised_keepers import keepers
from theorems.regress.promised_ranges import range_truth, ranges_lower
from theorems.regress.promised_tests import range_power, renyi_power, tests_power
from theorems.regress.runs import Subject
from theorems.regress.truths import Bounded, Truth

_ATTAINED = ("rdp.to_approx.optimal.attained", "rdp.to_approx.both_ways", "rdp.to_approx.two_orders")
_BY_PAIR = "attained by a pair of laws on two points that keeps the promise"
_BY_NOISE = "attained by Gaussian noise"
_EXPONENTIAL = "selection.exponential"
_DIGITS, _MOST_LOSS = 15, 500.0


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
    if values and all(isinstance(value, (ApproxDP, PureDP, GDP)) for value, _ in values):
        return approx_truth(values, quantity, where)
    if len(values) != 1 or values[0][1] != 1:
        return None
    value = values[0][0]
    if quantity == "power":
        return _power(value, where["level"])
    if isinstance(value, BoundedRangeDP):
        return range_truth(value, quantity, where)
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


def _power(value: Any, level: Fraction) -> Truth | None:
    try:
        if isinstance(value, BoundedRangeDP):
            return range_power(value, level) if value.eps.is_Rational else None
        if isinstance(value, TradeOffDP):
            return tests_power(value, level)
        promise = promise_of(value)
        return None if promise is None else renyi_power(promise, level)
    except UndecidedError:
        return None


def lower_end(subject: Subject, quantity: str, where: dict[str, Any]) -> tuple[Number, tuple[str, ...], str] | None:
    """Return a value that certainly some mechanisms reach that keep all promises of a chain, and which; None where none is known.

    Each of several promises of concentrated privacy is kept by Gaussian noise, and so is their sum.
    """
    if (choice := _choice(subject.guarantee.node)) is not None:
        return _of_choice(choice, quantity, where)
    parts = list(_promises(subject.guarantee.node))
    if len(parts) == 1 and isinstance(parts[0][0], BoundedRangeDP):
        return ranges_lower(*parts[0], quantity, where)
    if len(parts) == 1 and parts[0][1] == 1 and isinstance(parts[0][0], TradeOffDP):
        return _of_tests(parts[0][0], quantity, where)
    promises = [(promise_of(value), count) for value, count in parts]
    if quantity == "renyi" and any(
        promise is not None and _is_beyond(promise, where["order"]) for promise, _ in promises
    ):
        return inf, _ATTAINED[:1], "no bound is kept beyond the last order"
    if parts and all(promise is not None and not promise.orders and promise.rho > 0 for promise, _ in promises):
        rho = sum((promise.rho * count for promise, count in promises if promise is not None), Fraction(0))
        facts = ("renyi.gaussian", "rdp.composition.adaptive")
        if quantity == "rho":
            return rho, facts, _BY_NOISE
        if quantity == "renyi":
            return (rho * where["order"] if isinstance(where["order"], Fraction) else inf), facts, _BY_NOISE
    ends = [found for each in (keepers(parts), keepers(parts[:1])) if (found := _of_keepers(each, quantity, where))]
    return max(ends, key=lambda end: end[0]) if ends else None


def _of_keepers(
    values: list[tuple[Any, int]] | None, quantity: str, where: dict[str, Any]
) -> tuple[Number, tuple[str, ...], str] | None:
    """Return what randomized response and Gaussian noise lose that keep the promises."""
    truth = approx_truth(values, quantity, where) if values and quantity in ("epsilon", "delta", "renyi") else None
    if truth is None:
        return None
    low, _ = truth.bracket(_DIGITS)
    return None if low is None else (low, truth.theorems, "attained by randomized response or Gaussian noise")


def _of_tests(value: TradeOffDP, quantity: str, where: dict[str, Any]) -> tuple[Number, tuple[str, ...], str] | None:
    """Return what a pair on two points loses of which no test is better than a trade-off function allows."""
    delta, eps = (float(where.get(name, 0)) for name in ("delta", "epsilon"))
    if quantity not in ("epsilon", "delta") or (quantity == "epsilon" and not delta) or eps > _MOST_LOSS:
        return None

    def gain(p: float, q: float) -> float:
        return p - math.exp(eps) * q if quantity == "delta" else (p - delta) / q

    try:
        pair = tested_pair(value, gain)
    except UndecidedError:
        return None
    found = to_digits(
        partial(pair.delta, where["epsilon"]) if quantity == "delta" else partial(pair.epsilon, where["delta"]), _DIGITS
    )
    low, _ = ends(found)
    return None if low is None else (low, ("tradeoff.profile", "dp.approx.tradeoff"), _BY_PAIR)


def _choice(node: Any) -> Fraction | None:
    """Return the eps of permute-and-flip, or None of anything else."""
    if not isinstance(node, Given) or getattr(node.proof.arrow, "name", "") != "selection.permute_and_flip":
        return None
    eps: Any = node.proof.value.eps  # type: ignore[attr-defined]  # permute-and-flip is pure
    return as_fraction(eps) if eps.is_Rational and eps > 0 else None


def _of_choice(eps: Fraction, quantity: str, where: dict[str, Any]) -> tuple[Number, tuple[str, ...], str] | None:
    r"""Return what permute-and-flip loses with two candidates.

    The worse one is taken with :math:`e^{-\varepsilon g/2}/2`, g the difference of the scores, which moves by 2: from g = 0 on the loss is
    :math:`\varepsilon`, and from :math:`-1 + \varepsilon'/\varepsilon` on :math:`\delta(\varepsilon') = 1 - e^{(\varepsilon' - \varepsilon)/2}`.
    """
    facts, words = ("mechanism.permute_and_flip.any",), "attained with two candidates"
    if quantity == "epsilon" and where["delta"] == 0:
        return eps, facts, words
    if quantity not in ("epsilon", "delta"):
        return None
    profile = LaplaceProfile(eps)
    if quantity == "delta":
        low, _ = profile.bracket(where["epsilon"], _DIGITS)
    else:
        low, _ = threshold(profile, where["delta"], _DIGITS, None)
    return None if low is None else (low, facts, words)


def _promises(node: Any) -> Iterator[tuple[Any, int]]:
    """Yield what is promised of each run, with its count; nothing of a chain that does more than to run them.

    What a theorem promises of a mechanism is no promise that is all that is known, but of the exponential mechanism it is attained.
    """
    runs: list[tuple[Any, int]] = [(node, 1)] if isinstance(node, Given) else []
    if isinstance(node, Composed) and not node.parallel:
        runs = [(each, int(times)) for each, times in node.parts]
    if all(
        isinstance(each, Given) and getattr(each.proof.arrow, "name", _EXPONENTIAL) == _EXPONENTIAL for each, _ in runs
    ):
        yield from ((each.proof.value, count) for each, count in runs)


def _is_beyond(promise: Promise, order: Number) -> bool:
    r"""Whether an order lies beyond all that a promise speaks of.

    Of the pair with the masses :math:`p = c u^{\omega - 1}` and :math:`q = c u^\omega` no divergence up to the order :math:`\omega` is
    above a constant that c decides, and those beyond grow as :math:`(\alpha - \omega)\log(1/u)` as u falls.
    """
    if _is_trivial(promise) or any(not budget for _, budget, _ in promise.orders):
        return False
    last = max((each for each, _, _ in promise.orders), default=promise.last)
    return order == inf if last is None else order > last


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
