"""Lower bounds below every mechanism, and the table and figure that show all of them."""

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad

from mechanisms.errors import ParameterError
from mechanisms.structured import compare, projected_lower_bound, volume_lower_bound
from mechanisms.structured.bounds import log_staircase_sum

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("rank", [1, 2, 5])
@pytest.mark.parametrize("eps", [0.05, 1.0, 6.0])
def test_the_staircase_sum_is_the_integral(rank, eps):
    """Against the integral of exp(-eps ceil(t)) over the volume t^r, cell by cell; never above it."""
    cells = (math.exp(-eps * k) * quad(lambda t: rank * t ** (rank - 1), k - 1, k)[0] for k in range(1, 3_000))
    truth = math.log(math.fsum(cells))

    assert log_staircase_sum(rank, eps) == pytest.approx(truth, abs=1e-8)


def test_the_staircase_sum_of_a_tiny_eps_is_bounded_from_below():
    """The truth lies between the closed form and the plain integral r! / eps^r."""
    value = log_staircase_sum(3, 1e-7)

    assert value < math.log(6) - 3 * math.log(1e-7)
    assert value == pytest.approx(math.log(6) - 3 * math.log(1e-7), abs=1e-6)


def test_one_query_has_the_bound_of_a_flat_density():
    """In dimension 1 at small eps: density at most eps/2, so E|a| >= 1/(2 eps), half of what Laplace noise has."""
    bound = volume_lower_bound([[1.0]], 1e-4)

    assert bound.expected == pytest.approx(1 / (2 * 1e-4), rel=1e-3)
    assert bound.mean_squared == pytest.approx(1 / (3 * 1e-8), rel=1e-3)
    assert bound.asymptotic == pytest.approx(2 / 1e-4)


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("eps", [0.1, 1.0, 10.0])
@pytest.mark.parametrize(
    "kind", ["uniform", "identity", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("signs", "long"))]
)
def test_no_mechanism_beats_the_bounds(kind, eps):
    rng = np.random.default_rng(1)
    F = {
        "uniform": rng.uniform(-1, 1, (5, 20)),
        "signs": rng.choice([-1.0, 1.0], (8, 30)),
        "long": rng.uniform(-1, 1, (5, 20)) * np.array([50.0, 1, 1, 1, 1])[:, None],
        "identity": np.eye(6),
    }[kind]
    table = compare(F, eps, rng, 400)
    least = table.rows[0]

    assert table.bound.mean_squared <= table.projected.mean_squared * (1 + 0.2)
    assert table.projected.mean_squared < least.mean_squared.value
    assert max(table.bound.expected, table.projected.expected) < min(
        row.expected.value + 4 * row.expected.error for row in table.rows
    )
    assert table.bound.expected <= math.sqrt(table.bound.mean_squared)


def test_projections_help_where_the_body_is_flat():
    F = np.random.default_rng(2).uniform(-1, 1, (6, 30)) * np.array([1e4, 1, 1, 1, 1, 1])[:, None]
    rng = np.random.default_rng(3)

    assert projected_lower_bound(F, 1.0, rng).rank == 1
    assert projected_lower_bound(F, 1.0, rng).expected > 10 * volume_lower_bound(F, 1.0, rng).expected


def test_the_table_lists_everything_by_error():
    table = compare(np.tril(np.ones((5, 5))), 1.0, np.random.default_rng(4), 400)
    text = str(table)
    errors = [row.mean_squared.value for row in table.rows]

    assert errors == sorted(errors)
    for name in (
        "K-norm",
        "NIM, uniform",
        "NIM, optimal",
        "Laplace, exact l1",
        "noisy histogram",
        "volume lower bound",
    ):
        assert name in text
    assert len(text.splitlines()) == 10


def test_the_figure_has_a_bar_a_mechanism_and_a_line_a_bound():
    axes = compare(np.eye(3), 1.0, np.random.default_rng(5), 100).plot()

    assert len(axes.patches) == 7
    assert len([line for line in axes.lines if line.get_linestyle() in ("--", ":")]) == 2


def test_bad_parameters_are_refused():
    with pytest.raises(ParameterError, match=r"^eps"):
        compare(np.eye(2), 0.0, np.random.default_rng(0))
    with pytest.raises(ParameterError, match=r"^rng"):
        compare(np.eye(2), 1.0, 3)
    with pytest.raises(ParameterError, match=r"^F"):
        volume_lower_bound([[0.0]], 1.0)
    with pytest.raises(ParameterError, match=r"^eps"):
        projected_lower_bound(np.eye(2), math.nan)


@pytest.mark.slow
def test_importing_loads_neither_numba_nor_scipy_and_using_loads_no_symbols():
    script = """
import sys
import mechanisms.geometry, mechanisms.structured
heavy = {name.split(".")[0] for name in sys.modules} & {"numba", "scipy", "matplotlib"}
import numpy as np
from mechanisms.structured import compare
str(compare(np.random.default_rng(1).uniform(-1, 1, (7, 20)), 1.0, np.random.default_rng(2), 100))
print(sorted(heavy), sorted({name.split(".")[0] for name in sys.modules} & {"sympy", "mpmath", "flint", "dpsym"}))
"""
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    assert result.stdout.strip() == "[] []"


def test_a_comparison_without_a_generator_is_the_same_every_time():
    assert str(compare(np.eye(2), 1.0, samples=64)) == str(compare(np.eye(2), 1.0, samples=64))
