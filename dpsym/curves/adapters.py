"""From a law of `dpsym` to the privacy loss of its mechanism."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from sympy import Rational

from dpsym.curves.erased import ErasedResponseLoss
from dpsym.curves.families import (
    GeometricLoss,
    KaryResponseLoss,
    LaplaceLoss,
    RandomizedResponseLoss,
    StaircaseLoss,
    TruncatedLaplaceLoss,
)
from dpsym.curves.gaussian import GaussianLoss
from dpsym.curves.loss import PrivacyLoss
from dpsym.curves.theta import DiscreteGaussianLoss
from dpsym.distributions import (
    DiscreteGaussian,
    DiscreteLaplace,
    ErasedResponse,
    Gaussian,
    KaryResponse,
    Laplace,
    Law,
    RandomizedResponse,
    Staircase,
    TruncatedLaplace,
)
from dpsym.errors import ParameterError

Distance: TypeAlias = "Rational | Fraction | int"


def _staircase(law: Law, distance: Distance) -> PrivacyLoss:
    _, eps, share, width = law.args
    if width != distance:
        raise ParameterError("width of a step of staircase noise", f"the sensitivity {distance}", width)
    return StaircaseLoss(eps, share)


_LOSSES: dict[type[Law], Callable[[Law, Distance], PrivacyLoss]] = {
    Laplace: lambda law, distance: LaplaceLoss(law.args[1], distance),
    Gaussian: lambda law, distance: GaussianLoss(law.args[1] / distance),
    DiscreteLaplace: lambda law, distance: GeometricLoss(law.args[1], distance),
    TruncatedLaplace: lambda law, distance: TruncatedLaplaceLoss(law.args[1], law.args[2], distance),
    RandomizedResponse: lambda law, distance: RandomizedResponseLoss(law.args[0]),
    KaryResponse: lambda law, distance: KaryResponseLoss(*law.args[:2]),
    ErasedResponse: lambda law, distance: ErasedResponseLoss(*law.args[:2]),
    Staircase: _staircase,
    DiscreteGaussian: lambda law, distance: DiscreteGaussianLoss(law.args[1] ** 2, distance),
}


def loss_of(mechanism: object, sensitivity: Distance = 1) -> PrivacyLoss:
    """Return the privacy loss of a law that is the noise, or the answer, of a mechanism.

    Parameters
    ----------
    mechanism : Law or PrivacyLoss
        Gaussian, Laplace, truncated Laplace or staircase noise, discrete Gaussian or Laplace noise, or a randomized response, k-ary or not,
        with rational parameters; a privacy loss is returned as it is.
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
