"""Discrete Gaussian, k-ary and staircase noise, composed and mixed: against convolutions in floats, and brackets of `mechanisms`."""

import math
from fractions import Fraction
from itertools import pairwise, product

import mpmath as mp
import numpy as np
import pytest
from flint import acb, arb, ctx
from sympy import Rational, sqrt

from dpsym.curves import (
    DiscreteGaussianLoss,
    GaussianLoss,
    KaryResponseLoss,
    PrivacyCurve,
    SampledLoss,
    StaircaseLoss,
    loss_of,
)
from dpsym.distributions import DiscreteGaussian, KaryResponse, Staircase
from dpsym.errors import ParameterError, UndecidedError
from dpsym.guarantees import composed, guarantee
from mechanisms.accounting import LossDistribution, compose
from mechanisms.finite.pair import FinitePair

DELTA = Fraction(1, 10**5)


def noise(variance, reach=60):
    """Return the masses of discrete Gaussian noise on the integers up to a reach."""
    k = np.arange(-reach, reach + 1)
    masses = np.exp(-(k**2) / (2 * variance))
    return masses / masses.sum()


def convolved(parts, eps):
    """Return delta of discrete Gaussian noise of several variances, each on a query that moves by 1, by brute force."""
    losses, masses = np.zeros(1), np.ones(1)
    for variance, count in parts:
        one = noise(variance, max(60, math.ceil(10 * math.sqrt(variance))))
        run = one
        for _ in range(count - 1):
            run = np.convolve(run, one)
        k = np.arange(len(run)) - len(run) // 2
        loss = (count - 2 * k) / (2 * variance)
        losses, masses = (losses[:, None] + loss).ravel(), (masses[:, None] * run).ravel()
        kept = masses > 1e-22
        losses, masses = losses[kept], masses[kept]
    above = losses > eps
    return float(np.sum(-masses[above] * np.expm1(eps - losses[above])))


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize(
    "parts", [((1.0, 1),), ((4.0, 5),), ((0.25, 3),), ((10.0, 4), (7.0, 3)), ((2.0, 2), (3.0, 2), (5.0, 1))]
)
@pytest.mark.parametrize("eps", [Fraction(0), Fraction(1, 2), Fraction(3)])
def test_it_is_the_convolution(parts, eps):
    curve = PrivacyCurve([(DiscreteGaussianLoss(Fraction(str(variance))), count) for variance, count in parts])
    truth = convolved(parts, float(eps))
    told = float(curve.delta(eps, 12).value.mid())
    assert told == pytest.approx(truth, rel=1e-9, abs=1e-15)
    half = PrivacyCurve([(DiscreteGaussianLoss(Fraction(str(variance)) / 2), count) for variance, count in parts])
    assert float(half.delta(eps, 12).value.mid()) > truth * 1.05


def test_a_query_that_moves_by_three_is_another_lattice():
    masses, k = noise(4.0), np.arange(-60, 61)
    losses = (9 - 6 * k) / 8
    above = losses > 0.7
    truth = float(np.sum(-masses[above] * np.expm1(0.7 - losses[above])))
    found = PrivacyCurve([(DiscreteGaussianLoss(Fraction(4), 3), 1)]).delta(Fraction(7, 10), 12)
    assert float(found.value.mid()) == pytest.approx(truth, rel=1e-10)


@pytest.mark.parametrize(("variance", "shift"), [(Fraction(1, 10), 1), (Fraction(1), 1), (Fraction(9), 2)])
def test_the_moments_and_their_bounds(variance, shift):
    v = mp.mpf(variance.numerator) / variance.denominator
    norm = mp.fsum(mp.exp(-(mp.mpf(k) ** 2) / (2 * v)) for k in range(-80, 81))
    loss = DiscreteGaussianLoss(variance, shift)
    with ctx.workprec(160), mp.workdps(40):
        axis = loss.split(acb(arb(1.5)))[0].real
        for height in (0.0, 0.3, 4.0, 17.0):
            z = mp.mpc(1.5, height)
            truth = (
                mp.fsum(
                    mp.exp(-(mp.mpf(k) ** 2) / (2 * v) + z * (shift**2 - 2 * k * shift) / (2 * v))
                    for k in range(-80, 81)
                )
                / norm
            )
            found = loss.split(acb(1.5, height))[0]
            assert abs(complex(found.mid()) - complex(truth)) < 1e-13 * abs(complex(truth)) + 1e-25
            share = loss.revivals(arb(1.5)).ratio(arb(height), arb(height), arb(1))
            assert share >= abs(found).lower() / axis.upper() * 0.999999


def test_much_noise_is_as_good_as_gaussian_noise_and_little_is_not():
    continuous = PrivacyCurve([(GaussianLoss(Fraction(10)), 1)]).epsilon(DELTA)
    many = PrivacyCurve([(DiscreteGaussianLoss(Fraction(10**6)), 10**4)]).epsilon(DELTA)
    assert abs(many.lower / continuous.upper - 1) < Fraction(1, 10**10)
    one = PrivacyCurve([(DiscreteGaussianLoss(Fraction(1)), 1)]).epsilon(DELTA)
    assert abs(one.lower / PrivacyCurve([(GaussianLoss(Fraction(1)), 1)]).epsilon(DELTA).upper - 1) > Fraction(1, 1000)


def pairs():
    """Yield a loss with the finite pair of laws that it is of."""
    fall = math.exp(-0.1)
    total = 1 + 4 * fall
    yield KaryResponseLoss(Fraction(1, 10), 5), [1, fall, 3 * fall], [fall, 1, 3 * fall], total
    for share in (0.3, 0.5, 0.8):
        flat = abs(2 * share - 1) * (1 if share > 0.5 else fall) * (1 - fall) / (2 * (share + fall * (1 - share)))
        high = (1 - flat) / (1 + fall)
        yield (
            StaircaseLoss(Fraction(1, 10), Fraction(str(share))),
            [high, high * fall, flat],
            [high * fall, high, flat],
            1,
        )


@pytest.mark.parametrize("case", range(4))
def test_atoms_are_within_the_bracket_of_a_finite_pair(case):
    loss, first, second, total = list(pairs())[case]
    pair = FinitePair(np.array(first) / total, np.array(second) / total)
    bracket = LossDistribution.finite(pair).compose(100).epsilon(1e-5)
    told = PrivacyCurve([(loss, 100)]).epsilon(DELTA)
    assert bracket.lower <= told.upper * (1 + Fraction(1, 10**9))
    assert told.lower <= bracket.upper * (1 + 1e-9)
    assert not bracket.lower <= told.upper * Fraction(9, 10)


def test_the_steps_of_staircase_noise_are_those_of_its_density():
    for share in (Rational(1, 5), Rational(4, 5)):
        law = Staircase(0, Rational(1, 2), share, 1)
        found = PrivacyCurve([(loss_of(law), 1)]).delta(Fraction(1, 5), 12)
        truth = float(guarantee(law).to_approx(eps=Rational(1, 5)).number)
        assert float(found.value.mid()) == pytest.approx(truth, rel=1e-9)
    with pytest.raises(ParameterError, match="sensitivity"):
        loss_of(Staircase(0, 1, Rational(1, 2), 2))


def test_chains_of_the_calculus_end_in_them():
    variance = Rational(100)
    given = guarantee(DiscreteGaussian(sqrt(variance))).compose(10)
    assert given.to_approx(Rational(1, 10**5)).proof.route.endswith("loss_to_approx.curve")
    mixed = composed(
        [given, guarantee(KaryResponse(Rational(1, 10), 5)).compose(3), guarantee(DiscreteGaussian(sqrt(7)))]
    )
    assert 1.0 < float(mixed.epsilon(Rational(1, 10**5))) < 4


def census():
    """Return variances and counts of noise that spends rho = 2.56 on six levels of geography, in the shares of the census of 2020."""
    levels = (104, 1440, 447, 687, 1256, 165)
    return [(Fraction(4099 * 100, 2 * 256 * share), 1) for share in levels]


@pytest.mark.slow
def test_the_allocation_of_a_census_costs_what_its_rho_says_about():
    rho = sum(Fraction(1, 2) / variance for variance, _ in census())
    assert rho == Fraction(256, 100)
    curve = PrivacyCurve([(DiscreteGaussianLoss(variance), count) for variance, count in census()])
    eps = curve.epsilon(Fraction(1, 10**10), 9)
    bracket = compose(*(LossDistribution.finite(_pair(float(variance))) for variance, _ in census())).epsilon(1e-10)
    assert bracket.lower <= float(eps.value.mid()) * (1 + 1e-9)
    assert float(eps.value.mid()) <= bracket.upper * (1 + 1e-9)


def _pair(variance):
    k = np.arange(-400, 401)
    first, second = np.exp(-(k**2) / (2 * variance)), np.exp(-((k - 1) ** 2) / (2 * variance))
    return FinitePair(first / first.sum(), second / second.sum())


@pytest.mark.parametrize(("sigma", "runs"), [(9, 10), (100, 10), (1, 3)])
def test_few_runs_take_a_few_nodes_of_their_lattice(sigma, runs):
    # thousands of values that were taken for three once sent ten runs along a line of millions of nodes
    curve = PrivacyCurve([(DiscreteGaussianLoss(sigma**2), runs)])
    found = curve.epsilon(DELTA, effort=20_000)
    assert found.digits >= 12
    parts = [(float(sigma**2), runs)]
    assert convolved(parts, float(found.lower) * (1 - 1e-9)) > float(DELTA)
    assert convolved(parts, float(found.upper) * (1 + 1e-9)) < float(DELTA)


def test_all_values_are_counted():
    assert DiscreteGaussianLoss(4).size == len(DiscreteGaussianLoss(4).terms()) > 800


@pytest.mark.parametrize("rate", [Fraction(1, 2), Fraction(1, 10**5)])
@pytest.mark.parametrize("runs", [2, 3])
def test_few_runs_on_a_sample_are_those_of_the_masses_listed(rate, runs):
    curve = PrivacyCurve([(SampledLoss(DiscreteGaussianLoss(Fraction(1, 4)), rate), runs)])
    found = curve.epsilon(DELTA)
    assert found.digits >= 11
    with mp.workdps(40):
        masses = [mp.exp(-2 * mp.mpf(k) ** 2) for k in range(-6, 7)]
        total = mp.fsum(masses)
        plain = [mass / total for mass in masses]
        share = mp.mpf(rate.numerator) / rate.denominator
        # the query moves down by 1: where the noise is k, the moved law has the mass of k + 1
        mixed = [(1 - share) * q + share * p for q, p in pairwise(plain)]
        pairs = list(zip(mixed, plain[:-1], strict=True))

        def delta(eps):
            rise, value = mp.exp(eps), mp.mpf(0)
            for each in product(pairs, repeat=runs):
                value += max(mp.mpf(0), mp.fprod(p for p, _ in each) - rise * mp.fprod(q for _, q in each))
            return value

        assert delta(mp.mpf(str(float(found.lower))) * (1 - mp.mpf(10) ** -9)) > mp.mpf(1) / 10**5
        assert delta(mp.mpf(str(float(found.upper))) * (1 + mp.mpf(10) ** -9)) < mp.mpf(1) / 10**5


def test_wide_noise_on_a_sample_is_listed_as_far_as_it_counts():
    loss = SampledLoss(DiscreteGaussianLoss(10**4), Fraction(1, 100))
    assert loss.base.size < 8100 < DiscreteGaussianLoss(10**4).size
    assert loss.infinite_mass().upper() < 1e-300
    with pytest.raises(UndecidedError, match="too many values"):
        DiscreteGaussianLoss(10**4).terms()
