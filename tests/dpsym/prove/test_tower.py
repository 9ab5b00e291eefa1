"""Fractions of polynomials in functions: derivatives, signs and limits against SymPy and exact values."""

import pytest
from sympy import (
    Integer,
    Rational,
    S,
    Symbol,
    cosh,
    diff,
    erf,
    erfc,
    exp,
    expand,
    gamma,
    log,
    oo,
    pi,
    simplify,
    sinh,
    sqrt,
    tanh,
)

from dpsym.enclose import enclose
from dpsym.errors import NotDerivedError
from dpsym.prove.edges import Edges
from dpsym.prove.ratios import Ratio
from dpsym.prove.tower import Tower
from dpsym.special import Phi

u, v = Symbol("u", positive=True), Symbol("v", positive=True)
EXPRESSIONS = [
    exp(-u * v) * u**2 / (1 + u),
    log((1 + u) * exp(v) + u) - log(2 * u + 1),
    tanh(u / 2) * cosh(u * v),
    sinh(u) / u,
    erfc(u / sqrt(2)) * exp(u**2 / 2),
    Phi(v - u / 2) + erf(u * v),
    sqrt(u**2 + v) * exp(sqrt(u**2 + v)),
    (1 + u) ** v,
    u ** Rational(2, 3),
    exp(1 - u) / sqrt(2 * pi),
    log(4 * u**2 / 3),
]


def tower():
    return Tower({u: (S.Zero, oo), v: (S.Zero, oo)})


def written(found, home):
    return home.write(found.top) / home.write(found.bottom) if isinstance(found, Ratio) else found


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_an_expression_and_its_derivatives_have_the_values_of_sympy(expression):
    home = tower()
    value = home.read(expression)
    place = {u: Rational(7, 5), v: Rational(2, 3)}
    for symbol in (u, v):
        for found, wanted in ((value, expression), (home.derivative(value, symbol), diff(expression, symbol))):
            gap = (enclose(written(found, home), place) - enclose(wanted.rewrite(erfc), place)).value
            assert gap.contains(0)
            assert abs(gap) < 1e-20


@pytest.mark.parametrize(
    "pair",
    [
        (tanh(u), (exp(2 * u) - 1) / (exp(2 * u) + 1)),
        (log(6 * u**2), log(2) + log(3) + 2 * log(u)),
        (sqrt(8 * u**2), 2 * sqrt(2) * u),
        ((u**2 - v**2) / (u + v), u - v),
        (exp(u / 2) ** 2 * exp(u / 3) ** 3, exp(2 * u)),
        (erfc(-u), 2 - erfc(u)),
        (log(exp(u * v) * u), u * v + log(u)),
        (sqrt(u + 1) * sqrt(u + 1) / (u + 1), Integer(1)),
        ((1 + u) ** Rational(5, 2), (1 + u) ** 2 * sqrt(1 + u)),
    ],
    ids=str,
)
def test_equal_expressions_have_one_form(pair):
    home = tower()
    left, right = map(home.read, pair)
    assert (left + home.read(-pair[1])).top == 0
    assert written(right, home) != 0


@pytest.mark.parametrize(
    "expression", [log(u - v), sqrt(u - 1), 1 / (u - v), log(log(u)), gamma(u), abs(u - v), (u - v) ** v], ids=str
)
def test_what_may_be_undefined_inside_the_domain_is_refused(expression):
    with pytest.raises(NotDerivedError):
        tower().read(expression)


def test_signs_are_those_that_the_bounds_force():
    home = tower()
    signs = {
        u + v: 1,
        -u * exp(v): -1,
        exp(u) - 1: 1,
        1 - exp(u * v): -1,
        u - v: None,
        log(1 + u): 1,
        log(u): None,
        erfc(u) - 1: -1,
        2 - erfc(-u): 1,
        pi - 3: 1,
        pi - 4: -1,
        sqrt(2) - Rational(3, 2): -1,
        u**2 - 2 * u * v + v**2: None,
        exp(u) - u: None,
    }
    for expression, sign in signs.items():
        assert home.sign_of(home.read(expression)) == sign, expression


LIMITS = [
    (exp(u) - 1 - u, u, S.Zero, 0),
    (exp(u) - 1 - u, u, oo, 1),
    ((exp(u) - 1) / u, u, S.Zero, 1),
    ((1 - cosh(u)) / u**2, u, S.Zero, -S.Half),
    (u * log(u), u, S.Zero, 0),
    (log(u), u, S.Zero, -1),
    (log(u) / u, u, oo, 0),
    (log(1 + u) - log(u), u, oo, 0),
    (exp(-u) * u**9, u, oo, 0),
    (u * tanh(u * v), u, oo, 1),
    (tanh(u * v), u, oo, 1),
    (exp(u * v - v) / exp(u * v), u, oo, exp(-v)),
    (log(exp(u * v) + 3) / u, u, oo, v),
    (erfc(u) * exp(u**2 / 2), u, oo, 0),
    (erfc(-u * v), u, oo, 2),
    (erfc(u * v - u), u, oo, None),
    (erfc(u * v - 2 * u * v), u, oo, 2),
    (sqrt(u**2 + 1) / u, u, oo, 1),
    (1 / (exp(u) - 1), u, S.Zero, 1),
    ((u + v) / (2 * u + 1), u, oo, S.Half),
    (erfc(u) * exp(u**2), u, oo, 0),
    (u * erfc(u) * exp(u**2), u, oo, 1 / sqrt(pi)),
    ((1 - erfc(1 / u)) * u, u, oo, 2 / sqrt(pi)),
    (u * (log(u) - log(exp(u) - 1)), u, S.Zero, 0),
    ((log(u) - log(exp(u) - 1)) / u, u, S.Zero, -S.Half),
    (exp(u * log(u)), u, S.Zero, 1),
    (exp(u * log(u / (u + 1))), u, oo, None),
    (u * (exp(1 / u) - 1), u, oo, 1),
    (u**2 * (exp(1 / u) - 1 - 1 / u), u, oo, S.Half),
    (sqrt(u**2 + u * v) - u, u, oo, v / 2),
    (exp(u * (v - 1)), u, oo, None),
    ((v - 1) * u, u, oo, None),
    (exp(-v / u) * u, u, oo, 1),
    (log((u + 1) * exp(u * v) + u) - u * v - log(u), u, oo, 0),
    (log(u) - log(v), v, S.Zero, 1),
    (sqrt(u) * log(u), u, S.Zero, 0),
]


@pytest.mark.parametrize(("expression", "symbol", "end", "wanted"), LIMITS, ids=str)
def test_limits_are_right_or_not_known(expression, symbol, end, wanted):
    """The answers 1 and -1 as plain integers stand for oo and -oo."""
    home = tower()
    found = Edges(home).limit(home.read(expression), symbol, end)
    if isinstance(found, Ratio):
        assert simplify(expand(written(found, home)) - wanted) == 0
    else:
        assert found == wanted


def test_at_the_upper_end_of_a_bounded_interval_the_sides_are_told_apart():
    home = Tower({u: (S.Zero, S(2))})
    edges = Edges(home)
    assert edges.limit(home.read(1 / (2 - u)), u, S(2)) == 1
    assert edges.limit(home.read(1 / (u - 2)), u, S(2)) == -1
    assert edges.limit(home.read((u - 2) / (2 - u) ** 2), u, S(2)) == -1
    assert written(edges.limit(home.read((4 - u**2) / (2 - u)), u, S(2)), home) == 4
