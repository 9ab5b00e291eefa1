"""Mechanisms that choose, from any number of candidates by any scores: exponential, permute-and-flip, noisy maximum, threshold."""

from sympy import Integral, Rational, exp, oo, symbols

from dpsym import KL, LossTail, MaxDivergence, Renyi
from dpsym.distributions import Event, Image, Probability
from dpsym.distributions.choosing import AboveThreshold, NoisyMax, PermuteAndFlip, Tilted
from dpsym.distributions.families import Row
from dpsym.divergences.overall import Worst
from dpsym.parameters import alpha, eps, t
from theorems.checks import Integrated, Quadrature
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.general import runs
from theorems.library.space import MEDIUM, ranges
from theorems.library.variables import ALL, DWORK_ROTH, FULL, ORDERS, K, L, P, Q, R
from theorems.statement import ABOVE_ONE, POSITIVE, eq, le

_BUDGETS = (Rational(1, 20), 3)
_NEIGHBOUR = Tilted(eps, Q, K)
_SPACE = ranges({eps: (POSITIVE, _BUDGETS), Q: FULL, K: ALL})
_MECHANISM = (
    "Q is the law of the exponential mechanism, that is of any scores; those of the neighbour differ by at most the sensitivity: after "
    "division by it twice over, by K(0 | y) less a half."
)

EXPONENTIAL = Theorem(
    id="mechanism.exponential.any",
    title="The exponential mechanism is eps-DP, for any candidates and scores",
    statement=le(MaxDivergence(_NEIGHBOUR, Q), eps),
    **_SPACE,
    cites=(Cite("mcsherrytalwar2007", "Theorem 6"), Cite(DWORK_ROTH, "Theorem 3.10")),
    uses=("mechanism.exponential.range",),
    checks=(Hostile(40),),
    note=_MECHANISM + " With 1 - K in the place of K it is the other direction.",
)

RANGE = Theorem(
    id="mechanism.exponential.range",
    title="The loss of the exponential mechanism has a range of at most eps, for any candidates and scores",
    statement=le(MaxDivergence(_NEIGHBOUR, Q) + MaxDivergence(Q, _NEIGHBOUR), eps),
    **_SPACE,
    cites=(Cite("rogerssteinke2021", "Lemma 3"),),
    checks=(Hostile(40),),
    note=_MECHANISM + " Durfee and Rogers were the first to state it.",
)

CONCENTRATED = Theorem(
    id="mechanism.exponential.zcdp",
    title="The exponential mechanism is eps^2/8-zCDP, for any candidates and scores",
    statement=le(Renyi(alpha, _NEIGHBOUR, Q), alpha * eps**2 / 8),
    domain={alpha: ABOVE_ONE, **_SPACE["domain"]},
    typical={alpha: ORDERS, eps: _BUDGETS},
    cites=(Cite("rogerssteinke2021", "Corollary 7"), Cite("cesar2021bounding", "Lemma 3.2", "arXiv:2004.07223")),
    uses=("mechanism.exponential.range", "renyi.bounded_range"),
    checks=(Hostile(40),),
    note=_MECHANISM,
)

_CHOICE = Tilted(eps, R, K)


def _score(law: object) -> object:
    """Return the mean score of what is drawn from a law, times eps."""
    return eps * Probability(Image(K, law), Event(0))


OPTIMAL = Theorem(
    id="mechanism.exponential.optimal",
    title="The exponential mechanism has the greatest mean score less the divergence from the base law, of all laws",
    statement=le(_score(P) - KL(P, R), _score(_CHOICE) - KL(_CHOICE, R)),
    **ranges({eps: (POSITIVE, _BUDGETS), P: ALL, R: FULL, K: ALL}),
    checks=(Hostile(40),),
    note="Ours: the left side is log Z less the divergence of P from the mechanism, Z being the mean weight under R, and the right side log Z; it "
    "is the variational principle of Gibbs. eps is here eps times the range of the scores over twice their sensitivity, and K(0 | y) the "
    "score. With P at the best of m candidates and R uniform: the mean score lies at most 2 sensitivities log(m)/eps below the best.",
)

TAIL = Theorem(
    id="mechanism.exponential.accuracy",
    title="The exponential mechanism chooses a candidate that it weighs e^t times less than the base law with probability e^-t at most",
    statement=le(1 - LossTail(-t, _CHOICE, R), exp(-t)),
    **ranges({t: MEDIUM, eps: (POSITIVE, _BUDGETS), R: FULL, K: ALL}),
    cites=(Cite(DWORK_ROTH, "Theorem 3.11, for any base law"), Cite("mcsherrytalwar2007", "Lemma 7")),
    checks=(Hostile(40),),
    note="Its score lies at least 2 t sensitivities over eps below the logarithm of the mean weight, which is at least the best score less 2 "
    "sensitivities log(m)/eps where R is uniform on m candidates.",
)

_RANGE = MaxDivergence(P, Q) + MaxDivergence(Q, P)
_SCORES = (
    "The scores are eps/2 times those of a mechanism of sensitivity 1: the logarithms of P and Q, which are any scores, on two neighbouring "
    "datasets. They differ by a constant, which does not matter, and by eps/2 at most: that is a range of eps."
)

PERMUTE_AND_FLIP = Theorem(
    id="mechanism.permute_and_flip.any",
    title="Permute-and-flip is eps-DP, for any candidates and scores",
    statement=le(MaxDivergence(PermuteAndFlip(P), PermuteAndFlip(Q)), _RANGE),
    domain={P: FULL, Q: FULL},
    cites=(Cite("mckenna2020permute", "Theorem 1"), Cite("ding2021permute", "Theorem 5")),
    checks=(Hostile(),),
    note=_SCORES + " The noisy maximum with exponential noise has the same law.",
)

NOISY_MAX = Theorem(
    id="mechanism.report_noisy_max.any",
    title="Report noisy max with Laplace noise of scale 2/eps is eps-DP, for any candidates and scores",
    statement=le(MaxDivergence(NoisyMax(P), NoisyMax(Q)), _RANGE),
    domain={P: FULL, Q: FULL},
    cites=(Cite(DWORK_ROTH, "Claim 3.9, for scores that may rise and fall"),),
    checks=(Hostile(),),
    note=_SCORES,
)

_x = symbols("x", real=True)
_first, _others = symbols("q r", positive=True)

GUMBEL_MAX = Theorem(
    id="mechanism.exponential.gumbel",
    title="Gumbel noise on the scores chooses a candidate with the probability of the exponential mechanism",
    statement=eq(
        Integral(_first * exp(-_x) * exp(-_first * exp(-_x)) * exp(-_others * exp(-_x)), (_x, -oo, oo)),
        _first / (_first + _others),
    ),
    **ranges({_first: (POSITIVE, ("1/10", 10)), _others: (POSITIVE, ("1/10", 10))}),
    checks=(
        Integrated({-oo: _first / (_first + _others) * exp(-(_first + _others) * exp(-_x))}),
        Quadrature(runs.gumbel_wins),
    ),
    note="q = exp(score) of the candidate, r the sum of exp(score) over the others, any number of them: the product of their distribution "
    "functions depends on the sum alone.",
)

THRESHOLD = Theorem(
    id="mechanism.above_threshold.any",
    title="AboveThreshold is eps-DP, for any stream of answers of any length",
    statement=le(
        MaxDivergence(AboveThreshold(K), AboveThreshold(L)),
        4 * Worst(MaxDivergence(Row(K), Row(L)) + MaxDivergence(Row(L), Row(K))),
    ),
    domain={K: FULL, L: FULL},
    cites=(Cite(DWORK_ROTH, "Theorem 3.23"), Cite("lyu2017sparse", "Theorem 2")),
    checks=(Hostile(),),
    note="The answers are the logarithms of the odds of K and L in units of 4 sensitivities over eps, and they differ by one sensitivity at most: "
    "the right side is the least eps for which that is so, if rows have two points. Sparse with c answers is its c-fold adaptive composition.",
)
