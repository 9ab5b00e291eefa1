"""k-ary response, softmax, staircase, mixtures, vectors and norms against their definitions."""

import math
import pickle
import subprocess
import sys
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path

import mpmath as mp
import numpy as np
import pytest
from reference import families as references

from mechanisms import bernoulli_pair, gaussian_pair, laplace_pair
from mechanisms.errors import ParameterError
from mechanisms.families.choices import kary_response_pair, softmax_pair, staircase_pair
from mechanisms.families.counts import poisson_pair
from mechanisms.families.mixtures import gaussian_mixture_pair, subsampled_pair
from mechanisms.families.norms import cube_noise_pair, gauge_pair
from mechanisms.families.vectors import gaussian_vector_pair, laplace_vector_pair

INF = math.inf
ROOT = Path(__file__).parents[3]


def finite_renyi(p, q, order):
    if order == 1:
        return mp.fsum(a * mp.log(a / b) for a, b in zip(p, q, strict=True))
    return mp.log(mp.fsum(a**order * b ** (1 - mp.mpf(order)) for a, b in zip(p, q, strict=True))) / (order - 1)


@pytest.mark.parametrize(("eps", "choices"), [(0.5, 2), (1.0, 3), (2.5, 100), (30.0, 10**6)])
def test_kary_response(holds, eps, choices):
    pair = kary_response_pair(eps, choices)
    with mp.workdps(50):
        lie = 1 / (mp.exp(eps) + choices - 1)
        truth = mp.exp(eps) * lie
        masses = [truth, lie, *([(choices - 2) * lie] if choices > 2 else [])]
        others = [lie, truth, *masses[2:]]
        for order in (0.5, 1, 1.5, 64):
            holds(pair.renyi(order), finite_renyi(masses, others, order), 1e-12, order)
        holds(pair.hockey_stick(0.25), max(truth - mp.exp(0.25) * lie, 0), 1e-12)
        holds(pair.max_divergence(), mp.mpf(eps), 1e-13)


def test_kary_response_without_a_preference_tells_nothing():
    pair = kary_response_pair(0.0, 7)
    assert pair.renyi(2).value == pair.kl().value == pair.total_variation().upper == 0


def test_softmax(holds):
    scores = ([0.5, -1.0, 2.25, 0.0], [1.0, -0.5, 2.0, -0.25])
    pair = softmax_pair(*scores)
    with mp.workdps(50):
        p, q = ([mp.exp(mp.mpf(x)) / mp.fsum(mp.exp(mp.mpf(y)) for y in law) for x in law] for law in scores)
        for order in (0.5, 1, 2, 3.5):
            holds(pair.renyi(order), finite_renyi(p, q, order), 1e-12, order)
    assert softmax_pair([0, 700.0], [700.0, 0]).max_divergence().value == pytest.approx(700.0)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("shift", [0.25, 1.0, 1.75, 3.0, -2.5])
def test_the_staircase_by_its_steps_is_the_staircase_on_the_line(holds, shift):
    """Sum over every interval on which both densities are constant, out to where 1e-60 is left."""
    eps, fraction, width = 0.75, 0.375, 1.25
    pair = staircase_pair(0.0, shift, eps, fraction, width)
    with mp.workdps(40):
        height = (1 - mp.exp(-eps)) / (2 * width * (fraction + mp.exp(-eps) * (1 - fraction)))

        def density(x, center):
            return height * mp.exp(-mp.mpf(eps) * mp.floor(abs(x - center) / width + 1 - fraction))

        jumps = sorted({c + s * width * (fraction + k) for c in (0.0, shift) for s in (1, -1) for k in range(-1, 190)})
        cells = [((a + b) / 2, mp.mpf(b) - mp.mpf(a)) for a, b in pairwise(jumps)]
        p = [density(mp.mpf(x), 0) * width_ for x, width_ in cells]
        q = [density(mp.mpf(x), shift) * width_ for x, width_ in cells]
        for order in (0.5, 1, 2, 10):
            holds(pair.renyi(order), finite_renyi(p, q, order), 1e-12, (shift, order))
        delta = mp.fsum(max(a - mp.exp(0.5) * b, mp.mpf(0)) for a, b in zip(p, q, strict=True))
        holds(pair.hockey_stick(0.5), delta, 1e-12, shift)


def test_the_staircase_is_private_at_its_width(holds):
    for fraction in (0.1, 0.5, 0.9):
        pair = staircase_pair(0.0, 1.0, 1.5, fraction, 1.0)
        holds(pair.max_divergence(), mp.mpf(1.5), 1e-14)
        holds(pair.reversed().max_divergence(), mp.mpf(1.5), 1e-14)


@pytest.mark.slow
@pytest.mark.parametrize("rate", [1e-6, 0.01, 0.3, 1.0])
def test_the_subsampled_gaussian(holds, rate):
    pair = gaussian_mixture_pair(rate, 1.0, 0.75)
    base = references.law("gaussian", 0, 0.75)
    mixed = references.mixed(rate, "gaussian", (1, 0.75), (0, 0.75))
    points = [-12, -4, 0, 1, 4, 14]
    for order in (0.5, 1.5, 3.0):
        holds(pair.renyi(order), references.by_quadrature("renyi", mixed, base, points, order), 1e-6, (rate, order))
        truth = references.by_quadrature("renyi", base, mixed, points, order)
        holds(pair.reversed().renyi(order), truth, 1e-6, (rate, order))


def test_subsampling_any_pair(holds):
    pair = subsampled_pair(laplace_pair(1.0, 2.0, 0.0, 2.0), 0.25)
    base = references.law("laplace", 0, 2)
    mixed = references.mixed(0.25, "laplace", (1, 2), (0, 2))
    points = [-mp.inf, 0, 1, 8, mp.inf]
    holds(pair.renyi(3), references.by_quadrature("renyi", mixed, base, points, 3), 1e-11)
    with mp.workdps(30):
        holds(pair.max_divergence(), mp.log(1 + (mp.exp(0.5) - 1) / 4), 1e-11)
    counts = subsampled_pair(poisson_pair(3.0, 2.0), 0.25)
    base = references.law("poisson", 2)
    mixed = references.mixed(0.25, "poisson", (3,), (2,))
    holds(counts.renyi(2), references.by_summation("renyi", mixed, base, 0, 90, 2), 1e-11)


def test_gaussian_vectors_with_one_covariance_are_a_pair_at_the_mahalanobis_distance(holds):
    covariance = [[2.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 1.0]]
    pair = gaussian_vector_pair([1.0, 2.0, -1.0], covariance, [0.0, 0.5, 1.0])
    with mp.workdps(40):
        gap = mp.matrix([1.0, 1.5, -2.0])
        square = (gap.T * mp.inverse(mp.matrix(covariance)) * gap)[0]
        for order in (0.5, 1.0, 2.0, 64.0):
            holds(pair.renyi(order), order * square / 2, 1e-11, order)
        holds(pair.hockey_stick(0.5), references.gaussian_profile(0.5, mp.sqrt(square)), 1e-11)
        holds(pair.tradeoff(0.25), references.gaussian_tradeoff(0.25, mp.sqrt(square)), 1e-10)
    assert pair.max_divergence().value == INF


@pytest.mark.slow
def test_gaussian_vectors_with_different_covariances(holds):
    """Random positive definite matrices up to dimension 4, against determinants at 40 digits."""
    rng = np.random.default_rng(51)
    for size in (1, 2, 2, 3, 4):
        roots = rng.normal(size=(2, size, size))
        first, second = (root @ root.T + 0.3 * np.eye(size) for root in roots)
        first, second = (first + first.T) / 2, (second + second.T) / 2
        means = rng.normal(size=(2, size))
        pair = gaussian_vector_pair(means[0], first, means[1], second)
        with mp.workdps(40):
            a, b = mp.matrix(first.tolist()), mp.matrix(second.tolist())
            gap = mp.matrix([mp.mpf(x) - mp.mpf(y) for x, y in zip(*means.tolist(), strict=True)])
            inverse = mp.inverse(b)
            trace = sum((inverse * a)[i, i] for i in range(size))
            kl = (trace + (gap.T * inverse * gap)[0] - size + mp.log(mp.det(b) / mp.det(a))) / 2
            holds(pair.kl(), kl, 1e-11, size)
            mixed = (a + b) / 2
            half = (gap.T * mp.inverse(mixed) * gap)[0] / 4
            half += mp.log(mp.det(mixed) / mp.sqrt(mp.det(a) * mp.det(b)))
            holds(pair.renyi(0.5), half, 1e-11, size)


@pytest.mark.slow
def test_the_direction_of_a_gaussian_shift_does_not_matter_to_its_curves(holds):
    """Two covariances that are multiples of each other: the product of two pairs against a double integral, by a rotation."""
    turned = gaussian_vector_pair([0.6, 0.8], np.eye(2), [0.0, 0.0], np.diag([1.0, 2.0]))
    plain = gaussian_vector_pair([0.6, 0.8], [[1.0, 0.0], [0.0, 1.0]], [0.0, 0.0])
    with mp.workdps(30):
        holds(plain.hockey_stick(0.3), references.gaussian_profile(0.3, mp.mpf(1)), 1e-11)
    flat = turned.hockey_stick(0.3)
    assert flat.error < 1e-5
    swapped = gaussian_vector_pair([0.8, 0.6], np.eye(2), [0.0, 0.0], np.diag([2.0, 1.0])).hockey_stick(0.3)
    assert abs(flat.value - swapped.value) <= flat.error + swapped.error


@pytest.mark.slow
def test_laplace_vectors(holds):
    pair = laplace_vector_pair([1.0, 0.0, -0.5], 2.0)
    ones = [laplace_pair(0, 2.0, 1.0, 2.0), laplace_pair(0, 2.0, 0.5, 2.0)]
    assert len(pair.pairs) == 2
    for order in (0.5, 1.0, 2.0, INF):
        assert pair.renyi(order).value == pytest.approx(sum(one.renyi(order).value for one in ones), rel=1e-12)
    # delta(eps) is E_P[(1 - e^(eps - L))_+] over independent losses: integrate over the law of the second one.
    with mp.workdps(25):
        eps, b = mp.mpf(0.3), mp.mpf(2)

        def delta(x):
            d = 1 / b  # the profile of a Laplace pair at distance d, continued below -d
            return mp.mpf(0) if x >= d else 1 - mp.exp((x - d) / 2) if x > -d else 1 - mp.exp(x)

        def inner(y):
            loss = (abs(y - 0.5) - abs(y)) / b
            return mp.exp(-abs(y) / b) / (2 * b) * delta(eps - loss)

        kink = (0.5 - b * (eps - 1 / b)) / 2  # where the second loss leaves the top of the first at the level
        truth = mp.quad(inner, [-mp.inf, 0, kink, 0.5, mp.inf])
    holds(pair.hockey_stick(0.3), truth, 1e-7)


def test_the_gauge_of_norm_noise(holds):
    pair = gauge_pair(3, 1.0, 1.5)
    for order in (0.5, 2.0, 2.5):
        holds(pair.renyi(order), references.gamma_renyi(order, 3.0, 1.0, 3.0, 1.5), 1e-10, order)
    assert pair.renyi(3.0).value == INF


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(("eps", "distance"), [(1.0, 1.0), (0.5, 3.0), (3.0, 2.0)])
def test_cube_noise_by_its_loss_is_the_noise_in_the_plane(holds, eps, distance):
    """Integrate over both coordinates; over the second one, pieces of exponentials, exactly."""
    pair = cube_noise_pair(2, eps, distance)
    with mp.workdps(25):
        e, d = mp.mpf(eps), mp.mpf(distance)

        def over_second(x, order):
            near, far = sorted((abs(x), abs(x - d)))
            height = order * abs(x) + (1 - order) * abs(x - d)
            slope, fixed = (order, (1 - order) * far) if abs(x) < abs(x - d) else (1 - order, order * far)
            # Up to `near` both maxima are those of the first coordinate, beyond `far` neither.
            between = (mp.exp(-e * slope * near) - mp.exp(-e * slope * far)) / (e * slope) * mp.exp(-e * fixed)
            return near * mp.exp(-e * height) + between + mp.exp(-e * far) / e

        for order in (mp.mpf(0.5), mp.mpf(2)):
            points = [-mp.inf, 0, d / 2, d, mp.inf]
            moment = e**2 / 4 * mp.quad(partial(over_second, order=order), points)
            holds(pair.renyi(float(order)), mp.log(moment) / (order - 1), 1e-9, (eps, distance, order))
    holds(pair.max_divergence(), mp.mpf(eps * distance), 1e-10)


@pytest.mark.cases(1 / 5)
@pytest.mark.parametrize("dimension", [1, 2, 5, 50, 1000])
def test_cube_noise_is_symmetric_in_its_two_centres(dimension):
    pair = cube_noise_pair(dimension, 1.0, 2.0)
    for order in (0.5, 2.0):
        there, back = pair.renyi(order), pair.reversed().renyi(order)
        assert abs(there.value - back.value) <= there.error + back.error


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: kary_response_pair(1.0, 1),
        lambda: kary_response_pair(701.0, 2),
        lambda: kary_response_pair(-1.0, 2),
        lambda: kary_response_pair(1.0, 2.5),
        lambda: softmax_pair([0, 1], [0, math.nan]),
        lambda: softmax_pair([0, 1], [0, 1, 2]),
        lambda: softmax_pair([0, 701.0], [0, 1]),
        lambda: softmax_pair([], []),
        lambda: softmax_pair([[0, 1]], [[0, 1]]),
        lambda: staircase_pair(0, 1, 1, 1.0, 1),
        lambda: staircase_pair(0, 1, 0, 0.5, 1),
        lambda: staircase_pair(0, 2000, 1, 0.5, 1),
        lambda: subsampled_pair(bernoulli_pair(0.1, 0.2), 0.5),
        lambda: subsampled_pair(gaussian_pair(0, 1, 1, 1), 0.0),
        lambda: gaussian_mixture_pair(1.5, 1, 1),
        lambda: gaussian_vector_pair([0, 0], [[1, 2], [2, 1]], [1, 1]),
        lambda: gaussian_vector_pair([0, 0], [[1, 0.5], [0, 1]], [1, 1]),
        lambda: gaussian_vector_pair([0, 0], np.eye(3), [1, 1]),
        lambda: gaussian_vector_pair([0, 0], np.eye(2), [1, 1], np.eye(3)),
        lambda: laplace_vector_pair([[1.0]], 1.0),
        lambda: laplace_vector_pair([1.0], 0.0),
        lambda: gauge_pair(0, 1.0, 1.0),
        lambda: cube_noise_pair(2, 1.0, -1.0),
    ],
)
def test_bad_parameters_are_refused(wrong):
    with pytest.raises(ParameterError, match=" must be "):
        wrong()


def test_masses_of_exact_families_are_rational():
    pair = kary_response_pair(1.0, 4)
    assert sum(pair.p) == sum(pair.q) == 1
    assert all(isinstance(mass, Fraction) for mass in pair.p)


@pytest.mark.slow
def test_pairs_survive_pickling():
    for pair in (
        poisson_pair(2.0, 3.0),
        gauge_pair(3, 1.0, 2.0),
        gaussian_mixture_pair(0.25, 1.0, 2.0),
        laplace_vector_pair([1.0, 2.0], 1.0),
        staircase_pair(0, 1, 1, 0.5, 1),
    ):
        before = pair.renyi(2), pair.hockey_stick(0.25)
        copy = pickle.loads(pickle.dumps(pair))  # noqa: S301
        assert (copy.renyi(2), copy.hockey_stick(0.25)) == before


def test_families_load_no_scientific_library_before_they_are_used():
    script = (
        "import sys, pkgutil, importlib, mechanisms.families as families\n"
        "for module in pkgutil.iter_modules(families.__path__, 'mechanisms.families.'):\n"
        "    importlib.import_module(module.name)\n"
        "print([name for name in ('scipy', 'sympy', 'mpmath', 'flint') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
