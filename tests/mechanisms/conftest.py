"""The one way in which this folder compares an estimate with the truth."""

import math
import sys

import mpmath as mp
import pytest


@pytest.fixture(scope="session")
def holds():
    """Assert that the truth is within the stated error, and the error within a relative bound if one is given."""

    def check(estimate, truth, relative=None, case=None):
        if truth == mp.inf:
            assert (estimate.value, estimate.error) == (math.inf, 0), f"{case}: {estimate}, should be infinite"
            return
        assert math.isfinite(estimate.value), f"{case}: {estimate}, should be {mp.nstr(truth, 20)}"
        with mp.workdps(60):
            distance = abs(mp.mpf(estimate.value) - truth)
            assert distance <= estimate.error, f"{case}: {estimate}, should be {mp.nstr(truth, 20)}"
            assert estimate.lower <= truth <= estimate.upper, f"{case}: {estimate}"
            if relative is not None:
                # Below the normal floats there are no relative errors to speak of.
                bound = relative * abs(truth) + sys.float_info.min
                assert estimate.error <= bound, f"{case}: {estimate} is too vague for {mp.nstr(truth, 20)}"

    return check
