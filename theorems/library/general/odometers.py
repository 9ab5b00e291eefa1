"""More of fully adaptive composition: filters of other notions, the odometer, and a filter that does not hold."""

from sympy import S, oo

from dpsym import AnyKernel, HockeyStick, MaxDivergence, Renyi
from dpsym.distributions import Joint, ProductLaw
from dpsym.distributions.families import Answers, Row, Step
from dpsym.distributions.tightest import Tightest
from dpsym.divergences.least import ConcentratedBudget
from dpsym.divergences.odometer import Overrun
from dpsym.divergences.overall import Worst
from dpsym.divergences.paths import AlongPath
from dpsym.parameters import BUDGET, OFFSET, alpha, eps
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.variables import ALL, FULL, ORDERS, K, L, P, Q, k
from theorems.statement import ABOVE_ONE, NONNEGATIVE, le

rho, xi = BUDGET.symbol, OFFSET.symbol
M, N = AnyKernel("M"), AnyKernel("N")
_STEPS = {"domain": {k: S.Naturals}, "typical": {k: (1, 4)}}
_KERNELS = {K: ALL, L: ALL}
_ANSWERS, _STEP = (Answers(K, k), Answers(L, k)), (Step(K), Step(L))
_SPENT = MaxDivergence(Step(M), Step(N))
_FILTER = (
    "K and L give the law of the next answer on two neighbouring datasets, for each history of answers. A filter stops before the sum "
    "along the history exceeds a budget: from then on nothing is released, so that the budget bounds the supremum."
)

ZCDP = Theorem(
    id="zcdp.filter",
    title="Zero-concentrated privacy filter: of k fully adaptive mechanisms the rho add up, along the worst history",
    statement=le(Renyi(alpha, *_ANSWERS), k * xi + rho * alpha),
    domain={**_STEPS["domain"], alpha: ABOVE_ONE, xi: NONNEGATIVE, rho: NONNEGATIVE, **_KERNELS},
    typical={**_STEPS["typical"], alpha: ORDERS, xi: (0, 1), rho: (0, 2)},
    hypotheses=(le(AlongPath(ConcentratedBudget(xi, oo, *_STEP), k), rho),),
    cites=(
        Cite("whitehouse2023adaptive", "Theorem 1, at delta_n = 0", "arXiv:2203.05481"),
        Cite("feldmanzrnic2021", "Theorem 3.1 at every order", "arXiv:2008.11193v4"),
    ),
    uses=("rdp.filter",),
    checks=(Hostile(80),),
    note=_FILTER + " The rho of a step is the least for which it is (xi, rho)-zCDP after the history.",
)

APPROX = Theorem(
    id="dp.filter",
    title="Privacy filter under approximate privacy: of k fully adaptive mechanisms eps and delta add up, each along its worst history",
    statement=le(HockeyStick(AlongPath(_SPENT, k), *_ANSWERS), AlongPath(HockeyStick(_SPENT, *_STEP), k)),
    domain={**_STEPS["domain"], **_KERNELS, M: FULL, N: FULL},
    typical={k: (1, 3)},
    cites=(Cite("rogers2016odometers", "Theorem 3.6, the filter of basic composition", "arXiv:1605.08294"),),
    checks=(Hostile(120), Enumerate(60)),
    note=_FILTER
    + " The eps of a step is any function of the history: here it is the max divergence of two other kernels, which takes every value from 0 "
    "on; delta is what the step loses at this eps. Proof: after each history P <= e^eps Q + D with a measure D of mass at most delta, so "
    "that the answers are e^(sum of eps) times those of L but for what the D collect, whose mass is a mean of sums of delta along histories. "
    "The number of the theorem is the one by which other texts quote it.",
)

ODOMETER = Theorem(
    id="rdp.odometer",
    title="Rényi privacy odometer: the loss ever exceeds what was spent by log(1/delta)/(alpha - 1) with probability delta at most",
    statement=le(Overrun(alpha, K, L, k), 1),
    domain={**_STEPS["domain"], alpha: ABOVE_ONE, **_KERNELS},
    typical={**_STEPS["typical"], alpha: ORDERS},
    cites=(Cite("whitehouse2023adaptive", "the supermartingale behind Theorem 4", "arXiv:2203.05481"),),
    checks=(Hostile(60), Enumerate(40)),
    note="K and L give the law of the next answer on two neighbouring datasets, for each history of answers; what was spent is the sum of the "
    "Rényi divergences after the answers so far, so that the reading depends on them, and nothing is fixed beforehand. Ours: exp((alpha - 1) "
    "(loss - spent)) is a supermartingale under K, for each step multiplies its mean by 1; the maximal inequality of Ville bounds the "
    "probability that it ever reaches 1/delta by delta, for every delta. Of several orders the least reading holds, with delta divided among them.",
)

_JOINT = (Joint(P, K), Joint(Q, L))
_ROWS = (ProductLaw(P, Row(K)), ProductLaw(Q, Row(L)))

NATURAL = Theorem(
    id="dp.filter.natural",
    title="A filter by exact curves: a fully adaptive composition is no worse than the worst of the compositions along its histories",
    statement=le(HockeyStick(eps, *_JOINT), Worst(HockeyStick(eps, *_ROWS))),
    domain={eps: NONNEGATIVE, P: ALL, Q: ALL, **_KERNELS},
    typical={eps: (0, 2)},
    cites=(
        Cite("tran2026filters", "the natural filter of f-DP, which is shown to be invalid there", "arXiv:2602.06756v1"),
    ),
    checks=(Hostile(60), Enumerate(60)),
    note="It is false: after each answer the next mechanism can be the one that loses most at the ratio of this answer, and no fixed one is the "
    "worst at every ratio. Budgets that add up along a history hold (`rdp.filter`, `zcdp.filter`, `gdp.filter`), for what they say of a "
    "mechanism is one number, which orders all mechanisms of a kind.",
)

_TIGHTEST = (ProductLaw(P, Tightest(0, K, L)), ProductLaw(Q, Tightest(1, K, L)))

TIGHTEST = Theorem(
    id="dp.filter.tightest",
    title="A fully adaptive composition is no worse than that of the first pair with the tightest pair that dominates all that may follow",
    statement=le(HockeyStick(eps, *_JOINT), HockeyStick(eps, *_TIGHTEST)),
    domain={eps: NONNEGATIVE, P: ALL, Q: ALL, **_KERNELS},
    typical={eps: (0, 2)},
    cites=(Cite("zhu2022characteristic", "Theorem 10 and section 3", "arXiv:2106.08567"),),
    uses=("dominating.composition", "dominating.existence"),
    corrects="dp.filter.natural",
    specializes="dominating.composition",
    checks=(Hostile(60), Enumerate(60)),
    note="What may follow is any of the mechanisms among which an answer chooses. A filter by exact curves has to bound the composition of such "
    "pairs, and not each history by itself. Of Gaussian mechanisms the tightest pair is one of them, so that nothing is lost there.",
)
