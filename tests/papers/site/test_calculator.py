"""The tables of the calculator: rounded to the safe side, and safe to read between their rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational

from dpsym.guarantees.numbers import upper
from papers.site.calculator import MECHANISMS, number, rounded_up

BY_KEY = {mechanism.key: mechanism for mechanism in MECHANISMS}
USUAL = {mechanism.key: {axis.name: axis.usual for axis in mechanism.axes} for mechanism in MECHANISMS}


@given(st.fractions(min_value=0, max_value=1000))
def test_a_number_is_never_rounded_below(value):
    shown = Rational(rounded_up(Rational(value.numerator, value.denominator)))

    assert shown >= Rational(value.numerator, value.denominator)
    assert shown <= Rational(value.numerator, value.denominator) * (1 + Rational(1, 10**5))


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda one: one.key)
def test_the_next_row_on_the_safe_side_is_no_smaller(mechanism):
    usual = USUAL[mechanism.key]
    here = Rational(number(mechanism, usual)[0])
    for axis in mechanism.axes:
        place = axis.grid.index(usual[axis.name])
        beside = place - 1 if axis.safe == "below" else place + 1
        if 0 <= beside < len(axis.grid):
            there = Rational(number(mechanism, {**usual, axis.name: axis.grid[beside]})[0])
            assert there >= here, axis.name


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda one: one.key)
def test_the_lines_of_python_give_the_number_of_the_table(mechanism):
    code = mechanism.python.format(**USUAL[mechanism.key])
    first, last = code.splitlines()
    names = {}
    exec(first, names)  # noqa: S102
    answer = eval(last, names)  # noqa: S307

    assert rounded_up(upper(answer.value.eps)) == number(mechanism, USUAL[mechanism.key])[0]


def test_grids_grow_and_hold_what_stands_there_at_first():
    for mechanism in MECHANISMS:
        for axis in mechanism.axes:
            values = [Rational(value) for value in axis.grid]
            assert values == sorted(set(values))
            assert axis.usual in axis.grid
