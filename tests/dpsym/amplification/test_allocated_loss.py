"""Epochs of random allocation as a privacy loss: composed with any other, and taken for nothing else."""

from fractions import Fraction

import pytest
from sympy import Integer, Rational, sqrt

from dpsym import DiscreteGaussian, Gaussian, Laplace, composed
from dpsym.amplification import ALLOCATION_LOSS, Allocation, Poisson, sampled_mechanism
from dpsym.calibration import composition_count, sampling_rate
from dpsym.conversion.noise_groups import grouped_mechanism
from dpsym.conversion.replacement import replaced_mechanism
from dpsym.curves import PrivacyCurve
from dpsym.curves.allocated import AllocatedGaussianLoss
from dpsym.curves.gaussian import GaussianLoss
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees.arrow import Request
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP

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
        lambda: Mechanism(Gaussian(1), slots=100),
        lambda: Mechanism(Gaussian(1), Integer(1), Rational(1, 50), slots=100),
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
        (Gaussian(1), Allocation(100, 2), "one of several steps"),
        (Gaussian(1), Allocation(1), "one of several steps"),
        (Gaussian(Rational(1, 3)), Allocation(100), "less noise"),
        (Laplace(1), Allocation(100), "no privacy loss is known"),
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
