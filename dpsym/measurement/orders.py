"""The Rényi divergence of runs at one order, a number: exact where a formula for every order would be a bound."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, ctx
from sympy import Rational

from dpsym.ball import Ball, as_fraction
from dpsym.curves import ReplacedGaussianLoss, SubsampledGaussianLoss
from dpsym.curves.loss import ball_of
from dpsym.distributions import Gaussian
from dpsym.errors import NotApplicableError, UndecidedError
from dpsym.guarantees.arrow import require
from dpsym.guarantees.notions import LossDP
from dpsym.guarantees.numbers import rounded_up, upper
from dpsym.measurement.renyi import sampled_budget

_DIGITS = 12
_PRECISIONS = (128, 256, 512)


def sampled_renyi_number(value: LossDP, order: Rational) -> Rational:
    r"""Return the Rényi divergence of runs on Poisson samples, rounded up to 12 digits.

    Of Gaussian noise it is the sum of :math:`\log M(\alpha - 1)/(\alpha - 1)` over the runs, M the moment generating function of the
    loss of the mixture against the noise, which is the greater one of the two directions; of other noise both are enclosed.

    Parameters
    ----------
    value : LossDP
        The runs.
    order : Rational
        The order alpha above 1.

    Raises
    ------
    NotApplicableError
        If a run has no rational parameters, or the digits are not reached.

    Notes
    -----
    Mironov, Talwar and Zhang, arXiv:1908.10530, Theorems 4 and 5.
    """
    if any(not isinstance(mechanism.law, Gaussian) for mechanism, _ in value.parts):
        return upper(sampled_budget(value).at(order), _DIGITS)
    place = as_fraction(order) - 1
    for bits in _PRECISIONS:
        with ctx.workprec(bits):
            try:
                total = Ball(sum((_one(mechanism, count, place) for mechanism, count in value.parts), arb(0)))
            except UndecidedError as reason:
                raise NotApplicableError(f"the moments are undecided: {reason}") from None
            if total.digits > _DIGITS:
                return rounded_up(total.upper, _DIGITS)  # type: ignore[arg-type]
    raise NotApplicableError(f"the moments were not enclosed to {_DIGITS} digits")


def _one(mechanism: object, count: Rational, place: Fraction) -> arb:
    law, sensitivity, rate = mechanism.law, mechanism.sensitivity, mechanism.rate  # type: ignore[attr-defined]
    numbers = all(isinstance(number, Rational) for number in (sensitivity, rate, *law.args[1:]))
    require(numbers and not mechanism.fixed_size, f"the moments of {mechanism} are not known")  # type: ignore[attr-defined]
    ratio = law.args[1] / sensitivity
    if rate == 1:
        return ball_of(count * (place + 1) / (2 * as_fraction(ratio) ** 2))
    point = ball_of(place)
    loss = ReplacedGaussianLoss(rate, ratio) if mechanism.replaced else SubsampledGaussianLoss(rate, ratio)  # type: ignore[attr-defined]
    return int(count) * loss.at(point).log() / point
