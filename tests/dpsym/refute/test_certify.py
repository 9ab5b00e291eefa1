"""The last word: only what certainly fails, at exact admissible values, is a counterexample."""

import pytest
from flint import arb
from sympy import (
    And,
    Eq,
    Float,
    Function,
    Ge,
    Gt,
    Integer,
    Interval,
    Le,
    Lt,
    Ne,
    Rational,
    S,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
)

from dpsym import KL, AnyLaw, Bernoulli, Finite, HockeyStick, MaxDivergence
from dpsym.distributions import AnyEvent, AnyKernel, Event, Kernel, Laws, Probability
from dpsym.enclose import Ball
from dpsym.refute import certify
from dpsym.symbols import alpha, eps

P, Q, K, A = AnyLaw("P"), AnyLaw("Q"), AnyKernel("K"), AnyEvent("A")
POSITIVE = {eps: Interval.open(0, oo)}
HALF = Rational(1, 2)
FAIR, BIASED = Finite(HALF, HALF), Finite(Rational(1, 3), Rational(2, 3))


def relation(kind, left, right):
    return kind(left, right, evaluate=False)


@pytest.mark.parametrize(
    ("kind", "left", "right", "margin"),
    [
        (Le, 2, 1, 1),
        (Le, 1, 1, None),
        (Le, 1, 2, None),
        (Lt, 1, 1, 0),
        (Ge, 1, 2, 1),
        (Ge, 1, 1, None),
        (Gt, 1, 1, 0),
        (Eq, 1, 3, 2),
        (Eq, 3, 1, 2),
        (Eq, 1, 1, None),
        (Ne, 1, 1, 0),
        (Ne, 1, 2, None),
    ],
)
def test_each_relation_of_rationals(kind, left, right, margin):
    assert certify(relation(kind, Integer(left) * eps, Integer(right) * eps), POSITIVE, {eps: S.One}) == margin


def test_balls_that_overlap_decide_nothing():
    same = exp(log(2) * eps / 2), 2 ** (eps / 2)
    for kind in (Le, Lt, Eq, Ge, Gt, Ne):
        assert certify(relation(kind, *same), POSITIVE, {eps: S.One}) is None


def test_an_exact_zero_that_a_ball_finds_is_equality():
    # the walk leaves the rationals at sin, and comes back to an exact 0
    assert certify(relation(Eq, sin(eps - 1), 0), {eps: Interval(0, 2)}, {eps: S.One}) is None
    assert certify(relation(Le, sin(eps - 1), 0), {eps: Interval(0, 2)}, {eps: S.One}) is None


def test_irrational_margins_are_balls_that_hold_the_truth():
    margin = certify(relation(Le, exp(eps), 2), POSITIVE, {eps: S.One})
    assert isinstance(margin, Ball)
    assert margin.contains(Rational(718281828459045235, 10**18)) or abs(margin.mid - 0.718281828459045) < 1e-12
    tiny = certify(relation(Le, exp(eps), 1 + eps), POSITIVE, {eps: Rational(1, 10**40)})
    assert tiny.is_positive()


def test_infinite_sides():
    disjoint = {P: Finite(1, 0), Q: Finite(0, 1)}
    laws = {P: Laws(), Q: Laws()}
    assert certify(relation(Le, KL(P, Q), 5), laws, disjoint).lower == float("inf")
    assert certify(relation(Le, KL(P, Q) + 1, KL(Q, P)), laws, disjoint) is None
    assert certify(relation(Le, KL(P, Q), oo), laws, disjoint) is None
    assert certify(relation(Le, KL(P, Q), -oo), laws, disjoint).lower == float("inf")
    assert certify(relation(Lt, KL(P, Q), oo), laws, disjoint) == 0


@pytest.mark.parametrize("value", [S.Zero, -S.One, oo, S.NaN, Float(0.5), 0.5, "1", pi * S.ImaginaryUnit, symbols("z")])
def test_values_outside_the_domain_or_not_exact_certify_nothing(value):
    assert certify(relation(Le, eps + 5, 1), POSITIVE, {eps: value}) is None


def test_a_float_is_refused_where_the_statement_does_not_even_use_it():
    assert certify(relation(Le, alpha, -1), POSITIVE | {alpha: Interval(0, 1)}, {eps: S.One, alpha: S.One}) == 2
    for value in (Float(0.5), 0.5, 1):
        assert certify(relation(Le, alpha, -1), POSITIVE | {alpha: Interval(0, 1)}, {eps: value, alpha: S.One}) is None


def test_logarithms_and_roots_are_exact_values():
    assert certify(relation(Le, exp(eps), 2), POSITIVE, {eps: log(3)}) == 1
    assert certify(relation(Le, eps**2, 1), POSITIVE, {eps: sqrt(2)}) == 1


@pytest.mark.parametrize(
    "witness",
    [
        {P: FAIR},
        {P: FAIR, Q: Finite(1, 0)},
        {P: FAIR, Q: Bernoulli(HALF)},
        {P: FAIR, Q: HALF},
        {P: FAIR, Q: Finite(Rational(1, 3), Rational(1, 3), Rational(1, 3))},
        {P: FAIR, Q: Finite(sqrt(2) / 2, 1 - sqrt(2) / 2)},
    ],
)
def test_a_law_variable_takes_a_rational_law_of_its_support(witness):
    claim = relation(Le, HockeyStick(0, P, Q), -1)
    assert certify(claim, {P: Laws(), Q: Laws("full")}, {P: FAIR, Q: BIASED}) == 1 + Rational(1, 6)
    assert certify(claim, {P: Laws(), Q: Laws("full")}, witness) is None


def test_kernels_and_events():
    claim = relation(Le, Probability(P, A), -1)
    domain = {P: Laws(), A: Laws(), K: Laws("full")}
    good = {P: BIASED, A: Event(0), K: Kernel(FAIR, BIASED)}
    assert certify(claim, domain, good) == Rational(4, 3)
    for name, value in ((A, Event(7)), (A, FAIR), (K, Kernel(FAIR, Finite(1, 0))), (K, FAIR)):
        assert certify(claim, domain, good | {name: value}) is None


def test_hypotheses_must_hold_certainly_and_may_hold_with_equality():
    claim = relation(Le, eps, -1)
    domain, witness = (
        POSITIVE | {P: Laws(), Q: Laws()},
        {eps: log(2), P: BIASED, Q: Finite(Rational(2, 3), Rational(1, 3))},
    )
    tight = relation(Le, MaxDivergence(P, Q), eps)
    assert certify(claim, domain, witness, (tight, relation(Ge, eps, MaxDivergence(Q, P)))) is not None
    assert certify(claim, domain, witness, (relation(Lt, MaxDivergence(P, Q), eps),)) is None
    assert certify(claim, domain, witness, (relation(Le, MaxDivergence(P, Q), eps * Rational(999, 1000)),)) is None
    assert certify(claim, domain, witness, (And(tight, relation(Le, alpha, 1)),)) is None
    assert certify(claim, domain, witness, (S.true, relation(Ne, eps, 1))) is not None
    assert certify(claim, domain, witness, (S.false,)) is None


def test_what_cannot_be_evaluated_or_makes_no_sense_certifies_nothing(monkeypatch):
    unknown = symbols("f", cls=Function)(eps)
    for side in (
        unknown,
        log(-eps),
        1 / (eps - 1),
        sqrt(-eps),
        (-eps) ** alpha,
        HockeyStick(log(eps - 2), FAIR, BIASED),
    ):
        for kind in (Le, Ge, Eq, Ne):
            assert certify(relation(kind, side, 0), POSITIVE, {eps: S.One, alpha: Rational(1, 2)}) is None
            assert certify(relation(Le, eps, -1), POSITIVE, {eps: S.One}, (relation(kind, side, 0),)) is None
    monkeypatch.setattr("dpsym.refute.certification.Walker", lambda leaves: lambda node: arb("nan"))
    for kind in (Le, Lt, Ge, Gt, Eq, Ne):
        assert certify(relation(kind, eps, -1), POSITIVE, {eps: S.One}) is None


def test_a_variable_without_a_value_certifies_nothing():
    assert certify(relation(Le, eps + alpha, -1), POSITIVE, {eps: S.One}) is None
    assert certify(relation(Le, eps, -1), POSITIVE, {}) is None
