"""Datasets several steps apart, and promises up to an order: the range of the privacy loss, and the profile of truncated CDP."""

from sympy import S

from dpsym import HockeyStick, MaxDivergence
from dpsym.conversion import tcdp_profile
from dpsym.distributions import AnyKernel
from dpsym.distributions.families import Here, Member, Next
from dpsym.divergences.least import ConcentratedBudget
from dpsym.divergences.overall import Total
from dpsym.parameters import BUDGET, CUTOFF, eps
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ranges
from theorems.library.variables import ALL, P, Q, k
from theorems.statement import ABOVE_ONE, NONNEGATIVE, POSITIVE, le

rho, omega = BUDGET.symbol, CUTOFF.symbol
chain = AnyKernel("P")
_FIRST, _LAST = Member(chain, 0), Member(chain, k)
_HERE, _NEXT = Here(chain), Next(chain)

RANGE = Theorem(
    id="range.group.any",
    title="Group privacy under a bounded range at any distance: the ranges of the steps add up",
    statement=le(
        MaxDivergence(_FIRST, _LAST) + MaxDivergence(_LAST, _FIRST),
        Total(MaxDivergence(_HERE, _NEXT), k) + Total(MaxDivergence(_NEXT, _HERE), k),
    ),
    **ranges({k: (S.Naturals, (1, 5)), chain: ALL}),
    cites=(Cite("dongdurfeerogers2020", "Section 2.1", "arXiv:1909.13830"),),
    uses=("dp.group.pure.any",),
    checks=(Hostile(), Enumerate(40)),
    note="P_0, ..., P_k are the laws of the mechanism on datasets of which each is a neighbour of the one before; the loss of the ends is "
    "the sum of the losses of the steps.",
)

TCDP_PROFILE = Theorem(
    id="tcdp.to_profile.any",
    title="From truncated concentrated privacy to the privacy profile, for any pair",
    statement=le(HockeyStick(eps, P, Q), tcdp_profile(eps, rho, omega)),
    **ranges(
        {eps: (NONNEGATIVE, (0, 6)), rho: (POSITIVE, ("1/100", 2)), omega: (ABOVE_ONE, ("3/2", 16)), P: ALL, Q: ALL}
    ),
    hypotheses=(le(ConcentratedBudget(0, omega, P, Q), rho),),
    cites=(Cite("bundworkrothblumsteinke2018", "Lemma 6, solved for delta"),),
    uses=("tcdp.to_approx", "rdp.to_approx"),
    checks=(Hostile(40),),
)
