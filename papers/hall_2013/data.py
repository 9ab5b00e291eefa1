"""The measured data of this folder, and the exact risks beside them."""

from __future__ import annotations

import math
from pathlib import Path

from papers.stored import reader

EXPECTED = Path(__file__).parent / "expected"
rows = reader(EXPECTED)
"""The rows of a file of `expected/`."""
EPS, DELTA = 1.0, 1e-5
SIDE = 2.0


def bandwidth_of(n: int, d: int) -> float:
    """Return the bandwidth of the claim, n^(-1/(d + 4))."""
    return float(n) ** (-1 / (d + 4))


def noise_variance(n: int, h: float, d: int) -> float:
    r"""Return the variance of the printed noise at a point at `EPS` and `DELTA`.

    .. math:: \frac{2 c(\delta)^2}{\varepsilon^2 n^2 (2\pi h^2)^d}, \qquad c(\delta)^2 = 2 \log\frac2\delta
    """
    return 4 * math.log(2 / DELTA) / (EPS * n * (2 * math.pi * h * h) ** (d / 2)) ** 2


def own_risk(n: int, h: float, d: int) -> float:
    """Return the mean integrated square error over the cube of side 2 `SIDE`, without noise, for standard Gaussian records."""
    wide = 1 + h * h
    density, across, smooth = _product(1, 1), _product(1, wide), _product(wide, wide)
    half = 1 + h * h / 2
    square = math.erf(SIDE / math.sqrt(2 * half)) / (2 * h * math.sqrt(math.pi))
    bias = smooth**d - 2 * across**d + density**d
    return bias + (square**d - smooth**d) / n


def noise_risk(n: int, h: float, d: int) -> float:
    """Return what the noise adds to the risk: its variance times the volume of the cube."""
    return noise_variance(n, h, d) * (2 * SIDE) ** d


def _product(first: float, second: float) -> float:
    """Return the integral over [-SIDE, SIDE] of the product of two centred Gaussian densities with these variances."""
    variance = first * second / (first + second)
    return math.erf(SIDE / math.sqrt(2 * variance)) / math.sqrt(2 * math.pi * (first + second))


def whole_risk(n: float, h: float, d: int) -> float:
    """Return the mean integrated square error over the whole space, exactly, times (4 pi)^(d/2)."""
    bias = (1 + h * h) ** (-d / 2) - 2 * (1 + h * h / 2) ** (-d / 2) + 1
    return 1 / (n * h**d) + bias - (1 + h * h) ** (-d / 2) / n


def rule(n: float, d: int, place: int) -> float:
    """Return the bandwidth (4/((d + place) n))^(1/(d + 4)): printed with 1, the normal reference with 2."""
    return float((4 / ((d + place) * n)) ** (1 / (d + 4)))


def slope(sizes: list[int], means: list[float], errors: list[float]) -> tuple[float, float]:
    """Return the slope of log mean on log size by least squares, and its standard error for independent means."""
    logs = [math.log(n) for n in sizes]
    centre = math.fsum(logs) / len(logs)
    square = math.fsum((u - centre) ** 2 for u in logs)
    weights = [(u - centre) / square for u in logs]
    value = math.fsum(w * math.log(mean) for w, mean in zip(weights, means, strict=True))
    error = math.sqrt(math.fsum((w * e / mean) ** 2 for w, e, mean in zip(weights, errors, means, strict=True)))
    return value, error


def crossing(d: int) -> int:
    """Return from which n on the noise adds less than the estimate's own risk, for the bandwidth of the claim."""
    low, high = 1, 1 << 40
    while high - low > 1:
        n = (low + high) // 2
        h = bandwidth_of(n, d)
        if noise_risk(n, h, d) < own_risk(n, h, d):
            high = n
        else:
            low = n
    return high
