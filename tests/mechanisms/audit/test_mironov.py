"""The attack on the least significant bits of noise in floating point (Mironov, CCS 2012)."""

import numpy as np
import pytest

from mechanisms import Gaussian, Laplace
from mechanisms.audit.claims import ApproximateClaim
from mechanisms.audit.run import audit_events, audit_mechanism
from mechanisms.audit.statistics import lowest_bit

ONE = ApproximateClaim(1.0)


def rng(seed=1):
    return np.random.default_rng(seed)


def textbook(answer, source, n):
    """Laplace noise of scale 1 by inversion, as textbooks have it: a sign times the logarithm of a uniform float."""
    uniform = (source.integers(0, 2**53, n) + 1) / 2.0**53
    return answer + np.where(source.random(n) < 0.5, 1.0, -1.0) * np.log(uniform)


def reachable(output, answer):
    """Whether some uniform float of 53 bits makes the textbook mechanism return this very double.

    The noise is known up to the rounding of one addition, so only the multiples of 2^-53 next to its exponential are
    tried; 16 on each side cover that rounding and those of the exponential and the logarithm.
    """
    noise = output - answer
    near = np.rint(np.exp(-np.abs(noise)) * 2.0**53)
    found = np.zeros(output.shape, bool)
    for step in range(-16, 17):
        uniform = np.clip(near + step, 1, 2.0**53) / 2.0**53
        for sign in (1.0, -1.0):
            found |= answer + sign * np.log(uniform) == output
    return found


def test_every_output_is_reachable_from_its_own_answer():
    for answer in (0.0, 1.0):
        assert reachable(textbook(answer, rng(), 20_000), answer).all()


def test_the_doubles_that_the_textbook_mechanism_reaches_give_the_answer_away():
    """No output on the second answer is in the event by the test above, a large part of those on the first is."""

    def only_from_zero(x):
        return reachable(x, 0.0) & ~reachable(x, 1.0)

    found = audit_events(textbook, (0.0, 1.0), ONE, rng(), events=[only_from_zero], runs=20_000, batched=True)
    assert found.hits[1] == 0
    assert found.contradicted
    assert found.lower > 5


@pytest.mark.parametrize(
    "mechanism",
    [
        textbook,
        lambda answer, source, n: Laplace(1.0).release(np.full(n, answer), source),
        lambda answer, source, n: Gaussian(1.0).release(np.full(n, answer), source),
    ],
)
def test_the_lowest_bit_gives_the_answer_away_without_knowing_the_sampler(mechanism):
    """The noise classes of this package say in their docstrings that they do not protect these bits."""
    claim = ApproximateClaim(5.0, 1e-5)
    options = {"runs": 50_000, "batched": True}
    found = audit_mechanism(mechanism, (0.0, 1.0), claim, rng(), **options)
    assert found.contradicted
    assert found.event.startswith("lowest bit of x[0] ")
    law = audit_mechanism(mechanism, (0.0, 1.0), claim, rng(), statistics=["usual"], **options)
    assert law.verdict == "not contradicted"


def test_the_lowest_bit_is_a_statistic_of_the_callers_as_well():
    found = audit_mechanism(textbook, (0.0, 1.0), ONE, rng(), runs=50_000, statistics=[lowest_bit], batched=True)
    assert found.contradicted
    assert found.event.startswith("lowest_bit ")


def test_noise_rounded_to_a_coarse_grid_hides_the_bits():
    """Rounding is post-processing of real noise; what floats add to that is too small to be seen here."""

    def rounded(answer, source, n):
        return np.rint(textbook(answer, source, n) * 1024) / 1024

    assert audit_mechanism(rounded, (0.0, 1.0), ONE, rng(), runs=200_000, batched=True).verdict == "not contradicted"
