"""Volumes of balls and hulls, packings, sections, images; and the facts of linear algebra that they need."""

from __future__ import annotations

import numpy as np
from sympy import Abs, E, Integral, Interval, Max, Rational, S, exp, factorial, gamma, oo, pi, sqrt, symbols

from dpsym.parameters import p, t
from theorems.checks import At, Enclose, Quadrature, Sampling, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.entry import Cite, Theorem
from theorems.library.geometry import runs
from theorems.library.geometry.variables import DIMENSIONS, LODRANT, d, h1, h2, k, unit_ball, x
from theorems.library.space import SHARE, SMALL, ranges
from theorems.library.variables import SCALES
from theorems.statement import NONNEGATIVE, POSITIVE, REAL, eq, le

_ENTRY = Interval(-1, 1)
a1, a2, b1, b2, x1, x2 = symbols("a1 a2 b1 b2 x1 x2", real=True)
r1, r2, y = symbols("r1 r2 y", positive=True)


def _cdf_radius(values: np.ndarray) -> np.ndarray:
    return np.clip(values, 0, 1) ** 3


BALL = Theorem(
    id="volume.ball",
    title="Volume of the Euclidean ball, from the Gaussian integral in d dimensions",
    statement=eq(pi ** (d / 2) / (d * Integral(x ** (d - 1) * exp(-(x**2)), (x, 0, oo))), unit_ball(d)),
    **ranges({d: (S.Naturals, DIMENSIONS)}),
    cites=(Cite("wang2005volumes", "the volume at p = 2"),),
    uses=("integral.gaussian",),
    note="Both sides of the Gaussian integral in d dimensions, pi^(d/2): on the line d times, and over spheres.",
    checks=(
        Transcribed("pi**(d/2)/(d*Integral(x**(d - 1)*exp(-x**2), x, 0, oo)) == pi**(d/2)/gamma(d/2 + 1)"),
        Enclose(),
        Quadrature(runs.volume_ball),
        Sampling(runs.draw_radii, _cdf_radius, size=50_000),
    ),
)

CROSS = Theorem(
    id="volume.cross_polytope",
    title="Volume of the cross-polytope, from the Laplace integral in d dimensions",
    statement=eq(2**d / (d * Integral(x ** (d - 1) * exp(-x), (x, 0, oo))), 2**d / factorial(d)),
    **ranges({d: (S.Naturals, DIMENSIONS)}),
    note="Both sides of the integral of exp(-|x|_1), 2^d: on the line d times, and over scaled boundaries.",
    cites=(Cite("wang2005volumes", "the volume at p = 1"),),
    checks=(
        Transcribed("2**d/(d*Integral(x**(d - 1)*exp(-x), x, 0, oo)) == 2**d/factorial(d)"),
        Enclose(),
        Quadrature(runs.volume_cross_polytope),
    ),
)

NORM_BALL = Theorem(
    id="volume.lp_ball",
    title="Volume of the ball of the lp norm",
    statement=eq(
        (2 * gamma(1 + 1 / p)) ** d / (d * Integral(x ** (d - 1) * exp(-(x**p)), (x, 0, oo))),
        (2 * gamma(1 + 1 / p)) ** d / gamma(1 + d / p),
    ),
    **ranges({d: (S.Naturals, (1, 6)), p: (Interval(1, oo), (1, 4))}),
    cites=(Cite("barthe2005probabilistic", "section 1"),),
    note="Both sides of the integral of exp(-|x|_p^p); on the line it is 2 Gamma(1 + 1/p).",
    checks=(
        Evaluated(),
        Transcribed(
            "(2*gamma(1 + 1/p))**d/(d*Integral(x**(d - 1)*exp(-x**p), x, 0, oo)) == (2*gamma(1 + 1/p))**d/ga"
            "mma(d/p + 1)"
        ),
        Enclose(8),
        Quadrature(runs.volume_lp_ball, 8),
    ),
)

BARTHE_PRINTED = Theorem(
    id="barthe.density.printed",
    title="The density of the coordinates of which a uniform point of the lp ball is made (constant as printed)",
    statement=eq(2 * Integral(p / (2 * gamma(p)) * exp(-(x**p)), (x, 0, oo)), 1),
    **ranges({p: (Interval(1, oo), (1, 4))}),
    cites=(Cite(LODRANT, "Izrek 9.2"),),
    checks=(Enclose(8), Transcribed("2*Integral(p/(2*gamma(p))*exp(-x**p), x, 0, oo) == 1")),
)

BARTHE = Theorem(
    id="barthe.density",
    title="The density of the coordinates of which a uniform point of the lp ball is made",
    statement=eq(2 * Integral(p / (2 * gamma(1 / p)) * exp(-(x**p)), (x, 0, oo)), 1),
    **ranges({p: (Interval(1, oo), (1, 4))}),
    cites=(Cite("barthe2005probabilistic", "Theorem 1"),),
    checks=(
        Evaluated(),
        Transcribed("2*Integral(p*exp(-x**p)/(2*gamma(1/p)), x, 0, oo) == 1"),
        Enclose(8),
        Sampling(runs.draw_radii, _cdf_radius, size=50_000),
    ),
    corrects="barthe.density.printed",
    note="Sampled: the Euclidean norm of uniform points of the ball in three dimensions, drawn in this way.",
)

_CORNERS = dict.fromkeys((a1, a2, b1, b2), _ENTRY)
_COLUMNS = dict.fromkeys((a1, a2, b1, b2), REAL)
CUBE_BOUND = Theorem(
    id="volume.hull.cube",
    title="The hull of two columns in the plane has at most four times the product of the greatest entries of its rows, as the box has, attained",
    statement=le(sqrt(2 * Abs(a1 * b2 - a2 * b1)), 2 * sqrt(Max(Abs(a1), Abs(b1)) * Max(Abs(a2), Abs(b2)))),
    domain=_COLUMNS,
    typical=dict.fromkeys(_COLUMNS, (-1, 1)),
    cites=(Cite(LODRANT, "Izrek 4.5"),),
    checks=(
        Enclose(),
        Quadrature(runs.radius_of_hull),
        Tight(at={a1: S.One, a2: S.One, b1: S.One, b2: -S.One}),
        Transcribed("sqrt(2*Abs(a1*b2 - a2*b1)) <= 2*sqrt(Max(Abs(a1), Abs(b1))*Max(Abs(a2), Abs(b2)))"),
    ),
    note=(
        "The hull lies in the box of the greatest entries of the rows, which for entries in [-1, 1] is at most the cube, and is the cube where "
        "all vectors of signs are columns: the constant of O(1) is 2, in every dimension."
    ),
)

HULL = Theorem(
    id="geometry.hull",
    title="The image of the cross-polytope is the hull of the columns and their negatives (two columns on the line)",
    statement=le(Abs(t * a1 + (1 - t) * a2), Max(Abs(a1), Abs(a2))),
    **ranges({a1: (REAL, (-3, 3)), a2: (REAL, (-3, 3)), t: SHARE}),
    cites=(Cite(LODRANT, "Lema 2.3"),),
    checks=(
        Enclose(),
        Quadrature(runs.image_in_hull),
        Tight(at={t: S.One, a1: S(2), a2: S.One}),
        Transcribed("Abs(t*a1 + (1 - t)*a2) <= Max(Abs(a1), Abs(a2))"),
    ),
)

SENSITIVITY = Theorem(
    id="geometry.sensitivity",
    title="Queries with entries in [-1, 1] have an l1 sensitivity of at most d, attained by signs (two columns in the plane)",
    statement=le(Abs(a1 * x1 + b1 * x2) + Abs(a2 * x1 + b2 * x2), 2),
    domain={**_CORNERS, x1: _ENTRY, x2: _ENTRY},
    typical=dict.fromkeys((a1, a2, b1, b2, x1, x2), (-1, 1)),
    hypotheses=(le(Abs(x1) + Abs(x2), 1),),
    cites=(Cite(LODRANT, "Trditev 3.9"),),
    checks=(
        Enclose(),
        Tight(at={a1: S.One, a2: S.One, b1: S.One, b2: S.One, x1: S.One, x2: S.Zero}),
        Transcribed("Abs(a1*x1 + b1*x2) + Abs(a2*x1 + b2*x2) <= 2"),
    ),
    note="The exact sensitivity is the largest l1 norm of a column.",
)

PROJECTION = Theorem(
    id="geometry.projection",
    title="An orthogonal projection lengthens no vector (on a line of the plane)",
    statement=le(Abs(x1 * t + x2 * sqrt(1 - t**2)), sqrt(x1**2 + x2**2)),
    **ranges({x1: (REAL, (-3, 3)), x2: (REAL, (-3, 3)), t: SHARE}),
    cites=(Cite(LODRANT, "Lema 2.6"),),
    checks=(
        Enclose(),
        Tight(at={x1: S.One, x2: S.Zero, t: S.One}),
        Transcribed("Abs(x1*t + x2*sqrt(1 - t**2)) <= sqrt(x1**2 + x2**2)"),
    ),
)

MARKOV = Theorem(
    id="markov",
    title="Markov's inequality for a variable with two values",
    statement=le(1 - t, (t * x1 + (1 - t) * x2) / y),
    **ranges({t: SHARE, x1: SMALL, x2: (NONNEGATIVE, (0, 6)), y: (POSITIVE, ("1/4", 4))}),
    hypotheses=(x1 < y, le(y, x2)),
    cites=(Cite(LODRANT, "Izrek 2.1"),),
    checks=(
        Enclose(),
        Tight(at={t: Rational(1, 2), x1: S.Zero, x2: S.One, y: S.One}),
        Transcribed("1 - t <= (t*x1 + (1 - t)*x2)/y"),
    ),
)

PACKING = Theorem(
    id="volume.packing",
    title="The constant of the packing lemma: a body holds e^d points at distance R sqrt(d)/(e sqrt(2 pi e))",
    statement=le(sqrt(d) * unit_ball(d) ** (1 / d), sqrt(2 * pi * E)),
    **ranges({d: (S.Naturals, (1, 60))}),
    cites=(Cite(LODRANT, "Lema 4.2"),),
    uses=("volume.ball",),
    checks=(
        Enclose(),
        Quadrature(runs.packing),
        Transcribed("sqrt(d)*(pi**(d/2)/gamma(d/2 + 1))**(1/d) <= sqrt(2*pi*E)"),
    ),
    note="A greedy packing at distance r has at least vol K/vol(r B) points, R = vol(K)^(1/d).",
)

_SCALED = unit_ball(d) ** (k / d)
SECTION_LEAST = Theorem(
    id="volume.section.ball.least",
    title="Sections of the ball of volume 1 through its centre have a volume of at least 1",
    statement=le(_SCALED, unit_ball(k)),
    **ranges({d: (S.Naturals, (2, 20)), k: (S.Naturals, (1, 19))}),
    hypotheses=(k < d,),
    cites=(Cite(LODRANT, "Izrek 8.4"),),
    uses=("volume.ball",),
    checks=(
        Enclose(),
        Quadrature(runs.ball_of_volume_one),
        Transcribed("(pi**(d/2)/gamma(d/2 + 1))**(k/d) <= pi**(k/2)/gamma(k/2 + 1)"),
    ),
)

SECTION_GREATEST = Theorem(
    id="volume.section.ball.greatest",
    title="Sections of the ball of volume 1 by subspaces of dimension k have a volume of at most e^((d - k)/2)",
    statement=le(unit_ball(k), exp((d - k) / S(2)) * _SCALED),
    **ranges({d: (S.Naturals, (2, 20)), k: (S.Naturals, (1, 19))}),
    hypotheses=(k < d,),
    cites=(Cite(LODRANT, "Izrek 8.4"),),
    uses=("volume.ball",),
    checks=(
        Enclose(),
        Quadrature(runs.ball_section),
        Transcribed("pi**(k/2)/gamma(k/2 + 1) <= exp((d - k)/2)*(pi**(d/2)/gamma(d/2 + 1))**(k/d)"),
    ),
)

IMAGE = Theorem(
    id="volume.image",
    title="A symmetric map with eigenvalues r_i multiplies volumes by their product (a box in the plane)",
    statement=eq(Integral(2 * h2, (x, -h1, h1)), Integral(2 * r2 * h2, (x, -r1 * h1, r1 * h1)) / (r1 * r2)),
    domain={h1: POSITIVE, h2: POSITIVE, r1: POSITIVE, r2: POSITIVE},
    typical=dict.fromkeys((h1, h2, r1, r2), SCALES),
    cites=(Cite(LODRANT, "Lema 8.6"),),
    checks=(
        Evaluated(),
        Transcribed("Integral(2*h2, x, -h1, h1) == Integral(2*h2*r2, x, -h1*r1, h1*r1)/(r1*r2)"),
        Enclose(),
        Quadrature(runs.area_of_box),
    ),
    note="With k = d; for k < d the same in the span of the first k eigenvectors. The print's inequality is an equation.",
)

EIGENVALUE = Theorem(
    id="geometry.eigenvalue",
    title="The second moment along an eigenvector is the eigenvalue of the covariance (a turned box in the plane)",
    statement=eq(
        (x1**2 + x2**2 * a1**2 + 2 * (x1**2 - x2**2) * a1**2 + (x1**2 * a1**2 + x2**2) * a1**2)
        / (3 * (1 + a1**2) ** 2),
        x1**2 / 3,
    ),
    **ranges({x1: (REAL, (-3, 3)), x2: (REAL, (-3, 3)), a1: (REAL, (-2, 2))}),
    cites=(Cite(LODRANT, "Trditev 8.9"),),
    checks=(
        Evaluated(),
        Enclose(),
        Quadrature(runs.eigenvalue_of_box),
        Transcribed(
            "(x1**2 + x2**2*a1**2 + 2*(x1**2 - x2**2)*a1**2 + (x1**2*a1**2 + x2**2)*a1**2)/(3*(1 + a1**2)**2) == x1**2/3"
        ),
    ),
    note="The half-sides are x1 and x2, and the eigenvector is (1, a1): the covariance of the box, turned, along it.",
)

HYPERPLANE_STEP_PRINTED = Theorem(
    id="isotropic.step.printed",
    title="L_K^(-k/(d-k)) is at least L_K^(-2) (step as printed; the cube)",
    statement=le(sqrt(12) ** 2, sqrt(12) ** (k / (d - k))),
    **ranges({d: (S.Naturals, (2, 20)), k: (S.Naturals, (1, 10))}),
    hypotheses=(k < d, le(2 * k, d + 1)),
    cites=(Cite(LODRANT, "Izrek 8.8, last step of the proof"),),
    checks=(At({d: S(2), k: S.One}), Transcribed("sqrt(12)**2 <= sqrt(12)**(k/(d - k))")),
)

HYPERPLANE_STEP = Theorem(
    id="isotropic.step",
    title="L_K^(-k/(d-k)) is at least L_K^(-2)/(2 pi e) (the cube)",
    statement=le(sqrt(12) ** 2 / (2 * pi * E), sqrt(12) ** (k / (d - k))),
    **ranges({d: (S.Naturals, (2, 20)), k: (S.Naturals, (1, 10))}),
    hypotheses=(k < d, le(2 * k, d + 1)),
    uses=("isotropic.ball.least",),
    checks=(Enclose(), Transcribed("sqrt(12)**2/(2*pi*E) <= sqrt(12)**(k/(d - k))")),
    corrects="isotropic.step.printed",
    note="Ours: L_K is at least 1/sqrt(2 pi e) for every body, and at most a constant: both powers are of the order of 1.",
)
