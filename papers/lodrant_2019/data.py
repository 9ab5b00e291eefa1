"""The printed and the measured data of this folder."""

from __future__ import annotations

import math
from pathlib import Path

from papers.stored import reader

EXPECTED = Path(__file__).parent / "expected"
rows = reader(EXPECTED)
"""The rows of a file of `expected/`."""


def numbers(name: str, column: str, **where: str) -> list[float]:
    """Return a column as floats, of the rows that have the given texts in other columns."""
    chosen = (row for row in rows(name) if all(row[key] == value for key, value in where.items()))
    return [float(row[column]) for row in chosen]


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """Return the mean of independent values and its standard error."""
    mean = math.fsum(values) / len(values)
    spread = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, math.sqrt(spread / len(values))


def laplace_norm(d: int, scale: float = 1.0) -> float:
    r"""Return the expected Euclidean norm of d independent Laplace variables.

    .. math:: E\sqrt S = \frac1{2\sqrt\pi} \int_0^\infty (1 - \varphi(t)^d)\, t^{-3/2} dt, \qquad
        \varphi(t) = E e^{-t Y^2} = \sqrt{\tfrac{\pi}{4t}}\, \operatorname{erfcx}\tfrac1{2\sqrt t}

    Parameters
    ----------
    d : int
        How many variables.
    scale : float
        Their scale.
    """
    from scipy.integrate import quad
    from scipy.special import erfcx

    # with t = s^2 the integrand has no singularity: (1 - phi(s^2)^d)/s^2 tends to E S as s -> 0
    def term(s: float) -> float:
        phi = math.sqrt(math.pi) / (2 * s) * float(erfcx(1 / (2 * s)))
        return -math.expm1(d * math.log(phi)) / s**2

    near, _ = quad(term, 1e-3, 1, epsabs=1e-11, epsrel=1e-11, limit=400)
    far, _ = quad(lambda u: term(1 / u) / u**2, 1e-12, 1, epsabs=1e-11, epsrel=1e-11, limit=400)
    # below 1e-3 the integrand is 2 d - c s^2 with c = d (24 + 4 (d - 1))/2: a few units of the last digit kept
    cut = 1e-3
    start = 2 * d * cut - d * (24 + 4 * (d - 1)) / 2 * cut**3 / 3
    return scale * (start + near + far) / math.sqrt(math.pi)
