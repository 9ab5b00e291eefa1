"""A ball keeps its bounds exactly, refuses NaN, and never stands in for a truth value."""

import math
import sys
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq
from sympy import Rational

from dpsym.ball import as_fraction
from dpsym.enclose import Ball
from dpsym.errors import ParameterError, UndecidedError


def ball(mid: str, radius: str = "0") -> Ball:
    return Ball(arb(fmpq(*map(int, Fraction(mid).as_integer_ratio()))) + arb(0, arb(radius)))


def test_a_nan_or_the_whole_line_is_refused():
    for value in (arb("nan"), arb(0, math.inf), arb(0, 1).log(), 1 / arb(0, 1)):
        with pytest.raises(UndecidedError):
            Ball(value)


def test_what_is_not_an_arb_is_refused():
    for value in (1.0, 1, None, "1"):
        with pytest.raises(ParameterError, match="value of a ball must be"):
            Ball(value)


def test_a_ball_has_no_truth_value():
    with pytest.raises(TypeError, match="no truth value"):
        bool(ball("1"))


def test_the_bounds_are_exact_fractions_around_the_number():
    third = Ball(arb(fmpq(1, 3)))
    assert isinstance(third.lower, Fraction)
    assert third.lower < Fraction(1, 3) < third.upper
    assert third.contains(Fraction(1, 3))
    assert third.contains(Rational(1, 3))
    assert not third.contains(Fraction(1, 3) + Fraction(1, 10**12))
    assert third.upper - third.lower <= Fraction(third.radius) * 2


def test_infinity_is_an_exact_ball():
    infinite = Ball(arb("inf"))
    assert infinite.lower == infinite.upper == infinite.mid == math.inf
    assert infinite.is_positive()
    assert str(infinite) == "oo"
    assert ball("5").certainly_below(infinite)
    assert infinite.overlaps(infinite)
    with pytest.raises(UndecidedError):
        infinite - infinite


def test_comparisons_are_about_whole_balls():
    low, high, wide = ball("1"), ball("2"), ball("3/2", "1")
    assert low.certainly_below(high)
    assert not low.certainly_below(low)
    assert not low.certainly_below(wide)
    assert wide.overlaps(low)
    assert wide.contains(high)
    assert not low.overlaps(high)
    assert (low - high).is_negative()
    assert (-low).is_negative()
    assert not wide.__eq__(low)
    assert low == ball("1")
    assert len({low, ball("1"), high}) == 2


def test_an_exact_number_has_all_its_digits_and_a_ball_around_0_none():
    assert ball("1/2").digits == sys.maxsize
    assert str(ball("1/2")) == "0.5"
    assert str(ball("3")) == "3"
    assert ball("0", "1").digits == 0
    assert str(ball("0", "1")).startswith("0 +/- ")


def test_the_digits_printed_are_proven():
    with ctx.workprec(80):
        log2 = Ball(arb(2).log())
    mid, radius = str(log2).split(" +/- ")
    assert str(log2).startswith("0.69314718055994530941")
    assert Fraction(mid) - Fraction(radius) <= log2.lower
    assert log2.upper <= Fraction(mid) + Fraction(radius)
    assert 10**-log2.digits >= log2.radius / log2.mid


@pytest.mark.parametrize("value", [0.5, True, "1/2", float("nan"), None])
def test_containment_is_asked_of_exact_numbers_only(value):
    with pytest.raises(ParameterError, match="exact rational"):
        ball("1/2").contains(value)


def test_numbers_beyond_any_fraction_are_compared_without_one():
    """Numbers of 10^14 digits: written out as fractions they would take the process down."""
    with ctx.workprec(128):
        huge, tiny = Ball(arb(10**15).exp()), Ball(arb(-(10**15)).exp())
    assert tiny.is_positive()
    assert tiny.certainly_below(ball("1"))
    assert ball("1").certainly_below(huge)
    assert huge.overlaps(huge)
    assert huge.mid == math.inf
    assert tiny.radius > 0
    for extreme in (huge, tiny):
        with pytest.raises(UndecidedError, match="too large or too small"):
            extreme.lower  # noqa: B018
        with pytest.raises(UndecidedError, match="too large or too small"):
            as_fraction(arb(extreme.value.mid()))
    with pytest.raises(UndecidedError, match="no fraction is -oo"):
        as_fraction(arb("-inf"))
    assert as_fraction(arb(3) / 8) == Fraction(3, 8)
