"""Descent in batches: against the best payments that a numeric program finds, and against what is told without iteration."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sympy import Rational, sqrt

from dpsym import Gaussian, ParameterError, cyclic_descent, guarantee, noisy_descent, sampled_descent
from dpsym.guarantees.iteration import root_above
from dpsym.parameters import n, sigma

DELTA = Rational(1, 10**5)


def _least_cost(epochs, batches, contraction):
    """Return the least root of the sum of squares of payments that leave no shift negative, and none at the end."""
    steps = epochs * batches

    def left(payments):
        shift, found = 0.0, []
        for step, payment in enumerate(payments, 1):
            shift = contraction * shift + (step % batches == 0) - payment
            found.append(shift)
        return np.array(found)

    found = minimize(
        lambda payments: payments @ payments,
        np.array([float(step % batches == 0) for step in range(1, steps + 1)]),
        jac=lambda payments: 2 * payments,
        constraints=[{"type": "ineq", "fun": lambda x: left(x)[:-1]}, {"type": "eq", "fun": lambda x: left(x)[-1]}],
        method="SLSQP",
        options={"maxiter": 400, "ftol": 1e-12},
    )
    assert found.success
    return float(np.sqrt(found.fun))


@pytest.mark.parametrize(
    ("epochs", "batches", "contraction"), [(3, 2, "9/10"), (2, 4, "1/2"), (4, 3, "1"), (3, 1, "4/5"), (3, 2, "1/5")]
)
def test_in_turns_no_other_payments_cost_less(epochs, batches, contraction):
    factor = Rational(contraction)
    mu = float(cyclic_descent(1, epochs, batches, contraction=factor).to_gdp().value.mu)
    assert mu == pytest.approx(_least_cost(epochs, batches, float(factor)), rel=1e-5)


def test_in_turns_the_formulas_are_those_of_the_sources():
    found = cyclic_descent(sigma, n, 7).to_gdp().value.mu
    assert (found**2 * sigma**2 - 1 - (n - 1) / 7).simplify() == 0
    assert cyclic_descent(2, 1, 7).to_gdp().value.mu == Rational(1, 2)
    near, far = (cyclic_descent(10, count, 10, diameter=25).to_gdp().value.mu for count in (10**3, 10**6))
    assert near == far  # however many epochs
    assert far < cyclic_descent(10, 10**3, 10).to_gdp().value.mu


@pytest.mark.parametrize("contraction", [1, Rational(4, 5)])
def test_one_batch_an_epoch_is_full_descent(contraction):
    full = noisy_descent(1, 12, contraction=contraction).to_gdp().value.mu
    assert float(cyclic_descent(1, 12, 1, contraction=contraction).to_gdp().value.mu) == pytest.approx(float(full))


def test_of_samples_the_bound_stays_however_many_steps():
    few, many = (sampled_descent(4, count, Rational(1, 100), diameter=Rational(1, 5)) for count in (10**4, 10**7))
    assert few.to_renyi().value.at(3) == many.to_renyi().value.at(3)
    told = guarantee(Gaussian(4)).subsample(Rational(1, 100)).compose(10**4)
    assert many.to_renyi().value.at(3).n() < told.to_renyi().value.at(3).n()


def test_of_fewer_samples_than_pay_all_steps_are_told_with_all_of_the_noise():
    few = sampled_descent(4, 50, Rational(1, 100), diameter=1)
    told = guarantee(Gaussian(4)).subsample(Rational(1, 100)).compose(50)
    assert few.epsilon(DELTA) == told.epsilon(DELTA)


def test_where_nothing_bounds_the_distance_it_says_so():
    with pytest.raises(ParameterError, match="diameter must be finite where the contraction is 1"):
        sampled_descent(4, 10, Rational(1, 2))
    assert sampled_descent(4, 10**6, Rational(1, 100), contraction=Rational(1, 2), last=50).to_renyi()
    with pytest.raises(ParameterError, match="share of the noise variance"):
        sampled_descent(4, 10, Rational(1, 2), diameter=1, share=1)


def test_roots_of_long_fractions_are_hardly_above_and_those_of_short_ones_exact():
    long, short = 1 - Rational(999, 1000) ** 1200, Rational(9, 50)
    assert 0 < root_above(long) ** 2 - long < Rational(1, 10**22)
    assert root_above(short) == 3 * sqrt(2) / 10
    # the last iterate where the maps are linear and all batches but the last have passed
    contraction, steps = 0.999, 1200
    moves = sum(contraction ** (steps - 30 * epoch) for epoch in range(1, 41))
    least = moves / np.sqrt(sum(contraction ** (2 * step) for step in range(steps)))
    assert least <= float(cyclic_descent(1, 40, 30, contraction=Rational(999, 1000)).to_gdp().value.mu) < 2 * least
