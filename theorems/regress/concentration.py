"""The least rho of zero-concentrated privacy where it is not that of Gaussian noise."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from flint import arb

from dpsym.curves.loss import ball_of
from theorems.regress.decimals import Number
from theorems.regress.engines import to_digits
from theorems.regress.runs import Run, Subject
from theorems.regress.sums import pure_truth, renyi_truth
from theorems.regress.truths import Bounded, Known, Truth

_GROWTH, _FIRST, _LAST = Fraction(21, 20), Fraction(1, 200), Fraction(400)
_DIGITS = 12


def rho_truth(subject: Subject) -> Truth:
    r"""Return the least rho with :math:`D_\alpha \le \rho\alpha` at every order above 1.

    Of randomized response it is exactly :math:`\varepsilon\tanh(\varepsilon/2)`, its divergence of order 1. Else, as
    :math:`D_\alpha` does not decrease in the order, :math:`D_\alpha/\alpha \le D_b/a` for all orders in [a, b].
    """
    if all(_is_response(run) for run, _ in subject.parts):
        return Known(
            ("renyi.rr.tanh", "rdp.composition.adaptive", *subject.also),
            "eps tanh(eps/2), summed over the runs",
            [partial(to_digits, partial(_responses, subject))],
        )
    top = pure_truth(subject)
    _, greatest = top.bracket(_DIGITS)
    order = Fraction(1)
    ends: list[tuple[Number, Number]] = [(Fraction(0), Fraction(0))]
    while order < _LAST:
        following = max(order * _GROWTH, order + _FIRST) if order > 1 else 1 + _FIRST
        truth = renyi_truth(subject, following)
        below, above = truth.bracket(_DIGITS)
        ends.append((Fraction(0) if below is None else below / following, above / order))
        order = following
        if greatest / order < ends[-1][0]:
            break
    lower, upper = max(low for low, _ in ends), max(high for _, high in ends)
    facts = (*truth.theorems, *top.theorems, "renyi.monotone")
    return Bounded(facts, "D_alpha/alpha over a grid of orders", lower, max(upper, greatest / order))


def _responses(subject: Subject) -> arb:
    """Return the sum of eps tanh(eps/2), of the privacy parameters of randomized responses."""
    total = arb(0)
    for run, count in subject.parts:
        eps = ball_of(run.arguments[0] if run.family == "RandomizedResponse" else 1 / run.arguments[0])
        total += count * eps * (eps / 2).tanh()
    return total


def _is_response(run: Run) -> bool:
    if run.law is not None or run.is_sampled:
        return False
    return run.family == "RandomizedResponse" or (run.family == "DiscreteLaplace" and run.sensitivity == 1)
