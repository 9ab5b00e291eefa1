"""Laplace and geometric noise for a pure or approximate guarantee: closed forms, from the profiles."""

from __future__ import annotations

from functools import partial

from sympy import Expr, exp, log

from dpsym.ball import check_positive_integer
from dpsym.calibration.calibrated import BELOW_ONE_TARGET, Calibrated, in_decimals
from dpsym.calibration.gaussian import DIGITS
from dpsym.calibration.solving import gap_of, least_scale, log_odds
from dpsym.distributions import DiscreteLaplace, Laplace
from dpsym.enclose import enclose
from dpsym.errors import ParameterError
from dpsym.guarantees.arrow import Source, numbers_only
from dpsym.guarantees.notions import ApproxDP, Notion, PureDP
from dpsym.parameters import PRIVACY_LOSS, SENSITIVITY, b


def least_laplace_scale(eps: Expr, delta: Expr) -> Expr:
    r"""Return the least scale of Laplace noise that is (eps, delta)-private, in sensitivities.

    .. math:: b = \frac{1}{\varepsilon - 2\log(1-\delta)}

    Parameters
    ----------
    eps : Expr
        In nats, not negative, positive where delta is 0.
    delta : Expr
        In [0, 1).

    Notes
    -----
    Solved from the profile :math:`\delta(\varepsilon) = 1 - e^{(\varepsilon - 1/b)/2}` at eps <= 1/b; exact.
    """
    return 1 / (eps - 2 * log(1 - delta))


def least_geometric_scale(eps: Expr, delta: Expr) -> Expr:
    r"""Return the least scale of two-sided geometric noise that is (eps, delta)-private at sensitivity 1.

    .. math:: \frac1b = \log\frac{e^\varepsilon + \delta}{1 - \delta}

    Parameters
    ----------
    eps : Expr
        In nats, not negative, positive where delta is 0.
    delta : Expr
        In [0, 1).

    Notes
    -----
    Solved from the profile :math:`\delta(\varepsilon) = (1 - e^{\varepsilon - 1/b})/(1 + e^{-1/b})` at eps <= 1/b; exact.
    """
    return 1 / log((exp(eps) + delta) / (1 - delta))


def approximate_target(eps: Expr, delta: Expr) -> Notion:
    """Return the promise of (eps, delta), pure where delta is 0."""
    return PureDP(eps) if delta == 0 else ApproxDP(eps, delta)


def checked_target(eps: object, delta: object) -> tuple[Expr, Expr]:
    """Return eps and delta as exact expressions.

    Raises
    ------
    ParameterError
        If eps is negative or infinite, delta outside [0, 1), or both are 0, which no noise reaches.
    """
    threshold, target = PRIVACY_LOSS.check(eps), BELOW_ONE_TARGET.check(delta)
    if threshold == 0 and target == 0:
        raise ParameterError("privacy parameter eps", "positive where delta is 0", eps)
    return threshold, target


def laplace_scale(eps: object, delta: object = 0, sensitivity: object = 1) -> Calibrated:
    """Return the least Laplace noise for (eps, delta)-privacy, in closed form.

    Parameters
    ----------
    eps : non-negative real
        In nats; positive where delta is 0.
    delta : real in [0, 1), optional
        A probability; 0 is pure privacy.
    sensitivity : positive real, optional
        Of the query, in the l1 norm.

    Raises
    ------
    ParameterError
        If a number lies outside its domain.
    """
    threshold, target = checked_target(eps, delta)
    unit = SENSITIVITY.check(sensitivity)
    pure = target == 0
    return Calibrated(
        Laplace(in_decimals(unit * least_laplace_scale(threshold, target))),
        approximate_target(threshold, target),
        ("laplace.pure_dp",) if pure else ("calibration.laplace",),
        "b = 1/eps in sensitivities" if pure else "b = 1/(eps - 2 log(1 - delta)) in sensitivities",
        (Source("dworkroth2014", "Theorem 3.6"),) if pure else (),
        "the least that will do, of one query",
        unit,
    )


def geometric_scale(eps: object, delta: object = 0, sensitivity: object = 1, digits: int = DIGITS) -> Calibrated:
    """Return the least two-sided geometric noise for (eps, delta)-privacy of a query with integer values.

    Parameters
    ----------
    eps : non-negative real
        In nats; positive where delta is 0.
    delta : real in [0, 1), optional
        A probability; 0 is pure privacy.
    sensitivity : positive integer, optional
        Of the query; above 1 with a positive delta, the scale is a root, found and rounded up.
    digits : int, optional
        Significant digits of a scale that is found as a root.

    Raises
    ------
    ParameterError
        If a number lies outside its domain.
    NotApplicableError
        If a root is wanted and symbols are left.
    UndecidedError
        If the root was not certified.
    """
    threshold, target = checked_target(eps, delta)
    unit = SENSITIVITY.check(sensitivity)
    check_positive_integer("digits", digits)
    if unit.is_integer is False:
        raise ParameterError("sensitivity of a query with integer values", "a positive integer", sensitivity)
    if target == 0:
        scale, theorems, says = unit / threshold, ("max.two_sided_geometric",), "b = sensitivity/eps"
    elif unit == 1:
        scale, theorems = in_decimals(least_geometric_scale(threshold, target)), ("calibration.geometric",)
        says = "1/b = log((e^eps + delta)/(1 - delta))"
    else:
        numbers_only(threshold + target + unit, "geometric noise of sensitivity above 1")
        scale = _root(threshold, target, unit, digits)
        theorems, says = (("profile.two_sided_geometric",), "least b with delta(eps) <= delta at the sensitivity")
    return Calibrated(
        DiscreteLaplace(scale),
        approximate_target(threshold, target),
        theorems,
        says,
        (Source("ghosh2012universally", "the geometric mechanism"),),
        "the least that will do, but for rounding up",
        unit,
    )


def _root(eps: Expr, delta: Expr, sensitivity: Expr, digits: int) -> Expr:
    loss = DiscreteLaplace(b).profile(eps, sensitivity)
    guess = enclose(sensitivity * least_laplace_scale(eps, delta), {}, 12).mid
    return least_scale(gap_of(loss, delta, b), partial(log_odds, target=delta), guess, digits)
