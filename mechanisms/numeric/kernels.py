r"""Integrands of the divergences between two laws, as logarithms, each with an estimate of its rounding error.

With the privacy loss :math:`L = \log(p/q)` and :math:`\beta = \alpha - 1`, the Rényi divergence of order
:math:`\alpha` is computed from an integrand that does not change sign. Since both laws have mass 1,

.. math:: \int p^\alpha q^{1-\alpha} - 1 = \beta \int p \, h_\beta(L), \qquad
          h_\beta(L) = \frac{e^{\beta L} - 1}{\beta} + e^{-L} - 1 \ge 0 .

Nothing cancels, neither near order 1 (where :math:`\int p\,h_0(L)` is the Kullback-Leibler divergence) nor
between laws that nearly agree, where :math:`L` itself carries the rounding error of the two densities.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from mechanisms.validate import Array

_EPS = float(np.finfo(float).eps)
# 1/(k+2)! for the Taylor polynomial of (e^x - 1 - x)/x^2; the first term left out is below 1e-18 for |x| <=
# 1.
_SECOND_ORDER = np.array([1 / math.factorial(k + 2) for k in range(18)])


class LogLaws(NamedTuple):
    """Log-densities (or log-masses) of two laws at some points, their difference, and rounding errors."""

    log_p: Array
    log_q: Array
    loss: Array
    noise_p: Array
    noise_q: Array
    noise_loss: Array

    def swapped(self) -> LogLaws:
        """Return the same points with the two laws exchanged."""
        return LogLaws(self.log_q, self.log_p, -self.loss, self.noise_q, self.noise_p, self.noise_loss)


# Maps laws at points to the logarithm of the integrand and the logarithm of its absolute rounding error.
Kernel = Callable[[LogLaws], tuple[Array, Array]]


def _log_expm1(x: Array) -> Array:
    """Return ``log(e^x - 1)`` for non-negative x without overflow."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(x < 30, np.log(np.expm1(np.minimum(x, 30.0))), x)


def with_noise(exponent: Array, error: Array) -> tuple[Array, Array]:
    """Return an exponent and the log-noise due to its rounding and to a further absolute error of it."""
    with np.errstate(invalid="ignore", over="ignore"):
        log_noise = exponent + _log_expm1(error + 4 * _EPS * (1 + np.abs(exponent)))
    return exponent, np.where(np.isinf(exponent), exponent, log_noise)


def mass_terms(laws: LogLaws) -> tuple[Array, Array]:
    """Return the density of the first law."""
    return with_noise(laws.log_p, laws.noise_p)


def overlap_terms(laws: LogLaws, order: float) -> tuple[Array, Array]:
    r"""Return the integrand :math:`p^\alpha q^{1-\alpha}`, on the common support; for orders below 1."""
    with np.errstate(invalid="ignore"):
        exponent = order * laws.log_p + (1 - order) * laws.log_q
    return with_noise(exponent, order * laws.noise_p + (1 - order) * laws.noise_q)


def _second_order(x: Array) -> Array:
    """Return ``(e^x - 1 - x)/x^2`` for |x| <= 1."""
    return np.polynomial.polynomial.polyval(x, _SECOND_ORDER)


def _kernel_value(loss: Array, beta: float) -> Array:
    """Return h_beta where neither exponential is large."""
    near = (np.abs(loss) <= 1) & (np.abs(beta * loss) <= 1)
    inner = np.where(near, loss, 0.0)
    series = inner**2 * (beta * _second_order(beta * inner) + _second_order(-inner))
    first = loss if beta == 0 else np.expm1(beta * loss) / beta
    return np.where(near, series, first + np.expm1(-loss))


def excess_terms(laws: LogLaws, beta: float) -> tuple[Array, Array]:
    r"""Return the integrand :math:`p \, h_\beta(L)`, which is :math:`q` where p vanishes; for beta from -1/2.

    Parameters
    ----------
    laws : LogLaws
        The two laws at some points.
    beta : float
        The order minus 1.
    """
    loss = laws.loss
    with np.errstate(over="ignore", under="ignore", invalid="ignore", divide="ignore"):
        growth = beta * loss
        left, right = loss < -30, growth > 30
        # In the middle the exponentials stay below e^30, except for beta <= 0 where e^(beta L) cannot grow.
        middle = np.where(left | right, 0.0, loss)
        height = _kernel_value(middle, beta)
        exponent = laws.log_p + np.log(height)
        noise = _middle_noise(laws, middle, beta, height)
        # p e^(beta L) dominates on the right, p e^(-L) = q on the left; the other terms are a correction.
        if beta > 0:
            steep = np.where(right, growth, 30.0)
            small = np.exp(-steep) * (beta * np.expm1(-np.where(right, loss, 1.0)) - 1)
            risen = with_noise(
                laws.log_p + steep - math.log(beta) + np.log1p(small), beta * laws.noise_loss + laws.noise_p
            )
            exponent, noise = np.where(right, risen[0], exponent), np.where(right, risen[1], noise)
        deep = np.clip(np.where(left, loss, -30.0), -700.0, -30.0)
        first = deep if beta == 0 else np.expm1(beta * deep) / beta
        fallen = with_noise(laws.log_q + np.log1p(np.exp(deep) * (first - 1)), laws.noise_q)
        exponent, noise = np.where(left, fallen[0], exponent), np.where(left, fallen[1], noise)
    both_vanish = np.isneginf(laws.log_p) & np.isneginf(laws.log_q)
    return np.where(both_vanish, -np.inf, exponent), np.where(both_vanish, -np.inf, noise)


def _middle_noise(laws: LogLaws, loss: Array, beta: float, height: Array) -> Array:
    """Return the log-noise of p h_beta(L): the error of L times the largest slope of h, and that of p."""
    order, error = 1 + beta, laws.noise_loss
    largest = np.maximum(beta * loss + abs(beta) * error, error - loss)
    slope = largest + np.log(-np.expm1(-order * (np.abs(loss) + error)))
    own = np.where(height > 0, np.log(height), 0.0)
    blur = laws.noise_p + 4 * _EPS * (4 + np.abs(laws.log_p + own))
    own = np.where(height > 0, own + _log_expm1(blur), -np.inf)
    return laws.log_p + np.logaddexp(slope + np.log(error), own)


def hockey_stick_terms(laws: LogLaws, eps: float) -> tuple[Array, Array]:
    r"""Return the integrand :math:`(p - e^\varepsilon q)_+ = p \,(1 - e^{\varepsilon - L})_+`."""
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        gap = laws.loss - eps
        share = np.log(-np.expm1(-np.maximum(gap, 0.0)))
        blur = laws.noise_loss + _EPS * (abs(eps) + np.abs(np.where(np.isfinite(gap), gap, 0.0)))
        # The integrand never exceeds p, so neither does its error.
        moved = np.minimum(_log_expm1(blur) - np.maximum(gap, 0.0), 0.0)
        exponent = laws.log_p + share
        own = laws.noise_p + 4 * _EPS * (4 + np.abs(np.where(gap > 0, exponent, 0.0)))
        noise = laws.log_p + np.logaddexp(np.where(gap > -blur, moved, -np.inf), share + _log_expm1(own))
    nothing = np.isneginf(laws.log_p)
    return np.where(nothing, -np.inf, exponent), np.where(nothing, -np.inf, noise)


def deviation_terms(laws: LogLaws, center: float, error: float, power: int = 2, side: int = 0) -> tuple[Array, Array]:
    r"""Return the integrand :math:`p \,|L - c|^n`, with the error of the center c counted.

    Parameters
    ----------
    laws : LogLaws
        The two laws at some points.
    center, error : float
        The center and an estimate of its error.
    power : int
        The power n, at least 2.
    side : int
        1 or -1 for the integrand where L is above or below the center only, 0 for both.
    """
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        gap = laws.loss - center
        distance = np.abs(gap)
        blur = laws.noise_loss + error + _EPS * distance
        exponent = laws.log_p + power * np.log(distance)
        # In units of the larger of the two, so that powers do not overflow.
        unit = np.maximum(distance, blur)
        near, off = distance / unit, blur / unit
        own = _log_expm1(laws.noise_p + 4 * _EPS * (4 + np.abs(np.where(distance > 0, exponent, 0.0))))
        spread = np.log(power * off) + (power - 1) * np.log(near + off)
        noise = laws.log_p + power * np.log(unit) + np.logaddexp(spread, power * np.log(near) + own)
    nothing = np.isneginf(laws.log_p)
    beside = nothing | ((side * gap < 0) if side else nothing)
    return np.where(beside, -np.inf, exponent), np.where(nothing | (beside & (distance > blur)), -np.inf, noise)
