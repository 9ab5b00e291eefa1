"""From a law of `dpsym` to the privacy loss of its mechanism."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from sympy import Rational

from dpsym.curves.families import GeometricLoss, LaplaceLoss, RandomizedResponseLoss, TruncatedLaplaceLoss
from dpsym.curves.gaussian import GaussianLoss
from dpsym.curves.loss import PrivacyLoss
from dpsym.distributions import DiscreteLaplace, Gaussian, Laplace, Law, RandomizedResponse, TruncatedLaplace
from dpsym.errors import ParameterError

Distance: TypeAlias = "Rational | Fraction | int"

_LOSSES: dict[type[Law], Callable[[Law, Distance], PrivacyLoss]] = {
    Laplace: lambda law, distance: LaplaceLoss(law.args[1], distance),
    Gaussian: lambda law, distance: GaussianLoss(law.args[1] / distance),
    DiscreteLaplace: lambda law, distance: GeometricLoss(law.args[1], distance),
    TruncatedLaplace: lambda law, distance: TruncatedLaplaceLoss(law.args[1], law.args[2], distance),
    RandomizedResponse: lambda law, distance: RandomizedResponseLoss(law.args[0]),
}


def loss_of(mechanism: object, sensitivity: Distance = 1) -> PrivacyLoss:
    """Return the privacy loss of a law that is the noise, or the answer, of a mechanism.

    Parameters
    ----------
    mechanism : Laplace, Gaussian, DiscreteLaplace, TruncatedLaplace, RandomizedResponse or PrivacyLoss
        With rational parameters; a privacy loss is returned as it is.
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
