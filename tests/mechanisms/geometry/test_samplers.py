"""Samplers of K-norm noise: against each other, against known laws, and planted faults that the tests must see."""

import math

import numpy as np
import pytest
from scipy import stats

from mechanisms.errors import ConvergenceError, ParameterError
from mechanisms.geometry import Polytope, chain, triangulation
from mechanisms.geometry.chain import FacetWalk
from mechanisms.geometry.facets import Frame, general_position, is_degenerate
from mechanisms.geometry.kernels import flow
from mechanisms.geometry.rejection import ProjectionRejection
from mechanisms.geometry.triangulation import Triangulation, expected_facets

# Two-sample Kolmogorov-Smirnov tests on 2 d + 2 functions, at 1e-6 over all of them. With 4,000 against 3,000
# samples a distance of 0.09 on one function is seen with probability above 0.999.
FALSE_ALARM = 1e-6


def matrix(kind, d, n, seed):
    rng = np.random.default_rng(seed)
    return {
        "uniform": lambda: rng.uniform(-1, 1, (d, n)),
        "signs": lambda: rng.choice([-1.0, 1.0], (d, n)),
        "zeros and ones": lambda: rng.choice([0.0, 1.0], (d, n)),
        "long": lambda: rng.uniform(-1, 1, (d, n)) * np.where(np.arange(d)[:, None] == 0, 20.0, 1.0),
    }[kind]()


def agree(body, first, second):
    """Whether two samples agree on coordinates, squares, norm and gauge."""
    functions = [
        lambda x: x,
        lambda x: x**2,
        lambda x: np.linalg.norm(x, axis=1, keepdims=True),
        lambda x: body.gauge(x)[:, None],
    ]
    left, right = (np.hstack([f(points) for f in functions]) for points in (first, second))
    smallest = min(stats.ks_2samp(a, b).pvalue for a, b in zip(left.T, right.T))
    return smallest > FALSE_ALARM / left.shape[1]


CASES = [
    ("uniform", 3, 12, ("triangulation", "rejection")),
    ("signs", 5, 20, ("triangulation", "rejection")),
    ("long", 4, 20, ("triangulation", "rejection")),
    ("uniform", 8, 80, ("rejection",)),
]
LARGER = [
    ("uniform", 5, 30, ("triangulation", "rejection")),
    ("zeros and ones", 6, 40, ("triangulation", "rejection")),
    ("uniform", 10, 60, ("rejection",)),
    ("signs", 12, 60, ("rejection",)),
    ("uniform", 15, 150, ("rejection",)),
    ("signs", 20, 200, ("rejection",)),
]


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    ("kind", "d", "n", "exact"), [*CASES, *(pytest.param(*case, marks=pytest.mark.slow) for case in LARGER)]
)
def test_exact_samplers_and_the_chain_agree(kind, d, n, exact):
    """False-alarm rate 1e-6 a pair; every third state of the chain, so that its samples are nearly independent."""
    F = matrix(kind, d, n, 1)
    body = Polytope(F, "chain")
    inner, law = body.sampler.sample(4_000, np.random.default_rng(2), thinning=3)
    points = inner @ body.reduction.outward.T
    for method in exact:
        draws = Polytope(F, method).noise(3_000, np.random.default_rng(3))

        assert draws.law.exact
        assert agree(body, points, draws.points), method
    assert not law.exact
    assert law.effective > 2_500
    assert law.rhat < 1.01
    assert min(law.gauge_p, law.independence_p) > FALSE_ALARM
    assert law.violation < 1e-9


@pytest.mark.parametrize("method", ["independent columns", "triangulation", "rejection", "chain"])
def test_noise_of_the_identity_is_laplace_noise(method):
    """Every coordinate against the Laplace law, and no rank correlation: false-alarm rate 1e-6."""
    d = 5
    points = Polytope(np.eye(d), method).noise(6_000, np.random.default_rng(4)).points[::2]
    fits = [stats.kstest(points[:, k], "laplace").pvalue for k in range(d)]
    ranks = [stats.spearmanr(np.abs(points[:, j]), np.abs(points[:, k])).pvalue for j in range(d) for k in range(j)]

    assert min(fits) > FALSE_ALARM / d
    assert min(ranks) > FALSE_ALARM / len(ranks)


@pytest.mark.parametrize("method", ["triangulation", "rejection", "chain"])
@pytest.mark.parametrize("kind", ["uniform", "signs"])
def test_gauges_have_the_gamma_law(kind, method):
    F = matrix(kind, 6, 24, 5)
    body = Polytope(F, method)
    points = body.noise(4_000, np.random.default_rng(6)).points

    assert stats.kstest(body.gauge(points), stats.gamma(6).cdf).pvalue > FALSE_ALARM


def test_planted_faults_are_seen():
    """Facets picked evenly, a radius of Gamma(d), coordinates that are not exponential: each is refuted."""
    F = matrix("long", 4, 20, 1)
    body = Polytope(F, "triangulation")
    rng = np.random.default_rng(7)
    right = body.noise(3_000, rng).points
    facets = body.sampler
    outward = body.reduction.outward
    even = rng.integers(0, len(facets.bases), 3_000)
    coordinates = rng.standard_exponential((3_000, 4))
    wrong = {
        "even facets": np.einsum("kra,kr->ka", facets.bases[even], coordinates) @ outward.T,
        "Gamma(d) radius": facets.uniform(3_000, rng) @ outward.T * rng.standard_gamma(4, (3_000, 1)),
        "flat coordinates": np.einsum(
            "kra,kr->ka",
            facets.bases[rng.choice(len(facets.bases), 3_000, p=facets.chances)],
            2 * rng.random((3_000, 4)),
        )
        @ outward.T,
    }

    assert agree(body, right, body.noise(4_000, rng).points)
    for name, points in wrong.items():
        assert not agree(body, right, points), name


def test_a_chain_with_a_wrong_force_is_seen(monkeypatch):
    """The flow is run twice as fast as its energy allows: the Gamma law of its gauge, unrefreshed, tells."""
    true_flow = flow.trajectories

    def hasty(F, columns, facet, momenta, *rest):
        return true_flow(F, columns, facet, 1.3 * momenta, *rest)

    walk = FacetWalk(Polytope(matrix("uniform", 6, 30, 8), "chain").reduction.inner, 1.0, np.random.default_rng(9))
    honest = walk.sample(4_000, np.random.default_rng(10))[1]
    monkeypatch.setattr(flow, "trajectories", hasty)
    planted = walk.sample(4_000, np.random.default_rng(10))[1]

    assert honest.gauge_p > FALSE_ALARM
    assert planted.gauge_p < 1e-9


def test_a_slow_chain_says_so(monkeypatch):
    walk = FacetWalk(Polytope(matrix("uniform", 6, 30, 8), "chain").reduction.inner, 1.0, np.random.default_rng(9))
    quick = walk.sample(2_000, np.random.default_rng(11))[1]
    monkeypatch.setattr(chain, "TRAVEL", 0.1)
    slow = walk.sample(2_000, np.random.default_rng(11))[1]

    assert slow.effective < quick.effective / 10
    assert slow.estimated_distance > quick.estimated_distance


def test_the_way_is_chosen_by_cost():
    chosen = {
        "independent columns": np.tril(np.ones((8, 8))),
        "triangulation": matrix("uniform", 5, 40, 1),
        "rejection": matrix("uniform", 10, 60, 1),
        "chain": matrix("uniform", 30, 90, 1),
    }
    for method, F in chosen.items():
        draws = Polytope(F).noise(2, np.random.default_rng(1))

        assert method.split()[0] in draws.law.method or method == "chain"
        assert draws.law.exact == (method != "chain")


def test_sign_matrices_are_perturbed_and_uniform_ones_are_not():
    signs, uniform = Polytope(matrix("signs", 8, 40, 1)), Polytope(matrix("uniform", 8, 40, 1))
    columns, least = general_position(signs.reduction.inner)

    assert signs.shrink == least
    assert 1 - 1e-6 <= least < 1
    assert is_degenerate(signs.reduction.inner, np.random.default_rng(1))
    assert not is_degenerate(columns, np.random.default_rng(1))
    assert uniform.shrink == 1


def test_facets_are_counted_about_right():
    columns = Polytope(matrix("uniform", 6, 40, 1)).reduction.inner
    expected = expected_facets(columns, np.random.default_rng(1))

    assert expected == pytest.approx(len(Triangulation(columns, 1.0).bases), rel=0.4)
    assert expected_facets(np.eye(9), np.random.default_rng(1)) == math.inf


def test_a_list_with_a_missing_facet_is_refused(monkeypatch):
    columns = Polytope(matrix("uniform", 4, 20, 1)).reduction.inner
    listed = triangulation._facets(columns)
    monkeypatch.setattr(triangulation, "_facets", lambda _: listed[1:])
    with pytest.raises(ConvergenceError, match="do not bound"):
        Triangulation(columns, 1.0)


def test_rejection_keeps_exactly_the_points_inside():
    body = Polytope(matrix("uniform", 9, 40, 1), "rejection")
    sampler = body.sampler
    assert isinstance(sampler, ProjectionRejection)
    points = sampler.uniform(2_000, np.random.default_rng(1))[0] @ body.reduction.outward.T
    gauges = body.gauge(points)

    assert gauges.max() <= 1 + 1e-9
    assert stats.kstest(gauges**9, "uniform").pvalue > FALSE_ALARM


@pytest.mark.parametrize(("kind", "d", "n"), [("uniform", 20, 100), ("signs", 20, 60), ("zeros and ones", 12, 80)])
def test_the_walk_never_leaves_the_polytope(kind, d, n):
    """Each output's facet is checked against every column; the gauge is recomputed by the simplex method."""
    body = Polytope(matrix(kind, d, n, 3), "chain")
    runs = body.sampler.runs(1_200, np.random.default_rng(12))
    points = np.concatenate([run.points for run in runs])
    gauges = np.concatenate([run.gauges for run in runs])
    walked = body.reduction.inner if body.shrink == 1 else general_position(body.reduction.inner)[0]

    assert max(run.violation for run in runs) < 1e-9
    assert Frame(walked).gauges(points)[1] == pytest.approx(gauges, rel=1e-9)


@pytest.mark.slow
def test_few_samples_carry_the_diagnostics_of_the_pilot_run():
    body = Polytope(matrix("uniform", 12, 40, 1), "chain")
    law = body.noise(1, np.random.default_rng(1)).law

    assert law.chains == 1
    assert law.effective == body.sampler.pilot.effective
    assert 0 < law.estimated_distance < 1e-3


def test_methods_that_do_not_apply_are_refused():
    with pytest.raises(ParameterError, match=r"^method must be another"):
        Polytope(matrix("uniform", 3, 9, 1), "independent columns").noise(1, np.random.default_rng(0))
    with pytest.raises(ParameterError, match=r"^method must be another than triangulation"):
        Polytope(matrix("uniform", 9, 30, 1), "triangulation").noise(1, np.random.default_rng(0))


def test_same_seeds_give_same_noise():
    F = matrix("signs", 12, 40, 1)
    first, second = (Polytope(F).noise(5, np.random.default_rng(1)).points for _ in range(2))

    assert (first == second).all()
