"""Balls over boxes contain what the expression does inside, and NaN poisons them."""

import random
from fractions import Fraction

import pytest
from sympy import Abs, Max, Piecewise, Rational, cosh, erfc, exp, log, sign, sqrt, symbols, tanh

from dpsym.enclose import enclose, enclose_box
from dpsym.errors import NotDerivedError, ParameterError, UndecidedError

x, y = symbols("x y", real=True)
EXPRESSIONS = [
    exp(-x) * (1 + x * y),
    log(1 + exp(x * y)) - tanh(y),
    x**4 - 3 * x**2 * y + cosh(x - y) / (2 + y**2),
    Abs(x - y) + Max(x, y, 1) ** 3,
    Piecewise((x**2, x < y), (2 + sign(y), True)),
    sqrt(1 + x**2) ** 3 * erfc(x) + (2 + y**2) ** (x / 2),
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_values_inside_the_box_are_inside_the_ball(expression):
    """Deterministic points from a fixed seed: a containment has no false alarms."""
    draw = random.Random(20240501)
    for _ in range(6):
        box = {}
        for symbol in (x, y):
            ends = sorted(Fraction(draw.randint(-40, 40), draw.randint(1, 20)) for _ in range(2))
            box[symbol] = (ends[0], ends[1])
        ball = enclose_box(expression, box)
        for _ in range(8):
            share = Fraction(draw.randint(0, 16), 16)
            point = {symbol: low + (high - low) * share for symbol, (low, high) in box.items()}
            value = enclose(expression, point, digits=15)
            assert ball.overlaps(value)
            assert ball.lower - value.radius <= value.lower
            assert value.upper <= ball.upper + value.radius


def test_monotone_functions_are_enclosed_tightly_and_keep_their_sign():
    ball = enclose_box(exp(x), {x: (0, 4)})
    assert ball.is_positive()
    assert ball.overlaps(enclose(exp(4)))
    assert enclose_box(x**2, {x: (-1, 2)}).lower == 0
    assert enclose_box(sqrt(x), {x: (0, Rational(1, 3))}).lower == 0
    assert enclose_box(x ** Rational(2, 3), {x: (0, 8)}).contains(4)


def test_a_box_of_one_point_gives_the_value():
    assert enclose_box(x**2, {x: (3, 3)}).contains(9)


@pytest.mark.parametrize(
    "expression",
    [log(x), 1 / x, sqrt(x), x ** Rational(1, 3), log(x) - log(x + 2), x / (x * 1) ** 2, 1 / (exp(x) - 1)],
    ids=str,
)
def test_a_function_undefined_on_a_part_of_the_box_has_no_ball(expression):
    with pytest.raises(UndecidedError):
        enclose_box(expression, {x: (-1, 1)})


def test_both_cases_of_an_open_condition_are_covered_and_poison_spreads():
    jump = Piecewise((x, x < Rational(1, 2)), (10 + x, True))
    ball = enclose_box(jump, {x: (0, 1)})
    assert ball.contains(0)
    assert ball.contains(11)
    poisoned = Piecewise((1, x > 0), (log(x), True))
    assert enclose_box(poisoned, {x: (Rational(1, 9), 1)}).contains(1)
    with pytest.raises(UndecidedError):
        enclose_box(poisoned, {x: (-1, 1)})


def test_bad_boxes_are_refused():
    for box in ({x: (0, 0.5)}, {x: (1, 0)}, {x: 1}, {x: (0, 1, 2)}, {"x": (0, 1)}, {x: (0, True)}):
        with pytest.raises(ParameterError):
            enclose_box(x, box)
    with pytest.raises(ParameterError, match="value of y"):
        enclose_box(x + y, {x: (0, 1)})
    with pytest.raises(ParameterError, match="bits must be"):
        enclose_box(x, {x: (0, 1)}, bits=0)


def test_a_divergence_over_a_box_is_refused_by_name():
    from dpsym import Laplace, Renyi
    from dpsym.symbols import b

    with pytest.raises(NotDerivedError, match="not over a box"):
        enclose_box(Renyi(2, Laplace(0, b), Laplace(1, b)), {b: (1, 2)})
