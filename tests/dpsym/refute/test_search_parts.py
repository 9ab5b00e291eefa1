"""What the search is made of: simple rationals, unknowns that round to admissible values, quick floats, shapes of laws."""

import math
import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import (
    Abs,
    And,
    Eq,
    Heaviside,
    Integer,
    Interval,
    Le,
    Max,
    Min,
    Not,
    Or,
    Piecewise,
    Rational,
    S,
    Sum,
    besseli,
    cosh,
    erf,
    erfc,
    exp,
    log,
    oo,
    sinh,
    sqrt,
    symbols,
    tanh,
)

from dpsym import AnyLaw, HockeyStick, Renyi
from dpsym.distributions import Laws
from dpsym.enclose import enclose
from dpsym.refute.blocks import Masses, Number
from dpsym.refute.problem import read
from dpsym.refute.rationals import compositions, simplest_between, weight
from dpsym.refute.scene import Scene
from dpsym.refute.scout import Scout
from dpsym.refute.shapes import adversaries, shapes
from dpsym.symbols import eps

x, y = symbols("x y", real=True)
P0, P1, P2 = map(AnyLaw, ("P0", "P1", "P2"))


@given(
    st.fractions(min_value=-50, max_value=50, max_denominator=500),
    st.fractions(min_value=0, max_value=3, max_denominator=500),
)
def test_the_simplest_rational_in_an_interval_has_the_least_denominator(low, length):
    high = low + length
    found = simplest_between(low, high)
    assert low <= found <= high
    for denominator in range(1, found.denominator):
        assert math.ceil(low * denominator) > high * denominator


def test_compositions_are_all_of_them():
    found = list(compositions(6, 3))
    assert len(set(found)) == len(found) == math.comb(5, 2)
    assert all(sum(each) == 6 and min(each) > 0 for each in found)


def test_weights_order_numbers_by_simplicity():
    assert weight(Integer(1)) < weight(Rational(1, 2)) < weight(Rational(3, 7)) < weight(Rational(355, 113))
    assert weight(Integer(2)) < weight(log(2)) < weight(sqrt(2))


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize(
    "domain",
    [
        Interval(0, 1),
        Interval.open(0, 1),
        Interval(0, oo),
        Interval.open(-oo, oo),
        Interval(-oo, 3),
        Interval(-2, 5),
        S.Naturals,
        S.Naturals0,
        S.Integers,
    ],
)
@pytest.mark.parametrize("logarithmic", [False, True])
def test_a_number_stays_in_its_domain(domain, logarithmic):
    block = Number(x, domain, logarithmic)
    assert block.simple
    assert all(value in domain for value in block.simple)
    source = random.Random(1)
    for _ in range(50):
        found = block.at([min(max(source.random(), 1e-4), 1 - 1e-4)])
        assert float(domain.inf) <= found[0] <= float(domain.sup)
        near = [block.floats(block.rounded(found, level))[0] for level in range(7)]
        assert near[-1] == pytest.approx(found[0], rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("support", [(True, True), (True, False, True), (True,), (True, True, True, True)])
def test_masses_add_up_exactly_and_keep_their_support(support):
    block = Masses(support)
    source = random.Random(2)
    for _ in range(50):
        found = block.at([source.random() for _ in range(block.size)])
        assert sum(map(Fraction, found)) == 1
        assert tuple(mass > 0 for mass in found) == support
        for level in range(7):
            exact = block.rounded(found, level)
            assert sum(exact) == 1
            assert tuple(mass > 0 for mass in exact) == support
        assert max(abs(a - float(b)) for a, b in zip(found, exact, strict=True)) < 1e-3
    assert all(sum(each) == 1 for each in block.simple)


def test_rows_of_a_kernel_may_be_deterministic():
    assert (0, 1) in Masses((True, True), may_vanish=True).simple
    assert (0, 1) not in Masses((True, True)).simple


EXPRESSIONS = [
    x + 2 * y,
    x * y - 3,
    x**y,
    sqrt(x),
    exp(x) - log(y),
    Max(x, y, 1),
    Min(x, y),
    Abs(x - y),
    erf(x) + erfc(y),
    tanh(x) * sinh(y) / cosh(x),
    Piecewise((x, x > y), (y, True)),
    Piecewise((1, And(x > 1, y > 1)), (2, Or(x > 1, Not(y > 1))), (3, True)),
    Heaviside(x - y, 0),
    besseli(1, x),
    S.Pi * x + S.Exp1,
    Piecewise((1, Eq(x, y)), (0, True)),
    Sum(x ** symbols("k", integer=True), (symbols("k", integer=True), 0, 3)),
]


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_quick_floats_agree_with_balls(expression):
    quick = Scout(expression, {x: 0, y: 1})
    for point in ((0.5, 1.5), (2.0, 0.25), (1.25, 1.25)):
        truth = enclose(expression, dict(zip((x, y), map(Fraction, point), strict=True)), digits=15)
        assert quick(point) == pytest.approx(truth.mid, rel=1e-13)
        assert quick.by_balls(point) == pytest.approx(truth.mid, rel=1e-15)


def test_quick_floats_leave_overflow_to_balls_and_nonsense_to_nan():
    assert Scout(log(exp(x)), {x: 0})((2000.0,)) == pytest.approx(2000)
    assert math.isnan(Scout(log(x), {x: 0})((-1.0,)))
    assert math.isnan(Scout(x**y, {x: 0, y: 1})((-1.0, 0.5)))
    assert math.isnan(Scout(1 / x, {x: 0})((0.0,)))
    assert Scout(Integer(1) * oo, {})(()) == math.inf


def le(left, right):
    return Le(left, right, evaluate=False)


def group(*domains):
    hypotheses = (le(HockeyStick(eps, P0, P1), x), le(HockeyStick(eps, P1, P2), x))
    domain = {eps: Interval(0, oo), x: Interval(0, 1), **dict(zip((P0, P1, P2), domains, strict=True))}
    return read(le(HockeyStick(2 * eps, P0, P2), 1), domain, hypotheses)


def test_laws_of_full_support_have_one_shape_and_others_all_with_few_zeros():
    full, free = Laws("full"), Laws()
    assert len(shapes(group(full, full, full), 3)) == 1
    found = shapes(group(full, free, full), 2)
    assert {shape.supports[P1] for shape in found} == {(True, True), (True, False)}
    assert all(shape.supports[P0] == (True, True) for shape in found)


def test_many_laws_do_not_make_too_many_shapes():
    laws = [AnyLaw(f"M{i}") for i in range(8)]
    problem = read(le(HockeyStick(0, laws[0], laws[-1]), 1), dict.fromkeys(laws, Laws()), ())
    assert 1 <= len(shapes(problem, 4)) <= 12


def test_a_variable_that_hypotheses_only_bound_from_below_is_found():
    problem = group(Laws(), Laws(), Laws())
    assert list(problem.lower_bounds()) == [x]
    assert problem.exponents() == {eps}


def test_adversaries_are_as_close_as_they_claim_to_be():
    problem = group(Laws(), Laws(), Laws())
    for odds, laws in adversaries(problem):
        assert all(sum(masses) == 1 and min(masses) >= 0 for masses in laws.values())
        assert odds > 1
        chain = [laws[law] for law in (P0, P1, P2)]
        delta = max(
            sum(max(Fraction(0), a - odds * b) for a, b in zip(*pair, strict=True))
            for first, second in pairwise(chain)
            for pair in ((first, second), (second, first))
        )
        assert delta <= Fraction(1, 2)


def test_the_score_of_a_scene_is_the_relative_margin_where_the_hypotheses_hold():
    domain = {x: Interval(0, 4), y: Interval(0, 4)}
    scene = Scene(read(le(x, y), domain, (le(y, 2),)), shapes(read(le(x, y), domain, ()), 2)[0])
    assert scene.score([3.0, 1.0]) == pytest.approx(2 / 3)
    assert scene.score([1.0, 2.0]) == pytest.approx(-1 / 2)
    assert scene.score([3.0, 2.5]) < -1


def test_a_scene_puts_bounded_variables_where_they_bind():
    problem = read(
        le(Renyi(2, P0, P1), 0),
        {eps: Interval(0, 9), P0: Laws("full"), P1: Laws("full")},
        (le(HockeyStick(0, P0, P1), eps),),
    )
    scene = Scene(problem, shapes(problem, 2)[0])
    witness, _ = scene.failure((S.Zero, (Fraction(1, 2),) * 2, (Fraction(1, 3), Fraction(2, 3))))
    assert witness[eps] == Rational(1, 6)
