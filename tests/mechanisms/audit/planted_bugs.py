"""Mechanisms with one bug each, of every kind that is known from practice; each returns n outputs at a call.

With each bug stands what is claimed of the mechanism, and two neighbours on which it breaks the claim. Some hardly show: noise
that is cut off where it seldom gets, a scale that is two per cent short, a release that seldom goes wrong.
"""

import copy
import math

import numpy as np

from mechanisms.audit.claims import ApproximateClaim, GaussianClaim

ONE, MU = ApproximateClaim(1.0), GaussianClaim(1.0)
BUGS = {}
RATIO = math.exp(-1)
# A Gaussian kernel on four points, the root of its matrix, and a section of it, whose norm in the function space is 1.
GRID = np.linspace(0, 1, 4)
KERNEL = np.exp(-((GRID[:, None] - GRID) ** 2) / (2 * 0.3**2))
ROOT, SECTION = np.linalg.cholesky(KERNEL), KERNEL[:, 1]


def bug(claim, *datasets):
    """Plant a bug under the name of its function."""

    def planted(mechanism):
        BUGS[mechanism.__name__] = (mechanism, datasets, claim)
        return mechanism

    return planted


def two_sided(rng, n, ratio=RATIO):
    """Two-sided geometric noise, an integer law that keeps eps = -log(ratio) exactly."""
    return rng.geometric(1 - ratio, n) - rng.geometric(1 - ratio, n)


def respond(bits, rng, eps):
    """Randomized response on every bit."""
    return bits ^ (rng.random(bits.shape) < 1 / (1 + math.exp(eps)))


# --- scale and sensitivity ---------------------------------------------------------------------------------------


@bug(ONE, 0, 1)
def scale_is_eps(x, rng, n):
    """The ratio of the noise is e^-2 where eps = 1/2 was multiplied instead of divided."""
    return x + two_sided(rng, n, math.exp(-2))


@bug(ONE, 0, 1)
def scale_a_tenth_short(x, rng, n):
    return x + two_sided(rng, n, math.exp(-1.1))


@bug(ONE, 0, 1)
def scale_two_percent_short(x, rng, n):
    return x + two_sided(rng, n, math.exp(-1.02))


@bug(MU, 0.0, 1.0)
def deviation_is_variance(x, rng, n):
    """Variance 1/2 was computed, and its root forgotten."""
    return x + rng.normal(0, 0.5, n)


@bug(ONE, 0, 2)
def sensitivity_of_replacement(x, rng, n):
    """A vote of -1 becomes +1: the sum moves by 2."""
    return x + two_sided(rng, n)


@bug(MU, np.zeros(4), np.ones(4))
def sensitivity_per_coordinate(x, rng, n):
    """Each coordinate moves by 1, so the norm by 2."""
    return x + rng.normal(size=(n, 4))


@bug(ApproximateClaim(0.5), 0, 1)
def logarithm_to_base_two(x, rng, n):
    """The ratio 2^-eps was to be e^-eps and eps was divided by log(2) on the way."""
    return x + two_sided(rng, n, math.exp(-0.5 / math.log(2)))


@bug(ONE, (0, 0), (1, 1))
def budget_for_each_answer(x, rng, n):
    """Two answers, each with the whole budget."""
    return np.stack([x[0] + two_sided(rng, n), x[1] + two_sided(rng, n)], axis=1)


# --- sign, shift, coins ------------------------------------------------------------------------------------------


@bug(ONE, 0, 1)
def sign_forgotten(x, rng, n):
    return x + np.abs(two_sided(rng, n))


@bug(ONE, 0, 1)
def sign_with_a_biased_coin(x, rng, n):
    return x + rng.geometric(1 - math.exp(-1), n) * np.where(rng.random(n) < 0.6, 1, -1)


@bug(ONE, 0, 1)
def noise_added_to_a_doubled_answer(x, rng, n):
    return 2 * x + two_sided(rng, n)


@bug(ONE, 0, 1)
def noise_shifted_by_the_answer(x, rng, n):
    """A correction of the mean by a tenth of the answer itself."""
    return np.rint(1.1 * x + rng.laplace(0, 1, n))


@bug(ONE, 0, 1)
def noise_multiplied(x, rng, n):
    """Noise proportional to the answer: nothing hides the answer 0."""
    return x * (1 + two_sided(rng, n))


@bug(ONE, 0, 1)
def response_with_a_biased_coin(bit, rng, n):
    """The first coin comes up tails too rarely: the truth is told with probability 0.8, not 0.731."""
    return np.full(n, bit) ^ (rng.random(n) < 0.2)


@bug(ONE, 0, 1)
def response_keeps_ones(bit, rng, n):
    """Only zeros are flipped."""
    return bit | (rng.random(n) < 1 / (1 + math.e)).astype(int)


@bug(ONE, 0, 1)
def response_with_one_byte(bit, rng, n):
    """The flipping probability 0.2689 is compared with a byte, and rounded down to a quarter."""
    return np.full(n, bit) ^ (rng.integers(0, 256, n) < 64)


# --- supports, truncation, lattices ------------------------------------------------------------------------------


@bug(ONE, 0, 1)
def zero_has_two_names(x, rng, n):
    """A geometric size with a random sign: 0 is drawn twice."""
    return x + (rng.geometric(1 - math.exp(-1), n) - 1) * rng.choice([-1, 1], n)


@bug(ONE, 0, 1)
def zero_is_left_out(x, rng, n):
    """A size from 1 with a random sign: 0 is never drawn."""
    return x + rng.geometric(1 - math.exp(-1), n) * rng.choice([-1, 1], n)


@bug(ONE, 0, 1)
def lattice_moves_with_the_answer(x, rng, n):
    """Noise in steps of 2 on an answer that moves by 1."""
    return x + 2 * two_sided(rng, n)


@bug(ONE, 0, 1)
def off_by_one_range(x, rng, n):
    """Noise is uniform on -20..20 and added modulo 40."""
    return (x + rng.integers(-20, 20, n, endpoint=True) // 2 * 2) % 40


@bug(ONE, 0, 1)
def noise_cut_off_at_three(x, rng, n):
    return x + np.clip(two_sided(rng, n), -3, 3)


@bug(ONE, 0, 1)
def noise_redrawn_beyond_six(x, rng, n):
    noise = two_sided(rng, 2 * n)
    return x + np.resize(noise[np.abs(noise) <= 6], n)


@bug(ONE, 0, 1)
def noise_cut_off_at_twelve(x, rng, n):
    return x + np.clip(two_sided(rng, n), -12, 12)


@bug(ONE, 0, 1)
def noise_cut_off_at_twenty(x, rng, n):
    return x + np.clip(two_sided(rng, n), -20, 20)


@bug(ONE, 0, 1)
def redrawn_until_positive(x, rng, n):
    """Negative counts look odd, so noise is drawn again until there is none."""
    noisy = x + two_sided(rng, 4 * n)
    return np.resize(noisy[noisy >= 0], n)


@bug(ONE, 0, 30)
def clamping_missing(x, rng, n):
    """An outlier was to be clamped to [0, 1] first."""
    return x + two_sided(rng, n)


@bug(ONE, (2, 9), (2, 5))
def clamped_to_the_data(x, rng, n):
    return np.clip(two_sided(rng, n) + min(x), min(x), max(x))


@bug(ONE, ("a", "b", "b"), ("b", "b"))
def words_of_the_data(words, rng, n):
    """Counts of the words that occur."""
    names, counts = np.unique(words, return_counts=True)
    return [dict(zip(names.tolist(), row, strict=True)) for row in (counts + two_sided(rng, (n, len(counts)))).tolist()]


@bug(ONE, 0.0, 1.0)
def noise_rounded_before_it_is_added(x, rng, n):
    """Whole noise on an answer with a fraction: its fraction stays."""
    return x / 3 + two_sided(rng, n)


# --- seeds and reuse ---------------------------------------------------------------------------------------------


@bug(ONE, 0, 1)
def seed_in_the_code(x, rng, n):
    return np.full(n, x + two_sided(np.random.default_rng(17), 1))


@bug(ONE, 0, 1)
def seed_is_the_data(x, rng, n):
    return np.full(n, two_sided(np.random.default_rng(x), 1) + x)


@bug(ONE, 0.0, 0.5)
def seed_of_ten_bits(x, rng, n):
    return x + np.random.default_rng(5).laplace(size=1024)[rng.integers(0, 1024, n)]


@bug(ONE, (0.0, 0.0), (0.5, -0.5))
def draw_shared(x, rng, n):
    return np.asarray(x) + rng.laplace(size=(n, 1))


@bug(ONE, (0, 0), (1, 1))
def noise_differs_by_the_index(x, rng, n):
    """The second answer gets the noise of the first with the other sign."""
    noise = two_sided(rng, n)
    return np.stack([x[0] + noise, x[1] - noise], axis=1)


@bug(ONE, 0, 1)
def generator_copied(x, rng, n):
    """The caller's generator never moves on, so every release has the same noise."""
    return np.full(n, x + two_sided(copy.deepcopy(rng), 1))


# --- low bits ----------------------------------------------------------------------------------------------------


@bug(ONE, 0.0, 1.0)
def textbook_laplace(x, rng, n):
    uniform = (rng.integers(0, 2**53, n) + 1) / 2.0**53
    return x + rng.choice([-1.0, 1.0], n) * np.log(uniform)


@bug(ApproximateClaim(4.4, 1e-5), 0.0, 1.0)
def textbook_gaussian(x, rng, n):
    radius = np.sqrt(-2 * np.log(1 - rng.random(n)))
    return x + radius * np.cos(2 * np.pi * rng.random(n))


@bug(ONE, 10.25, 11.25)
def uniform_of_single_precision(x, rng, n):
    uniform = (1 - rng.random(n, np.float32)).astype(float)
    return x + rng.choice([-1.0, 1.0], n) * np.log(uniform)


# --- selection, vectors, whole algorithms ------------------------------------------------------------------------


@bug(ONE, (0, 0, 1), (1, 1, 0))
def exponential_without_the_half(scores, rng, n):
    """Weights e^(eps s): the half of the budget that scores of both signs take was left out."""
    weights = np.exp(scores)
    return rng.choice(3, n, p=weights / weights.sum())


@bug(ONE, (0,) * 12, (1,) * 12)
def noisy_maximum_with_its_value(scores, rng, n):
    """The index is paid for; the noisy score of the winner is told too."""
    noisy = np.asarray(scores) + rng.laplace(0, 2, (n, 12))
    return np.stack([noisy.argmax(axis=1), np.rint(noisy.max(axis=1))], axis=1)


@bug(ONE, (0, 1) * 5, (1, 0) * 5)
def sparse_vector_without_noise_on_queries(queries, rng, n):
    """Only the threshold is noisy, so all answers are on one side of it."""
    return np.asarray(queries) >= 0.5 + rng.laplace(0, 2, (n, 1))


@bug(ONE, (0, 1) * 6, (1, 0) * 6)
def sparse_vector_that_does_not_stop(queries, rng, n):
    """All queries are answered at the noise of one."""
    return np.asarray(queries) + rng.laplace(0, 4, (n, 12)) >= rng.laplace(0, 2, (n, 1))


@bug(ONE, (1, 0, 0, 0), (0, 0, 0, 0))
def bits_not_shuffled(bits, rng, n):
    """The claim is that of shuffled bits; the order is told as well."""
    return respond(np.tile(bits, (n, 1)), rng, 1.5)


@bug(ONE, (5, 4), (4, 4))
def mean_with_the_true_count(data, rng, n):
    """The noisy sum is divided by the number of records, and the count released without noise."""
    return np.stack([data[0] + two_sided(rng, n), np.full(n, sum(data))], axis=1)


@bug(MU, np.zeros(4), SECTION)
def path_pinned_at_a_point(function, rng, n):
    """A Gaussian path that passes through the function at the first point."""
    noise = rng.normal(size=(n, 4)) @ ROOT.T
    return function + noise - np.outer(noise[:, 0], KERNEL[0])


@bug(MU, np.zeros(4), SECTION)
def mean_of_a_path_pinned(function, rng, n):
    """Noise whose mean over the points is 0."""
    noise = rng.normal(size=(n, 4)) @ ROOT.T
    return function + noise - noise.mean(axis=1, keepdims=True)


@bug(ONE, 0, 1)
def error_on_empty_data(x, rng, n):
    """No noise where there is nothing to count: a word instead."""
    noisy = two_sided(rng, n) + x
    return noisy if x else [None] * n


@bug(ONE, 0, 1)
def debug_output_now_and_then(x, rng, n):
    """One release in five thousand is the true answer, marked as such."""
    noisy = (x + two_sided(rng, n)).astype(float)
    return np.where(rng.random(n) < 2e-4, x + 1000.5, noisy)
