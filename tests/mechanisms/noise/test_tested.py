"""Propose-test-release: it releases as often as it says, and hides what its test does not find."""

import math

import numpy as np
import pytest

from mechanisms import ProposeTestRelease
from mechanisms.errors import ParameterError

SIZE, SIGMAS = 40_000, 6


@pytest.mark.parametrize("distance", [0.0, 1.0, 4.0])
def test_a_release_is_as_frequent_as_its_probability(distance):
    mechanism = ProposeTestRelease(1.0, 0.05, 2.0)
    drawn = np.asarray(mechanism.release(np.full(SIZE, 3.0), distance, np.random.default_rng(2)))
    share, released = mechanism.passes(distance), drawn[~np.isnan(drawn)]
    assert abs(released.size - SIZE * share) < SIGMAS * math.sqrt(SIZE * share * (1 - share))
    assert abs(released.mean() - 3.0) < SIGMAS * 2 * math.sqrt(2 / released.size)
    assert abs(np.abs(released - 3.0).mean() - 2.0) < SIGMAS * 2 / math.sqrt(released.size)


def test_at_distance_0_it_releases_with_probability_delta_at_most():
    for eps, delta in ((0.5, 1e-6), (1.0, 0.01), (4.0, 0.4)):
        mechanism = ProposeTestRelease(eps, delta)
        assert delta * (1 - 1e-9) < mechanism.passes(0.0) <= delta * (1 + 1e-15)
        assert mechanism.passes(1.0) <= math.exp(eps) * mechanism.passes(0.0) * (1 + 1e-9)
        assert mechanism.passes(2.0) > math.exp(0.1 * eps) * mechanism.passes(0.0)


def test_a_number_for_a_number():
    found = ProposeTestRelease(1.0, 0.1).release(0.0, 50, np.random.default_rng(1))
    assert isinstance(found, float)
    assert not math.isnan(found)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: ProposeTestRelease(0, 0.1), "eps"),
        (lambda: ProposeTestRelease(1, 0.5), r"in \(0, 1/2\)"),
        (lambda: ProposeTestRelease(1, 0.1, -1), "sensitivity"),
        (lambda: ProposeTestRelease(1, 0.1).release(0.0, -1, np.random.default_rng()), "from 0 on"),
        (lambda: ProposeTestRelease(1, 0.1).release(math.nan, 1, np.random.default_rng()), "finite"),
    ],
)
def test_what_breaks_a_rule_is_refused(make, says):
    with pytest.raises(ParameterError, match=says):
        make()
