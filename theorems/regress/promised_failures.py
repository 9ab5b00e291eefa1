"""What promises of approximate privacy allow: randomized responses that, each with a probability of its own, tell all; Gaussian ones beside them."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

from flint import arb
from sympy import S

from dpsym.ball import as_fraction
from dpsym.curves.loss import ball_of
from dpsym.guarantees.notions import GDP, ApproxDP
from theorems.regress.engines import to_digits
from theorems.regress.levels import power_truth
from theorems.regress.profiles import Profile, profiles
from theorems.regress.runs import Run, Subject
from theorems.regress.sums import renyi_truth
from theorems.regress.truths import Bounded, Height, Known, Threshold, Truth

_APPROX = ("dp.approx.event", "dp.composition.optimal")


def approx_truth(values: list[tuple[Any, int]], quantity: str, where: dict[str, Any]) -> Truth | None:
    r"""Return what promises of approximate privacy allow: randomized response that, with a probability delta each, tells all.

    .. math:: \delta(\varepsilon) = 1 - \prod_i (1 - \delta_i) (1 - \delta_0(\varepsilon))

    Gaussian privacy beside them is as bad as Gaussian noise. Below order 1 what tells all adds nothing to the moment, so that
    :math:`D_\alpha` is that of the others and :math:`\log(1/\prod_i (1 - \delta_i))/(1 - \alpha)` more.
    """
    kept = Fraction(1)
    counts: dict[Run, int] = {}
    for value, count in values:
        is_gaussian = isinstance(value, GDP)
        number, failure = value.mu if is_gaussian else value.eps, value.delta if isinstance(value, ApproxDP) else S.Zero
        if not (number.is_Rational and failure.is_Rational) or (is_gaussian and not number > 0):
            return None
        kept *= (1 - as_fraction(failure)) ** count
        run = (
            Run("Gaussian", (1 / as_fraction(number),))
            if is_gaussian
            else Run("RandomizedResponse", (as_fraction(number),))
        )
        counts[run] = counts.get(run, 0) + count
    parts = tuple((run, count) for run, count in counts.items() if run.arguments[0] > 0)
    if quantity == "power" and kept > 0:
        return power_truth(_APPROX, _failing(parts, kept), where["level"])
    if quantity == "power":
        return Bounded(_APPROX, Failing.road, Fraction(1), Fraction(1))
    if quantity == "renyi" and kept == 1 and parts:
        return renyi_truth(Subject(parts), where["order"])
    if quantity == "renyi" and where["order"] < 1 and kept > 0:
        return Known(_APPROX, Failing.road, [partial(_divergence, Subject(parts), kept, where["order"])])
    if quantity == "delta" or (quantity == "epsilon" and where["delta"] > 1 - kept):
        found = _failing(parts, kept)
        if quantity == "delta":
            return Height(_APPROX, Failing.road, found, where["epsilon"])
        return Threshold(_APPROX, Failing.road, found, where["delta"])
    if quantity == "epsilon" and where["delta"] == 1 - kept and all(run.family != "Gaussian" for run in counts):
        total = sum((run.arguments[0] * count for run, count in counts.items()), Fraction(0))
        return Bounded(_APPROX, Failing.road, total, total)
    return Bounded(_APPROX, Failing.road, inf, inf) if kept < 1 and quantity != "mu" else None


def _failing(parts: tuple[tuple[Run, int], ...], kept: Fraction) -> list[Failing]:
    return [Failing(each, kept) for each in (profiles(Subject(parts)) if parts else (None,))]


def _divergence(subject: Subject, kept: Fraction, order: Fraction, digits: int) -> arb:
    inner = partial(_inner_divergence, subject, order, digits + 3)
    return to_digits(lambda: inner() - ball_of(kept).log() / (1 - ball_of(order)), digits)


def _inner_divergence(subject: Subject, order: Fraction, digits: int) -> arb:
    if not subject.parts:
        return arb(0)
    found = renyi_truth(subject, order)
    return found.balls[0](digits) if isinstance(found, Known) else ball_of(Fraction(found.bracket(digits)[1]))


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
