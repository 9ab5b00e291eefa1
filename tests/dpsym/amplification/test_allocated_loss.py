"""Epochs of random allocation as a privacy loss: composed with any other, and taken for nothing else."""

from fractions import Fraction

import pytest
from sympy import Integer, Rational, sqrt

from dpsym import DiscreteGaussian, Gaussian, Laplace, Logistic, RandomizedResponse, composed
from dpsym.amplification import ALLOCATION_LOSS, Allocation, Poisson, sampled_mechanism
from dpsym.calibration import composition_count, sampling_rate
from dpsym.conversion.noise_groups import grouped_mechanism
from dpsym.conversion.replacement import replaced_mechanism
from dpsym.curves import PrivacyCurve
from dpsym.curves.allocated import AllocatedGaussianLoss
from dpsym.curves.allocated_response import AllocatedResponseLoss
from dpsym.curves.gaussian import GaussianLoss
from dpsym.curves.selected_hull import SelectedLoss
from dpsym.curves.step_ratios import LaplaceRatio
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees.arrow import Request
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP
from mechanisms.accounting import LossDistribution, compose

DELTA = Rational(1, 10**5)
EPOCH = Mechanism(Gaussian(1), Integer(1), Rational(1, 100), slots=100)


def test_epochs_are_composed_exactly_with_other_noise():
    answer = composed([Gaussian(1).allocate(100).compose(3), Gaussian(2)]).to_approx(DELTA)
    assert "amplification.allocation.partition" in answer.theorems
    wanted = [
        PrivacyCurve([(AllocatedGaussianLoss(100, Fraction(1), way), 3), (GaussianLoss(Fraction(2)), 1)]).epsilon(
            Fraction(1, 10**5), 10
        )
        for way in ("remove", "add")
    ]
    found = Fraction(int(answer.number.p), int(answer.number.q))
    most = max(each.upper for each in wanted)
    assert max(each.lower for each in wanted) <= found <= most * (1 + Fraction(1, 10**9))
    # one step more among those of an epoch hides more
    assert composed([Gaussian(1).allocate(101).compose(3), Gaussian(2)]).epsilon(DELTA) < answer.number


def test_the_loss_says_what_it_is():
    loss = Gaussian(1).allocate(100).compose(2).to(LossDP).value
    assert loss == LossDP(((EPOCH, Integer(2)),))
    assert str(EPOCH) == "Gaussian(0, 1) (one of 100 steps)"
    assert "t = 100" in Gaussian(1).allocate(100).to(LossDP)._repr_latex_()


@pytest.mark.parametrize(
    "make",
    [
        lambda: Mechanism(Gaussian(1), Integer(1), Rational(1, 100), replaced=True, slots=100),
        lambda: Mechanism(Gaussian(1), Integer(1), Rational(1, 100), fixed_size=True, slots=100),
        lambda: Mechanism(Gaussian(1), Integer(1), Rational(1, 100), records=2, slots=100),
    ],
)
def test_steps_with_another_sample_are_refused(make):
    with pytest.raises(
        ParameterError, match="steps of an epoch must be 1, but where one record is added or removed, got 100"
    ):
        make()


@pytest.mark.parametrize("rate", [Rational(1), Rational(1, 150), Integer(0)])
def test_the_share_of_an_epoch_is_that_of_some_steps(rate):
    with pytest.raises(ParameterError, match="selected steps of an epoch must be an integer from 1 to 99"):
        Mechanism(Gaussian(1), Integer(1), rate, slots=100)


def test_an_epoch_of_several_steps_says_how_many():
    epoch = Mechanism(Laplace(1), Integer(1), Rational(1, 50), slots=100)
    assert epoch.selected == 2
    assert str(epoch) == "Laplace(0, 1) (2 of 100 steps)"
    loss = Laplace(1).allocate(100, 2).compose(3).to(LossDP)
    assert loss.value == LossDP(((epoch, Integer(3)),))
    assert "t = 100, k = 2" in loss._repr_latex_()
    assert Mechanism(Gaussian(1), Integer(1), Rational(1, 50)).selected == 1


@pytest.mark.parametrize(
    "take",
    [
        lambda: EPOCH.pairs(),
        lambda: sampled_mechanism(EPOCH, Rational(1, 2)),
        lambda: grouped_mechanism(EPOCH, Integer(2)),
        lambda: replaced_mechanism(EPOCH),
    ],
)
def test_an_epoch_is_not_taken_for_a_poisson_sample(take):
    with pytest.raises(NotApplicableError, match=r"one of 100 steps"):
        take()


def test_epochs_are_counted_and_take_no_other_rate():
    found = composition_count(Gaussian(1).allocate(100), 2, DELTA)
    assert found.mechanism == EPOCH
    delta = [Gaussian(1).allocate(100).compose(found.count + more).delta(2) for more in (0, 1)]
    assert delta[0] <= DELTA < delta[1]
    with pytest.raises(ParameterError, match="one run, and no epoch of steps"):
        sampling_rate(Gaussian(1).allocate(100), 1, DELTA, 10)


@pytest.mark.parametrize(
    ("given", "sampling", "told"),
    [
        (Gaussian(1), Allocation(100, 100), "not all are drawn"),
        (Gaussian(1), Allocation(1), "not all are drawn"),
        (Logistic(1), Allocation(100), "no privacy loss is known"),
        (DiscreteGaussian(1), Allocation(100), "no privacy loss is known"),
        (Gaussian(1), Poisson(Rational(1, 2)), "random allocation"),
    ],
)
def test_the_loss_of_other_epochs_is_refused(given, sampling, told):
    with pytest.raises(NotApplicableError, match=told):
        ALLOCATION_LOSS.apply(given.guarantee().to(LossDP).value, sampling, Request(delta=DELTA))


def test_the_best_gaussian_of_an_epoch_is_far_below_that_of_its_noise():
    fit = Gaussian(1).allocate(100).best_gaussian(Rational(1, 100))
    assert fit.least <= fit.mu < Rational(1, 5)
    assert fit.mu < fit.least * (1 + Rational(1, 10**6))
    assert Gaussian(1).allocate(100).kl() < Rational(1, 50)


def test_an_irrational_deviation_is_rounded_to_what_loses_more():
    exact, near = (Gaussian(sigma).allocate(50).compose(2).epsilon(DELTA) for sigma in (sqrt(3), Rational("1.7320508")))
    assert exact < near < exact * (1 + Rational(1, 10**6))


EPOCHS = [
    pytest.param(lambda: Laplace(1).allocate(50), marks=pytest.mark.slow),
    pytest.param(lambda: Gaussian(1).allocate(50, 2), marks=pytest.mark.slow),
    lambda: RandomizedResponse(1).allocate(50, 2),
]


@pytest.mark.parametrize("make", EPOCHS)
def test_epochs_known_between_pairs_are_composed_with_other_noise(make):
    epoch = make()
    both = composed([epoch, Gaussian(2)])
    alone = [each.epsilon(DELTA) for each in (epoch, Gaussian(2))]
    eps, more = both.epsilon(DELTA), composed([epoch, epoch, Gaussian(2)]).epsilon(DELTA)
    assert max(alone) < eps < sum(alone)
    assert eps < more < both.compose(2).epsilon(DELTA)
    assert both.delta(eps) <= DELTA * Rational(1001, 1000)
    # at every level tests say less of both than of either, and more than of all steps
    error = both.tradeoff(Rational(1, 10))
    assert error < min(each.tradeoff(Rational(1, 10)) for each in (epoch, Gaussian(2)))


@pytest.mark.slow
@pytest.mark.parametrize("side", ["remove", "add"])
def test_laplace_epochs_beside_gaussian_noise_lie_in_the_bracket_of_the_other_accountant(side):
    parts = [LossDistribution.laplace(1.0).allocate(20, side).compose(3), LossDistribution.gaussian(2.0)]
    truth = compose(*parts).epsilon(1e-5)
    removed = side == "remove"
    loss = SelectedLoss(LaplaceRatio(Fraction(1)), 20, 1, removed)
    low, high = PrivacyCurve([(loss, 3), (GaussianLoss(Fraction(2)), 1)]).bracket(Fraction(1, 10**5))
    assert low <= truth.upper
    assert truth.lower <= high < low * Fraction(1001, 1000)
    assert PrivacyCurve([(loss, 4), (GaussianLoss(Fraction(2)), 1)]).bracket(Fraction(1, 10**5))[0] > high


def test_epochs_of_answers_are_those_of_the_exact_sum():
    response = RandomizedResponse(1).allocate(50, 2).compose(2)
    wanted = max(
        PrivacyCurve([(AllocatedResponseLoss(50, Fraction(1), way, 2), 2)]).bracket(Fraction(1, 10**5))[1]
        for way in ("remove", "add")
    )
    found = response.to_approx(DELTA)
    assert "amplification.allocation.response.several" in found.theorems
    assert Fraction(int(found.number.p), int(found.number.q)) <= wanted * (1 + Fraction(1, 10**9))
    assert response.best_gaussian().mu < RandomizedResponse(1).best_gaussian().mu / 2


def test_the_best_gaussian_of_several_steps_is_that_of_all_in_the_far_tail():
    fit = Gaussian(1).allocate(100, 3).compose(2).best_gaussian()
    assert abs(fit.mu - sqrt(6)) < Rational(1, 10**10)
    assert fit.regret is None


@pytest.mark.parametrize("given", [Logistic(1).allocate(10), Laplace(1).shuffle(100)])
def test_the_loss_of_what_only_dominates_has_no_least_mu(given):
    loss = given.to(LossDP)
    assert not loss.proof.is_of_the_worst_pair
    fit = given.best_gaussian(Rational(1, 100))
    assert fit.mu > 1
    assert fit.least == 0
    assert fit.regret is None
    # nor is it a run that may be counted
    with pytest.raises(ParameterError, match="one run whose worst pair is known"):
        composition_count(given, 10, DELTA)


@pytest.mark.slow
def test_runs_of_epochs_known_between_pairs_are_counted():
    found = composition_count(Laplace(1).allocate(100), 2, DELTA)
    deltas = [Laplace(1).allocate(100).compose(found.count + more).delta(2) for more in (0, 1)]
    assert deltas[0] <= DELTA < deltas[1]
