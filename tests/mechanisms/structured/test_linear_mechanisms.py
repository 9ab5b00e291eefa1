"""K-norm, NIM and the baselines: errors in closed form, privacy loss at pairs of histograms, plans, bad input."""

import math
from itertools import product

import numpy as np
import pytest
from scipy import stats

from mechanisms.errors import GeneratorError, ParameterError
from mechanisms.geometry import Box, LpBall, Polytope
from mechanisms.structured import NIM, KNorm, LaplaceQueries, NoisyHistogram, Privacy
from mechanisms.structured.nim import nested_subspaces

CUBE = np.array(list(product([-1.0, 1.0], repeat=4))).T
PREFIX = np.tril(np.ones((12, 12)))
ALL = [KNorm, NIM, LaplaceQueries, NoisyHistogram]


def uniform(d, n, seed=1):
    return np.random.default_rng(seed).uniform(-1, 1, (d, n))


def long_rows(d, n, ratio=0.3):
    return uniform(d, n) * ratio ** np.arange(d)[:, None]


@pytest.mark.parametrize("eps", [0.1, 2.0])
def test_exact_errors_of_boxes_balls_and_prefix_sums(eps):
    """Cube: (d + 1)(d + 2) d / 3. Ball: (d + 1) d. Prefix sums: 2 |F|^2. All over eps^2."""
    d = 4
    ball = LpBall(d, 2)

    assert KNorm(CUBE, eps).mean_squared_error().value == pytest.approx(30 * 4 / 3 / eps**2, rel=1e-5)
    assert KNorm(CUBE, eps, Box(np.ones(d))).mean_squared_error().value == pytest.approx(40 / eps**2)
    assert KNorm(np.eye(d), eps, ball).mean_squared_error().value == pytest.approx((d + 1) * d / eps**2)
    assert KNorm(PREFIX, eps).mean_squared_error().value == pytest.approx(2 * 78 / eps**2)
    assert NoisyHistogram(PREFIX, eps).mean_squared_error().value == pytest.approx(2 * 78 / eps**2)
    assert LaplaceQueries(PREFIX, eps).mean_squared_error().value == pytest.approx(2 * 12 * 12**2 / eps**2)


@pytest.mark.parametrize("make", ALL)
@pytest.mark.parametrize(
    "F",
    [CUBE, PREFIX, uniform(3, 10), long_rows(8, 20), pytest.param(uniform(10, 40), marks=pytest.mark.slow)],
    ids=range(5),
)
def test_released_noise_has_the_stated_error(make, F):
    """Six standard errors, those of both sides."""
    mechanism = make(F, 0.7)
    rng = np.random.default_rng(3)
    stated = mechanism.mean_squared_error(rng)
    draws = mechanism.noise(6_000, rng)
    lengths = (draws.points**2).sum(axis=1)
    effective = 6_000 if draws.law.exact else 3_000
    error = math.hypot(lengths.std() / math.sqrt(effective), 0 if stated.exact else stated.error)

    assert abs(lengths.mean() - stated.value) < 6 * error + 1e-5 * stated.value
    assert np.abs(draws.points.mean(axis=0)).max() < 6 * draws.points.std(axis=0).max() / math.sqrt(effective)


@pytest.mark.parametrize("make", ALL)
def test_release_is_centred_at_the_answers(make):
    F = uniform(3, 8)
    x = np.arange(8.0)
    mechanism = make(F, 50.0)
    mean = np.mean([mechanism.release(x, np.random.default_rng(k)) for k in range(300)], axis=0)

    assert mean == pytest.approx(F @ x, abs=6 * math.sqrt(mechanism.mean_squared_error().value / 300))


@pytest.mark.parametrize("F", [CUBE, PREFIX, uniform(3, 10), long_rows(5, 12)], ids=range(4))
def test_privacy_loss_is_at_most_eps_and_reaches_it(F):
    """Loss between histograms at distance 1 from the stated densities, at answers drawn by the mechanism."""
    eps = 0.8
    mechanism = KNorm(F, eps)
    rng = np.random.default_rng(5)
    n = F.shape[1]
    zero, losses = np.zeros(n), []
    for k in range(60):
        neighbour = np.zeros(n)
        neighbour[k % n] = rng.choice([-1.0, 1.0])
        a = mechanism.release(zero, rng)
        losses.append(mechanism.log_density(a, zero).value - mechanism.log_density(a, neighbour).value)
    column = F[:, int(np.argmax(Polytope(F).gauge(F.T)))]
    far = mechanism.log_density(-2 * column, zero).value - mechanism.log_density(-3 * column, zero).value

    assert np.abs(losses).max() <= eps
    assert far == pytest.approx(eps, rel=1e-5)
    assert far <= eps


def test_the_density_integrates_to_one():
    """In the plane, on a grid around noise of scale 1/3."""
    mechanism = KNorm(uniform(2, 6), 3.0)
    body, scale = mechanism.body, mechanism.scale
    axis = np.linspace(-12, 12, 801)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    constant = mechanism.log_density(np.zeros(2), np.zeros(6)).value
    total = np.exp(constant - body.gauge(grid) / scale).sum() * (axis[1] - axis[0]) ** 2

    assert total == pytest.approx(1, abs=2e-3)


def test_histograms_and_independent_columns_give_one_law():
    """Two-sample test on coordinates, false-alarm rate 1e-6."""
    first = KNorm(PREFIX, 1.0).noise(4_000, np.random.default_rng(6)).points
    second = NoisyHistogram(PREFIX, 1.0).noise(4_000, np.random.default_rng(7)).points
    fits = [stats.ks_2samp(a, b).pvalue for a, b in zip(first.T, second.T)]

    assert min(fits) > 1e-6 / len(fits)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("split", ["uniform", "cube root", "optimal"])
@pytest.mark.parametrize("d", [1, 2, 5, 8, 9])
def test_levels_of_nim_share_eps_and_the_space(d, split):
    F = long_rows(d, 3 * d)
    plan = NIM(F, 2.0, split)
    answered = np.hstack([level.answered for level in plan.levels])

    assert sum(mechanism.eps for mechanism in plan.mechanisms) <= 2.0
    assert sum(mechanism.eps for mechanism in plan.mechanisms) == pytest.approx(2.0)
    assert answered.T @ answered == pytest.approx(np.eye(d), abs=1e-9)
    if split != "optimal":
        assert len(plan.levels) == math.floor(math.log2(d)) + 1
    if split == "uniform":
        assert {round(level.share * len(plan.levels), 12) for level in plan.levels} == {1.0}


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("split", ["uniform", "cube root", "optimal"])
@pytest.mark.parametrize("widths", [(1.0, 1e-8, 1e-9), (1e9, 1.0), (1e6, 1.0, 1e-6, 1e-8), (1e12, 1.0, 1e-3)])
@pytest.mark.parametrize("square", [True, False], ids=["independent columns", "three times as many columns"])
def test_no_level_of_nim_goes_without_a_share(widths, split, square):
    """In an almost flat body the error of a level rounds to 0; its share must not, for its noise would be infinite."""
    d = len(widths)
    F = np.diag(widths) if square else uniform(d, 3 * d) * np.array(widths)[:, None]
    plan = NIM(F, 1.0, split)

    assert all(level.share >= 1e-7 for level in plan.levels)
    assert all(level.planned_error >= 0 for level in plan.levels)
    assert sum(mechanism.eps for mechanism in plan.mechanisms) <= 1.0
    assert np.isfinite(plan.release(np.zeros(F.shape[1]), np.random.default_rng(1))).all()
    if split == "optimal":
        knorm = KNorm(F, 1.0).mean_squared_error(np.random.default_rng(2))
        assert plan.mean_squared_error(np.random.default_rng(2)).value <= 1.05 * knorm.value


def test_cube_root_shares_are_the_best():
    """Any shift of the budget between two levels raises the planned error."""
    levels = NIM(long_rows(8, 24), 1.0, "cube root").levels
    errors, shares = (np.array([getattr(level, name) for level in levels]) for name in ("planned_error", "share"))
    best = (errors / shares**2).sum()

    assert best == pytest.approx((errors ** (1 / 3)).sum() ** 3)
    for i, j in product(range(len(levels)), repeat=2):
        if i != j:
            moved = shares.copy()
            moved[i] += 0.01
            moved[j] -= 0.01
            assert (errors / moved**2).sum() > best


@pytest.mark.parametrize(
    ("F", "better"),
    [
        pytest.param(uniform(12, 50), False, id="uniform", marks=pytest.mark.slow),
        pytest.param(CUBE, False, id="cube"),
        pytest.param(long_rows(10, 40), True, id="long", marks=pytest.mark.slow),
        pytest.param(uniform(6, 1), False, id="one column"),
    ],
)
def test_the_optimal_split_is_never_worse_than_one_level(F, better):
    rng = np.random.default_rng(8)
    nim, knorm = NIM(F, 1.0).mean_squared_error(rng), KNorm(F, 1.0).mean_squared_error(rng)
    slack = 5 * (0 if nim.exact else nim.error) + 5 * (0 if knorm.exact else knorm.error)

    assert nim.value <= knorm.value * (1 + 1e-5) + slack
    assert (nim.value < 0.75 * knorm.value) == better


def test_the_plan_of_nim_does_not_depend_on_anything_random():
    F = long_rows(9, 30)
    first, second = (NIM(F, 1.0).levels for _ in range(2))

    assert all((a.answered == b.answered).all() and a.share == b.share for a, b in zip(first, second))


def test_nested_subspaces_shrink_to_the_long_directions():
    F = uniform(6, 40) * np.array([1, 1, 30, 1, 1, 1])[:, None]
    spaces, moments = nested_subspaces(F)

    assert [space.shape[1] for space in spaces] == [6, 3, 1]
    assert [len(moment) for moment in moments] == [6, 3, 1]
    assert abs(spaces[-1][2, 0]) > 0.99


def test_a_rank_deficient_query_is_answered_on_its_span():
    basis = np.linalg.qr(np.random.default_rng(9).standard_normal((5, 2)))[0]
    F = basis @ uniform(2, 12)
    for make in (KNorm, NIM):
        points = make(F, 1.0).noise(200, np.random.default_rng(10)).points

        assert points @ basis @ basis.T == pytest.approx(points, abs=1e-9)
        assert np.linalg.matrix_rank(points, tol=1e-6) == 2


def test_a_perturbed_body_costs_noise_and_no_privacy():
    mechanism = KNorm(np.random.default_rng(11).choice([-1.0, 1.0], (6, 30)), 1.0)

    assert mechanism.sensitivity == pytest.approx(1 / mechanism.body.shrink)
    assert 1 < mechanism.sensitivity < 1 + 2e-6


def test_a_body_of_ones_own_is_scaled_to_the_columns():
    F = np.array([[3.0, 0.0], [4.0, 1.0]])

    assert KNorm(F, 1.0, LpBall(2, 2)).sensitivity == pytest.approx(5)
    assert KNorm(F, 1.0, LpBall(2, 1)).mean_squared_error().value == pytest.approx(
        LaplaceQueries(F, 1.0).mean_squared_error().value
    )


def test_what_is_promised_says_whether_it_is_proved():
    exact = KNorm(uniform(4, 12), 0.5).privacy(np.random.default_rng(12))
    chain = KNorm(uniform(12, 40), 0.5, method="chain").privacy(np.random.default_rng(12))

    assert exact == Privacy(0.5, 0.0, True)
    assert chain.eps == 0.5
    assert not chain.proven
    assert 0 < chain.delta < 1e-3


def test_simulated_error_is_near_its_closed_form():
    """The Euclidean ball: E|a| = d / eps."""
    measured = KNorm(np.eye(5), 2.0, LpBall(5, 2)).expected_error(np.random.default_rng(13), 20_000)

    assert abs(measured.value - 2.5) < 6 * measured.error


@pytest.mark.parametrize("make", ALL)
@pytest.mark.parametrize("eps", [0.0, -1.0, math.nan, math.inf, "1", None, True, [1.0]])
def test_eps_has_to_be_positive(make, eps):
    with pytest.raises(ParameterError, match=r"^eps must be positive and finite"):
        make(np.eye(2), eps)


@pytest.mark.parametrize("make", ALL)
@pytest.mark.parametrize("F", [[[math.nan]], [[1.0], [1.0, 2.0]], np.zeros((2, 2)), [], 3.0])
def test_bad_matrices_are_refused(make, F):
    with pytest.raises(ParameterError, match=r"^F must be"):
        make(F, 1.0)


@pytest.mark.parametrize("make", ALL)
@pytest.mark.parametrize("x", [[1.0], [1.0, 2.0, 3.0], [[1.0, 2.0]], [1.0, math.nan], "ab", 1.0])
def test_bad_histograms_are_refused(make, x):
    with pytest.raises(ParameterError, match=r"^x must be"):
        make(np.eye(2), 1.0).release(x, np.random.default_rng(0))


def test_other_bad_parameters_are_refused():
    rng = np.random.default_rng(0)
    with pytest.raises(GeneratorError):
        KNorm(np.eye(2), 1.0).release([1.0, 2.0], 3)
    with pytest.raises(ParameterError, match=r"^split must be one of"):
        NIM(np.eye(2), 1.0, "halves")
    with pytest.raises(ParameterError, match=r"^sensitivity must be at least"):
        LaplaceQueries(np.ones((3, 3)), 1.0, 2.9)
    with pytest.raises(ParameterError, match=r"^body must be a body of dimension 2"):
        KNorm(np.eye(2), 1.0, LpBall(3, 2))
    with pytest.raises(ParameterError, match=r"^body must be one whose span"):
        KNorm(np.eye(2), 1.0, Polytope([[1.0], [1.0]]))
    with pytest.raises(ParameterError, match=r"^size must be"):
        KNorm(np.eye(2), 1.0).noise(0, rng)
    with pytest.raises(ParameterError, match=r"^samples must be"):
        KNorm(np.eye(2), 1.0).expected_error(rng, 3)
