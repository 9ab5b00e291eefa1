"""Guesses of a threshold by the Edgeworth series of the tilted loss, which only save work."""

import math
from fractions import Fraction

import pytest

from dpsym.curves import LaplaceLoss, PrivacyCurve, RandomizedResponseLoss, SampledLoss
from dpsym.curves.near_normal import finer_gap
from dpsym.curves.planning import Planner


def normal(x):
    """Return the probability of a standard normal number below x."""
    return math.erfc(-x / math.sqrt(2)) / 2


def guessed(parts, delta):
    """Return the threshold of the saddle point, and what the series makes of it."""
    planner = Planner(parts)
    c, gap = planner.threshold(math.log(delta))
    finer, slope = finer_gap(planner.log_mgf, c, gap, math.log(delta))
    return planner.reference + gap, planner.reference + finer, c, slope


@pytest.mark.parametrize("mu", [0.1, 1.0, 5.0])
@pytest.mark.parametrize("eps_of_mu", [0.5, 2.0, 5.0])
def test_normal_losses_are_known(mu, eps_of_mu):
    eps = eps_of_mu * mu
    delta = normal(mu / 2 - eps / mu) - math.exp(eps) * normal(-mu / 2 - eps / mu)
    planner = Planner(())
    planner.log_mgf = lambda c: c * (c + 1) * mu**2 / 2
    c, gap = planner.threshold(math.log(delta))
    finer, slope = finer_gap(planner.log_mgf, c, gap, math.log(delta))
    assert finer == pytest.approx(eps, rel=1e-9)
    assert slope == pytest.approx(math.exp(eps) * normal(-mu / 2 - eps / mu) / delta, rel=1e-6)
    assert abs(gap - eps) > 1e-6 * eps  # the saddle point alone


@pytest.mark.parametrize(
    ("loss", "count", "share"),
    [(LaplaceLoss(10), 1000, 1e-6), (SampledLoss(LaplaceLoss(1), Fraction(1, 100)), 10**4, 1e-6)],
    ids=["Laplace", "sampled"],
)
def test_many_runs_are_nearly_normal(loss, count, share):
    low, high = PrivacyCurve([(loss, count)]).bracket(Fraction(1, 10**6))
    saddle, finer, c, slope = guessed(((loss, count),), 1e-6)
    assert abs(finer / float(low) - 1) < share < abs(saddle / float(high) - 1)
    assert slope == pytest.approx(c, rel=0.05)


def test_few_runs_far_from_normal_keep_their_saddle_point():
    saddle, finer, c, slope = guessed(((RandomizedResponseLoss(8), 1),), 0.3)
    assert (saddle, c) == (finer, slope)


def test_floats_that_overflow_keep_it_too():
    assert finer_gap(lambda c: math.exp(800 * c), 1.0, 2.0, -3.0) == (2.0, 1.0)
    assert finer_gap(lambda c: math.nan, 1.0, 2.0, -3.0) == (2.0, 1.0)
