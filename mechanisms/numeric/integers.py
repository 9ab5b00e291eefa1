"""Sums over the integers by the same ladders as integrals over the line; a long block is summed at a few nodes.

A function of the integers is looked at as the step function ``f(floor(x))``: its integral over ``[lo, hi)`` with
integer ends is its sum. Up to 128 terms are added one by one. Over more, the sum of the interpolating polynomial
at integer nodes is taken, next to Gauss nodes, with weights that make it exact for polynomials; a block is halved
until two such rules agree, so that the scale of a law does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.numeric.ladder import RELATIVE_FLOOR, Cell, Ladder, highest_level
from mechanisms.numeric.panels import Terms, gauss_panels, log_sum, overlooks, rules_on_panels
from mechanisms.validate import Array

_EPS = float(np.finfo(float).eps)
_DIRECT = 128
# Nodes of a rule are distinct integers if a block has so many representable ones.
_FINE = 1024
_FRACTIONS = np.array([0.125, 0.375, 0.625, 0.875])
_SIZES = (20, 12)


def merge_integers(
    points: Iterable[float], support: tuple[float, float], extra: Iterable[float] = ()
) -> tuple[float, ...]:
    """Round up the finite ends of `support` and the points inside, and sort them; without any, 0 serves."""
    lo, hi = support
    kept = {float(math.ceil(end)) for end in support if math.isfinite(end)}
    kept |= {float(math.ceil(point)) for point in (*points, *extra) if lo < point < hi}
    return tuple(sorted(kept)) or (0.0,)


def _distances(anchor: float, reach: float) -> Array:
    """Return powers of two from 1 (or from 256 floats at a far anchor) up to less than `reach`."""
    first = max(0, math.ceil(math.log2(max(abs(anchor) * RELATIVE_FLOOR, 1.0))))
    last = math.ceil(math.log2(reach)) - 1 if reach > 1 else -1
    return np.ldexp(1.0, np.arange(first, last + 1))


def _edges(lo: float, hi: float, highest: int) -> Array:
    """Return the edges of the panels of one cell, integers."""
    if math.isinf(hi):
        return np.concatenate([[lo], lo + _distances(lo, 2.0 ** (highest + 1))])
    if math.isinf(lo):
        return np.concatenate([(hi - _distances(hi, 2.0 ** (highest + 1)))[::-1], [hi]])
    middle = float(math.floor(lo / 2 + hi / 2))
    left, right = lo + _distances(lo, middle - lo), hi - _distances(hi, hi - middle)
    return np.unique(np.concatenate([[lo], left, [middle], right, [hi]]))


def build_integer_ladder(anchors: tuple[float, ...], support: tuple[float, float]) -> Ladder:
    """Return panels with integer ends that cover ``[first, last + 1)``, cut at `anchors` (sorted, inside)."""
    bounds = list(anchors)
    if math.isinf(support[0]):
        bounds.insert(0, support[0])
    if math.isinf(support[1]):
        bounds.append(support[1])
    highest = highest_level(anchors)
    edges = [_edges(lo, hi, highest) for lo, hi in pairwise(bounds)]
    starts = np.concatenate([[0], np.cumsum([len(part) - 1 for part in edges])]).tolist()
    cells = tuple(Cell(*bound, *panels) for bound, panels in zip(pairwise(bounds), pairwise(starts), strict=True))
    lo, hi = (np.concatenate([part[place] for part in edges]) for place in (slice(-1), slice(1, None)))
    return Ladder(anchors, lo, hi, np.floor(lo[:, None] + (hi - lo)[:, None] * _FRACTIONS), cells, True)


def cut_width(ends: Array) -> Array:
    """Return how far a cut at the nearest float may be off: not at all below 2^52."""
    spacing = np.spacing(np.abs(ends))
    return np.where(spacing >= 1, 2 * spacing, 0.0)


def sum_panels(terms: Terms, lo: Array, hi: Array) -> tuple[Array, Array, Array]:
    """Return the logarithms of the sum over each block ``[lo, hi)``, of its truncation and of its rounding error."""
    count = hi - lo
    few = count <= _DIRECT
    coarse = ~few & (count < _FINE * np.spacing(np.maximum(np.abs(lo), np.abs(hi))))
    result = np.empty((3, len(lo)))
    for chosen, apply in ((few, _sum_terms), (coarse, gauss_panels), (~few & ~coarse, _sum_interpolants)):
        if chosen.any():
            result[:, chosen] = apply(terms, lo[chosen], hi[chosen])
    return result[0], result[1], result[2]


def _numbers(terms: Terms, x: Array) -> tuple[Array, Array]:
    exponent, noise = terms(x)
    unknown = np.isnan(exponent)
    if unknown.any():
        raise ParameterError("summand", f"a number at {float(x[unknown][0])!r}", math.nan)
    return exponent, noise


def _sum_terms(terms: Terms, lo: Array, hi: Array) -> tuple[Array, Array, Array]:
    """Add all terms of short blocks."""
    x = lo[:, None] + np.arange(int(np.max(hi - lo)))
    exponent, noise = _numbers(terms, np.minimum(x, hi[:, None] - 1))
    inside = x < hi[:, None]
    value = log_sum(np.where(inside, exponent, -np.inf), axis=1)
    blur = log_sum(np.where(inside, noise, -np.inf), axis=1)
    return value, np.full(len(lo), -np.inf), np.logaddexp(blur, value + math.log(8 * _EPS))


def _sum_interpolants(terms: Terms, lo: Array, hi: Array) -> tuple[Array, Array, Array]:
    """Sum the interpolating polynomials of two orders over long blocks."""
    count = hi - lo
    nodes, weights = [], []
    for size in _SIZES:
        place = np.floor(_gauss_nodes(size) * count[:, None])
        basis = np.polynomial.legendre.legvander((2 * place + 1) / count[:, None] - 1, size - 1)
        means = _legendre_means(count, size)
        weights.append(np.linalg.solve(np.swapaxes(basis, 1, 2), means[..., None])[..., 0])
        nodes.append(lo[:, None] + place)
    x = np.concatenate(nodes, axis=1)
    order = np.argsort(x, axis=1, kind="stable")
    high = np.concatenate([weights[0], np.zeros_like(weights[1])], axis=1)
    low = np.concatenate([np.zeros_like(weights[0]), weights[1]], axis=1)
    x, high, low = (np.take_along_axis(part, order, axis=1) for part in (x, high, low))
    exponent, noise = _numbers(terms, x)
    value, truncation, own = rules_on_panels(exponent, np.log(count), high, low)
    with np.errstate(divide="ignore"):
        blur = log_sum(noise + np.log(np.abs(high)), axis=1) + np.log(count)
    return value, np.where(overlooks(exponent, noise), np.inf, truncation), np.logaddexp(blur, own)


@cache
def _gauss_nodes(size: int) -> Array:
    return (np.polynomial.legendre.leggauss(size)[0] + 1) / 2


def _legendre_means(count: Array, size: int) -> Array:
    """Return the means of the Legendre polynomials over the midpoints of equal parts of (-1, 1)."""
    squares = (2 / count[:, None]) ** (2 * np.arange(size // 2 + 1))
    return squares @ _midpoint_table(size).T


@cache
def _midpoint_table(size: int) -> Array:
    """Return the coefficients of those means in powers of the squared width of a part.

    For a polynomial the midpoint rule is the integral plus the corrections of Euler and Maclaurin, finitely many.
    """
    terms = size // 2 + 1
    bernoulli = [Fraction(1)]
    for n in range(1, 2 * terms):
        total = sum((math.comb(n + 1, k) * bernoulli[k] for k in range(n)), Fraction(0))
        bernoulli.append(-total / (n + 1))
    table = np.zeros((size, terms))
    table[0, 0] = 1.0
    for degree in range(2, size, 2):
        for m in range(1, degree // 2 + 1):
            order = 2 * m - 1
            slope = Fraction(
                math.factorial(degree + order), 2**order * math.factorial(order) * math.factorial(degree - order)
            )
            half = (Fraction(2, 4**m) - 1) * bernoulli[2 * m]
            table[degree, m] = float(half / math.factorial(2 * m) * slope)
    return table
