"""Distribution functions made from a law's own density, beside those of SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from sympy import Symbol

from dpsym import Cauchy, DiscreteLaplace, Gaussian, Laplace, Logistic, Poisson
from dpsym.distributions import Binomial, Exponential, Gamma, Uniform
from dpsym.errors import ParameterError
from theorems.plugin.law import distribution_function

_X = np.concatenate([np.linspace(-30, 30, 4001), [-1.0, 0.0, 1.0]])


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    ("law", "known"),
    [
        (Laplace(scale=2), stats.laplace(scale=2)), (Laplace(5, 1), stats.laplace(5, 1)), (Gaussian(sigma=3), stats.norm(scale=3)),
        (Cauchy(0, 1), stats.cauchy()), (Logistic(2), stats.logistic(scale=2)), (Uniform(0, 1), stats.uniform(-1, 2)),
        (Exponential(2), stats.expon(scale=2)), (Gamma(3, 2), stats.gamma(3, scale=0.5)),
        (Poisson(4), stats.poisson(4)), (Binomial(10, 0.25), stats.binom(10, 0.25)),
    ],
    ids=lambda value: str(value) if hasattr(value, "log_density") else "",
)  # fmt: skip
def test_distribution_functions_agree_with_scipy_to_1e_6(law, known):
    assert np.abs(distribution_function(law)(_X) - known.cdf(_X)).max() < 1e-6


def test_two_sided_geometric_noise_is_a_law_on_the_integers():
    base, at = np.exp(-0.5), np.floor(_X)
    right = np.where(at < 0, base ** np.abs(at) / (1 + base), 1 - base ** (np.abs(at) + 1) / (1 + base))
    assert np.abs(distribution_function(DiscreteLaplace(2))(_X) - right).max() < 1e-6


@pytest.mark.parametrize("wrong", [3, Laplace(Symbol("b", positive=True)), "Laplace(2)"])
def test_what_is_no_law_with_numbers_is_an_error(wrong):
    with pytest.raises(ParameterError, match="law must be"):
        distribution_function(wrong)
