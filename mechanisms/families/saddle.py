r"""Log-masses of counts, as accurate for large parameters as for small ones.

In ``k log(m) - m - lgamma(k + 1)`` parts of the size of k cancel. The same number is written as a deviance, which
is small where the mass is not, plus a logarithm and the error of Stirling's formula (Loader, "Fast and accurate
computation of binomial probabilities", 2000). Every function takes arrays that broadcast.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np

from mechanisms.validate import Array

# The series of the deviance is used for |k - m| below this part of k + m, where 0.3^36 is 1e-19.
_NEAR, _SERIES = 0.3, 1 / (2 * np.arange(1, 19) + 1)
# Stirling's series: coefficients B_2n/(2n (2n - 1)) of the powers 1/k^(2n - 1).
_STIRLING = np.array([1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400])
_LARGE = 10.0
# Between these sizes the uniform expansion of a Bessel function is exact to 1e-17 with so many terms.
_UNIFORM = ((60.0, 1e3, 11), (1e3, 1e6, 6), (1e6, math.inf, 3))


def _product(a: Array | float, b: Array | float) -> tuple[Array, Array]:
    """Return a product of floats as a float and its exact rest (Dekker), the rest 0 where it would overflow."""
    total = np.asarray(a) * np.asarray(b)
    with np.errstate(over="ignore", invalid="ignore"):
        parts = []
        for factor in (np.asarray(a), np.asarray(b)):
            split = factor * 134217729.0  # 2^27 + 1
            high = split - (split - factor)
            parts.append((high, factor - high))
        (a_high, a_low), (b_high, b_low) = parts
        rest = ((a_high * b_high - total) + a_high * b_low + a_low * b_high) + a_low * b_low
    return total, np.where(np.isfinite(rest), rest, 0.0)


def _deviance(count: Array, mean: Array, gap: Array) -> Array:
    """Return ``k log(k/m) - (k - m)`` for the accurate difference `gap` = k - m; m where k = 0."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = gap / (count + mean)
        near = np.abs(ratio) < _NEAR
        inner = np.where(near, ratio, 0.0)
        powers = np.polynomial.polynomial.polyval(inner**2, _SERIES)
        close = gap * inner + 2 * count * inner**3 * powers
        far = np.where(count > 0, count * (np.log(count) - np.log(mean)) - gap, mean)
        scaled = np.where(count > 0, count * np.log(count / mean) - gap, mean)
    # The quotient is more accurate than the difference of logarithms unless it leaves the range of floats.
    return np.where(near, close, np.where(np.isfinite(scaled), scaled, far))


def _stirling(count: Array) -> Array:
    """Return ``lgamma(k + 1) - k log(k) + k``, which is 0 at k = 0: half of log(2 pi k) and a small rest."""
    from scipy.special import gammaln

    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1 / np.maximum(count, _LARGE)
        large = np.log(2 * math.pi * count) / 2
        large = large + inverse * np.polynomial.polynomial.polyval(inverse**2, _STIRLING)
        small = gammaln(count + 1) - count * np.log(np.where(count > 0, count, 1.0)) + count
    return np.where(count >= _LARGE, large, small)


def log_gamma_half_step(a: float) -> float:
    r"""Logarithm of :math:`\Gamma(a + \tfrac12)/\Gamma(a)` for positive a."""
    ends = _stirling(np.array([a, a + 0.5]))
    rise = math.log1p(0.5 / a)
    return float(ends[1] - ends[0]) + (a * rise - 0.5) + math.log(a + 0.5) / 2 - rise


def log_poisson(count: Array, mean: Array | float, factor: Array | float = 1.0) -> Array:
    r"""Logarithm of :math:`e^{-m} m^k / \Gamma(k+1)` for real k >= 0 and m the product of `mean` and `factor`."""
    number = np.asarray(count, dtype=float)
    total, rest = _product(mean, factor)
    return -_deviance(number, total, (number - total) - rest) - _stirling(number)


def log_binomial(count: Array, trials: Array | float, p: Array | float) -> Array:
    r"""Logarithm of :math:`\binom{n}{k} p^k (1-p)^{n-k}` for real 0 <= k <= n; p in (0, 1)."""
    number, size = np.asarray(count, dtype=float), np.asarray(trials, dtype=float)
    total, rest = _product(size, p)
    gap = (number - total) - rest
    others = size - number
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = _deviance(number, total, gap) + _deviance(others, size * (1 - np.asarray(p)), -gap)
        inner = _stirling(size) - _stirling(number) - _stirling(others) - distance
        none = size * np.log1p(-np.asarray(p))
        return np.where(number == 0, none, np.where(others == 0, size * np.log(p), inner))


def log_skellam(difference: Array, first: float, second: float) -> Array:
    r"""Logarithm of the mass of the difference of two Poisson counts of means `first` and `second`.

    .. math:: e^{-m_1-m_2} \left(\frac{m_1}{m_2}\right)^{x/2} I_{|x|}(2\sqrt{m_1 m_2})

    With a - b = x and a b = m_1 m_2 the exponent of the uniform expansion of the Bessel function (DLMF 10.41.3) is
    the sum of the deviances of a from m_1 and of b from m_2.
    """
    x = np.asarray(difference, dtype=float)
    size = np.hypot(x, 2 * math.sqrt(first) * math.sqrt(second))
    large = size >= _UNIFORM[0][0]
    result = np.empty(x.shape)
    result[large] = _skellam_uniform(x[large], size[large], first, second)
    if not large.all():
        result[~large] = _skellam_series(x[~large], first, second)
    return result


def _skellam_uniform(x: Array, size: Array, first: float, second: float) -> Array:
    center = first - second
    rest = (first - center) - second if first >= second else first - (center + second)
    gap = (x - center) - rest
    with np.errstate(over="ignore", invalid="ignore"):
        rise = _root(gap, size, first, second)
        fall = _root(-gap, size, second, first)
        distance = _deviance((size + x) / 2, np.full(x.shape, first), rise)
        distance = distance + _deviance((size - x) / 2, np.full(x.shape, second), fall)
    series = np.empty(x.shape)
    for lower, upper, terms in _UNIFORM:
        chosen = (size >= lower) & (size < upper)
        share = (x[chosen] / size[chosen]) ** 2
        rows = [np.polynomial.polynomial.polyval(share, row) for row in _uniform_table()[:terms]]
        series[chosen] = np.polynomial.polynomial.polyval(1 / size[chosen], np.array(rows), tensor=False)
    return -distance - np.log(2 * math.pi * size) / 2 + np.log(series)


def _root(gap: Array, size: Array, own: float, other: float) -> Array:
    """Return a - m_1, the root t of t^2 + t (m_1 + m_2 - d) = d m_1, without cancellation."""
    linear = own + other - gap
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(linear > 0, 2 * gap * own / (linear + size), (size - linear) / 2)


def _skellam_series(x: Array, first: float, second: float) -> Array:
    count = np.abs(x)
    series = _bessel_series(first * second)[count.astype(int)]
    positive = log_poisson(count, first) - second
    negative = log_poisson(count, second) - first
    return np.where(x >= 0, positive, negative) + series


@lru_cache(maxsize=64)
def _bessel_series(square: float) -> Array:
    """Return the logarithms of the power series (all terms positive) of the Bessel functions of order below 60."""
    count = np.arange(_UNIFORM[0][0])
    term, total = np.ones(count.shape), np.ones(count.shape)
    for j in range(1, 160):
        term = term * (square / (j * (count + j)))
        total = total + term
    return np.log(total)


@cache
def _uniform_table() -> tuple[Array, ...]:
    """Return, for each k, the coefficients in powers of p^2 of the polynomial U_k(p)/p^k of DLMF 10.41.9."""
    rows, current = [], {0: Fraction(1)}
    for k in range(_UNIFORM[0][2]):
        rows.append(np.array([float(current.get(k + 2 * j, Fraction(0))) for j in range(k + 1)]))
        following: dict[int, Fraction] = {}
        for power, value in current.items():
            for shift, factor in (
                (1, Fraction(power, 2) + Fraction(1, 8 * (power + 1))),
                (3, -Fraction(power, 2) - Fraction(5, 8 * (power + 3))),
            ):
                following[power + shift] = following.get(power + shift, Fraction(0)) + factor * value
        current = following
    return tuple(rows)
