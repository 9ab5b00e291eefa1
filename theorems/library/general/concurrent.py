"""Concurrent composition: interactive mechanisms whose questions a strategy interleaves as it likes cost no more than one after the other."""

from sympy import S

from dpsym import HockeyStick, MaxDivergence, Renyi
from dpsym.distributions import AnyKernel, ProductLaw
from dpsym.distributions.interactive import Asked, View
from dpsym.divergences.least import DominationGap
from dpsym.divergences.strategies import AnyStrategy
from dpsym.parameters import alpha
from theorems.checks.dialogue import Interleave
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, SMALL, ranges
from theorems.library.variables import ALL, P1, P2, Q1, Q2, K, L, eps1, eps2, k, threshold
from theorems.statement import REAL, le

M, N, STRATEGY = AnyKernel("M"), AnyKernel("N"), AnyKernel("S")
_ROUNDS = {k: (S.Naturals, (1, 3)), K: ALL, L: ALL, M: ALL, N: ALL, STRATEGY: ALL}
_VIEWS = (View(STRATEGY, k, K, M), View(STRATEGY, k, L, N))
_FIRST, _SECOND = (Asked(K), Asked(L)), (Asked(M), Asked(N))
_VADHAN = Cite("vadhan2021concurrent", "composition of pure interactive mechanisms", "arXiv:2105.14427")
_LYU = "lyu2022interactive"
_ZHANG = Cite("vadhan2023concurrent", "concurrent composition of f-DP mechanisms", "arXiv:2207.08335v3")
_ASKED = (
    "K and L give the next answer of one interactive mechanism on two neighbouring datasets, for each history of its own questions and "
    "answers, M and N that of another. The strategy S chooses by all that it has seen whom it asks next, and what; k questions in all. What "
    "two mechanisms asked concurrently answer is one interactive mechanism again, so that by induction this holds for any number. The "
    "numbers of the theorems were not seen."
)

PURE = Theorem(
    id="dp.composition.concurrent.pure",
    title="Concurrent composition of two interactive mechanisms under pure privacy: the eps add up, however the questions are interleaved",
    statement=le(
        MaxDivergence(*_VIEWS), AnyStrategy(MaxDivergence(*_FIRST), k) + AnyStrategy(MaxDivergence(*_SECOND), k)
    ),
    **ranges(_ROUNDS),
    cites=(_VADHAN,),
    checks=(Interleave(),),
    note=_ASKED,
)

APPROX = Theorem(
    id="dp.composition.concurrent",
    title="Concurrent composition of two interactive (eps, delta)-DP mechanisms: no worse than one after the other, at the sum of the eps",
    statement=le(
        HockeyStick(eps1 + eps2, *_VIEWS),
        1 - (1 - AnyStrategy(HockeyStick(eps1, *_FIRST), k)) * (1 - AnyStrategy(HockeyStick(eps2, *_SECOND), k)),
    ),
    **ranges({**_ROUNDS, eps1: SMALL, eps2: SMALL}),
    cites=(Cite(_LYU, "composition under approximate privacy", "arXiv:2207.09397"), _ZHANG),
    uses=("dominating.composition.concurrent",),
    checks=(Interleave(),),
    note="delta is the greatest that any strategy finds in one mechanism alone. The right side is at most the sum of the deltas. "
    + _ASKED,
)

RENYI = Theorem(
    id="rdp.composition.concurrent",
    title="Concurrent composition of two interactive mechanisms under Rényi privacy: the budgets add up, however the questions are interleaved",
    statement=le(Renyi(alpha, *_VIEWS), AnyStrategy(Renyi(alpha, *_FIRST), k) + AnyStrategy(Renyi(alpha, *_SECOND), k)),
    **ranges({**_ROUNDS, alpha: ORDER}),
    cites=(Cite(_LYU, "composition under Rényi and zero-concentrated privacy", "arXiv:2207.09397"), _ZHANG),
    checks=(Interleave(),),
    note="At each order, and so for zero-concentrated privacy too. The mean under Q of (dP/dQ)^alpha factorises along a "
    "dialogue: with what is left to be asked of either mechanism bounded by its supremum, the last question takes one factor away. "
    + _ASKED,
)

DOMINATING = Theorem(
    id="dominating.composition.concurrent",
    title="Concurrent composition of two interactive mechanisms: the product of dominating pairs dominates what any strategy sees",
    statement=le(HockeyStick(threshold, *_VIEWS), HockeyStick(threshold, ProductLaw(P1, P2), ProductLaw(Q1, Q2))),
    **ranges({**_ROUNDS, threshold: (REAL, (-1, 3)), P1: ALL, Q1: ALL, P2: ALL, Q2: ALL}),
    hypotheses=(
        le(AnyStrategy(DominationGap(*_FIRST, P1, Q1), k), 0),
        le(AnyStrategy(DominationGap(*_SECOND, P2, Q2), k), 0),
    ),
    cites=(_ZHANG,),
    checks=(Interleave(40),),
    note="In the words of trade-off functions: mechanisms that are f-DP and g-DP against all strategies are f x g-DP when they are asked "
    "concurrently. With randomised responses that may tell all as the pairs it is the optimal composition of (eps, delta)-DP. "
    + _ASKED,
)
