"""Gumbel noise, scale b, on a score of sensitivity 1 (report noisy max), in both directions."""

from sympy import FiniteSet, Piecewise, exp, log, oo

from dpsym import (
    KL,
    ChiSquaredDivergence,
    Gumbel,
    HockeyStick,
    LossCumulant,
    LossTail,
    MaxDivergence,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)
from dpsym.parameters import alpha, b, eps, t
from theorems.checks import Transcribed
from theorems.entry import Theorem
from theorems.library.catalogue import runs
from theorems.library.catalogue.space import APART, both_roads, over
from theorems.statement import POSITIVE, UNIT, eq

_PAIR = Gumbel(0, b), Gumbel(1, b)
_BACK = Gumbel(1, b), Gumbel(0, b)
_EXCESS = exp(1 / b) - 1

RENYI = Theorem(
    id="renyi.gumbel",
    title="Rényi divergence of Gumbel noise from the same noise moved to the right",
    statement=eq(Renyi(alpha, *_PAIR), -1 / b - log(1 - (alpha - 1) * _EXCESS) / (alpha - 1)),
    **over(alpha, b, alpha=("11/10", 4), b=(2, 8)),
    hypotheses=(1 - (alpha - 1) * _EXCESS > 0,),
    uses=("renyi.exponential",),
    checks=both_roads(runs.renyi(runs.gumbel)),
    note="e^(-x/b) has exponential laws, of rates 1 and e^(1/b); beyond the order of the hypothesis the divergence is infinite.",
)

RENYI_BACK = Theorem(
    id="renyi.gumbel.reversed",
    title="Rényi divergence of Gumbel noise from the same noise moved to the left",
    statement=eq(Renyi(alpha, *_BACK), 1 / b + log(exp(1 / b) / (alpha * exp(1 / b) - (alpha - 1))) / (alpha - 1)),
    **over(alpha, b),
    uses=("renyi.exponential",),
    checks=both_roads(runs.renyi(runs.gumbel_reversed)),
)

KULLBACK = Theorem(
    id="kl.gumbel",
    title="Kullback-Leibler divergence of Gumbel noise from the same noise moved to the right",
    statement=eq(KL(*_PAIR), exp(1 / b) - 1 - 1 / b),
    **over(b),
    checks=both_roads(runs.kl(runs.gumbel)),
)

KULLBACK_BACK = Theorem(
    id="kl.gumbel.reversed",
    title="Kullback-Leibler divergence of Gumbel noise from the same noise moved to the left",
    statement=eq(KL(*_BACK), exp(-1 / b) - 1 + 1 / b),
    **over(b),
    checks=both_roads(runs.kl(runs.gumbel_reversed)),
)

GREATEST = Theorem(
    id="max.gumbel",
    title="Gumbel noise alone is eps-DP for no eps",
    statement=eq(MaxDivergence(*_PAIR), oo),
    **over(b),
    checks=(*both_roads(runs.greatest(runs.gumbel)), Transcribed("MaxDivergence(Gumbel(0, b), Gumbel(1, b)) == oo")),
    note="Report noisy max with it is private all the same: only the place of the maximum is released.",
)

GREATEST_BACK = Theorem(
    id="max.gumbel.reversed",
    title="In the other direction the privacy loss of Gumbel noise is bounded",
    statement=eq(MaxDivergence(*_BACK), 1 / b),
    **over(b),
    note="Ours: the loss is a constant less a multiple of e^(-x/b), so that its supremum is at infinity.",
    checks=both_roads(runs.greatest(runs.gumbel_reversed)),
)

PROFILE = Theorem(
    id="profile.gumbel",
    title="Privacy profile of Gumbel noise, moved to the right",
    statement=eq(HockeyStick(eps, *_PAIR), (1 - exp(-1 / b)) * exp(-(eps + 1 / b) / _EXCESS)),
    **over(eps, b),
    checks=both_roads(runs.profile(runs.gumbel), balls=4),
)

PROFILE_BACK = Theorem(
    id="profile.gumbel.reversed",
    title="Privacy profile of Gumbel noise, moved to the left",
    statement=eq(
        HockeyStick(eps, *_BACK),
        Piecewise(
            (0, eps >= 1 / b), (1 - exp(eps) + exp(eps) * (1 - exp(-1 / b)) * exp(-(1 / b - eps) / _EXCESS), True)
        ),
    ),
    **over(eps, b, epsilon=APART["epsilon"]),
    note="Ours: the loss exceeds eps on a half line; both laws have their distribution functions there.",
    checks=both_roads(runs.profile(runs.gumbel_reversed), 24, balls=12),
)

TRADEOFF = Theorem(
    id="tradeoff.gumbel",
    title="Trade-off function of Gumbel noise",
    statement=eq(TradeOff(t, *_PAIR), exp(exp(1 / b) * log(1 - t))),
    **over(t, b) | {"domain": {t: UNIT - FiniteSet(1), b: POSITIVE}},
    checks=both_roads(runs.tradeoff(runs.gumbel), 4, balls=4),
    note="(1 - t)^(e^(1/b)), and 0 at t = 1.",
)

CHI_SQUARED = Theorem(
    id="chi2.gumbel",
    title="Chi-squared divergence of Gumbel noise",
    statement=eq(ChiSquaredDivergence(*_PAIR), exp(-1 / b) / (2 - exp(1 / b)) - 1),
    **over(b, b=(2, 8)),
    hypotheses=(2 - exp(1 / b) > 0,),
    uses=("renyi.gumbel",),
    checks=both_roads(runs.chi_squared(runs.gumbel)),
)

VARIATION = Theorem(
    id="tv.gumbel",
    title="Total variation distance of Gumbel noise",
    statement=eq(TotalVariation(*_PAIR), (1 - exp(-1 / b)) * exp(-1 / (b * _EXCESS))),
    **over(b),
    uses=("profile.gumbel",),
    checks=both_roads(runs.total_variation(runs.gumbel)),
)

HELLINGER = Theorem(
    id="hellinger.gumbel",
    title="Squared Hellinger distance of Gumbel noise",
    statement=eq(SquaredHellinger(*_PAIR), 1 - 2 / (exp(1 / (2 * b)) + exp(-1 / (2 * b)))),
    **over(b),
    checks=both_roads(runs.hellinger(runs.gumbel)),
)

LOSS_TAIL = Theorem(
    id="loss_tail.gumbel",
    title="Tail of the privacy loss of Gumbel noise: exponential",
    statement=eq(LossTail(eps, *_PAIR), exp(-(eps + 1 / b) / _EXCESS)),
    **over(eps, b),
    checks=both_roads(runs.loss_tail(runs.gumbel), balls=4),
)

LOSS_VARIANCE = Theorem(
    id="loss_variance.gumbel",
    title="Variance of the privacy loss of Gumbel noise",
    statement=eq(LossCumulant(2, *_PAIR), _EXCESS**2),
    **over(b),
    note="Ours: the loss is linear in e^(-x/b), which is exponential under the first law: the square of the slope.",
    checks=both_roads(runs.loss_variance(runs.gumbel)),
)
