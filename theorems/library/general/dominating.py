"""Adaptive composition under f-DP, Gaussian privacy, and of dominating pairs: the products of what dominates each step."""

from sympy import S

from dpsym import HockeyStick, TradeOff
from dpsym.distributions import AnyKernel, Joint, ProductLaw
from dpsym.distributions.families import Answers, Copies, Independent, Row, Step, Turn
from dpsym.distributions.tightest import Tightest
from dpsym.divergences.least import DominationGap, GaussianRatio
from dpsym.divergences.overall import Total, Worst
from dpsym.parameters import t
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import SHARE, THRESHOLD, ranges
from theorems.library.variables import ALL, P1, P2, Q1, Q2, K, L, P, Q, k, threshold
from theorems.statement import eq, le

STEPS = {k: (S.Naturals, (1, 4))}
_KERNELS = {K: ALL, L: ALL}
_ALL = {P: ALL, Q: ALL, **_KERNELS}
_ANSWERS, _STEP, _ROW = (Answers(K, k), Answers(L, k)), (Step(K), Step(L)), (Row(K), Row(L))
_JOINT = (Joint(P, K), Joint(Q, L))
_DONG = "dong2022gaussian"
_ZHU = Cite("zhu2022characteristic", "Theorem 10", "arXiv:2106.08567")
_ADAPTIVE = "K and L give the law of the next answer on two neighbouring datasets, for each history of answers."

GDP = Theorem(
    id="gdp.composition.adaptive",
    title="Adaptive composition of k mechanisms under Gaussian privacy: the squares of mu add up",
    statement=le(GaussianRatio(*_ANSWERS) ** 2, Total(GaussianRatio(*_STEP) ** 2, k)),
    **ranges({**STEPS, **_KERNELS}),
    cites=(Cite(_DONG, "Corollary 3.3", "arXiv:1905.02383v3"),),
    uses=("tradeoff.composition",),
    checks=(Hostile(40),),
    note="mu is the least for which the pair is mu-GDP. " + _ADAPTIVE,
)

_DOMINATED = tuple(le(DominationGap(*pair), 0) for pair in ((P, Q, P1, Q1), (*_ROW, P2, Q2)))
_TWO = (_DOMINATED[0], le(Worst(_DOMINATED[1].lhs), 0))
_EACH = (le(Worst(DominationGap(*_STEP, P, Q), k), 0),)
_LAWS = {P1: ALL, Q1: ALL, P2: ALL, Q2: ALL}

DOMINATING = Theorem(
    id="dominating.composition",
    title="Dominating pairs compose: the product of two pairs dominates the adaptive composition of what they dominate",
    statement=le(HockeyStick(threshold, *_JOINT), HockeyStick(threshold, ProductLaw(P1, P2), ProductLaw(Q1, Q2))),
    **ranges({threshold: THRESHOLD, **_ALL, **_LAWS}),
    hypotheses=_TWO,
    cites=(_ZHU,),
    checks=(Hostile(40),),
    note="The first mechanism may be a composition itself and its pair a product, so that by induction it holds for any number of mechanisms.",
)

DOMINATING_MANY = Theorem(
    id="dominating.composition.many",
    title="Adaptive composition of k mechanisms with one dominating pair is dominated by its k-fold product",
    statement=le(HockeyStick(threshold, *_ANSWERS), HockeyStick(threshold, Copies(P, k), Copies(Q, k))),
    **ranges({**STEPS, threshold: THRESHOLD, **_ALL}),
    hypotheses=_EACH,
    cites=(_ZHU,),
    uses=("dominating.composition",),
    checks=(Hostile(),),
    note=_ADAPTIVE,
    specializes="dominating.composition.each",
)

TRADEOFF = Theorem(
    id="tradeoff.composition",
    title="Adaptive composition under f-DP: the trade-off function of two mechanisms is at least the product of theirs",
    statement=le(TradeOff(t, ProductLaw(P1, P2), ProductLaw(Q1, Q2)), TradeOff(t, *_JOINT)),
    **ranges({t: SHARE, **_ALL, **_LAWS}),
    hypotheses=_TWO,
    cites=(Cite(_DONG, "Theorem 3.2", "arXiv:1905.02383v3"),),
    uses=("dominating.composition",),
    checks=(Hostile(40),),
    note="f = T(P1, Q1) and g = T(P2, Q2) are any trade-off functions, and f below that of a pair is what the hypotheses say, by profiles.",
)

TRADEOFF_MANY = Theorem(
    id="tradeoff.composition.many",
    title="Adaptive composition of k f-DP mechanisms: the trade-off function is at least the k-fold product of f",
    statement=le(TradeOff(t, Copies(P, k), Copies(Q, k)), TradeOff(t, *_ANSWERS)),
    **ranges({**STEPS, t: SHARE, **_ALL}),
    hypotheses=_EACH,
    cites=(Cite(_DONG, "Theorem 3.2", "arXiv:1905.02383v3"),),
    uses=("tradeoff.composition",),
    checks=(Hostile(40),),
    note=_ADAPTIVE,
    specializes="tradeoff.composition.each",
)

_A, _B = AnyKernel("A"), AnyKernel("B")
_FAMILIES = {_A: ALL, _B: ALL, **_KERNELS}
_BY_TURNS = (le(Worst(DominationGap(*_STEP, Turn(_A), Turn(_B)), k), 0),)
_PRODUCTS = (Independent(_A, k), Independent(_B, k))
_EACH_NOTE = "A_i and B_i are the pair that dominates the step i, whatever the answers before it. "

DOMINATING_EACH = Theorem(
    id="dominating.composition.each",
    title="Adaptive composition of k mechanisms, each with its own dominating pair, is dominated by the product of the pairs",
    statement=le(HockeyStick(threshold, *_ANSWERS), HockeyStick(threshold, *_PRODUCTS)),
    **ranges({**STEPS, threshold: THRESHOLD, **_FAMILIES}),
    hypotheses=_BY_TURNS,
    cites=(
        _ZHU,
        Cite(
            "murtaghvadhan2018",
            "Theorem 1.5, with the pairs of randomized responses that may tell all",
            "arXiv:1507.03113",
        ),
    ),
    uses=("dominating.composition",),
    checks=(Hostile(),),
    note=_EACH_NOTE
    + "With randomized responses that may tell all it is the optimal composition of different eps and delta, by "
    "dp.approx.dominating; to compute that exactly is as hard as counting (Murtagh and Vadhan, Theorem 1.6).",
)

TRADEOFF_EACH = Theorem(
    id="tradeoff.composition.each",
    title="Adaptive composition of k mechanisms, the step i f_i-DP: the trade-off function is at least the product of the f_i",
    statement=le(TradeOff(t, *_PRODUCTS), TradeOff(t, *_ANSWERS)),
    **ranges({**STEPS, t: SHARE, **_FAMILIES}),
    hypotheses=_BY_TURNS,
    cites=(Cite(_DONG, "Theorem 3.2", "arXiv:1905.02383v3"),),
    uses=("tradeoff.composition",),
    checks=(Hostile(40),),
    note=_EACH_NOTE + "f_i is their trade-off function, which any trade-off function is.",
)

EXISTENCE = Theorem(
    id="dominating.existence",
    title="One pair has the greatest profile of all pairs of rows of two kernels, at every eps",
    statement=eq(HockeyStick(threshold, Tightest(0, K, L), Tightest(1, K, L)), Worst(HockeyStick(threshold, *_ROW))),
    **ranges({threshold: THRESHOLD, **_KERNELS}),
    cites=(Cite("zhu2022characteristic", "Proposition 8", "arXiv:2106.08567"),),
    checks=(Hostile(60), Enumerate(40)),
    note="Every mechanism has a tightly dominating pair: the rows are its pairs of neighbours. The number of the proposition is not looked up.",
)
