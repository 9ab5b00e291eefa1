"""The Rényi divergence of eps-DP pairs."""

from sympy import Rational, S, exp, log

from dpsym import Finite, MaxDivergence, Renyi
from dpsym.parameters import alpha, zeta
from theorems.checks import Enclose, Enumerate, Proved, Quadrature, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.runs import mechanisms as runs
from theorems.library.space import ORDER, ranges
from theorems.library.variables import FLORES, FULL, MIRONOV, V3, P, Q
from theorems.statement import POSITIVE, le

PURE_EXACT = Theorem(
    id="renyi.pure_dp.exact",
    title="No eps-DP pair has a greater Rényi divergence than randomized response",
    statement=le(
        Renyi(alpha, P, Q), log((exp(alpha * zeta) + exp((1 - alpha) * zeta)) / (1 + exp(zeta))) / (alpha - 1)
    ),
    **ranges({alpha: ORDER, zeta: (POSITIVE, ("1/20", 4)), P: FULL, Q: FULL}),
    hypotheses=(le(MaxDivergence(P, Q), zeta), le(MaxDivergence(Q, P), zeta)),
    cites=(Cite("steinke2024renyi", "Theorem 4"),),
    checks=(
        Enumerate(),
        Tight(at={zeta: log(3), P: Finite(Rational(3, 4), Rational(1, 4)), Q: Finite(Rational(1, 4), Rational(3, 4))}),
        Transcribed("Renyi(alpha, P, Q) <= log((exp(alpha*zeta) + exp(zeta*(1 - alpha)))/(exp(zeta) + 1))/(alpha - 1)"),
    ),
    sharpens="renyi.pure_dp",
)

PURE_QUADRATIC = Theorem(
    id="renyi.pure_dp.quadratic",
    title="The Rényi divergence of randomized response is at most alpha eps^2/2",
    statement=le(
        log((exp(alpha * zeta) + exp((1 - alpha) * zeta)) / (1 + exp(zeta))) / (alpha - 1), alpha * zeta**2 / 2
    ),
    **ranges({alpha: ORDER, zeta: (POSITIVE, ("1/20", 4))}),
    cites=(Cite("bunsteinke2016", "Proposition 3.3", "arXiv:1605.02065v1"),),
    uses=("renyi.pure_dp.exact",),
    checks=(
        Enclose(),
        Proved(),
        Quadrature(runs.renyi_response_zeta),
        Tight(at={alpha: S(3)}, symbol=zeta, point=S.Zero),
        Transcribed("log((exp(alpha*zeta) + exp(zeta*(1 - alpha)))/(exp(zeta) + 1))/(alpha - 1) <= alpha*zeta**2/2"),
    ),
    specializes="zcdp.of_pure",
    sharpens="renyi.pure_dp",
)

PURE_PRINTED = Theorem(
    id="renyi.pure_dp",
    title="An eps-DP pair has Rényi divergence at most 2 alpha eps^2",
    statement=le(Renyi(alpha, P, Q), 2 * alpha * zeta**2),
    **ranges({alpha: ORDER, zeta: (POSITIVE, ("1/20", 4)), P: FULL, Q: FULL}),
    hypotheses=(le(MaxDivergence(P, Q), zeta), le(MaxDivergence(Q, P), zeta)),
    cites=(Cite(FLORES, "Lema 2.3.3"), Cite(MIRONOV, "Lemma 1", V3)),
    uses=("renyi.monotone", "power.two_sided", "renyi.nonnegative"),
    checks=(Enumerate(), Transcribed("Renyi(alpha, P, Q) <= 2*alpha*zeta**2")),
)
