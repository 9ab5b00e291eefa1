"""The notes: their results, errata, noise on a grid, loss distributions and figures."""

import math
from fractions import Fraction

import numpy as np
import pytest

from papers.google_2026 import exact, noise, tables
from papers.paper import load
from papers.recount import hockey_stick
from theorems.registry import registry

PAPER = load("google_2026")
LIBRARY = registry()
BY_ID = {erratum.id: erratum for erratum in PAPER.errata}


def test_the_sums_of_noise_on_its_grid_tell_the_last_bits_of_the_input():
    step = Fraction(2, 2**48)
    reached = {bits: {(Fraction(bits, 2**50) + k * step) % step for k in range(-4, 5)} for bits in range(8)}

    assert all(len(rest) == 1 for rest in reached.values())
    assert len(set().union(*reached.values())) == 8
    assert (Fraction(8, 2**50) % step) == 0


def test_the_amounts_are_those_of_the_formulas():
    added = (15.2 + 2.2 * 0.4 * math.log(2**96) ** 1.5) / 2**48

    assert f"{added * 2**40:.2f} times" in BY_ID["1.11-sum"].amount
    assert f"2^({math.log2(added):.2f})" in BY_ID["1.11-sum"].correct
    assert f"{math.sqrt(math.log(2**96)):.1f}" in BY_ID["1.11-range"].correct
    assert f"{math.erfc(5 / math.sqrt(2)):.0e}".replace("e-07", "e-7") in BY_ID["1.11-range"].correct
    left = hockey_stick([0.9 * 0.75 + 0.025, 0.1 * 0.75 + 0.225 - 0.0], [0.25, 0.75], math.log(1.5))
    assert f"{left:.3f}" in BY_ID["4.22-weights"].amount


def test_the_binomial_approximation_is_far_better_than_its_bound():
    assert f"{tables.worst(10**6) / exact.nu(10**6):.4f}" in BY_ID["1.6-halved"].note
    assert exact.binomial_off(100, 0) == pytest.approx(
        math.comb(100, 50) / 2**100 / math.sqrt(2 / (math.pi * 100)) - 1, rel=1e-9
    )


def test_the_algorithm_samples_the_cut_off_function():
    """Forty thousand rounds for sqrt(n) = 16: the accepted places against the function, within five standard errors; seeded."""
    n, rng = 256, np.random.default_rng(3)
    width = math.floor(math.sqrt(2 * n) + 1)
    found = []
    for _ in range(40_000):
        s = int(rng.geometric(0.5)) - 1
        block = s if rng.random() < 0.5 else -s - 1
        i = block * width + int(rng.integers(width))
        if rng.random() < exact.approximated(n, i, 0.1) * width * 2**s / 4:
            found.append(i)
    total = sum(exact.approximated(n, i, 0.1) for i in range(-n // 2, n // 2 + 1))
    near = sum(exact.approximated(n, i, 0.1) for i in range(-4, 5)) / total
    share = sum(abs(i) <= 4 for i in found) / len(found)

    assert len(found) > 2000
    assert abs(share - near) < 5 * math.sqrt(near * (1 - near) / len(found))
    assert abs(share - 0.36) > 0.01


def test_rounding_alone_moves_a_value_by_a_step_more():
    assert noise.step(1.0, 1.0, 0) == 2.0
    assert noise.step(1.5, 1.0, 3) == 0.25
