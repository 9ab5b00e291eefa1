"""What a bounded range of the privacy loss gives, as exponential mechanisms have it: stated of the pairs on two points."""

from sympy import Lt, exp

from dpsym import Bernoulli, HockeyStick, MaxDivergence, Renyi, Softmax
from dpsym.conversion import range_profile, range_zcdp
from dpsym.parameters import alpha, eps, zeta
from theorems.checks import Enclose, Quadrature
from theorems.entry import Cite, Theorem
from theorems.library.catalogue.space import over, u1
from theorems.library.conversion import runs
from theorems.statement import eq, le

_PAIR = Softmax(zeta + u1, 0), Softmax(u1, 0)
_DONG = "dongdurfeerogers2020"
_TWO_POINTS = "The score of one of two candidates grows by zeta: the log-ratios of the two answers differ by zeta."
_FIRST = (1 - exp((eps - zeta) / 2)) / (1 - exp(-zeta))

RANGE_MAX = Theorem(
    id="range.max",
    title="A privacy loss of range eps is at most eps, of the choice between two candidates",
    statement=le(MaxDivergence(*_PAIR), zeta),
    **over(zeta, u1),
    specializes="range.max.any",
    cites=(Cite(_DONG, "Section 2.1", "arXiv:1909.13830"),),
    checks=(Quadrature(runs.greatest(runs.two_candidates)), Enclose(8)),
    note=_TWO_POINTS,
)

RANGE_RENYI = Theorem(
    id="range.renyi",
    title="The choice between two candidates, its privacy loss of range eps, is eps^2/8-zCDP",
    statement=le(Renyi(alpha, *_PAIR), alpha * range_zcdp(zeta)),
    **over(alpha, zeta, u1),
    cites=(Cite("rogerssteinke2021", "Theorem 5"),),
    uses=("renyi.softmax",),
    checks=(Quadrature(runs.renyi(runs.two_candidates)), Enclose(8)),
    note=f"{_TWO_POINTS} Hoeffding's lemma, for a loss in an interval of length zeta.",
)

RANGE_PROFILE = Theorem(
    id="range.profile",
    title="A bound on the privacy profile of the choice between two candidates, by the range of its loss",
    statement=le(HockeyStick(eps, *_PAIR), range_profile(eps, zeta)),
    **over(eps, zeta, u1),
    hypotheses=(Lt(eps, zeta),),
    specializes="range.profile.any",
    cites=(Cite(_DONG, "Section 4", "arXiv:1909.13830"),),
    checks=(Quadrature(runs.profile(runs.two_candidates)), Enclose(8)),
    note=f"{_TWO_POINTS} Equality holds at the score of range.profile.attained.",
)

RANGE_PROFILE_ATTAINED = Theorem(
    id="range.profile.attained",
    title="Generalized randomized response attains the greatest profile of a bounded range, at each eps",
    statement=eq(
        HockeyStick(eps, Bernoulli(_FIRST), Bernoulli(_FIRST * exp(-(zeta + eps) / 2))), range_profile(eps, zeta)
    ),
    **over(eps, zeta),
    hypotheses=(Lt(eps, zeta),),
    cites=(Cite(_DONG, "Section 4", "arXiv:1909.13830"),),
    uses=("range.profile",),
    checks=(Quadrature(runs.profile(runs.generalized_response)), Enclose(8)),
    note="The losses are (zeta + eps)/2 and that less zeta.",
)
