"""What makes no promise worse: processing in every notion, and a random choice that does not depend on the record."""

from sympy import oo

from dpsym import HockeyStick, MaxDivergence, Renyi, TradeOff
from dpsym.distributions import Image
from dpsym.distributions.families import Row
from dpsym.divergences.least import ConcentratedBudget, GaussianRatio
from dpsym.divergences.overall import Worst
from dpsym.parameters import BUDGET, CUTOFF, OFFSET, alpha, t
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, SHARE, SMALL, THRESHOLD, ranges
from theorems.library.variables import ALL, DWORK_ROTH, K, L, P, Q, R, threshold
from theorems.statement import ABOVE_ONE, NONNEGATIVE, le

rho, xi, omega = BUDGET.symbol, OFFSET.symbol, CUTOFF.symbol
_ALL = {P: ALL, Q: ALL, K: ALL}
_IMAGES = (Image(K, P), Image(K, Q))
_DONG, _DONG_V = "dong2022gaussian", "arXiv:1905.02383v3"

MAX = Theorem(
    id="max.data_processing",
    title="A kernel does not increase the max divergence: post-processing under pure privacy",
    statement=le(MaxDivergence(*_IMAGES), MaxDivergence(P, Q)),
    domain=_ALL,
    cites=(Cite(DWORK_ROTH, "Proposition 2.1"), Cite("vanervenharremoes2014", "Theorem 9")),
    uses=("hockey_stick.data_processing",),
    checks=(Hostile(), Enumerate(60)),
)

TRADEOFF = Theorem(
    id="tradeoff.data_processing",
    title="A kernel does not lower the trade-off function: post-processing under f-DP",
    statement=le(TradeOff(t, P, Q), TradeOff(t, *_IMAGES)),
    **ranges({t: SHARE, **_ALL}),
    cites=(Cite(_DONG, "Lemma 2.9 and Proposition 2.8", _DONG_V),),
    uses=("hockey_stick.data_processing",),
    checks=(Hostile(60), Enumerate(40)),
)

GDP = Theorem(
    id="gdp.data_processing",
    title="A kernel does not increase the mu of Gaussian privacy",
    statement=le(GaussianRatio(*_IMAGES), GaussianRatio(P, Q)),
    domain=_ALL,
    cites=(Cite(_DONG, "Proposition 2.8", _DONG_V),),
    uses=("tradeoff.data_processing",),
    checks=(Hostile(), Enumerate(40)),
)

ZCDP = Theorem(
    id="zcdp.data_processing",
    title="A kernel leaves (xi, rho)-zCDP as it is",
    statement=le(Renyi(alpha, *_IMAGES), xi + rho * alpha),
    **ranges({alpha: ORDER, xi: (NONNEGATIVE, (0, 1)), rho: SMALL, **_ALL}),
    hypotheses=(le(ConcentratedBudget(xi, oo, P, Q), rho),),
    cites=(Cite("bunsteinke2016", "Lemma 1.8", "arXiv:1605.02065v1"),),
    uses=("renyi.data_processing",),
    checks=(Hostile(40),),
)

TCDP = Theorem(
    id="tcdp.data_processing",
    title="A kernel leaves (rho, omega)-tCDP as it is",
    statement=le(Renyi(alpha, *_IMAGES), rho * alpha),
    **ranges({alpha: ORDER, rho: SMALL, omega: (ABOVE_ONE, (2, 16)), **_ALL}),
    hypotheses=(alpha < omega, le(ConcentratedBudget(0, omega, P, Q), rho)),
    cites=(Cite("bundworkrothblumsteinke2018", "Lemma 2"),),
    uses=("renyi.data_processing",),
    checks=(Hostile(40),),
)

_ROWS, _MIXED = (Row(K), Row(L)), (Image(K, R), Image(L, R))
_KERNELS = {R: ALL, K: ALL, L: ALL}
_RANDOM = "R is the law of what both mechanisms draw first, as the sample of the records that do not change."

HOCKEY_CONVEX = Theorem(
    id="hockey_stick.joint_convexity.any",
    title="A random choice that does not depend on the record makes no hockey-stick divergence worse than its worst outcome",
    statement=le(HockeyStick(threshold, *_MIXED), Worst(HockeyStick(threshold, *_ROWS))),
    **ranges({threshold: THRESHOLD, **_KERNELS}),
    cites=(Cite("balle2018improving", "section 2, joint convexity", "arXiv:1807.01647v2"),),
    uses=("hockey_stick.joint_convexity",),
    checks=(Hostile(), Enumerate(40)),
    note=_RANDOM,
)

RENYI_CONVEX = Theorem(
    id="renyi.joint_quasi_convexity",
    title="A random choice that does not depend on the record makes no Rényi divergence worse than its worst outcome",
    statement=le(Renyi(alpha, *_MIXED), Worst(Renyi(alpha, *_ROWS))),
    **ranges({alpha: ORDER, **_KERNELS}),
    cites=(Cite("vanervenharremoes2014", "Theorem 13"),),
    checks=(Hostile(60), Enumerate(40)),
    note=_RANDOM,
)
