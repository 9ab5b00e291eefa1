"""Divergences from their definitions, by quadrature or summation at 50 digits; only mpmath is imported.

A law on the line is its log-density with the points where that is not smooth; a finite law is its masses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import wraps
from itertools import pairwise
from typing import NamedTuple

import mpmath as mp

DIGITS = 50
_GUARD = 15
_NEGLIGIBLE = 160  # nats below the greatest value seen: e^-160 is 3e-70
_FARTHEST = mp.mpf(2) ** 40
_PANELS = 16
_RULE = "gauss-legendre"


class Density(NamedTuple):
    """A law on the line."""

    logarithm: Callable[[mp.mpf], mp.mpf]
    points: tuple[mp.mpf, ...]


def at_fifty_digits(function):
    """Run a function with guard digits, on exact rationals."""

    @wraps(function)
    def guarded(*arguments):
        with mp.workdps(DIGITS + _GUARD):
            return function(*map(_real, arguments))

    return guarded


def _real(value):
    if isinstance(value, (int, Fraction)):
        return mp.mpf(value.numerator) / value.denominator
    return [_real(each) for each in value] if type(value) in (list, tuple) else value


@at_fifty_digits
def laplace(location, scale) -> Density:
    """Return the Laplace law."""
    return Density(lambda x: -abs(x - location) / scale - mp.log(2 * scale), (location,))


@at_fifty_digits
def gaussian(location, sigma) -> Density:
    """Return the Gaussian law."""
    constant = -mp.log(2 * mp.pi) / 2 - mp.log(sigma)
    return Density(lambda x: -(((x - location) / sigma) ** 2) / 2 + constant, (location,))


def agree(value, expected, digits: int = DIGITS - 3) -> bool:
    """Whether two numbers, or infinities, agree to so many significant digits."""
    with mp.workdps(DIGITS + _GUARD):
        value, expected = mp.mpf(value), mp.mpf(expected)
        return value == expected or abs(value - expected) <= abs(expected) * mp.mpf(10) ** -digits


def _window(logarithm: Callable, points: Sequence) -> tuple[mp.mpf, mp.mpf] | None:
    """Return an interval outside which the exponential is negligible, or None where there is none."""
    ends = []
    for start, sign in ((min(points), -1), (max(points), 1)):
        top, step = max(map(logarithm, points)), mp.mpf(1) / 16
        while (value := logarithm(start + sign * step)) > top - _NEGLIGIBLE:
            top, step = max(top, value), 2 * step
            if step > _FARTHEST:
                return None
        inner = step / 2
        for _ in range(6):
            middle = (inner + step) / 2
            outside = logarithm(start + sign * middle) <= top - _NEGLIGIBLE
            inner, step = (inner, middle) if outside else (middle, step)
        ends.append(start + sign * step)
    return ends[0], ends[1]


def _integral(weight: Callable, logarithm: Callable, points: Sequence) -> mp.mpf:
    """Integrate weight(x) exp(logarithm(x)) over the line, split at the points; infinity where it diverges."""
    window = _window(logarithm, points)
    if window is None:
        return mp.inf
    grid = sorted({*(window[0] + (window[1] - window[0]) * k / _PANELS for k in range(_PANELS + 1)), *points})
    top = max(map(logarithm, grid))  # the rule stops at an absolute error
    return mp.exp(top) * mp.quad(lambda x: weight(x) * mp.exp(logarithm(x) - top), grid, method=_RULE)


def _refined(function: Callable, low: mp.mpf, high: mp.mpf) -> mp.mpf:
    """Return the zero of a function that changes sign between two points, by bisection and the secant rule."""
    return mp.findroot(function, (low, high), solver="anderson", tol=mp.mpf(10) ** (-2 * DIGITS), maxsteps=200)


@at_fifty_digits
def renyi(first: Density, second: Density, order) -> mp.mpf:
    """Return log of the integral of p^order q^(1 - order), over order - 1."""
    points = sorted({*first.points, *second.points})
    moment = _integral(lambda x: 1, lambda x: order * first.logarithm(x) + (1 - order) * second.logarithm(x), points)
    return mp.log(moment) / (order - 1)


@at_fifty_digits
def kl(first: Density, second: Density) -> mp.mpf:
    """Return the integral of p log(p / q)."""
    points = sorted({*first.points, *second.points})
    return _integral(lambda x: first.logarithm(x) - second.logarithm(x), first.logarithm, points)


@at_fifty_digits
def hockey_stick(first: Density, second: Density, eps) -> mp.mpf:
    """Return the integral of the positive part of p - e^eps q, split where the privacy loss crosses eps."""

    def excess(x):
        return first.logarithm(x) - second.logarithm(x) - eps

    points = sorted({*first.points, *second.points})
    low, high = _window(first.logarithm, points)
    grid = sorted({low + (high - low) * k / 400 for k in range(401)} | {*points})
    crossings = [_refined(excess, *pair) for pair in pairwise(grid) if excess(pair[0]) * excess(pair[1]) < 0]
    crossings += [x for x in grid if excess(x) == 0]
    cells = pairwise(sorted({low, high, *points, *crossings}))
    return mp.fsum(
        mp.quad(
            lambda x: mp.exp(first.logarithm(x)) - mp.exp(eps + second.logarithm(x)),
            mp.linspace(*cell, 9),
            method=_RULE,
        )
        for cell in cells
        if excess((cell[0] + cell[1]) / 2) > 0
    )


@at_fifty_digits
def max_divergence(first: Density, second: Density) -> mp.mpf:
    """Return the supremum of the privacy loss: its maximum at a kink or between, or infinity where it grows."""

    def loss(x):
        return first.logarithm(x) - second.logarithm(x)

    points = sorted({*first.points, *second.points})
    far = [points[0] - 10**9, points[0] - 10**8, points[-1] + 10**8, points[-1] + 10**9]
    if loss(far[0]) > loss(far[1]) + 1 or loss(far[3]) > loss(far[2]) + 1:
        return mp.inf
    low, high = points[0] - 10**4, points[-1] + 10**4
    for _ in range(400):  # the loss of the laws here has one local maximum
        third = (high - low) / 3
        low, high = (low + third, high) if loss(low + third) < loss(high - third) else (low, high - third)
    return max(loss(low), *map(loss, points))


@at_fifty_digits
def finite_renyi(first, second, order) -> mp.mpf:
    """Return the Rényi divergence of two lists of masses: infinite where P is not absolutely continuous."""
    if order >= 1 and any(p > 0 and q == 0 for p, q in zip(first, second, strict=True)):
        return mp.inf
    total = mp.fsum(p**order * q ** (1 - order) for p, q in zip(first, second, strict=True) if p > 0 and q > 0)
    return mp.log(total) / (order - 1) if total > 0 else mp.inf


@at_fifty_digits
def finite_kl(first, second) -> mp.mpf:
    """Return the Kullback-Leibler divergence of two lists of masses."""
    pairs = [(p, q) for p, q in zip(first, second, strict=True) if p > 0]
    return mp.inf if any(q == 0 for _, q in pairs) else mp.fsum(p * mp.log(p / q) for p, q in pairs)


@at_fifty_digits
def finite_max_divergence(first, second) -> mp.mpf:
    """Return the greatest privacy loss over the support of P."""
    return max(mp.log(p / q) if q > 0 else mp.inf for p, q in zip(first, second, strict=True) if p > 0)


@at_fifty_digits
def finite_hockey_stick(first, second, eps) -> mp.mpf:
    """Return the sum of the positive parts of p - e^eps q."""
    return mp.fsum(max(p - mp.exp(eps) * q, mp.mpf(0)) for p, q in zip(first, second, strict=True))


@at_fifty_digits
def randomized_response(eps) -> tuple[list, list]:
    """Return the masses of the answers 0, 1 to a true bit 1, and to a true bit 0."""
    truth = mp.exp(eps) / (1 + mp.exp(eps))
    return [1 - truth, truth], [truth, 1 - truth]
