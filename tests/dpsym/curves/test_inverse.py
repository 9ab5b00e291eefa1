"""eps(delta): a bracket certified from both sides, and what happens at the ends of the curve."""

from fractions import Fraction

import mpmath as mp
import pytest
from flint import arb, ctx

from dpsym.curves import (
    GaussianLoss,
    GeometricLoss,
    LaplaceLoss,
    PrivacyCurve,
    RandomizedResponseLoss,
    SubsampledGaussianLoss,
    TruncatedLaplaceLoss,
    curve,
)
from dpsym.curves.inverse import of_one_step
from dpsym.curves.loss import ball_of
from dpsym.enclose import Ball
from dpsym.errors import ParameterError, UndecidedError

F = Fraction


@pytest.mark.parametrize(
    ("components", "delta"),
    [
        ([(GaussianLoss(2), 10)], F(1, 10**5)),
        ([(LaplaceLoss(5), 40)], F(1, 10**6)),
        ([(RandomizedResponseLoss(F(1, 10)), 200)], F(1, 10**9)),
        ([(GeometricLoss(3, 2), 50)], F(1, 100)),
        ([(TruncatedLaplaceLoss(2, 60), 20)], F(1, 10**6)),
        ([(SubsampledGaussianLoss(F(1, 100), 1), 10**4)], F(1, 10**5)),
        ([(SubsampledGaussianLoss(F(1, 100), 1, "add"), 10**4)], F(1, 10**5)),
        ([(SubsampledGaussianLoss(F(1, 10), 1), 1)], F(1, 10**5)),
        ([(SubsampledGaussianLoss(F(1, 10), 2), 300), (LaplaceLoss(4), 5), (GaussianLoss(9), 7)], F(1, 10**6)),
    ],
)
def test_the_curve_is_above_delta_at_the_lower_end_and_below_at_the_upper(components, delta):
    composed = PrivacyCurve(components)
    eps = composed.epsilon(delta)
    assert eps.digits >= 12
    assert composed.delta(eps.lower, 18).lower >= delta >= composed.delta(eps.upper, 18).upper


def test_the_accountants_example():
    """10^4 steps, q = 0.01, sigma = 1, delta = 1e-5: the larger of the two directions is 6.18771238997154 or so."""
    eps = curve((SubsampledGaussianLoss(F(1, 100), 1), 10**4)).epsilon(F(1, 10**5), 15)
    assert eps.digits >= 15
    assert curve((SubsampledGaussianLoss(F(1, 100), 1, "add"), 10**4)).epsilon(F(1, 10**5)).certainly_below(eps)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize("steps", [100, 10**6])
@pytest.mark.parametrize(
    ("rate", "sigma"), [(F(1, 1000), F(10)), (F(1, 10), F(7, 10)), (F(1, 2), F(7, 10)), (F(1, 2), F(10))]
)
def test_twelve_digits_over_the_range_of_the_accountants(rate, sigma, steps, direction):
    if rate == F(1, 1000) and steps == 100 and direction == "remove":
        steps = 10**5
    composed = curve((SubsampledGaussianLoss(rate, sigma, direction), steps))
    eps = composed.epsilon(F(1, 10**5))
    assert eps.digits >= 12
    assert composed.delta(eps.lower, 15).lower >= F(1, 10**5) >= composed.delta(eps.upper, 15).upper


def test_epsilon_undoes_delta():
    for composed in (curve((LaplaceLoss(3), 20)), curve((GaussianLoss(1), 3)), curve((RandomizedResponseLoss(1), 9))):
        for eps in (F(1, 3), F(2), F(5, 2)):
            value = composed.delta(eps, 40)
            low, high = composed.epsilon(value.upper, 12), composed.epsilon(value.lower, 12)
            assert low.lower <= eps <= high.upper
            assert high.upper - low.lower < F(1, 10**11)


def _of_responses(eps, rate, count):
    """delta of randomized response as the binomial sum that it is."""
    right, places = mp.e**rate / (1 + mp.e**rate), range(count + 1)
    losses = [(2 * k - count) * rate for k in places]
    masses = [mp.binomial(count, k) * right**k * (1 - right) ** (count - k) for k in places]
    return mp.fsum(mass * -mp.expm1(eps - loss) for loss, mass in zip(losses, masses, strict=True) if loss > eps)


@pytest.mark.parametrize("left", [F(1, 10**3), F(1, 10**8), F(1, 10**20)])
@pytest.mark.parametrize(("rate", "count"), [(F(2), 150), (F(1, 2), 2000)])
def test_at_a_delta_near_one_the_threshold_is_that_of_the_binomial_sum(rate, count, left):
    eps = curve((RandomizedResponseLoss(rate), count)).epsilon(1 - left)
    with mp.workdps(60):
        rest = [
            1 - _of_responses(mp.mpf(end.numerator) / end.denominator, mp.mpf(rate.numerator) / rate.denominator, count)
            for end in (eps.lower, eps.upper, eps.upper * F(999, 1000))
        ]
        below, above, far_below = (mp.mpf(left.denominator) * each for each in rest)
    assert eps.digits >= 12
    assert below <= 1 <= above
    assert not far_below >= 1


@pytest.mark.parametrize(
    "part",
    [
        (RandomizedResponseLoss(F(1, 10)), 10**6),
        (LaplaceLoss(10), 10**6),
        (SubsampledGaussianLoss(F(1, 2), 10), 10**6),
        (TruncatedLaplaceLoss(10, 200), 10**6),
    ],
)
def test_nearly_all_of_a_million_runs_is_told_by_what_is_left(part):
    composed, delta = curve(part), 1 - F(1, 10**6)
    eps = composed.epsilon(delta)
    assert eps.digits >= 12
    assert composed.delta(eps.lower, 20).lower >= delta >= composed.delta(eps.upper, 20).upper


def test_the_least_threshold_is_never_negative():
    composed = curve((GaussianLoss(2), 1))
    top = composed.total_variation()
    assert composed.epsilon(F(1, 2)) == Ball(arb(0))
    assert composed.epsilon(1) == Ball(arb(0))
    assert composed.epsilon(top.lower - F(1, 1000)).is_positive()
    assert curve((RandomizedResponseLoss(0), 5)).epsilon(F(1, 10)) == Ball(arb(0))


def test_delta_zero_asks_for_the_greatest_loss():
    assert curve((RandomizedResponseLoss(F(1, 3)), 6)).epsilon(0).contains(2)
    assert curve((LaplaceLoss(2), 6)).epsilon(0).contains(3)
    assert str(curve((GaussianLoss(2), 1)).epsilon(0)) == "oo"
    assert str(curve((TruncatedLaplaceLoss(1, 9), 2)).epsilon(0)) == "oo"
    with ctx.workprec(100):
        assert curve((SubsampledGaussianLoss(F(1, 2), 1, "add"), 5)).epsilon(0).overlaps(Ball(5 * arb(2).log()))


def test_below_the_infinite_mass_no_threshold_helps():
    composed = curve((TruncatedLaplaceLoss(1, 9), 2))
    mass = composed.delta(100, 30)
    assert str(composed.epsilon(mass.lower - F(1, 10**9))) == "oo"
    assert composed.epsilon(mass.upper + F(1, 10**9)).digits >= 12


def test_a_delta_that_cannot_be_told_from_the_end_of_the_curve_is_undecided():
    composed = curve((TruncatedLaplaceLoss(1, 9), 2))
    mass = composed.delta(100, 60)
    with pytest.raises(UndecidedError, match="cannot be told from the mass of an infinite loss"):
        composed.epsilon((mass.lower + mass.upper) / 2)


@pytest.mark.parametrize("bad", [-1, 2, float("nan"), "0.1", None, True, 1j])
def test_deltas_that_are_not_probabilities_are_refused(bad):
    with pytest.raises(ParameterError, match="must be"):
        curve((LaplaceLoss(1), 1)).epsilon(bad)


def test_a_float_delta_is_the_decimal_that_it_prints():
    composed = curve((LaplaceLoss(3), 20))
    assert composed.epsilon(1e-6) == composed.epsilon(F(1, 10**6))


def test_a_threshold_that_few_points_of_a_lattice_show_to_be_zero_is_zero():
    heavy = PrivacyCurve([(SubsampledGaussianLoss(Fraction(1, 10000), Fraction(3, 10)), 1000)])
    assert heavy.epsilon(Fraction(69, 1000), 5).upper == 0


def test_where_a_formula_says_nothing_there_is_no_bound_from_below():
    low, high = of_one_step(lambda eps: arb("nan") if eps == 1 else (-ball_of(eps)).exp(), F(9, 10), 6)
    with ctx.workprec(64):
        assert ball_of(low) < -(arb(9) / 10).log() < ball_of(high)
        assert not ball_of(low) < -(arb(9) / 10 + arb("1e-4")).log()
