"""Measure what the post says of risks and bandwidths: ``python -m papers.hall_2013.measure``.

Writes the files `expected/measured_*.csv`, or those whose names are given. Everything is seeded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from mechanisms import FunctionalMechanism, GaussianKernel, KernelDensity
from papers.hall_2013.data import DELTA, EPS, EXPECTED, SIDE, bandwidth_of, noise_risk, own_risk, rule, whole_risk
from papers.stored import digits, measure

SIZES = {1: tuple(100 * 2**k for k in range(9)), 2: tuple(100 * 2**k for k in range(8))}
NODES = {1: 100, 2: 28}
RUNS = {1: 100, 2: 24}
DISTANCES = (10.0, 100.0, 1000.0, 10_000.0)
Row = Mapping[str, object]


def risk_row(d: int, n: int, runs: int, law: str = "gaussian") -> Row:
    """Return mean square errors over the cube, with and without noise, of so many data sets."""
    rng = np.random.default_rng([13, d, n])
    h = bandwidth_of(n, d)
    places, weights = _cube(d)
    truth = _density(law, places)
    own, private = np.empty(runs), np.empty(runs)
    for run in range(runs):
        estimate = KernelDensity(_records(law, rng, n, d), h)
        deviation = math.sqrt(2 * math.log(2 / DELTA)) * estimate.sensitivity / EPS
        mechanism = FunctionalMechanism(estimate.kernel, d, deviation, estimate.sensitivity)
        noise = mechanism.open(lambda points: np.zeros(len(points)), rng).at(places)
        error = estimate(places) - truth
        own[run], private[run] = weights @ error**2, weights @ (error + noise) ** 2
    exact = {"exact": digits(own_risk(n, h, d)), "noise": digits(noise_risk(n, h, d))} if law == "gaussian" else {}
    return {
        "d": d,
        "n": n,
        "runs": runs,
        "own": digits(own.mean()),
        "own_error": digits(own.std(ddof=1) / math.sqrt(runs)),
        "private": digits(private.mean()),
        "private_error": digits(private.std(ddof=1) / math.sqrt(runs)),
        **exact,
    }


def bandwidth_row(d: int, n: int) -> Row:
    """Return the printed rule, the normal-reference rule and the best bandwidth, with what they cost, for Gaussian records."""
    from scipy.optimize import minimize_scalar

    best = float(minimize_scalar(lambda h: whole_risk(n, h, d), bounds=(0.05, 3), options={"xatol": 1e-10}).x)
    costs = {
        name: whole_risk(n, rule(n, d, place), d) / whole_risk(n, best, d)
        for name, place in (("printed", 1), ("reference", 2))
    }
    s = rule(n, d, 1) / rule(n, d, 2)
    return {
        "d": d,
        "n": n,
        "printed": digits(rule(n, d, 1)),
        "reference": digits(rule(n, d, 2)),
        "best": digits(best),
        "leading": digits((4 * s**-d + d * s**4) / (d + 4)),
        "printed_cost": digits(costs["printed"]),
        "reference_cost": digits(costs["reference"]),
    }


def neighbour_row(distance: float) -> Row:
    """Return what one record does to bandwidths and estimates: 100 records, of which 75 in [0, 1] and 25 far off, or 74 and 26."""
    near, far = np.linspace(0, 1, 75), distance + np.linspace(0, 1, 25)
    records = np.concatenate([near, far])
    other = np.concatenate([near[:-1], [distance], far])
    first, second = spread(records), spread(other)
    n = len(records)
    widths = [rule(n, 1, 1) * value / 1.34 for value in (first, second)]
    crossed = [_left_out(data) for data in (records, other)]
    return {
        "distance": distance,
        "first": digits(first),
        "second": digits(second),
        "printed_constant": digits(KernelDensity(records, widths[0]).sensitivity),
        "apart": digits(apart(records, other, widths[0], widths[1])),
        "crossed_first": digits(crossed[0]),
        "crossed_second": digits(crossed[1]),
    }


def spread(records: np.ndarray) -> float:
    """Return the interquartile range."""
    low, high = np.quantile(records, (0.25, 0.75))
    return float(high - low)


def apart(records: np.ndarray, other: np.ndarray, h: float, wide: float) -> float:
    r"""Return the distance of two estimates on the line, with bandwidths h and h' >= h, in the Hilbert space of the kernel of h.

    .. math:: \langle \phi_{u}(\cdot - x), \phi_{v}(\cdot - y) \rangle
        = \frac{1}{h \sqrt{2\pi}\,\sqrt{2\pi(u^2 + v^2 - h^2)}}\, e^{-(x - y)^2/(2(u^2 + v^2 - h^2))}

    for normalised bumps of bandwidths u and v, by the Fourier transform.
    """

    def inner(x: np.ndarray, y: np.ndarray, u: float, v: float) -> float:
        width = math.sqrt(u * u + v * v - h * h)
        return float(GaussianKernel(width)(x, y).mean()) / (2 * math.pi * h * width)

    square = inner(records, records, h, h) - 2 * inner(records, other, h, wide) + inner(other, other, wide, wide)
    return math.sqrt(max(square, 0.0))


def _left_out(records: np.ndarray) -> float:
    """Return the bandwidth of a grid that is best by leave-one-out cross-validation."""
    n = len(records)
    grid = np.exp(np.linspace(math.log(0.05), math.log(1), 1500))

    def score(h: float) -> float:
        bumps = GaussianKernel(float(h))(records, records) / (h * math.sqrt(2 * math.pi))
        twice = GaussianKernel(float(h) * math.sqrt(2))(records, records) / (h * 2 * math.sqrt(math.pi))
        others = bumps.sum() - np.trace(bumps)
        return float(twice.mean() - 2 * others / (n * (n - 1)))

    return float(grid[int(np.argmin([score(h) for h in grid]))])


def _cube(d: int) -> tuple[np.ndarray, np.ndarray]:
    """Return Gauss-Legendre nodes and weights of the cube."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES[d])
    places = np.stack(np.meshgrid(*[SIDE * nodes] * d, indexing="ij"), axis=-1).reshape(-1, d)
    products = np.stack(np.meshgrid(*[SIDE * weights] * d, indexing="ij"), axis=-1).reshape(-1, d)
    return places, products.prod(axis=1)


def _records(law: str, rng: np.random.Generator, n: int, d: int) -> np.ndarray:
    return rng.standard_normal((n, d)) if law == "gaussian" else rng.uniform(-1, 1, (n, d))


def _density(law: str, places: np.ndarray) -> np.ndarray:
    d = places.shape[1]
    if law == "gaussian":
        return np.exp(-(places**2).sum(axis=1) / 2) / (2 * math.pi) ** (d / 2)
    return np.where(np.abs(places).max(axis=1) <= 1, 0.5**d, 0.0)


def _rows() -> dict[str, Callable[[], Iterable[Row]]]:
    return {
        "risk": lambda: (risk_row(d, n, RUNS[d]) for d, sizes in SIZES.items() for n in sizes),
        "jump": lambda: (risk_row(1, n, 50, "uniform") for n in SIZES[1]),
        "bandwidth": lambda: (bandwidth_row(d, n) for d in (1, 2, 3, 5) for n in (100, 1000, 10_000)),
        "neighbours": lambda: map(neighbour_row, DISTANCES),
    }


if __name__ == "__main__":
    measure(_rows(), EXPECTED, __doc__)
