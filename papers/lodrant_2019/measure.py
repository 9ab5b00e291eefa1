"""Measure what the thesis says asymptotically, and what its code does: ``python -m papers.lodrant_2019.measure``.

Writes the files `expected/measured_*.csv`, or those whose names are given. Those that begin with ``solver`` ask CVXOPT, which
has to be installed beside the project, and are left as they are unless they are named. Everything is seeded; times are of the
machine that ran it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np

from mechanisms.geometry import Polytope
from mechanisms.structured import NIM, KNorm, projected_lower_bound, volume_lower_bound
from papers.lodrant_2019.appendix import DIMENSIONS, Array, N, Oracle, exact_oracle, query, solver_oracle, walk
from papers.stored import digits, measure

EXPECTED = Path(__file__).parent / "expected"
GROWTH = tuple((d, ratio * d) for d in (4, 8, 16, 32) for ratio in (2, 4, 16))
WALKS, AUDITED, SOLVED = 1_000, 400, 12
SAMPLES = 4_000
LONG = ("geometric rows", "harmonic rows", "Bernoulli")
Row = Mapping[str, object]


def growth_row(d: int, n: int) -> Row:
    """Return errors at eps = 1, volume, second moment and isotropic constant for a Bernoulli query."""
    F = query(d, n=n)
    body, rng = Polytope(F), np.random.default_rng(5)
    moments = body.noise_second_moment(rng)
    volume = body.log_volume(rng)
    noise = body.noise(SAMPLES, rng).points
    eigenvalues = np.linalg.eigvalsh(moments.matrix) / ((d + 1) * (d + 2))
    radius = math.exp(volume.value / d)
    geometric = math.exp(np.log(eigenvalues).mean() / 2)
    return {
        "d": d,
        "n": n,
        "rms": digits(math.sqrt(np.trace(moments.matrix))),
        "mean": digits(float(np.linalg.norm(noise, axis=1).mean())),
        "lower": digits(volume_lower_bound(F, 1.0, rng).expected),
        "radius": digits(radius),
        "squared": digits(float(eigenvalues.sum())),
        "isotropic": digits(geometric / radius),
        "c": digits(math.sqrt(eigenvalues.max()) / geometric),
    }


def level_row(name: str, d: int, n: int) -> Row:
    """Return the error of NIM with equal shares, and the volume bound without constant, for a body that may be long."""
    rng, rows = np.random.default_rng(9), np.arange(1, d + 1)[:, None]
    uniform = rng.uniform(-1, 1, (d, n))
    F = {"geometric rows": uniform * 0.7**rows, "harmonic rows": uniform / rows, "Bernoulli": query(d, n=n)}[name]
    plan = NIM(F, 1.0, "uniform")
    levels = len(plan.levels)
    rms = math.sqrt(plan.mean_squared_error(rng).value)
    return {
        "body": name,
        "d": d,
        "n": n,
        "levels": levels,
        "nim": digits(rms),
        "knorm": digits(math.sqrt(KNorm(F, 1.0).mean_squared_error(rng).value)),
        "first": digits(math.sqrt(plan.levels[0].planned_error)),
        "bound": digits(projected_lower_bound(F, 1.0, rng).asymptotic),
    }


def should_row(d: int) -> Row:
    """Return the mean error of 20,000 K-norm samples at eps = 1 with its standard error, and the time of 100 samples."""
    F = query(d)
    start = time.process_time()
    mechanism = KNorm(F, 1.0)
    mechanism.noise(100, np.random.default_rng(1))
    spent = time.process_time() - start
    norms = np.linalg.norm(mechanism.noise(20_000, np.random.default_rng(2)).points, axis=1)
    return {
        "d": d,
        "n": N,
        "mean": digits(float(norms.mean())),
        # draws of a chain: at least a quarter of them count
        "error": digits(float(norms.std() / math.sqrt(len(norms) / 4))),
        "seconds": digits(spent),
    }


def seed_row(seed: int) -> Row:
    """Return the root mean squared error of the K-norm mechanism at (20, 200) for another query."""
    error = KNorm(query(20, seed), 1.0).mean_squared_error(np.random.default_rng(3))
    return {"seed": seed, "rms": digits(math.sqrt(error.value))}


def walk_rows(d: int, count: int, make: Callable[[Array], Oracle]) -> Iterable[Row]:
    """Yield norm and gauge at the end of walks of the appendix, calls of the oracle, and seconds."""
    F = query(d)
    body, oracle = Polytope(F, "chain"), make(F)
    for k in range(count):
        rng = np.random.default_rng((100 + d, k))
        start = time.process_time()
        end = walk(rng, d, oracle)
        spent = time.process_time() - start
        norm, gauge = float(np.linalg.norm(end.point)), float(body.gauge(end.point))
        yield {"d": d, "norm": digits(norm), "gauge": digits(gauge), "calls": end.calls, "seconds": f"{spent:.2f}"}


def audit_rows(d: int) -> Iterable[Row]:
    """Yield lower bounds on what a release by the walk of the appendix costs at eps = 1, with standard errors.

    The events are half-spaces: more than t column lengths out along a column v, which moves the answer by one. With the
    radius r integrated out their probability is the mean of P(r |s| > t)/2, s = <v, x>/|v|^2. The ratio of the sums over
    all columns is at most that of the worst column, so that no choice among columns has to be paid for.
    """
    from scipy.stats import gamma

    F = query(d)
    oracle = exact_oracle(F)
    points = [walk(np.random.default_rng((100 + d, k)), d, oracle).point for k in range(AUDITED)]
    lengths = np.abs(np.array(points) @ F) / (F**2).sum(axis=0)
    picks = np.random.default_rng(1).integers(0, AUDITED, (400, AUDITED))

    def tail(threshold: int) -> Array:
        return np.asarray((gamma.sf(threshold / lengths, d + 1) / 2).mean(axis=1))

    for threshold in range(2, 8):
        near, far = tail(threshold - 1), tail(threshold)
        losses = np.log(near[picks].mean(axis=1) / far[picks].mean(axis=1))
        deltas = near[picks].mean(axis=1) - math.e * far[picks].mean(axis=1)
        yield {
            "d": d,
            "threshold": threshold,
            "loss": digits(math.log(near.mean() / far.mean())),
            "loss_error": digits(losses.std()),
            "delta": digits(near.mean() - math.e * far.mean()),
            "delta_error": digits(deltas.std()),
        }


def rejection_rows(d: int, count: int = 40) -> Iterable[Row]:
    """Yield the share of points at a given gauge that the solver's oracle accepts."""
    F = query(d)
    body, oracle = Polytope(F, "chain"), solver_oracle(F)
    points = body.uniform(4 * count, np.random.default_rng(2)).points[::4]
    points /= np.asarray(body.gauge(points))[:, None]
    for level in ("0.9", "0.95", "0.98", "0.99", "0.999"):
        start = time.process_time()
        accepted = sum(oracle(float(level) * point) for point in points)
        spent = (time.process_time() - start) / count
        yield {"d": d, "gauge": level, "accepted": accepted, "of": count, "milliseconds": f"{1e3 * spent:.1f}"}


PRODUCTS: Mapping[str, Callable[[], Iterable[Row]]] = {
    "growth": lambda: (growth_row(d, n) for d, n in GROWTH),
    "levels": lambda: (level_row(name, d, 4 * d) for name in LONG for d in (4, 8, 16)),
    "should": lambda: map(should_row, DIMENSIONS),
    "seeds": lambda: map(seed_row, range(1, 7)),
    "walks": lambda: (row for d in DIMENSIONS for row in walk_rows(d, WALKS, exact_oracle)),
    "audit": lambda: (row for d in DIMENSIONS for row in audit_rows(d)),
    "solver_walks": lambda: (row for d in DIMENSIONS for row in walk_rows(d, SOLVED, solver_oracle)),
    "solver_oracle": lambda: (row for d in DIMENSIONS for row in rejection_rows(d)),
}


if __name__ == "__main__":
    measure(PRODUCTS, EXPECTED, __doc__, "solver")
