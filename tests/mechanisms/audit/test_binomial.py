"""Clopper-Pearson bounds: exact levels, rounded outward, and bad input."""

import math

import mpmath as mp
import numpy as np
import pytest

from mechanisms import ParameterError
from mechanisms.audit.binomial import lower_probability, upper_probability

CASES = [
    (k, n, level)
    for n in (1, 10, 1000, 250_000)
    for k in sorted({0, 1, 2 if n > 1 else 1, n // 3, n - 1, n})
    for level in (1e-9, 0.0025, 0.4)
]


def at_least(k, n, p):
    """Binomial tail at 40 digits, term by term until the rest no longer matters."""
    term = mp.binomial(n, k) * p**k * (1 - p) ** (n - k)
    total, count = term, k
    while count < n and term > total * mp.mpf("1e-30"):
        term *= mp.mpf(n - count) / (count + 1) * p / (1 - p)
        total, count = total + term, count + 1
    return total


@pytest.mark.parametrize(("k", "n", "level"), CASES)
def test_the_tail_at_a_bound_has_the_level_and_never_more(k, n, level):
    """At a level of 1e-9 the bound may be within rounding of an end, where only the safe side is asked for."""
    low, high = float(lower_probability(k, n, level)), float(upper_probability(k, n, level))
    slack = 1e-4 if level > 1e-6 else 1
    with mp.workdps(40):
        if k > 0:
            assert level * (1 - slack) <= at_least(k, n, mp.mpf(low)) <= level
        if k < n and high < 1:
            assert level * (1 - slack) <= at_least(n - k, n, 1 - mp.mpf(high)) <= level


def test_the_ends_are_zero_and_one():
    assert lower_probability(0, 10, 0.01) == 0
    assert upper_probability(10, 10, 0.01) == 1
    assert upper_probability(0, 10, 0.01) == pytest.approx(1 - 0.01**0.1, rel=1e-8)


def test_bounds_are_vectorised_and_enclose_the_frequency():
    hits = np.arange(51)
    low, high = lower_probability(hits, 50, 0.1), upper_probability(hits, 50, 0.1)
    assert ((low < hits / 50) | (hits == 0)).all()
    assert ((high > hits / 50) | (hits == 50)).all()
    np.testing.assert_allclose(low, 1 - high[::-1], rtol=1e-8)


def test_the_chance_of_missing_is_at_most_the_level():
    """Summed over the exact binomial law of 30 runs: at no probability of a grid is the level exceeded."""
    low, high = lower_probability(np.arange(31), 30, 0.05), upper_probability(np.arange(31), 30, 0.05)
    for p in np.linspace(0.01, 0.99, 99):
        law = [math.comb(30, k) * p**k * (1 - p) ** (30 - k) for k in range(31)]
        assert math.fsum(m for m, bound in zip(law, low, strict=True) if bound > p) <= 0.05
        assert math.fsum(m for m, bound in zip(law, high, strict=True) if bound < p) <= 0.05


@pytest.mark.parametrize("bound", [lower_probability, upper_probability])
def test_bad_input_is_refused(bound):
    for hits in (-1, 11, 1.0, "a", True, math.nan, [1, 11]):
        with pytest.raises(ParameterError, match=r"^hits must be integers from 0 to 10"):
            bound(hits, 10, 0.1)
    for runs in (0, -1, 1.5, True, None, "3"):
        with pytest.raises(ParameterError, match=r"^runs must be a positive integer"):
            bound(0, runs, 0.1)
    for level in (0, 1, -1, math.nan, True, None):
        with pytest.raises(ParameterError, match=r"^level must be"):
            bound(1, 10, level)
