"""What privacy means for a population, and what an approximate promise is made of."""

from dpsym import HockeyStick, MaxDivergence, Mixture
from dpsym.distributions import Image, Joint, ProductLaw
from dpsym.distributions.families import Other, Row
from dpsym.divergences.overall import Greatest, Worst
from dpsym.parameters import delta, eps
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import SMALL, ranges
from theorems.library.variables import ALL, FULL, P1, Q1, K, P, Q
from theorems.statement import POSITIVE, UNIT_OPEN, le

_PAIR = (Joint(P, K), ProductLaw(P, Image(K, P)))

GENERALIZATION = Theorem(
    id="dp.generalization",
    title="A private mechanism generalises: its answer fits its own record hardly better than a fresh one, for every test of both",
    statement=le(
        Greatest(HockeyStick(eps, *_PAIR), HockeyStick(eps, *_PAIR[::-1])), Worst(HockeyStick(eps, Row(K), Other(K)))
    ),
    **ranges({eps: SMALL, P: ALL, K: ALL}),
    cites=(Cite("bassily2016stability", "the lemma of generalisation in expectation", "arXiv:1511.02513"),),
    checks=(Hostile(), Enumerate(60)),
    note="A record is drawn from P, and K gives the law of the answer for each value of it, whatever the others are; beside it stands an "
    "independent record. The value of any query with values in [0, 1] that the answer names differs in the mean by at most e^eps - 1 "
    "+ delta between the two. The theorem with high probability, over all records at once, is not stated. The lemma's number was "
    "not looked up.",
)

LEAK = Theorem(
    id="dp.approx.leak",
    title="An eps-private pair that leaks anything with probability delta is (eps, delta)-private",
    statement=le(HockeyStick(eps, Mixture(delta, P1, P), Mixture(delta, Q1, Q)), delta),
    **ranges(
        {eps: (POSITIVE, ("1/20", 3)), delta: (UNIT_OPEN, ("1/1000", "9/10")), P: FULL, Q: FULL, P1: ALL, Q1: ALL}
    ),
    hypotheses=(le(MaxDivergence(P, Q), eps),),
    cites=(Cite("kairouz2015composition", "the worst pair, as a mixture", "arXiv:1311.0776"),),
    checks=(Hostile(),),
    note="Its converse, that every such pair is an image of the mixture of randomized response with what tells all, is the domination of "
    "the worst pair.",
)
