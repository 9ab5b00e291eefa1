"""What the errata put in the place of false statements, evaluated over the whole domain; nothing here asks the registry."""

from __future__ import annotations

import math

from papers.jazbec_2018.steps import STEPS
from papers.noise import log_gaussian_delta
from papers.repair import Point, Repair, grid, share

# ---- Posledica 6.10 on Slika 3, and the discrete mechanism


def _kept(eps: float, log: float, part: float) -> float:
    """Return what is left of log(1/delta) for a part of the noise sqrt(2 log(2/delta))/eps."""
    return share(log, -log_gaussian_delta(eps, part * math.sqrt(2 * (math.log(2) + log)) / eps))


def _mechanisms() -> list[Point]:
    points = grid(
        m=(1, 2, 3, 10, 1000),
        eps=(0.0, 0.1, 1.0, 10.0),
        delta=(0.0, 0.01, 0.5, 1.0),
        part=(0.0, 0.5, 0.999, 1.001, 1.5, 10.0),
    )
    return [
        {**point, "p": point["part"] * (1 - point["delta"]) / (point["m"] + math.exp(point["eps"]))} for point in points
    ]


def _exactly_when(m: int, eps: float, delta: float, part: float, p: float, limit: float, rate: float = 1.0) -> float:
    """Return 1 where privacy and the printed condition are both there or both not, or the hypothesis p < limit fails."""
    if p > 1 / m or p >= limit:
        return 1.0
    truth = 1 - p * m
    exact = max(0.0, truth - math.exp(eps) * p, p - math.exp(eps) * truth)
    printed = p >= (1 - delta) / (m + math.exp(rate * eps)) * (1 - 1e-12)
    return 1.0 if (exact <= delta + 1e-12) == printed else -1.0


# ---- the kernel estimator: kernels W(|u|) with their radial integrals over R^d

_KERNELS = {
    "Gaussian": lambda r: math.exp(-r * r / 2),
    "box": lambda r: 1.0 if r <= 1 else 0.0,
    "Epanechnikov": lambda r: max(0.0, 1 - r * r),
}


def _mass(kernel: str, d: int, h: float, power: float, normalised_on: int) -> float:
    """Return minus the relative difference from 1 of the mass of one bump, divided by h^power."""
    from scipy.integrate import quad

    def radial(dimension: int, width: float) -> float:
        sphere = 2 * math.pi ** (dimension / 2) / math.gamma(dimension / 2)
        upper = width if kernel != "Gaussian" else 12 * width
        value, _ = quad(lambda r: r ** (dimension - 1) * _KERNELS[kernel](r / width), 0, upper, epsabs=0, epsrel=1e-11)
        return sphere * value

    return 1e-8 - abs(radial(d, h) / radial(normalised_on, 1.0) / h**power - 1)


def _kernel_points() -> list[Point]:
    return grid(kernel=_KERNELS, d=(1, 2, 5), h=(0.01, 1.0, 30.0))


def _kernel_repair(erratum: str) -> Repair:
    return Repair(
        erratum,
        "with h^d, and W(|u|) of integral 1 over R^d, one bump has mass 1: three kernels, d = 1, 2 and 5, h from 0.01 to 30",
        _kernel_points,
        lambda kernel, d, h: _mass(kernel, d, h, d, d),
        {
            "without h^d, as printed": lambda kernel, d, h: _mass(kernel, d, h, 0, d),
            "h for h^d": lambda kernel, d, h: _mass(kernel, d, h, 1, d),
            "W of integral 1 over the line": lambda kernel, d, h: _mass(kernel, d, h, d, 1),
        },
    )


REPAIRS = (
    _kernel_repair("6-normalisation"),
    _kernel_repair("slides-kernel"),
    Repair(
        "S3-noise",
        "twice the noise of Slika 3 is private at eps = 3, and up to 19/3, for every delta: eps from 0.001 on, delta from exp(-300) to 1",
        lambda: grid(eps=(1e-3, 0.1, 1.0, 3.0, 5.0, 6.0, 19 / 3), log=(0.0, 0.1, 0.3, 0.5, 0.6, 1.0, 2.3, 11.5, 300.0)),
        lambda eps, log: _kept(eps, log, 1.0),
        {
            "half of it, as printed": lambda eps, log: _kept(eps, log, 1 / 2),
            "for every eps": lambda eps, log: _kept(2 * eps, log, 1.0),
            "up to 6.4": lambda eps, log: _kept(eps * 6.4 * 3 / 19, log, 1.0),
        },
    ),
    Repair(
        "slides-truth",
        "for p < 1 - p m the mechanism is private exactly when p >= (1 - delta)/(m + e^eps): m up to 1000, eps = 0, delta = 0 and 1 among them",
        _mechanisms,
        lambda m, eps, delta, part, p: _exactly_when(m, eps, delta, part, p, 1 / (m + 1)),
        {
            "for every p, as printed": lambda m, eps, delta, part, p: _exactly_when(m, eps, delta, part, p, math.inf),
            "e^(2 eps) for e^eps": lambda m, eps, delta, part, p: _exactly_when(
                m, eps, delta, part, p, 1 / (m + 1), rate=2.0
            ),
        },
    ),
    *STEPS,
)
