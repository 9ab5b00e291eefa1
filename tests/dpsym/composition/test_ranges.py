"""Bounded ranges together, against the recursion over a fine net of places written here and mechanisms that do not adapt."""

import math
from fractions import Fraction
from functools import cache

import pytest
from flint import arb
from scipy.stats import binom
from sympy import Integer, Rational, log

from dpsym import BoundedRangeDP, composed, exponential_mechanism
from dpsym.composition import COMPOSE_RANGES
from dpsym.composition.range_blocks import RangeBlocks, composed_ranges, depth_at
from dpsym.composition.ranges import RangeCurve
from dpsym.errors import NotApplicableError
from dpsym.guarantees.arrow import Request
from dpsym.symbols import eps

FEW = Rational(1, 10**6)


def _parts(*pairs):
    return [(BoundedRangeDP(Rational(width)), Integer(count)) for width, count in pairs]


def _eps(*pairs, delta=FEW):
    return float(COMPOSE_RANGES.apply(_parts(*pairs), Request(delta=delta)).eps)


def _delta(place, *pairs):
    return float(COMPOSE_RANGES.apply(_parts(*pairs), Request(eps=Rational(place))).delta)


def _adapted(widths, place, net=40):
    """Return what mechanisms with two answers lose that place their losses on a net, each as the answers before it say."""

    @cache
    def lost(done, threshold):
        if done == len(widths):
            return max(0.0, -math.expm1(threshold))
        width = widths[done]

        def after(loss):
            mass = math.expm1(loss - width) / math.expm1(-width)
            return mass * lost(done + 1, round(threshold - loss, 12)) + (1 - mass) * lost(
                done + 1, round(threshold + width - loss, 12)
            )

        return max(after(width * k / net) for k in range(net + 1))

    return lost(0, place)


def _alike(width, runs, place):
    """Return what runs lose of which each has the same two losses, at the worst ones of a net."""

    def lost(loss):
        ahead = math.expm1(loss - width) / math.expm1(-width)
        least = next((k for k in range(runs + 1) if k * width - runs * (width - loss) > place), runs + 1)
        return binom.sf(least - 1, runs, ahead) - math.exp(place) * binom.sf(least - 1, runs, ahead * math.exp(-loss))

    return max(lost(width * k / 400) for k in range(1, 400))


@pytest.mark.parametrize("place", ["1/10", "3/2", "5/2"])
def test_three_ranges_lose_what_the_recursion_says(place):
    found = _delta(place, (1, 3))
    truth = _adapted((1.0,) * 3, float(Rational(place)))
    assert truth <= found <= truth * 1.02
    # a false twin: wider ranges lose more
    assert not _adapted((1.1,) * 3, float(Rational(place))) <= found


def test_a_first_answer_may_choose_the_next_place():
    """Mechanisms that do not adapt lose less, so that their profile is no bound."""
    assert _alike(1.0, 2, 0.1) * 1.04 < _adapted((1.0, 1.0), 0.1, 100) <= _delta("1/10", (1, 2))


@pytest.mark.parametrize(("width", "runs"), [("1/10", 20), pytest.param("1", 10, marks=pytest.mark.slow)])
def test_equal_mechanisms_lose_hardly_less(width, runs):
    size, found = float(Rational(width)), _eps((width, runs))
    assert _alike(size, runs, found) <= 1e-6 <= 1.2 * _alike(size, runs, found * 0.995)


@pytest.mark.slow
def test_blocks_are_hardly_above_the_whole():
    place, second = Fraction(1), (Fraction(1, 10**6), 1)
    whole = RangeCurve(Fraction(1, 4), 12, 44, 32).delta(place)
    blocks = RangeBlocks(((Fraction(1, 4), 12), second), 44).delta(place)
    assert _alike(0.25, 12, 1.0) <= float(blocks.upper()) <= 1.02 * float(whole)
    # a false twin: a second range that is no millionth loses more
    assert RangeBlocks(((Fraction(1, 4), 12), (Fraction(1, 8), 1)), 44).delta(place) > 1.02 * whole


@pytest.mark.parametrize("order", [(1.0, 0.5, 1.0), (0.5, 1.0, 1.0), (1.0, 1.0, 0.5)])
def test_ranges_of_two_lengths_are_bounded_in_every_order(order):
    for place in ("1/2", "3/2"):
        assert _adapted(order, float(Rational(place))) <= _delta(place, (1, 2), ("1/2", 1))


@pytest.mark.slow
def test_a_thousand_runs_cost_what_the_limit_says():
    """The losses are nearly normal with the deviation sqrt(1000) eps/2: blocks are within a hundredth of what equal mechanisms lose."""
    found = _eps(("1/10", 1000))
    assert _alike(0.1, 1000, found) <= 1e-6 < _alike(0.1, 1000, found * 0.99)


def test_ends():
    assert _delta(3, (1, 3)) == 0
    assert _delta(0, (1, 3)) < 1
    assert _eps((0, 3), (1, 2)) == _eps((1, 2))
    irrational = [(BoundedRangeDP(log(2)), Integer(2))]
    assert float(COMPOSE_RANGES.apply(irrational, Request(delta=FEW)).eps) == pytest.approx(
        _eps((log(2).n(30), 2)), rel=1e-9
    )


@pytest.mark.parametrize(
    ("parts", "request_", "reason"),
    [
        (_parts((1, 1)), Request(delta=FEW), "closed form"),
        ([(BoundedRangeDP(eps), Integer(3))], Request(delta=FEW), "numbers"),
        (_parts((1, 3)), Request(delta=Integer(0)), "delta = 0"),
        (_parts((1, 3)), Request(delta=Rational(1, 10**300)), "too small"),
        (_parts((1, 10**9)), Request(delta=FEW), "at the most"),
    ],
)
def test_what_it_does_not_answer(parts, request_, reason):
    with pytest.raises(NotApplicableError, match=reason):
        COMPOSE_RANGES.apply(parts, request_)


def test_a_fine_grid_is_no_worse_than_a_coarse_one():
    place = Fraction(2)
    deltas = [RangeCurve(Fraction(1), 4, 44, size).delta(place) for size in (6, 12, 48)]
    assert deltas[0] > deltas[1] > deltas[2] > arb(_adapted((1.0,) * 4, 2.0, 12))


def test_a_grid_that_ends_early_bounds_what_lies_beyond():
    """A depth of a few nats cuts the grid off, which costs about as much delta, and is no lower."""
    shallow, deep = (RangeCurve(Fraction(1, 4), 12, depth, 24) for depth in (6, 44))
    for place in (Fraction(1, 2), Fraction(9, 4)):
        assert deep.delta(place).upper() <= shallow.delta(place).upper() <= deep.delta(place) + 0.05


def test_depths_are_nats_below_the_delta():
    assert depth_at(math.log(1e-6), 1000) == 44
    assert depth_at(-1000.0, 2) is None
    assert composed_ranges(((Fraction(1), 3),), 44) is composed_ranges(((Fraction(1), 3),), 44)


@pytest.mark.slow
def test_a_question_takes_the_recursion():
    found = exponential_mechanism(1).compose(10).to_approx(FEW)
    assert found.proof.arrow is COMPOSE_RANGES
    assert 7.713 < float(found) < 7.72
    by_renyi = exponential_mechanism(1).to_renyi().compose(10).to_approx(FEW)
    assert float(found) < 0.995 * float(by_renyi)
    assert float(composed([exponential_mechanism(1), exponential_mechanism(Rational(1, 2))]).profile(1)) < 0.06
    assert _eps((1, 3), delta=Rational(1, 10**30)) <= 3
    error = float(BoundedRangeDP(0.3).compose(5).tradeoff(Rational(1, 10)))
    assert error > 0.77
