"""Rényi divergences of random allocation: exact moments, integrals and draws in both directions, and their false twins."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from flint import ctx
from sympy import Rational

from dpsym import Gaussian, Laplace
from dpsym.curves import allocated_renyi
from dpsym.curves.allocated_moments import log_moments
from dpsym.curves.allocated_renyi import _added, _removed


def _moment(sigma, slots, order):
    """Return E R^order, as a sum over which step each factor is of."""
    total = 0.0
    for steps in product(range(slots), repeat=order):
        counts = [steps.count(step) for step in range(slots)]
        total += math.exp(sum(j * (j - 1) for j in counts) / (2 * sigma**2))
    return total / slots**order


@pytest.mark.parametrize(("sigma", "slots"), [("1", 2), ("3/2", 4), ("1/3", 3), ("2", 1)])
def test_moments_are_sums_over_all_choices_of_a_step(sigma, slots):
    with ctx.workprec(96):
        found = log_moments(Fraction(sigma), slots, 5, 96)
    for order in (1, 2, 3, 5):
        wanted = math.log(_moment(float(Fraction(sigma)), slots, order))
        assert float(found[order - 1]) == pytest.approx(wanted, abs=1e-12)
    if slots > 1:
        assert float(found[2]) > math.log(_moment(float(Fraction(sigma)), slots + 1, 3)) + 1e-3


def _integral(sigma, power):
    """Return E R^(-power) of two steps, on a lattice of normal numbers, on which the rule is as good as exact."""
    z = np.arange(-12, 12, 0.05)
    weight = 0.05 * np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    ratio = np.exp(z / sigma - 0.5 / sigma**2)
    return float(weight @ ((ratio[:, None] + ratio[None, :]) / 2) ** -power @ weight)


@pytest.mark.slow
@pytest.mark.parametrize("order", [2, 3, 9])
def test_an_added_record_is_bounded_closely_by_an_integral(order):
    with ctx.workprec(192):
        found = float(_added(Fraction(2), 2, order))
    truth = math.log(_integral(2.0, order - 1)) / (order - 1)
    assert truth <= found < truth * 1.01
    # the bound is that of this noise, and of no less
    assert found < math.log(_integral(1.95, order - 1)) / (order - 1)


@pytest.mark.slow
def test_an_added_record_agrees_with_draws_of_many_steps():
    # seeded; six standard errors are exceeded by chance in one of 5 10^8 draws
    ratio = np.exp(np.random.default_rng(3).normal(size=(200_000, 30)) - 0.5).mean(axis=1) ** -4.0
    with ctx.workprec(192):
        found = math.exp(4 * float(_added(Fraction(1), 30, 5)))
    off = 6 * ratio.std() / math.sqrt(len(ratio))
    assert ratio.mean() - off < found < (ratio.mean() + off) * 1.002
    assert off < 0.05 * (found - 1)


@pytest.mark.parametrize(("sigma", "slots"), [("1/10", 10), ("1/4", 100)])
def test_little_noise_is_bounded_by_the_means_alone(sigma, slots):
    noise, found = Fraction(sigma), allocated_renyi(Fraction(sigma), slots, 4)
    with ctx.workprec(192):
        assert _added(noise, slots, 4) == pytest.approx(float((1 + Fraction(3, slots)) / (2 * noise**2)), rel=1e-12)
        assert found == max(_added(noise, slots, 4), _removed(noise, slots, 4)) < 2 / noise**2


def test_of_one_step_both_directions_are_plain_noise():
    assert float(allocated_renyi(Fraction(2), 1, 6)) == pytest.approx(6 / 8, rel=1e-12)


@pytest.mark.slow
def test_very_many_steps_have_the_budget_of_the_variance():
    found = float(allocated_renyi(Fraction(30), 10**5, 2))
    variance = math.expm1(1 / 900) / 10**5
    assert math.log1p(variance) < found < variance * 1.001


def test_a_guarantee_adds_up_blocks_and_epochs():
    noise = Rational(1, 3)
    answer = Gaussian(noise).allocate(5, 2).compose(3).to_renyi()
    assert "amplification.allocation.renyi.reversed" in answer.theorems
    told = 3 * sum(allocated_renyi(Fraction(1, 3), slots, 2) for slots in (2, 3))
    budget = answer.value.at(2)
    assert told <= Fraction(int(budget.p), int(budget.q)) < told * (1 + Fraction(1, 10**10))
    assert budget < Gaussian(noise).guarantee().compose(6).to_renyi().value.at(2)
    # of Laplace noise no budget of an allocation is known, and that of the run is kept
    assert (Laplace(1).allocate(5).renyi(4) - Laplace(1).renyi(4)).simplify() == 0


@pytest.mark.slow
def test_a_budget_holds_for_the_curve():
    # of a budget the promise at a delta is no better than the curve is
    made = Gaussian(1).allocate(20)
    delta = Rational(1, 10**5)
    assert made.to_renyi().epsilon(delta) > made.epsilon(delta) > made.to_renyi().epsilon(delta) / 2
