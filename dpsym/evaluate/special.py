"""Special functions in floats, each with a bound: of SciPy's own error, and of what the argument's error makes of it.

SciPy's errors were measured against Arb over the ranges that are admitted here; the units below are at least twice the
worst of thousands of points, and a test measures them again. Outside those ranges nothing is known.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dpsym.evaluate.running import FUNCTION_UNIT, TINY, UNIT, Number, exponential

_GAMMA_UNIT = 2.0**-47
_INCOMPLETE_UNIT, _WIDE_INCOMPLETE_UNIT = 2.0**-43, 2.0**-41
_SMALL_ORDER, _GREATEST_ORDER = 10.0, 100.0
_ROOT_PI = float(np.sqrt(np.pi))
_LEAST_PLACE, _GREATEST_PLACE = 1e-6, 700.0


def _where(holds: Any, mantissa: Any, error: Any, exponent: Any = 0.0) -> Number:
    """Return a number where a range was admitted, and nothing elsewhere."""
    return Number(np.where(holds, mantissa, np.nan), exponent, np.where(holds, error, np.inf))


def erf(value: Any, error: Any) -> Number:
    """Return erf, whose slope is at most 1.13."""
    from scipy.special import erf as function

    found = function(value)
    return Number(found, 0.0, 1.13 * error + FUNCTION_UNIT * np.abs(found))


def erfc(value: Any, error: Any) -> Number:
    """Return erfc; right of 0 at the scale exp(-x^2), where its logarithm has slope at most 2 x + 2."""
    from scipy.special import erfc as function
    from scipy.special import erfcx

    right = value > 0
    mantissa = np.where(right, erfcx(np.abs(value)), function(value))
    exponent = np.where(right, -value * value, 0.0)
    slope = np.where(right, 2 * np.abs(value) + 2 + error, 1.13)
    rounding = FUNCTION_UNIT + UNIT * np.abs(exponent)
    return Number(mantissa, exponent, mantissa * (np.expm1(slope * error) + rounding))


def erfinv(value: Any, error: Any) -> Number:
    """Return the inverse of erf; its slope, sqrt(pi)/2 exp(x^2), is greatest farthest from 0."""
    from scipy.special import erfinv as function

    found, far = function(value), function(np.abs(value) + error)
    slope = _ROOT_PI / 2 * np.exp(far * far) * (1 + 1e-9)
    return _where(np.abs(value) + error < 1, found, slope * error + FUNCTION_UNIT * np.abs(found))


def erfcinv(value: Any, error: Any) -> Number:
    """Return the inverse of erfc; its slope is -sqrt(pi)/2 exp(x^2)."""
    from scipy.special import erfcinv as function

    found, low, high = function(value), function(value - error), function(value + error)
    far = np.maximum(np.abs(low), np.abs(high))
    slope = _ROOT_PI / 2 * np.exp(far * far) * (1 + 1e-9)
    holds = (value - error > 0) & (value + error < 2)
    wide = np.where(error == 0, 0.0, slope * error)
    return _where(holds, found, wide + FUNCTION_UNIT * np.abs(found) + np.where(found == 0, TINY, 0.0))


def loggamma(value: Any, error: Any) -> Number:
    """Return log Gamma right of 0, where its slope, digamma, increases."""
    from scipy.special import gammaln, psi

    found = gammaln(value)
    slope = np.maximum(np.abs(psi(value - error)), np.abs(psi(value + error))) * (1 + 1e-9)
    return _where(value - error > 0, found, _spread(slope, error) + FUNCTION_UNIT * (1 + np.abs(found)))


def _spread(slope: Any, error: Any) -> Any:
    return np.where(error == 0, 0.0, slope * error)


def gamma(value: Any, error: Any) -> Number:
    """Return Gamma right of 0, at the scale of its logarithm where it is great."""
    from scipy.special import gamma as function
    from scipy.special import psi

    log = loggamma(value, error)
    far = exponential(log.mantissa, log.error)
    is_near = value < 20
    slope = np.maximum(np.abs(psi(value - error)), np.abs(psi(value + error))) * (1 + 1e-9)
    near = function(np.where(is_near, value, 1.0))
    near_error = near * (np.expm1(_spread(slope, error)) + _GAMMA_UNIT)
    holds = value - error > 0
    return _where(
        holds,
        np.where(is_near, near, far.mantissa),
        np.where(is_near, near_error, far.error),
        np.where(is_near | ~holds, 0.0, far.exponent),
    )


def polygamma(order: int, value: Any, error: Any) -> Number:
    """Return a derivative of digamma, to order 3, right of 0; each falls in size."""
    from scipy.special import polygamma as function
    from scipy.special import psi

    found = psi(value) if order == 0 else function(order, value)
    slope = np.abs(function(order + 1, value - error)) * (1 + 1e-9)
    rounding = FUNCTION_UNIT * (1 + np.abs(found)) if order == 0 else _GAMMA_UNIT * np.abs(found)
    holds = (value - error > 0) & (value > 1e-3) & (value < 1e5) & (order <= 3)
    return _where(holds, found, _spread(slope, error) + rounding)


def incomplete_gamma(shape: Number, place: Number, is_upper: bool) -> Number:
    r"""Return an incomplete Gamma function for positive shape and place.

    Its logarithm moves with the shape as the mean of log t under :math:`t^{s-1} e^{-t}` beyond (below) x does, which is
    at most |log x| + log(1 + x + max(s, 1)), by the mean residual life, or |log x| + log(1 + x) + e/s.
    """
    from scipy.special import gammainc, gammaincc

    s, x = shape.mantissa, place.mantissa
    whole = gamma(s, np.zeros_like(s))
    share = (gammaincc if is_upper else gammainc)(s, x)
    far = np.log1p(x + np.maximum(s + shape.error, 1.0)) if is_upper else np.log1p(x) + math.e / (s - shape.error)
    log_slope = np.abs(np.log(x)) + far + 1e-3
    near = x - place.error
    edge = np.exp((s - 1) * np.log(x) - x + np.abs(s - 1) * place.error / near + place.error - whole.exponent)
    unit = np.where(s <= _SMALL_ORDER, _INCOMPLETE_UNIT, _WIDE_INCOMPLETE_UNIT)
    value = whole.mantissa * share
    error = np.abs(value) * (np.expm1(_spread(log_slope, shape.error)) + unit) + whole.error * share
    holds = (
        (s - shape.error > 0.1)
        & (s <= _GREATEST_ORDER)
        & (near > _LEAST_PLACE)
        & (x < _GREATEST_PLACE)
        & (share > 1e-280)
    )
    return _where(holds, value, error + _spread(edge * (1 + 1e-6), place.error), np.where(holds, whole.exponent, 0.0))


def bessel(order: Number, place: Number, is_first: bool) -> Number:
    """Return I or K at its exponential scale, for exact orders; the logarithms have slopes at most 1 + (nu + 1)/x."""
    from scipy.special import ive, kve

    nu, x = order.mantissa, place.mantissa
    found = (ive if is_first else kve)(nu, x)
    near = x - place.error
    slope = 1 + (nu + 1) / near
    unit = np.where(nu <= _SMALL_ORDER, _INCOMPLETE_UNIT, _WIDE_INCOMPLETE_UNIT) + UNIT * x
    holds = (order.error == 0) & (nu >= 0) & (nu <= _GREATEST_ORDER) & (near > 1e-3) & (found > 1e-290)
    holds &= np.isfinite(found) & (x < 1e4)
    error = found * (np.expm1(_spread(slope, place.error)) + unit)
    return _where(holds, found, error, np.where(holds, x if is_first else -x, 0.0))


def floor(value: Any, error: Any) -> Number:
    """Return floor, where no integer is within the error."""
    low, high = np.floor(value - error), np.floor(value + error)
    return _where(low == high, low, 0.0)


def ceiling(value: Any, error: Any) -> Number:
    """Return the ceiling, where no integer is within the error."""
    low, high = np.ceil(value - error), np.ceil(value + error)
    return _where(low == high, low, 0.0)


def arcsine(value: Any, error: Any) -> Number:
    """Return asin, whose slope is greatest farthest from 0."""
    far = np.abs(value) + error
    slope = (1 + 1e-9) / np.sqrt((1 - far) * (1 + far))
    found = np.arcsin(value)
    return _where(far < 1, found, slope * error + FUNCTION_UNIT * np.abs(found))


def arctangent(value: Any, error: Any) -> Number:
    """Return atan, whose slope is greatest nearest to 0."""
    near = np.maximum(np.abs(value) - error, 0.0)
    found = np.arctan(value)
    return Number(found, 0.0, error / (1 + near * near) * (1 + 1e-9) + FUNCTION_UNIT * np.abs(found))


def arcosh(value: Any, error: Any) -> Number:
    """Return acosh right of 1, whose slope is greatest nearest to 1."""
    near = value - error
    found = np.arccosh(value)
    slope = (1 + 1e-9) / np.sqrt((near - 1) * (near + 1))
    return _where(near > 1, found, _spread(slope, error) + FUNCTION_UNIT * (np.abs(found) + UNIT))


def sine(value: Any, error: Any) -> Number:
    """Return sin, whose slope is at most 1."""
    found = np.sin(value)
    return Number(found, 0.0, error + FUNCTION_UNIT * np.abs(found))


def cosine(value: Any, error: Any) -> Number:
    """Return cos, whose slope is at most 1."""
    found = np.cos(value)
    return Number(found, 0.0, error + FUNCTION_UNIT * np.abs(found))
