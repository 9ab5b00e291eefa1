"""Mean oracles: their cells have the mean that was asked for, keep eps, and are what is drawn from."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from mechanisms import HybridMean, OneBitMean, PiecewiseMean
from mechanisms.errors import ParameterError

ORACLES = [kind(eps) for kind in (OneBitMean, PiecewiseMean, HybridMean) for eps in (0.5, 1.0, 3.0)]
PLACES = (-1.0, -0.375, 0.0, 0.5, 1.0)
SIZE = 40_000
SIGMAS = 6


def name(oracle):
    return f"{type(oracle).__name__}({oracle.eps})"


@pytest.mark.parametrize("oracle", ORACLES, ids=name)
@pytest.mark.parametrize("place", PLACES)
def test_the_law_has_mass_1_and_the_right_mean_exactly(oracle, place):
    law = oracle.cells(Fraction(place))
    assert sum(mass for *_, mass in law) == 1
    assert sum(mass * (low + high) / 2 for low, high, mass in law) == Fraction(place)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("oracle", ORACLES, ids=name)
def test_eps_is_kept_everywhere_and_used_up_at_the_ends(oracle):
    for first, second in itertools.permutations(PLACES, 2):
        pair = oracle.pair(first, second)
        assert pair.max_divergence().value <= oracle.eps
        for level in (0.0, 0.3, 0.9):
            assert pair.hockey_stick(level).value <= oracle.pair().hockey_stick(level).value * (1 + 1e-14)
    assert oracle.pair().max_divergence().value >= oracle.eps * (1 - 1e-14)
    assert oracle.pair().max_divergence().value > type(oracle)(0.99 * oracle.eps).eps


@pytest.mark.parametrize("oracle", ORACLES, ids=name)
@pytest.mark.parametrize("place", PLACES)
def test_answers_come_as_often_as_their_law_says(oracle, place):
    drawn = np.asarray(oracle.release(np.full(SIZE, place), np.random.default_rng(3)))

    def fits(other):
        law = [(float(low), float(high), float(mass)) for low, high, mass in oracle.cells(Fraction(other))]
        atoms = {low for low, high, _ in law if low == high}
        for low, high, mass in law:
            inside = (drawn == low) if low == high else (drawn >= low) & (drawn <= high) & ~np.isin(drawn, list(atoms))
            if abs(inside.sum() - SIZE * mass) > SIGMAS * math.sqrt(SIZE * mass * (1 - mass)) + 1:
                return False
            if low < high and abs(drawn[inside].mean() - (low + high) / 2) > SIGMAS * (high - low) / math.sqrt(
                12 * inside.sum()
            ):
                return False
        return True

    assert fits(place)
    assert not fits(place - 0.25 if place > 0 else place + 0.25)
    assert abs(drawn.mean() - place) < SIGMAS * math.sqrt(oracle.variance(place) / SIZE)
    assert drawn.var() == pytest.approx(oracle.variance(place), rel=0.05)


def test_one_bit_is_drawn_exactly_too():
    oracle = OneBitMean(1.0)
    drawn = np.asarray(oracle.release_exact(np.full(4000, 0.5), np.random.default_rng(9)))
    (high, _, mass), _ = oracle.cells(Fraction(1, 2))
    assert set(drawn.tolist()) == {float(high), -float(high)}
    assert abs((drawn > 0).mean() - float(mass)) < SIGMAS * math.sqrt(float(mass * (1 - mass)) / 4000)
    assert isinstance(oracle.release_exact(0.5), float)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: PiecewiseMean(0), "positive"),
        (lambda: HybridMean(-1.0), "non-negative"),
        (lambda: OneBitMean(701.0), "at most 700"),
        (lambda: OneBitMean(1.0).release([1.5], np.random.default_rng()), r"in \[-1, 1\]"),
        (lambda: OneBitMean(1.0).release([math.nan], np.random.default_rng()), "finite"),
        (lambda: PiecewiseMean(1.0).pair(1.0, 2.0), r"in \[-1, 1\]"),
        (lambda: PiecewiseMean(1.0).variance(-2.0), r"in \[-1, 1\]"),
    ],
)
def test_what_breaks_a_rule_is_refused(make, says):
    with pytest.raises(ParameterError, match=says):
        make()
