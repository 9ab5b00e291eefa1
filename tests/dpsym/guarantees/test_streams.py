"""The matrix mechanism as a guarantee: what the released sums tell, and no less."""

import math

import numpy as np
import pytest
from sympy import Rational, sqrt

from dpsym import (
    Gaussian,
    Laplace,
    Participation,
    inverse_square_root_factorization,
    matrix_mechanism,
    square_root_factorization,
    toeplitz_factorization,
    tree_factorization,
)
from dpsym.errors import NotApplicableError, ParameterError

ROOT, EPOCHS = square_root_factorization(12), Participation.separated(4, 3)


@pytest.mark.parametrize("factorization", [ROOT, square_root_factorization(12, 3), tree_factorization(12)], ids=str)
def test_the_worst_pattern_tells_as_much_as_the_guarantee_and_no_other_more(factorization):
    decoder = np.array([[float(x.p) / float(x.q) for x in row] for row in factorization.decoder()])
    inverse = np.linalg.inv(decoder @ decoder.T)
    told = []
    for steps in ((0, 4, 8), (0, 5, 9), (1, 5, 9), (2, 6, 11), (3, 7, 11), (0,), (0, 4)):
        sums = np.cumsum(np.isin(np.arange(12), steps))
        told.append(math.sqrt(sums @ inverse @ sums))
    mu = float(matrix_mechanism(factorization, 1, EPOCHS).to_gdp().value.mu)
    if factorization.name.startswith("binary"):
        assert max(told) <= mu * (1 + 1e-12)  # the decoder uses no measurement twice
    else:
        assert max(told) == pytest.approx(mu, rel=1e-12)
        assert told[0] == max(told)


def test_it_composes_and_converts_as_gaussian_noise_does():
    found = matrix_mechanism(ROOT, 5, EPOCHS, sensitivity=2)
    mu = 2 * float(ROOT.sensitivity(EPOCHS).ball.mid) / 5
    assert float(found.to_gdp().value.mu) == pytest.approx(mu, rel=1e-12)
    assert float(found.epsilon(1e-6)) == pytest.approx(float(Gaussian(1 / mu).epsilon(1e-6)), rel=1e-9)
    assert float(found.compose(4).epsilon(1e-6)) == pytest.approx(float(Gaussian(1 / (2 * mu)).epsilon(1e-6)), rel=1e-9)
    mixed = found.compose(Laplace(3))
    assert float(found.epsilon(1e-6)) < float(mixed.epsilon(1e-6)) < float(found.epsilon(1e-6)) + 1 / 3 + 1e-9
    assert "mechanism.matrix" in found.to_gdp().theorems


def test_the_sensitivity_is_never_rounded_down():
    single = matrix_mechanism(square_root_factorization(3), 1).to_gdp().value.mu
    assert single >= sqrt(89) / 8
    assert single - sqrt(89) / 8 < Rational(1, 10**20)
    assert matrix_mechanism(square_root_factorization(2), 1).to_gdp().value.mu ** 2 >= Rational(5, 4)


def test_banded_strategies_are_amplified_by_cyclic_poisson_sampling():
    factorization = square_root_factorization(40, 4)
    sigma = 2 * Rational(factorization.sensitivity().upper)
    found = matrix_mechanism(factorization, sigma, Participation.cyclic(4), rate=Rational(1, 10))
    plain = Gaussian(2).subsample(Rational(1, 10)).compose(10)
    assert float(found.epsilon(1e-5)) == pytest.approx(float(plain.epsilon(1e-5)), rel=1e-10)
    assert float(found.epsilon(1e-5)) < float(
        matrix_mechanism(factorization, sigma, Participation.cyclic(4)).epsilon(1e-5)
    )
    assert "mechanism.matrix.banded" in found.to_approx(delta=1e-5).theorems


@pytest.mark.parametrize(
    ("factorization", "participation"),
    [
        (square_root_factorization(40, 5), Participation.cyclic(4)),
        (square_root_factorization(40, 4), Participation.separated(4)),
        (square_root_factorization(40, 4), None),
        (inverse_square_root_factorization(40, 4), Participation.cyclic(4)),
        (tree_factorization(40), Participation.cyclic(40)),
    ],
)
def test_a_rate_without_a_theorem_is_refused(factorization, participation):
    with pytest.raises(NotApplicableError, match="no more bands than steps in a cycle"):
        matrix_mechanism(factorization, 1, participation, rate=Rational(1, 10))


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: matrix_mechanism([[1]], 1), "factorization must be one of the prefix sums"),
        (lambda: matrix_mechanism(ROOT, 0), "standard deviation sigma must be positive and finite, got 0"),
        (lambda: matrix_mechanism(ROOT, 1, 3), "participation must be a Participation, got 3"),
        (lambda: matrix_mechanism(ROOT, 1, sensitivity=-1), "sensitivity must be"),
        (
            lambda: matrix_mechanism(
                toeplitz_factorization([1], 3), 1, Participation.cyclic(1), rate=0.1, adjacency="replace"
            ),
            "add-remove",
        ),
    ],
)
def test_bad_input_gets_one_line(call, told):
    with pytest.raises(ParameterError) as caught:
        call()
    assert told in str(caught.value)


def test_all_turns_count_where_a_step_samples_however_few_participations_there_may_be():
    """Of ten turns at rate 1/2 one is not all that is told: the truth is the sum over the number of samples, the step itself unknown."""
    each = toeplitz_factorization([1], 10)
    limited = matrix_mechanism(each, 1, Participation.cyclic(1, 1), rate=Rational(1, 2))
    free = matrix_mechanism(each, 1, Participation.cyclic(1), rate=Rational(1, 2))
    once = Gaussian(1).subsample(Rational(1, 2))
    assert limited.renyi(2) == free.renyi(2) == once.compose(10).renyi(2)
    assert float(limited.renyi(2)) > 9 * float(once.renyi(2))
