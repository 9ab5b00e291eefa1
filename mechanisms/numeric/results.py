"""From the logarithms of integrals, with the logarithms of their errors, to estimates."""

from __future__ import annotations

import math

import numpy as np

from mechanisms.errors import ConvergenceError
from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.panels import LogIntegral, log_add, log_error


def checked(value: float, error: float) -> Estimate:
    """Return an estimate, unless it says nothing."""
    if not max(value, error) < math.inf:
        raise ConvergenceError(f"rounding of the log-densities swamps the integral: value {value!r}, error {error!r}")
    return Estimate(value, error)


def _exp(x: float) -> float:
    return math.exp(x) if x < 709.7 else math.inf


def from_log(total: LogIntegral, most: float = math.inf) -> Estimate:
    """Leave the logarithms, for a value of at most `most`; ulps cover the exponential and its underflow."""
    if total.value == math.inf:
        return Estimate(math.inf, 0.0)
    value = _exp(total.value)
    rounding = (2 + abs(total.value)) * math.ulp(value) if total.value > -math.inf else 0.0
    return checked(min(value, most), _exp(log_add(total.truncation, total.rounding)) + rounding)


def from_excess(excess: LogIntegral, beta: float) -> Estimate:
    """Turn the integral I of p h_beta(L) into log(1 + beta I)/beta, which is I itself at beta = 0."""
    if excess.value == math.inf:
        return Estimate(math.inf, 0.0)
    if beta == 0:
        return from_log(excess)
    if excess.value < 0:
        linear = from_log(excess)
        moment = 1 + beta * linear.value
        value = math.log1p(beta * linear.value) / beta
        # For beta < 0 the moment shrinks with the error; the caller keeps it above 1/2.
        error = linear.error / (moment if beta > 0 else moment + beta * linear.error)
    else:
        exponent = math.log(abs(beta)) + excess.value
        log_moment = float(np.logaddexp(0.0, exponent)) if beta > 0 else math.log1p(-math.exp(exponent))
        value = log_moment / beta
        share = exponent - log_moment - excess.value
        error = log_error(share + excess.truncation, share + excess.rounding) / abs(beta)
        error += 4 * math.ulp(exponent) * math.exp(exponent - log_moment) / abs(beta)
    return checked(value, error + 4 * math.ulp(value))


def from_overlap(overlap: LogIntegral, order: float) -> Estimate:
    """Turn the logarithm of the moment of an order below 1 into the divergence."""
    if overlap.value == -math.inf:
        return Estimate(math.inf, 0.0)
    value = overlap.value / (order - 1)
    error = log_error(overlap.truncation - overlap.value, overlap.rounding - overlap.value) / (1 - order)
    return checked(value, error + 4 * math.ulp(value))


def difference(first: Estimate, second: Estimate) -> Estimate:
    """Subtract; an infinite first estimate stays infinite, the second is finite."""
    if math.isinf(first.value):
        return first
    value = first.value - second.value
    return checked(value, first.error + second.error + math.ulp(value))


def product(first: Estimate, second: Estimate, factor: float = 1.0) -> Estimate:
    """Multiply two finite estimates and an exact factor."""
    value = factor * first.value * second.value
    error = abs(first.value) * second.error + first.error * (abs(second.value) + second.error)
    return checked(value, abs(factor) * error + 4 * math.ulp(value))
