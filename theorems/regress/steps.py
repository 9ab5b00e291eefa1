"""The privacy loss and the worst pairs of one run."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from dpsym.curves import (
    GaussianLoss,
    GeometricLoss,
    LaplaceLoss,
    PrivacyLoss,
    RandomizedResponseLoss,
    SubsampledGaussianLoss,
    TruncatedLaplaceLoss,
)
from dpsym.curves.loss import ball_of
from dpsym.curves.pieces import PiecewiseLoss, Terms
from dpsym.errors import ParameterError
from theorems.regress.runs import Run, Subject
from theorems.regress.subject import law_of


@dataclass(frozen=True)
class KaryResponseLoss(PiecewiseLoss):
    """The privacy loss of k-ary randomized response: eps where the answer is true, -eps where it is the neighbour's, else 0.

    Parameters
    ----------
    eps : Fraction
        In nats.
    choices : Fraction
        The number k of values.
    """

    eps: Fraction
    choices: Fraction

    def terms(self) -> Terms:
        if self.eps == 0:
            return {Fraction(0): (arb(1), arb(0))}
        lie = (-ball_of(self.eps)).exp()
        total = 1 + (self.choices.numerator - 1) * lie
        rest = (self.choices.numerator - 2) * lie / total
        return {self.eps: (1 / total, arb(0)), Fraction(0): (rest, arb(0)), -self.eps: (lie / total, arb(0))}


_MAKERS: dict[str, Any] = {
    "Gaussian": lambda run: GaussianLoss(*run.arguments, run.sensitivity),
    "Laplace": lambda run: LaplaceLoss(*run.arguments, run.sensitivity),
    "DiscreteLaplace": lambda run: GeometricLoss(*run.arguments, run.sensitivity),
    "RandomizedResponse": lambda run: RandomizedResponseLoss(*run.arguments),
    "KaryResponse": lambda run: KaryResponseLoss(*run.arguments),
    "TruncatedLaplace": lambda run: TruncatedLaplaceLoss(*run.arguments, run.sensitivity),
}


def loss_of(run: Run, direction: str) -> PrivacyLoss | None:
    """Return the privacy loss of one run, or None where the curves know none."""
    if run.family not in _MAKERS or run.law is not None:
        return None
    if run.is_sampled:
        return (
            SubsampledGaussianLoss(run.rate, run.arguments[0], direction, run.sensitivity)
            if run.family == "Gaussian"
            else None
        )
    try:
        return _MAKERS[run.family](run)
    except ParameterError:  # for example discrete noise on a query that is no integer
        return None


def variance_of(subject: Subject) -> Fraction | None:
    """Return the variance of the loss of Gaussian mechanisms, sampling left aside, or None of any others."""
    if not all(run.family == "Gaussian" and run.law is None for run, _ in subject.parts):
        return None
    return sum((count * (run.sensitivity / run.arguments[0]) ** 2 for run, count in subject.parts), Fraction(0))


def pairs_of(run: Run, directions: tuple[str, ...]) -> tuple[tuple[Any, Any], ...]:
    """Return the worst pairs of one run; of an unsampled one, whose directions have no names, all."""
    from sympy import Rational

    from dpsym.guarantees.mechanism import Mechanism

    pairs = Mechanism(law_of(run), Rational(run.sensitivity), Rational(run.rate)).pairs()
    if not run.is_sampled:
        return pairs
    return tuple(pair for pair, name in zip(pairs, ("remove", "add"), strict=True) if name in directions)
