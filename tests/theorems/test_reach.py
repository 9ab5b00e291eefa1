"""What sampling says of itself: failures far out refute, what cannot be decided is counted, and regions unseen are named."""

import pytest
from sympy import Eq, Interval, Le, Rational, S, exp, log, oo, symbols

from theorems.checks import Enclose
from theorems.compare import compare
from theorems.entry import Theorem
from theorems.limits import TooLongError
from theorems.reach import resolution, scale, short, unseen
from theorems.status import Status

x = symbols("x", positive=True)
k = symbols("k", integer=True, positive=True)


def planted(statement, domain=None, typical=(1, 20)):
    name = next(iter(statement.free_symbols))
    return Theorem("topic.entry", "An entry", statement, {name: domain or Interval.open(0, oo)}, {name: typical})


def le(left, right):
    return Le(left, right, evaluate=False)


def test_a_failure_far_out_refutes_with_its_place():
    outcome = Enclose(4).run(planted(le(x, 1000)))
    assert outcome.status is Status.REFUTED
    assert Rational(outcome.witness["x"]) > 1000
    assert outcome.replay[0]["at"] == outcome.witness


def test_a_true_statement_says_what_an_error_it_would_have_noticed_and_what_it_has_not_seen():
    detail = Enclose(4).run(planted(le(log(1 + x), x))).reach
    assert "5 of 5 decided far out" in detail
    assert "an error of a side by 5e-07 would be noticed at x = 1/1000000" in detail
    assert "x < 1e-06" in detail
    assert "x > 10000" in detail


def test_what_cannot_be_decided_in_time_far_out_is_counted_and_limits_nothing(monkeypatch):
    calls = []

    def late(*given):
        if max(value for point in given[1:2] for value in point.values()) > 20:
            calls.append(given)
            raise TooLongError
        return compare(*given)

    monkeypatch.setattr("theorems.reach.compare", late)
    outcome = Enclose(16).run(planted(le(log(1 + x), x)))
    assert outcome.status is Status.SAMPLED
    assert " of 8 decided far out" in outcome.reach
    assert len(calls) == 4
    assert "x > 285/16" in outcome.reach  # the greatest near


def test_what_fails_near_is_not_looked_at_far_out(monkeypatch):
    monkeypatch.setattr("theorems.checks.enclose.beyond", None)
    outcome = Enclose(4).run(planted(le(x, 1)))
    assert (outcome.status, outcome.reach) == (Status.REFUTED, "")


def test_the_error_that_would_be_noticed():
    slack = le(x, x + Rational(1, 100))
    assert resolution(compare(slack, {x: S.One})) == pytest.approx(1 / 101)
    identity = Eq(exp(x) ** 2 * log(x), exp(2 * x) * log(x), evaluate=False)
    assert resolution(compare(identity, {x: S(3)})) < 1e-29
    false = Eq(exp(x), exp(x) + 1, evaluate=False)
    assert resolution(compare(false, {x: S.One})) is None


def test_sides_that_no_float_holds_are_told_apart_all_the_same():
    small, great = exp(-exp(x) - 1), exp(-exp(x))
    comparison = compare(le(small, great), {x: S(9)})
    assert resolution(comparison) == pytest.approx(1 - float(exp(-1)))
    assert compare(le(great, small), {x: S(9)}).fails


def test_the_regions_without_a_point_are_named():
    where = [{x: S(value)} for value in (1, 2, 3, 1000)]
    assert unseen(planted(le(x, x + 1)), where) == "unseen: x < 1, x > 1000, 3 < x < 1000"
    whole = planted(le(k, k + 1), S.Naturals, (1, 5))
    assert unseen(whole, [{k: S(value)} for value in (1, 2, 3)]) == "unseen: k > 3"
    assert unseen(whole, [{k: S(value)} for value in (1, 2, 5)]) == "unseen: k > 5, 2 < k < 5"
    assert unseen(whole, []) == ""


def test_a_closed_end_that_was_looked_at_is_not_unseen():
    unit = planted(le(x, x + 1), Interval(0, 1), (0, 1))
    assert unseen(unit, [{x: S.Zero}, {x: S.Half}, {x: S.One}]) == ""


def test_the_scale_is_that_of_the_domain():
    half_line, unit, line = Interval.open(1, oo), Interval.open(0, 1), S.Reals
    steps = [scale(half_line, 1 + Rational(1, 10**place)) for place in (1, 2, 3)]
    assert steps[0] - steps[1] == pytest.approx(steps[1] - steps[2])
    assert scale(unit, Rational(1, 10)) == pytest.approx(-scale(unit, Rational(9, 10)))
    assert scale(line, S(-3)) == pytest.approx(-scale(line, S(3)))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("3/4", "3/4"),
        ("1000001/1000000", "1.000001"),
        ("1/1000000", "1e-06"),
        ("10000", "10000"),
        ("123457/999983", "0.123"),
    ],
)
def test_numbers_are_short(value, text):
    assert short(Rational(value)) in (text, value if len(value) <= 7 else text)
