"""Noise on vectors: guarantees are not below what the noise tells, and are reached where they say so."""

import math

import numpy as np
import pytest
from sympy import I, Rational, Symbol, sqrt, symbols

from dpsym import Gaussian, Laplace, gaussian_vector, laplace_vector
from dpsym.errors import ParameterError
from dpsym.guarantees.reading import read

b, Delta, sigma, tau = symbols("b Delta sigma tau", positive=True)
count = Symbol("k", integer=True, positive=True)


def test_laplace_noise_on_a_vector_costs_what_one_number_costs():
    one = laplace_vector(b, sensitivity=Delta)
    assert one.to_pure().value.eps == Delta / b
    assert "dominating.laplace.vector" in one.to_pure().theorems
    many, number = laplace_vector(3).compose(10), Laplace(3).compose(10)
    assert many.epsilon(Rational(1, 1000)) == number.epsilon(Rational(1, 1000))
    assert read("LaplaceVector(2).to_pure()").value.eps == Rational(1, 2)


def test_no_direction_tells_more_than_one_coordinate_does():
    places = (np.arange(-24000, 25000) + 0.5) / 1000
    one = np.exp(-np.abs(places)) / 2000

    def moved(shift):
        return np.exp(-np.abs(places - shift)) / 2000

    for first in (0.25, 0.5):
        # the losses of the first answer, on a grid, and what they leave to the second one
        losses = np.round((np.log(one) - np.log(moved(first))) * 1000) / 1000
        values, inverse = np.unique(losses, return_inverse=True)
        masses = np.bincount(inverse, one)
        second = moved(1 - first)
        for eps in (Rational(1, 10), Rational(7, 10)):
            lost = [np.maximum(one - math.exp(float(eps) - value) * second, 0).sum() for value in values]
            promised = float(laplace_vector(1).delta(eps))
            assert masses @ lost < promised * (1 - 1e-3)
            level = float(eps)
            exact = 1 - math.exp((level - 1) / 2) * (1 + min(first, (1 - level) / 2) / 2)
            assert masses @ lost == pytest.approx(exact, rel=1e-3)
            assert masses @ lost > float(laplace_vector(1, sensitivity=Rational(1, 2)).delta(eps))


def test_gaussian_noise_tells_as_much_as_the_longest_shift_in_its_norm():
    shifts = [[1, 0], [0, 2], [1, 1]]
    spread = np.array([[2.0, 1.0], [1.0, 3.0]])
    longest = max(math.sqrt(np.array(each) @ np.linalg.solve(spread, each)) for each in shifts)
    found = gaussian_vector([[2, 1], [1, 3]], shifts)
    assert float(found.to_gdp().value.mu) == pytest.approx(longest, rel=1e-12)
    assert float(found.delta(1)) == pytest.approx(float(Gaussian(1 / longest).delta(1)), rel=1e-9)
    inner = [[Rational(1, 2), 1], [Rational(3, 4), Rational(1, 2)]]  # means of the shifts
    assert float(gaussian_vector([[2, 1], [1, 3]], inner).to_gdp().value.mu) < longest
    assert gaussian_vector([[2, 1], [1, 3]], shifts, sensitivity=2).to_gdp().value.mu == 2 * found.to_gdp().value.mu


def test_of_a_ball_of_shifts_the_direction_of_least_variance_is_the_worst():
    assert gaussian_vector([[2, 1], [1, 2]]).to_gdp().value.mu == 1
    assert gaussian_vector([[4, 0], [0, 9]], sensitivity=3).to_gdp().value.mu == Rational(3, 2)
    assert gaussian_vector([[sigma**2, 0], [0, sigma**2]]).to_zcdp().value.rho == 1 / (2 * sigma**2)
    three = [[4, 1, 2], [1, 5, 3], [2, 3, 6]]
    least = np.linalg.eigvalsh(np.array(three, dtype=float))[0]
    assert float(gaussian_vector(three).to_gdp().value.mu) == pytest.approx(least**-0.5, rel=1e-12)
    assert gaussian_vector([[2, 1, 0], [1, 2, 0], [0, 0, 4]]).to_gdp().value.mu == 1
    turned = [[math.cos(turn), math.sin(turn)] for turn in np.linspace(0, math.pi, 60)]
    assert float(gaussian_vector([[2, 1], [1, 2]], turned).to_gdp().value.mu) <= 1 + 1e-12


def test_shapes_are_compared_in_symbols():
    noise = gaussian_vector([[sigma**2, 0], [0, tau**2]], [[1, 0]])
    assert noise.to_gdp().value.mu == 1 / sigma
    assert noise.compose(count).to_zcdp().value.rho == count / (2 * sigma**2)
    assert gaussian_vector([[2, 0], [0, 2]], [[1, 1]]).to_gdp().value.mu == 1
    assert gaussian_vector([[3, 0], [0, 3]], [[1, 1]]).to_gdp().value.mu == sqrt(Rational(2, 3))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: laplace_vector(0), "positive"),
        (lambda: laplace_vector(1, sensitivity=-1), "sensitivity"),
        (lambda: gaussian_vector([[1, 2], [2, 1]]), "positive definite"),
        (lambda: gaussian_vector([[1, 1], [0, 1]]), "symmetric"),
        (lambda: gaussian_vector([[1, 0], [0, 1]], [[1, 0, 0]]), "a vector of 2 numbers"),
        (lambda: gaussian_vector([[1, 0], [0, 1]], [[0, 0]]), "not all zero"),
        (lambda: gaussian_vector([[1, 0], [0, 1]], []), "not all zero"),
        (lambda: gaussian_vector([[1, 0], [0, 1]], 5), "shifts must be a sequence of vectors, got 5"),
        (lambda: gaussian_vector(2), "covariance must be a sequence of vectors, got 2"),
        (lambda: gaussian_vector([]), "covariance must be a square matrix"),
        (lambda: gaussian_vector([[1, 0], [0]]), "covariance must be a square matrix"),
        (lambda: gaussian_vector([[1, I], [I, 1]]), "covariance must be of real and finite numbers, got I"),
        (
            lambda: gaussian_vector([[sigma, 1, 0], [1, sigma, 1], [0, 1, sigma]]),
            "covariance must be of rational numbers",
        ),
    ],
)
def test_what_breaks_a_rule_is_refused(make, says):
    with pytest.raises(ParameterError, match=says):
        make()
