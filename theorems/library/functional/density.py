"""Kernel density estimates: how far a record moves them, the noise that is printed and the noise that is due, and their risk."""

from __future__ import annotations

from sympy import Expr, Rational, S, exp, log, oo, pi, sqrt

from dpsym import Gaussian, HockeyStick
from dpsym.parameters import a, delta, eps, r, t
from theorems.checks import At, Enclose, Proved, Quadrature, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.entry import Cite, Theorem
from theorems.library.functional import runs
from theorems.library.functional.variables import DELTAS, HALL, JAZBEC, POST, UP_TO_ONE, d, h, n
from theorems.library.space import SHARE, ranges
from theorems.library.variables import HALF
from theorems.statement import NONNEGATIVE, POSITIVE, UNIT_OPEN, eq, le

_APART = 2 - 2 * exp(-(r**2) / (2 * h**2))
_SECTIONS = Cite(HALL, "Section 4.1")

DISTANCE = Theorem(
    id="density.distance",
    title="Two sections of the Gaussian kernel are less than sqrt 2 apart, and come as close to it as one likes",
    statement=le(_APART, 2),
    **ranges({r: (NONNEGATIVE, (0, 4)), h: (POSITIVE, (HALF, 2))}),
    cites=(Cite(JAZBEC, "Primer 6.12"), Cite(POST, "Claim 27"), _SECTIONS),
    checks=(
        Proved(),
        Quadrature(runs.square_distance),
        Tight(at={h: S.One}, symbol=r, point=oo),
        Transcribed("2 - 2*exp(-r**2/(2*h**2)) <= 2"),
    ),
    note=(
        "Square distance in the kernel's Hilbert space at distance r of the records; times the square of 1/(n (2 pi h^2)^(d/2)) for "
        "the estimates. A supremum over all of R^d, not attained."
    ),
)

BOUNDED = Theorem(
    id="density.distance.bounded",
    title="Records of a domain of diameter r move the estimate no farther than two at its ends",
    statement=le(2 - 2 * exp(-(t**2) * r**2 / 2), 2 - 2 * exp(-(r**2) / 2)),
    **ranges({t: SHARE, r: (NONNEGATIVE, (0, 4))}),
    checks=(
        Proved(),
        Quadrature(runs.square_distance_within),
        Tight(at={t: S.One}),
        Transcribed("2 - 2*exp(-t**2*r**2/2) <= 2 - 2*exp(-r**2/2)"),
    ),
    note="In bandwidths. On the domain of the estimates (compact, for their risk) the noise may be smaller by this factor.",
)

_HEIGHT = 1 / (n * (2 * pi * h**2) ** (d / S(2)))
_FAR = sqrt(2) * _HEIGHT
_SPACE = ranges(
    {
        eps: (UP_TO_ONE, ("1/20", 1)),
        delta: (UNIT_OPEN, (Rational(1, 10**6), "9/10")),
        n: (S.Naturals, (1, 1000)),
        h: (POSITIVE, (HALF, 2)),
        d: (S.Naturals, (1, 3)),
    }
)


def _released(deviation: Expr) -> HockeyStick:
    return HockeyStick(eps, Gaussian(0, deviation), Gaussian(_FAR, deviation))


def _released_text(scale: str) -> str:
    height = "(1/(n*(2*pi*h**2)**(d/2)))"
    return (
        f"HockeyStick(epsilon, Gaussian(0, {scale}*{height}/epsilon), "
        f"Gaussian(sqrt(2)*{height}, {scale}*{height}/epsilon)) <= delta"
    )


PRINTED = Theorem(
    id="density.release.printed",
    title="A kernel density estimate with noise sqrt(log(2/delta))/(eps n (2 pi h^2)^(d/2)) is private (as printed)",
    statement=le(_released(sqrt(log(2 / delta)) * _HEIGHT / eps), delta),
    **_SPACE,
    cites=(Cite(JAZBEC, "Primer 6.12"),),
    checks=(
        At({eps: S.One, delta: Rational(1, 10**5), n: S(100), h: S.One, d: S.One}),
        Quadrature(runs.release_printed),
        Transcribed(_released_text("sqrt(log(2/delta))")),
    ),
    note="The root of 2 of the constant and that of the sensitivity are both lost: half the noise that is due.",
)

RELEASE = Theorem(
    id="density.release",
    title="A kernel density estimate with noise 2 sqrt(log(2/delta))/(eps n (2 pi h^2)^(d/2)) is private for eps up to 1",
    statement=le(_released(2 * sqrt(log(2 / delta)) * _HEIGHT / eps), delta),
    **_SPACE,
    cites=(Cite(POST, "Claim 28"), _SECTIONS),
    uses=("functional.noise", "density.distance"),
    checks=(Enclose(), Quadrature(runs.release_right), Transcribed(_released_text("(2*sqrt(log(2/delta)))"))),
    corrects="density.release.printed",
    note="c(delta) sqrt 2/(eps n (2 pi h^2)^(d/2)). Up to eps = 19/3 by functional.noise.range; with a bandwidth that is fixed.",
)

_LOSS = 2 * log(2 / delta)
_RULE = n ** (-S.One / (d + 4))

RISK = Theorem(
    id="density.risk.noise",
    title="The variance of the noise at a point, for the bandwidth n^(-1/(d + 4)): of the order n^(-8/(d + 4))",
    statement=eq(
        2 * _LOSS / (eps**2 * n**2 * (2 * pi * _RULE**2) ** d),
        4 * log(2 / delta) / (eps**2 * (2 * pi) ** d) * n ** (-S(8) / (d + 4)),
    ),
    **ranges(
        {eps: (POSITIVE, ("1/10", 2)), delta: (UNIT_OPEN, DELTAS), n: (S.Naturals, (1, 1000)), d: (S.Naturals, (1, 3))}
    ),
    cites=(Cite(POST, "Claim 30"),),
    uses=("density.distance",),
    checks=(
        Evaluated(),
        Enclose(),
        Quadrature(runs.noise_risk),
        Transcribed(
            "2*(2*log(2/delta))/(epsilon**2*n**2*(2*pi*(n**(-1/(d + 4)))**2)**d) == "
            "4*log(2/delta)/(epsilon**2*(2*pi)**d)*n**(-8/(d + 4))"
        ),
    ),
    note="Times the volume of the set T for the integrated risk: over all of R^d it is infinite, however small.",
)

ORDER = Theorem(
    id="density.risk.order",
    title="With a bandwidth n^-a the noise has the order of the least risk, n^(-4/(d + 4)), or less for a up to (d + 2)/(d (d + 4))",
    statement=le(n ** (2 * a * d - 2), n ** (-S(4) / (d + 4))),
    **ranges({a: (POSITIVE, (0, 1)), n: (S.Naturals, (1, 1000)), d: (S.Naturals, (1, 4))}),
    hypotheses=(le(a * d * (d + 4), d + 2),),
    cites=(Cite(POST, "Claim 31"),),
    uses=("density.risk.noise",),
    checks=(
        Enclose(),
        Tight(at={a: Rational(1, 3), d: S(2), n: S(10)}),
        Transcribed("n**(2*a*d - 2) <= n**(-4/(d + 4))"),
    ),
    note="The bandwidth of the least risk has a = 1/(d + 4), which is less: there the noise is of smaller order.",
)
