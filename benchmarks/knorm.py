"""Noise shaped by a convex body: how fast, how exact, how accurate, beside the ball walk of Lodrant (2019).

Run `python benchmarks/knorm.py` for all sections, `--only chain exact` for some, `--quick` for a tenth of the pivots.
Everything is measured in one run on one thread; rates are per second of processor time.
"""

# The number of threads has to be set before numpy is imported.
# ruff: noqa: E402

from __future__ import annotations

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from mechanisms.geometry import Polytope
from mechanisms.geometry.chain import FacetWalk
from mechanisms.geometry.diagnostics import effective_samples, observables
from mechanisms.structured import NIM, KNorm

Matrix = np.ndarray
# d, n, trajectories, and the rate that is asked for
SIZES = (
    (5, 50, 60_000, 150_000),
    (10, 100, 30_000, 30_000),
    (20, 200, 12_000, 6_000),
    (40, 200, 6_000, 1_200),
    (100, 400, 2_000, 50),
)
EXACT = (
    ("uniform", 8, 80, 40_000, 20_000),
    ("uniform", 10, 100, 30_000, 20_000),
    ("uniform", 12, 120, 16_000, 8_000),
    ("uniform", 15, 150, 3_000, 1_000),
    ("Bernoulli", 20, 200, 3_000, 1_000),
)
FRESH = """
import numpy as np
import numba, scipy.linalg, scipy.special, scipy.spatial
import mechanisms.geometry.kernels.cones, mechanisms.geometry.kernels.flow, mechanisms.geometry.kernels.search
import time
start = time.perf_counter()
from mechanisms.geometry import Polytope
body = Polytope(np.random.default_rng(1).uniform(-1, 1, ({d}, {n})))
draws = body.noise(100, np.random.default_rng(2)) if {thin} == 1 else body.sampler.sample(100, np.random.default_rng(2), {thin})
print(time.perf_counter() - start)
"""


def matrix(kind: str, d: int, n: int, seed: int = 1) -> Matrix:
    """Return a random query matrix: uniform in [-1, 1] or signs."""
    rng = np.random.default_rng(seed)
    return rng.uniform(-1, 1, (d, n)) if kind == "uniform" else rng.choice([-1.0, 1.0], (d, n))


def seconds(action: Callable[[], object], repeats: int = 1) -> float:
    """Return the least processor time of an action."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return min(times)


def facet_walk(body: Polytope) -> FacetWalk:
    """Return the chain of a body that was made with the method "chain"."""
    if not isinstance(body.sampler, FacetWalk):
        raise TypeError("the body has another sampler")
    return body.sampler


def chain_rate(kind: str, d: int, n: int, size: int) -> tuple[float, float, float]:
    """Return effective samples a second, effective share, and microseconds a pivot of the walk over facet cones."""
    body = Polytope(matrix(kind, d, n), "chain")
    walk = facet_walk(body)
    rng = np.random.default_rng(3)
    walk.runs(64, rng)
    start = time.process_time()
    runs = walk.runs(size, rng)
    spent = time.process_time() - start
    points = np.stack([run.points for run in runs]) @ body.reduction.outward.T
    effective = float(effective_samples(observables(points)).min())
    pivots = sum(run.pivots for run in runs)
    return effective / spent, effective / size, 1e6 * spent / pivots


def chain() -> None:
    """Print effective samples per second at the five sizes."""
    print("chain: effective samples per second (worst over coordinates, their squares, Euclidean norm)")
    for kind in ("uniform", "Bernoulli"):
        for d, n, size, target in SIZES:
            rate, share, pivot = chain_rate(kind, d, n, size)
            asked = f"asked {target:>7,}" if kind == "uniform" else ""
            print(f"  {kind:<10}({d:>3},{n:>4})  {rate:>11,.0f}  of each {share:.2f}  {pivot:6.2f} us a pivot  {asked}")


def fresh() -> None:
    """Print the time of 100 well-separated samples in a fresh process, set-up included, imports aside."""
    print("fresh process: 100 well-separated samples (two trajectories apart), wall seconds")
    root = Path(__file__).parents[1]
    for d, n, target in ((20, 200, 1.0), (40, 200, 3.0)):
        command = [sys.executable, "-c", FRESH.format(d=d, n=n, thin=2)]
        runs = [
            float(subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout)
            for _ in range(4)
        ]
        # The first run may compile; the compiled code stays on disk.
        print(f"  ({d:>3},{n:>4})  {min(runs[1:]):.2f}  asked {target:.0f}")


def oracle(Q: Matrix, a: Matrix) -> bool:
    """Return whether some u >= 0 with sum at most 1 has ``|Q u - a| < 1e-5``, by quadratic programming.

    A primal-dual interior point method with the predictor and corrector of Mehrotra, run until the residual is
    known to about 1e-6: as far as the solver that the thesis calls goes by default.
    """
    m = Q.shape[1]
    P, q = Q.T @ Q, -Q.T @ a
    # Q has fewer rows than columns: near the end rounding alone may make the system indefinite.
    ridge = 1e-13 * float(np.trace(P))
    u, s, z = np.full(m, 0.5 / m), np.full(m + 1, 0.5), np.full(m + 1, 0.5)
    for _ in range(100):
        dual = P @ u + q - z[:m] + z[m]
        primal = np.append(s[:m] - u, u.sum() + s[m] - 1)
        gap = float(s @ z)
        residual = float(np.linalg.norm(Q @ u - a))
        feasible = max(np.abs(dual).max(), np.abs(primal).max()) < 1e-7
        if feasible and gap < max(1e-12, 1e-6 * residual**2):
            return residual < 1e-5
        weights = z / s
        factor = cho_factor(P + np.diag(weights[:m] + ridge), overwrite_a=True, check_finite=False)
        # The constraint on the sum adds a multiple of the matrix of ones: Sherman and Morrison.
        ones = cho_solve(factor, np.ones(m), check_finite=False)
        state = (dual, primal, weights, factor, ones, s, z)
        du, ds, dz = newton(np.zeros(m + 1), *state)
        reach = longest(s, z, ds, dz)
        centring = (float((s + reach * ds) @ (z + reach * dz)) / gap) ** 3
        du, ds, dz = newton(centring * gap / (m + 1) - ds * dz, *state)
        reach = longest(s, z, ds, dz)
        u, s, z = u + reach * du, s + reach * ds, z + reach * dz
    raise RuntimeError("the quadratic program was not solved")


def newton(
    target: Matrix,
    dual: Matrix,
    primal: Matrix,
    weights: Matrix,
    factor: tuple[Matrix, bool],
    ones: Matrix,
    s: Matrix,
    z: Matrix,
) -> tuple[Matrix, Matrix, Matrix]:
    """Return the step of variables, slacks and multipliers towards products ``s z`` of a target."""
    m = len(dual)
    pull = (z * primal - (s * z - target)) / s
    plain = cho_solve(factor, -dual + pull[:m] - pull[m], check_finite=False)
    du = plain - ones * (plain.sum() / (1 / weights[m] + ones.sum()))
    ds = -primal - np.append(-du, du.sum())
    return du, ds, (target - s * z - z * ds) / s


def longest(s: Matrix, z: Matrix, ds: Matrix, dz: Matrix) -> float:
    """Return the step, at most 1, that keeps slacks and multipliers positive."""
    values, steps = np.concatenate([s, z]), np.concatenate([ds, dz])
    falling = steps < 0
    return min(1.0, 0.99 * float((values[falling] / -steps[falling]).min(initial=2.0)))


def general_oracle(Q: Matrix) -> Callable[[Matrix], bool] | None:
    """Return the same test by CVXOPT, the general solver that the thesis calls, or None where it is not installed."""
    try:
        from cvxopt import matrix as dense
        from cvxopt import solvers
    except ImportError:
        return None
    solvers.options["show_progress"] = False
    m = Q.shape[1]
    P, G = dense(Q.T @ Q), dense(-np.vstack([np.identity(m), -np.ones(m)]))
    h = dense(np.append(np.zeros(m), 1.0))

    def test(a: Matrix) -> bool:
        u = np.array(solvers.qp(P, dense(-Q.T @ a), G, h)["x"]).ravel()
        return bool(np.linalg.norm(Q @ u - a) < 1e-5)

    return test


def ball_step(rng: np.random.Generator, d: int, radius: float) -> Matrix:
    """Return a uniform point of a Euclidean ball, as the thesis draws it: normals over a norm with an exponential."""
    normal = rng.standard_normal(d) / np.sqrt(2)
    return radius * normal / np.sqrt((normal**2).sum() + rng.standard_exponential())


def ball_walk_time(body: Polytope, steps: int) -> tuple[float, float]:
    """Return autocorrelation time (in steps) and oracle calls a step of the ball walk, with a fast oracle instead."""
    d = body.dimension
    rng = np.random.default_rng(4)
    point = body.uniform(1, rng).points[0]
    states, calls = np.empty((1, steps, d)), 0
    for k in range(steps):
        while True:
            calls += 1
            move = point + ball_step(rng, d, 1 / np.sqrt(d))
            if np.abs(move).sum() <= 1 or body.contains(move, 0.0):
                break
        point = move
        states[0, k] = point
    return steps / float(effective_samples(observables(states)).min()), calls / steps


def thesis() -> None:
    """Print the effective rate of the thesis' method: its walk, its quadratic program, reimplemented.

    The program is solved by :func:`oracle`, which knows its structure, and if it is installed by the solver that the thesis
    calls, which does not (and refuses many points of K at the thesis' tolerance: only its time counts here). The ratio is to
    one long walk, which is kinder to it than the thesis, whose walk starts anew for every sample and means n^2 steps.
    """
    print("ball walk with a quadratic-program oracle (autocorrelations measured with a fast oracle, the program timed)")
    for kind in ("uniform", "Bernoulli"):
        for d, n in ((20, 200), (40, 200)):
            F = matrix(kind, d, n)
            body = Polytope(F, "chain")
            time_steps, calls = ball_walk_time(body, 60_000 if d == 20 else 40_000)
            points = body.uniform(12, np.random.default_rng(5)).points
            Q = np.hstack([F, -F])
            inside = [oracle(Q, x) for x in points]
            outside = [oracle(Q, 1.05 * x / body.gauge(x)) for x in points]
            if not all(inside) or any(outside):
                raise RuntimeError("the oracle is wrong")
            call = seconds(lambda Q=Q, points=points: [oracle(Q, x) for x in points], 3) / len(points)
            rate = 1 / (call * calls * time_steps)
            ours = chain_rate(kind, d, n, 6_000 if d == 20 else 3_000)[0]
            general = general_oracle(Q)
            if general is None:
                beside = "CVXOPT is not installed"
            else:
                slower = seconds(lambda test=general, xs=points: [test(x) for x in xs], 3) / len(points)
                beside = f"with CVXOPT {1e3 * slower:.1f} ms, ratio {ours / rate * slower / call:,.0f}"
            print(
                f"  {kind:<10}({d:>3},{n:>4})  {1e3 * call:6.1f} ms a call, {calls:.2f} calls a step, {time_steps:8.0f} steps an "
                f"effective sample: {rate:.2g} a second; ratio {ours / rate:>10,.0f}  asked 50,000"
            )
            print(f"{'':24}{beside}; with n^2 steps a sample, ratio {ours / rate * n**2 / time_steps:,.0f}")


def exact() -> None:
    """Print exact, independent samples per second."""
    print("exact, independent samples per second")
    for kind, d, n, size, target in EXACT:
        body = Polytope(matrix(kind, d, n), "rejection")
        rng = np.random.default_rng(6)
        body.noise(10, rng)
        rate = size / seconds(lambda body=body, size=size, rng=rng: body.noise(size, rng), 3)
        print(f"  {kind:<10}({d:>3},{n:>4})  {rate:>10,.0f}  asked {target:>6,}")


def volume() -> None:
    """Print log-volumes and their standard errors."""
    print("log-volume: two independent estimates, standard errors, processor seconds")
    for kind in ("uniform", "Bernoulli"):
        for d, n, target in ((20, 200, 0.03), (40, 200, 0.1)):
            body = Polytope(matrix(kind, d, n), "chain")
            start = time.process_time()
            first, second = (body.log_volume(np.random.default_rng(seed)) for seed in (7, 8))
            spent = (time.process_time() - start) / 2
            print(
                f"  {kind:<10}({d:>3},{n:>4})  {first.value:9.3f} {second.value:9.3f}  +- {first.error:.3f} {second.error:.3f}"
                f"  {spent:6.2f} s  asked {target}"
            )


def bodies(d: int = 20, n: int = 100) -> dict[str, Matrix]:
    """Return the twelve query matrices on which NIM is compared with K-norm."""
    rng = np.random.default_rng(9)
    uniform, rows = rng.uniform(-1, 1, (d, n)), np.arange(1, d + 1)[:, None]
    ends = np.sort(rng.integers(0, n, (d, 2)), axis=1)
    ranges = np.array([[float(low <= j <= high) for j in range(n)] for low, high in ends])
    rotation = np.linalg.qr(rng.standard_normal((d, d)))[0]
    return {
        "Bernoulli": rng.choice([-1.0, 1.0], (d, n)),
        "uniform": uniform,
        "geometric rows": uniform * 0.7**rows,
        "harmonic rows": uniform / rows,
        "one long row": uniform * np.where(rows == 1, 20.0, 1.0),
        "rotated Gaussian": rotation @ (rng.standard_normal((d, n)) * 0.8**rows),
        "scaled columns": uniform * rng.uniform(0.05, 1, n),
        "one long column": uniform * np.where(np.arange(n) == 0, 20.0, 1.0),
        "prefix sums": np.tril(np.ones((d, d))),
        "random ranges": ranges,
        "sparse 0/1": (rng.random((d, n)) < 0.1).astype(float),
        "dense 0/1": (rng.random((d, n)) < 0.5).astype(float),
    }


def nim() -> None:
    """Print planning times and the error of NIM against K-norm."""
    print("NIM: planning, processor seconds")
    for kind in ("uniform", "Bernoulli"):
        for d, n, target in ((20, 200, 1), (40, 200, 3)):
            F = matrix(kind, d, n)
            spent = seconds(lambda F=F: NIM(F, 1.0).levels)
            print(f"  {kind:<10}({d:>3},{n:>4})  {spent:.2f}  asked {target}")
    print("NIM over K-norm, mean squared errors at eps = 1 (standard error of the ratio; levels with a share)")
    for name, F in bodies().items():
        rng = np.random.default_rng(10)
        knorm = KNorm(F, 1.0).mean_squared_error(rng)
        plans = {split: NIM(F, 1.0, split) for split in ("optimal", "cube root", "uniform")}
        errors = {split: plan.mean_squared_error(rng) for split, plan in plans.items()}
        best = errors["optimal"]
        ratio = best.value / knorm.value
        spread = ratio * np.hypot(best.error / best.value, knorm.error / knorm.value)
        levels = [level.subspace.shape[1] for level in plans["optimal"].levels]
        verdict = "same mechanism" if len(levels) == 1 else "better" if ratio < 1 - 3 * spread else "WORSE"
        others = "  ".join(f"{split} {errors[split].value / knorm.value:8.3g}" for split in ("cube root", "uniform"))
        print(
            f"  {name:<18} K-norm {knorm.value:10.4g}  optimal {ratio:7.3f} +- {spread:.3f} {levels!s:<16} {others}  {verdict}"
        )


def pivots(total: float = 1e8) -> None:
    """Print the worst violation of a facet inequality at any output of very many pivots."""
    print(f"audit: {total:.0e} pivots, every output checked against all columns")
    sizes = (
        ("uniform", 5, 50, 0.3),
        ("Bernoulli", 10, 100, 0.3),
        ("uniform", 20, 200, 0.2),
        ("Bernoulli", 20, 200, 0.15),
        ("Bernoulli", 40, 200, 0.05),
    )
    for kind, d, n, share in sizes:
        walk = facet_walk(Polytope(matrix(kind, d, n), "chain"))
        rng = np.random.default_rng(11)
        done, outputs, worst = 0, 0, 0.0
        while done < share * total:
            for run in walk.runs(20_000, rng):
                done, outputs, worst = done + run.pivots, outputs + len(run.gauges), max(worst, run.violation)
        print(f"  {kind:<10}({d:>3},{n:>4})  {done:>12,} pivots  {outputs:>10,} outputs  worst violation {worst:.1e}")


SECTIONS = {f.__name__: f for f in (chain, fresh, thesis, exact, volume, nim, pivots)}


def main() -> None:
    """Print the sections that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), help="sections to run")
    parser.add_argument("--quick", action="store_true", help="a tenth of the pivots")
    options = parser.parse_args()
    for name in options.only:
        if name == "pivots" and options.quick:
            pivots(1e7)
        else:
            SECTIONS[name]()


if __name__ == "__main__":
    main()
