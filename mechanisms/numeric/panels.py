"""Adaptive integration of the exponential of a function over given panels, all sums kept as logarithms."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.validate import Array, Mask

# Maps points to the logarithm of the integrand and the logarithm of an estimate of its absolute rounding error.
Terms = Callable[[Array], tuple[Array, Array]]

# Maps an integrand and the ends of panels to the logarithms of the integral over each panel, of its truncation
# error and of its rounding error.
Rule = Callable[[Terms, Array, Array], tuple[Array, Array, Array]]

_EPS = float(np.finfo(float).eps)
_LOG_TOLERANCE = float(np.log(3e-16))
_MAX_PANELS = 20_000


class LogIntegral(NamedTuple):
    """Logarithms of an integral, of an estimate of its truncation error and of one of its rounding error."""

    value: float
    truncation: float
    rounding: float


NOTHING = LogIntegral(-np.inf, -np.inf, -np.inf)


def log_sum(values: Array, axis: int | None = None) -> Array:
    """Return ``log(sum(exp(values)))`` without overflow; -inf for an empty sum."""
    if values.size == 0:
        return np.asarray(-np.inf)
    top = np.max(values, axis=axis, keepdims=True)
    shift = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore", over="ignore"):
        total = np.log(np.sum(np.exp(values - shift), axis=axis, keepdims=True)) + shift
    return np.squeeze(total, axis=axis) if axis is not None else total.reshape(())


def log_add(*values: float) -> float:
    """Return the logarithm of the sum of the exponentials of a few numbers."""
    return float(log_sum(np.array(values)))


def log_error(truncation: float, rounding: float) -> float:
    """Bound the error of the logarithm of an integral, from the logarithms of its two relative errors.

    A large rounding error is one of the exponent: by Jensen's inequality its effect downward is no larger
    than upward. Truncation is at most one per cent, or else swamped by rounding.
    """
    both = float(np.logaddexp(truncation, rounding))
    if both < -math.log(2):
        return -math.log1p(-math.exp(both))
    return max(float(np.logaddexp(0.0, both)), math.log(2))


def _gauss_pair(high: int, low: int) -> tuple[Array, Array, Array]:
    """Return the nodes in (0, 1) of two Gauss-Legendre rules, and the weights of each, zero off its nodes."""
    (node_high, weight_high), (node_low, weight_low) = (np.polynomial.legendre.leggauss(n) for n in (high, low))
    nodes = np.concatenate([node_high, node_low])
    sort = np.argsort(nodes)
    first = np.concatenate([weight_high, np.zeros(low)])[sort] / 2
    second = np.concatenate([np.zeros(high), weight_low])[sort] / 2
    return (nodes[sort] + 1) / 2, first, second


_NODES, _HIGH, _LOW = _gauss_pair(16, 10)


def _node_rounding(x: Array, exponent: Array) -> Array:
    """Bound the relative error from rounding the nodes: |slope of the exponent| times an ulp of the node."""
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        slope = np.abs(np.diff(exponent, axis=1) / np.diff(x, axis=1))
    slope = np.where(np.isfinite(slope), slope, 0.0)
    steepest = np.maximum(np.pad(slope, ((0, 0), (1, 0))), np.pad(slope, ((0, 0), (0, 1))))
    return steepest * np.abs(x) * _EPS


def rules_on_panels(exponent: Array, log_width: Array, high: Array, low: Array) -> tuple[Array, Array, Array]:
    """Apply two rules, weights in the shape of `exponent`, or the same weights to every panel.

    Returns the logarithms of the value of the first rule, of its distance from the second, and of the rounding
    error of the sum.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        top = np.max(exponent, axis=1, keepdims=True)
        top = np.where(np.isfinite(top), top, 0.0)
        scaled = np.exp(exponent - top)
        shift = log_width + top[:, 0]
        integral = np.sum(scaled * high, axis=1)
        gap = np.abs(integral - np.sum(scaled * low, axis=1))
        own = np.log(4 * _EPS * np.sum(scaled * np.abs(high), axis=1))
        return np.log(np.maximum(integral, 0.0)) + shift, np.log(gap) + shift, own + shift


def gauss_panels(terms: Terms, lo: Array, hi: Array) -> tuple[Array, Array, Array]:
    """Return the logarithms of the integral over each panel, of its truncation and of its rounding error."""
    x = lo[:, None] + (hi - lo)[:, None] * _NODES
    exponent, noise = terms(x)
    unknown = np.isnan(exponent)
    if unknown.any():
        raise ParameterError("integrand", f"a number at {float(x[unknown][0])!r}", math.nan)
    # A node that hits a pole: the panel is halved until the pole lies between nodes, or stays unresolved.
    pole = np.isposinf(exponent).any(axis=1)
    exponent = np.where(np.isposinf(exponent), -np.inf, exponent)
    with np.errstate(divide="ignore"):
        width = np.log(hi - lo)
        weight = np.log(np.maximum(_HIGH, 1e-300))
        at_nodes = log_sum(exponent + np.log(_node_rounding(x, exponent)) + weight, axis=1)
    log_value, log_gap, own = rules_on_panels(exponent, width, _HIGH, _LOW)
    log_noise = np.logaddexp(np.logaddexp(log_sum(noise + weight, axis=1), at_nodes) + width, own)
    return log_value, np.where(pole | overlooks(exponent, noise), np.inf, log_gap), log_noise


def overlooks(exponent: Array, noise: Array) -> Mask:
    """Tell the panels whose nodes jump over steep structure while the noise spans many units of the exponent.

    There the difference of the two rules is below the noise and still no measure of the truncation.
    """
    rows, top = np.arange(len(exponent)), np.argmax(exponent, axis=1)
    highest, last = exponent[rows, top], exponent.shape[1] - 1
    with np.errstate(invalid="ignore"):
        doubt = noise[rows, top] - highest
        neighbours = (exponent[rows, np.clip(top + step, 0, last)] for step in (-1, 1))
        jump = highest - np.minimum(*neighbours)
        return (doubt > 5) & (np.abs(highest) > 1e6 * doubt) & (jump > 2 * doubt)


def integrate_panels(
    terms: Terms, lo: Array, hi: Array, rule: Rule = gauss_panels, place: Callable[[Array], Array] = np.array
) -> LogIntegral:
    """Integrate over the union of the panels, halving each until it is accurate or lost in its own rounding.

    The truncation error of a panel is the difference of a 16-point and a 10-point Gauss rule: that of the
    weaker rule, hence mostly too large for the value, which is the stronger one's, but no bound. Another rule brings its own
    estimate; `place` moves the middle of a panel to where it may be cut.
    """
    finished: list[Array] = []
    while len(lo):
        panel = np.stack(rule(terms, lo, hi))
        settled = np.concatenate([*(part[0] for part in finished), panel[0]])
        threshold = np.maximum(log_sum(settled) + _LOG_TOLERANCE, panel[2])
        narrow = hi - lo <= 64 * _EPS * np.maximum(np.abs(lo), np.abs(hi))
        wrong = panel[1] > threshold
        again = wrong & ~narrow
        # At a pole the difference of the rules is itself of the size of the error, not above it.
        panel[1] += np.where(wrong & narrow, math.log(4), 0.0)
        if settled.size > _MAX_PANELS:
            again[:] = False
        finished.append(panel[:, ~again])
        lo, hi = lo[again], hi[again]
        middle = place(lo / 2 + hi / 2)
        lo, hi = np.concatenate([lo, middle]), np.concatenate([middle, hi])
    if not finished:
        return NOTHING
    value, truncation, rounding = (float(log_sum(row)) for row in np.concatenate(finished, axis=1))
    return LogIntegral(value, truncation, rounding)
