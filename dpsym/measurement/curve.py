"""From mechanisms to approximate privacy by the certified privacy curve of their composition: the exact value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial

from sympy import Expr, Integer, Rational

from dpsym import distributions as d
from dpsym.ball import Ball
from dpsym.curves import (
    CountLoss,
    DiscreteGaussianLoss,
    EitherWayLoss,
    FixedSizeCountLoss,
    FixedSizeLoss,
    GeometricLoss,
    GroupCountLoss,
    GroupGaussianLoss,
    GroupResponseLoss,
    KaryResponseLoss,
    LaplaceLoss,
    PrivacyCurve,
    PrivacyLoss,
    RandomizedResponseLoss,
    ReplacedCountLoss,
    ReplacedGaussianLoss,
    ReplacedGeometricLoss,
    ReplacedLaplaceLoss,
    ReplacedResponseLoss,
    SampledLoss,
    SubsampledGaussianLoss,
    loss_of,
)
from dpsym.curves.adapters import COUNTS, epoch_loss_of
from dpsym.curves.counts import CountNoise
from dpsym.curves.effort import MOST
from dpsym.curves.loss import Parts
from dpsym.curves.mixed_counts import TwoSidedNoise
from dpsym.curves.paired import PairedLoss
from dpsym.curves.sandwich import SLIGHT
from dpsym.errors import NotApplicableError, ParameterError, UndecidedError
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, numbers_only, require
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import ApproxDP, LossDP
from dpsym.guarantees.numbers import end_above, rounded_up
from dpsym.measurement.rational_noise import with_rational_noise

_DIGITS = 12
_QUICK = MOST // 6
"""Of the work that a line may take where bounds on a lattice answer otherwise."""
_LONGER = MOST // 2
"""The same where rare losses are heavy: the lines that are quick there take less than they say."""
_BRIEF = MOST // 20
"""Of the work that a line of many different mechanisms may take before fewer digits are tried."""
_FEW_DIFFERENT = 8
_WIDEST = Fraction(1, 100)
_MOST_DIFFERENT = 24
"""More different mechanisms than these are grouped onto fewer that dominate them where no line serves."""
_COMPOSED = {
    d.Laplace: "laplace",
    d.Gaussian: "gaussian",
    d.RandomizedResponse: "rr",
    d.DiscreteLaplace: "geometric",
    d.TruncatedLaplace: "truncated_laplace",
    d.Logistic: None,
    d.AsymmetricLaplace: None,
    d.Gumbel: None,
    d.Cauchy: None,
    d.StudentT: None,
    d.KaryResponse: None,
    d.ErasedResponse: None,
    d.Staircase: None,
    d.DiscreteGaussian: None,
    d.Binomial: None,
    d.Geometric: None,
    d.Mixture: None,
    d.NegativeBinomial: None,
    d.Poisson: None,
    d.Skellam: None,
}
"""The laws whose composed losses are known, and what the registry calls their entry; None where only that of one run is there."""
_ONE_RUN = {
    d.Logistic: "profile.logistic",
    d.AsymmetricLaplace: "profile.asymmetric_laplace",
    d.Gumbel: "profile.gumbel",
    d.Cauchy: "profile.cauchy",
    d.StudentT: "dominating.composition.many",
    d.KaryResponse: "profile.kary",
    d.ErasedResponse: "profile.erased_response",
    d.Staircase: "profile.staircase",
    d.DiscreteGaussian: "renyi.discrete_gaussian",
    **dict.fromkeys(COUNTS, "dominating.composition.many"),
}


def _loss(mechanism: Mechanism, added: int) -> PrivacyLoss:
    """Return the privacy loss that the curves know of a mechanism with rational parameters, where so many records are added, and others removed."""
    direction = "add" if added else "remove"
    law, sensitivity = mechanism.law, mechanism.sensitivity
    if mechanism.slots != 1:
        return epoch_loss_of(law, sensitivity, mechanism.slots, int(mechanism.selected), direction)
    require(type(law) in _COMPOSED, f"no certified curve is known for {law}")
    if mechanism.records != 1:
        groups = mechanism.groups()
        return _of_group(mechanism, *groups[added % len(groups)])
    if mechanism.rate != 1 and not isinstance(law, d.Gaussian):
        if mechanism.replaced:
            return _replaced(loss_of(law, sensitivity), mechanism.rate)
        plain = loss_of(law, sensitivity)
        if mechanism.fixed_size and (noise := _noise(plain)) is not None:
            return FixedSizeCountLoss(noise, plain.sensitivity, mechanism.rate)  # type: ignore[attr-defined]
        if isinstance(plain, CountLoss) and not law.is_symmetric:
            return EitherWayLoss(plain, mechanism.rate, direction)
        if isinstance(plain, CountLoss):
            return replace(plain, moved_first=direction == "remove", rate=mechanism.rate)
        sampled = SampledLoss(plain, mechanism.rate, direction)
        return FixedSizeLoss(sampled) if mechanism.fixed_size else sampled
    if mechanism.rate != 1:
        if mechanism.replaced:
            return ReplacedGaussianLoss(mechanism.rate, law.args[1] / sensitivity)
        noisy = SubsampledGaussianLoss(mechanism.rate, law.args[1] / sensitivity, direction)
        return FixedSizeLoss(noisy) if mechanism.fixed_size else noisy
    plain = loss_of(law, sensitivity)
    return EitherWayLoss(plain) if isinstance(plain, CountLoss) and not law.is_symmetric else plain


def _of_group(mechanism: Mechanism, removed: int, added: int) -> PrivacyLoss:
    law, rate = mechanism.law, mechanism.rate
    if isinstance(law, d.Gaussian):
        return GroupGaussianLoss(rate, law.args[1] / mechanism.sensitivity, removed, added)  # type: ignore[arg-type]
    if isinstance(law, d.DiscreteGaussian):
        noise = _noise(loss_of(law, mechanism.sensitivity))
        return GroupCountLoss(noise, mechanism.sensitivity, rate, removed, added)  # type: ignore[arg-type]
    require(isinstance(law, d.RandomizedResponse), f"no certified curve is known for {mechanism}")
    return GroupResponseLoss(loss_of(law), rate, removed, added)  # type: ignore[arg-type]


def _noise(loss: PrivacyLoss) -> CountNoise | None:
    """Return the masses of noise on the integers that is listed; None of other noise, and of geometric noise, which has few losses."""
    if isinstance(loss, DiscreteGaussianLoss):
        return TwoSidedNoise(1 / (2 * loss.variance), 2)
    return loss.noise if isinstance(loss, CountLoss) else None


def _replaced(loss: PrivacyLoss, rate: Expr) -> PrivacyLoss:
    if isinstance(loss, LaplaceLoss):
        return ReplacedLaplaceLoss(loss, rate)
    if isinstance(loss, GeometricLoss):
        return ReplacedGeometricLoss(loss, rate)
    if isinstance(loss, (KaryResponseLoss, RandomizedResponseLoss)):
        return ReplacedResponseLoss(loss, rate)  # type: ignore[arg-type]
    noise = _noise(loss)
    require(noise is not None, f"no certified curve is known for {loss} on a sample, a record replaced")
    return ReplacedCountLoss(noise, loss.sensitivity, rate)  # type: ignore[arg-type, attr-defined]


def curves_of(value: LossDP) -> Iterator[PrivacyCurve]:
    """Yield the certified curve of the composition, one for each direction of the adjacency where runs are sampled.

    Of a group there is one for each number of records that are added. The last one is the first one reversed, and so on.
    Noise that is not symmetric may be moved up in one run, and down in the next: one pair dominates both.

    Raises
    ------
    NotApplicableError
        If a parameter is a symbol or not rational, or a mechanism has no certified curve.
    """
    numbers_only(value, "a certified curve")
    differ = any(mechanism.rate != 1 and not mechanism.is_symmetric for mechanism, _ in value.parts)
    records = max(mechanism.records for mechanism, _ in value.parts)
    for added in range(records + 1) if differ else (0,):
        try:
            yield PrivacyCurve([(_loss(mechanism, added), int(count)) for mechanism, count in value.parts])
        except ParameterError as error:
            raise NotApplicableError(f"no certified curve: {error}") from None


def _exact(value: Expr | None, name: str) -> Rational:
    if not isinstance(value, Rational):
        raise NotApplicableError(f"a certified curve needs a rational {name}, got {value}")
    return value


@contextmanager
def _is_decided(what: str) -> Iterator[None]:
    """Refuse the arrow where balls leave its question open."""
    try:
        yield
    except UndecidedError as error:
        raise NotApplicableError(f"{what} undecided: {error}") from None


def _approx(value: LossDP, request: Request) -> ApproxDP:
    _require_more_than_an_epoch(value)
    curves = curves_of(with_rational_noise(value))
    with _is_decided("the certified curve is"):
        if request.delta is None:
            eps = _exact(request.eps, "eps")
            most = _greatest(curves, partial(_delta_end, eps=eps), lambda curve, end: curve.holds(eps, end))
            return ApproxDP(eps, _reported(most, "delta"))
        delta = _exact(request.delta, "delta")
        plain = all(mechanism.rate == 1 for mechanism, _ in value.parts)
        require(delta != 0 or not plain, "at delta = 0 the greatest loss has a formula")
        most = _greatest(curves, partial(_epsilon_end, delta=delta), lambda curve, end: curve.holds(end, delta))
        return ApproxDP(_reported(most, "eps"), delta)


def _require_more_than_an_epoch(value: LossDP) -> None:
    """Refuse epochs by themselves that are known between pairs alone: more is known of them than of what is composed with other runs."""
    (epoch, _), *others = value.parts
    if not others and epoch.slots != 1:
        (loss, _), *_ = next(curves_of(with_rational_noise(value))).components
        require(not isinstance(loss, PairedLoss), "epochs by themselves have a bracket of their own")


def _different(value: LossDP) -> int:
    """Return how many different mechanisms are composed; Gaussian ones without a sample are one together."""
    gaussian = [isinstance(mechanism.law, d.Gaussian) and mechanism.rate == 1 for mechanism, _ in value.parts]
    return gaussian.count(False) + any(gaussian)


def _delta_end(curve: PrivacyCurve, known: Fraction | float, eps: Rational) -> Fraction | float:
    if curve.is_sampled and (most := curve.delta_upper(eps)) < SLIGHT:
        return most
    # a ball about what is next to 1 may end above it
    return min(Fraction(1), _end(curve, known, partial(curve.delta, eps), lambda: curve.delta_bracket(eps)))


def _epsilon_end(curve: PrivacyCurve, known: Fraction | float, delta: Rational) -> Fraction | float:
    return _end(curve, known, partial(curve.epsilon, delta), lambda: _bracket(curve.components, delta))


def _end(
    curve: PrivacyCurve,
    known: Fraction | float,
    answer: Callable[[int, int], Ball],
    bracket: Callable[[], tuple[Fraction | float, Fraction | float]],
) -> Fraction | float:
    """Return the upper end of an answer to all digits, else, where the masses of each step are known, of a narrow bracket.

    Of a curve that is certainly below what another one has come to the bracket may be wide.
    """
    few = len(curve.components) <= _FEW_DIFFERENT
    if curve.has_atoms or (curve.has_points and not few):  # which begins with all digits, too
        low, high = bracket()
    else:
        try:
            return end_above(answer(_DIGITS, _effort(curve, few)))
        except UndecidedError:
            if not curve.has_cells:
                raise
            low, high = bracket()
    if high > max(known, SLIGHT) and low < high * (1 - _WIDEST):
        raise UndecidedError(f"the bracket from {float(low):.6g} to {float(high):.6g} is wide")
    return high


def _effort(curve: PrivacyCurve, few: bool) -> int:
    """Return the work that all digits of an answer may take."""
    if any(loss.is_heavy for loss, _ in curve.components):
        return _LONGER
    return _QUICK if curve.is_sampled else MOST if few else _BRIEF


def _greatest(
    curves: Iterable[PrivacyCurve],
    answer: Callable[[PrivacyCurve, Fraction | float], Fraction | float],
    is_below: Callable[[PrivacyCurve, Fraction], bool],
) -> Fraction | float:
    """Return the greatest upper end of a question to curves; of a curve that is certainly below it none is worked out."""
    greatest: Fraction | float = Fraction(0)
    for place, curve in enumerate(curves):
        if place == 0 or isinstance(greatest, float) or not is_below(curve, greatest):
            greatest = max(greatest, answer(curve, greatest))
    return greatest


def _grouped(value: LossDP, request: Request) -> ApproxDP:
    require(request.delta is not None, "grouping is for an eps at a delta")
    require(_different(value) > _MOST_DIFFERENT, "few different mechanisms are composed as they are")
    delta = _exact(request.delta, "delta")
    with _is_decided("the certified curve is"):
        most = max(_bracket(curve.components, delta)[1] for curve in curves_of(value))
        return ApproxDP(_reported(most, "eps"), delta)


def _on_lattice(value: LossDP, request: Request) -> ApproxDP:
    _require_more_than_an_epoch(value)
    is_told = (mechanism.rate == 1 and _COMPOSED.get(type(mechanism.law)) for mechanism, _ in value.parts)
    require(not all(is_told), "the losses of all runs are told as they are")
    with _is_decided("the bounds on a lattice are"):
        if request.delta is not None:
            delta = _exact(request.delta, "delta")
            most = max(_bracket(curve.components, delta)[1] for curve in curves_of(value))
            return ApproxDP(_reported(most, "eps"), delta)
        eps = _exact(request.eps, "eps")
        most = max(curve.delta_bracket(eps)[1] for curve in curves_of(value))
        return ApproxDP(eps, min(Integer(1), _reported(most, "delta")))


@lru_cache(maxsize=64)
def _bracket(components: Parts, delta: Rational) -> tuple[Fraction | float, Fraction | float]:
    return PrivacyCurve(components).bracket(delta)


def _reported(end: Fraction | float, name: str) -> Rational:
    if not isinstance(end, Fraction):
        raise NotApplicableError(f"{name} is infinite")
    return rounded_up(end, _DIGITS)


def _about(value: LossDP) -> tuple[str, ...]:
    either_way = () if all(mechanism.law.is_symmetric for mechanism, _ in value.parts) else ("dominating.existence",)
    return (*dict.fromkeys(_entry(mechanism) for mechanism, _ in value.parts), *either_way)


def _entry(mechanism: Mechanism) -> str:
    if mechanism.slots != 1:
        answers = isinstance(mechanism.law, d.RandomizedResponse)
        return f"amplification.allocation.{'response.several' if answers else 'partition'}"
    if mechanism.records != 1:
        return (
            "amplification.poisson.group"
            if isinstance(mechanism.law, d.Gaussian)
            else "amplification.poisson.group.pure"
        )
    if mechanism.replaced and not isinstance(mechanism.law, d.Gaussian):
        return "hockey_stick.joint_convexity"
    if mechanism.replaced:
        return "profile.subsampled_gaussian.replaced"
    if mechanism.fixed_size:
        return "amplification.without_replacement.tradeoff"
    if mechanism.rate != 1:
        known = isinstance(mechanism.law, d.Gaussian)
        return "profile.composed.subsampled_gaussian" if known else "amplification.poisson.profile"
    name = _COMPOSED[type(mechanism.law)]
    return f"profile.composed.{name}" if name else _ONE_RUN[type(mechanism.law)]


LOSS_TO_APPROX = Arrow(
    name="loss_to_approx.curve",
    kind=Kind.DERIVATION,
    source=LossDP,
    target=ApproxDP,
    theorems=("dp.approx.event",),
    also=_about,
    says="the privacy profile of the composed worst pairs, as a contour integral enclosed by Arb, rounded up",
    cites=(Source("zhu2022characteristic", "Theorem 10 and Section 4"),),
    apply=_approx,
    hypotheses=("numbers for all parameters",),
    tight="exact to 12 digits, of many different ones to 9 to 12; of several runs of noise on the integers without a lattice of losses (Skellam, "
    "binomial, Poisson, mixtures, and most where a record is replaced in a sample) to 6 to 9 digits; where noise is not symmetric for the pair "
    "that dominates both directions, which one run attains; of several runs of Cauchy, Student's, Gumbel and asymmetric Laplace noise the upper "
    "end of a bracket on a lattice; of sampled noise that is not Gaussian to 10 "
    "where that is quick, and else, as of few runs on rare samples, the upper end of a bracket on a lattice, as it is beside epochs of Laplace noise "
    "and of several steps",
)

LOSS_TO_APPROX_GROUPED = Arrow(
    name="loss_to_approx.grouped",
    source=LossDP,
    target=ApproxDP,
    theorems=("dp.approx.event",),
    also=_about,
    says="the privacy profile of composed pairs that dominate the worst ones, of which there are fewer different ones",
    cites=(Source("zhu2022characteristic", "Theorem 10 and Section 4"),),
    apply=_grouped,
    hypotheses=("numbers for all parameters", "more than 24 different mechanisms"),
    tight="to as many digits, at most 10, as are quick; else rates have six binary digits, and eps is at most about 3 % too large",
)

LOSS_TO_APPROX_LATTICE = Arrow(
    name="loss_to_approx.lattice",
    source=LossDP,
    target=ApproxDP,
    theorems=("dp.approx.event",),
    also=_about,
    says="the privacy profile of a composition of pairs on a lattice that dominate the worst ones, rounded up",
    cites=(Source("zhu2022characteristic", "Theorem 10 and Section 4"),),
    apply=_on_lattice,
    hypotheses=("numbers for all parameters", "runs on samples, or of noise whose composed losses have no formula"),
    tight="as the step of the lattice tends to 0",
)
