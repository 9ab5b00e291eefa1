"""Claims: what two probabilities say about epsilon and mu, and the road from mu to epsilon."""

import math

import mpmath as mp
import numpy as np
import pytest

from mechanisms import Laplace, ParameterError, gaussian_pair
from mechanisms.audit.claims import ApproximateClaim, GaussianClaim, gaussian_eps


def test_epsilon_from_two_probabilities_is_rounded_down():
    p, q = np.array([0.5, 0.3, 0.1]), np.array([0.25, 0.3, 0.4])
    bound = ApproximateClaim(1.0, 0.05).lower(p, q)
    with mp.workdps(30):
        exact = [mp.log((mp.mpf(a) - mp.mpf(0.05)) / mp.mpf(b)) for a, b in zip(p.tolist(), q.tolist(), strict=True)]
        assert all(0 < e - b < mp.mpf("1e-11") for e, b in zip(exact, bound.tolist(), strict=True))


def test_a_probability_below_delta_says_nothing_about_epsilon():
    claim = ApproximateClaim(delta=0.1)
    assert (claim.lower(np.array([0.1, 0.05, 0.0]), np.array([0.5, 1e-9, 1.0])) == -math.inf).all()


def test_the_laplace_mechanism_attains_its_epsilon_on_a_half_line():
    mechanism = Laplace(0.5)
    p, q = mechanism.cdf(0.0), mechanism.cdf(0.0, 1.0)
    assert ApproximateClaim().lower(np.array(p), np.array(q)) == pytest.approx(2.0, rel=1e-11)


def test_every_half_line_gives_mu_of_a_gaussian_rounded_down():
    from scipy.special import ndtr

    x = np.linspace(-5, 5, 21)
    bound = GaussianClaim(0.7).lower(ndtr(x), ndtr(x - 0.7))
    assert (bound <= 0.7).all()
    np.testing.assert_allclose(bound, 0.7, rtol=1e-8)


def test_probabilities_at_the_ends_say_nothing_about_mu():
    claim = GaussianClaim()
    assert (claim.lower(np.array([0.0, 0.5, 0.0]), np.array([0.5, 1.0, 1.0])) == -math.inf).all()


@pytest.mark.cases(1 / 5)
@pytest.mark.parametrize(("mu", "delta"), [(0.3, 1e-5), (1.0, 1e-5), (1.0, 1e-12), (4.0, 0.1), (1.0, 0.3)])
def test_epsilon_of_a_gaussian_trade_off_is_a_close_lower_bound(mu, delta):
    """Against the hockey-stick divergence at 30 digits from its definition, solved for epsilon."""
    bound = gaussian_eps(mu, delta)
    with mp.workdps(30):

        def excess(eps):
            point = mp.mpf(mu) / 2 + eps / mu  # where the density of N(mu, 1) is e^eps times that of N(0, 1)
            return mp.ncdf(mu - point) - mp.exp(eps) * mp.ncdf(-point) - mp.mpf(delta)

        assert excess(mp.mpf(bound)) >= 0
        assert excess(mp.mpf(bound) * (1 + mp.mpf("1e-7"))) < 0


def test_epsilon_is_zero_where_delta_covers_everything():
    assert gaussian_eps(0.0, 1e-9) == 0
    assert gaussian_eps(0.1, 0.5) == 0
    assert gaussian_pair(0.1, 1.0, 0.0, 1.0).hockey_stick(0.0).upper < 0.5


@pytest.mark.parametrize("wrong", [-1, math.nan, math.inf, True, "1", 1j, [1.0]])
def test_bad_parameters_are_refused(wrong):
    with pytest.raises(ParameterError, match=r"^eps must be non-negative and finite"):
        ApproximateClaim(wrong)
    with pytest.raises(ParameterError, match=r"^delta must be a probability"):
        ApproximateClaim(1.0, wrong)
    with pytest.raises(ParameterError, match=r"^mu must be non-negative and finite"):
        GaussianClaim(wrong)
    with pytest.raises(ParameterError, match=r"^mu must be non-negative and finite"):
        gaussian_eps(wrong, 0.1)
    with pytest.raises(ParameterError, match=r"^delta must be a probability"):
        gaussian_eps(1.0, wrong)
