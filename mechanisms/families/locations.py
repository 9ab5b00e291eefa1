"""Location-scale laws on the line: Cauchy, Student's t, logistic, Gumbel, asymmetric Laplace."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np

from mechanisms.families.parameters import both
from mechanisms.families.saddle import log_gamma_half_step
from mechanisms.numeric.pair import Pair
from mechanisms.numeric.supports import LogDensity
from mechanisms.validate import Array, positive, real

# The normalising constant of Student's law is made of parts larger than itself.
_ULPS = 16.0


def cauchy_pair(location_p: float, scale_p: float, location_q: float, scale_q: float) -> Pair:
    r"""Return two Cauchy laws, :math:`f(x) = 1/(\pi b (1 + z^2))` with :math:`z = (x - \mu)/b`.

    Parameters
    ----------
    location_p, location_q : float
        Their medians, finite.
    scale_p, scale_q : float
        Their scales b, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    return _location_scale(_log_cauchy, location_p, scale_p, location_q, scale_q)


def student_pair(dof: float, location_p: float, scale_p: float, location_q: float, scale_q: float) -> Pair:
    r"""Return two Student laws of the same degrees of freedom.

    .. math:: f(x) = \frac{\Gamma(\frac{\nu+1}{2})}{\Gamma(\frac{\nu}{2}) b \sqrt{\pi\nu}}
        \left(1 + \frac{z^2}{\nu}\right)^{-(\nu+1)/2}, \qquad z = \frac{x-\mu}{b}

    Parameters
    ----------
    dof : float
        The degrees of freedom nu of both laws, positive and finite.
    location_p, location_q : float
        Their centres, finite.
    scale_p, scale_q : float
        Their scales b, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    log_density = partial(_log_student, dof=positive("dof", dof))
    pair = _location_scale(log_density, location_p, scale_p, location_q, scale_q)
    return replace(pair, ulps=_ULPS)


def logistic_pair(location_p: float, scale_p: float, location_q: float, scale_q: float) -> Pair:
    r"""Return two logistic laws, :math:`f(x) = e^{-z}/(b (1 + e^{-z})^2)` with :math:`z = (x - \mu)/b`.

    Parameters and errors are those of :func:`cauchy_pair`; the locations are the centres.
    """
    return _location_scale(_log_logistic, location_p, scale_p, location_q, scale_q)


def gumbel_pair(location_p: float, scale_p: float, location_q: float, scale_q: float) -> Pair:
    r"""Return two Gumbel laws (of the maximum), :math:`f(x) = e^{-z - e^{-z}}/b` with :math:`z = (x - \mu)/b`.

    Parameters and errors are those of :func:`cauchy_pair`; the locations are the modes.
    """
    return _location_scale(_log_gumbel, location_p, scale_p, location_q, scale_q)


def asymmetric_laplace_pair(
    location_p: float, left_p: float, right_p: float, location_q: float, left_q: float, right_q: float
) -> Pair:
    r"""Return two Laplace laws with a scale for each side of the mode.

    .. math:: f(x) = \frac{1}{b_- + b_+} \begin{cases} e^{(x-\mu)/b_-} & x < \mu \\ e^{-(x-\mu)/b_+} & x \ge \mu
        \end{cases}

    Parameters
    ----------
    location_p, location_q : float
        Their modes, finite.
    left_p, right_p, left_q, right_q : float
        Their scales below and above the mode, positive and finite.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.
    """
    places = both("location", location_p, location_q, real)
    sides = zip(both("left", left_p, left_q), both("right", right_p, right_q), strict=True)
    laws = [
        partial(_log_asymmetric, location=place, left=left, right=right)
        for place, (left, right) in zip(places, sides, strict=True)
    ]
    return Pair(laws[0], laws[1], places)


def _location_scale(
    log_standard: LogDensity, location_p: float, scale_p: float, location_q: float, scale_q: float
) -> Pair:
    """Return the pair of a standard log-density, moved and scaled."""
    places = both("location", location_p, location_q, real)
    laws = [
        partial(_moved, log_standard=log_standard, location=place, scale=scale)
        for place, scale in zip(places, both("scale", scale_p, scale_q), strict=True)
    ]
    return Pair(laws[0], laws[1], places)


def _moved(x: Array, log_standard: LogDensity, location: float, scale: float) -> Array:
    with np.errstate(over="ignore"):
        return log_standard((x - location) / scale) - math.log(scale)


def _log_cauchy(z: Array) -> Array:
    return -np.log1p(z * z) - math.log(math.pi)


def _log_student(z: Array, dof: float) -> Array:
    constant = log_gamma_half_step(dof / 2) - math.log(math.pi * dof) / 2
    return constant - (dof + 1) / 2 * np.log1p(z * z / dof)


def _log_logistic(z: Array) -> Array:
    return -np.abs(z) - 2 * np.log1p(np.exp(-np.abs(z)))


def _log_gumbel(z: Array) -> Array:
    return -z - np.exp(-z)


def _log_asymmetric(x: Array, location: float, left: float, right: float) -> Array:
    gap = x - location
    return np.where(gap < 0, gap / left, -gap / right) - math.log(left + right)
