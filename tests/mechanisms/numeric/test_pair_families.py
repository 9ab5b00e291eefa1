"""Laws that are not Laplace or Gaussian: poles, power tails, bounded supports, overflow, and densities that are wrong."""

import math
from functools import partial

import mpmath as mp
import numpy as np
import pytest

from mechanisms import Pair, ParameterError
from mechanisms.errors import ConvergenceError

INF = math.inf


def log_gaussian(x, mean=0.0, sigma=1.0):
    with np.errstate(over="ignore"):
        return -(((x - mean) / sigma) ** 2) / 2 - math.log(sigma) - math.log(2 * math.pi) / 2


def log_laplace(x, scale=1.0):
    return -np.abs(x) / scale - math.log(2 * scale)


def log_cauchy(x, center=0.0, width=1.0):
    return math.log(width / math.pi) - np.log(width**2 + (x - center) ** 2)


def log_exponential(x, rate):
    return np.where(x >= 0, math.log(rate) - rate * x, -INF)


def log_gamma(x, shape, origin=0.0):
    y = np.where(x > origin, x - origin, 1.0)
    return np.where(x > origin, (shape - 1) * np.log(y) - y - math.lgamma(shape), -INF)


def log_uniform(x, lo, hi):
    return np.where((x >= lo) & (x <= hi), -math.log(hi - lo), -INF)


def log_logistic(x, center):
    z = np.abs(x - center)
    return -z - 2 * np.log1p(np.exp(-z))


def log_gumbel(x, center=0.0):
    return -(x - center) - np.exp(-(x - center))


def log_pareto(x, power):
    return np.where(x >= 1, math.log(power) - (power + 1) * np.log(np.maximum(x, 1)), -INF)


@pytest.fixture(autouse=True)
def many_digits():
    with mp.workdps(50):
        yield


def test_cauchy(holds):
    pair = Pair(log_cauchy, partial(log_cauchy, center=1.0, width=2.0), (0, 1))
    holds(pair.kl(), mp.log(mp.mpf(10) / 8), 1e-12)  # ((1 + 2)^2 + 1)/(4 * 2)
    scales = Pair(log_cauchy, partial(log_cauchy, width=3.0), (0,))
    holds(scales.max_divergence(), mp.log(3), 1e-13)
    # The limit in the tails is the supremum here; it is approached and not attained.
    holds(scales.reversed().max_divergence(), mp.log(3), 1e-11)
    holds(
        scales.renyi(2), mp.log(mp.mpf(5) / 3), 1e-12
    )  # 3 * (1/2 + 1/18): the integral of 3/pi (1/9 x^2 + 1)/(1 + x^2)^2


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("support", [(0, INF), (-INF, INF)])
@pytest.mark.parametrize("breakpoints", [(0,), ()])
def test_exponential(holds, support, breakpoints):
    pair = Pair(partial(log_exponential, rate=2.0), partial(log_exponential, rate=1.0), breakpoints, support)
    for order in (0.5, 3.0, 100.0):
        a = mp.mpf(order)
        holds(pair.renyi(order), mp.log(2**a / (a + 1)) / (a - 1), 1e-12, order)
    holds(pair.kl(), mp.log(2) - mp.mpf(1) / 2, 1e-12)
    holds(pair.max_divergence(), mp.log(2), 1e-13)
    slow = pair.reversed()
    for order in (1.5, 1.9, 1.999):
        a = mp.mpf(order)
        holds(slow.renyi(order), mp.log(2 ** (1 - a) / (2 - a)) / (a - 1), 1e-11, order)
    assert slow.renyi(2).value == slow.renyi(3).value == slow.max_divergence().value == INF


def test_gamma_with_poles_at_zero(holds):
    pair = Pair(partial(log_gamma, shape=0.5), partial(log_gamma, shape=1.5), (0,), (0, INF))
    for order in (0.2, 0.5, 1.2, 1.4):
        a = mp.mpf(order)
        moment = mp.gamma(mp.mpf(3) / 2 - a) / mp.gamma(0.5) ** a / mp.gamma(1.5) ** (1 - a)
        holds(pair.renyi(order), mp.log(moment) / (a - 1), 1e-10, order)
    for order in (1.5 + 1e-9, 2.0, INF):
        assert pair.renyi(order).value == INF
    with pytest.raises(ConvergenceError, match="critical"):
        pair.renyi(1.5)  # the integral of e^-x/x
    assert pair.reversed().max_divergence().value == INF


def test_gamma_with_poles_off_zero_is_less_accurate_and_says_so(holds):
    pair = Pair(partial(log_gamma, shape=0.5, origin=3.0), partial(log_gamma, shape=0.75, origin=3.0), (3,), (3, INF))
    for order in (0.5, 1.5, 2.0):
        a = mp.mpf(order)
        moment = mp.gamma(mp.mpf(3) / 4 - a / 4) / mp.gamma(0.5) ** a / mp.gamma(0.75) ** (1 - a)
        holds(pair.renyi(order), mp.log(moment) / (a - 1), 1e-2, order)
    with pytest.raises(ConvergenceError):
        pair.renyi(2.95)  # the pole is then x^-0.9875 at 3


@pytest.mark.parametrize("breakpoints", [(), (0, 1), (0, 1, 2)])
def test_bounded_supports(holds, breakpoints):
    pair = Pair(partial(log_uniform, lo=0, hi=1), partial(log_uniform, lo=0, hi=2), breakpoints)
    for order in (0.5, 1.0, 2.0, 1000.0, INF):
        holds(pair.renyi(order), mp.log(2), 1e-13, order)
    wider = pair.reversed()
    holds(wider.renyi(0.5), mp.log(2), 1e-13)  # over the common support
    for value in (wider.renyi(1), wider.kl(), wider.renyi(2), wider.max_divergence(), wider.loss_mean()):
        assert value.value == INF
    assert wider.loss_variance().value == INF
    holds(wider.hockey_stick(5.0), mp.mpf(1) / 2, 1e-13)
    holds(wider.loss_tail(100.0), mp.mpf(1) / 2, 1e-13)
    assert wider.privacy_loss(1.5) == INF
    assert pair.privacy_loss(1.5) == -INF
    assert math.isnan(pair.privacy_loss(3.0))


def test_disjoint_supports(holds):
    pair = Pair(partial(log_uniform, lo=0, hi=1), partial(log_uniform, lo=5, hi=6))
    for order in (0.5, 1.0, 2.0):
        assert pair.renyi(order).value == INF
    holds(pair.total_variation(), mp.mpf(1), 1e-13)


def test_partial_overlap_below_order_one(holds):
    pair = Pair(partial(log_uniform, lo=0, hi=1), partial(log_uniform, lo=0.75, hi=1.75), (0, 0.75, 1, 1.75))
    for order in (0.01, 0.5, 0.99):
        holds(pair.renyi(order), mp.log(mp.mpf(1) / 4) / (mp.mpf(order) - 1), 1e-12, order)


def test_logistic(holds):
    pair = Pair(partial(log_logistic, center=0.0), partial(log_logistic, center=1.0), (0, 1))
    holds(pair.max_divergence(), mp.mpf(1), 1e-11)  # a limit in the left tail
    holds(pair.renyi(2), mp.log(mp.sinh(1.5) / (3 * mp.sinh(0.5))), 1e-12)


def test_gumbel_whose_left_tail_overflows(holds):
    pair = Pair(log_gumbel, partial(log_gumbel, center=1.0))
    holds(pair.kl(), mp.e - 2, 1e-12)
    holds(pair.reversed().max_divergence(), mp.mpf(1), 1e-10)
    assert pair.max_divergence().value == pair.renyi(2).value == INF
    mixed = Pair(log_gaussian, log_gumbel, (0,))
    holds(mixed.kl(), mp.exp(0.5) - mp.log(2 * mp.pi) / 2 - mp.mpf(1) / 2, 1e-12)
    assert mixed.renyi(2).value == INF


def test_mass_where_the_other_log_density_overflows_is_not_lost(holds):
    """The Gumbel density overflows left of -709, where the Cauchy law still has mass 4e-4."""
    pair = Pair(log_cauchy, log_gumbel, (0,))
    low, high = (mp.findroot(lambda x: -x - mp.exp(-x) + mp.log(mp.pi * (1 + x * x)), at) for at in (-1.1, 3.9))

    def mass(lo, hi):
        gumbel = mp.exp(-mp.exp(-hi)) - mp.exp(-mp.exp(-lo))
        return (mp.atan(hi) - mp.atan(lo)) / mp.pi - gumbel

    truth = -mass(low, high)  # the Gumbel density is the larger one between the two points
    holds(pair.total_variation(), truth, 1e-2)
    assert pair.kl().value == INF


def test_heavy_tails_against_light_ones():
    with pytest.raises(ConvergenceError, match="critical"):
        Pair(log_cauchy, log_laplace, (0,)).kl()  # the integrand falls like 1/x
    pair = Pair(log_cauchy, log_gaussian, (0,))
    assert pair.kl().value == pair.loss_variance().value == INF
    for light in (log_gaussian, log_laplace):
        pair = Pair(log_cauchy, light, (0,))
        assert pair.renyi(1.1).value == pair.max_divergence().value == INF
        assert 0 < pair.renyi(0.5).value < 1
        assert math.isfinite(pair.reversed().max_divergence().value)
    assert Pair(log_laplace, partial(log_gaussian, sigma=1e6), (0,)).renyi(2).value == INF


def test_a_sum_whose_heavy_part_overflows_first_keeps_its_tail():
    """Beyond 1e154 the square in the Cauchy part overflows, and the sum would fall like its Laplace part."""

    def mixture(x):
        with np.errstate(over="ignore", divide="ignore"):
            return np.logaddexp(log_laplace(x, 0.3), log_cauchy(x)) - math.log(2)

    pair = Pair(log_laplace, mixture, (0,))
    assert 0 < pair.renyi(1.5).value < pair.renyi(3).value < pair.max_divergence().value < 1
    with pytest.raises(ConvergenceError, match="critical"):
        pair.reversed().kl()


def test_power_tails_up_to_the_edge_of_convergence(holds):
    pair = Pair(partial(log_pareto, power=1), partial(log_pareto, power=2), (1,))
    holds(pair.kl(), 1 - mp.log(2), 1e-12)
    for order in (1.5, 1.9, 1.95, 1.99, 2 - 1e-6, 2 - 1e-9):
        a = mp.mpf(order)
        holds(pair.renyi(order), -mp.log(2 ** (a - 1) * (2 - a)) / (a - 1), 1e-3, order)
    with pytest.raises(ConvergenceError, match="critical"):
        pair.renyi(2)
    assert pair.renyi(2 + 1e-9).value == pair.renyi(3).value == pair.max_divergence().value == INF


@pytest.mark.parametrize("listed", [(-300, 0, 500), (0,), ()])
def test_far_and_narrow_modes_count(holds, listed):
    def mixture(x):
        return np.logaddexp(log_gaussian(x, -300, 0.01), log_gaussian(x, 500, 2.0)) - math.log(2)

    pair = Pair(mixture, partial(log_gaussian, sigma=400.0), listed)
    # Each half is a Gaussian whose divergence from the broad one is known; they do not overlap.
    truth = -mp.log(2)
    for mean, sigma in ((-300, mp.mpf(0.01)), (500, mp.mpf(2))):
        truth += (mp.log(400 / sigma) + (sigma**2 + mean**2) / (2 * mp.mpf(400) ** 2) - mp.mpf(1) / 2) / 2
    holds(pair.kl(), truth, 1e-10)


def test_a_mode_too_narrow_to_be_found_is_mass_that_is_missing():
    def mixture(x):
        return np.logaddexp(log_gaussian(x, math.pi, 1e-9), log_gaussian(x)) - math.log(2)

    with pytest.raises(ParameterError, match=r"log_p must be the logarithm of a density of mass 1, got 0\.(5|4999)"):
        Pair(mixture, log_gaussian, (0,)).kl()


@pytest.mark.parametrize("factor", [2.5, 1 + 1e-7, 0.5])
def test_a_density_of_another_mass_is_refused(factor):
    for pair in (
        Pair(lambda x: log_gaussian(x) + math.log(factor), log_gaussian, (0,)),
        Pair(log_gaussian, lambda x: log_gaussian(x) + math.log(factor), (0,)),
    ):
        with pytest.raises(ParameterError, match="density of mass 1"):
            pair.kl()


def test_a_density_of_infinite_or_no_mass_is_refused():
    for wrong in (np.zeros_like, lambda x: np.full_like(x, -INF)):
        with pytest.raises(ParameterError, match="density of mass 1"):
            Pair(wrong, log_gaussian, (0,)).kl()


def test_a_small_defect_of_mass_widens_the_error():
    exact = Pair(log_gaussian, partial(log_gaussian, mean=1.0), (0, 1)).total_variation()
    off = Pair(lambda x: log_gaussian(x) + 1e-10, partial(log_gaussian, mean=1.0), (0, 1)).total_variation()
    assert off.error > 1e-11 > exact.error
    assert abs(off.value - exact.value) <= off.error


def test_a_logarithm_of_an_underflowed_density_is_refused():
    def naive(x):
        with np.errstate(divide="ignore", over="ignore"):
            return np.log(np.exp(log_gaussian(x)))

    with pytest.raises(ParameterError, match="log_q must be computed in logarithms"):
        Pair(log_laplace, naive, (0,)).kl()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda x: -math.pow(x, 2),
        lambda x: 0.0,
        lambda x: -np.abs(x)[:1],
        lambda x: x * 1j,
        lambda x: x > 0,
        lambda x: np.full_like(x, np.nan),
        lambda x: np.where(np.abs(x - 0.5) < 0.2, np.nan, log_gaussian(x)),
    ],
)
def test_functions_that_are_no_log_densities_are_refused(wrong):
    with pytest.raises(ParameterError, match=r"^log_p must be|^integrand must be"):
        Pair(wrong, log_gaussian, (0,)).kl()


def test_nan_between_the_points_of_the_scan_is_refused():
    def almost(x):
        return np.where(np.abs(x - 0.5) < 0.005, np.nan, log_gaussian(x))

    with pytest.raises(ParameterError, match="integrand must be a number at"):
        Pair(almost, log_gaussian, (0,)).kl()


@pytest.mark.parametrize("wrong", [None, 1.0, "log", np.zeros(3)])
def test_densities_that_cannot_be_called_are_refused(wrong):
    with pytest.raises(ParameterError, match=r"^log_q must be a vectorised function"):
        Pair(log_gaussian, wrong)


def test_bad_outcomes_are_refused():
    pair = Pair(log_gaussian, log_laplace, (0,))
    for wrong in (math.nan, "1", 1j, [1.0, [2.0]], True):
        with pytest.raises(ParameterError, match=r"^x must be"):
            pair.privacy_loss(wrong)
