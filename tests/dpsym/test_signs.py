"""Signs over a domain are shown or left open, never guessed; powers are split under shown signs only."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    FiniteSet,
    Interval,
    Max,
    Ne,
    Piecewise,
    Range,
    Rational,
    S,
    Union,
    cosh,
    exp,
    log,
    oo,
    sqrt,
    symbols,
    tanh,
)

from dpsym.derive.identity import agree, unmet
from dpsym.derive.rewriting import is_zero
from dpsym.derive.signs import Signs
from dpsym.parameters import alpha, b, beta, k, p, q, sigma1, sigma2

x, y, z = symbols("x y z", real=True)
n = symbols("n", integer=True)
POSITIVE, ABOVE_ONE, UNIT = Interval.open(0, oo), Interval.open(1, oo), Interval.open(0, 1)
TAILS = alpha * beta + (1 - alpha) * b > 0
WAITS = 1 - (1 - p) ** alpha * (1 - q) ** (1 - alpha) > 0

SHOWN = [
    (x - 1 > 0, {x: ABOVE_ONE}),
    (x - 1 >= 0, {x: Interval(1, oo)}),
    (x * y > 1, {x: ABOVE_ONE, y: ABOVE_ONE}),
    (p + q < 2, {p: UNIT, q: UNIT}),
    (x * y <= 1, {x: Interval(0, 1), y: Interval(0, 1)}),
    (sqrt(1 - p) * sqrt(1 - q) < 1, {p: UNIT, q: UNIT}),
    (exp(x) - exp(-y) > 0, {x: POSITIVE, y: POSITIVE}),
    (alpha * exp(1 / b) - alpha + 1 > 0, {alpha: ABOVE_ONE, b: POSITIVE}),
    (b * exp(2 / b) - 2 * b * exp(1 / b) + b > 0, {b: POSITIVE}),
    (x**3 < 0, {x: Interval.open(-oo, 0)}),
    (n > 1, {n: Range(2, oo)}),
    (n * (n - 1) >= 0, {n: S.Naturals}),
    (n >= 1, {n: Interval.open(0, oo)}),
    (Ne(x, 0), {x: Union(Interval.open(-oo, 0), ABOVE_ONE)}),
    (x**2 > 3, {x: FiniteSet(-2, 2)}),
    (cosh(x) >= 1, {x: S.Reals}),
    (tanh(x) + log(1 + x) > 0, {x: POSITIVE}),
    (1 - alpha + alpha * beta / b > 0, {alpha: ABOVE_ONE, b: POSITIVE, beta: POSITIVE}, TAILS),
    (
        alpha * beta**k / b**k + 1 - alpha > 0,
        {alpha: ABOVE_ONE, b: POSITIVE, beta: POSITIVE, k: POSITIVE},
        alpha * beta**k + (1 - alpha) * b**k > 0,
    ),
    ((1 - p) ** alpha * (1 - q) / (1 - q) ** alpha < 1, {alpha: ABOVE_ONE, p: UNIT, q: UNIT}, WAITS),
    (2 - 1 / x > 0, {x: POSITIVE}, 2 * x > 1),
    (x + y > 2, {x: S.Reals, y: S.Reals}, x > 1, y > 1),
    (x * y + y > 0, {x: S.Reals, y: POSITIVE}, x > -1),
    ((x - 1) * (y - 1) > 0, {x: S.Reals, y: S.Reals}, x < 1, y < 1),
]
OPEN = [
    (x > 0, {x: Interval(0, oo)}),
    (x < 1, {x: Interval(0, 1)}),
    (x > y, {x: ABOVE_ONE, y: ABOVE_ONE}),
    (p + q < 1, {p: UNIT, q: UNIT}),
    (x * y < 1, {x: Interval(0, 1), y: Interval(0, 1)}),
    (n > 1, {n: S.Naturals}),
    (n >= 2, {n: Interval.open(Rational(1, 2), oo)}),
    (n >= Rational(3, 2), {n: Interval.open(Rational(1, 2), oo)}),
    (x**2 > 4, {x: FiniteSet(-2, 2)}),
    (Ne(x, 0), {x: Union(Interval(-oo, 0), ABOVE_ONE)}),
    (exp(x) > 2, {x: POSITIVE}),
    (1 - alpha + alpha * beta / b > 0, {alpha: ABOVE_ONE, b: POSITIVE, beta: POSITIVE}),
    (1 - alpha + alpha * beta / b > 0, {alpha: ABOVE_ONE, b: POSITIVE, beta: POSITIVE}, TAILS.lhs > -1),
    (1 - alpha + alpha * b / beta > 0, {alpha: ABOVE_ONE, b: POSITIVE, beta: POSITIVE}, TAILS),
    (2 - 1 / x > 0, {x: POSITIVE}, 2 * x >= 1),
    ((x - 1) * (y - 1) > 0, {x: S.Reals, y: S.Reals}, x < 1, y > 1),
    (log(x) ** 2 >= 0, {x: S.Reals}),
    (sqrt(x) >= 0, {x: S.Reals}),
    (exp(x * log(1 - y)) > 0, {x: POSITIVE, y: POSITIVE}),
    (
        alpha * sigma2**2 + (1 - alpha) * sigma1**2 > 0,
        {alpha: ABOVE_ONE, sigma1: POSITIVE, sigma2: POSITIVE},
        alpha * sigma1**2 + (1 - alpha) * sigma2**2 > 0,
    ),
]


@pytest.mark.parametrize(
    ("condition", "domain", "hypotheses"), [(first, second, rest) for first, second, *rest in SHOWN]
)
def test_a_condition_that_follows_is_shown(condition, domain, hypotheses):
    assert Signs(domain, hypotheses).imply(condition)


@pytest.mark.parametrize(
    ("condition", "domain", "hypotheses"), [(first, second, rest) for first, second, *rest in OPEN]
)
def test_a_condition_that_does_not_follow_is_left_open(condition, domain, hypotheses):
    assert not Signs(domain, hypotheses).imply(condition)


PARTS = st.recursive(
    st.sampled_from([x, y, z, S.One, S(2), Rational(1, 2)]),
    lambda parts: st.one_of(
        st.tuples(parts, parts).map(lambda pair: pair[0] + pair[1]),
        st.tuples(parts, parts).map(lambda pair: pair[0] - pair[1]),
        st.tuples(parts, parts).map(lambda pair: pair[0] * pair[1]),
        parts.map(lambda part: part**2),
        parts.map(exp),
        parts.map(lambda part: log(1 + part**2)),
        parts.map(lambda part: sqrt(part**2 + 1)),
    ),
    max_leaves=6,
)
DOMAIN = {x: POSITIVE, y: ABOVE_ONE, z: Interval(-1, 1)}
PLACES = [
    {x: S(first), y: S(second), z: S(third)}
    for first in ("1/50", "3/4", "7")
    for second in ("51/50", "2", "9")
    for third in ("-1", "-1/3", "0", "1")
]


@settings(max_examples=60)
@given(PARTS)
def test_no_sign_that_occurs_is_excluded(expression):
    left = Signs(DOMAIN)(expression)
    for place in PLACES:
        value = expression.xreplace(place).evalf(30)
        assert abs(value) < 1e-20 or (1 if value > 0 else -1) in left, (place, value)


ONE, TWO = 1 - x, 1 - 2 * x


@pytest.mark.parametrize(
    ("difference", "domain"),
    [
        (sqrt(ONE * TWO) - sqrt(-ONE) * sqrt(-TWO), ABOVE_ONE),
        (sqrt(ONE * TWO) - sqrt(ONE) * sqrt(TWO), Interval.open(0, Rational(1, 2))),
        (sqrt(ONE / TWO) - sqrt(x - 1) / sqrt(2 * x - 1), ABOVE_ONE),
    ],
)
def test_a_root_is_split_where_the_signs_are_known(difference, domain):
    assert is_zero(difference, Signs({x: domain}))


@pytest.mark.parametrize(
    ("difference", "domain"),
    [
        (sqrt(ONE * TWO) - sqrt(ONE) * sqrt(TWO), ABOVE_ONE),
        (sqrt(ONE * TWO) - sqrt(ONE) * sqrt(TWO), POSITIVE),
        (sqrt(ONE * TWO) - sqrt(-ONE) * sqrt(-TWO), POSITIVE),
        ((ONE * TWO) ** y - ONE**y * TWO**y, ABOVE_ONE),
        (sqrt(exp(x) * ONE) - exp(x / 2) * sqrt(-ONE), ABOVE_ONE),
    ],
)
def test_a_root_of_negative_or_open_numbers_is_not_split(difference, domain):
    assert not is_zero(difference, Signs({x: domain, y: POSITIVE}))


def test_without_a_domain_the_assumptions_decide():
    assert not is_zero(sqrt(ONE * TWO) - sqrt(ONE) * sqrt(TWO))
    assert is_zero(sqrt(b * (1 + beta)) - sqrt(b) * sqrt(1 + beta))


def test_cases_are_compared_one_by_one():
    one = Piecewise((log(x**2), x > 1), (0, True))
    assert agree(one, Piecewise((2 * log(x), x > 1), (0, True)), Signs({x: POSITIVE}))
    assert agree(one, Piecewise((2 * log(x), x - 1 > 0), (x - x, True)), Signs({x: POSITIVE}))
    assert not agree(one, Piecewise((2 * log(x), x > 2), (0, True)), Signs({x: POSITIVE}))
    assert not agree(one, Piecewise((2 * log(x), x > 1), (1, True)), Signs({x: POSITIVE}))


def test_what_a_formula_demands_is_asked_in_its_case():
    signs = Signs({x: POSITIVE})
    assert unmet(log(1 - x) / x, signs) == [1 - x > 0]
    assert unmet(Piecewise((log(1 - x), x < 1), (1 / x, True)), signs) == []
    assert unmet(Piecewise((log(1 - x), x < 2), (1 / x, True)), signs) == [1 - x > 0]
    assert unmet(1 / (x - 1) + Max(0, sqrt(x - 2)), signs) == [Ne(x - 1, 0), x - 2 >= 0]
    assert unmet(S.NaN + x, signs) == [S.false]
