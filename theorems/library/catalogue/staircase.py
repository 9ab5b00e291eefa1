"""Staircase noise at the sensitivity that its steps are made for."""

from sympy import Max, Min, Piecewise, Rational, exp, log

from dpsym import (
    KL,
    ChiSquaredDivergence,
    HockeyStick,
    LossCumulant,
    LossTail,
    MaxDivergence,
    Renyi,
    Staircase,
    TotalVariation,
)
from dpsym.parameters import alpha, eps, eta, zeta
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs
from theorems.library.catalogue.space import both_roads, over
from theorems.statement import eq

_STAIRCASE = Staircase(0, zeta, eta, 1), Staircase(1, zeta, eta, 1)
_GENG = Cite("gengviswanath2016", "the staircase mechanism")
_HEAVY = Rational(1, 2) + Min(eta, 1 - eta) * (1 - exp(-zeta)) / (2 * (eta + exp(-zeta) * (1 - eta)))

RENYI_STAIRCASE = Theorem(
    id="renyi.staircase",
    title="Rényi budget of staircase noise at the sensitivity that its steps are made for",
    statement=eq(
        Renyi(alpha, *_STAIRCASE),
        log(_HEAVY * (exp((alpha - 1) * zeta) + exp(-alpha * zeta)) + 1 - (1 + exp(-zeta)) * _HEAVY) / (alpha - 1),
    ),
    **over(alpha, zeta, eta),
    cites=(_GENG,),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.staircase)),
    note="The privacy loss is zeta, 0 or -zeta; the first has the probability that the factor of the sum gives.",
)

KL_STAIRCASE = Theorem(
    id="kl.staircase",
    title="Budget of order 1 of staircase noise",
    statement=eq(KL(*_STAIRCASE), zeta * _HEAVY * (1 - exp(-zeta))),
    **over(zeta, eta),
    checks=both_roads(runs.kl(runs.staircase)),
)

MAX_STAIRCASE = Theorem(
    id="max.staircase",
    title="Staircase noise of parameter zeta is zeta-DP, and no better",
    statement=eq(MaxDivergence(*_STAIRCASE), zeta),
    **over(zeta, eta),
    cites=(_GENG,),
    specializes="mechanism.staircase",
    checks=both_roads(runs.greatest(runs.staircase)),
)

PROFILE_STAIRCASE = Theorem(
    id="profile.staircase",
    title="Privacy profile of staircase noise",
    statement=eq(HockeyStick(eps, *_STAIRCASE), _HEAVY * Max(0, 1 - exp(eps - zeta))),
    **over(eps, zeta, eta),
    note="Ours: the loss takes the values zeta, 0 and -zeta, each on a union of steps.",
    checks=both_roads(runs.profile(runs.staircase)),
)

VARIATION_STAIRCASE = Theorem(
    id="tv.staircase",
    title="Total variation distance of staircase noise",
    statement=eq(TotalVariation(*_STAIRCASE), _HEAVY * (1 - exp(-zeta))),
    **over(zeta, eta),
    uses=("profile.staircase",),
    note="Ours: the profile at eps = 0.",
    checks=both_roads(runs.total_variation(runs.staircase)),
)

CHI_SQUARED_STAIRCASE = Theorem(
    id="chi2.staircase",
    title="Chi-squared divergence of staircase noise",
    statement=eq(ChiSquaredDivergence(*_STAIRCASE), _HEAVY * (exp(zeta) + exp(-2 * zeta) - 1 - exp(-zeta))),
    **over(zeta, eta),
    uses=("renyi.staircase",),
    checks=both_roads(runs.chi_squared(runs.staircase)),
)

LOSS_TAIL_STAIRCASE = Theorem(
    id="loss_tail.staircase",
    title="Tail of the privacy loss of staircase noise",
    statement=eq(LossTail(eps, *_STAIRCASE), Piecewise((_HEAVY, eps < zeta), (0, True))),
    **over(eps, zeta, eta),
    checks=both_roads(runs.loss_tail(runs.staircase)),
)

LOSS_VARIANCE_STAIRCASE = Theorem(
    id="loss_variance.staircase",
    title="Variance of the privacy loss of staircase noise",
    statement=eq(
        LossCumulant(2, *_STAIRCASE), zeta**2 * (_HEAVY * (1 + exp(-zeta)) - _HEAVY**2 * (1 - exp(-zeta)) ** 2)
    ),
    **over(zeta, eta),
    checks=both_roads(runs.loss_variance(runs.staircase)),
)
