"""Samples of a peer against laws: the right law passes, one a tenth too wide does not, and what floats give away is bounded."""

import math
from pathlib import Path

import numpy as np
import pytest

import theorems
from theorems import lines
from theorems.peers.errors import PeerError
from theorems.peers.floats import check_floats, off_grid
from theorems.peers.samplers import FALSE_ALARM, PLAN, check_samplers, grid_of

from .planted import CALLS

N = 20_000


def _check(call, arguments, n=N):
    (found,) = check_samplers("planted", n=n, calls=CALLS, plan=((call, arguments),))
    return found


def test_samples_of_the_right_law_are_accepted():
    """Seeded; the rate of false alarms is 1e-6."""
    found = _check("sample_laplace", {"b": 3.0})
    assert found.accepted
    assert found.theorem == "mechanism.laplace"
    assert found.false_alarm == FALSE_ALARM


def test_a_deviation_a_tenth_too_great_is_refuted():
    """The distance of the laws is 0.023 and seen at 60,000 samples, where 0.018 is refuted with a power of 99 %."""
    found = _check("sample_gaussian", {"sigma": 2.0}, 60_000)
    assert found.accepted is False
    assert found.statistic > found.threshold
    assert found.distance < 0.023


def test_a_sampler_that_fails_is_told_with_its_reason():
    found = _check("sample_response", {"probability": 0.75})
    assert found.accepted is None
    assert found.reason == "ValueError: no samples today"


def test_the_stated_power_is_that_of_the_bound():
    found = _check("sample_laplace", {"b": 3.0})
    expected = math.sqrt(math.log(2e6) / (2 * N)) + math.sqrt(math.log(200) / (2 * N))
    assert found.distance == pytest.approx(expected)


@pytest.mark.parametrize("peer", sorted(PLAN))
def test_every_planned_sampler_has_a_law_of_a_registered_entry(peer):
    from theorems.peers.samplers import _law

    certificates = Path(theorems.__file__).with_name("certificates")
    for call, arguments in PLAN[peer]:
        law = _law(call, arguments, 1.0)
        assert lines.read(law.theorem, certificates) is not None
        at = np.asarray(law.cdf(np.array([-1e6, -0.25, 0.0, 0.25, 1e6])))
        assert at[0] == pytest.approx(0, abs=1e-6)
        assert at[-1] == pytest.approx(1, abs=1e-6)
        assert (np.diff(at) >= 0).all()


def test_a_peer_without_samplers_is_refused():
    with pytest.raises(PeerError, match="peer with samplers must be one of opendp, diffprivlib, got 'opacus'"):
        list(check_samplers("opacus"))


@pytest.mark.parametrize("n", [0, -5, 2.5, True])
def test_a_number_of_samples_that_is_none_is_refused(n):
    with pytest.raises(PeerError, match="number of samples must be a positive integer"):
        list(check_samplers("opendp", n=n))


@pytest.mark.parametrize(
    ("samples", "words"),
    [
        ([0.5, -1.25, 3.0], "all on the grid of 2**-2; 0 of 3 repeated"),
        ([4.0, 4.0, 12.0], "all on the grid of 2**2; 1 of 3 repeated"),
        ([0.0, 0.0], "all samples are 0"),
        ([1 + 2**-52], "all on the grid of 2**-52; 0 of 1 repeated"),
    ],
)
def test_the_grid_of_samples_is_the_coarsest_that_holds_them_all(samples, words):
    assert grid_of(np.array(samples)) == words


def test_only_small_releases_off_the_grid_count_as_the_event():
    assert off_grid(np.array([2.0**-54, 2.0**-53, 0.125, 0.3, 1e-3 * 2.0**-50])).tolist() == [
        True,
        False,
        False,
        False,
        True,
    ]


def test_sums_in_floats_give_the_answer_away(tmp_path):
    """A sum that is rounded to a float is refuted with certainty; noise that does not depend on the answer bounds nothing."""
    calls = tmp_path / "calls.py"
    calls.write_text(
        "def version():\n    return '1.0'\n\n\n"
        "def release_laplace(b, answer, n, seed):\n"
        "    import random\n\n"
        "    draw = random.Random(seed)\n"
        "    return [answer + draw.choice((-1, 1)) * draw.expovariate(1 / b) * (1 + 2**-30) for _ in range(n)]\n"
    )
    found = check_floats("planted", n=N, calls=calls)
    assert found.lower > 3 > found.claimed
    assert found.hits[1] == 0
    calls.write_text(calls.read_text().replace("[answer + ", "["))
    assert check_floats("planted", n=N, calls=calls).lower == 0
