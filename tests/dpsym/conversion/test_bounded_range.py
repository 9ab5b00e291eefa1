"""Bounded range: what exponential mechanisms have, against pairs on two points worked out here."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from sympy import Rational, symbols

from dpsym import BoundedRangeDP, Gaussian, Logistic, composed, guarantee
from dpsym.enclose import enclose
from dpsym.errors import NoRouteError, ParameterError
from dpsym.guarantees.notions import PureDP
from dpsym.symbols import alpha, delta, eps

length = symbols("r", positive=True)
count = symbols("k", integer=True, positive=True)


def _greatest_delta(threshold: float, size: float, steps: int = 4000) -> float:
    """Return the greatest hockey-stick divergence of two laws on two points, whose losses are t and t - size."""
    found = 0.0
    for step in range(1, steps):
        loss = size * step / steps
        first = math.expm1(loss - size) / math.expm1(-size)
        found = max(found, first - math.exp(threshold) * first * math.exp(-loss))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("threshold", "size"), [(0.0, 0.5), (0.3, 1.0), (1.0, 3.0), (2.5, 3.0)])
def test_the_profile_is_the_greatest_over_all_pairs_of_the_range(threshold, size):
    ours = guarantee(BoundedRangeDP(Rational(str(size)))).profile(Rational(str(threshold)))
    assert float(ours) == pytest.approx(_greatest_delta(threshold, size), rel=1e-5)
    assert float(ours) >= _greatest_delta(threshold, size)


@pytest.mark.slow
def test_beyond_the_range_nothing_is_left():
    assert guarantee(BoundedRangeDP(1)).profile(2) == 0
    assert guarantee(BoundedRangeDP(0)).profile(0) == 0


@pytest.mark.slow
@pytest.mark.parametrize("goal", [Rational(1, 100), Rational(1, 10)])
def test_eps_is_where_the_profile_comes_down_to_delta(goal):
    found = guarantee(BoundedRangeDP(1)).to_approx(goal).value.eps
    back = guarantee(BoundedRangeDP(1)).profile(found)
    assert enclose(back, digits=9).mid == pytest.approx(float(goal), rel=1e-8)


def test_it_converts_and_composes():
    known = guarantee(BoundedRangeDP(length))
    assert known.max_divergence() == length
    assert known.to_zcdp().value.rho == length**2 / 8
    assert known.compose(count).to_zcdp().value.rho == count * length**2 / 8
    assert "range.renyi" in known.to_zcdp().theorems


@pytest.mark.cases(1 / 9)
@pytest.mark.parametrize("order", [1.25, 2.0, 9.0])
@pytest.mark.parametrize("size", [0.1, 1.0, 4.0])
def test_the_greatest_renyi_divergence_is_that_of_two_points(order, size):
    """A search over the places of the interval finds it, and nothing above it."""
    place = np.linspace(0, size, 20_001)[1:-1]
    first = np.expm1(place - size) / np.expm1(-size)
    powers = first * np.exp((order - 1) * place) + (1 - first) * np.exp((order - 1) * (place - size))
    found = float(np.log(powers.max())) / (order - 1)
    ours = float(guarantee(BoundedRangeDP(Rational(str(size)))).renyi(Rational(str(order))))
    assert found <= ours * (1 + 1e-12)
    assert ours == pytest.approx(found, rel=1e-6)
    assert ours <= order * size**2 / 8


@pytest.mark.slow
def test_a_range_is_not_lost_on_the_way_to_pairs_of_laws():
    """Pairs have the greatest loss of the promise and not its range: they come in only where they are no worse."""
    one = guarantee(BoundedRangeDP(1))
    assert one.compose(3).renyi(2) == 3 * one.renyi(2)
    assert one.kl() == Rational(1, 8)
    assert guarantee(PureDP(eps)).compose(3).to_renyi().proof.route.startswith("pure_to_loss")


@pytest.mark.slow
def test_many_runs_cost_less_than_those_of_pure_privacy():
    goal = Rational(1, 10**6)
    ours, pure = (guarantee(kind(Rational(1, 10))).compose(100).to_approx(goal) for kind in (BoundedRangeDP, PureDP))
    assert float(ours) < 0.6 * float(pure)


def test_a_range_is_no_promise_of_several_mechanisms_since_a_later_one_may_place_its_interval_by_an_earlier_answer():
    for several in (guarantee(BoundedRangeDP(1)).compose(2), composed([BoundedRangeDP(1)] * 2, parallel=True)):
        with pytest.raises(NoRouteError):
            several.to("range")
    assert guarantee(BoundedRangeDP(1)).compose(2).to_pure().value.eps == 2


def test_pure_privacy_does_not_ask_for_a_range():
    with pytest.raises(NoRouteError):
        guarantee(PureDP(eps)).to("range")


def test_a_negative_length_is_refused():
    with pytest.raises(ParameterError, match="non-negative"):
        BoundedRangeDP(-1)


def test_symbols_are_answered_in_cases():
    found = guarantee(BoundedRangeDP(length)).to_approx(delta).value.eps
    assert found.subs({delta: 1, length: 2}) == 0
    assert guarantee(BoundedRangeDP(length)).renyi(alpha).subs({alpha: 2, length: 1}).is_number


@pytest.mark.parametrize("level", [Rational(1, 100), Rational(1, 3), Rational(9, 10)])
def test_the_trade_off_function_is_attained_at_each_level_and_never_beaten(level):
    found = guarantee(BoundedRangeDP(1)).tradeoff(level)
    # the pair on two points whose likelier answer has the mass `level` under Q; the odds grow by e
    power = 1 / (1 + (1 - level) / level * math.exp(-1))
    assert float(found) == pytest.approx(float(1 - power), rel=1e-12)
    losses = np.linspace(0, 1, 2001)[1:-1]
    ahead = np.expm1(losses - 1) / np.expm1(-1)
    behind, share = ahead * np.exp(-losses), float(level)
    errors = np.where(behind >= share, 1 - share / behind * ahead, (1 - ahead) * (1 - share) / (1 - behind))
    assert errors.min() == pytest.approx(float(found), abs=2e-4)
    assert errors.min() >= float(found) - 1e-12
    # a false twin: a wider range allows a better test
    assert not errors.min() <= float(guarantee(BoundedRangeDP(1.1)).tradeoff(level))


@pytest.mark.slow
def test_the_trade_off_function_of_a_sample_is_told_as_a_number():
    found = guarantee(BoundedRangeDP(Rational(3, 10))).subsample(Rational(1, 10)).tradeoff(Rational(1, 10))
    assert found.is_Rational
    kept = float(guarantee(BoundedRangeDP(Rational(3, 10))).tradeoff(Rational(1, 10)))
    assert float(found) == pytest.approx(0.1 * kept + 0.9 * 0.9, rel=1e-12)
    by_pure = guarantee(PureDP(Rational(3, 10))).subsample(Rational(1, 10)).tradeoff(Rational(1, 10))
    assert found > by_pure


def _beside_noise(threshold, size, deviation, places=40):
    """Return delta of the worst pair on two points of a range beside Gaussian noise of sensitivity 1."""
    normal = NormalDist()

    def profile(level):
        return normal.cdf(0.5 / deviation - level * deviation) - math.exp(level) * normal.cdf(
            -0.5 / deviation - level * deviation
        )

    found = 0.0
    for step in range(1, places):
        loss = size * step / places
        first = math.expm1(loss - size) / math.expm1(-size)
        found = max(found, first * profile(threshold - loss) + (1 - first) * profile(threshold - loss + size))
    return found


def test_beside_noise_it_is_logistic_noise_which_no_pair_of_the_range_outdoes():
    together = composed([BoundedRangeDP(1), Gaussian(2)])
    found = together.to_approx(Rational(1, 10**5))
    assert "range_to_loss" in found.proof.route
    assert found.value.eps == composed([Logistic(1), Gaussian(2)]).epsilon(Rational(1, 10**5)) < 2.694
    for place in (Rational(1, 2), Rational(3, 2), Rational(5, 2)):
        worst = _beside_noise(float(place), 1, 2)
        assert worst <= float(together.delta(place)) < 1.4 * worst
        # a false twin: noise of a greater scale is outdone
        assert worst > float(composed([Logistic(Rational(6, 5)), Gaussian(2)]).delta(place))


def test_the_pair_of_a_range_is_not_what_was_run():
    found = guarantee(BoundedRangeDP(1)).to("loss")
    assert not found.proof.is_of_the_worst_pair
    assert guarantee(PureDP(1)).to("loss").proof.is_of_the_worst_pair
    # two answers are composed by the range, which loses less
    assert "range_to_loss" not in guarantee(BoundedRangeDP(1)).compose(2).to_approx(Rational(1, 10**5)).proof.route
    assert all(
        mechanism.law.func is not Logistic for mechanism, _ in guarantee(BoundedRangeDP(0)).to("loss").value.parts
    )
