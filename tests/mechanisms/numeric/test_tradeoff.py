"""Trade-off functions: closed forms, atoms with randomisation, tiny errors, and the dual of the hockey-stick divergence."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

from mechanisms import FinitePair, ParameterError, gaussian_pair, laplace_pair
from mechanisms.families.half_line import exponential_pair
from mechanisms.numeric.countable import CountablePair
from mechanisms.numeric.interface import Divergences

INF = math.inf
LEVELS = (1e-300, 1e-20, 1e-6, 0.01, 0.3, 0.5, 0.9, 0.999, 1 - 1e-9)
DISTANCES = [0.5, 0.01, 1.0, 3.0, 10.0]


@pytest.fixture(autouse=True)
def many_digits():
    with mp.workdps(60):
        yield


def gaussian_curve(level, distance):
    """Return Phi(Phi^-1(1 - t) - d), the quantile by Newton from a rough start."""
    t = mp.mpf(level)
    start = -mp.sqrt(-2 * mp.log(t)) if t < 1e-6 else mp.sqrt(2) * mp.erfinv(2 * float(t) - 1)
    quantile = -mp.findroot(lambda z: mp.log(mp.erfc(-z / mp.sqrt(2)) / 2) - mp.log(t), start)
    return mp.erfc(-(quantile - distance) / mp.sqrt(2)) / 2


def laplace_curve(level, distance):
    """Return the curve of a shift by d scales: lines of slope -e^d and -e^-d, and between them e^-d/(4 t)."""
    t, d = mp.mpf(level), mp.mpf(distance)
    if t < mp.exp(-d) / 2:
        return 1 - mp.exp(d) * t
    if t > mp.mpf(1) / 2:
        return mp.exp(-d) * (1 - t)
    return mp.exp(-d) / (4 * t)


@pytest.mark.slow
@pytest.mark.parametrize("distance", DISTANCES)
def test_gaussian(holds, distance):
    pair = gaussian_pair(0, 1, distance, 1)
    for level in LEVELS:
        relative = 1e-6 if level < 0.99 and distance < 5 else None
        holds(pair.tradeoff(level), gaussian_curve(level, distance), relative, (distance, level))


@pytest.mark.slow
@pytest.mark.parametrize("distance", DISTANCES)
def test_laplace_with_its_two_atoms(holds, distance):
    pair = laplace_pair(0, 2, 2 * distance, 2)
    for level in LEVELS:
        relative = 1e-10 if level < 0.99 else None
        holds(pair.tradeoff(level), laplace_curve(level, distance), relative, (distance, level))


def test_the_ends_of_the_curve(holds):
    for pair in (gaussian_pair(0, 1, 1, 1), laplace_pair(0, 1, 1, 1)):
        holds(pair.tradeoff(0), mp.mpf(1), 1e-13)
        assert pair.tradeoff(1).upper == 0


def test_laws_that_agree_have_the_diagonal(holds):
    pair = laplace_pair(0, 1, 0, 1)
    for level in (0.0, 0.1, 0.7):
        holds(pair.tradeoff(level), 1 - mp.mpf(level), 1e-12)


def test_laws_far_apart_leave_nothing_to_err():
    estimate = gaussian_pair(0, 1e-3, 1, 1e-3).tradeoff(0.01)
    assert -1e-300 <= estimate.lower <= estimate.upper <= 1e-300


def random_masses(rng, size):
    weights = rng.integers(0, 40, size=size) * rng.integers(0, 2, size=size)
    weights[rng.integers(0, size)] += 1
    total = int(weights.sum())
    return [Fraction(int(weight), total) for weight in weights]


def test_finite_laws_are_exact_and_the_general_road_agrees(holds):
    """100 random pairs with zeros and ties: the general algorithm sees the same masses as atoms of a pair on the integers."""
    rng = np.random.default_rng(61)
    for _ in range(100):
        size = int(rng.integers(2, 7))
        p, q = random_masses(rng, size), random_masses(rng, size)
        pair, level = FinitePair(p, q), float(rng.choice([0.0, 0.1, 0.5, 0.9, rng.uniform()]))
        truth = pair.tradeoff_exact(Fraction(level))
        exact = mp.mpf(truth.numerator) / truth.denominator
        holds(pair.tradeoff(level), exact, 1e-15)
        holds(Divergences.tradeoff(pair, level), exact, None, (p, q, level))


def test_finite_laws_by_every_test_that_there_is():
    """The curve is the lower hull of the errors of all deterministic tests."""
    rng = np.random.default_rng(62)
    for _ in range(20):
        p, q = random_masses(rng, 4), random_masses(rng, 4)
        points = [
            (
                sum((p[i] for i in range(4) if chosen >> i & 1), Fraction(0)),
                sum((q[i] for i in range(4) if not chosen >> i & 1), Fraction(0)),
            )
            for chosen in range(16)
        ]
        for level in (Fraction(0), Fraction(1, 7), Fraction(1, 2), Fraction(9, 10)):
            hull = min(
                b + (d - b) * (level - a) / (c - a) if c > a else min(b, d)
                for a, b in points
                for c, d in points
                if a <= level <= c
            )
            assert FinitePair(p, q).tradeoff_exact(level) == hull


def test_atoms_between_densities_need_randomisation(holds):
    """A geometric law against a faster one: every loss is an atom, and the curve is linear between them."""
    pair = CountablePair(
        lambda k: (k + 1) * math.log(0.5), lambda k: math.log(0.75) + k * math.log(0.25), (0,), (0, INF)
    )
    # The loss is least at 0: reject there first, P has 1/2 and Q has 3/4.
    for level, truth in ((0.25, 0.625), (0.5, 0.25), (0.625, 0.15625), (0.75, 0.0625)):
        holds(pair.tradeoff(level), mp.mpf(truth), 1e-11, level)


@pytest.mark.slow
def test_the_curve_is_the_dual_of_the_hockey_stick_divergence():
    """For every eps and t the curve is at least 1 - delta(eps) - e^eps t, with delta of Q from P."""
    rng = np.random.default_rng(63)
    for pair in (gaussian_pair(0, 1, 1, 2), laplace_pair(0, 1, 1.5, 0.5)):
        mirror = pair.reversed()
        for level in rng.uniform(size=5).tolist():
            curve = pair.tradeoff(level)
            for eps in rng.normal(size=10).tolist():
                assert curve.upper >= 1 - mirror.hockey_stick(eps).upper - math.exp(eps) * level - 1e-15


def test_unequal_variances_against_a_numeric_level_set(holds):
    """N(0, 1) against N(1, 4): the best test rejects outside an interval around the minimum of the loss's negative."""
    pair = gaussian_pair(0, 1, 1, 2)
    center = -mp.mpf(1) / 3  # of the interval on which the loss is large

    def mass(radius, mean, sigma):
        ends = ((center + sign * radius - mean) / sigma for sign in (-1, 1))
        low, high = (mp.ncdf(end) for end in ends)
        return high - low

    for level in (0.01, 0.2, 0.6):
        radius = mp.findroot(lambda r, level=level: 1 - mass(r, 0, 1) - level, 1)
        holds(pair.tradeoff(level), mass(radius, 1, 2), 1e-9, level)


@pytest.mark.parametrize("level", [-0.1, 1.1, math.nan, INF, 1j, True, "0.5", None])
def test_bad_levels_are_refused(level):
    for pair in (gaussian_pair(0, 1, 1, 1), FinitePair((0.5, 0.5), (0.25, 0.75))):
        with pytest.raises(ParameterError, match=r"^type_one must be"):
            pair.tradeoff(level)


@pytest.mark.parametrize("level", [-1, 2, 0.5, True, "1", None])
def test_levels_that_are_not_rational_are_refused(level):
    with pytest.raises(ParameterError, match=r"^type_one must be a Fraction"):
        FinitePair((0.5, 0.5), (0.25, 0.75)).tradeoff_exact(level)


def test_a_set_that_shrinks_to_a_point_of_the_line_has_no_mass():
    """Shifted exponential laws of one rate: the loss takes one value, and its level set may be a point."""
    rate = 1 / 3.875
    level = 16 / 39
    error = exponential_pair(rate, rate, 1.0, 0.0).tradeoff(level)
    assert abs(error.value - (1 - level) * math.exp(-rate)) <= error.error
