"""The privacy loss and the worst pairs of one run."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpsym.curves import (
    CountLoss,
    DiscreteGaussianLoss,
    EitherWayLoss,
    GaussianLoss,
    GeometricLoss,
    GroupGaussianLoss,
    KaryResponseLoss,
    LaplaceLoss,
    PrivacyCurve,
    PrivacyLoss,
    RandomizedResponseLoss,
    ReplacedGaussianLoss,
    ReplacedResponseLoss,
    SampledLoss,
    StaircaseLoss,
    SubsampledGaussianLoss,
    TruncatedLaplaceLoss,
)
from dpsym.curves import loss_of as law_loss
from dpsym.curves.families import LogisticLoss
from dpsym.curves.noise_tails import StudentLoss
from dpsym.errors import ParameterError
from theorems.regress.runs import Run, Subject, group_of
from theorems.regress.subject import law_of


def _staircase(eps: Fraction, share: Fraction, width: Fraction, sensitivity: Fraction) -> PrivacyLoss:
    if width != sensitivity:
        raise ParameterError("sensitivity", "the width of a step of staircase noise", sensitivity)
    return StaircaseLoss(eps, share)


_MAKERS: dict[str, Any] = {
    "Gaussian": lambda run: GaussianLoss(*run.arguments, run.sensitivity),
    "Laplace": lambda run: LaplaceLoss(*run.arguments, run.sensitivity),
    "DiscreteLaplace": lambda run: GeometricLoss(*run.arguments, run.sensitivity),
    "RandomizedResponse": lambda run: RandomizedResponseLoss(*run.arguments),
    "KaryResponse": lambda run: KaryResponseLoss(*run.arguments),
    "DiscreteGaussian": lambda run: DiscreteGaussianLoss(run.arguments[0] ** 2, run.sensitivity),
    "Staircase": lambda run: _staircase(*run.arguments, run.sensitivity),
    "TruncatedLaplace": lambda run: TruncatedLaplaceLoss(*run.arguments, run.sensitivity),
}


def loss_of(run: Run, direction: str) -> PrivacyLoss | None:
    """Return the privacy loss of one run, or None where the curves know none."""
    if run.law is not None:
        return _of_law(run)
    if run.family not in _MAKERS:
        return None
    if run.is_sampled:
        if run.replaced and run.family == "KaryResponse":
            return ReplacedResponseLoss(_MAKERS[run.family](run), run.rate)  # type: ignore[arg-type]
        if run.family != "Gaussian":
            return None
        if run.records != 1:
            removed, added = (run.records, run.records) if run.replaced else group_of(direction, run.records)
            return GroupGaussianLoss(run.rate, run.arguments[0] / run.sensitivity, removed, added)
        if run.replaced:
            return ReplacedGaussianLoss(run.rate, run.arguments[0], run.sensitivity)
        return SubsampledGaussianLoss(run.rate, run.arguments[0], direction, run.sensitivity)
    try:
        return _MAKERS[run.family](run)
    except ParameterError:  # for example discrete noise on a query that is no integer
        return None


def _of_law(run: Run) -> PrivacyLoss | None:
    """Return the privacy loss of symmetric noise without a name of its own here, such as Skellam or logistic noise."""
    if run.is_sampled or not run.law.is_symmetric:
        return None
    try:
        found = law_loss(run.law, run.sensitivity)
    except ParameterError:
        return None
    return found if isinstance(found, (CountLoss, DiscreteGaussianLoss, LogisticLoss, StudentLoss)) else None


def variance_of(subject: Subject) -> Fraction | None:
    """Return the variance of the loss of Gaussian mechanisms, sampling left aside, or None of any others."""
    if not all(run.family == "Gaussian" and run.law is None for run, _ in subject.parts):
        return None
    return sum(
        (count * (run.records * run.sensitivity / run.arguments[0]) ** 2 for run, count in subject.parts), Fraction(0)
    )


def pairs_of(run: Run, directions: tuple[str, ...]) -> tuple[tuple[Any, Any], ...]:
    """Return the worst pairs of one run; of an unsampled one, whose directions have no names, all."""
    from sympy import Rational

    from dpsym.guarantees.mechanism import Mechanism

    pairs = Mechanism(
        law_of(run), Rational(run.sensitivity), Rational(run.rate), run.replaced, records=run.records
    ).pairs()
    if not run.is_sampled or run.replaced:
        return pairs
    added = {group_of(direction, run.records)[1] for direction in directions}
    return tuple(pair for number, pair in enumerate(pairs) if number in added)


def curves_of(subject: Subject) -> tuple[PrivacyCurve, ...]:
    """Return the composed curve of each direction, also of sampled runs of which only the masses between two losses are known.

    Raises
    ------
    ParameterError
        If of one run nothing is known.
    """
    return tuple(
        PrivacyCurve([(_any_loss(run, direction), count) for run, count in subject.parts]) for direction in subject.ways
    )


def _any_loss(run: Run, direction: str) -> PrivacyLoss:
    known = loss_of(run, direction)
    if known is None and run.is_sampled and not run.replaced and run.records == 1:
        base = loss_of(replace(run, rate=Fraction(1)), direction)
        if isinstance(base, CountLoss):
            return replace(base, moved_first=direction == "remove", rate=run.rate)
        known = None if base is None else SampledLoss(base, run.rate, direction)
    if known is None:
        raise ParameterError("run", "one whose privacy loss the curves know", run)
    return known


def attained_curves(subject: Subject) -> tuple[PrivacyCurve, ...]:
    """Return what queries attain of runs without samples of which one noise at least is not symmetric: one curve moved up, one moved down.

    The answers move one way in all runs but one, in which they move as it tells more after the answers of the others.

    Raises
    ------
    ParameterError
        If no noise is of that kind, or of one run nothing is known.
    """
    turning = (k for k, (run, _) in enumerate(subject.parts) if run.law is not None and not run.law.is_symmetric)
    place = next(turning, None)
    if place is None or subject.is_sampled:
        raise ParameterError("runs", "some of noise on the integers that is not symmetric, without samples", subject)
    known = [(_kept(run), count - (k == place)) for k, (run, count) in enumerate(subject.parts)]
    last = known[place][0]
    if not isinstance(last, CountLoss):
        raise ParameterError("noise that is not symmetric", "on the integers", last)
    curves = []
    for side in (False, True):
        moved = [(loss.reversed() if side else loss, count) for loss, count in known if count]
        curves.append(PrivacyCurve([*moved, (EitherWayLoss(last), 1)]))
    return tuple(curves)


def _kept(run: Run) -> PrivacyLoss:
    """Return the loss of one run whose answer is moved up."""
    known = loss_of(run, "remove")
    return law_loss(run.law, run.sensitivity) if known is None else known
