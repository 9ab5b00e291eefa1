"""Local randomisers: what the best of them tells, and by how much every one of them contracts a divergence."""

from sympy import Rational, exp, log, tanh

from dpsym import KL, RR, HockeyStick, MaxDivergence, Mixture
from dpsym.distributions import Image, Kernel
from dpsym.distributions.families import Other, Row
from dpsym.divergences import ChiSquaredDivergence, SquaredHellinger, TotalVariation
from dpsym.divergences.guessing import Inputs, UniformGuess
from dpsym.divergences.overall import Greatest, Least, Worst
from dpsym.parameters import eps, p, q, x
from theorems.checks import Tight
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import SHARE, SMALL, THRESHOLD, ranges
from theorems.library.variables import ALL, FULL, K, P, Q, finite
from theorems.statement import POSITIVE, le

_UNSEEN = " The number of the theorem was not looked up in the text."
_KAIROUZ, _KAIROUZ_V = "kairouz2016extremal", "arXiv:1407.1338"

_LOCAL = (le(Worst(MaxDivergence(Row(K), Other(K))), eps),)
_RANDOMISER = "K is an eps-private local randomiser: each of its rows is the law of the answer to one input."
_SPACE = {
    "domain": {eps: POSITIVE, P: ALL, Q: ALL, K: FULL},
    "typical": {eps: (Rational(1, 20), 3)},
    "hypotheses": _LOCAL,
}
_RESPONSE = Kernel(finite("3/4", "1/4"), finite("1/4", "3/4"))
_IMAGES = (Image(K, P), Image(K, Q))

GUESS = Theorem(
    id="ldp.guess",
    title="No eps-private local randomiser tells its input more often than k-ary randomized response, the inputs equally likely",
    statement=le(UniformGuess(K), exp(eps) / (exp(eps) + Inputs(K) - 1)),
    **ranges({eps: (POSITIVE, ("1/20", 3)), K: FULL}),
    hypotheses=_LOCAL,
    cites=(Cite(_KAIROUZ, "k-ary randomized response", _KAIROUZ_V),),
    checks=(
        Hostile(60),
        Tight(
            at={
                eps: log(3),
                K: Kernel(finite("3/5", "1/5", "1/5"), finite("1/5", "3/5", "1/5"), finite("1/5", "1/5", "3/5")),
            }
        ),
    ),
    note=_RANDOMISER
    + " A proof of ours: in each column all masses are at least exp(-eps) times the greatest, and all columns together have the mass of "
    "the rows. With equality, k-ary randomized response is the converse.",
)

BINARY = Theorem(
    id="ldp.binary",
    title="Randomized response is the best eps-private local randomiser of a bit, in every divergence: it dominates all of them",
    statement=le(
        HockeyStick(x, Mixture(p, P, Q), Mixture(q, P, Q)),
        HockeyStick(x, Mixture(p, RR(eps, 1), RR(eps, 0)), Mixture(q, RR(eps, 1), RR(eps, 0))),
    ),
    **ranges({x: THRESHOLD, eps: (POSITIVE, ("1/20", 3)), p: SHARE, q: SHARE, P: FULL, Q: FULL}),
    hypotheses=(le(MaxDivergence(P, Q), eps), le(MaxDivergence(Q, P), eps)),
    cites=(Cite(_KAIROUZ, "binary alphabets: randomized response is optimal at every eps", _KAIROUZ_V),),
    checks=(Hostile(),),
    note="P and Q are the laws of the answer to 1 and 0, and the bit is 1 with probability p or q. Hockey-stick divergences at all "
    "thresholds, x, give "
    "all f-divergences and all utilities that processing does not increase." + _UNSEEN,
)

_ASOODEH = Cite("asoodehzhang2022contraction", "the first main result", "arXiv:2210.13386")

KL_CONTRACTION = Theorem(
    id="ldp.kl.contraction",
    title="A local randomiser contracts the Kullback-Leibler divergence by tanh(eps/2)^2",
    statement=le(KL(*_IMAGES), tanh(eps / 2) ** 2 * KL(P, Q)),
    **_SPACE,
    cites=(_ASOODEH,),
    checks=(Hostile(60),),
    note=_RANDOMISER + " The result was read in the abstract; the constant was not.",
)

CHI2_CONTRACTION = Theorem(
    id="ldp.chi2.contraction",
    title="A local randomiser contracts the chi-squared divergence by tanh(eps/2)^2",
    statement=le(ChiSquaredDivergence(*_IMAGES), tanh(eps / 2) ** 2 * ChiSquaredDivergence(P, Q)),
    **_SPACE,
    cites=(_ASOODEH,),
    checks=(Hostile(60), Tight(at={eps: log(3), K: _RESPONSE, P: finite("3/4", "1/4"), Q: finite("1/2", "1/2")})),
    note=_RANDOMISER + " The result was read in the abstract; the constant was not.",
)

HELLINGER_CONTRACTION = Theorem(
    id="ldp.hellinger.contraction",
    title="A local randomiser contracts the squared Hellinger distance by tanh(eps/2)^2",
    statement=le(SquaredHellinger(*_IMAGES), tanh(eps / 2) ** 2 * SquaredHellinger(P, Q)),
    **_SPACE,
    cites=(_ASOODEH,),
    checks=(Hostile(),),
    note=_RANDOMISER + " The result was read in the abstract; the constant was not.",
)

DUCHI = Theorem(
    id="ldp.kl.sharp",
    title="A local randomiser and the Kullback-Leibler divergence: at most min(4, e^(2 eps)) (e^eps - 1)^2 TV^2 in both directions together",
    statement=le(
        KL(*_IMAGES) + KL(*_IMAGES[::-1]), Least(4, exp(2 * eps)) * (exp(eps) - 1) ** 2 * TotalVariation(P, Q) ** 2
    ),
    **_SPACE,
    cites=(Cite("duchi2018minimax", "Theorem 1", "arXiv:1604.02390"),),
    checks=(Hostile(),),
    sharpens="ldp.kl",
    note=_RANDOMISER,
)

_APART = TotalVariation(P, Q)
_UP, _DOWN = log(1 + _APART * (exp(eps) - 1)), -log(1 - _APART * (1 - exp(-eps)))

KL_EXACT = Theorem(
    id="ldp.kl.exact",
    title="The Kullback-Leibler divergence behind a local randomiser, both directions together, by the total variation before it",
    statement=le(
        KL(*_IMAGES) + KL(*_IMAGES[::-1]),
        _APART * (exp(eps) - 1) * Greatest((_UP + _DOWN) / (exp(eps) + 1), 2 * _UP / (exp(eps) + 2)),
    ),
    **_SPACE,
    checks=(
        Hostile(),
        Tight(
            at={
                eps: log(3),
                K: Kernel(finite("3/5", "1/5", "1/5"), finite("1/5", "3/5", "1/5"), finite("1/5", "1/5", "3/5")),
                P: finite("1/4", "0", "3/4"),
                Q: finite("0", "1/4", "3/4"),
            }
        ),
    ),
    sharpens="ldp.kl.sharp",
    note="Ours: "
    + _RANDOMISER
    + " Let t be the total variation: P = t P' + (1 - t) R and Q = t Q' + (1 - t) R. In each column "
    "the masses a, b, r of the images of P', Q' and R are in the cone where none is above e^eps times another, and the column adds "
    "f = t (a - b) log((t a + (1 - t) r) / (t b + (1 - t) r)), convex and homogeneous. So a column is a sum of vectors on extreme rays, made of "
    "1 and E = e^eps, that add no less: nothing where a = b, t (E - 1) log(1 + t (E - 1)) at (E, 1, 1), -t (E - 1) log(1 - t (1 - 1/E)) at "
    "(E, 1, E), and the same with a and b exchanged. What is left is a linear program, the masses of each of a, b and r adding up to 1. Its "
    "two best basic solutions are in the bound: (E, 1, 1) with (1, E, E), randomized response on two answers, and (E, 1, 1) with (1, E, 1) and "
    "(1, 1, E), on three. As t falls, the bound is (E - 1)^2 max(1/E, 2/(E + 2)) t^2.",
)

CONTRACTION = Theorem(
    id="hockey_stick.contraction",
    title="A kernel contracts the hockey-stick divergence by its greatest value between two rows: pure local privacy contracts it to nothing",
    statement=le(HockeyStick(eps, *_IMAGES), Worst(HockeyStick(eps, Row(K), Other(K))) * HockeyStick(eps, P, Q)),
    **ranges({eps: SMALL, P: ALL, Q: ALL, K: ALL}),
    cites=(Cite("asoodeh2021local", "the equivalence of local privacy and contraction", "arXiv:2102.01258"),),
    checks=(Hostile(), Enumerate(60)),
    note="So that a randomiser is (eps, delta)-private if and only if it contracts by delta at this threshold: point masses P and Q give "
    "the converse. The equivalence was read in the abstract.",
)
