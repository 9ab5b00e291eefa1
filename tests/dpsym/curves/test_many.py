"""Many different mechanisms: a bracket by rounding their rates to both sides."""

from fractions import Fraction

import pytest
from sympy import Rational, sqrt

from dpsym import DiscreteGaussian, Gaussian
from dpsym.curves import (
    GaussianLoss,
    GeometricLoss,
    LaplaceLoss,
    PrivacyCurve,
    RandomizedResponseLoss,
    SubsampledGaussianLoss,
    TruncatedLaplaceLoss,
    curve,
)
from dpsym.curves.rounding import rounded
from dpsym.errors import ParameterError
from dpsym.guarantees import composed, guarantee

F = Fraction
DELTA = F(1, 10**6)
LAPLACES = [(LaplaceLoss(F(2000 + 2 * k, 100)), 1) for k in range(1000)]
RESPONSES = [(RandomizedResponseLoss(F(1000 + k, 100000)), 1) for k in range(1000)]


@pytest.mark.parametrize("bits", [2, 4])
@pytest.mark.parametrize(
    "parts",
    [
        [(LaplaceLoss(F(9 + k, 3)), 2) for k in range(9)],
        [(RandomizedResponseLoss(F(9 + k, 20)), 3) for k in range(9)],
        [(GeometricLoss(F(9 + k, 3), 1 + k % 3), 2) for k in range(9)],
        [(LaplaceLoss(F(9 + k, 3)), 2) for k in range(6)]
        + [(RandomizedResponseLoss(F(9 + k, 20)), 1) for k in range(6)],
        [(LaplaceLoss(F(9 + k, 3)), 2) for k in range(9)] + [(GaussianLoss(4), 3), (TruncatedLaplaceLoss(2, 60), 1)],
    ],
)
def test_the_bracket_holds_the_threshold(parts, bits):
    composed = PrivacyCurve(parts)
    exact = composed.epsilon(DELTA, 6)
    low, high = composed.bracket(DELTA, bits)
    assert low <= exact.upper
    assert exact.lower <= high
    assert high - low < exact.upper * F(2) ** (2 - bits)
    assert composed.epsilon_upper(DELTA, bits) == high


@pytest.mark.parametrize("eps", [F(0), F(1, 2), F(3, 2)])
def test_rounding_up_dominates_and_rounding_down_is_dominated(eps):
    laplaces = [(LaplaceLoss(F(7 + k, 4)), 1) for k in range(4)]
    parts = (*laplaces, (GeometricLoss(F(5, 3), 2), 1), (RandomizedResponseLoss(F(3, 7)), 2))
    exact = PrivacyCurve(parts).delta(eps, 8)
    for bits in (1, 3):
        up, down = (PrivacyCurve(rounded(parts, bits, side)).delta(eps, 8) for side in (True, False))
        assert down.certainly_below(exact)
        assert exact.certainly_below(up)


def test_rates_that_are_short_already_stay():
    parts = (
        (LaplaceLoss(4), 3),
        (RandomizedResponseLoss(F(3, 8)), 1),
        (GaussianLoss(F(22, 7)), 2),
        (RandomizedResponseLoss(0), 1),
    )
    for side in (True, False):
        assert dict(rounded(parts, 3, side)) == dict(parts)


@pytest.mark.slow
@pytest.mark.parametrize("parts", [LAPLACES, RESPONSES, LAPLACES[:500] + RESPONSES[:500]])
def test_a_thousand_different_mechanisms_have_a_bracket(parts):
    low, high = PrivacyCurve(parts).bracket(DELTA, 4)
    assert 0 < low < high < low * F(11, 10)


@pytest.mark.slow
def test_a_thousand_laplace_and_gaussian_mechanisms_come_out_to_twelve_digits():
    parts = LAPLACES[:500] + [(GaussianLoss(F(2000 + 3 * k, 100)), 1) for k in range(500)]
    exact, (low, high) = PrivacyCurve(parts).epsilon(DELTA), PrivacyCurve(parts).bracket(DELTA)
    assert exact.digits >= 12
    assert low <= exact.upper
    assert exact.lower <= high < low * F(51, 50)


def test_the_ends_of_the_bracket():
    infinite = curve((TruncatedLaplaceLoss(1, 9), 2)).bracket(F(1, 10**9))
    assert infinite == (float("inf"), float("inf"))
    assert PrivacyCurve(LAPLACES).bracket(1) == (0, 0)
    assert curve((SubsampledGaussianLoss(F(1, 10), 1), 1000)).epsilon_upper(DELTA) > 1
    for bad in (0, -1, 1.5, True, None):
        with pytest.raises(ParameterError, match="positive integer"):
            PrivacyCurve(LAPLACES).bracket(DELTA, bad)
    with pytest.raises(ParameterError):
        PrivacyCurve(LAPLACES).bracket(2)


def test_different_gaussian_mechanisms_are_one_however_many():
    variance = sum(F(1, (30 + k) ** 2) for k in range(60))
    told = composed([Gaussian(30 + k) for k in range(60)]).to_approx(DELTA).value.eps
    alone = guarantee(Gaussian(Rational(1) / sqrt(Rational(variance)))).to_approx(DELTA).value.eps
    assert abs(float(told) / float(alone) - 1) < 1e-11
    assert composed([Gaussian(30 + k) for k in range(59)]).to_approx(DELTA).value.eps < told


@pytest.mark.slow
def test_different_noise_on_the_integers_has_no_lattice_but_a_bracket():
    """Of variances without a common lattice; the noise on the reals, of the same variances, is close by."""
    deviations = [Rational(10 + k, 2) for k in range(9)]
    told = composed([DiscreteGaussian(0, each) for each in deviations]).to_approx(DELTA)
    near = composed([Gaussian(each) for each in deviations]).to_approx(DELTA).value.eps
    assert told.proof.route.endswith("loss_to_approx.curve")
    assert abs(float(told.value.eps) / float(near) - 1) < 0.02
