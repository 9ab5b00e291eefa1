"""Brackets against values from the definitions, at 40 digits or more."""

import itertools
import math

import mpmath as mp
import pytest

from mechanisms import FinitePair
from mechanisms.accounting import Law, LossDistribution, compose

DELTAS = [1e-5, 1e-20, 1e-100]


@pytest.fixture(autouse=True)
def digits():
    with mp.workdps(60):
        yield


def gaussian_profile(mu, eps):
    return mp.ncdf(mu / 2 - eps / mu) - mp.exp(eps) * mp.ncdf(-mu / 2 - eps / mu)


def atoms_profile(atoms, eps):
    return mp.fsum(p * -mp.expm1(eps - loss) for loss, p in atoms if loss > eps)


def inverse(profile, delta):
    low, high = mp.mpf(0), mp.mpf(1)
    if profile(low) <= delta:
        return low
    while profile(high) > delta:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if profile(middle) > delta else (low, middle)
    return high


def binomial_atoms(eps, steps):
    keep = 1 / (1 + mp.exp(-eps))
    return [
        ((2 * j - steps) * eps, mp.binomial(steps, j) * keep**j * (1 - keep) ** (steps - j)) for j in range(steps + 1)
    ]


def check(distribution, profile, delta, width):
    """Both questions, there and back; `width` bounds what the bracket of epsilon may measure."""
    truth = inverse(profile, mp.mpf(delta))
    bracket = distribution.epsilon(delta)
    assert bracket.lower <= truth <= bracket.upper
    assert bracket.width <= width
    eps = float(truth)
    back = distribution.delta(eps)
    assert back.lower <= profile(mp.mpf(eps)) <= back.upper


@pytest.mark.cases(1 / 8)
@pytest.mark.parametrize("delta", DELTAS)
@pytest.mark.parametrize(
    ("sigma", "steps", "width"),
    [
        (1.0, 1, 1e-12),
        (100.0, 1, 1e-12),
        (0.25, 2, 1e-3),
        (1.0, 10, 1e-4),
        (50.0, 1000, 1e-5),
        (1000.0, 10**6, 1e-4),
        (1000.0, 999983, 1e-4),
        (0.0625, 3, 1e-2),
    ],
)
def test_gaussian_composition_is_a_gaussian_again(sigma, steps, width, delta):
    mu = mp.sqrt(steps) / mp.mpf(sigma)
    distribution = LossDistribution.gaussian(sigma).compose(steps)
    check(distribution, lambda eps: gaussian_profile(mu, eps), delta, width)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("delta", DELTAS)
@pytest.mark.parametrize(
    ("eps", "steps", "width"), [(1.0, 1, 1e-14), (0.5, 2, 1e-12), (0.1, 100, 1e-10), (2.0, 777, 1e-7), (300.0, 2, 1e-9)]
)
def test_randomized_response_is_a_binomial_sum(eps, steps, width, delta):
    atoms = binomial_atoms(mp.mpf(eps), steps)
    distribution = LossDistribution.randomized_response(eps).compose(steps)
    check(distribution, lambda at: atoms_profile(atoms, at), delta, width)


def test_a_million_randomized_responses_near_the_centre():
    steps, eps = 10**6, mp.mpf("0.001")
    bracket = LossDistribution.randomized_response(0.001).compose(steps).delta(4.0)
    keep = 1 / (1 + mp.exp(-mp.mpf(0.001)))
    eps = mp.mpf(0.001)
    first = math.floor((4.0 / 0.001 + steps) / 2) + 1
    term = mp.exp(
        mp.loggamma(steps + 1)
        - mp.loggamma(first + 1)
        - mp.loggamma(steps - first + 1)
        + first * mp.log(keep)
        + (steps - first) * mp.log(1 - keep)
    )
    total = mp.mpf(0)
    for j in range(first, first + 8000):
        total += term * -mp.expm1(4 - (2 * j - steps) * eps)
        term *= mp.mpf(steps - j) / (j + 1) * keep / (1 - keep)
    assert bracket.lower <= total <= bracket.upper
    assert bracket.width <= 1e-6 * bracket.upper


@pytest.mark.parametrize("delta", [1e-3, 1e-12])
def test_geometric_noise_is_a_multinomial_sum(delta):
    steps, rate = 12, mp.mpf(0.7) / 3
    ratio = mp.exp(-rate)
    masses = [
        1 / (1 + ratio),
        (1 - ratio) / (1 + ratio) * ratio,
        (1 - ratio) / (1 + ratio) * ratio**2,
        ratio**3 / (1 + ratio),
    ]
    single = {3: masses[0], 1: masses[1], -1: masses[2], -3: masses[3]}
    total = {0: mp.mpf(1)}
    for _ in range(steps):
        fresh = {}
        for (a, p), (b, q) in itertools.product(total.items(), single.items()):
            fresh[a + b] = fresh.get(a + b, 0) + p * q
        total = fresh
    atoms = [(a * rate, p) for a, p in total.items()]
    distribution = LossDistribution.geometric(0.7, 3).compose(steps)
    check(distribution, lambda at: atoms_profile(atoms, at), delta, 1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("delta", [1e-4, 1e-15, 1e-60])
def test_randomized_responses_before_gaussians(delta):
    """A heterogeneous composition with an exact value: a binomial mixture of Gaussian profiles."""
    atoms = binomial_atoms(mp.mpf(0.5), 8)
    mu = mp.sqrt(20) / 4
    distribution = compose(
        LossDistribution.randomized_response(0.5).compose(8), LossDistribution.gaussian(4.0).compose(20)
    )

    def profile(eps):
        return mp.fsum(p * gaussian_profile(mu, eps - loss) for loss, p in atoms)

    check(distribution, profile, delta, 1e-5)


def test_atoms_that_share_no_lattice():
    pairs = [(mp.mpf(0.3), 6), (mp.mpf(math.sqrt(0.11)), 4)]
    sets = [binomial_atoms(*pair) for pair in pairs]
    atoms = [(a + b, p * q) for (a, p), (b, q) in itertools.product(*sets)]
    distribution = compose(
        LossDistribution.randomized_response(0.3).compose(6),
        LossDistribution.randomized_response(math.sqrt(0.11)).compose(4),
    )
    check(distribution, lambda at: atoms_profile(atoms, at), 1e-3, 1e-3)


@pytest.mark.slow
def test_a_pair_given_by_its_laws_agrees_with_the_named_one():
    from scipy.special import ndtr

    def law(mean):
        return Law(
            lambda x: -((x - mean) ** 2) / 2 - math.log(2 * math.pi) / 2,
            lambda x: ndtr(x - mean),
            lambda x: ndtr(mean - x),
        )

    given = LossDistribution.from_pair(law(1.0), law(0.0))
    for distribution in (given, given.reversed()):
        for steps in (1, 5):
            check(
                distribution.compose(steps).with_cells(1 << 14),
                lambda eps, steps=steps: gaussian_profile(mp.sqrt(steps), eps),
                1e-10,
                1e-3,
            )


def test_mass_at_infinity_composes():
    pair = FinitePair((0.01, 0.59, 0.4), (0.0, 0.4, 0.6))
    distribution = LossDistribution.finite(pair).compose(3)
    masses = [(mp.mpf(float(a)), mp.mpf(float(b))) for a, b in zip(pair.p, pair.q, strict=True)]
    truth = mp.mpf(0)
    for outcome in itertools.product(masses, repeat=3):
        p, q = (mp.fprod(side) for side in zip(*outcome, strict=True))
        truth += max(p - mp.exp(mp.mpf(0.5)) * q, 0)
    bracket = distribution.delta(0.5)
    assert bracket.lower <= truth <= bracket.upper
    assert bracket.width <= 1e-12
    assert distribution.epsilon(0.02).lower == math.inf
    assert distribution.delta(1e3).lower <= 1 - (1 - mp.mpf(float(pair.p[0]))) ** 3 <= distribution.delta(1e3).upper
