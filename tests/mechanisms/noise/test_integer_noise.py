"""Integer noise: masses against their definitions, samplers that follow them, planted faults, divergences, refusals."""

import math
import pickle
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

from mechanisms import ParameterError
from mechanisms.noise.binomial import Binomial
from mechanisms.noise.discrete_gaussian import DiscreteGaussian
from mechanisms.noise.geometric import TwoSidedGeometric
from mechanisms.noise.skellam import Skellam
from mechanisms.numeric.goodness import detectable_distance, goodness_of_fit

N = 40_000
FALSE_ALARM = 1e-6
POWER = 1 - 1e-6
REACH = 400
EXACT = [TwoSidedGeometric(Fraction(7, 3)), DiscreteGaussian(Fraction(9, 2)), Binomial(40, Fraction(1, 3))]
ALL = pytest.mark.parametrize("mechanism", [*EXACT, Skellam(2.5)], ids=lambda m: type(m).__name__)


def rng(seed):
    return np.random.default_rng(seed)


def masses(mechanism):
    return np.exp(mechanism.log_mass(np.arange(-REACH, REACH + 1)))


def cdf(mechanism):
    sums = np.minimum(np.concatenate([[0.0], np.cumsum(masses(mechanism))]), 1.0)
    return lambda x: sums[np.clip(np.floor(x).astype(int) + REACH + 1, 0, 2 * REACH + 1)]


def close(found, truth, ulps):
    return abs(mp.mpf(found) - truth) <= ulps * 2.0**-52 * (abs(truth) + 1)


@pytest.mark.parametrize("scale", [0.01, Fraction(1, 2), 1, 1e6])
def test_two_sided_geometric_masses(scale):
    with mp.workdps(50):
        b = mp.mpf(TwoSidedGeometric(scale).scale.numerator) / TwoSidedGeometric(scale).scale.denominator
        for k in (0, 1, -7, 50, 10**9):
            assert close(TwoSidedGeometric(scale).log_mass(k), mp.log(mp.tanh(1 / (2 * b))) - abs(k) / b, 4)


@pytest.mark.parametrize("sigma2", [0.05, 0.5, 0.999, 1, 3, 100])
def test_discrete_gaussian_masses(sigma2):
    """The normalising sum is taken term by term here, whatever sigma is."""
    with mp.workdps(50):
        square = mp.mpf(sigma2)
        total = 1 + 2 * mp.fsum(mp.exp(-mp.mpf(j * j) / (2 * square)) for j in range(1, 300))
        for k in (0, 1, -7, 50, 10**9):
            assert close(DiscreteGaussian(sigma2).log_mass(k), -mp.mpf(k * k) / (2 * square) - mp.log(total), 4)


@pytest.mark.parametrize("mu", [1e-8, 1e-3, 0.3, 5.0, 300.0, 1000.0, pytest.param(20000.0, marks=pytest.mark.slow)])
def test_skellam_masses(mu):
    """To 32 units in the last place, from tiny means to large ones, from the centre to where floats underflow."""
    with mp.workdps(50):
        for k in (0, 1, -3, 10, 49, 50, 100, 300, 1000, 5000, 30000):
            truth = mp.log(mp.besseli(abs(k), 2 * mp.mpf(mu), maxterms=10**6)) - 2 * mp.mpf(mu)
            assert close(Skellam(mu).log_mass(k), truth, 32), k


@pytest.mark.parametrize(("n", "p"), [(1, Fraction(1, 2)), (10, Fraction(1, 3)), (50, 0.999), (10**6, 0.1)])
def test_binomial_masses(n, p):
    mechanism = Binomial(n, p)
    centre, exact = mechanism.centre, mechanism.p
    with mp.workdps(50):
        logs = [mp.log(mp.mpf(x.numerator) / x.denominator) for x in (exact, 1 - exact)]
        for j in {0, 1, n // 3, centre, n - 1, n}:
            ways = mp.loggamma(n + 1) - mp.loggamma(j + 1) - mp.loggamma(n - j + 1)
            assert close(mechanism.log_mass(j - centre), ways + j * logs[0] + (n - j) * logs[1], 32), j
    assert mechanism.log_mass(n - centre + 1) == mechanism.log_mass(-centre - 1) == -math.inf


def test_binomial_masses_are_exact_fractions():
    mechanism = Binomial(4, Fraction(1, 3))
    assert [mechanism.mass(k) for k in range(-2, 5)] == [0, *(Fraction(c, 81) for c in (16, 32, 24, 8, 1)), 0]
    assert mechanism.mass(10, 9) == mechanism.mass(1)


@ALL
def test_masses_sum_to_one_and_follow_the_answer(mechanism):
    assert math.fsum(masses(mechanism)) == pytest.approx(1, abs=1e-13)
    k = np.arange(-5, 6)
    assert mechanism.log_mass(k + 10**12, 10**12).tolist() == mechanism.log_mass(k).tolist()
    assert isinstance(mechanism.log_mass(3), float)
    assert mechanism.log_mass([[1], [2]], [0, 1, 2]).shape == (2, 3)


FAULTS = [
    (TwoSidedGeometric(4), TwoSidedGeometric(2)),
    (DiscreteGaussian(16), DiscreteGaussian(4)),
    (DiscreteGaussian(4), DiscreteGaussian(2)),
    (Skellam(8.0), Skellam(4.0)),
    (Skellam(4.0), DiscreteGaussian(4)),
    (Binomial(64), Binomial(32)),
]


@pytest.mark.parametrize(("stated", "drawn"), FAULTS)
def test_planted_faults_are_refuted(stated, drawn):
    """Noise halved, a scale taken as a variance, one term of two: each at a distance with power 1 - 1e-6."""
    gap = np.abs(np.cumsum(masses(stated)) - np.cumsum(masses(drawn))).max()
    assert gap > detectable_distance(N, FALSE_ALARM, POWER)
    assert not goodness_of_fit(drawn.release(np.zeros(N, int), rng(32)), cdf(stated), FALSE_ALARM).accepted


@ALL
def test_coordinates_get_noise_of_their_own(mechanism):
    """The difference of two coordinates has the law of a difference; a shared draw puts all mass on 0.

    False-alarm rate 1e-6; the shared draw is at a distance of 0.4 and more, beyond power 1 - 1e-6.
    """
    noise = mechanism.release(np.zeros((N, 2), int), rng(33))
    single = masses(mechanism)
    sums = np.minimum(np.cumsum(np.convolve(single, single[::-1])), 1.0)
    difference = lambda x: sums[np.clip(np.floor(x).astype(int) + 2 * REACH, 0, 4 * REACH)]  # noqa: E731
    assert goodness_of_fit(noise[:, 0] - noise[:, 1], difference, FALSE_ALARM).accepted
    assert 0.5 - sums[2 * REACH - 1] < 0.5
    assert sums[2 * REACH - 1] > 0.4 > detectable_distance(N, FALSE_ALARM, POWER)
    assert not goodness_of_fit(np.zeros(N), difference, FALSE_ALARM).accepted


@pytest.mark.cases(1 / 4)
@ALL
def test_the_pair_is_the_law_on_two_answers(holds, mechanism):
    """Total variation, summed here term by term at 30 digits, is within the stated error."""
    for shift in (1, -2):
        with mp.workdps(30):
            terms = [
                abs(mp.exp(mp.mpf(mechanism.log_mass(k))) - mp.exp(mp.mpf(mechanism.log_mass(k, shift))))
                for k in range(-300, 301)
            ]
            truth = mp.fsum(terms) / 2
        estimate = mechanism.pair(shift).total_variation()
        assert abs(estimate.value - truth) <= estimate.error + 1e-14
    assert mechanism.kl() == mechanism.pair(1).kl()
    assert pickle.loads(pickle.dumps(mechanism.pair())).kl() == mechanism.kl()  # noqa: S301


def test_sensitivities_beyond_one_move_the_pair():
    assert DiscreteGaussian(4, 3).renyi(2) == DiscreteGaussian(4).pair(3).renyi(2)
    assert TwoSidedGeometric(2, 3).max_divergence().value == pytest.approx(1.5)
    assert Binomial(5).max_divergence().value == math.inf


@ALL
def test_shapes_and_types_are_kept(mechanism):
    assert type(mechanism.release(3, rng(1))) is int
    assert mechanism.release([[1, 2], [3, 4]], rng(1)).shape == (2, 2)
    assert mechanism.release(np.zeros(3, np.uint8), rng(1)).dtype == np.int64


@pytest.mark.parametrize("mechanism", EXACT, ids=lambda m: type(m).__name__)
def test_without_a_generator_the_cryptographic_source_is_asked(mechanism):
    zeros = np.zeros(200, int)
    assert mechanism.release(zeros).tolist() != mechanism.release(zeros).tolist()


def test_noise_beyond_64_bits_is_refused():
    with pytest.raises(ParameterError, match=r"^noise must be of a scale that 64-bit integers hold"):
        TwoSidedGeometric(10**40).release(np.zeros(9, int), rng(1))


@ALL
@pytest.mark.parametrize("wrong", [1.0, math.nan, "1", None, True, 1j, [], [[1], [1, 2]], 2**62, 2**70, [0.5]])
def test_bad_answers_and_outcomes_are_refused(mechanism, wrong):
    for call, name in ((lambda x: mechanism.release(x, rng(1)), "answers"), (mechanism.log_mass, "outcome")):
        with pytest.raises(ParameterError, match=rf"^{name} must be integers of absolute value at most 2\^61"):
            call(wrong)


@ALL
@pytest.mark.parametrize("wrong", [0.5, math.nan, "1", True, [1]])
def test_bad_shifts_are_refused(mechanism, wrong):
    with pytest.raises(ParameterError, match=r"^shift must be"):
        mechanism.pair(wrong)


@pytest.mark.parametrize("wrong", [0, -1, math.nan, math.inf, 1j, True, "1", None, [1.0]])
def test_bad_parameters_are_refused(wrong):
    for make, name in ((TwoSidedGeometric, "scale"), (DiscreteGaussian, "sigma2"), (Skellam, "mu")):
        with pytest.raises(ParameterError, match=rf"^{name} must be positive and finite, got "):
            make(wrong)
    with pytest.raises(ParameterError, match=r"^n must be an integer from 1"):
        Binomial(wrong)
    with pytest.raises(ParameterError, match=r"^p must be positive and finite"):
        Binomial(3, wrong)
    for make in (TwoSidedGeometric, DiscreteGaussian, Skellam, lambda n, s: Binomial(n, Fraction(1, 2), s)):
        with pytest.raises(ParameterError, match=r"^sensitivity must be an integer from 1"):
            make(1, wrong)


def test_parameters_out_of_range_are_refused():
    for call, name in (
        (lambda: Skellam(1e16), "mu"),
        (lambda: Binomial(3, 1), "p"),
        (lambda: Binomial(3, 1.5), "p"),
        (lambda: Binomial(5000).pair(), r"n \+ \|shift\|"),
        (lambda: DiscreteGaussian(1, 1.5), "sensitivity"),
        (lambda: Binomial(3).mass(0.5), "outcome"),
    ):
        with pytest.raises(ParameterError, match=rf"^{name} must be"):
            call()
