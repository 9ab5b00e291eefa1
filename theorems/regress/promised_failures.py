"""What promises of approximate privacy allow: randomized responses that, each with a probability of its own, tell all."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

from flint import arb
from sympy import S

from dpsym.ball import as_fraction
from dpsym.curves.loss import ball_of
from dpsym.guarantees.notions import ApproxDP
from theorems.regress.engines import to_digits
from theorems.regress.profiles import Profile, profiles
from theorems.regress.runs import Run, Subject
from theorems.regress.truths import Bounded, Height, Threshold, Truth

_APPROX = ("dp.approx.event", "dp.composition.optimal")


def approx_truth(values: list[tuple[Any, int]], quantity: str, where: dict[str, Any]) -> Truth | None:
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
