"""Planar Laplace noise, and privacy that grows with the distance of the data."""

import numpy as np
from sympy import Integral, exp, symbols

from dpsym import KNorm, MaxDivergence
from dpsym.conversion import metric_epsilon
from dpsym.parameters import eps, r, t
from theorems.checks import Audit, Enclose, Quadrature, Sampling, Transcribed
from theorems.checks.derive import Derive
from theorems.checks.evaluated import Evaluated
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.mechanisms import planar_audits as audits
from theorems.library.mechanisms import planar_runs as runs
from theorems.library.variables import FULL, HALF, P, Q
from theorems.statement import NONNEGATIVE, POSITIVE, eq, le

R, x = symbols("R x", positive=True)
_ANDRES, _CHATZIKOKOLAKIS = "andres2013geo", "chatzikokolakis2013metrics"


def _cdf_length(z: np.ndarray) -> np.ndarray:
    # the length of planar noise of eps = 2: Gamma of shape 2 and rate 2
    at = 2 * np.maximum(z, 0.0)
    return 1 - (1 + at) * np.exp(-at)


PLANAR = Theorem(
    id="mechanism.planar_laplace",
    title="Planar Laplace noise costs exactly eps times the distance of the answers",
    statement=eq(MaxDivergence(KNorm(2, eps, 0), KNorm(2, eps, t)), t * eps),
    domain={eps: POSITIVE, t: NONNEGATIVE},
    typical={eps: (HALF, 3), t: (HALF, 2)},
    cites=(
        Cite(_ANDRES, "the planar Laplacian", "arXiv:1212.1984"),
        Cite(_CHATZIKOKOLAKIS, "Laplace noise for a metric"),
    ),
    specializes="knorm.privacy",
    checks=(
        Derive(),
        Quadrature(runs.greatest_loss),
        Enclose(8),
        Sampling(runs.draw_lengths, _cdf_length),
        Audit({eps: 1, t: 1}, audits.audited),
    ),
    note="The bound is the triangle inequality; it is attained on the ray beyond the moved answer.",
)

RADIUS = Theorem(
    id="mechanism.planar_laplace.radius",
    title="Planar Laplace noise lies within a distance t of the truth with probability 1 - (1 + eps t) e^(-eps t)",
    statement=eq(Integral(eps**2 * x * exp(-eps * x), (x, 0, t)), 1 - (1 + eps * t) * exp(-eps * t)),
    domain={eps: POSITIVE, t: POSITIVE},
    typical={eps: (HALF, 3), t: (HALF, 4)},
    cites=(Cite(_ANDRES, "the cumulative function of the radius", "arXiv:1212.1984"),),
    uses=("knorm.gauge",),
    checks=(
        Evaluated(),
        Transcribed("Integral(epsilon**2*x*exp(-epsilon*x), x, 0, t) == 1 - (1 + epsilon*t)*exp(-epsilon*t)"),
        Enclose(),
        Quadrature(runs.within),
    ),
    note="Its inverse is the branch -1 of Lambert's W: t = -(W((p - 1)/e) + 1)/eps. The mean of the length is 2/eps (knorm.error.moment).",
)

DIAMETER = Theorem(
    id="metric.privacy.diameter",
    title="Metric privacy is pure privacy at the greatest distance",
    statement=le(MaxDivergence(P, Q), metric_epsilon(eps, R)),
    domain={eps: POSITIVE, r: POSITIVE, R: POSITIVE, P: FULL, Q: FULL},
    typical={eps: (HALF, 3), r: (HALF, 2), R: (HALF, 2)},
    hypotheses=(le(MaxDivergence(P, Q), metric_epsilon(eps, r)), le(r, R)),
    cites=(Cite(_CHATZIKOKOLAKIS, "the definition, and differential privacy as its case"),),
    checks=(Hostile(),),
    note="P and Q are the laws of the answers to two data at the distance r. Attained by mechanism.planar_laplace, where r = R.",
)
