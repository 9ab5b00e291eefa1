"""The law of the gauge of K-norm noise, and the integrals that it rests on."""

from __future__ import annotations

import numpy as np
from sympy import Integral, S, exp, gamma, oo

from dpsym import Gamma, KNorm, Renyi
from dpsym.parameters import alpha, b, r1, r2, t
from theorems.checks import Derive, Enclose, Quadrature, Sampling, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.entry import Cite, Theorem
from theorems.library.geometry import runs
from theorems.library.geometry.variables import DIMENSIONS, HARDT_TALWAR, LODRANT, LOSSES, d, eps, k, theta, x
from theorems.library.space import ORDER, SCALE, ranges
from theorems.library.variables import m
from theorems.statement import POSITIVE, eq


def _cdf_gauge(values: np.ndarray) -> np.ndarray:
    from scipy.special import gammainc

    return np.asarray(gammainc(2, values))


GAMMA = Theorem(
    id="gamma.integral",
    title="The Gamma function as an integral",
    statement=eq(Integral(x ** (k - 1) * exp(-x), (x, 0, oo)), gamma(k)),
    **ranges({k: (S.Naturals, (1, 12))}),
    cites=(Cite(LODRANT, "Definicija 2.7"),),
    checks=(Evaluated(), Transcribed("Integral(x**(k - 1)*exp(-x), x, 0, oo) == gamma(k)"), Enclose()),
)

GAMMA_MOMENT = Theorem(
    id="gamma.moment",
    title="Moments of the Gamma law of shape k and scale theta",
    statement=eq(
        Integral(x ** (k - 1 + m) * exp(-x / theta), (x, 0, oo)) / (gamma(k) * theta**k),
        theta**m * gamma(k + m) / gamma(k),
    ),
    **ranges({k: (S.Naturals, (1, 10)), m: (S.Naturals0, (0, 6)), theta: SCALE}),
    cites=(Cite(LODRANT, "Trditev 2.11"),),
    uses=("gamma.integral",),
    checks=(
        Evaluated(),
        Transcribed(
            "Integral(x**(k + m - 1)*exp(-x/theta), x, 0, oo)/(theta**k*gamma(k)) == theta**m*gamma(k + m)/gamma(k)"
        ),
        Enclose(),
    ),
)

LAPLACE_MOMENT = Theorem(
    id="laplace.moment",
    title="Even moments of the Laplace law",
    statement=eq(2 * Integral(x ** (2 * k) * exp(-x / b) / (2 * b), (x, 0, oo)), b ** (2 * k) * gamma(2 * k + 1)),
    **ranges({k: (S.Naturals, (1, 5)), b: SCALE}),
    cites=(Cite(LODRANT, "Trditev 2.9"),),
    uses=("gamma.integral",),
    checks=(
        Evaluated(),
        Transcribed("2*Integral(x**(2*k)*exp(-x/b)/(2*b), x, 0, oo) == b**(2*k)*gamma(2*k + 1)"),
        Enclose(),
        Quadrature(runs.laplace_moment),
    ),
)

GAUGE_LAW = Theorem(
    id="knorm.gauge",
    title="The gauge of K-norm noise has the Gamma law of shape d and rate eps",
    statement=eq(Renyi(alpha, KNorm(d, r1, 0), KNorm(d, r2, 0)), Renyi(alpha, Gamma(d, r1), Gamma(d, r2))),
    **ranges({alpha: ORDER, d: (S.Naturals, DIMENSIONS), r1: (POSITIVE, LOSSES), r2: (POSITIVE, LOSSES)}),
    hypotheses=(alpha * r1 + (1 - alpha) * r2 > 0,),
    cites=(Cite(HARDT_TALWAR, "section 4"),),
    checks=(Derive(), Quadrature(runs.renyi_gauges, 8), Sampling(runs.draw_gauges, _cdf_gauge, size=50_000)),
    note="The volume of t K is t^d vol K, so the density of the gauge is t^(d - 1) e^(-eps t). Sampled: a hull of three columns in the plane.",
)

RADIUS_PRINTED = Theorem(
    id="knorm.radius.printed",
    title="The density of the radius of which a uniform point of K is multiplied (normalising constant as printed)",
    statement=eq(Integral(exp(-eps * x) * x**d, (x, 0, oo)) / (eps ** (-d) * gamma(d + 1)), 1),
    **ranges({d: (S.Naturals, DIMENSIONS), eps: (POSITIVE, LOSSES)}),
    cites=(Cite(LODRANT, "Definicija 5.9, step (1)"),),
    checks=(Enclose(), Transcribed("Integral(exp(-epsilon*x)*x**d, x, 0, oo)/(epsilon**(-d)*gamma(d + 1)) == 1")),
)

RADIUS = Theorem(
    id="knorm.radius",
    title="The density of the radius, of law Gamma(d + 1, 1/eps)",
    statement=eq(Integral(exp(-eps * x) * x**d, (x, 0, oo)) / (eps ** (-d - 1) * gamma(d + 1)), 1),
    **ranges({d: (S.Naturals, DIMENSIONS), eps: (POSITIVE, LOSSES)}),
    cites=(Cite(HARDT_TALWAR, "section 4"),),
    checks=(
        Evaluated(),
        Transcribed("epsilon**(d + 1)*Integral(x**d*exp(-epsilon*x), x, 0, oo)/gamma(d + 1) == 1"),
        Enclose(),
    ),
    corrects="knorm.radius.printed",
)

MIXTURE = Theorem(
    id="knorm.mixture",
    title="A uniform point of r K, r of law Gamma(d + 1, 1/eps), has the density of K-norm noise",
    statement=eq(
        Integral(eps ** (d + 1) * exp(-eps * x) / gamma(d + 1), (x, t, oo)), eps**d * exp(-eps * t) / gamma(d + 1)
    ),
    **ranges({d: (S.Naturals, DIMENSIONS), eps: (POSITIVE, LOSSES), t: (POSITIVE, (0, 4))}),
    cites=(Cite(LODRANT, "Definicija 5.9"), Cite(HARDT_TALWAR, "section 4")),
    uses=("knorm.radius",),
    checks=(
        Evaluated(),
        Transcribed(
            "Integral(epsilon**(d + 1)*exp(-epsilon*x)/gamma(d + 1), x, t, oo) == epsilon**d*exp(-epsilon*t)"
            "/gamma(d + 1)"
        ),
        Enclose(),
        Quadrature(runs.noise_density_cube),
    ),
    note="At gauge distance t, in units of 1/vol K: the density of r is divided by the volume r^d of r K. Run for the cube.",
)
