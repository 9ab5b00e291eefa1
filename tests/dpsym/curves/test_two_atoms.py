"""Randomized response and geometric noise on samples: two binomial tails, against their sums and the brackets of `mechanisms`."""

from fractions import Fraction

import mpmath as mp
import pytest

from dpsym.curves import GeometricLoss, RandomizedResponseLoss, SampledLoss, curve
from mechanisms.accounting import LossDistribution

CENT = Fraction(1, 100)


def summed(eps, rate, count, threshold, direction):
    """Return delta of composed answers by the sum over the number of greater losses."""
    truth, lie = 1 / (1 + mp.exp(-eps)), 1 / (1 + mp.exp(eps))
    mixed = rate * truth + (1 - rate) * lie
    p, q = (mixed, lie) if direction == "remove" else (truth, 1 - mixed)
    high, low = mp.log(p / q), mp.log((1 - p) / (1 - q))
    total = mp.mpf(0)
    for k in range(count + 1):
        loss = k * high + (count - k) * low
        if loss > threshold:
            total += mp.binomial(count, k) * p**k * (1 - p) ** (count - k) * (1 - mp.exp(threshold - loss))
    return total


@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize(("count", "threshold"), [(1, "0.001"), (7, "0.03"), (400, "0.4")])
def test_delta_is_the_sum_over_the_greater_losses(direction, count, threshold):
    loss = SampledLoss(RandomizedResponseLoss(1), CENT, direction)
    with mp.workdps(40):
        truth = summed(mp.mpf(1), mp.mpf("0.01"), count, mp.mpf(threshold), direction)
        found = curve((loss, count)).delta(Fraction(threshold), 20)
        assert abs(mp.mpf(found.value.mid().str(35, radius=False)) / truth - 1) < mp.mpf(10) ** -20
        other = summed(mp.mpf(1), mp.mpf("0.0101"), count, mp.mpf(threshold), direction)
        assert abs(other / truth - 1) > mp.mpf(10) ** -3
    back = curve((loss, count)).epsilon(Fraction(mp.nstr(truth, 30)), 12)
    assert abs(float(back.value.mid()) / float(threshold) - 1) < 1e-12


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("direction", ["remove", "add"])
def test_many_runs_are_inside_the_brackets_of_a_road_of_its_own(direction):
    known = LossDistribution.randomized_response(1.0).subsample(0.01, direction).compose(3000)
    loss = SampledLoss(RandomizedResponseLoss(1), CENT, direction)
    found = float(curve((loss, 3000)).epsilon(Fraction(1, 10**6)).value.mid())
    bracket = known.epsilon(1e-6)
    assert bracket.lower <= found <= bracket.upper
    assert not bracket.lower <= 1.01 * found <= bracket.upper


@pytest.mark.slow
def test_geometric_noise_of_sensitivity_1_is_randomized_response():
    first, second = (SampledLoss(loss, CENT) for loss in (GeometricLoss(1), RandomizedResponseLoss(1)))
    one, other = (curve((loss, 10**6)).epsilon(Fraction(1, 10**300)) for loss in (first, second))
    assert one.value.overlaps(other.value)
    assert one.digits >= 12
    assert not SampledLoss(GeometricLoss(1, 2), CENT).has_two_atoms
    assert curve((first, 50)).epsilon(Fraction(9, 10)).value == 0


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize("power", [20, 31])
def test_rates_that_no_first_precision_tells_from_nothing(direction, power):
    one = curve((SampledLoss(RandomizedResponseLoss(1), Fraction(1, 10**power), direction), 400))
    threshold = Fraction(30, 10**power)
    with mp.workdps(150):
        truth = summed(mp.mpf(1), mp.mpf(10) ** -power, 400, mp.mpf(30) * mp.mpf(10) ** -power, direction)
        assert truth > mp.mpf(10) ** (-power - 2)
        found = one.delta(threshold, 12)
        assert abs(mp.mpf(found.value.mid().str(20, radius=False)) / truth - 1) < mp.mpf(10) ** -12
        back = one.epsilon(Fraction(mp.nstr(truth, 40)), 10)
        assert abs(float(back.value.mid()) / float(threshold) - 1) < 1e-10
    assert not one.holds(threshold, 0)
    assert one.holds(threshold, 1)
