"""Random allocation: brackets hold what enumeration, integrals and draws find, in both directions and over epochs."""

import math
from itertools import pairwise, product

import numpy as np
import pytest

from mechanisms.accounting import LossDistribution, compose
from mechanisms.errors import ParameterError
from mechanisms.finite.pair import FinitePair

LEVELS = (0.0, 0.1, 0.5, 1.0)
DIRECTIONS = ("remove", "add")


def sides(ratios, masses, direction, eps):
    """Return delta of the pair with these ratios p/q, of masses q: of P against Q, or the other way round."""
    if direction == "remove":
        return sum(mass * max(ratio - math.exp(eps), 0.0) for ratio, mass in zip(ratios, masses, strict=True))
    return sum(mass * max(1 - math.exp(eps) * ratio, 0.0) for ratio, mass in zip(ratios, masses, strict=True))


def responses(eps, slots):
    """Return ratios and masses of randomized response in random allocation, by the number of answers that speak for the record."""
    chance = 1 / (1 + math.exp(eps))
    counts = range(slots + 1)
    ratios = [(k * math.exp(eps) + (slots - k) * math.exp(-eps)) / slots for k in counts]
    return ratios, [math.comb(slots, k) * chance**k * (1 - chance) ** (slots - k) for k in counts]


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize(("local", "slots"), [(1.0, 2), (0.5, 7), (2.0, 30)])
def test_answers_that_can_be_enumerated(local, slots, direction):
    made = LossDistribution.randomized_response(local).allocate(slots, direction)
    ratios, masses = responses(local, slots)
    for eps in LEVELS:
        found, truth = made.delta(eps), sides(ratios, masses, direction, eps)
        assert found.lower - 1e-15 <= truth <= found.upper + 1e-15
        assert found.width < 1e-6
    other = sides(*responses(local, slots + 1), direction, 0.1)
    assert not made.delta(0.1).contains(other)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_epochs_that_can_be_enumerated(direction):
    ratios, masses = responses(1.0, 5)
    both = [(one * other, p * q) for (one, p), (other, q) in product(zip(ratios, masses, strict=True), repeat=2)]
    made = LossDistribution.randomized_response(1.0).allocate(5, direction).compose(2)
    for eps in (0.2, 0.6):
        found, truth = made.delta(eps), sides(*zip(*both, strict=True), direction, eps)
        assert found.lower - 1e-15 <= truth <= found.upper + 1e-15
        # a sum with atoms everywhere is wide from below, on a lattice that is made for densities
        assert found.upper < 1.05 * truth


def call(level, sigma):
    """Return E(Y - level)_+ of the ratio of Gaussian noise."""
    from scipy.special import ndtr

    if level <= 0:
        return 1 - level
    place = sigma * math.log(level)
    return float(ndtr(0.5 / sigma - place) - level * ndtr(-0.5 / sigma - place))


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("sigma", [0.8, 1.5, 4.0])
def test_gaussian_noise_in_one_of_two_steps_is_an_integral(sigma, direction):
    from scipy.integrate import quad

    for eps in (0.05, 0.4):
        level = math.exp(eps if direction == "remove" else -eps)

        def inner(z, level=level):
            first = math.exp(z / sigma - 0.5 / sigma**2)
            return math.exp(-z * z / 2) / math.sqrt(2 * math.pi) * call(2 * level - first, sigma) / 2

        kink = sigma * math.log(2 * level) + 0.5 / sigma
        value = sum(quad(inner, *ends, epsabs=1e-13, epsrel=1e-12)[0] for ends in ((-12, kink), (kink, kink + 14)))
        truth = value if direction == "remove" else (level - 1 + value) / level
        found = LossDistribution.gaussian(sigma).allocate(2, direction).delta(eps)
        assert found.lower - 1e-11 <= truth <= found.upper + 1e-11
        assert found.width < 2e-4 * truth
        assert not found.contains(truth * 1.0004)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("name", ["gaussian", "laplace"])
def test_draws_of_the_ratio_agree(name):
    # seeded; six standard errors are exceeded by chance in one of 5 10^8 draws, and a tenth off is seen
    source, slots, size = np.random.default_rng(23), 12, 400_000
    noise = source.normal(size=(size, slots)) if name == "gaussian" else source.laplace(size=(size, slots))
    ratio = np.exp(noise - 0.5 if name == "gaussian" else np.abs(noise) - np.abs(noise - 1)).mean(axis=1)
    made = getattr(LossDistribution, name)(1.0)
    for eps in (0.05, 0.3):
        for direction, gains in (
            ("remove", np.maximum(ratio - math.exp(eps), 0)),
            ("add", np.maximum(1 - math.exp(eps) * ratio, 0)),
        ):
            found, off = made.allocate(slots, direction).delta(eps), 6 * gains.std() / math.sqrt(size)
            assert found.lower - off <= gains.mean() <= found.upper + off
            assert off < 0.1 * found.lower


@pytest.mark.slow
def test_brackets_are_narrow_over_epochs_and_not_those_of_poisson_sampling():
    noise = LossDistribution.gaussian(2.0)
    for direction in DIRECTIONS:
        found = noise.allocate(1000, direction).compose(10).epsilon(1e-5)
        assert found.width < 1e-3 * found.upper
        poisson = noise.subsample(1 / 1000, direction).compose(10_000).epsilon(1e-5)
        # one record is always drawn, and drawn once: removing it is told less than under Poisson sampling, adding it more
        assert found.upper < poisson.lower if direction == "remove" else found.lower > poisson.upper


def test_one_step_is_the_mechanism_itself_and_more_steps_tell_less():
    noise = LossDistribution.laplace(1.0)
    assert noise.allocate(1).delta(0.5) == noise.delta(0.5)
    told = [noise.allocate(slots).delta(0.2) for slots in (1, 2, 4, 16)]
    assert all(later.upper < earlier.lower for earlier, later in pairwise(told))
    assert noise.allocate(3).reversed().delta(0.2) == noise.allocate(3, "add").delta(0.2)


@pytest.mark.parametrize("sigma", [pytest.param(0.3, marks=pytest.mark.slow), 0.5])
def test_little_noise_makes_wide_brackets_that_hold(sigma):
    source, slots = np.random.default_rng(5), 10
    ratio = np.exp(source.normal(size=(200_000, slots)) / sigma - 0.5 / sigma**2).mean(axis=1)
    gains = np.maximum(1 - math.exp(0.2) * ratio, 0)
    found = LossDistribution.gaussian(sigma).allocate(slots, "add").delta(0.2)
    off = 6 * gains.std() / math.sqrt(len(gains))
    assert found.lower - off <= gains.mean() <= found.upper + off


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda noise: noise.allocate(0), "slots must be an integer from 1 to 10\\^5, got 0"),
        (lambda noise: noise.allocate(10**6), "slots must be an integer from 1 to 10\\^5"),
        (lambda noise: noise.allocate(2, "both"), "adjacency must be 'remove' or 'add', got 'both'"),
        (lambda noise: noise.compose(2).allocate(2), "allocate must be applied to a single step"),
    ],
)
def test_bad_input_gets_one_line(make, told):
    with pytest.raises(ParameterError, match=told):
        make(LossDistribution.gaussian(1.0))


def enumerated(first, second, slots):
    """The masses of the mean of products, and of the product, over all answers."""
    answers = [np.array(answer) for answer in product(range(len(first)), repeat=slots)]
    ratios = np.array(first) / np.array(second)
    plain = np.array([np.prod(np.array(second)[answer]) for answer in answers])
    return plain * [np.mean(ratios[answer]) for answer in answers], plain


@pytest.mark.cases(1 / 10)
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize(
    ("hit", "miss", "slots"), [(0.45, 0.3, 2), (0.45, 0.55, 5), (0.2, 0.55, 5), (0.8, 0.75, 5), (0.25, 0.375, 2)]
)
def test_answers_that_are_not_symmetric_alone_and_before_a_response_have_brackets_that_hold(
    hit, miss, slots, direction
):
    first, second = [hit, 1 - hit], [miss, 1 - miss]
    loss = LossDistribution.finite(FinitePair(first, second)).allocate(slots, direction)
    pair = enumerated(first, second, slots)[:: 1 if direction == "remove" else -1]
    told = np.array([0.73, 0.27])
    both = np.outer(pair[0], told).ravel(), np.outer(pair[1], told[::-1]).ravel()
    for found, (p, q), width in (
        (loss, pair, 1e-6),
        (compose(loss, LossDistribution.finite(FinitePair(told, told[::-1]))), both, 0.1),
    ):
        for eps in (0.0, 0.3):
            truth = np.maximum(p - math.exp(eps) * q, 0).sum()
            bracket = found.delta(eps)
            assert bracket.lower <= truth * (1 + 1e-9) + 1e-15
            assert truth * (1 - 1e-9) <= bracket.upper + 1e-15
            assert bracket.width < width
