"""Gaussian noise for an approximate guarantee: the classical formula where it holds, and the least that will do."""

from __future__ import annotations

import math
from functools import partial

from sympy import Expr, Rational, erfc, erfinv, exp, log, sqrt

from dpsym.ball import as_fraction, check_positive_integer
from dpsym.calibration.calibrated import OPEN_TARGET, Calibrated
from dpsym.calibration.solving import gap_of, least_scale, log_odds
from dpsym.distributions import Gaussian
from dpsym.enclose import enclose
from dpsym.errors import NotApplicableError, ParameterError, UndecidedError
from dpsym.guarantees.arrow import Source, numbers_only
from dpsym.guarantees.notions import ApproxDP
from dpsym.guarantees.numbers import as_upper, rounded_down
from dpsym.parameters import PRIVACY_LOSS, SENSITIVITY, sigma

DIGITS = 16
"""The significant digits of a scale that is found as a root, unless others are wanted."""


def analytic_delta(eps: Expr, deviation: Expr) -> Expr:
    r"""Return the exact delta of the Gaussian mechanism of sensitivity 1.

    .. math:: \delta = \Phi\left(\frac{1}{2\sigma} - \varepsilon\sigma\right)
        - e^\varepsilon\,\Phi\left(-\frac{1}{2\sigma} - \varepsilon\sigma\right)

    Parameters
    ----------
    eps : Expr
        In nats, not negative.
    deviation : Expr
        sigma, in sensitivities.

    Notes
    -----
    Balle and Wang, arXiv:1805.06530v2, Theorem 8. It decreases in sigma: the derivative in :math:`1/\sigma` is
    :math:`\varphi(1/(2\sigma) - \varepsilon\sigma)`.
    """
    half, cut = 1 / (2 * deviation), eps * deviation
    return erfc((cut - half) / sqrt(2)) / 2 - exp(eps) * erfc((cut + half) / sqrt(2)) / 2


def classical_deviation(eps: Expr, delta: Expr) -> Expr:
    r"""Return the classical standard deviation, in sensitivities.

    .. math:: \sigma = \sqrt{2\log(1.25/\delta)}\,/\,\varepsilon

    Parameters
    ----------
    eps : Expr
        In nats, positive; printed for eps in (0, 1), true for eps up to `classical_limit` of delta, which is above 15/4.
    delta : Expr
        In (0, 1).

    Notes
    -----
    Dwork and Roth, "The algorithmic foundations of differential privacy", Theorem 3.22 and Theorem A.1.
    """
    return sqrt(2 * log(Rational(5, 4) / delta)) / eps


def total_variation_deviation(delta: Expr) -> Expr:
    r"""Return the least standard deviation at eps = 0, in sensitivities: a total variation distance of delta.

    .. math:: \sigma = \frac{1}{2\sqrt2\,\operatorname{erf}^{-1}(\delta)}

    Parameters
    ----------
    delta : Expr
        In (0, 1).
    """
    return 1 / (2 * sqrt(2) * erfinv(delta))


def classical_limit(delta: object, digits: int = DIGITS) -> Rational:
    r"""Return the greatest eps at which the classical formula meets delta, rounded down.

    At the classical scale the exact delta increases in eps, with derivative
    :math:`e^\varepsilon(\varphi(y)/c - \Phi(-y))`, :math:`c = \sqrt{2\log(1.25/\delta)}`, :math:`y = c + \varepsilon/(2c)`, which is
    positive by the Mills ratio; so it holds up to this limit and nowhere above.

    Parameters
    ----------
    delta : rational in (0, 1)
        A probability.
    digits : int, optional
        Significant digits of the result.

    Raises
    ------
    ParameterError
        If delta is outside (0, 1).
    NotApplicableError
        If delta has symbols.
    """
    target = OPEN_TARGET.check(delta)
    numbers_only(target, "the range of the classical formula")
    check_positive_integer("digits", digits)
    # in the reciprocal of eps, which stands in for a scale, the loss decreases
    loss = analytic_delta(1 / sigma, classical_deviation(1 / sigma, target))
    found = _least(loss, target, 0.2, digits + 1)
    return rounded_down(1 / as_fraction(found), digits)


def _least(loss: Expr, target: Expr, guess: float, digits: int) -> Rational:
    return least_scale(gap_of(loss, target, sigma), partial(log_odds, target=target), guess, digits)


def gaussian_scale(
    eps: object, delta: object, sensitivity: object = 1, method: str = "analytic", digits: int = DIGITS
) -> Calibrated:
    """Return Gaussian noise for (eps, delta)-privacy.

    Parameters
    ----------
    eps : non-negative real
        In nats.
    delta : real in (0, 1)
        A probability.
    sensitivity : positive real, optional
        Of the query, in the l2 norm.
    method : {"analytic", "classical"}, optional
        ``"analytic"``: the least standard deviation, found to so many digits and rounded up; symbolic only at eps = 0.
        ``"classical"``: the formula of Dwork and Roth, symbolic or numeric; with numbers, refused where it does not hold.
    digits : int, optional
        Significant digits of a standard deviation that is found as a root, in sensitivities.

    Raises
    ------
    ParameterError
        If a number lies outside its domain, or the method is not one of the two.
    NotApplicableError
        If the analytic method meets symbols, or the classical formula does not give (eps, delta)-privacy at these numbers.
    UndecidedError
        If the root was not certified.
    """
    threshold, target = PRIVACY_LOSS.check(eps), OPEN_TARGET.check(delta)
    unit = SENSITIVITY.check(sensitivity)
    check_positive_integer("digits", digits)
    if method == "classical":
        return _classical(threshold, target, unit)
    if method != "analytic":
        raise ParameterError("method of the Gaussian calibration", '"analytic" or "classical"', method)
    theorems: tuple[str, ...] = ("profile.gaussian", "calibration.gaussian.monotone")
    if threshold == 0:
        deviation, theorems = total_variation_deviation(target), (*theorems, "calibration.gaussian.variation")
    else:
        numbers_only(threshold + target, "the analytic Gaussian calibration")
        deviation = least_deviation(threshold, target, digits)
    return Calibrated(
        Gaussian(as_upper(unit * deviation)),
        ApproxDP(threshold, target),
        theorems,
        "least sigma with Phi(1/(2 sigma) - eps sigma) - e^eps Phi(-1/(2 sigma) - eps sigma) <= delta, in sensitivities",
        (Source("ballewang2018", "Theorem 8 and Algorithm 1"),),
        "the least that will do, but for rounding up",
        unit,
    )


def least_deviation(eps: Expr, delta: Expr, digits: int) -> Rational:
    """Return the least standard deviation in sensitivities for numbers eps > 0 and delta in (0, 1), rounded up.

    Parameters
    ----------
    eps, delta : Expr
        Numbers.
    digits : int
        Significant digits.
    """
    cut = math.sqrt(max(2 * float(enclose(log(Rational(5, 4) / delta), {}, 12).mid), 1e-6))
    size = enclose(eps, {}, 12).mid
    ratio = cut / size / 2
    tail = ratio + math.sqrt(ratio * ratio + 0.5 / size)  # no part of it overflows where it does not
    # at every eps, delta is at most the total variation distance, which is below 1/(sigma sqrt(2 pi))
    widest = math.exp(min(-enclose(log(delta), {}, 12).mid, 700.0)) / math.sqrt(2 * math.pi)
    return _least(analytic_delta(eps, sigma), delta, min(tail, widest), digits)


def _classical(eps: Expr, delta: Expr, unit: Expr) -> Calibrated:
    if eps == 0:
        raise ParameterError("privacy parameter eps", "positive for the classical calibration", eps)
    deviation = classical_deviation(eps, delta)
    if not (eps.free_symbols | delta.free_symbols):
        _require_range(eps, delta)
    return Calibrated(
        Gaussian(unit * deviation),
        ApproxDP(eps, delta),
        ("gaussian.classical", "gaussian.classical.range"),
        "sigma = sqrt(2 log(1.25/delta))/eps in sensitivities, for eps in (0, 1) as printed, and up to 15/4 whatever delta is",
        (Source("dworkroth2014", "Theorem 3.22 and Theorem A.1"),),
        "no: the analytic calibration needs less",
        unit,
    )


def _require_range(eps: Expr, delta: Expr) -> None:
    """Refuse numbers at which the classical formula does not meet its target."""
    try:
        excess = enclose(analytic_delta(eps, classical_deviation(eps, delta)) - delta, {}, 3)
    except UndecidedError as refusal:
        raise UndecidedError(f"it is open whether the classical formula holds at eps = {eps}") from refusal
    if not excess.value <= 0:
        raise NotApplicableError(
            f"the classical formula does not give ({eps}, {delta})-privacy: at this delta it holds for eps up to "
            f"{float(classical_limit(delta, 6))}"
        )
