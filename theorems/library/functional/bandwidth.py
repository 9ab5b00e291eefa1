"""Bandwidths: the normal-reference rule, the exact square error behind it, and why a bandwidth may not depend on the data."""

from __future__ import annotations

from sympy import Expr, Integral, Interval, Pow, Rational, S, erfinv, exp, oo, pi, sqrt, symbols

from dpsym.parameters import a, r
from theorems.checks import At, Enclose, Proved, Quadrature, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.entry import Cite, Theorem
from theorems.library.functional import runs
from theorems.library.functional.variables import HALL, POST, d, h, n, x
from theorems.library.geometry.variables import unit_ball
from theorems.library.space import ranges
from theorems.library.variables import HALF
from theorems.statement import POSITIVE, eq, le

s = symbols("s", positive=True)
_SILVERMAN, _WAND = Cite("silverman1986", "Section 4.3.2"), Cite("marronwand1992", "Theorem 2.1")
_SPACE = ranges({d: (S.Naturals, (1, 5)), n: (S.Naturals, (1, 1000)), h: (POSITIVE, ("1/10", 2))})


def _square_error(bandwidth: Expr) -> Expr:
    """Return the leading terms of the square error for standard Gaussian records, times (4 pi)^(d/2)."""
    return 1 / (n * bandwidth**d) + bandwidth**4 * d * (d + 2) / 16


def _rule(place: int) -> Expr:
    return Pow(4 / ((d + place) * n), 1 / (d + 4))


def _square_error_text(bandwidth: str) -> str:
    return f"1/(n*{bandwidth}**d) + {bandwidth}**4*d*(d + 2)/16"


RULE_PRINTED = Theorem(
    id="bandwidth.rule.printed",
    title="The bandwidth (4/((d + 1) n))^(1/(d + 4)) has the least leading terms of the square error (constant as printed)",
    statement=le(_square_error(_rule(1)), _square_error(h)),
    **_SPACE,
    cites=(Cite(POST, "Claim 35"), Cite(HALL, "Section 4.1")),
    checks=(
        At({d: S.One, n: S.One, h: Rational(53, 50)}),
        Enclose(),
        Transcribed(f"{_square_error_text('((4/((d + 1)*n))**(1/(d + 4)))')} <= {_square_error_text('h')}"),
    ),
    note="Standard Gaussian records; the interquartile range over 1.34 stands for their deviation.",
)

RULE = Theorem(
    id="bandwidth.rule",
    title="The normal-reference rule: (4/((d + 2) n))^(1/(d + 4)) has the least leading terms of the square error",
    statement=le(_square_error(_rule(2)), _square_error(h)),
    **_SPACE,
    cites=(_SILVERMAN,),
    uses=("bandwidth.curvature", "bandwidth.roughness", "bandwidth.ratio"),
    checks=(
        Enclose(),
        Quadrature(runs.square_error_of_rule),
        Tight(at={d: S(2), n: S.One, h: S.One}),
        Transcribed(f"{_square_error_text('((4/((d + 2)*n))**(1/(d + 4)))')} <= {_square_error_text('h')}"),
    ),
    corrects="bandwidth.rule.printed",
    note="At s times this bandwidth the terms are (4 s^-d + d s^4)/(d + 4) times the least.",
)

RATIO = Theorem(
    id="bandwidth.ratio",
    title="What a bandwidth of s times the best costs in a dimensions: a weighted mean of powers, least at s = 1",
    statement=le(a + 4, 4 / s**a + a * s**4),
    **ranges({a: (Interval(1, oo), (1, 5)), s: (POSITIVE, (HALF, 2))}),
    checks=(Proved(), Enclose(), Tight(at={s: S.One}), Transcribed("a + 4 <= 4/s**a + a*s**4")),
)


def _moment(power: Expr) -> Integral:
    return Integral(x**power * exp(-(x**2)), (x, 0, oo))


CURVATURE = Theorem(
    id="bandwidth.curvature",
    title="The square Laplacian of the standard Gaussian density, integrated",
    statement=eq(
        d * unit_ball(d) / (2 * pi) ** d * (_moment(d + 3) - 2 * d * _moment(d + 1) + d**2 * _moment(d - 1)),
        d * (d + 2) / (4 * (4 * pi) ** (d / S(2))),
    ),
    **ranges({d: (S.Naturals, (1, 6))}),
    cites=(_SILVERMAN,),
    uses=("volume.ball",),
    checks=(
        Transcribed(
            "d*(pi**(d/2)/gamma(d/2 + 1))/(2*pi)**d*(Integral(x**(d + 3)*exp(-x**2), x, 0, oo) - 2*d*Integral(x**(d + 1)*exp(-x**2), x, 0, oo)"
            " + d**2*Integral(x**(d - 1)*exp(-x**2), x, 0, oo)) == d*(d + 2)/(4*(4*pi)**(d/2))"
        ),
        Enclose(),
        Quadrature(runs.curvature),
    ),
    note="Over spheres; the Laplacian is (|x|^2 - d) times the density. A quarter of it, times h^4, is the square bias.",
)

ROUGHNESS = Theorem(
    id="bandwidth.roughness",
    title="The square of the Gaussian bump of one record, integrated",
    statement=eq((2 * Integral(exp(-(x**2)), (x, 0, oo)) / (2 * pi * h)) ** d, (4 * pi) ** (-d / S(2)) / h**d),
    **ranges({d: (S.Naturals, (1, 4)), h: (POSITIVE, (HALF, 2))}),
    uses=("integral.gaussian",),
    checks=(
        Evaluated(),
        Transcribed("(2*Integral(exp(-x**2), x, 0, oo)/(2*pi*h))**d == (4*pi)**(-d/2)/h**d"),
        Enclose(),
        Quadrature(runs.roughness),
    ),
    note="Ours: over n it is the variance of the estimate, integrated, to leading order.",
)


def _overlap(variance: Expr) -> Expr:
    """Return the integral of the product of two centred Gaussian densities whose variances add up to this."""
    return 2 * Integral(exp(-(x**2)), (x, 0, oo)) / (pi * sqrt(2 * variance))


EXACT = Theorem(
    id="density.risk.exact",
    title="Mean integrated square error of the estimate for standard Gaussian records on the line, exactly",
    statement=eq(
        _overlap(2 * h**2) / n + (1 - 1 / n) * _overlap(2 + 2 * h**2) - 2 * _overlap(2 + h**2) + _overlap(S(2)),
        (1 / (n * h) + (1 - 1 / n) / sqrt(1 + h**2) - 2 * sqrt(2) / sqrt(2 + h**2) + 1) / (2 * sqrt(pi)),
    ),
    **ranges({n: (S.Naturals, (1, 1000)), h: (POSITIVE, ("1/10", 2))}),
    cites=(_WAND,),
    checks=(
        Evaluated(),
        Transcribed(
            "2*Integral(exp(-x**2), x, 0, oo)/(pi*sqrt(4*h**2))/n + (1 - 1/n)*2*Integral(exp(-x**2), x, 0, oo)/(pi*sqrt(4 + 4*h**2))"
            " - 4*Integral(exp(-x**2), x, 0, oo)/(pi*sqrt(4 + 2*h**2)) + 2*Integral(exp(-x**2), x, 0, oo)/(pi*sqrt(4)) == "
            "(1/(n*h) + (1 - 1/n)/sqrt(1 + h**2) - 2*sqrt(2)/sqrt(2 + h**2) + 1)/(2*sqrt(pi))"
        ),
        Enclose(),
        Quadrature(runs.expected_square_error),
    ),
)

QUARTILES = Theorem(
    id="bandwidth.quartiles",
    title="The interquartile range of a Gaussian law is more than 1.34 deviations: 1.34898",
    statement=le(Rational(134, 100) * s, 2 * sqrt(2) * erfinv(HALF) * s),
    **ranges({s: (POSITIVE, (HALF, 2))}),
    cites=(Cite(POST, "Claim 35"), _SILVERMAN),
    checks=(Enclose(), Transcribed("1.34*s <= 2*sqrt(2)*erfinv(1/2)*s")),
    note="So the rule is wider than it means to be by 0.67 %; 1.349 is the rounded value.",
)

_WIDER = ranges({r: (Interval(1, oo), (1, 4)), n: (S.Naturals, (2, 100))})
_CLUSTER = 1 - 2 / r + 1 / sqrt(2 * r**2 - 1)

PRIVATE_PRINTED = Theorem(
    id="bandwidth.private.printed",
    title="Estimates of neighbours with bandwidths of their own are no further apart than with one bandwidth (as used)",
    statement=le(_CLUSTER, 2 / n**2),
    **_WIDER,
    cites=(Cite(POST, "Claim 35, as it would be used"),),
    checks=(At({r: S(2), n: S(10)}), Transcribed("1 - 2/r + 1/sqrt(2*r**2 - 1) <= 2/n**2")),
    note="Square distances times 2 pi h^2, where a cluster of all records gets the bandwidths h and r h.",
)


def _spectral(variance: Expr) -> Expr:
    """Return the integral of exp(-variance w^2/2) over the line, over sqrt(2 pi)."""
    return 2 * Integral(exp(-(x**2)), (x, 0, oo)) / sqrt(pi * variance)


PRIVATE = Theorem(
    id="bandwidth.private",
    title="How far apart two bandwidths take the estimate of a cluster, however many its records",
    statement=eq(_spectral(S.One) - 2 * _spectral(r**2) + _spectral(2 * r**2 - 1), _CLUSTER),
    **ranges({r: (Interval(1, oo), (1, 4))}),
    checks=(
        Evaluated(),
        Transcribed(
            "2*Integral(exp(-x**2), x, 0, oo)/sqrt(pi) - 4*Integral(exp(-x**2), x, 0, oo)/sqrt(pi*r**2) + "
            "2*Integral(exp(-x**2), x, 0, oo)/sqrt(pi*(2*r**2 - 1)) == 1 - 2/r + 1/sqrt(2*r**2 - 1)"
        ),
        Enclose(),
        Quadrature(runs.distance_of_bandwidths),
    ),
    corrects="bandwidth.private.printed",
    note=(
        "Ours: in the space of the kernel of bandwidth 1, by the Fourier transform: the bump of bandwidth r has the transform exp(-r^2 w^2/2), "
        "the space the weight exp(w^2/2). Below r = 1/sqrt 2 the distance is infinite. It does not fall with n."
    ),
)
