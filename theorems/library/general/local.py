"""What an answer tells of its input: local privacy contracts divergences, and information about the input is bounded."""

from sympy import Rational, exp, log, tanh

from dpsym import KL, MaxDivergence, Renyi
from dpsym.distributions import Image, Joint, Kernel, ProductLaw
from dpsym.distributions.families import Other, Row
from dpsym.divergences import TotalVariation
from dpsym.divergences.overall import Worst
from dpsym.parameters import alpha, eps
from theorems.checks import Tight
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, ranges
from theorems.library.variables import ALL, FULL, K, P, Q, finite
from theorems.statement import POSITIVE, le

_IMAGES = (Image(K, P), Image(K, Q))
_LOCAL = (le(Worst(MaxDivergence(Row(K), Other(K))), eps),)
_SPACE = {
    "domain": {eps: POSITIVE, P: ALL, Q: ALL, K: FULL},
    "typical": {eps: (Rational(1, 20), 3)},
    "hypotheses": _LOCAL,
}
_RESPONSE = {
    eps: log(3),
    K: Kernel(finite("3/4", "1/4"), finite("1/4", "3/4")),
    P: finite("1", "0"),
    Q: finite("0", "1"),
}
_NOTE = "K is an eps-private local randomiser: each of its rows is the law of the answer to one input."

CONTRACTION = Theorem(
    id="ldp.total_variation",
    title="A local randomiser contracts the total variation by tanh(eps/2)",
    statement=le(TotalVariation(*_IMAGES), tanh(eps / 2) * TotalVariation(P, Q)),
    **_SPACE,
    checks=(Hostile(), Tight(at=_RESPONSE)),
    note="Ours: the greatest total variation between two rows is what a kernel contracts by (Dobrushin), and that is at most tanh(eps/2). "
    + _NOTE,
)

DUCHI = Theorem(
    id="ldp.kl",
    title="A local randomiser contracts the Kullback-Leibler divergence: at most 4 (e^eps - 1)^2 TV^2 in both directions together",
    statement=le(KL(*_IMAGES) + KL(*_IMAGES[::-1]), 4 * (exp(eps) - 1) ** 2 * TotalVariation(P, Q) ** 2),
    **_SPACE,
    cites=(Cite("duchi2018minimax", "Theorem 1", "arXiv:1604.02390"),),
    checks=(Hostile(),),
    note=_NOTE,
)

INFORMATION = Theorem(
    id="kl.mutual_information",
    title="The mutual information of input and answer is at most the worst divergence between the answers to two inputs",
    statement=le(KL(Joint(P, K), ProductLaw(P, Image(K, P))), Worst(KL(Row(K), Other(K)))),
    domain={P: ALL, K: ALL},
    checks=(Hostile(), Enumerate(40)),
    note="Ours: the mean divergence of the answer to the input from the answer to a random one, and the divergence is convex in its second law.",
)

PURE_ZCDP = Theorem(
    id="zcdp.of_pure",
    title="An eps-DP pair is eps^2/2-zCDP",
    statement=le(Renyi(alpha, P, Q), alpha * eps**2 / 2),
    **ranges({alpha: ORDER, eps: (POSITIVE, ("1/20", 3)), P: FULL, Q: FULL}),
    hypotheses=(le(MaxDivergence(P, Q), eps), le(MaxDivergence(Q, P), eps)),
    cites=(Cite("bunsteinke2016", "Proposition 1.4 and Proposition 3.3", "arXiv:1605.02065v1"),),
    uses=("renyi.pure_dp.exact", "renyi.pure_dp.quadratic"),
    checks=(Hostile(),),
)

BRETAGNOLLE_HUBER = Theorem(
    id="kl.bretagnolle_huber",
    title="The inequality of Bretagnolle and Huber: what two laws share is at least exp(-KL)/2",
    statement=le(exp(-KL(P, Q)) / 2, 1 - TotalVariation(P, Q)),
    domain={P: FULL, Q: FULL},
    checks=(Hostile(), Enumerate(60)),
    note="Ours: 1 - TV is the mass of the minimum, at least half the square of the Bhattacharyya coefficient, which is at least exp(-KL) by Jensen.",
)
