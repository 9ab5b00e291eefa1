"""Noise on the line that is told by its tails, and logistic noise: curves against formulas of one run and against sums on a fine grid."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats
from sympy import Rational

from dpsym import AsymmetricLaplace, Cauchy, Gumbel, Laplace, Logistic, StudentT, guarantee
from dpsym.curves import PrivacyCurve, SampledLoss, loss_of
from dpsym.curves.noise_tails import GumbelLoss
from dpsym.errors import ParameterError

HALF, CENT = Fraction(1, 2), Fraction(1, 100)


def _asymmetric(x, left, right):
    return np.where(x < 0, x / left, -x / right) - math.log(left + right)


# the law, its log-density, and the ends of a grid beyond which it has less than about 1e-9
LAWS = {
    "logistic": (Logistic(0, Fraction(5, 4)), lambda x: stats.logistic.logpdf(x, 0, 1.25), 40),
    "Student": (StudentT(0, 3, 2), lambda x: stats.t.logpdf(x, 3, 0, 2), 2000),
    "half a degree less": (StudentT(0, Fraction(5, 2), 1), lambda x: stats.t.logpdf(x, 2.5), 3000),
    "asymmetric": (AsymmetricLaplace(0, Fraction(7, 10), HALF), lambda x: _asymmetric(x, 0.7, 0.5), 20),
    "Gumbel": (Gumbel(0, 2), lambda x: np.where(x > -10, stats.gumbel_r.logpdf(x, 0, 2), -150.0 + x), 60),
}
POINTS = 400_001


def _losses(log_density, far, up=True):
    """Return the masses of P, and the losses, on a fine grid, moved up by 1 or down."""
    x = np.linspace(-far, far, POINTS)
    first, second = log_density(x - 1), log_density(x)
    if not up:
        first, second = second, first
    mass = np.exp(first)
    return mass / mass.sum(), first - second


def _delta(mass, loss, eps):
    return float(np.sum(mass * np.maximum(0, -np.expm1(np.minimum(eps - loss, 0)))))


def _twice(first, second, eps):
    """Return delta of two runs: of each loss of one, on coarser points, the profile of the other."""
    (mass, loss), (other, rest) = first, second
    order = np.argsort(rest)
    rest, other = rest[order], other[order]
    above = np.concatenate([np.cumsum(other[::-1])[::-1], [0]])
    tilted = np.concatenate([np.cumsum((other * np.exp(-rest))[::-1])[::-1], [0]])
    place = np.searchsorted(rest, eps - loss, side="right")
    return float(np.sum(mass * np.maximum(0, above[place] - np.exp(eps - loss) * tilted[place])))


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("eps", [Fraction(0), Fraction(1, 5), Fraction(7, 10)])
def test_one_run_has_the_greater_profile_of_both_ways(name, eps):
    law, log_density, far = LAWS[name]
    truth = max(_delta(*_losses(log_density, far, up), float(eps)) for up in (True, False))
    found = PrivacyCurve([(loss_of(law), 1)]).delta(eps, 9)
    assert float(found.upper) == pytest.approx(truth, rel=2e-4, abs=1e-7)


@pytest.mark.parametrize("eps", [Fraction(0), Fraction(1, 5), Fraction(3, 10)])
def test_cauchy_noise_has_its_closed_profile(eps):
    curve, law = PrivacyCurve([(loss_of(Cauchy(0, 2)), 1)]), Cauchy(0, 2)
    assert float(curve.delta(eps).upper) == pytest.approx(float(law.profile(eps)), rel=1e-12)
    assert float(curve.delta(eps).upper) != pytest.approx(float(Cauchy(0, Fraction(21, 10)).profile(eps)), rel=1e-3)
    assert PrivacyCurve([(loss_of(StudentT(0, 1, 2)), 1)]).delta(eps).upper == curve.delta(eps).upper


@pytest.mark.slow
@pytest.mark.parametrize("name", LAWS)
def test_two_runs_lie_between_the_ends(name):
    law, log_density, far = LAWS[name]
    ways = [_losses(log_density, far, up) for up in (True, False)]
    low, high = PrivacyCurve([(loss_of(law), 2)]).delta_bracket(Fraction(7, 10))
    truths = [_twice(first, second, 0.7) for first in ways for second in ways]
    assert float(high - low) < 1e-4 * float(high)
    if law.is_symmetric:
        assert float(low) * (1 - 1e-3) < truths[0] < float(high) * (1 + 1e-3)
    else:  # what dominates both ways is no less than any two of them
        assert max(truths) < float(high) * (1 + 1e-3)
        assert float(high) < 1.2 * max(truths)


def test_moving_one_way_is_no_bound_for_the_other():
    _, log_density, far = LAWS["asymmetric"]
    up, down = (_losses(log_density, far, way) for way in (True, False))
    assert abs(_twice(up, up, 0.7) - _twice(down, down, 0.7)) > 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("law", [Cauchy(0, 2), AsymmetricLaplace(0, Fraction(7, 10), HALF)])
def test_no_threshold_lies_above_all_losses(law):
    loss = loss_of(law)
    _, high = PrivacyCurve([(loss, 3)]).bracket(Fraction(1, 10**40))
    assert 0.99 < float(high) / (3 * float(loss.greatest_loss())) < 1 + 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("law", [Logistic(0, Fraction(5, 4)), Cauchy(0, 2), StudentT(0, 3, 2)])
def test_on_a_sample_one_run_is_amplified(law):
    curve = PrivacyCurve([(SampledLoss(loss_of(law), CENT), 1)])
    inner = math.log1p(math.expm1(0.005) / 0.01)
    whole = PrivacyCurve([(loss_of(law), 1)]).delta(Fraction(inner), 9)
    assert float(curve.delta(Fraction(1, 200), 9).upper) == pytest.approx(float(whole.upper) / 100, rel=1e-7)
    low, high = PrivacyCurve([(SampledLoss(loss_of(law), CENT), 100)]).bracket(Fraction(1, 10**5))
    assert 0 < low <= high < Fraction(1001, 1000) * low


def test_different_noises_compose():
    parts = [(loss_of(Cauchy(0, 2)), 1), (loss_of(Laplace(3)), 1), (loss_of(Logistic(0, 2)), 1)]
    low, high = PrivacyCurve(parts).bracket(Fraction(1, 10**5))
    alone = [PrivacyCurve([part]).bracket(Fraction(1, 10**5))[1] for part in parts]
    assert max(alone) < low <= high < sum(alone)


def test_what_is_no_scale_is_refused():
    with pytest.raises(ParameterError, match="scale"):
        GumbelLoss(Fraction(-1))
    with pytest.raises(ParameterError, match="degrees of freedom nu of a certified curve must be at most 256, got"):
        loss_of(StudentT(0, 257, 1))


@pytest.mark.parametrize("law", [StudentT(0, 10**6, 1), StudentT(0, 3, 10**6), Cauchy(0, 10**9)])
def test_a_loss_next_to_0_is_none_that_is_0(law):
    # SymPy takes the arcosh of a number next to 1 for 0, which made all that follows from it 0
    pure = law.compose(3).to_pure().value
    assert pure.eps.is_positive
    assert guarantee(pure).to_renyi().value.at(2).is_positive


def _sampled(log_density, far, up, removed, rate):
    """Return the masses of the first law, and the losses, of a sample in front of noise that is moved one way."""
    x = np.linspace(-far, far, POINTS)
    plain, moved = log_density(x), log_density(x - (1 if up else -1))
    mixed = np.logaddexp(math.log(1 - rate) + plain, math.log(rate) + moved)
    first, second = (mixed, plain) if removed else (plain, mixed)
    mass = np.exp(first)
    return mass / mass.sum(), first - second


@pytest.mark.parametrize("name", ["asymmetric", "Gumbel"])
def test_noise_that_is_not_symmetric_has_the_greatest_profile_of_all_on_a_sample(name):
    law, log_density, far = LAWS[name]
    ways = [(up, removed) for up in (True, False) for removed in (True, False)]
    losses = [_sampled(log_density, far, *way, 0.3) for way in ways]
    for eps in (Rational(0), Rational(1, 20), Rational(1, 5)):
        truth = max(_delta(*each, float(eps)) for each in losses)
        found = law.subsample(Rational(3, 10)).to_approx(eps=eps)
        assert float(found.value.delta) == pytest.approx(truth, rel=2e-4, abs=1e-7)
        assert "dominating.existence" in found.theorems
        assert float(law.subsample(Rational(29, 100)).delta(eps)) < truth * (1 - 1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["asymmetric", "Gumbel"])
def test_two_runs_on_samples_lose_no_more_than_the_pair_that_dominates_both_ways(name):
    law, log_density, far = LAWS[name]
    found = float(law.subsample(Rational(3, 10)).compose(2).delta(Rational(1, 5)))
    truths = [
        _twice(*(_sampled(log_density, far, up, removed, 0.3) for up in ways), 0.2)
        for removed in (True, False)
        for ways in ((True, True), (True, False), (False, False))
    ]
    assert max(truths) < found * (1 + 1e-3)
    assert found < 1.2 * max(truths)
    # each run by itself adds up to more
    assert law.subsample(Rational(3, 10)).delta(Rational(1, 10)) * 2 > found
