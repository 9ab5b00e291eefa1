"""What no private mechanism can do better: the least loss and the most power of all of them, and guesses of the input."""

from sympy import S, Symbol, exp

from dpsym import HockeyStick, TotalVariation
from dpsym.distributions import Image
from dpsym.distributions.families import Other, Row
from dpsym.divergences.additive import LeastNoiseCost, StaircaseCost
from dpsym.divergences.guessing import GeometricLoss, GreatestMass, Guess, LeastLoss
from dpsym.divergences.overall import Worst
from dpsym.divergences.testing import GreatestPower, TulapPower
from dpsym.parameters import eps, p, q
from theorems.checks.enclose import Enclose, Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import MEDIUM, ranges
from theorems.library.variables import ALL, K, L, P, R, k, m, n
from theorems.statement import UNIT_OPEN, eq, le

GEOMETRIC = Theorem(
    id="mechanism.geometric.universal",
    title="The geometric mechanism is universally optimal for a count: remapped, it has the least expected loss of all private mechanisms",
    statement=eq(LeastLoss(m, q, P), GeometricLoss(m, q, P)),
    **ranges({m: (S.Naturals0, (0, 3)), q: (UNIT_OPEN, ("1/20", "19/20")), P: ALL}),
    cites=(Cite("ghosh2012universally", "the main theorem", "arXiv:0811.2841"),),
    checks=(Hostile(40), Enumerate(40)),
    note="P is the prior of the count, q = exp(-eps). The left side is a linear program over all mechanisms with finitely many answers, "
    "solved exactly; the losses are |i - r|^m, at m = 0 that every wrong answer costs 1. The source has all losses that grow with |i "
    "- r|; its statement was read in the abstract.",
)

STAIRCASE = Theorem(
    id="mechanism.staircase.optimal",
    title="Staircase noise is optimal on the integers, among noise that decays by exp(-eps) every Delta places from some place on",
    statement=eq(LeastNoiseCost(n, q, k, m + 1), StaircaseCost(n, q, k)),
    **ranges(
        {n: (S.Naturals, (1, 3)), q: (UNIT_OPEN, ("1/20", "19/20")), k: (S.Naturals, (1, 3)), m: (S.Naturals0, (0, 3))}
    ),
    cites=(Cite("gengviswanath2016", "the main theorem, for integers", "arXiv:1212.1186"),),
    checks=(Enclose(24),),
    note="k is the sensitivity, q = exp(-eps), n the power of the cost; the noise may be of any shape up to the place m from 0. The left "
    "side is a linear program over all such laws, solved exactly. The source shows that laws of this kind come as near to the "
    "optimum of all as one likes, which is used, not stated; its theorem was read in the abstract.",
)

theta = Symbol("theta", positive=True)
start = Symbol("c", positive=True)

TEST = Theorem(
    id="mechanism.tulap.optimal",
    title="The test of a proportion by Tulap noise is uniformly most powerful at its level under pure privacy",
    statement=eq(GreatestPower(n, q, start, p, theta), TulapPower(n, q, start, theta)),
    **ranges(
        {
            n: (S.Naturals, (1, 5)),
            q: (UNIT_OPEN, ("1/20", "19/20")),
            start: (UNIT_OPEN, ("1/50", "9/10")),
            p: (UNIT_OPEN, ("1/20", "1/2")),
            theta: (UNIT_OPEN, ("1/20", "19/20")),
        }
    ),
    hypotheses=(le(p, theta),),
    cites=(
        Cite("awanslavkovic2018", "the uniformly most powerful test", "arXiv:1805.09236v1"),
        Cite("awanvadhan2023canonical", "tests by canonical noise", "arXiv:2108.04303"),
    ),
    checks=(Enclose(24),),
    note="n records are 1 with probability p under the hypothesis and theta >= p under the alternative; q = exp(-eps), and c is the "
    "probability that the test rejects where no record is 1. The left side is a linear program over all private tests, solved "
    "exactly. The theorem was read in the abstract; for pure privacy.",
)

PACKING = Theorem(
    id="dp.packing",
    title="Packing lower bound: from no private answer is the input guessed more often than e^eps times as often as without it, plus delta",
    statement=le(Guess(P, K), exp(eps) * GreatestMass(P) + Worst(HockeyStick(eps, Row(K), Other(K)))),
    **ranges({eps: MEDIUM, P: ALL, K: ALL}),
    cites=(
        Cite("hardttalwar2010", "the packing argument of the lower bounds"),
        Cite("vadhan2017", "section 5, packing"),
    ),
    checks=(Hostile(), Enumerate(60)),
    note="K is the mechanism on datasets of which any two are at most the distance apart at which eps and delta are taken: for "
    "eps0-private ones at distance d, eps = d eps0. Of N datasets whose good answers are disjoint one has a good answer with "
    "probability e^eps/N at most, which is the lower bound on the error.",
)

_DELTA = Worst(HockeyStick(eps, Row(K), Row(L)) + HockeyStick(eps, Row(L), Row(K))) / 2

RECONSTRUCTION = Theorem(
    id="dp.reconstruction",
    title="Reconstruction: from an (eps, delta)-private answer a secret bit is guessed with probability (e^eps + delta)/(1 + e^eps) at most",
    statement=le((1 + TotalVariation(Image(K, R), Image(L, R))) / 2, (exp(eps) + _DELTA) / (1 + exp(eps))),
    **ranges({eps: MEDIUM, R: ALL, K: ALL, L: ALL}),
    cites=(Cite("dinurnissim2003", "what this bounds, by another noise"),),
    uses=("hockey_stick.joint_convexity.any",),
    checks=(Hostile(), Enumerate(60)),
    note="Ours: R is the law of the other records, K and L give the answer where the bit is 0 and 1; a fair bit is guessed right with "
    "probability (1 + TV)/2 at most. The total variation is at most a mean over the other records, and for each of them P(S) <= e^eps Q(S) + "
    "delta and 1 - Q(S) <= e^eps (1 - P(S)) + delta' add up to (1 + e^eps) (P(S) - Q(S)) <= e^eps - 1 + delta + delta'; on the right stands the "
    "mean of both directions. Whoever recovers a greater share of n secret bits from answers, as the attack of the source does from accurate "
    "ones, shows that they are not (eps, delta)-private.",
)
