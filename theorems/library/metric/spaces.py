"""Facts on metric spaces and on kernels of which the thesis makes use, in the quantities that can be checked."""

from sympy import Abs, Integral, Min, Rational, S, exp, oo, pi, sqrt, symbols

from dpsym.parameters import sigma
from theorems.checks import Enclose, Quadrature, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.checks.prove import Proved
from theorems.entry import Cite, Theorem
from theorems.library.metric import runs
from theorems.library.metric.variables import JAZBEC, x
from theorems.library.space import SCALE, SHARE, THRESHOLD, ranges
from theorems.statement import REAL, eq, le

u1, u2, u3 = symbols("u1 u2 u3", nonnegative=True)
c1, c2, s = symbols("c1 c2 s", real=True)
n = symbols("n", positive=True)
_KERNEL = exp(-(s**2) / 2)
_NORM = c1**2 + c2**2 + 2 * c1 * c2 * _KERNEL
_TWO = ranges({c1: THRESHOLD, c2: THRESHOLD, s: (REAL, (-3, 3))})

PACKING = Theorem(
    id="metric.packing",
    title="Three points of an interval of length 1 are not all at mutual distance above 1/2",
    statement=le(Min(Abs(u1 - u2), Abs(u2 - u3), Abs(u1 - u3)), Rational(1, 2)),
    **ranges({u1: SHARE, u2: SHARE, u3: SHARE}),
    cites=(Cite(JAZBEC, "Lema 5.4"),),
    checks=(
        Proved(),
        Enclose(48),
        Tight(at={u1: S.Zero, u2: S.Half, u3: S.One}),
        Transcribed("Min(Abs(u1 - u2), Abs(u2 - u3), Abs(u1 - u3)) <= 1/2"),
    ),
    note="In a compact space so many points at mutual distance kappa fit as there are, and no more: here one more than 1/kappa.",
)

GAUSSIAN_KERNEL = Theorem(
    id="metric.kernel.gaussian",
    title="The Gaussian kernel integrates to one",
    statement=eq(2 * Integral(exp(-(x**2) / (2 * sigma**2)), (x, 0, oo)), sigma * sqrt(2 * pi)),
    **ranges({sigma: SCALE}),
    cites=(Cite(JAZBEC, "Opomba 2.8"),),
    checks=(Evaluated(), Enclose(), Quadrature(runs.gaussian_mass)),
)

POSITIVE_KERNEL = Theorem(
    id="metric.kernel.positive",
    title="The Gaussian kernel is positive semidefinite: a combination of two kernel functions has a norm",
    statement=le(0, _NORM),
    **_TWO,
    cites=(Cite(JAZBEC, "Opomba 2.12"),),
    checks=(
        Enclose(),
        Tight(at={c1: S.One, c2: -S.One, s: S.Zero}),
        Transcribed("0 <= c1**2 + c2**2 + 2*c1*c2*exp(-s**2/2)"),
    ),
)

EVALUATION = Theorem(
    id="metric.kernel.evaluation",
    title="Evaluation is continuous in a space with a reproducing kernel: f(x)^2 <= K(x, x) |f|^2, for two kernel functions",
    statement=le((c1 + c2 * _KERNEL) ** 2, _NORM),
    **_TWO,
    cites=(Cite(JAZBEC, "Definicija 2.11"), Cite(JAZBEC, "Opomba 2.12")),
    uses=("metric.kernel.positive",),
    checks=(
        Enclose(),
        Tight(at={c1: S.One, c2: S.Zero, s: S.One}),
        Transcribed("(c1 + c2*exp(-s**2/2))**2 <= c1**2 + c2**2 + 2*c1*c2*exp(-s**2/2)"),
    ),
    note="f = c1 K_0 + c2 K_s for the Gaussian kernel of bandwidth 1, at x = 0.",
)

HATS = Theorem(
    id="metric.kernel.square_integrable",
    title="In L2 evaluation is not continuous: hats of height 1 at 0 have norms that vanish",
    statement=eq(sqrt(Integral(exp(-3 * x), (x, 0, oo)) / n), 1 / sqrt(3 * n)),
    **ranges({n: SCALE}),
    cites=(Cite(JAZBEC, "Opomba 2.13"),),
    checks=(Evaluated(), Enclose(), Quadrature(runs.hat_norm)),
    note="The hat is 1 - n x on [0, 1/n], which is e^(-u) for the variable of integration u.",
)
