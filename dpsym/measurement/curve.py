"""From mechanisms to approximate privacy by the certified privacy curve of their composition: the exact value."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sympy import Expr, Integer, Rational

from dpsym import distributions as d
from dpsym.curves import PrivacyCurve, PrivacyLoss, SubsampledGaussianLoss, loss_of
from dpsym.errors import NotApplicableError, ParameterError, UndecidedError
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, numbers_only, require
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import ApproxDP, LossDP
from dpsym.guarantees.numbers import rounded_up

_DIGITS = 12
_MOST_DIFFERENT = 24
"""So many different mechanisms are answered to all digits; more are grouped onto fewer that dominate them."""
_COMPOSED = {
    d.Laplace: "laplace",
    d.Gaussian: "gaussian",
    d.RandomizedResponse: "rr",
    d.DiscreteLaplace: "geometric",
    d.TruncatedLaplace: "truncated_laplace",
}


def _loss(mechanism: Mechanism, direction: str) -> PrivacyLoss:
    """Return the privacy loss that the curves know of a mechanism with rational parameters."""
    law, sensitivity = mechanism.law, mechanism.sensitivity
    require(type(law) in _COMPOSED, f"no certified curve is known for {law}")
    if mechanism.rate != 1:
        require(isinstance(law, d.Gaussian), f"no certified curve is known for sampled {law}")
        return SubsampledGaussianLoss(mechanism.rate, law.args[1] / sensitivity, direction)
    return loss_of(law, sensitivity)


def curves_of(value: LossDP) -> Iterator[Any]:
    """Yield the certified curve of the composition, one for each direction of the adjacency.

    Raises
    ------
    NotApplicableError
        If a parameter is a symbol or not rational, or a mechanism has no certified curve.
    """
    numbers_only(value, "a certified curve")
    sampled = any(mechanism.rate != 1 for mechanism, _ in value.parts)
    for direction in ("remove", "add") if sampled else ("remove",):
        try:
            yield PrivacyCurve([(_loss(mechanism, direction), int(count)) for mechanism, count in value.parts])
        except ParameterError as error:
            raise NotApplicableError(f"no certified curve: {error}") from None


def _exact(value: Expr | None, name: str) -> Rational:
    if not isinstance(value, Rational):
        raise NotApplicableError(f"a certified curve needs a rational {name}, got {value}")
    return value


def _approx(value: LossDP, request: Request) -> ApproxDP:
    try:
        if request.delta is not None:
            delta = _exact(request.delta, "delta")
            many = len(value.parts) > _MOST_DIFFERENT
            ends = [
                curve.epsilon_upper(delta) if many else curve.epsilon(delta, _DIGITS).upper
                for curve in curves_of(value)
            ]
            return ApproxDP(_greatest(ends, "eps"), delta)
        eps = _exact(request.eps, "eps")
        ends = [curve.delta(eps, _DIGITS).upper for curve in curves_of(value)]
        return ApproxDP(eps, min(Integer(1), _greatest(ends, "delta")))
    except UndecidedError as error:
        raise NotApplicableError(f"the certified curve is undecided: {error}") from None


def _greatest(ends: list[Fraction | float], name: str) -> Rational:
    greatest = max(ends)
    require(isinstance(greatest, Fraction), f"{name} is infinite")
    return rounded_up(greatest, _DIGITS)


def _about(value: LossDP) -> tuple[str, ...]:
    return tuple(
        f"profile.composed.{_COMPOSED[type(mechanism.law)] if mechanism.rate == 1 else 'subsampled_gaussian'}"
        for mechanism, _ in value.parts
    )


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
    tight="exact to 12 digits; of more than 24 different mechanisms within about 2 %, as they are grouped",
)
