"""Divergences of Laplace, Gaussian and finite laws from their definitions at 60 digits; only mpmath is imported.

Two laws of a location-scale family cut the line into pieces on which the integrand is elementary: exponentials for
Laplace, one quadratic exponent for Gaussian.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import mpmath as mp

DIGITS = 60


def exact(function: Callable) -> Callable:
    """Run a function at many digits, with its float arguments taken as the exact numbers that they are."""

    @wraps(function)
    def at_many_digits(*arguments):
        with mp.workdps(DIGITS):
            return function(*map(_exact, arguments))

    return at_many_digits


def _exact(value):
    return mp.mpf(value) if isinstance(value, (int, float)) else value


@exact
def laplace_renyi(order, scale, shift):
    """Return the divergence of two Laplace laws of one scale: the pieces are x < 0, between, and beyond shift."""
    d = abs(shift) / scale
    if order == 1:
        return d + mp.expm1(-d)
    if order == mp.inf:
        return d
    # E[e^{(order - 1) L}]: L = d with mass 1/2, L = -d with mass e^-d / 2, L = d - 2 u for u in (0, d).
    slope = 2 * order - 1
    between = d * mp.exp((order - 1) * d) if slope == 0 else (mp.exp((order - 1) * d) - mp.exp(-order * d)) / slope
    moment = (mp.exp((order - 1) * d) + mp.exp(-order * d) + between) / 2
    return mp.log(moment) / (order - 1)


@exact
def laplace_loss_tail(threshold, scale, shift):
    """Return P[L > t] for L = d - 2 u on (0, d), d left of 0, -d right of the shift."""
    d = abs(shift) / scale
    if threshold >= d:
        return mp.mpf(0)
    if threshold < -d:
        return mp.mpf(1)
    return 1 - mp.exp(-(d - threshold) / 2) / 2


@exact
def laplace_hockey_stick(eps, scale, shift):
    """Return P[L > eps] - e^eps Q[L > eps]."""
    d = abs(shift) / scale
    if eps >= d:
        return mp.mpf(0)
    if eps < -d:
        return -mp.expm1(eps)
    edge = (d - eps) / 2  # L > eps to the left of it, in scales
    return (1 - mp.exp(-edge) / 2) - mp.exp(eps) * mp.exp(edge - d) / 2


@exact
def gaussian_renyi(order, mean_p, sigma_p, mean_q, sigma_q):
    """Complete the square in order log p + (1 - order) log q; infinite unless the square stays negative."""
    precision = order / sigma_p**2 + (1 - order) / sigma_q**2
    if order == 1:
        return mp.log(sigma_q / sigma_p) + (sigma_p**2 + (mean_p - mean_q) ** 2) / (2 * sigma_q**2) - mp.mpf(1) / 2
    if precision <= 0:
        return mp.inf
    linear = order * mean_p / sigma_p**2 + (1 - order) * mean_q / sigma_q**2
    constant = order * mean_p**2 / sigma_p**2 + (1 - order) * mean_q**2 / sigma_q**2
    log_moment = (linear**2 / precision - constant) / 2 - mp.log(precision) / 2
    log_moment -= order * mp.log(sigma_p) + (1 - order) * mp.log(sigma_q)
    return log_moment / (order - 1)


@exact
def gaussian_level_set(eps, mean_p, sigma_p, mean_q, sigma_q):
    """Return (P[L > eps], P[L > eps] - e^eps Q[L > eps]): the loss is a quadratic, above eps between its roots or off them."""
    a = 1 / (2 * sigma_q**2) - 1 / (2 * sigma_p**2)
    b = mean_p / sigma_p**2 - mean_q / sigma_q**2
    c = mean_q**2 / (2 * sigma_q**2) - mean_p**2 / (2 * sigma_p**2) + mp.log(sigma_q / sigma_p) - eps
    if a == 0:
        ends = (-mp.inf, -c / b) if b < 0 else (-c / b, mp.inf)
    elif b**2 <= 4 * a * c:
        ends = (mp.mpf(0), mp.mpf(0))
    else:
        ends = sorted((-b + sign * mp.sqrt(b**2 - 4 * a * c)) / (2 * a) for sign in (-1, 1))
    inside = [_gaussian_mass(*ends, mean, sigma) for mean, sigma in ((mean_p, sigma_p), (mean_q, sigma_q))]
    p, q = inside if a <= 0 else (1 - inside[0], 1 - inside[1])
    return p, p - mp.exp(eps) * q


def _gaussian_mass(lo, hi, mean, sigma):
    lower, upper = ((end - mean) / (sigma * mp.sqrt(2)) for end in (lo, hi))
    if lower > 0:
        return (mp.erfc(lower) - mp.erfc(upper)) / 2
    return (mp.erfc(-upper) - mp.erfc(-lower)) / 2


@exact
def finite_renyi(order, p, q):
    """Return the divergence of two lists of masses from its definition."""
    p, q = ([mp.mpf(x.numerator) / x.denominator for x in masses] for masses in (p, q))
    if order >= 1 and any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return mp.inf
    pairs = [(a, b) for a, b in zip(p, q, strict=True) if a > 0 and b > 0]
    if order == mp.inf:
        return max(mp.log(a / b) for a, b in pairs)
    if order == 1:
        return mp.fsum(a * mp.log(a / b) for a, b in pairs)
    moment = mp.fsum(a**order * b ** (1 - order) for a, b in pairs)
    return mp.log(moment) / (order - 1) if moment else mp.inf
