"""Quantities that are sums over the runs: the greatest privacy loss, and the Rényi divergence at an order."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from flint import arb

from theorems.regress.engines import to_digits
from theorems.regress.facts import pure_facts, renyi_facts
from theorems.regress.losses import log_moment, pure_loss
from theorems.regress.runs import Subject
from theorems.regress.truths import Known, Truth


def pure_truth(subject: Subject) -> Truth:
    """Return the greatest privacy loss: what is lost at delta = 0."""
    directions = subject.directions if subject.is_sampled and not subject.is_replaced else ("remove",)
    balls = [partial(_summed, subject, partial(pure_loss, direction=direction)) for direction in directions]
    return Known(pure_facts(subject), "the greatest loss of the worst pair, summed over the runs", balls)


def _summed(subject: Subject, of_run: Callable[..., arb], digits: int) -> arb:
    """Return the sum of a quantity over the runs, to so many digits."""

    def total() -> arb:
        return sum((count * of_run(run, digits) for run, count in subject.parts), arb(0))

    return to_digits(total, digits)


def renyi_truth(subject: Subject, order: Fraction | float) -> Truth:
    """Return the Rényi divergence at an order: the greater one of the two directions, summed over the runs."""
    if not isinstance(order, Fraction):
        return pure_truth(subject)
    directions = _directions(subject)
    balls = [partial(_summed, subject, partial(log_moment, order=order, direction=way)) for way in directions]
    return Known(renyi_facts(subject, order), "the Rényi divergence of the worst pair, summed over the runs", balls)


def _directions(subject: Subject) -> tuple[str, ...]:
    """Return the directions that count: of Gaussian noise, at every order above 1, the mixture against the noise is the greater one."""
    gaussian = all(run.family == "Gaussian" and run.law is None for run, _ in subject.parts)
    if not subject.is_sampled or subject.is_replaced or (gaussian and "remove" in subject.directions):
        return ("remove",)
    return subject.directions
