"""Printed digits held against values."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papers.digits import Match, compare_digits
from papers.errors import PaperDataError


@pytest.mark.parametrize(
    ("printed", "value", "error", "match", "said"),
    [
        ("0.05", "0.05", 0, Match.EQUAL, "equal"),
        ("0.05", "0.0499", 0, Match.ROUNDED, "equal after rounding"),
        ("90.1", 88.12, 0, Match.DIFFERENT, "different by 19.8 units in the last place"),
        ("90.1", 88.12, 7, Match.OPEN, "equal within the error of the value"),
        ("0.2", Fraction(1, 4), 0, Match.ROUNDED, "equal after rounding"),
        ("0.3", Fraction(1, 4), 0, Match.OPEN, "equal within the error of the value"),
        ("1e-5", "0.00001", 0, Match.EQUAL, "equal"),
        ("528", 527.6, 0, Match.ROUNDED, "equal after rounding"),
        ("-3", "3", 0, Match.DIFFERENT, "different by 6 units in the last place"),
    ],
)
def test_a_printed_number_is_equal_rounded_open_or_different(printed, value, error, match, said):
    found = compare_digits(printed, value, error)

    assert found.match is match
    assert str(found) == said


@given(st.fractions(-100, 100, max_denominator=10**6), st.integers(0, 6))
def test_a_correctly_rounded_number_never_differs(value, places):
    printed = str(Decimal(round(value * 10**places)).scaleb(-places))

    assert compare_digits(printed, value).match in (Match.EQUAL, Match.ROUNDED)


@given(st.integers(-(10**6), 10**6), st.integers(2, 10**4))
def test_units_count_in_the_last_place(number, units):
    found = compare_digits(f"{number / 1000:.3f}", Fraction(number + units, 1000))

    assert found.match is Match.DIFFERENT
    assert found.units == units


@pytest.mark.parametrize("printed", ["", "x", "1,5", "nan", "0x1", "1 ", None, 3.5])
def test_what_is_no_printed_decimal_is_refused(printed):
    with pytest.raises(PaperDataError, match="a printed number must be a decimal"):
        compare_digits(printed, 1)


@pytest.mark.parametrize(("value", "error"), [(float("nan"), 0), (float("inf"), 0), ("x", 0), (1, float("nan"))])
def test_values_must_be_finite(value, error):
    with pytest.raises(PaperDataError, match="must be a finite number"):
        compare_digits("1", value, error)


def test_an_error_is_not_negative():
    with pytest.raises(PaperDataError, match="must not be negative"):
        compare_digits("1", 1, -1)
