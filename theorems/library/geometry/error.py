"""Exact errors of K-norm noise: balls, cubes, cross-polytopes, prefix sums, and what they are compared with."""

from __future__ import annotations

from sympy import Integral, Rational, S, Sum, exp, gamma, log, loggamma, oo, pi, sqrt

from dpsym.parameters import p
from theorems.checks import Enclose, Quadrature, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.entry import Cite, Theorem
from theorems.library.geometry import runs
from theorems.library.geometry.variables import DIMENSIONS, HARDT_TALWAR, LODRANT, LOSSES, d, eps, j, unit_ball, x
from theorems.library.space import ranges
from theorems.statement import POSITIVE, eq, le

_SPACE = ranges({d: (S.Naturals, DIMENSIONS), eps: (POSITIVE, LOSSES)})
# the law of the radius r, Gamma(d + 1, 1/eps), of which a uniform point of K is multiplied
_RADIUS = eps ** (d + 1) * x**d * exp(-eps * x) / gamma(d + 1)
_SQUARED_RADIUS = Integral(x**2 * _RADIUS, (x, 0, oo))

SQUARED_RADIUS = Theorem(
    id="knorm.error.factor",
    title="The mean squared error of K-norm noise is (d + 1)(d + 2)/eps^2 times E|z|^2 for z uniform in K: the factor",
    statement=eq(_SQUARED_RADIUS, (d + 1) * (d + 2) / eps**2),
    **_SPACE,
    cites=(Cite(LODRANT, "Izrek 5.10"), Cite(HARDT_TALWAR, "section 4")),
    uses=("knorm.mixture", "knorm.radius"),
    checks=(
        Evaluated(),
        Transcribed(
            "Integral(epsilon**(d + 1)*x**2*x**d*exp(-epsilon*x)/gamma(d + 1), x, 0, oo) == (d + 1)*(d + 2)/epsilon**2"
        ),
        Enclose(),
    ),
)

BALL = Theorem(
    id="knorm.error.ball",
    title="Mean squared error of the K-norm mechanism of the Euclidean ball",
    statement=eq(_SQUARED_RADIUS * Integral(d * exp(-(d + 2) * x), (x, 0, oo)), d * (d + 1) / eps**2),
    **_SPACE,
    cites=(Cite("hardttalwar2010", "section 4"),),
    uses=("knorm.error.factor",),
    note="|z| = e^(-x), where x is exponential of rate d.",
    checks=(Evaluated(), Enclose(), Quadrature(runs.error_ball)),
)

CUBE = Theorem(
    id="knorm.error.cube",
    title="Mean squared error of the K-norm mechanism of the cube",
    statement=eq(_SQUARED_RADIUS * d * Integral(exp(-3 * x), (x, 0, oo)), d * (d + 1) * (d + 2) / (3 * eps**2)),
    **_SPACE,
    cites=(Cite("hardttalwar2010", "section 4"),),
    uses=("knorm.error.factor",),
    note="|z_1| = e^(-x), where x is exponential of rate 1.",
    checks=(Evaluated(), Enclose(), Quadrature(runs.error_cube)),
)

CROSS = Theorem(
    id="knorm.error.cross_polytope",
    title="Mean squared error of the K-norm mechanism of the cross-polytope: that of Laplace noise",
    statement=eq(d * Integral(x**2 * eps * exp(-eps * x), (x, 0, oo)), 2 * d / eps**2),
    **_SPACE,
    cites=(Cite("hardttalwar2010", "section 4"),),
    uses=("knorm.error.factor",),
    checks=(Evaluated(), Enclose(), Quadrature(runs.error_cross_polytope)),
    note="The density exp(-eps |x|_1) is a product over the coordinates.",
)

PREFIX = Theorem(
    id="knorm.error.prefix_sums",
    title="Mean squared error of the K-norm mechanism of d prefix sums",
    statement=eq(Sum((j + 1) * Integral(x**2 * eps * exp(-eps * x), (x, 0, oo)), (j, 0, d - 1)), d * (d + 1) / eps**2),
    **_SPACE,
    checks=(
        Evaluated(),
        Transcribed(
            "Sum((j + 1)*Integral(epsilon*x**2*exp(-epsilon*x), x, 0, oo), j, 0, d - 1) == d*(d + 1)/epsilon**2"
        ),
        Enclose(8),
        Quadrature(runs.error_prefix_sums),
    ),
    note="Ours: the columns are linearly independent: the noise is F times independent Laplace noise.",
)

LAPLACE = Theorem(
    id="laplace.error",
    title="Mean squared error of Laplace noise of scale d/eps on d answers",
    statement=eq(d * Integral(x**2 * eps / d * exp(-eps * x / d), (x, 0, oo)), 2 * d**3 / eps**2),
    **_SPACE,
    cites=(Cite(LODRANT, "Trditev 5.8"),),
    uses=("laplace.moment",),
    checks=(
        Evaluated(),
        Transcribed("d*Integral(epsilon*x**2*exp(-epsilon*x/d)/d, x, 0, oo) == 2*d**3/epsilon**2"),
        Enclose(),
        Quadrature(runs.error_laplace),
    ),
)

MOMENT = Theorem(
    id="knorm.error.moment",
    title="Moments of the error: Gamma(d + 1 + p)/(eps^p Gamma(d + 1)) E|z|^p, for the Euclidean ball",
    statement=eq(
        Integral(x ** (p + d - 1) * eps**d * exp(-eps * x) / gamma(d), (x, 0, oo)),
        gamma(d + 1 + p) / (eps**p * gamma(d + 1)) * (d / (d + p)),
    ),
    **ranges({d: (S.Naturals, (1, 6)), eps: (POSITIVE, LOSSES), p: (POSITIVE, ("1/2", 4))}),
    cites=(Cite(LODRANT, "Izrek 5.10"),),
    uses=("knorm.gauge",),
    checks=(
        Evaluated(),
        Transcribed(
            "Integral(epsilon**d*x**(d + p - 1)*exp(-epsilon*x)/gamma(d), x, 0, oo) == d*gamma(d + p + 1)/(e"
            "psilon**p*(d + p)*gamma(d + 1))"
        ),
        Enclose(),
        Quadrature(runs.error_moment_ball),
    ),
    note="Left: the moment of the gauge, which is the Euclidean norm. Right: E|z|^p = d/(d + p).",
)

# L_K and VolLB of the Euclidean ball
_ISOTROPIC = 1 / (sqrt(d + 2) * unit_ball(d) ** (1 / d))
_VOLUME_BOUND = d * sqrt(d) * unit_ball(d) ** (1 / d) / eps
ISOTROPIC = Theorem(
    id="knorm.error.isotropic",
    title="The error of the Euclidean ball, an isotropic body, is at most (d + 1)/d L_K VolLB",
    statement=le(
        Integral(x * eps**d * x ** (d - 1) * exp(-eps * x) / gamma(d), (x, 0, oo)),
        (d + 1) / d * _ISOTROPIC * _VOLUME_BOUND,
    ),
    **_SPACE,
    cites=(Cite(LODRANT, "Izrek 7.4"), Cite(HARDT_TALWAR, "section 6")),
    uses=("knorm.error.moment", "isotropic.ball"),
    checks=(
        Enclose(),
        Transcribed(
            "Integral(x*epsilon**d*x**(d - 1)*exp(-epsilon*x)/gamma(d), x, 0, oo) <= (d + 1)/d*(1/(sqrt(d + 2)"
            "*(pi**(d/2)/gamma(d/2 + 1))**(1/d)))*(d*sqrt(d)*(pi**(d/2)/gamma(d/2 + 1))**(1/d)/epsilon)"
        ),
    ),
    note="The constant of the thesis' O(c L_K), written out: (d + 1)/d times c.",
)

LOWER_CONSTANT = Theorem(
    id="lower_bound.constant",
    title="The constant of the volume lower bound is at least that of Stirling's formula (in logarithms)",
    statement=le(
        3 * log(d) / 2 - Rational(3, 2) - log(2 * pi) / 2, (loggamma(d + 1) + loggamma(d / 2 + 1)) / d - log(pi) / 2
    ),
    **ranges({d: (S.Naturals, (1, 40))}),
    cites=(Cite(LODRANT, "Izrek 4.3"), Cite(HARDT_TALWAR, "section 3")),
    checks=(
        Enclose(),
        Transcribed("3*log(d)/2 - 3/2 - log(2*pi)/2 <= (loggamma(d + 1) + loggamma(d/2 + 1))/d - log(pi)/2"),
    ),
    note=(
        "A mechanism on real histograms errs by at least d/(d + 1) e^(-eps/d) (d! vol K/vol B)^(1/d)/eps in the mean, so by "
        "d/(d + 1) e^(-eps/d)/(e sqrt(2 pi e)) times VolLB = d^(3/2) vol(K)^(1/d)/eps."
    ),
)

_EIGHT = d / (d + 2) * (2 / eps) ** 2 * exp(-2 * eps / d) * (gamma(d / 2 + 1) ** (2 / d) / pi)
LOWER_CROSS = Theorem(
    id="lower_bound.cross_polytope",
    title="The volume bound on the mean squared error is below the error of the K-norm mechanism: the cross-polytope",
    statement=le(_EIGHT, 2 * d / eps**2),
    **_SPACE,
    uses=("knorm.error.cross_polytope", "volume.cross_polytope", "volume.ball"),
    note="Ours: Gamma(d/2 + 1)^(2/d) <= (d + 2)/2, and 4/(pi (d + 2)) times that is below 2.",
    checks=(
        Enclose(),
        Quadrature(runs.lower_bound_cross_polytope),
        Transcribed("d/(d + 2)*(2/epsilon)**2*exp(-2*epsilon/d)*(gamma(d/2 + 1)**(2/d)/pi) <= 2*d/epsilon**2"),
    ),
)

_QUADRATIC = d**2 + 10 * d + log(d) / log(2)
DOMINANT = Theorem(
    id="asymptotic.dominant",
    title="d^2 + 10 d + log2(d) is at most 11 d^2, with equality at 1",
    statement=le(_QUADRATIC, 11 * d**2),
    **ranges({d: (S.Naturals, (1, 1000))}),
    cites=(Cite(LODRANT, "Opomba 2.5"),),
    checks=(Enclose(), Tight(at={d: S.One}), Transcribed("d**2 + 10*d + log(d)/log(2) <= 11*d**2")),
)
