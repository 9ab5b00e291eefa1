"""From a law of `dpsym` to the privacy loss of its mechanism."""

from __future__ import annotations

from collections.abc import Callable

from dpsym.curves.families import GeometricLoss, LaplaceLoss, RandomizedResponseLoss, TruncatedLaplaceLoss
from dpsym.curves.gaussian import GaussianLoss
from dpsym.curves.loss import PrivacyLoss
from dpsym.distributions import (
    DiscreteLaplace,
    Gaussian,
    Laplace,
    Law,
    RandomizedResponse,
    TruncatedLaplace,
)
from dpsym.errors import ParameterError

_LOSSES: dict[type[Law], Callable[[Law], PrivacyLoss]] = {
    Laplace: lambda law: LaplaceLoss(law.args[1]),
    Gaussian: lambda law: GaussianLoss(law.args[1]),
    DiscreteLaplace: lambda law: GeometricLoss(law.args[1]),
    TruncatedLaplace: lambda law: TruncatedLaplaceLoss(law.args[1], law.args[2]),
    RandomizedResponse: lambda law: RandomizedResponseLoss(law.args[0]),
}


def loss_of(mechanism: object) -> PrivacyLoss:
    """Return the privacy loss of a law that is the noise, or the answer, of a mechanism of sensitivity 1.

    Parameters
    ----------
    mechanism : Laplace, Gaussian, DiscreteLaplace, TruncatedLaplace, RandomizedResponse or PrivacyLoss
        With rational parameters; a privacy loss is returned as it is.

    Raises
    ------
    ParameterError
        If no privacy loss is known for it, or a parameter is not rational.
    """
    if isinstance(mechanism, PrivacyLoss):
        return mechanism
    if not isinstance(mechanism, Law) or type(mechanism) not in _LOSSES:
        raise ParameterError("mechanism", "a privacy loss, or a law whose privacy loss is known", mechanism)
    return _LOSSES[type(mechanism)](mechanism)
