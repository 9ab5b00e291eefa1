"""Reported numbers are never below the truth."""

import math
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Integer, Rational, exp, log, oo, sqrt

from dpsym import ZCDP, Gaussian, Laplace, PureDP, RandomizedResponse, RenyiDP, guarantee
from dpsym.ball import as_fraction
from dpsym.calibration import classical_limit, composed_scale, gaussian_scale, gaussian_scale_gdp, laplace_scale_renyi
from dpsym.errors import NotApplicableError
from dpsym.guarantees import composed
from dpsym.guarantees.numbers import Upper, as_float, as_upper, counted_sum, rounded_down, rounded_up, scientific, upper

FRACTIONS = st.fractions(min_value=0, max_value=10**30) | st.builds(
    lambda digits, place: Fraction(digits) * Fraction(10) ** place, st.integers(1, 10**15), st.integers(-320, 320)
)


@given(FRACTIONS, st.integers(1, 15))
def test_rounding_goes_up_and_by_less_than_a_unit_in_the_last_digit(value, digits):
    found = Fraction(int(rounded_up(value, digits).p), int(rounded_up(value, digits).q))
    assert value <= found <= value * (1 + Fraction(10) ** (1 - digits))


@given(FRACTIONS)
def test_a_printed_number_reads_back_as_itself_and_is_not_below(value):
    printed = scientific(Rational(value))
    assert Fraction(printed) == Fraction(int(rounded_up(value, 12).p), int(rounded_up(value, 12).q))


@given(FRACTIONS)
def test_a_float_is_not_below_and_the_next_one_down_is(value):
    found = as_float(Rational(value))
    assert math.isinf(found) or (
        Fraction(found) >= value and (value == 0 or Fraction(math.nextafter(found, 0)) < value)
    )


@pytest.mark.parametrize("expression", [sqrt(2), exp(-800), log(3) * 10**9, exp(Rational(1, 10**9)) - 1])
def test_the_upper_end_of_an_enclosure_is_within_the_digits(expression):
    from dpsym.enclose import enclose

    truth = enclose(expression, digits=40)
    found = Fraction(int(upper(expression).p), int(upper(expression).q))
    assert truth.lower <= found <= truth.upper * (1 + Fraction(2, 10**11))


def test_an_infinite_number_is_refused():
    with pytest.raises(NotApplicableError, match="infinite"):
        upper(oo)


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (Rational(1, 3), "0.333333333334"),
        (Rational(0), "0"),
        (Rational(10) ** 15, "1e15"),
        (Rational(1, 10**300), "1e-300"),
        (Rational(12345), "12345"),
        (Rational(999999999999999), "1e15"),
    ],
)
def test_numbers_are_printed_as_people_write_them(value, printed):
    assert scientific(value) == printed


@pytest.mark.parametrize(
    "number",
    [
        lambda: gaussian_scale(1, 1e-5, 2).law.args[1],
        lambda: laplace_scale_renyi(2, 0.1, 3).law.args[1],
        lambda: composed_scale(Gaussian, 1, 1e-5, 10).law.args[1],
        lambda: composed_scale(Gaussian, 1, 1e-5, 100).law.args[1],
        lambda: classical_limit(1e-5),
        lambda: RandomizedResponse(1).shuffle(1000).epsilon(1e-5),
        lambda: RenyiDP(0.3, [2, 4]).compose(2).delta(0.2),
    ],
)
def test_what_was_rounded_prints_as_a_decimal(number):
    found = number()
    assert re.fullmatch(r"\d+\.\d+", str(found))
    assert "/" in str(
        Rational(found.p, found.q)
    )  # the false twin: the same number, of which nobody says that it was rounded
    assert found == Rational(found.p, found.q)


def test_what_is_exact_prints_as_it_is():
    assert str(gaussian_scale_gdp(3).law) == "Gaussian(0, 1/3)"
    assert as_upper(sqrt(2)) == sqrt(2)
    assert str(as_upper(Rational(1, 8))) == "0.125" != str(Rational(1, 8))


def test_numbers_of_a_million_digits_are_rounded_by_few_divisions():
    tiny = Fraction(2, 3 * 10**400_000 + 1)
    up, down = rounded_up(tiny, 3), rounded_down(tiny, 3)
    assert (up, down) == (Rational(667, 10**400_003), Rational(666, 10**400_003))
    assert as_fraction(down) < tiny < as_fraction(up)
    assert rounded_up(1 / tiny, 3) == Rational(151 * 10**399_998)


def test_a_sum_in_which_a_number_was_rounded_up_prints_as_such_a_one_and_an_exact_sum_as_it_is():
    exact, above = Rational(1, 3), upper(sqrt(2), 5)
    found = counted_sum([(exact, Integer(2)), (above, Integer(3))])
    assert found == 2 * exact + 3 * above
    assert type(found) is Upper
    assert type(counted_sum([(exact, Integer(2)), (Rational(1, 2), Integer(1))])) is Rational
    assert counted_sum([(above, Integer(2)), (sqrt(3), Integer(1))]) == 2 * above + sqrt(3)
    beside = composed([Gaussian(1).allocate(100), Gaussian(2)])
    for value in (beside.kl(), beside.renyi(8)):
        assert "/" not in str(value)
    assert str(composed([Gaussian(1), ZCDP(exact)]).renyi(2)) == "5/3"


def test_at_delta_0_the_greatest_loss_is_exact():
    promises = composed([guarantee(PureDP(Rational(1, 10))), guarantee(PureDP(Rational(1, 5)))])
    assert promises.epsilon(0) == Rational(3, 10)
    assert composed([Laplace(1), RandomizedResponse(Rational(1, 10))]).epsilon(0) == Rational(11, 10)
    # on samples it is rounded up
    sampled = composed([Laplace(1).subsample(Rational(1, 10)), RandomizedResponse(1).subsample(Rational(1, 5))])
    exact = log(1 + (exp(1) - 1) / 10) + log(1 + (exp(1) - 1) / 5)
    assert 0 <= sampled.epsilon(0) - exact.n(30) < 10**-11
