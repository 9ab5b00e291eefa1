"""From a law of `dpsym` to the privacy loss of its mechanism."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from sympy import Rational

from dpsym.curves.allocated import LITTLE, AllocatedGaussianLoss
from dpsym.curves.allocated_response import MOST_TERMS, AllocatedResponseLoss
from dpsym.curves.count_loss import CountLoss
from dpsym.curves.counts import BinomialNoise, CountNoise, NegativeBinomialNoise, PoissonNoise, SkellamNoise
from dpsym.curves.erased import ErasedResponseLoss
from dpsym.curves.families import (
    GeometricLoss,
    KaryResponseLoss,
    LaplaceLoss,
    LogisticLoss,
    RandomizedResponseLoss,
    StaircaseLoss,
    TruncatedLaplaceLoss,
)
from dpsym.curves.gaussian import GaussianLoss
from dpsym.curves.loss import PrivacyLoss, checked_fraction
from dpsym.curves.mixed_counts import MixedNoise, TwoSidedNoise
from dpsym.curves.noise_tails import AsymmetricLaplaceLoss, GumbelLoss, StudentLoss
from dpsym.curves.selected_hull import MOST_SELECTED, SelectedLoss
from dpsym.curves.step_ratios import GaussianRatio, LaplaceRatio
from dpsym.curves.theta import DiscreteGaussianLoss
from dpsym.distributions import (
    AsymmetricLaplace,
    Binomial,
    Cauchy,
    DiscreteGaussian,
    DiscreteLaplace,
    ErasedResponse,
    Gaussian,
    Geometric,
    Gumbel,
    KaryResponse,
    Laplace,
    Law,
    Logistic,
    Mixture,
    NegativeBinomial,
    Poisson,
    RandomizedResponse,
    Skellam,
    Staircase,
    StudentT,
    TruncatedLaplace,
)
from dpsym.errors import ParameterError
from dpsym.parameters import PROBABILITY, SCALE

Distance: TypeAlias = "Rational | Fraction | int"


def _staircase(law: Law, distance: Distance) -> PrivacyLoss:
    _, eps, share, width = law.args
    if width != distance:
        raise ParameterError("width of a step of staircase noise", f"the sensitivity {distance}", width)
    return StaircaseLoss(eps, share)


def _two_sided(law: Law) -> CountNoise:
    """Return noise on the integers as its masses, about 0."""
    location, width = law.args
    if location != 0:
        raise ParameterError("location of a part of mixed noise", "0", location)
    rate = 1 / (2 * width**2) if isinstance(law, DiscreteGaussian) else 1 / width
    return TwoSidedNoise(checked_fraction(SCALE, rate), 1 + isinstance(law, DiscreteGaussian))


COUNTS = (Binomial, Geometric, Mixture, NegativeBinomial, Poisson, Skellam)
"""Noise on the integers whose loss is listed from its masses, and that may not be symmetric."""

EITHER_WAY = (*COUNTS, AsymmetricLaplace, Gumbel)
"""Noise that need not be symmetric, of which the pair is known that dominates the law moved up and moved down."""

_NOISES: dict[type[Law], Callable[[Law], CountNoise]] = {
    Binomial: lambda law: BinomialNoise(*law.args),
    DiscreteGaussian: _two_sided,
    DiscreteLaplace: _two_sided,
    Geometric: lambda law: NegativeBinomialNoise(Fraction(1), law.args[0]),
    Mixture: lambda law: MixedNoise(checked_fraction(PROBABILITY, law.args[0]), *map(noise_of, law.args[1:])),
    NegativeBinomial: lambda law: NegativeBinomialNoise(*law.args),
    Poisson: lambda law: PoissonNoise(law.args[0]),
    Skellam: lambda law: SkellamNoise(*law.args),
}


def noise_of(law: Law) -> CountNoise:
    """Return the masses of noise on the integers that has rational parameters.

    Raises
    ------
    ParameterError
        If the masses of the law are not known, or a parameter is not rational.
    """
    if type(law) not in _NOISES:
        raise ParameterError("noise on the integers", "a law whose masses are known", law)
    return _NOISES[type(law)](law)


def _counted(law: Law, distance: Distance) -> PrivacyLoss:
    return CountLoss(noise_of(law), distance)


_LOSSES: dict[type[Law], Callable[[Law, Distance], PrivacyLoss]] = {
    Laplace: lambda law, distance: LaplaceLoss(law.args[1], distance),
    Gaussian: lambda law, distance: GaussianLoss(law.args[1] / distance),
    Logistic: lambda law, distance: LogisticLoss(law.args[1], distance),
    AsymmetricLaplace: lambda law, distance: AsymmetricLaplaceLoss(law.args[1], law.args[2], distance),
    Gumbel: lambda law, distance: GumbelLoss(law.args[1], distance),
    Cauchy: lambda law, distance: StudentLoss(Fraction(1), law.args[1], distance),
    StudentT: lambda law, distance: StudentLoss(law.args[1], law.args[2], distance),
    DiscreteLaplace: lambda law, distance: GeometricLoss(law.args[1], distance),
    TruncatedLaplace: lambda law, distance: TruncatedLaplaceLoss(law.args[1], law.args[2], distance),
    RandomizedResponse: lambda law, distance: RandomizedResponseLoss(law.args[0]),
    KaryResponse: lambda law, distance: KaryResponseLoss(*law.args[:2]),
    ErasedResponse: lambda law, distance: ErasedResponseLoss(*law.args[:2]),
    Staircase: _staircase,
    DiscreteGaussian: lambda law, distance: DiscreteGaussianLoss(law.args[1] ** 2, distance),
    **dict.fromkeys(COUNTS, _counted),
}


def loss_of(mechanism: object, sensitivity: Distance = 1) -> PrivacyLoss:
    """Return the privacy loss of a law that is the noise, or the answer, of a mechanism.

    Parameters
    ----------
    mechanism : Law or PrivacyLoss
        Gaussian, Laplace, truncated or asymmetric Laplace, logistic, Gumbel, Cauchy, Student's or staircase noise, noise on the integers
        (discrete Gaussian or Laplace, Skellam, binomial, Poisson, negative binomial, or a mixture of these), or a randomized response, k-ary
        or not, with rational parameters; a privacy loss is returned as it is. Of noise on the integers that is not symmetric it is the loss
        of the law as it is against the one moved up, of noise on the line the one that dominates it moved either way.
    sensitivity : Rational, Fraction or int, optional
        The distance of the answers of neighbours; a randomized response has none.

    Raises
    ------
    ParameterError
        If no privacy loss is known for it, or a parameter is not rational.
    """
    if isinstance(mechanism, PrivacyLoss):
        return mechanism
    if not isinstance(mechanism, Law) or type(mechanism) not in _LOSSES:
        raise ParameterError("mechanism", "a privacy loss, or a law whose privacy loss is known", mechanism)
    return _LOSSES[type(mechanism)](mechanism, sensitivity)


def epoch_loss_of(law: Law, sensitivity: Distance, steps: int, selected: int, direction: str) -> PrivacyLoss:
    """Return the privacy loss of an epoch of steps, in some of which, drawn at random, a record takes part.

    Parameters
    ----------
    law : Law
        Gaussian or Laplace noise, or a randomized response, of each step, with rational parameters.
    sensitivity : Rational, Fraction or int
        The distance of the answers of neighbours; a randomized response has none.
    steps, selected : int
        t, and k from 1 to t - 1.
    direction : {"remove", "add"}
        ``"remove"``: the mixture against the steps without the record; ``"add"``: the reverse.

    Raises
    ------
    ParameterError
        If no privacy loss is known of the law, a parameter is not rational, or the steps are too many to be summed over.
    """
    if isinstance(law, RandomizedResponse):
        if steps * selected > MOST_TERMS:
            raise ParameterError("steps times selected steps", f"at most {MOST_TERMS}", steps * selected)
        return AllocatedResponseLoss(steps, law.args[0], direction, selected)
    if not isinstance(law, (Gaussian, Laplace)):
        raise ParameterError("law of a step", "Gaussian or Laplace noise, or a randomized response", law)
    width = checked_fraction(SCALE, law.args[1] / sensitivity)
    if isinstance(law, Gaussian) and selected == 1 and width >= LITTLE:
        return AllocatedGaussianLoss(steps, width, direction)
    if selected > MOST_SELECTED:
        raise ParameterError("selected steps", f"at most {MOST_SELECTED}", selected)
    ratio = GaussianRatio(width) if isinstance(law, Gaussian) else LaplaceRatio(1 / width)
    return SelectedLoss(ratio, steps, selected, direction == "remove")
