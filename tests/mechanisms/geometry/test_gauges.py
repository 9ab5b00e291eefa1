"""Matrices that are refused, and gauges against linear programming, by certificates and in closed form."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from mechanisms.errors import ParameterError
from mechanisms.geometry import Polytope

MATRICES = {
    "uniform": lambda rng: rng.uniform(-1, 1, (6, 30)),
    "signs": lambda rng: rng.choice([-1.0, 1.0], (6, 40)),
    "zeros and ones": lambda rng: rng.choice([0.0, 1.0], (5, 40)),
    "prefix sums": lambda rng: np.tril(np.ones((7, 7))),
    "one row": lambda rng: rng.uniform(-1, 1, (1, 9)),
    "one column": lambda rng: rng.uniform(-1, 1, (4, 1)),
    "badly scaled rows": lambda rng: rng.uniform(-1, 1, (5, 20)) * np.array([[1e-9], [1e6], [1], [1e-3], [1e9]]),
    "rank 3 of 6": lambda rng: rng.integers(-3, 4, (6, 3)) @ rng.uniform(-1, 1, (3, 25)),
    "more rows than columns": lambda rng: rng.uniform(-1, 1, (9, 4)),
}


def gauge_by_program(F, x):
    """The gauge from its definition: the least l1 norm of a histogram with these answers."""
    scale = np.abs(F).max(axis=1, keepdims=True)
    scale[scale == 0] = 1
    n = F.shape[1]
    result = linprog(np.ones(2 * n), A_eq=np.hstack([F, -F]) / scale, b_eq=x / scale[:, 0], method="highs")
    return result.fun


@pytest.mark.parametrize("name", MATRICES)
def test_gauge_is_the_least_norm_of_a_histogram(name):
    rng = np.random.default_rng(3)
    F = MATRICES[name](rng)
    body = Polytope(F)
    points = np.array([F @ rng.standard_normal(F.shape[1]) for _ in range(12)])
    expected = [gauge_by_program(F, x) for x in points]

    assert body.gauge(points) == pytest.approx(expected, rel=1e-6)
    assert body.gauge(-points) == pytest.approx(body.gauge(points), rel=1e-9)


@pytest.mark.parametrize("name", MATRICES)
def test_columns_are_in_the_body_and_some_are_on_its_boundary(name):
    F = MATRICES[name](np.random.default_rng(4))
    gauges = Polytope(F).gauge(F.T[F.any(axis=0)])

    assert gauges.max() == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("name", ["uniform", "signs", "zeros and ones", "prefix sums"])
def test_certificates_are_rational_proofs(name):
    """Both bounds are recomputed here from the certificate's own numbers, in rational arithmetic."""
    rng = np.random.default_rng(5)
    F = MATRICES[name](rng)
    body = Polytope(F)
    for x in (rng.standard_normal(len(F)), F[:, 0], F[:, 0] + F[:, 1]):
        certificate = body.gauge_certificate(x)
        exact = [[Fraction(float(entry)) for entry in row] for row in F]
        combination = [sum(row[j] * c for j, c in zip(certificate.columns, certificate.coefficients)) for row in exact]
        products = [sum(y * row[j] for y, row in zip(certificate.dual, exact)) for j in range(F.shape[1])]

        assert combination == [Fraction(float(entry)) for entry in x]
        assert max(abs(value) for value in products) <= 1
        assert sum(abs(c) for c in certificate.coefficients) == certificate.upper
        assert sum(y * Fraction(float(v)) for y, v in zip(certificate.dual, x)) == certificate.lower
        assert certificate.tight
        assert float(certificate.upper) == pytest.approx(body.gauge(x), rel=1e-12)


def test_a_certificate_of_a_rank_deficient_matrix_covers_its_span():
    F = np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0], [1.0, 1.0, 3.0]])
    body = Polytope(F)

    assert body.gauge_certificate([2.0, 1.0, 3.0]).upper == 1
    with pytest.raises(ParameterError, match="x must be exactly in the span"):
        body.gauge_certificate([2.0, 1.0, 3.5])


def test_the_origin_has_gauge_0():
    assert Polytope(MATRICES["signs"](np.random.default_rng(1))).gauge(np.zeros(6)) == 0


def test_points_off_the_span_have_no_finite_gauge():
    body = Polytope([[1.0, 0.5], [1.0, 0.5]])

    assert body.rank == 1
    assert body.gauge([0.5, 0.5]) == pytest.approx(0.5)
    assert body.gauge([0.5, 0.4]) == np.inf
    assert not body.contains([0.0, 1e-3])


def test_support_function_is_dual_to_the_gauge():
    rng = np.random.default_rng(6)
    F = rng.uniform(-1, 1, (5, 20))
    body = Polytope(F)
    points, duals = rng.standard_normal((50, 5)), rng.standard_normal((50, 5))

    assert ((points * duals).sum(axis=1) <= body.gauge(points) * body.support(duals) + 1e-9).all()
    assert body.support(duals) == pytest.approx([max(abs(F.T @ y)) for y in duals])


def test_the_cube_is_the_hull_of_its_corners():
    body = Polytope(np.array(list(product([-1.0, 1.0], repeat=4))).T)
    points = np.random.default_rng(7).standard_normal((40, 4))

    assert body.gauge(points) == pytest.approx(np.abs(points).max(axis=1))
    assert len(body.reduction.repeated) == 8


def test_redundant_columns_are_reported():
    F = np.array([[0.0, 1.0, -1.0, 0.0, 0.1, 1.0], [0.0, 0.0, 0.0, 1.0, 0.2, 0.0]])
    body = Polytope(F)

    assert body.reduction.zero == (0,)
    assert body.reduction.repeated == (2, 5)
    assert body.inner_columns == (4,)
    assert body.rank == 2


def test_exact_sensitivity_is_the_largest_column():
    assert Polytope([[1.0, -0.5], [0.5, -2.0]]).l1_sensitivity == 2.5


BAD = {
    "NaN": [[1.0, np.nan]],
    "infinite": [[1.0, np.inf]],
    "ragged": [[1.0, 2.0], [3.0]],
    "empty": np.empty((0, 3)),
    "no columns": np.empty((3, 0)),
    "zero": np.zeros((3, 4)),
    "a vector": [1.0, 2.0],
    "three axes": np.ones((2, 2, 2)),
    "complex": np.ones((2, 2)) * 1j,
    "booleans": np.ones((2, 2), dtype=bool),
    "strings": [["1", "2"]],
    "None": None,
    "too many rows": np.ones((2_001, 1)),
    "too many entries": np.broadcast_to(1.0, (2_000, 20_000)),
    "overflowing": [[1e200]],
    "underflowing": [[1e-200, 1.0]],
}


@pytest.mark.parametrize("name", BAD)
def test_matrices_that_are_no_queries_are_refused(name):
    with pytest.raises(ParameterError, match=r"^F must be "):
        Polytope(BAD[name])


@pytest.mark.parametrize("x", [[1.0], [1.0, 2.0, 3.0], [1.0, np.nan], [[[1.0, 2.0]]], "ab", 1.0])
def test_points_of_another_shape_are_refused(x):
    with pytest.raises(ParameterError, match=r"^x must be "):
        Polytope(np.eye(2)).gauge(x)


@pytest.mark.parametrize("method", ["", "exact", 3])
def test_unknown_methods_are_refused(method):
    with pytest.raises(ParameterError, match=r"^method must be one of"):
        Polytope(np.eye(2), method).noise(1, np.random.default_rng(0))
