"""An estimate: a value, an error, and ends rounded outward."""

import math
from fractions import Fraction

import pytest

from mechanisms import Estimate, ParameterError


@pytest.mark.parametrize(("value", "error"), [(1.0, 1e-17), (-3.5, 1e-300), (1e300, 1.0), (0.1, 0.2), (0.0, 5e-324)])
def test_ends_contain_the_exact_range(value, error):
    estimate = Estimate(value, error)
    assert Fraction(estimate.lower) <= Fraction(value) - Fraction(error)
    assert Fraction(estimate.upper) >= Fraction(value) + Fraction(error)


def test_without_error_the_ends_are_the_value():
    assert (Estimate(0.25, 0.0).lower, Estimate(0.25, 0.0).upper) == (0.25, 0.25)


def test_an_infinite_value_has_infinite_ends():
    assert (Estimate(math.inf, 0.0).lower, Estimate(math.inf, 0.0).upper) == (math.inf, math.inf)


@pytest.mark.parametrize(("value", "error"), [(math.nan, 0.0), (1.0, -1e-9), (1.0, math.nan), (1.0, math.inf)])
def test_nonsense_is_refused(value, error):
    with pytest.raises(ParameterError):
        Estimate(value, error)


def test_an_infinite_value_with_an_error_is_refused():
    with pytest.raises(ParameterError, match="error must be 0 beside an infinite value"):
        Estimate(math.inf, 1.0)
