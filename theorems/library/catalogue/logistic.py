"""Logistic noise, scale b, on a query of sensitivity 1: all its divergences close by one Möbius substitution."""

from sympy import Piecewise, cosh, coth, exp, log, sinh, sqrt, tanh

from dpsym import (
    KL,
    ChiSquaredDivergence,
    HockeyStick,
    InverseProfile,
    Logistic,
    LossCumulant,
    LossTail,
    MaxDivergence,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)
from dpsym.parameters import alpha, b, delta, eps, t
from theorems.checks import Limit
from theorems.entry import Theorem
from theorems.library.catalogue import runs
from theorems.library.catalogue.space import APART, both_roads, over
from theorems.statement import eq

_PAIR = Logistic(0, b), Logistic(1, b)

RENYI = Theorem(
    id="renyi.logistic",
    title="Rényi budget of logistic noise",
    statement=eq(
        Renyi(alpha, *_PAIR), log(sinh((2 * alpha - 1) / (2 * b)) / ((2 * alpha - 1) * sinh(1 / (2 * b)))) / (alpha - 1)
    ),
    **over(alpha, b),
    uses=("renyi.change_of_measure",),
    checks=(*both_roads(runs.renyi(runs.logistic)), Limit(alpha, 1, KL(*_PAIR))),
    note="Under P the square root of the density ratio is uniform, up to a factor, on the interval from 1 to e^(1/b).",
)

KULLBACK = Theorem(
    id="kl.logistic",
    title="Budget of order 1 of logistic noise",
    statement=eq(KL(*_PAIR), coth(1 / (2 * b)) / b - 2),
    **over(b),
    checks=both_roads(runs.kl(runs.logistic)),
)

GREATEST = Theorem(
    id="max.logistic",
    title="Logistic noise of scale b is 1/b-DP, and no better",
    statement=eq(MaxDivergence(*_PAIR), 1 / b),
    **over(b),
    checks=both_roads(runs.greatest(runs.logistic)),
)

PROFILE = Theorem(
    id="profile.logistic",
    title="Privacy profile of logistic noise",
    statement=eq(
        HockeyStick(eps, *_PAIR),
        Piecewise((0, eps >= 1 / b), ((1 - exp((eps - 1 / b) / 2)) ** 2 / (1 - exp(-1 / b)), True)),
    ),
    **over(eps, b, **APART),
    checks=both_roads(runs.profile(runs.logistic), balls=4),
)

TRADEOFF = Theorem(
    id="tradeoff.logistic",
    title="Trade-off function of logistic noise",
    statement=eq(TradeOff(t, *_PAIR), (1 - t) / (1 - t + t * exp(1 / b))),
    **over(t, b),
    checks=both_roads(runs.tradeoff(runs.logistic), 4, balls=4),
    note="The best test adds the sensitivity over the scale to the log-odds of its errors.",
)

CHI_SQUARED = Theorem(
    id="chi2.logistic",
    title="Chi-squared divergence of logistic noise",
    statement=eq(ChiSquaredDivergence(*_PAIR), 2 * (cosh(1 / b) - 1) / 3),
    **over(b),
    uses=("renyi.logistic",),
    checks=both_roads(runs.chi_squared(runs.logistic)),
)

VARIATION = Theorem(
    id="tv.logistic",
    title="Total variation distance of logistic noise",
    statement=eq(TotalVariation(*_PAIR), tanh(1 / (4 * b))),
    **over(b),
    uses=("profile.logistic",),
    checks=both_roads(runs.total_variation(runs.logistic)),
)

HELLINGER = Theorem(
    id="hellinger.logistic",
    title="Squared Hellinger distance of logistic noise",
    statement=eq(SquaredHellinger(*_PAIR), 1 - 1 / (2 * b * sinh(1 / (2 * b)))),
    **over(b),
    checks=both_roads(runs.hellinger(runs.logistic)),
)

LOSS_TAIL = Theorem(
    id="loss_tail.logistic",
    title="Tail of the privacy loss of logistic noise",
    statement=eq(
        LossTail(eps, *_PAIR), Piecewise((0, eps >= 1 / b), ((1 - exp((eps - 1 / b) / 2)) / (1 - exp(-1 / b)), True))
    ),
    **over(eps, b, **APART),
    checks=both_roads(runs.loss_tail(runs.logistic), balls=4),
)

LOSS_VARIANCE = Theorem(
    id="loss_variance.logistic",
    title="Variance of the privacy loss of logistic noise",
    statement=eq(LossCumulant(2, *_PAIR), 4 - 1 / (b * sinh(1 / (2 * b))) ** 2),
    **over(b),
    checks=both_roads(runs.loss_variance(runs.logistic)),
)

INVERSE_PROFILE = Theorem(
    id="inverse_profile.logistic",
    title="The eps of logistic noise at a given delta",
    statement=eq(
        InverseProfile(delta, *_PAIR),
        Piecewise(
            (
                2 * log(exp(1 / (2 * b)) - sqrt(delta * (exp(1 / b) - 1))),
                delta <= (exp(1 / (2 * b)) - 1) ** 2 / (exp(1 / b) - 1),
            ),
            (0, True),
        ),
    ),
    **over(delta, b),
    uses=("profile.logistic",),
    checks=both_roads(runs.inverse_profile(runs.logistic), 4, balls=0),
)
