"""Sharpness and limits: a sequence whose distance certainly falls; a constant off by a millionth is refuted, a slow one undecided."""

import pytest
from sympy import Eq, Interval, Le, Rational, S, exp, log, oo, sqrt, symbols

from theorems.checks import Limit, Tight
from theorems.entry import Theorem
from theorems.status import Status

x, a = symbols("x a", positive=True)
OFF = Rational(1, 10**6)


def planted(statement):
    names = sorted(statement.free_symbols, key=str)
    return Theorem(
        "topic.entry", "An entry", statement, dict.fromkeys(names, Interval.open(0, oo)), dict.fromkeys(names, (1, 5))
    )


def tight(left, right, **how):
    return Tight(**how).run(planted(Le(left, right, evaluate=False)))


@pytest.mark.parametrize(
    ("left", "right", "point"),
    [
        (1 - exp(-x), x, 0),
        (x / (1 + x), S.One, oo),
        (a * x / (1 + x), a, oo),
        (sqrt(1 + x) - 1, x / 2, 0),
        (1 - exp(-x) / sqrt(x), S.One, oo),
        (1 - sqrt(x), S.One, 0),
    ],
)
def test_a_sharp_constant_is_told_from_one_that_is_off_by_a_millionth(left, right, point):
    found = tight(left, right, symbol=x, point=S(point))
    assert found.status is Status.SAMPLED
    assert all(row["within"].startswith("10**(-") for row in found.replay)
    for factor in (1 + OFF, 1 - OFF, 1 + OFF / 10):
        assert tight(left, factor * right, symbol=x, point=S(point)).status in (Status.REFUTED, Status.CLAIMED)
    assert tight(left, (1 + Rational(1, 100)) * right, symbol=x, point=S(point)).status is Status.REFUTED


def test_what_comes_too_slowly_is_undecided():
    found = tight(1 - x ** Rational(1, 4), S.One, symbol=x, point=S.Zero)
    assert found.status is Status.CLAIMED
    assert "too slowly to tell" in found.detail


def test_what_cannot_be_evaluated_is_undecided_and_not_refuted():
    found = tight(log(-x), S.One, symbol=x, point=S.Zero)
    assert found.status is Status.CLAIMED
    assert "undecided" in found.detail


def test_sides_meet_at_a_point_or_do_not():
    assert tight(x, x**2, at={x: S.One}).status is Status.SAMPLED
    assert tight(x, (1 + OFF) * x**2, at={x: S.One}).status is Status.REFUTED


def test_the_bound_of_a_row_holds():
    found = tight(1 - exp(-x), x, symbol=x, point=S.Zero)
    for row in found.replay:
        place = Rational(row["at"]["x"])
        exponent = int(row["within"].removeprefix("10**(-").removesuffix(")"))
        assert abs((1 - exp(-place)) / place - 1).n(40) <= Rational(1, 10**exponent)


@pytest.mark.parametrize(
    ("goal", "status"), [(a, Status.SAMPLED), (a * (1 + OFF), Status.REFUTED), (2 * a, Status.REFUTED)]
)
def test_a_limit_at_infinity(goal, status):
    entry = planted(Eq(x, a * x / (1 + x), evaluate=False))
    assert Limit(x, oo, goal).run(entry).status is status


@pytest.mark.parametrize(("goal", "status"), [(a, Status.SAMPLED), (a + OFF, Status.REFUTED)])
def test_a_limit_at_a_point(goal, status):
    entry = planted(Eq(x, (exp(a * x) - 1) / x, evaluate=False))
    assert Limit(x, S.Zero, goal).run(entry).status is status
