"""The proof documents: their results, errata, samplers run over all coins, thresholds and canonical noise."""

import math

import numpy as np
import pytest

from papers.opendp_2026 import canonical, coins, exact, tables
from papers.paper import load
from theorems.registry import registry

PAPER = load("opendp_2026")
LIBRARY = registry()
BY_ID = {erratum.id: erratum for erratum in PAPER.errata}


def test_a_count_that_only_one_neighbour_has_is_told_more_often_than_is_charged():
    """Twenty thousand noisy counts at s = 1, T = 3: 2000 are expected by the exact probability, 1353 by the charged one; seeded."""
    rng = np.random.default_rng(11)
    noise = rng.geometric(1 - math.exp(-1), 20_000) - rng.geometric(1 - math.exp(-1), 20_000)
    told = float((1 + noise >= 3).mean())

    assert told == pytest.approx(exact.laplace_reaches(2, 1.0), abs=0.011)  # five standard errors
    assert told > exact.laplace_charged(2, 1.0) + 0.011


def test_the_amounts_are_those_of_the_exact_tails():
    def ratio(distance, scale):
        return exact.laplace_reaches(distance, scale) / exact.laplace_charged(distance, scale)

    assert f"{ratio(2, 1.0):.2f} times at s = 1" in BY_ID["4.2-kept"].amount
    assert f"{ratio(20, 10.0):.2f} times at s = 10" in BY_ID["4.2-kept"].amount
    assert tables.told(1.0)[0] == 3
    assert f"{tables.told(1.0)[2]:.1f} times delta_1 at sigma = 1" in BY_ID["4.3-kept"].amount
    assert f"{tables.told(10.0)[2]:.1f} times at sigma = 10" in BY_ID["4.3-kept"].amount


def test_subnormal_floats_are_returned_half_as_often_and_normal_ones_as_they_are():
    assert coins.float_chance(5e-324) * 2 == 2.0**-1074
    assert coins.float_chance(2.0**-1022) == 2.0**-1022


def test_the_program_for_selection_stops_too_soon_for_small_gamma_and_too_late_for_great_ones():
    assert f"{tables.stopping(0.5):.2f}" in BY_ID["6.1-inverse"].note
    assert tables.stopping(0.001) == 1.0
    assert tables.stopping(0.9) < 0.9
    assert 1 / math.log1p(-0.001) * math.log10(math.e) == pytest.approx(-434, abs=0.3)


def test_the_recursion_for_quantiles_does_not_end_at_the_ends():
    assert canonical.quantile(1e-12, 1.0, 0.0) < -20
    assert canonical.quantile(0.0, 1.0, 0.1) > -20
    with pytest.raises(RecursionError, match="must end"):
        canonical.quantile(0.0, 1.0, 0.0, steps=50)
