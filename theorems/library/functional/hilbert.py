"""Functions of the Hilbert space of the Gaussian kernel, looked at in finitely many points."""

from __future__ import annotations

from sympy import Expr, Gt, S, exp, symbols

from dpsym.parameters import r, r1, r2, t
from theorems.checks import Enclose, Proved, Quadrature, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.functional import runs
from theorems.library.functional.variables import HALL, JAZBEC, POST, a1, a2
from theorems.library.space import THRESHOLD, ranges
from theorems.library.variables import HALF
from theorems.statement import POSITIVE, REAL, UNIT_OPEN, le

y1, y2 = symbols("y1 y2", real=True)


def _kernel(distance: Expr) -> Expr:
    return exp(-(distance**2) / 2)


POINTS = Theorem(
    id="cylinder.points",
    title="One more point never lowers the Mahalanobis norm of a function's values",
    statement=le(y1**2, (y1**2 - 2 * t * y1 * y2 + y2**2) / (1 - t**2)),
    **ranges({y1: (REAL, (-3, 3)), y2: (REAL, (-3, 3)), t: (UNIT_OPEN, (0, 1))}),
    cites=(Cite(HALL, "Proposition 7"), Cite(JAZBEC, "the proof of Izrek 6.1")),
    checks=(
        Proved(),
        Enclose(),
        Quadrature(runs.values_at_points),
        Tight(at={y1: S(2), y2: S.One, t: S.Half}),
        Transcribed("y1**2 <= (y1**2 - 2*t*y1*y2 + y2**2)/(1 - t**2)"),
    ),
    note=(
        "Two points with variance 1 and covariance t. So what cylinders of ever more points see grows to the norm in the Hilbert "
        "space, and the supremum over finite sets of points is the loss of the whole function."
    ),
)

_FIRST, _SECOND = a1 + a2 * _kernel(t), a1 * _kernel(r) + a2 * _kernel(r - t)
_FIRST_TEXT = "(a1 + a2*exp(-t**2/2))"
_SECOND_TEXT = "(a1*exp(-r**2/2) + a2*exp(-(r - t)**2/2))"

EVALUATION = Theorem(
    id="rkhs.points",
    title="The Mahalanobis norm of a function's values is at most its norm in the kernel's Hilbert space",
    statement=le(
        (_FIRST**2 - 2 * _kernel(r) * _FIRST * _SECOND + _SECOND**2) / (1 - exp(-(r**2))),
        a1**2 + 2 * a1 * a2 * _kernel(t) + a2**2,
    ),
    **ranges({a1: THRESHOLD, a2: THRESHOLD, r: (POSITIVE, (HALF, 3)), t: (POSITIVE, (HALF, 3))}),
    cites=(Cite(JAZBEC, "Izrek 6.9"), Cite(HALL, "Proposition 8"), Cite(POST, "Claim 23")),
    checks=(
        Enclose(),
        Quadrature(runs.expansion_at_points),
        Tight(at={r: S.One, t: S.One}),
        Transcribed(
            f"({_FIRST_TEXT}**2 - 2*exp(-r**2/2)*{_FIRST_TEXT}*{_SECOND_TEXT} + {_SECOND_TEXT}**2)/(1 - exp(-r**2))"
            " <= a1**2 + 2*a1*a2*exp(-t**2/2) + a2**2"
        ),
    ),
    note=(
        "Expansions with centres 0 and t, at the points 0 and r. Equality where the centres are the points: the left side is the "
        "norm of the projection on the span of the sections at the points."
    ),
)

INDEPENDENT = Theorem(
    id="rkhs.independent",
    title="The Gaussian kernel's matrix of different points is positive definite (three points of a line)",
    statement=Gt(
        (1 - exp(-(r1**2))) * (1 - exp(-(r2**2))) - (_kernel(r1 + r2) - _kernel(r1) * _kernel(r2)) ** 2,
        0,
        evaluate=False,
    ),
    **ranges({r1: (POSITIVE, (HALF, 4)), r2: (POSITIVE, (HALF, 4))}),
    cites=(Cite(JAZBEC, "Lema 6.11"),),
    checks=(
        Proved(),
        Quadrature(runs.determinant),
        Transcribed(
            "(1 - exp(-r1**2))*(1 - exp(-r2**2)) - (exp(-(r1 + r2)**2/2) - exp(-r1**2/2)*exp(-r2**2/2))**2 > 0"
        ),
    ),
    note=(
        "The left side is the determinant of the matrix; its first two leading minors are 1 and 1 - exp(-r1^2). Positive "
        "definiteness is linear independence of the sections. In d dimensions by the same induction as in the source."
    ),
)
