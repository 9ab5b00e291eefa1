"""The best shape of Gaussian noise for given shifts: no covariance of the same privacy has a smaller trace."""

from sympy import S, symbols

from theorems.checks import Enclose, Quadrature, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.mechanisms import ellipses_runs as runs
from theorems.library.variables import HALF
from theorems.statement import POSITIVE, REAL, le

m1, m2, s1, s2 = symbols("m1 m2 sigma1 sigma2", positive=True)
v1, u1 = symbols("v1 u1", real=True)
_RATIOS = (m1 / s1) ** 2 + ((v1 - u1 * m1 / s1) / s2) ** 2 + (m2 / s2) ** 2


ELLIPTICAL = Theorem(
    id="mechanism.gaussian.elliptical",
    title="Of noise in two dimensions with given privacy for two shifts in the mean, the trace is at least that of the root of their moments",
    statement=le(m1**2 + v1**2 + m2**2 + 2 * m1 * m2, (s1**2 + u1**2 + s2**2) * _RATIOS),
    domain={m1: POSITIVE, m2: POSITIVE, v1: REAL, s1: POSITIVE, s2: POSITIVE, u1: REAL},
    typical={m1: (HALF, 4), m2: (HALF, 4), v1: (-2, 2), s1: (HALF, 4), s2: (HALF, 4), u1: (-2, 2)},
    cites=(Cite("edmonds2020power", "factorization norms as the error of Gaussian noise"),),
    uses=("mechanism.gaussian.vector",),
    checks=(
        Enclose(),
        Quadrature(runs.least_trace),
        Tight(at={m1: S.One, m2: S(4), v1: S.Zero, s1: S.One, s2: S(2), u1: S.Zero}),
        Transcribed(
            "m1**2 + v1**2 + m2**2 + 2*m1*m2 <= (sigma1**2 + u1**2 + sigma2**2)*((m1/sigma1)**2 + ((v1 - u1*m1/sigma1)/sigma2)**2 "
            "+ (m2/sigma2)**2)"
        ),
    ),
    note="Ours, in any dimension: the shifts, each times the root of its weight, are the columns of A, and L is a root of the covariance. The sum of "
    "the singular values of A is at most |L| |L^-1 A| in the norm of Frobenius; it is the trace of the root of A A^T, here "
    "with columns (m1, v1) and (0, m2). The last factor is the weighted mean of the squared ratios, at most mu^2. Attained where the covariance "
    "is proportional to the root of A A^T.",
)
