"""Quantities that are sums over the runs: the greatest privacy loss, and the Rényi divergence at an order."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from flint import arb

from theorems.regress.engines import to_digits
from theorems.regress.facts import pure_facts, renyi_facts
from theorems.regress.losses import log_moment, pure_loss
from theorems.regress.runs import Run, Subject
from theorems.regress.steps import variance_of
from theorems.regress.truths import Bounded, Known, Truth


def pure_truth(subject: Subject) -> Truth:
    """Return the greatest privacy loss: what is lost at delta = 0."""
    road = "the greatest loss of the worst pair, summed over the runs"
    exact = [_rational_loss(run) for run, _ in subject.parts]
    if None not in exact:
        total = sum(
            (count * loss for loss, (_, count) in zip(exact, subject.parts, strict=True) if loss is not None),
            Fraction(0),
        )
        return Bounded(pure_facts(subject), road, total, total)
    balls = [partial(_summed, subject, partial(pure_loss, direction=direction)) for direction in subject.ways]
    return Known(pure_facts(subject), road, balls)


def _rational_loss(run: Run) -> Fraction | None:
    """Return the greatest loss of a run where it is a rational number that is known exactly."""
    if run.is_sampled or run.law is not None:
        return None
    if run.family in ("Laplace", "DiscreteLaplace"):
        return run.sensitivity / run.arguments[0]
    return run.arguments[0] if run.family == "RandomizedResponse" else None


def _summed(subject: Subject, of_run: Callable[..., arb], digits: int) -> arb:
    """Return the sum of a quantity over the runs, to so many digits."""

    def total() -> arb:
        return sum((count * of_run(run, digits) for run, count in subject.parts), arb(0))

    return to_digits(total, digits)


def renyi_truth(subject: Subject, order: Fraction | float) -> Truth:
    """Return the Rényi divergence at an order: the greater one of the two directions, summed over the runs."""
    if not isinstance(order, Fraction):
        return pure_truth(subject)
    if not subject.is_sampled and (variance := variance_of(subject)):
        found = order * variance / 2
        return Bounded(
            renyi_facts(subject, order), "half the order times the sum of (sensitivity/sigma)^2", found, found
        )
    directions = _directions(subject, order)
    balls = [partial(_summed, subject, partial(log_moment, order=order, direction=way)) for way in directions]
    return Known(renyi_facts(subject, order), "the Rényi divergence of the worst pair, summed over the runs", balls)


def _directions(subject: Subject, order: Fraction) -> tuple[str, ...]:
    """Return the directions that count: of Gaussian noise and one record, above order 1, the mixture against the noise is the greater one."""
    gaussian = order >= 1 and all(
        run.family == "Gaussian" and run.law is None and run.records == 1 for run, _ in subject.parts
    )
    return ("remove",) if gaussian and "remove" in subject.directions else subject.ways
