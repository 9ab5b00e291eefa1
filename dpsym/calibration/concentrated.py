"""Noise for Gaussian, concentrated and Rényi privacy."""

from __future__ import annotations

import math

from flint import arb
from sympy import Expr, exp, log, sqrt

from dpsym.ball import check_positive_integer
from dpsym.calibration.calibrated import Calibrated
from dpsym.calibration.gaussian import DIGITS
from dpsym.calibration.solving import gap_of, least_scale
from dpsym.distributions import Gaussian, Laplace
from dpsym.enclose import enclose
from dpsym.errors import ParameterError
from dpsym.guarantees.arrow import Source, numbers_only
from dpsym.guarantees.notions import GDP, ZCDP, RenyiDP
from dpsym.guarantees.numbers import as_upper
from dpsym.parameters import ABOVE_ONE_ORDER, BUDGET, RATIO, SENSITIVITY, Parameter, b

_MIRONOV = "mironov2017renyi"


def gdp_deviation(mu: Expr) -> Expr:
    r"""Return the standard deviation of mu-Gaussian privacy in sensitivities, :math:`\sigma = 1/\mu`."""
    return 1 / mu


def zcdp_deviation(rho: Expr) -> Expr:
    r"""Return the standard deviation of rho-zCDP in sensitivities, :math:`\sigma = 1/\sqrt{2\rho}`."""
    return 1 / sqrt(2 * rho)


def renyi_deviation(order: Expr, budget: Expr) -> Expr:
    r"""Return the standard deviation of a Rényi budget at one order in sensitivities, :math:`\sigma = \sqrt{\alpha/(2\zeta)}`."""
    return sqrt(order / (2 * budget))


def laplace_budget(order: Expr, scale: Expr) -> Expr:
    r"""Return the Rényi budget of the Laplace mechanism of sensitivity 1.

    .. math:: \zeta = \frac{1}{\alpha-1}\log\left(\frac{\alpha}{2\alpha-1}e^{(\alpha-1)/b}
        + \frac{\alpha-1}{2\alpha-1}e^{-\alpha/b}\right)

    Parameters
    ----------
    order : Expr
        alpha, above 1.
    scale : Expr
        b, in sensitivities.

    Notes
    -----
    Mironov, arXiv:1702.07476v3, Corollary 2.
    """
    whole = 2 * order - 1
    return log(order / whole * exp((order - 1) / scale) + (order - 1) / whole * exp(-order / scale)) / (order - 1)


def _positive(parameter: Parameter, value: object) -> Expr:
    number = parameter.check(value)
    if number == 0:
        raise ParameterError(parameter.name, "positive for a calibration", value)
    return number


def gaussian_scale_gdp(mu: object, sensitivity: object = 1) -> Calibrated:
    """Return the Gaussian noise of mu-Gaussian privacy: the sensitivity over mu.

    Parameters
    ----------
    mu : positive real
        The parameter.
    sensitivity : positive real, optional
        Of the query, in the l2 norm.

    Raises
    ------
    ParameterError
        If a number lies outside its domain.
    """
    ratio, unit = _positive(RATIO, mu), SENSITIVITY.check(sensitivity)
    return Calibrated(
        Gaussian(unit * gdp_deviation(ratio)),
        GDP(ratio),
        ("tradeoff.gaussian", "calibration.gaussian.gdp"),
        "sigma = 1/mu in sensitivities",
        (Source("dong2022gaussian", "Theorem 2.7"),),
        "exact",
        unit,
    )


def gaussian_scale_zcdp(rho: object, sensitivity: object = 1) -> Calibrated:
    """Return the Gaussian noise of rho-zCDP: the sensitivity over the root of 2 rho.

    Parameters
    ----------
    rho : positive real
        In nats an order.
    sensitivity : positive real, optional
        Of the query, in the l2 norm.

    Raises
    ------
    ParameterError
        If a number lies outside its domain.
    """
    budget, unit = _positive(BUDGET, rho), SENSITIVITY.check(sensitivity)
    return Calibrated(
        Gaussian(unit * zcdp_deviation(budget)),
        ZCDP(budget),
        ("calibration.gaussian.zcdp",),
        "sigma = 1/sqrt(2 rho) in sensitivities",
        (Source("bunsteinke2016", "Proposition 1.6"),),
        "exact",
        unit,
    )


def gaussian_scale_renyi(alpha: object, zeta: object, sensitivity: object = 1) -> Calibrated:
    """Return the Gaussian noise of a Rényi budget at one order.

    Parameters
    ----------
    alpha : real above 1
        The order.
    zeta : positive real
        The budget, in nats.
    sensitivity : positive real, optional
        Of the query, in the l2 norm.

    Raises
    ------
    ParameterError
        If a number lies outside its domain.
    """
    order, budget = ABOVE_ONE_ORDER.check(alpha), _positive(BUDGET, zeta)
    unit = SENSITIVITY.check(sensitivity)
    return Calibrated(
        Gaussian(unit * renyi_deviation(order, budget)),
        RenyiDP.at_order(order, budget),
        ("calibration.gaussian.renyi",),
        "sigma = sqrt(alpha/(2 zeta)) in sensitivities",
        (Source(_MIRONOV, "Corollary 3"),),
        "exact",
        unit,
    )


def laplace_scale_renyi(alpha: object, zeta: object, sensitivity: object = 1, digits: int = DIGITS) -> Calibrated:
    """Return the least Laplace noise of a Rényi budget at one order, found and rounded up.

    Parameters
    ----------
    alpha : real above 1
        The order.
    zeta : positive real
        The budget, in nats.
    sensitivity : positive real, optional
        Of the query, in the l1 norm.
    digits : int, optional
        Significant digits of the scale in sensitivities.

    Raises
    ------
    ParameterError
        If a number lies outside its domain.
    NotApplicableError
        If symbols are left.
    UndecidedError
        If the root was not certified.
    """
    order, budget = ABOVE_ONE_ORDER.check(alpha), _positive(BUDGET, zeta)
    unit = SENSITIVITY.check(sensitivity)
    check_positive_integer("digits", digits)
    numbers_only(order + budget, "Laplace noise of a Rényi budget")
    size, goal = enclose(budget, {}, 20), enclose(order, {}, 12).mid

    def odds(gap: arb) -> float:
        return math.log1p(max(float((gap / size.value).mid()), -1 + 1e-12))

    # the budget is below 1/b and below alpha/(2 b^2)
    guess = min(1 / size.mid, math.sqrt(goal / (2 * size.mid)))
    scale = least_scale(gap_of(laplace_budget(order, b), budget, b), odds, guess, digits)
    return Calibrated(
        Laplace(as_upper(unit * scale)),
        RenyiDP.at_order(order, budget),
        ("renyi.laplace",),
        "least b with the Rényi budget of the Laplace mechanism at most zeta, in sensitivities",
        (Source(_MIRONOV, "Corollary 2"),),
        "the least that will do, but for rounding up",
        unit,
    )
