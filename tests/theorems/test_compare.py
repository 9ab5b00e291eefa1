"""What balls say of a relation at a point: a side that is no real number fails, and what is undecided is counted."""

from dataclasses import dataclass

import pytest
from sympy import (
    I,
    Integer,
    Interval,
    Piecewise,
    Rational,
    Symbol,
    exp,
    log,
    loggamma,
    nan,
    oo,
    pi,
    sin,
    sqrt,
    symbols,
    zoo,
)

from dpsym import KL, Gaussian, Geometric, Laplace
from dpsym.enclose.unreal import is_unreal
from theorems.checks import At, Derive, Enclose, Quadrature
from theorems.compare import compare
from theorems.entry import Theorem
from theorems.outcome import suffice
from theorems.statement import POSITIVE, eq, le, lt
from theorems.status import Status

b, p = symbols("b p", positive=True)
x = Symbol("x", real=True)


@pytest.mark.parametrize(
    "value",
    [
        nan,
        zoo,
        I,
        log(-2),
        1 / (sqrt(2) - sqrt(2)),
        sqrt(1 - exp(1)),
        (1 - exp(2)) ** Rational(1, 3),
        log(1 - pi),
        loggamma(Rational(-3, 2)),
        2 + sqrt(1 - pi) * exp(1),
        log(1 - pi) * log(2 - pi) * sqrt(pi),
        Piecewise((log(1 - pi), exp(1) > 2), (0, True)),
        exp(log(3 - pi) / 2),
    ],
)
def test_what_is_complex_or_undefined_is_seen(value):
    assert is_unreal(value)


@pytest.mark.parametrize(
    "value",
    [
        Integer(0),
        oo,
        -oo,
        pi,
        log(pi - 1),
        sqrt(1 - exp(1)) * sqrt(1 - exp(2)),
        log(1 - pi) - log(1 - exp(1)),
        (1 - pi) ** 3,
        Piecewise((log(1 - pi), exp(1) < 2), (0, True)),
        exp(I * pi),
        loggamma(-2),
        log(1 - sin(1) ** 2 - pi + pi),
        KL(Laplace(0, 1), Laplace(1, 1)),
    ],
)
def test_what_is_real_infinite_or_unknown_is_not_called_undefined(value):
    assert not is_unreal(value)


@pytest.mark.parametrize(
    "relation",
    [
        eq(b, log(1 - b)),
        le(b, log(1 - b)),
        lt(log(1 - b), b),
        le(1 / (b - 2), b),
        le(1, KL(Geometric(b), Geometric(Rational(1, 2)))),
    ],
)
def test_a_side_that_is_no_real_number_fails(relation):
    found = compare(relation, {b: Integer(2)})
    assert found.verdict == "unreal"
    assert found.fails
    assert not found.holds


def test_the_side_is_named():
    assert compare(eq(b, log(1 - b)), {b: Integer(2)}).right == "I*pi (no real number)"
    assert "probability p" in compare(le(1, KL(Geometric(b), Geometric(Rational(1, 2)))), {b: Integer(2)}).left


@pytest.mark.parametrize(
    ("points", "undecided", "enough"),
    [(16, 0, True), (16, 2, True), (16, 3, False), (16, 15, False), (7, 1, False), (1, 0, True), (0, 0, False)],
)
def test_one_point_in_eight_may_be_undecided(points, undecided, enough):
    assert suffice(points, undecided) is enough


@dataclass(frozen=True)
class Measured:
    value: float
    error: float


def zero(b):
    return Measured(0.0, 0.0)


QUARTER_TO_FOUR = (Rational(1, 4), 4)


def planted(statement, domain=POSITIVE, ends=QUARTER_TO_FOUR):
    return Theorem("planted", "Planted", statement, {b: domain}, {b: ends})


@pytest.mark.parametrize("check", [Enclose(8), Derive(), Quadrature(zero, 8), At({b: Integer(3)})])
def test_every_check_refutes_a_formula_that_is_complex_somewhere(check):
    outcome = check.run(planted(eq(KL(Gaussian(0, b), Gaussian(1, b)), log(2 - b)), Interval.open(2, oo), (3, 8)))
    assert outcome.status is Status.REFUTED
    assert outcome.witness


def undecided_beyond(bound):
    """0 <= 0 where nothing tells the difference of two numbers from 0, and a plain truth below the bound."""
    hard = sin(exp(b)) ** 2 + (exp(2 * I * exp(b)) + exp(-2 * I * exp(b))) / 4
    return Piecewise((hard, b > bound), (1, True))


@pytest.mark.parametrize(("bound", "status"), [(0, Status.CLAIMED), (1, Status.CLAIMED), (100, Status.SAMPLED)])
def test_undecided_points_limit_what_an_enclosure_backs(bound, status):
    outcome = Enclose(16).run(planted(le(0, undecided_beyond(bound))))
    assert outcome.status is status
    assert f"{outcome.undecided} undecided" in outcome.detail
