"""Isotropic constants: boxes, balls, cross-polytopes, simplices, and how they compare."""

from __future__ import annotations

from typing import Any

from sympy import E, Integral, Rational, S, exp, factorial, gamma, oo, pi, sqrt

from theorems.checks import Enclose, Quadrature, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.entry import Cite, Theorem
from theorems.library.geometry import runs
from theorems.library.geometry.variables import DIMENSIONS, FROM_TWO, LODRANT, d, h1, h2, unit_ball, x
from theorems.library.space import SCALE, ranges
from theorems.statement import eq, le

_MILMAN_PAJOR = "milmanpajor1989"
_BALL = gamma(d / 2 + 1) ** (1 / d) / sqrt(pi * (d + 2))
_CROSS = factorial(d) ** (1 / d) / sqrt(2 * (d + 1) * (d + 2))
_SIMPLEX = factorial(d) ** (1 / d) / (sqrt((d + 1) * (d + 2)) * (d + 1) ** (1 / (2 * d)))
_BOUND = sqrt(12)
# A uniform point of the standard simplex is d exponential variables over their sum with one more, which has independent
# moments d + 1 and (d + 1)(d + 2): variance of a coordinate, and of the sum of all.
_FIRST, _SECOND = d + 1, (d + 1) * (d + 2)
_COORDINATE = Integral(x**2 * exp(-x), (x, 0, oo)) / _SECOND - (Integral(x * exp(-x), (x, 0, oo)) / _FIRST) ** 2
_SUM = (
    Integral(x ** (d + 1) * exp(-x), (x, 0, oo)) / (factorial(d - 1) * _SECOND)
    - (Integral(x**d * exp(-x), (x, 0, oo)) / (factorial(d - 1) * _FIRST)) ** 2
)


def _variance(width: Any) -> Any:
    """Return the variance of a uniform variable between -width and width: half of the integral is left of 0."""
    return Integral(x**2, (x, 0, width)) / width


BOX = Theorem(
    id="isotropic.box",
    title="Isotropic constant of the boxes of the plane: 1/sqrt(12), whatever their sides (its fourth power)",
    statement=eq(_variance(h1) * _variance(h2) / (4 * h1 * h2) ** 2, Rational(1, 144)),
    **ranges({h1: SCALE, h2: SCALE}),
    cites=(Cite(LODRANT, "Trditev 8.7"), Cite(_MILMAN_PAJOR, "1.6")),
    checks=(Evaluated(), Enclose(), Quadrature(runs.isotropic_box)),
    note="Two dimensions; in d the same product of d equal factors. That sides do not matter is the invariance under linear maps.",
)

BALL = Theorem(
    id="isotropic.ball",
    title="Isotropic constant of the Euclidean ball",
    statement=eq(sqrt(Integral(exp(-(d + 2) * x), (x, 0, oo))) / unit_ball(d) ** (1 / d), _BALL),
    **ranges({d: (S.Naturals, DIMENSIONS)}),
    cites=(Cite(_MILMAN_PAJOR, "1.6"),),
    uses=("volume.ball",),
    checks=(Evaluated(), Enclose(), Quadrature(runs.isotropic_ball)),
    note="Var z_1 = E|z|^2/d, and |z| has the density d r^(d - 1).",
)

CROSS = Theorem(
    id="isotropic.cross_polytope",
    title="Isotropic constant of the cross-polytope",
    statement=eq(
        sqrt(Integral(x**2 * exp(-x), (x, 0, oo)) / ((d + 1) * (d + 2))) / (2**d / factorial(d)) ** (1 / d), _CROSS
    ),
    **ranges({d: (S.Naturals, DIMENSIONS)}),
    cites=(Cite("milmanpajor1989", "1.6"), Cite("brazitikos2014", "isotropic constants of the classical bodies")),
    uses=("volume.cross_polytope",),
    checks=(Evaluated(), Enclose(), Quadrature(runs.isotropic_cross_polytope)),
)

SIMPLEX = Theorem(
    id="isotropic.simplex",
    title="Isotropic constant of the simplex, to the power 2 d",
    statement=eq(
        ((d**2 * _COORDINATE - _SUM) / (d * (d - 1))) ** (d - 1) * (_SUM / d) * factorial(d) ** 2,
        factorial(d) ** 2 / ((d + 1) * (d + 2)) ** d / (d + 1),
    ),
    **ranges({d: (FROM_TWO, (2, 8))}),
    cites=(Cite("milmanpajor1989", "1.6"), Cite("brazitikos2014", "isotropic constants of the classical bodies")),
    checks=(Enclose(), Quadrature(runs.isotropic_simplex_power)),
    note="The covariance of the standard simplex has one eigenvalue Var(sum)/d, for (1, ..., 1), and d - 1 equal others.",
)


def _at_most(name: str, left: object, right: object, text: str, title: str, low: int, **more: Any) -> Theorem:
    return Theorem(
        id=f"isotropic.{name}",
        title=title,
        statement=le(left, right),
        **ranges({d: (S.Naturals if low == 1 else FROM_TWO, (low, 60))}),
        cites=(Cite(LODRANT, "Domneva 7.5, for this body"),),
        checks=(Enclose(), Transcribed(text), *more.pop("checks", ())),
        **more,
    )


BALL_BOUND = _at_most(
    "ball.bounded",
    _BALL,
    1 / _BOUND,
    "gamma(d/2 + 1)**(1/d)/sqrt(pi*(d + 2)) <= 1/sqrt(12)",
    "Isotropic constants of balls are at most 1/sqrt(12), with equality on the line",
    1,
    uses=("isotropic.ball",),
    checks=(Tight(at={d: S.One}), Quadrature(runs.isotropic_ball)),
)

CROSS_BOUND = _at_most(
    "cross_polytope.bounded",
    _CROSS,
    1 / _BOUND,
    "factorial(d)**(1/d)/sqrt(2*(d + 1)*(d + 2)) <= 1/sqrt(12)",
    "Isotropic constants of cross-polytopes are at most 1/sqrt(12), with equality on the line",
    1,
    uses=("isotropic.cross_polytope",),
    checks=(Tight(at={d: S.One}), Quadrature(runs.isotropic_cross_polytope)),
)

SIMPLEX_BOUND = _at_most(
    "simplex.bounded",
    _SIMPLEX,
    1 / E,
    "factorial(d)**(1/d)/(sqrt((d + 1)*(d + 2))*(d + 1)**(1/(2*d))) <= 1/E",
    "Isotropic constants of simplices are at most 1/e",
    2,
    uses=("isotropic.simplex",),
    checks=(Quadrature(runs.isotropic_simplex),),
)

BALL_LEAST = Theorem(
    id="isotropic.ball.least",
    title="Isotropic constants of balls are at least 1/sqrt(2 pi e)",
    statement=le(1 / sqrt(2 * pi * E), _BALL),
    **ranges({d: (S.Naturals, (1, 60))}),
    cites=(Cite("milmanpajor1989", "1.6"), Cite("brazitikos2014", "the ball has the least isotropic constant")),
    uses=("isotropic.ball",),
    checks=(Enclose(), Transcribed("1/sqrt(2*pi*E) <= gamma(d/2 + 1)**(1/d)/sqrt(pi*(d + 2))")),
    note="Of all bodies of one volume the ball has the least second moment, so L_K is never below that of the ball.",
)
