"""The rules for arrays that every mechanism shares."""

import numpy as np
import pytest

import mechanisms
from mechanisms.errors import ParameterError
from mechanisms.validate import finite_array, plain_array

MASKED = np.ma.masked_array([1, 0, 1], mask=[False, True, False])


@pytest.mark.parametrize("values", [MASKED, [MASKED, MASKED], MASKED.astype(float)])
def test_a_masked_array_is_refused(values):
    with pytest.raises(ParameterError, match="numbers, without a mask"):
        plain_array("answers", values, "numbers")


def test_no_mechanism_releases_what_is_masked():
    rng = np.random.default_rng(0)
    for release in (
        mechanisms.Laplace(1.0).release,
        mechanisms.DiscreteGaussian(1.0).release,
        mechanisms.RandomizedResponse(1.0).release,
        mechanisms.KaryRandomizedResponse(3, 1.0).release,
        mechanisms.VectorGaussian([[1.0]]).release,
    ):
        with pytest.raises(ParameterError, match="without a mask"):
            release(MASKED, rng)


def test_integers_that_a_float_does_not_hold_are_refused():
    """Rounded, the neighbours 2^53 and 2^53 + 1 would be one answer, and 2^53 + 1 and 2^53 + 2 two apart."""
    assert finite_array("answers", np.int64(2**53)) == 2.0**53
    for number in (2**53 + 1, -(2**53) - 1, np.int64(2**62), np.uint64(2**63)):
        with pytest.raises(ParameterError, match=r"answers must be finite real numbers.*integers of at most 2\^53"):
            finite_array("answers", number)
