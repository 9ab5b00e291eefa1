"""What is continuous up to the closed ends of a box is said to be; whatever may jump or have no value there is not."""

import pytest
from sympy import (
    Abs,
    And,
    Heaviside,
    Max,
    Piecewise,
    Rational,
    S,
    Symbol,
    ceiling,
    coth,
    erfc,
    exp,
    floor,
    gamma,
    log,
    oo,
    sign,
    sqrt,
    tanh,
)

from dpsym.prove.continuity import is_continuous
from dpsym.prove.statement import Span
from dpsym.special import Phi

x, y = Symbol("x", real=True), Symbol("y", real=True)
CLOSED, OPEN = (Span(S.Zero, S.One, low_open, False) for low_open in (False, True))
FAR, LINE = Span(S.One, oo, False, True), Span(-oo, oo, True, True)

CONTINUOUS = [
    (x**3 - x**2 + exp(-x), {x: CLOSED}),
    (sqrt(x), {x: CLOSED}),
    (x**y, {x: CLOSED, y: FAR}),
    (x**y, {x: OPEN, y: LINE}),
    (log(1 + x) / (1 + x), {x: CLOSED}),
    (log(x), {x: OPEN}),
    (1 / x, {x: OPEN}),
    (log(2 * x - 1) / x, {x: FAR}),
    (exp(-(y**2) / (2 * x**2)), {x: OPEN, y: CLOSED}),
    (log((x * exp(y * (x - 1)) + (x - 1) * exp(-x * y)) / (2 * x - 1)), {x: FAR, y: CLOSED}),
    (erfc(x) + Phi(y) + tanh(x * y) + Abs(x - y) + Max(x, y), {x: LINE, y: LINE}),
    (gamma(1 + x), {x: CLOSED}),
    (coth(x), {x: OPEN}),
    (sign(x) + Heaviside(x), {x: OPEN}),
    (Piecewise((0, x <= 0), (x, True)), {x: OPEN}),
    (Piecewise((0, And(x <= 0, y <= 0)), (x, True)), {x: OPEN, y: CLOSED}),
    (floor(x / 2), {x: CLOSED}),
    (x ** Rational(1, 3) + 2**x, {x: CLOSED}),
]
DOUBTFUL = [
    (log(x), {x: CLOSED}),
    (1 / x, {x: CLOSED}),
    (x * log(x), {x: CLOSED}),
    (x**x, {x: CLOSED}),
    (x**y, {x: CLOSED, y: CLOSED}),
    (0**x, {x: CLOSED}),
    (sign(x), {x: CLOSED}),
    (Heaviside(x), {x: CLOSED}),
    (Heaviside(x - 1), {x: CLOSED}),
    (Piecewise((1, x <= 0), (0, True)), {x: CLOSED}),
    (Piecewise((1, And(x <= 0, y <= 0)), (0, True)), {x: CLOSED, y: CLOSED}),
    (Piecewise((1, x < 1), (0, True)), {x: CLOSED}),
    (floor(x), {x: CLOSED}),
    (ceiling(x), {x: CLOSED}),
    (coth(x), {x: CLOSED}),
    (gamma(x), {x: CLOSED}),
    (sqrt(x - y), {x: CLOSED, y: CLOSED}),
    (log(x - 1), {x: FAR}),
    ((-1) ** x, {x: CLOSED}),
    (y / x, {x: CLOSED, y: CLOSED}),
    (exp(-1 / x), {x: CLOSED}),
    (sign(x - y), {x: OPEN, y: OPEN}),
]


@pytest.mark.parametrize(("expression", "spans"), CONTINUOUS, ids=str)
def test_continuity_is_shown(expression, spans):
    assert is_continuous(expression, spans)


@pytest.mark.parametrize(("expression", "spans"), DOUBTFUL, ids=str)
def test_continuity_is_not_assumed(expression, spans):
    assert not is_continuous(expression, spans)
