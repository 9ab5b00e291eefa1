"""Fully adaptive composition: what is spent may depend on the answers, and what counts is the most along one history."""

from sympy import S, exp, floor, log, sqrt

from dpsym import HockeyStick, MaxDivergence, Renyi
from dpsym.distributions import Joint
from dpsym.distributions.families import Answers, Step
from dpsym.divergences.least import GaussianRatio
from dpsym.divergences.overall import Greatest, Total, Worst
from dpsym.divergences.paths import AlongPath
from dpsym.parameters import alpha, delta
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, SMALL, ranges
from theorems.library.variables import ALL, FULL, K, L, P, Q, eps1, eps2, k, n, threshold
from theorems.statement import REAL, UNIT_OPEN, le

_STEPS = {k: (S.Naturals, (1, 4))}
_KERNELS = {K: ALL, L: ALL}
_ANSWERS, _STEP = (Answers(K, k), Answers(L, k)), (Step(K), Step(L))
_UNSEEN = " The number of the theorem was not looked up in the text."
_QUOTED = " The number of the theorem is the one by which other texts quote it."
_FILTER = (
    "K and L give the law of the next answer on two neighbouring datasets, for each history of answers. A filter stops before the sum "
    "along the history exceeds a budget: from then on nothing is released, so that the budget bounds the supremum."
)

PURE = Theorem(
    id="max.filter",
    title="Privacy filter under pure privacy: k fully adaptive mechanisms lose at most the greatest sum of their eps along a history",
    statement=le(MaxDivergence(*_ANSWERS), AlongPath(MaxDivergence(*_STEP), k)),
    **ranges({**_STEPS, **_KERNELS}),
    cites=(Cite("rogers2016odometers", "Theorem 3.6, the filter of basic composition", "arXiv:1605.08294"),),
    checks=(Hostile(50), Enumerate(40)),
    note=_FILTER + _QUOTED,
)

RENYI = Theorem(
    id="rdp.filter",
    title="Rényi privacy filter: k fully adaptive mechanisms lose at most the greatest sum of their budgets along a history",
    statement=le(Renyi(alpha, *_ANSWERS), AlongPath(Renyi(alpha, *_STEP), k)),
    **ranges({**_STEPS, alpha: ORDER, **_KERNELS}),
    cites=(Cite("feldmanzrnic2021", "Theorem 3.1", "arXiv:2008.11193v4"),),
    checks=(Hostile(40), Enumerate(40)),
    sharpens="rdp.composition.adaptive.many",
    note=_FILTER + _QUOTED,
)

GDP = Theorem(
    id="gdp.filter",
    title="Gaussian privacy filter: of k fully adaptive mechanisms the squares of mu add up, along the worst history",
    statement=le(GaussianRatio(*_ANSWERS) ** 2, AlongPath(GaussianRatio(*_STEP) ** 2, k)),
    **ranges({**_STEPS, **_KERNELS}),
    cites=(
        Cite("smiththakurta2022", "the filter that sums the squares of the budgets", "arXiv:2210.17520"),
        Cite("koskela2023individual", "fully adaptive composition under Gaussian privacy", "arXiv:2209.15596"),
        Cite("denisov2022streams", "Theorem 2.1", "arXiv:2202.08312"),
    ),
    checks=(Hostile(40),),
    sharpens="gdp.composition.adaptive",
    note=_FILTER
    + " The matrix mechanism on an adaptively chosen stream is the case of Gaussian steps whose shifts depend on the answers before: the squares "
    "of the shifts add up to at most that of the sensitivity, along each history." + _UNSEEN,
)

_LOSS = Greatest(MaxDivergence(*_STEP), MaxDivergence(*_STEP[::-1]))
_SPENT = AlongPath(_LOSS**2, k)

ADVANCED = Theorem(
    id="dp.filter.advanced",
    title="Privacy filter at the rate of advanced composition: k fully adaptive pure mechanisms, the squares of eps along a history",
    statement=le(HockeyStick(sqrt(2 * log(1 / delta) * _SPENT) + _SPENT / 2, *_ANSWERS), delta),
    **ranges({**_STEPS, delta: (UNIT_OPEN, ("1/1000", "9/10")), K: FULL, L: FULL}),
    cites=(Cite("whitehouse2023adaptive", "Theorem 2, at delta_n = 0", "arXiv:2203.05481"),),
    uses=("rdp.filter", "zcdp.of_pure", "zcdp.to_approx.any"),
    checks=(Hostile(30),),
    note=_FILTER + " The eps of a step is the greatest loss in either direction." + _QUOTED,
)

MOMENTS = Theorem(
    id="rdp.moments_accountant",
    title="The moments accountant: the log moments of k adaptive mechanisms add up, and the tail bound turns them into delta",
    statement=le(HockeyStick(threshold, *_ANSWERS), exp((alpha - 1) * (Total(Renyi(alpha, *_STEP), k) - threshold))),
    **ranges({**_STEPS, threshold: (REAL, (0, 3)), alpha: ORDER, K: FULL, L: FULL}),
    cites=(Cite("abadi2016deep", "Theorem 2", "arXiv:1607.00133"),),
    uses=("rdp.composition.adaptive.many", "rdp.to_approx"),
    checks=(Hostile(40),),
    note="The log moment of order lambda = alpha - 1 is lambda times the Rényi divergence of order alpha. K and L give the law of the "
    "next answer for each history; of noisy gradient descent a step is a sampled Gaussian mechanism. That source's Theorem 1 is "
    "about constants that exist, "
    "and is not stated." + _UNSEEN,
)

_LEVELS = floor(log(n) / log(2)) + 1
_TREE = (Answers(K, _LEVELS), Answers(L, _LEVELS))

TREE = Theorem(
    id="rdp.tree",
    title="Continual release by the binary tree: the counts that one record is in, one a level, cost log2(n) + 1 times the worst of them",
    statement=le(Renyi(alpha, *_TREE), _LEVELS * Worst(Renyi(alpha, *_STEP), _LEVELS)),
    **ranges({n: (S.Naturals, (1, 12)), alpha: ORDER, **_KERNELS}),
    cites=(Cite("dwork2010continual", "the tree counter"), Cite("chanshisong2010", "the binary mechanism")),
    uses=("rdp.composition.adaptive.many",),
    checks=(Hostile(40),),
    note="A record at one step is in the counts of one dyadic interval of each length up to n; K and L give the law of the released count "
    "of each, for any history, and all other counts have the same law with it and without. Every prefix is the sum of at most as "
    "many counts, which is the accuracy; that is not stated here. The numbers of the theorems were not looked up.",
)

_JOINT = (Joint(P, K), Joint(Q, L))

MEAN = Theorem(
    id="dp.composition.adaptive.mean",
    title="Propose-test-release: the delta of the second mechanism counts as often as the first leads to it",
    statement=le(
        HockeyStick(eps1 + eps2, *_JOINT), HockeyStick(eps1, P, Q) + HockeyStick(eps2, Joint(P, K), Joint(P, L))
    ),
    **ranges({eps1: SMALL, eps2: SMALL, P: ALL, Q: ALL, **_KERNELS}),
    cites=(Cite("dworklei2009", "propose-test-release"),),
    checks=(Hostile(), Enumerate(60)),
    sharpens="dp.composition.adaptive",
    note="P and Q are the laws of the private test, K and L what is released after each outcome. The last term is the mean under P of the "
    "delta after each outcome: what is released where the test should have failed costs no more than the probability that it "
    "passes. The source has this for one test and one release; here is the composition that it rests on, with its proof: split P at "
    "e^eps1 Q.",
)
