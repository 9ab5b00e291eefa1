"""Shuffled answers of any pure local randomiser: the reduction to clones, and the privacy blanket."""

from sympy import Expr, Max, Rational, S, Sum, binomial, exp

from dpsym import HockeyStick, MaxDivergence, Renyi
from dpsym.distributions import Kernel
from dpsym.distributions.drawn import Shuffled
from dpsym.distributions.families import Other, Row
from dpsym.divergences.blanket import BlanketBound
from dpsym.divergences.clones import ClonesRenyi
from dpsym.divergences.overall import Worst
from dpsym.parameters import alpha, eps, zeta
from theorems.checks.enclose import At
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ranges
from theorems.library.variables import FULL, K, finite, j, k, m
from theorems.statement import ABOVE_ONE, NONNEGATIVE, POSITIVE, le

_SHUFFLED = (Shuffled(K, 0, k), Shuffled(K, 1, k))
_USERS = (
    "The first user has one of two inputs, the others any; what is seen is how often each answer was given. Each row of K is the law of "
    "the answer to one input."
)


def clones_profile(eps0: Expr, count: Expr, threshold: Expr) -> Expr:
    """Return the profile of the pair of clones: each of the others answers as either input would, with probability exp(-eps0)."""
    truth, lie = exp(eps0) / (1 + exp(eps0)), 1 / (1 + exp(eps0))
    fewer, more = binomial(j, m) / 2**j, binomial(j, m - 1) / 2**j
    return Sum(
        binomial(count - 1, j)
        * exp(-eps0 * j)
        * (1 - exp(-eps0)) ** (count - 1 - j)
        * Sum(
            Max(0, truth * fewer + lie * more - exp(threshold) * (lie * fewer + truth * more), evaluate=False),
            (m, 0, j + 1),
        ),
        (j, 0, count - 1),
    )


CLONES = Theorem(
    id="amplification.shuffle.clones.any",
    title="Shuffling reduces to clones: the answers of k users of any eps0-private local randomiser are no worse than the pair of clones",
    statement=lambda: le(HockeyStick(eps, *_SHUFFLED), clones_profile(zeta, k, eps)),
    **ranges({k: (S.Naturals, (1, 4)), eps: (NONNEGATIVE, (0, 1)), zeta: (POSITIVE, ("1/10", 3)), K: FULL}),
    hypotheses=(le(Worst(MaxDivergence(Row(K), Other(K))), zeta),),
    cites=(Cite("feldman2021hiding", "section 3, the reduction to clones", "arXiv:2012.12803v3"),),
    checks=(
        Hostile(24),
        At({k: 3, eps: Rational(1, 4), zeta: Rational(11, 10), K: Kernel(finite("3/4", "1/4"), finite("1/4", "3/4"))}),
    ),
    note="zeta is eps0. "
    + _USERS
    + " The source has it also for randomisers chosen from the answers before; here all users run one.",
)

CLONES_RENYI = Theorem(
    id="amplification.shuffle.clones.renyi",
    title="Shuffled answers of k users of any eps0-private local randomiser have at most the Rényi divergence of the pair of clones",
    statement=lambda: le(Renyi(alpha, *_SHUFFLED), ClonesRenyi(alpha, zeta, k).as_sum(j, m)),
    **ranges({k: (S.Naturals, (1, 4)), alpha: (ABOVE_ONE, ("11/10", 6)), zeta: (POSITIVE, ("1/10", 3)), K: FULL}),
    hypotheses=(le(Worst(MaxDivergence(Row(K), Other(K))), zeta),),
    cites=(Cite("feldman2021hiding", "section 3, the reduction to clones", "arXiv:2012.12803v3"),),
    checks=(
        Hostile(24),
        At(
            {k: 3, alpha: Rational(5, 2), zeta: Rational(11, 10), K: Kernel(finite("3/4", "1/4"), finite("1/4", "3/4"))}
        ),
    ),
    note="Ours: shuffled answers are the pair of clones behind a kernel, which does not raise a divergence; given j clones the ratio of the "
    "masses of m of j + 1 answers is (1 + u)/(1 - u), u = tanh(zeta/2) (2 m - j - 1)/(j + 1), and their mean is that of j + 1 fair coins. zeta is "
    "eps0. " + _USERS,
)

BLANKET = Theorem(
    id="amplification.shuffle.blanket",
    title="The privacy blanket: shuffled answers of any local randomiser, by the part of it that does not depend on the input",
    statement=le(HockeyStick(eps, *_SHUFFLED), BlanketBound(eps, K, k)),
    **ranges({k: (S.Naturals, (1, 4)), eps: (NONNEGATIVE, (0, 1)), K: FULL}),
    cites=(Cite("balle2019blanket", "Lemma 5.3", "arXiv:1903.02837"),),
    checks=(Hostile(40),),
    note=_USERS + " The number of the lemma was not looked up in the text.",
)
