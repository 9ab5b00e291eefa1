"""Groups behind samples of noise on the integers: against sums worked out here, moves that are not as far, and Gaussian noise."""

import math
from fractions import Fraction

import numpy as np
import pytest
from sympy import Rational

from dpsym import DiscreteGaussian, Gaussian, Skellam, guarantee
from dpsym.curves import GroupCountLoss, PrivacyCurve
from dpsym.curves.mixed_counts import TwoSidedNoise
from dpsym.errors import NoRouteError, ParameterError

PLACES = np.arange(-60, 61)
RATE, DELTA = 0.3, Rational(1, 10**5)


def _masses(move, power=2, rate=1 / 8):
    masses = np.exp(-rate * np.abs(PLACES - move) ** power)
    return masses / masses.sum()


def _sampled(records, side, **noise):
    """Return the masses where each of so many records moves the answer by 1, up or down."""
    shares = [math.comb(records, j) * RATE**j * (1 - RATE) ** (records - j) for j in range(records + 1)]
    return sum(share * _masses(side * j, **noise) for j, share in enumerate(shares))


def _profile(first, second, eps):
    return float(np.maximum(first - math.exp(eps) * second, 0).sum())


@pytest.mark.parametrize(("removed", "added"), [(2, 0), (0, 2), (1, 1), (3, 1)])
@pytest.mark.parametrize(("power", "rate"), [(2, Fraction(1, 8)), (1, Fraction(1, 2))])
def test_one_run_is_the_sum_over_the_integers(removed, added, power, rate):
    loss = GroupCountLoss(TwoSidedNoise(rate, power), 1, Fraction(3, 10), removed, added)
    noise = {"power": power, "rate": float(rate)}
    first, second = _sampled(removed, 1, **noise), _sampled(added, -1, **noise)
    for eps in (0, Fraction(1, 5), Fraction(1, 2)):
        found = PrivacyCurve([(loss, 1)]).delta(eps, 9)
        assert found.mid == pytest.approx(_profile(first, second, float(eps)), rel=1e-8)
        # a false twin: a record less
        fewer = _profile(_sampled(max(0, removed - 1), 1, **noise), second, float(eps))
        assert not removed or found.mid > fewer or found.mid == 0
    assert loss.reversed().reversed() == loss


def test_no_moves_lose_more_than_those_as_far_as_may_be():
    random = np.random.default_rng(3)
    for _ in range(200):
        one, other, third = (int(random.integers(-1, 2)) for _ in range(3))
        both = int(random.integers(-2, 3))
        first = (
            RATE**2 * _masses(both) + RATE * (1 - RATE) * (_masses(one) + _masses(other)) + (1 - RATE) ** 2 * _masses(0)
        )
        eps = float(random.uniform(0, 1))
        assert _profile(first, _masses(0), eps) <= _profile(_sampled(2, 1), _sampled(0, 1), eps) + 1e-15
        assert _profile(_masses(0), first, eps) <= _profile(_sampled(0, 1), _sampled(2, 1), eps) + 1e-15
        up, down = (RATE * _masses(move) + (1 - RATE) * _masses(0) for move in (one, third))
        assert _profile(up, down, eps) <= _profile(_sampled(1, 1), _sampled(1, -1), eps) + 1e-15


def test_wide_noise_is_as_gaussian_noise_is():
    found, continuous = (
        law(5).subsample(Rational(1, 100)).compose(100).group(2).epsilon(DELTA) for law in (DiscreteGaussian, Gaussian)
    )
    assert float(found) == pytest.approx(float(continuous), rel=1e-6)
    replaced = DiscreteGaussian(5).subsample(Rational(1, 100)).compose(100).to_replace().group(2).epsilon(DELTA)
    assert replaced > found


@pytest.mark.slow
def test_composed_the_exact_pair_is_below_what_the_steps_promise():
    group = DiscreteGaussian(1).subsample(Rational(1, 100)).compose(100).group(2)
    answer = group.to_approx(DELTA)
    assert "group.loss" in answer.proof.route
    assert {
        "amplification.poisson.group.discrete_gaussian",
        "amplification.poisson.group.discrete_gaussian.both",
    } <= set(answer.theorems)
    others = [route.value.eps for route in answer.losers if route.value is not None and route.value.delta <= DELTA]
    assert answer.value.eps < float(min(others)) * (1 + 1e-6)
    assert len(others) > 5


def test_what_is_not_known_is_refused():
    with pytest.raises(ParameterError, match="records of a group"):
        GroupCountLoss(TwoSidedNoise(Fraction(1), 2), 1, Fraction(1, 2), 0, 0)
    with pytest.raises(NoRouteError):
        guarantee(Skellam(4, 4)).subsample(Rational(1, 10)).group(2).to("loss")
