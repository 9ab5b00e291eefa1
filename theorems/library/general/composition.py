"""Adaptive composition of any number of mechanisms, each chosen by the answers before it, in every notion."""

from sympy import Interval, S, exp, log, oo, sqrt, tanh

from dpsym import HockeyStick, MaxDivergence, Renyi
from dpsym.composition import advanced_epsilon
from dpsym.distributions import Joint
from dpsym.distributions.families import Answers, Row, Step
from dpsym.divergences.least import ConcentratedBudget
from dpsym.divergences.overall import Greatest, Total, Worst
from dpsym.parameters import BUDGET, CUTOFF, OFFSET, alpha, delta, eps, zeta
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.composition.approximate import response_profile
from theorems.library.space import MEDIUM, ORDER, SMALL, ranges
from theorems.library.variables import ALL, DWORK_ROTH, FULL, KAIROUZ, MIRONOV, V3, K, L, P, Q, eps1, eps2, k
from theorems.statement import ABOVE_ONE, NONNEGATIVE, POSITIVE, UNIT_OPEN, le

rho, xi, omega = BUDGET.symbol, OFFSET.symbol, CUTOFF.symbol
STEPS = {k: (S.Naturals, (1, 4))}
_KERNELS = {K: ALL, L: ALL}
_ALL = {P: ALL, Q: ALL, **_KERNELS}
_ANSWERS, _STEP, _ROW = (Answers(K, k), Answers(L, k)), (Step(K), Step(L)), (Row(K), Row(L))
_JOINT = (Joint(P, K), Joint(Q, L))
_DRV = Cite("dworkrothblumvadhan2010", "Theorem III.3")
_DONG = "dong2022gaussian"
_ZHU = Cite("zhu2022characteristic", "Theorem 10", "arXiv:2106.08567")
_ADAPTIVE = "K and L give the law of the next answer on two neighbouring datasets, for each history of answers."

PURE = Theorem(
    id="dp.composition.pure.adaptive",
    title="Adaptive composition of k mechanisms under pure privacy: the eps of the steps add up, each at its worst history",
    statement=le(MaxDivergence(*_ANSWERS), Total(MaxDivergence(*_STEP), k)),
    **ranges({**STEPS, **_KERNELS}),
    cites=(Cite(DWORK_ROTH, "Theorem 3.14 and its remark on adaptive choice"),),
    checks=(Hostile(), Enumerate(40)),
    note=_ADAPTIVE,
)

BASIC = Theorem(
    id="dp.composition.adaptive",
    title="Adaptive composition of two mechanisms, the first any: the eps add up, and so do the deltas",
    statement=le(HockeyStick(eps1 + eps2, *_JOINT), HockeyStick(eps1, P, Q) + Worst(HockeyStick(eps2, *_ROW))),
    **ranges({eps1: SMALL, eps2: SMALL, **_ALL}),
    cites=(Cite(DWORK_ROTH, "Theorem B.1"),),
    checks=(Hostile(), Enumerate(60)),
    note="The first mechanism may be a composition itself, so that by induction it holds for any number, each with its own eps and delta.",
)

BASIC_MANY = Theorem(
    id="dp.composition.adaptive.many",
    title="Adaptive composition of k mechanisms of one eps: the deltas of the steps add up, each at its worst history",
    statement=le(HockeyStick(k * eps, *_ANSWERS), Total(HockeyStick(eps, *_STEP), k)),
    **ranges({**STEPS, eps: SMALL, **_KERNELS}),
    cites=(Cite(DWORK_ROTH, "Theorem 3.16 and Theorem B.1"),),
    uses=("dp.composition.adaptive",),
    checks=(Hostile(), Enumerate(40)),
    note=_ADAPTIVE,
)

SHARP = Theorem(
    id="dp.composition.adaptive.sharp",
    title="Adaptive composition of two mechanisms, the first any: at the sum of the eps the deltas multiply as probabilities that nothing leaks",
    statement=le(
        HockeyStick(eps1 + eps2, *_JOINT), 1 - (1 - HockeyStick(eps1, P, Q)) * (1 - Worst(HockeyStick(eps2, *_ROW)))
    ),
    **ranges({eps1: SMALL, eps2: SMALL, **_ALL}),
    cites=(Cite(KAIROUZ, "Theorem 3.3, at the greatest eps", "arXiv:1311.0776"),),
    checks=(Hostile(), Enumerate(60)),
    sharpens="dp.composition.adaptive",
    note="The first mechanism may be a composition itself, so that by induction it holds for any number of mechanisms.",
)

_LEAST_DELTA = tuple(le(Worst(HockeyStick(eps, *pair), k), delta) for pair in (_STEP, _STEP[::-1]))

OPTIMAL = Theorem(
    id="dp.composition.adaptive.optimal",
    title="Optimal composition theorem: k adaptive (eps, delta)-DP mechanisms are no worse than randomized responses that may tell all",
    statement=le(HockeyStick(zeta, *_ANSWERS), 1 - (1 - delta) ** k * (1 - response_profile(zeta, k, eps))),
    **ranges(
        {**STEPS, eps: (POSITIVE, ("1/20", 2)), delta: (Interval.Ropen(0, 1), (0, "1/2")), zeta: MEDIUM, **_KERNELS}
    ),
    hypotheses=_LEAST_DELTA,
    cites=(Cite(KAIROUZ, "Theorem 3.3", "arXiv:1311.0776"),),
    checks=(Hostile(),),
    note=_ADAPTIVE,
)

_LOSS = Greatest(MaxDivergence(*_STEP), MaxDivergence(*_STEP[::-1]))
_SQUARES = sqrt(2 * log(1 / delta) * Total(_LOSS**2, k))

ADVANCED = Theorem(
    id="dp.composition.adaptive.advanced",
    title="Advanced composition of k adaptive mechanisms under pure privacy, each with its own eps",
    statement=le(HockeyStick(Total(_LOSS * (exp(_LOSS) - 1), k) + _SQUARES, *_ANSWERS), delta),
    **ranges({**STEPS, delta: (UNIT_OPEN, ("1/1000", "9/10")), K: FULL, L: FULL}),
    cites=(_DRV, Cite(DWORK_ROTH, "Theorem 3.20")),
    uses=("dp.composition.adaptive.advanced.tanh",),
    checks=(Hostile(40),),
    note="The eps of a step is the greatest loss in either direction. " + _ADAPTIVE,
)

ADVANCED_TANH = Theorem(
    id="dp.composition.adaptive.advanced.tanh",
    title="Advanced composition of k adaptive mechanisms under pure privacy, by the mean of the loss of randomized response",
    statement=le(HockeyStick(Total(_LOSS * tanh(_LOSS / 2), k) + _SQUARES, *_ANSWERS), delta),
    **ranges({**STEPS, delta: (UNIT_OPEN, ("1/1000", "9/10")), K: FULL, L: FULL}),
    cites=(_DRV, Cite(KAIROUZ, "Theorem 3.5, its first mean", "arXiv:1311.0776")),
    checks=(Hostile(40),),
    sharpens="dp.composition.adaptive.advanced",
    note="The loss of a step lies between -eps and eps, its mean is at most eps tanh(eps/2): Hoeffding's inequality for martingales.",
)

ADVANCED_APPROX = Theorem(
    id="dp.composition.adaptive.advanced.approx",
    title="Advanced composition of k adaptive (eps, delta)-DP mechanisms",
    statement=le(HockeyStick(advanced_epsilon(((eps, k),), zeta), *_ANSWERS), 1 - (1 - delta) ** k * (1 - zeta)),
    **ranges(
        {
            **STEPS,
            eps: (POSITIVE, ("1/20", 2)),
            delta: (Interval.Ropen(0, 1), (0, "1/2")),
            zeta: (UNIT_OPEN, ("1/1000", "9/10")),
            **_KERNELS,
        }
    ),
    hypotheses=_LEAST_DELTA,
    cites=(_DRV, Cite(DWORK_ROTH, "Theorem 3.20"), Cite(KAIROUZ, "Theorem 3.4", "arXiv:1311.0776")),
    uses=("dp.composition.adaptive.optimal", "dp.composition.adaptive.advanced.tanh"),
    checks=(Hostile(40),),
    note="zeta is the delta' of the tail. The right side is at most k delta + delta', which the sources print. "
    + _ADAPTIVE,
)

RENYI = Theorem(
    id="rdp.composition.adaptive.many",
    title="Adaptive composition of k mechanisms under Rényi privacy: the budgets of the steps add up, each at its worst history",
    statement=le(Renyi(alpha, *_ANSWERS), Total(Renyi(alpha, *_STEP), k)),
    **ranges({**STEPS, alpha: ORDER, **_KERNELS}),
    cites=(Cite(MIRONOV, "Proposition 1", V3),),
    uses=("rdp.composition.adaptive",),
    checks=(Hostile(), Enumerate(40)),
    note=_ADAPTIVE,
)


def _line(limit: object) -> tuple[object, ...]:
    """Return the hypothesis that every step is concentrated, up to this order."""
    return (le(Worst(ConcentratedBudget(xi, limit, *_STEP), k), rho),)


ZCDP = Theorem(
    id="zcdp.composition",
    title="Adaptive composition of k (xi, rho)-zCDP mechanisms is (k xi, k rho)-zCDP",
    statement=le(Renyi(alpha, *_ANSWERS), k * xi + k * rho * alpha),
    **ranges({**STEPS, alpha: ORDER, xi: (NONNEGATIVE, (0, 1)), rho: SMALL, **_KERNELS}),
    hypotheses=_line(oo),
    cites=(Cite("bunsteinke2016", "Lemma 1.7 and Lemma 2.3", "arXiv:1605.02065v1"),),
    uses=("rdp.composition.adaptive.many",),
    checks=(Hostile(40),),
    note="The hypothesis is one budget for all steps and histories; that of different budgets is their sum, since the Rényi divergences add up. "
    + _ADAPTIVE,
)

TCDP = Theorem(
    id="tcdp.composition",
    title="Adaptive composition of k (rho, omega)-tCDP mechanisms is (k rho, omega)-tCDP",
    statement=le(Renyi(alpha, *_ANSWERS), k * rho * alpha),
    **ranges({**STEPS, alpha: ORDER, rho: SMALL, omega: (ABOVE_ONE, (2, 16)), **_KERNELS}),
    hypotheses=(alpha < omega, le(Worst(ConcentratedBudget(0, omega, *_STEP), k), rho)),
    cites=(Cite("bundworkrothblumsteinke2018", "Lemma 2, adaptive"),),
    uses=("rdp.composition.adaptive.many",),
    checks=(Hostile(40),),
    note=_ADAPTIVE,
)
