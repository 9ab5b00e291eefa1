"""Chi-squared, Hellinger and the cumulants of the privacy loss, from their definitions."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from reference import known as definitions

from mechanisms import FinitePair, ParameterError, gaussian_pair, laplace_pair
from mechanisms.numeric.pair import Pair

INF = math.inf


@pytest.fixture(autouse=True)
def many_digits():
    with mp.workdps(50):
        yield


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("sigma", [0.05, 0.5, 1.0, 30.0, 1e4])
def test_gaussian(holds, sigma):
    pair = gaussian_pair(0, sigma, 1, sigma)
    square = 1 / mp.mpf(sigma) ** 2
    holds(pair.chi_squared(), mp.expm1(square), 1e-9)
    holds(pair.squared_hellinger(), -mp.expm1(-square / 8), 1e-9)
    mean, variance, *rest = pair.loss_cumulants(6)
    holds(mean, square / 2, 1e-9)
    holds(variance, square, 1e-9)
    for cumulant in rest:
        holds(cumulant, mp.mpf(0))


def test_cumulants_are_derivatives_of_the_moment_function(holds):
    """(alpha - 1) D_alpha is the cumulant function of the loss: differentiate the reference at order 1."""
    for scale in (0.25, 1.0, 8.0):

        def log_moment(s, scale=scale):
            with mp.workdps(90):
                return s * definitions.laplace_renyi.__wrapped__(1 + s, mp.mpf(scale), mp.mpf(1)) if s else mp.mpf(0)

        estimates = laplace_pair(0, scale, 1, scale).loss_cumulants(5)
        with mp.workdps(90):
            for order, estimate in enumerate(estimates, start=1):
                holds(estimate, mp.diff(log_moment, 0, order, h=mp.mpf(10) ** -12), 1e-8, (scale, order))


def test_random_finite_laws(holds):
    rng = np.random.default_rng(71)
    for _ in range(20):
        size = int(rng.integers(2, 9))
        p, q = ([Fraction(int(w), int(ws.sum())) for w in ws] for ws in rng.integers(1, 50, size=(2, size)))
        pair = FinitePair(p, q)
        real_p, real_q = ([mp.mpf(x.numerator) / x.denominator for x in law] for law in (p, q))
        losses = [mp.log(a / b) for a, b in zip(real_p, real_q, strict=True)]
        mean = mp.fsum(a * loss for a, loss in zip(real_p, losses, strict=True))
        m2, m3, m4, m5 = (
            mp.fsum(a * (loss - mean) ** n for a, loss in zip(real_p, losses, strict=True)) for n in (2, 3, 4, 5)
        )
        truths = (mean, m2, m3, m4 - 3 * m2**2, m5 - 10 * m2 * m3)
        for estimate, truth in zip(pair.loss_cumulants(5), truths, strict=True):
            holds(estimate, truth)
        holds(pair.chi_squared(), mp.fsum((a - b) ** 2 / b for a, b in zip(real_p, real_q, strict=True)), 1e-12)
        overlap = mp.fsum(mp.sqrt(a * b) for a, b in zip(real_p, real_q, strict=True))
        holds(pair.squared_hellinger(), 1 - overlap, 1e-12)


def test_a_heavy_tail_of_the_loss_has_infinite_moments_from_an_order_on(holds):
    """A density 3/4 |x|^-2.5 beyond 1 against Laplace: the loss grows like |x|, with a mean and no variance."""

    def log_p(x):
        return np.where(np.abs(x) >= 1, math.log(0.75) - 2.5 * np.log(np.maximum(np.abs(x), 1.0)), -INF)

    pair = Pair(log_p, lambda x: -np.abs(x) - math.log(2), (-1, 0, 1))
    mean, *rest = pair.loss_cumulants(4)
    # log 3/2 - 2.5 E log|x| + E|x| for the Pareto law of shape 3/2
    holds(mean, mp.log(mp.mpf(3) / 2) - mp.mpf(5) / 3 + 3, 1e-9)
    assert all(cumulant.value == INF for cumulant in rest)
    assert pair.loss_variance().value == INF


def test_laws_without_common_mass():
    pair = FinitePair((1, 0), (0, 1))
    assert pair.squared_hellinger().upper >= 1
    assert pair.squared_hellinger().lower <= 1
    assert pair.chi_squared().value == INF
    assert all(cumulant.value == INF for cumulant in pair.loss_cumulants(3))


@pytest.mark.parametrize("n", [0, -1, 21, 1.0, True, "2", None, math.nan])
def test_bad_numbers_of_cumulants_are_refused(n):
    with pytest.raises(ParameterError, match=r"^n must be an integer from 1 to 20"):
        gaussian_pair(0, 1, 1, 1).loss_cumulants(n)
