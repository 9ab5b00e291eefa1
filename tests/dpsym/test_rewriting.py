"""Rewriting: collected sums of exponentials keep their value; an identity is proved only where it holds."""

import mpmath as mp
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, cosh, exp, log, sinh, sqrt, symbols, tanh

from dpsym import RR, Laplace, Renyi
from dpsym.derive.rewriting import collect_exponentials, is_zero
from dpsym.symbols import alpha, b, eps, p, q, sigma

x, y = symbols("x y", positive=True)
POINT = {x: Rational(7, 5), y: Rational(3, 11), alpha: Rational(13, 4), b: Rational(5, 3), eps: Rational(2, 3)}
POINT |= {p: Rational(1, 7), q: Rational(3, 5), sigma: Rational(9, 8)}


def same_value(first, second, digits=45):
    """Whether two expressions agree at a rational point."""
    with mp.workdps(60):
        values = [mp.mpf(str(sp.N(each.subs(POINT), 60))) for each in (first, second)]
        return abs(values[0] - values[1]) <= mp.mpf(10) ** -digits * max(1, *map(abs, values))


SUMS = [
    exp(x) * exp(y),
    exp(x) * (exp(y) + exp(-y)) / 2,
    (exp(x) + 1) * (exp(y) - 1) * x,
    x * exp(x) / (x + 1) + exp(x) / (x + 1),
    exp(2 * x) - exp(x) ** 2,
    exp(x) / (1 + exp(x)) + 1 / (1 + exp(x)),
    (exp(x) / (1 + exp(x))) ** alpha * (1 / (1 + exp(x))) ** (1 - alpha),
    (x * exp(y)) ** alpha,
    exp(x * (alpha - 1)) * alpha + (alpha - 1) * exp(-alpha * x),
    exp(x + log(y)),
    exp(-x) * (2 + x) / 2 + 3,
]


@pytest.mark.parametrize("expression", SUMS, ids=str)
def test_collecting_keeps_the_value(expression):
    assert same_value(expression, collect_exponentials(expression))


def test_collecting_joins_equal_exponentials_with_factored_coefficients():
    collected = collect_exponentials(x * exp(y) / (x + 1) + exp(y) / (x + 1))
    assert collected == exp(y)
    assert collect_exponentials(exp(x) * exp(-x) * y) == y


def test_collecting_takes_a_shared_denominator_out():
    total = exp(alpha * eps) / (1 + exp(eps)) + exp(eps - alpha * eps) / (1 + exp(eps))
    collected = collect_exponentials(total)
    assert collected == (exp(alpha * eps) + exp(-eps * (alpha - 1))) / (1 + exp(eps))


@pytest.mark.parametrize("expression", [x**2 + y, log(x), sp.S.Zero, sqrt(x) * y, sp.erfc(x)], ids=str)
def test_what_has_no_exponential_comes_back_unchanged(expression):
    assert collect_exponentials(expression) == expression


IDENTITIES = [
    exp(x + y) - exp(x) * exp(y),
    tanh(x / 2) - (exp(x) - 1) / (exp(x) + 1),
    cosh(x) ** 2 - sinh(x) ** 2 - 1,
    sinh(2 * x) - 2 * sinh(x) * cosh(x),
    log(exp(x) * y) - x - log(y),
    log(x**3) - 3 * log(x),
    log((exp(x) + 1) / 2) - log(exp(x) + 1) + log(2),
    1 / (1 + exp(-x)) - exp(x) / (1 + exp(x)),
    (x + y) ** 2 - x**2 - 2 * x * y - y**2,
    log(sqrt(x)) * 2 - log(x),
]


@pytest.mark.parametrize("expression", IDENTITIES, ids=str)
def test_an_identity_is_proved(expression):
    assert is_zero(expression)
    assert same_value(expression, sp.S.Zero)


@pytest.mark.parametrize("identity", IDENTITIES, ids=str)
@pytest.mark.parametrize("error", [Rational(1, 10**6), x / 10**6, exp(-x) / 10**6, log(1 + x) / 3], ids=str)
def test_a_near_miss_of_an_identity_is_not_proved(identity, error):
    assert not is_zero(identity + error)


@pytest.mark.parametrize(
    "falsehood",
    [
        exp(x) - exp(y),
        log(x) + log(y),
        log(x) / 2 - log(x) / 3,
        log(x * y) / (alpha - 1) - log(x) / (alpha - 1),
        exp(x) * exp(y) - exp(x * y),
        log(1 + exp(x)) - x,
        sinh(x) - cosh(x),
        sp.Abs(log(x)) - log(x),
        sqrt(log(x) ** 2) - log(x),
        log(x) ** 2 - log(x**2),
        (x - 2) ** alpha - sp.Abs(x - 2) ** alpha,
    ],
    ids=str,
)
def test_what_is_false_is_not_proved(falsehood):
    assert not is_zero(falsehood)


def test_a_derived_divergence_is_recognised_in_the_form_that_a_paper_prints():
    laplace = log((alpha * exp((alpha - 1) / b) + (alpha - 1) * exp(-alpha / b)) / (2 * alpha - 1)) / (alpha - 1)
    assert is_zero(Laplace(b).renyi(alpha) - laplace)
    response = log(
        (exp(eps) / (1 + exp(eps))) ** alpha * (1 / (1 + exp(eps))) ** (1 - alpha)
        + (1 / (1 + exp(eps))) ** alpha * (exp(eps) / (1 + exp(eps))) ** (1 - alpha)
    )
    assert is_zero(RR(eps).renyi(alpha) - response / (alpha - 1))
    assert not is_zero(Laplace(b).renyi(alpha) - laplace.subs(b, 2 * b))
    assert not is_zero(Renyi(alpha, RR(eps)).doit() - response / alpha)


coefficients = st.fractions(-3, 3, max_denominator=5).map(Rational)
exponents = st.sampled_from([x, -x, y, x + y, 2 * x, alpha * x, (alpha - 1) * y, sp.S.Zero, x / alpha])
terms = st.tuples(coefficients, st.sampled_from([sp.S.One, x, alpha, 1 / (alpha + 1), 1 / (1 + exp(x))]), exponents)


def as_sum(drawn):
    return sp.Add(*(number * factor * exp(exponent) for number, factor, exponent in drawn))


@given(st.lists(terms, max_size=5))
@settings(max_examples=20)
def test_collecting_any_sum_keeps_its_value_and_the_difference_is_proved_to_vanish(drawn):
    total = as_sum(drawn)
    collected = collect_exponentials(total)
    assert same_value(total, collected)
    assert is_zero(total - collected)


@pytest.mark.slow
@given(st.lists(terms, min_size=1, max_size=4))
@settings(max_examples=40)
def test_only_sums_that_vanish_at_a_point_are_proved_to_vanish(drawn):
    total = as_sum(drawn)
    assert not is_zero(total) or same_value(total, sp.S.Zero)
