"""Group privacy at any distance: a chain of neighbours, in every notion."""

from sympy import Interval, S, Symbol, oo

from dpsym import HockeyStick, MaxDivergence, Renyi
from dpsym.conversion import group_budget, group_budget_printed, group_delta, group_order
from dpsym.distributions import AnyKernel
from dpsym.distributions.families import Here, Member, Next
from dpsym.divergences.least import ConcentratedBudget, GaussianRatio
from dpsym.divergences.overall import Total, UpTo, Worst
from dpsym.parameters import BUDGET, CUTOFF, alpha, eps
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, SMALL, ranges
from theorems.library.variables import ALL, DWORK_ROTH, MIRONOV, V3, j, k
from theorems.statement import ABOVE_ONE, POSITIVE, le

rho, omega = BUDGET.symbol, CUTOFF.symbol
chain = AnyKernel("P")
_LINK, _ENDS = (Here(chain), Next(chain)), (Member(chain, 0), Member(chain, k))
_STEPS = {k: (S.Naturals, (1, 5))}
_MIRONOV = Cite(MIRONOV, "Proposition 11, step by step", V3)
_NOTE = "P_0, ..., P_k are the laws of the mechanism on datasets of which each is a neighbour of the one before."

PURE = Theorem(
    id="dp.group.pure.any",
    title="Group privacy under pure privacy at any distance: the eps of the steps add up",
    statement=le(MaxDivergence(*_ENDS), Total(MaxDivergence(*_LINK), k)),
    **ranges({**_STEPS, chain: ALL}),
    cites=(Cite(DWORK_ROTH, "Theorem 2.2"),),
    checks=(Hostile(), Enumerate(40)),
    note=_NOTE,
)

APPROX = Theorem(
    id="dp.group.any",
    title="Group privacy under approximate privacy at any distance k: (k eps, delta (e^(k eps) - 1)/(e^eps - 1))",
    statement=le(HockeyStick(k * eps, *_ENDS), group_delta(k, eps, Worst(HockeyStick(eps, *_LINK), k))),
    **ranges({**_STEPS, eps: (POSITIVE, ("1/20", 3)), chain: ALL}),
    cites=(Cite("vadhan2017", "Lemma 2.2, its proof"),),
    uses=("dp.group", "dp.group.factor"),
    checks=(Hostile(), Enumerate(40)),
    note=_NOTE,
)

RENYI = Theorem(
    id="rdp.group.any",
    title="Group privacy under Rényi privacy at any distance, from one order",
    statement=le(Renyi(group_order(k, alpha), *_ENDS), group_budget(k, alpha, Worst(Renyi(alpha, *_LINK), k))),
    **ranges({**_STEPS, alpha: ORDER, chain: ALL}),
    cites=(_MIRONOV,),
    uses=("renyi.weak_triangle", "rdp.group.chain.step", "rdp.group.chain.budget"),
    checks=(Hostile(), Enumerate(40)),
    note=_NOTE,
)

_ORDER = k * (alpha - 1) + j

SPACED = Theorem(
    id="rdp.group.spaced.any",
    title="Group privacy under Rényi privacy at any distance k, from k equally spaced orders",
    statement=le(Renyi(alpha, *_ENDS), k * alpha * UpTo(Worst(Renyi(_ORDER, *_LINK), k) / _ORDER, j, 1, k)),
    **ranges({**_STEPS, alpha: ORDER, chain: ALL}),
    cites=(_MIRONOV, Cite("bunsteinke2016", "Proposition 1.9, its proof", "arXiv:1605.02065v1")),
    uses=("renyi.weak_triangle",),
    checks=(Hostile(), Enumerate(40)),
    note=_NOTE,
)

ZCDP = Theorem(
    id="zcdp.group.any",
    title="Group privacy under zero-concentrated privacy at any distance k: rho grows by the square of k",
    statement=le(Renyi(alpha, *_ENDS), k**2 * rho * alpha),
    **ranges({**_STEPS, alpha: ORDER, rho: SMALL, chain: ALL}),
    hypotheses=(le(Worst(ConcentratedBudget(0, oo, *_LINK), k), rho),),
    cites=(Cite("bunsteinke2016", "Proposition 1.9", "arXiv:1605.02065v1"),),
    uses=("rdp.group.spaced.any",),
    checks=(Hostile(),),
    note=_NOTE,
)

TCDP = Theorem(
    id="tcdp.group.any",
    title="Group privacy under truncated concentrated privacy at any distance k: (k^2 rho, omega/k)",
    statement=le(Renyi(alpha, *_ENDS), k**2 * rho * alpha),
    **ranges({**_STEPS, alpha: ORDER, rho: SMALL, omega: (ABOVE_ONE, (2, 16)), chain: ALL}),
    hypotheses=(k * alpha < omega, le(Worst(ConcentratedBudget(0, omega, *_LINK), k), rho)),
    cites=(_MIRONOV, Cite("bunsteinke2016", "Proposition 1.9, its proof", "arXiv:1605.02065v1")),
    uses=("rdp.group.spaced.any",),
    checks=(Hostile(),),
    note=_NOTE
    + " The orders that the chain of weak triangle inequalities asks for are k (alpha - 1) + j, j = 1, ..., k, below omega.",
)

GDP = Theorem(
    id="gdp.group.any",
    title="Group privacy under Gaussian privacy at any distance: the mu of the steps add up",
    statement=le(GaussianRatio(*_ENDS), Total(GaussianRatio(*_LINK), k)),
    **ranges({**_STEPS, chain: ALL}),
    cites=(Cite("dong2022gaussian", "Theorem 2.14", "arXiv:1905.02383v3"),),
    uses=("tradeoff.group",),
    checks=(Hostile(), Enumerate(40)),
    note=_NOTE,
)

doublings = Symbol("c", integer=True, positive=True)

DOUBLED = Theorem(
    id="rdp.group.doubled",
    title="Group privacy under Rényi privacy at the distances 2^c, as printed: order alpha/2^c and the factor 3^c",
    statement=le(
        Renyi(alpha / 2**doublings, Member(chain, 0), Member(chain, 2**doublings)),
        group_budget_printed(doublings, Worst(Renyi(alpha, *_LINK), 2**doublings)),
    ),
    **ranges({doublings: (S.Naturals, (1, 2)), alpha: (Interval(4, oo), (4, 16)), chain: ALL}),
    hypotheses=(le(2 ** (doublings + 1), alpha),),
    cites=(Cite(MIRONOV, "Proposition 2", V3),),
    uses=("rdp.group",),
    checks=(Hostile(60),),
    note=_NOTE,
)
