"""Noise at a distance: a group is answered by its own law with so many times the sensitivity, exactly and never below the truth."""

import math
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog
from sympy import Rational, exp, symbols

from dpsym import (
    ApproxDP,
    AsymmetricLaplace,
    Binomial,
    BoundedRangeDP,
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    Gumbel,
    KaryResponse,
    Laplace,
    Poisson,
    PureDP,
    Skellam,
    StudentT,
    TruncatedLaplace,
    composed,
)
from dpsym.conversion import grouped_mechanism
from dpsym.distributions import Cauchy, Logistic
from dpsym.errors import NotApplicableError
from dpsym.guarantees import GDP, guarantee
from dpsym.guarantees.mechanism import Mechanism
from mechanisms.families.bounded import truncated_laplace_pair
from mechanisms.families.lattice import discrete_gaussian_pair, two_sided_geometric_pair
from mechanisms.families.locations import asymmetric_laplace_pair, cauchy_pair, gumbel_pair, logistic_pair, student_pair
from mechanisms.families.moved import binomial_and_moved

b, eps, sigma = symbols("b epsilon sigma", positive=True)
k, n = symbols("k n", integer=True, positive=True)


def test_laplace_noise_at_a_distance_is_answered_by_the_noise_itself_at_any_symbol():
    found = Laplace(b).group(k)
    for count, threshold in product((1, 3), (Rational(1, 5), Rational(2))):
        told = found.profile(eps).subs({b: 2, k: count, eps: threshold})
        truth = max(0.0, 1 - math.exp((float(threshold) - count / 2) / 2))
        assert float(told) == pytest.approx(truth, abs=1e-14)
    # randomized response, which is what a promise of pure privacy allows, is not the truth of Laplace noise
    response = (exp(Rational(3, 2)) - exp(1)) / (1 + exp(Rational(3, 2)))
    assert float(found.profile(1).subs({b: 2, k: 3})) != pytest.approx(float(response), rel=1e-2)
    assert found.to_pure().value.eps == k / b
    assert found.to_profile().theorems.count("profile.laplace.farthest") == 1


@pytest.mark.slow
def test_runs_of_the_noise_keep_their_own_divergence_at_a_distance():
    found, alone = Laplace(b).compose(n).group(k).to_renyi().value, Laplace(b / k).compose(n).to_renyi().value
    assert float(found.at(3).subs({b: 2, k: 3, n: 4})) == pytest.approx(float(alone.at(3).subs({b: 2, k: 3, n: 4})))
    by_promise = guarantee(Laplace(2).compose(4).to_pure().value).group(3).to_renyi().value
    assert float(by_promise.at(3)) > 1.15 * float(found.at(3).subs({b: 2, k: 3, n: 4}))


@pytest.mark.cases(1 / 9)
@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("threshold", [Rational(0), Rational(1, 2), Rational(2)])
def test_what_is_reported_is_what_the_densities_sum_up_to(count, threshold):
    """Never below the sum over the integers, or the integral, and not above it by more than a millionth."""
    for law, pair in (
        (DiscreteLaplace(2), two_sided_geometric_pair(0, 2.0, count, 2.0)),
        (DiscreteGaussian(2), discrete_gaussian_pair(0, 2.0, count, 2.0)),
        (Logistic(2), logistic_pair(0.0, 2.0, float(count), 2.0)),
    ):
        truth = pair.hockey_stick(float(threshold))
        told = float(law.group(count).profile(threshold))
        assert truth.value - truth.error - 1e-15 <= told <= (truth.value + truth.error) * (1 + 1e-6) + 1e-12
        nearer = float(law.group(count + 1).profile(threshold))
        assert nearer >= told
        assert not nearer <= truth.value or nearer == 0


def test_no_nearer_shift_of_the_noise_is_worse():
    """The proof is that of Neyman and Pearson; here other shifts are summed on a fine grid, and heavy tails break the rule."""
    x = np.linspace(-400, 400, 1_600_001)

    def stick(density, shift, threshold):
        step = x[1] - x[0]
        return float(np.maximum(density(x) - math.exp(threshold) * density(x - shift), 0).sum() * step)

    laplace = lambda at: np.exp(-np.abs(at)) / 2  # noqa: E731
    logistic = lambda at: 1 / (4 * np.cosh(at / 2) ** 2)  # noqa: E731
    spiked = lambda at: np.where(np.abs(np.abs(at) - 2) < 0.5, 0.5, 0.0)  # noqa: E731
    for density, worse in ((laplace, True), (logistic, True), (spiked, False)):
        farthest = stick(density, 4.0, 0.5)
        assert all(stick(density, shift, 0.5) <= farthest + 1e-6 for shift in (0.5, 1.5, 2.5)) is worse


@pytest.mark.parametrize(
    "mechanism",
    [
        Mechanism(Poisson(10)),
        Mechanism(Skellam(2, 3)),
        Mechanism(Gumbel(1), 1, Rational(1, 2)),  # not symmetric
        Mechanism(KaryResponse(1, 3)),
        Mechanism(Laplace(1), 1, Rational(1, 2)),
    ],
)
def test_of_other_mechanisms_the_worst_pair_at_a_distance_is_not_claimed(mechanism):
    with pytest.raises(NotApplicableError, match="for a group is not known"):
        grouped_mechanism(mechanism, k)
    assert grouped_mechanism(Mechanism(Gaussian(sigma), 2), k) == Mechanism(Gaussian(sigma), 2 * k)


def test_skellam_noise_of_a_group_is_moved_by_all_of_its_records():
    made = Skellam(5, 5).group(3)
    assert made.epsilon(1e-5) == Skellam(5, 5).guarantee(sensitivity=3).epsilon(1e-5)
    assert made.epsilon(1e-5) > 3 * Skellam(5, 5).epsilon(1e-5)  # of delta three times one step is not enough
    assert "profile.skellam.farthest" in made.to_approx(1e-5).theorems


@pytest.mark.slow
def test_a_profile_at_a_distance_is_a_probability():
    found = ApproxDP(Rational(1, 2), Rational(1, 5)).group(3).to_profile()
    assert found.value.at(1) == 1
    small = ApproxDP(Rational(1, 2), Rational(1, 10**6)).group(3).to_profile().value.at(Rational(3, 2))
    assert 0 < small < Rational(1, 10**4)


def test_the_pair_that_keeps_a_promise_is_not_moved_further():
    """What was promised for neighbours is turned into a promise for groups by its own rule."""
    assert guarantee(GDP(2)).group(k).to_gdp().proof.route == "group.gdp"
    assert guarantee(Gaussian(sigma)).group(k).to_gdp().proof.route == "group.loss > loss_to_gdp"


def test_a_proof_in_latex_says_how_far_the_noise_is_moved():
    told = Laplace(b).group(k).to_profile().latex()
    assert r"\Delta = k" in told
    assert r"\Delta" not in Laplace(b).to_profile().latex()


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize(
    ("law", "pair"),
    [
        (Gumbel(2), lambda far: gumbel_pair(0.0, 2.0, far, 2.0)),
        (AsymmetricLaplace(1, 2), lambda far: asymmetric_laplace_pair(0.0, 1.0, 2.0, far, 1.0, 2.0)),
        (TruncatedLaplace(1, 5), lambda far: truncated_laplace_pair(0.0, 1.0, 5.0, far, 1.0, 5.0)),
        (TruncatedLaplace(1, 2), lambda far: truncated_laplace_pair(0.0, 1.0, 2.0, far, 1.0, 2.0)),
        (Cauchy(1), lambda far: cauchy_pair(0.0, 1.0, far, 1.0)),
        (StudentT(4, 1), lambda far: student_pair(4.0, 0.0, 1.0, far, 1.0)),
        (Binomial(20, Rational(1, 3)), lambda far: binomial_and_moved(20, 1 / 3, int(far))),
    ],
    ids=lambda value: "" if callable(value) else str(value),
)
def test_of_a_group_the_worse_direction_of_the_farthest_shift_is_told(law, pair, count):
    def stick(steps):
        found = pair(float(steps))
        return max(each.hockey_stick(0.5).value for each in (found, found.reversed()))

    told = float(law.group(count).delta(Rational(1, 2)))
    assert told == pytest.approx(stick(count), rel=1e-9)
    assert told > stick(count - 1) * (1 + 1e-6)


@pytest.mark.parametrize(("budget", "count", "threshold"), [(1, 2, 0), (1, 2, 1), (2, 3, 5), (Rational(1, 2), 4, 1)])
def test_no_chain_of_datasets_loses_more_under_pure_privacy_and_one_loses_as_much(budget, count, threshold):
    """The masses of an event along the chain are a linear program: that of an event under the first less e^threshold times under the last."""
    rise, places = math.exp(budget), np.eye(count + 1)
    gaps = [places[i] - rise * places[j] for i in range(count + 1) for j in (i - 1, i + 1) if 0 <= j <= count]
    found = linprog(
        math.exp(threshold) * places[count] - places[0],
        A_ub=[*gaps, *(-gap for gap in gaps)],
        b_ub=[*(0.0 for _ in gaps), *(rise - 1 for _ in gaps)],
        bounds=(0, 1),
    )
    told = guarantee(PureDP(budget)).group(count).delta(threshold)
    assert float(told) == pytest.approx(-found.fun, rel=1e-9)
    assert told < guarantee(PureDP(count * budget)).delta(threshold)
    assert told > guarantee(PureDP(budget)).group(count - 1).delta(threshold)


def test_what_pure_promises_leave_of_groups_is_composed():
    made = guarantee(PureDP(Rational(1, 10))).compose(50).group(2)
    assert made.epsilon(1e-5) == DiscreteLaplace(10).guarantee(sensitivity=2).compose(50).epsilon(1e-5)
    assert made.epsilon(1e-5) < guarantee(PureDP(Rational(2, 10))).compose(50).epsilon(1e-5)
    assert "tradeoff.group.pure" in made.to_approx(1e-5).theorems
    assert "group.pure.loss" in made.to_approx(1e-5).proof.route
    assert guarantee(PureDP(1)).group(3).to_pure().proof.route == "group.pure"
    assert guarantee(PureDP(1)).group(2).group(3).epsilon(1e-5) == guarantee(PureDP(1)).group(6).epsilon(1e-5)
    # of very many records the sum is too long, and the budgets add up
    assert guarantee(PureDP(Rational(1, 10**4))).group(10**4).epsilon(1e-5) <= 1
    # of ranges, which logistic noise stands for, no group is known so
    assert "group.loss" not in str(guarantee(BoundedRangeDP(1)).group(2).to_approx(1e-5).proof.route)


def test_groups_of_noise_that_is_not_symmetric_are_composed():
    made = composed([Gumbel(2), Cauchy(3)]).group(2)
    assert made.delta(1) == composed([Gumbel(2).guarantee(sensitivity=2), Cauchy(3).guarantee(sensitivity=2)]).delta(1)
    assert made.delta(1) > 2 * composed([Gumbel(2), Cauchy(3)]).delta(1)
    assert {"profile.gumbel.farthest.reversed", "profile.cauchy.farthest"} < set(made.to_approx(eps=1).theorems)
