"""k-ary response and staircase noise on samples, responses on samples of fixed size: three atoms, against sums over all their combinations."""

from fractions import Fraction
from math import comb

import mpmath as mp
import pytest

from dpsym.curves import FixedSizeLoss, KaryResponseLoss, RandomizedResponseLoss, SampledLoss, StaircaseLoss, curve
from mechanisms import FinitePair
from mechanisms.accounting import LossDistribution

TENTH = Fraction(1, 10)


def kary(eps, size):
    """Return the losses of k-ary response with their masses under P and Q, from the definition."""
    total = mp.exp(eps) + size - 1
    truth, lie = mp.exp(eps) / total, 1 / total
    return [(truth, lie), (lie, truth), ((size - 2) * lie, (size - 2) * lie)]


def sampled(pairs, rate, direction):
    mixed = [((1 - rate) * q + rate * p, q) for p, q in pairs]
    return mixed if direction == "remove" else [(q, p) for p, q in mixed]


def of_fixed_size(eps, rate):
    truth, lie = mp.exp(eps) / (1 + mp.exp(eps)), 1 / (1 + mp.exp(eps))
    high = rate * truth + (1 - rate) * lie
    return [(high, lie), (lie, high), (1 - high - lie, 1 - high - lie)]


def summed(pairs, count, threshold):
    """Return delta from the definition, over how often each of three answers is given."""
    (a, b), (c, d), (e, f) = pairs
    rise, total = mp.exp(threshold), mp.mpf(0)
    for i in range(count + 1):
        for j in range(count + 1 - i):
            ways, k = comb(count, i) * comb(count - i, j), count - i - j
            total += ways * max(a**i * c**j * e**k - rise * b**i * d**j * f**k, 0)
    return total


def mid(ball):
    return mp.mpf(ball.value.mid().str(35, radius=False))


@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize(("count", "threshold"), [(2, "0"), (7, "0.03"), (40, "1.4")])
def test_sampled_responses_are_the_sum_over_all_answers(direction, count, threshold):
    loss = SampledLoss(KaryResponseLoss(2, 5), TENTH, direction)
    with mp.workdps(40):
        truth = summed(sampled(kary(mp.mpf(2), 5), mp.mpf(1) / 10, direction), count, mp.mpf(threshold))
        found = mid(curve((loss, count)).delta(Fraction(threshold), 20))
        assert abs(found / truth - 1) < mp.mpf(10) ** -20
        other = summed(sampled(kary(mp.mpf(2), 5), mp.mpf("0.1001"), direction), count, mp.mpf(threshold))
        assert abs(found / other - 1) > mp.mpf(10) ** -5


@pytest.mark.parametrize(("count", "threshold"), [(2, "0"), (6, "0"), (5, "0.2"), (40, "1.4")])
def test_responses_on_samples_of_fixed_size_are_the_sum_over_all_answers(count, threshold):
    loss = FixedSizeLoss(SampledLoss(RandomizedResponseLoss(1), TENTH))
    with mp.workdps(40):
        truth = summed(of_fixed_size(mp.mpf(1), mp.mpf(1) / 10), count, mp.mpf(threshold))
        found = mid(curve((loss, count)).delta(Fraction(threshold), 20))
        assert abs(found / truth - 1) < mp.mpf(10) ** -20
        other = summed(of_fixed_size(mp.mpf(1), mp.mpf("0.1001")), count, mp.mpf(threshold))
        assert abs(found / other - 1) > mp.mpf(10) ** -5


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("direction", ["remove", "add"])
def test_many_runs_are_found_to_all_digits_at_small_deltas_too(direction):
    loss = SampledLoss(StaircaseLoss(1, Fraction(1, 3)), TENTH, direction)
    runs = curve((loss, 10**4))
    for delta in (Fraction(1, 10**6), Fraction(1, 10**300)):
        eps = runs.epsilon(delta)
        assert eps.digits >= 12
        low, high = (
            runs.delta(Fraction(end), 15)
            for end in (eps.upper * (1 + Fraction(1, 10**9)), eps.lower * (1 - Fraction(1, 10**9)))
        )
        assert low.upper < delta < high.lower


@pytest.mark.parametrize("direction", ["remove", "add"])
def test_two_answers_are_a_special_case(direction):
    # of 2-ary response the third mass is 0, and two binomial tails are the other road
    two = curve((SampledLoss(RandomizedResponseLoss(1), TENTH, direction), 300)).epsilon(Fraction(1, 10**6))
    near = curve((SampledLoss(StaircaseLoss(1, Fraction(1, 2) + Fraction(1, 10**15)), TENTH, direction), 300))
    found = near.epsilon(Fraction(1, 10**6))
    assert abs(float(found.value.mid()) / float(two.value.mid()) - 1) < 1e-11
    assert abs(float(found.value.mid()) / float((1.001 * two.value).mid()) - 1) > 1e-4


def test_many_runs_on_samples_of_fixed_size_are_inside_the_brackets_of_a_road_of_its_own():
    answers = [[Fraction(float(pair[side])) for pair in of_fixed_size(mp.mpf(1), mp.mpf(1) / 10)] for side in (0, 1)]
    pair = FinitePair(*([mass / sum(masses) for mass in masses] for masses in answers))
    known = LossDistribution.finite(pair).compose(3000)
    found = float(
        curve((FixedSizeLoss(SampledLoss(RandomizedResponseLoss(1), TENTH)), 3000))
        .epsilon(Fraction(1, 10**6))
        .value.mid()
    )
    bracket = known.epsilon(1e-6)
    assert bracket.lower <= found <= bracket.upper
    assert not bracket.lower <= 1.01 * found <= bracket.upper


@pytest.mark.slow
def test_a_hundred_million_runs_are_found_to_all_digits():
    """Of so many runs the third cumulant is small, and the normal law with Edgeworth's correction tells six digits."""
    count, rate = 10**8, Fraction(1, 10**4)
    losses = [(mp.log(p / q), p, q) for p, q in sampled(kary(mp.mpf(1) / 100, 5), mp.mpf(1) / 10**4, "remove")]
    threshold = Fraction(1, 50)
    told = mid(curve((SampledLoss(KaryResponseLoss(Fraction(1, 100), 5), rate), count)).delta(threshold))

    def tail(side):
        mean = sum(each[0] * each[side] for each in losses)
        second, third = (sum((each[0] - mean) ** order * each[side] for each in losses) for order in (2, 3))
        place = (mp.mpf(threshold.numerator) / threshold.denominator - count * mean) / mp.sqrt(count * second)
        skewness = third / second ** mp.mpf(1.5) / mp.sqrt(count)
        return mp.ncdf(-place) + skewness * (place**2 - 1) * mp.npdf(place) / 6

    expected = tail(1) - mp.exp(mp.mpf(1) / 50) * tail(2)
    assert abs(told / expected - 1) < 1e-4
    assert abs(told / (tail(1) - tail(2)) - 1) > 1e-2
