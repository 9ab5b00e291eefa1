"""Asymmetric and truncated Laplace noise on a query of sensitivity 1."""

from sympy import Max, Ne, Piecewise, exp, log, oo

from dpsym import (
    KL,
    AsymmetricLaplace,
    HockeyStick,
    LossTail,
    MaxDivergence,
    Renyi,
    TotalVariation,
    TradeOff,
    TruncatedLaplace,
)
from dpsym.parameters import a, alpha, b, beta, eps, t
from theorems.checks import Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs
from theorems.library.catalogue.space import NEAR, below_one, both_roads, over
from theorems.statement import eq

_ASYMMETRIC = AsymmetricLaplace(0, b, beta), AsymmetricLaplace(1, b, beta)
_TRUNCATED = TruncatedLaplace(0, b, a), TruncatedLaplace(1, b, a)

RENYI_ASYMMETRIC = Theorem(
    id="renyi.asymmetric_laplace",
    title="Rényi budget of asymmetric Laplace noise",
    statement=eq(
        Renyi(alpha, *_ASYMMETRIC),
        log(
            (
                b * exp((alpha - 1) / b)
                + beta * exp(-alpha / beta)
                + (exp((alpha - 1) / b) - exp(-alpha / beta)) / ((alpha - 1) / b + alpha / beta)
            )
            / (b + beta)
        )
        / (alpha - 1),
    ),
    **over(alpha, b, beta),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.asymmetric_laplace)),
    note="The scale below the mode is b, the one above it beta; at equal scales it is the budget of Laplace noise.",
)

KL_ASYMMETRIC = Theorem(
    id="kl.asymmetric_laplace",
    title="Budget of order 1 of asymmetric Laplace noise",
    statement=eq(KL(*_ASYMMETRIC), (1 - beta * (1 - exp(-1 / beta))) / b),
    **over(b, beta),
    checks=both_roads(runs.kl(runs.asymmetric_laplace)),
)

MAX_ASYMMETRIC = Theorem(
    id="max.asymmetric_laplace",
    title="Max divergence of asymmetric Laplace noise: only the scale on the side of the move counts",
    statement=eq(MaxDivergence(*_ASYMMETRIC), 1 / b),
    **over(b, beta),
    checks=both_roads(runs.greatest(runs.asymmetric_laplace)),
)

PROFILE_ASYMMETRIC = Theorem(
    id="profile.asymmetric_laplace",
    title="Privacy profile of asymmetric Laplace noise",
    statement=eq(HockeyStick(eps, *_ASYMMETRIC), Max(0, 1 - exp((b * eps - 1) / (b + beta)))),
    **over(eps, b, beta, epsilon=("1/10", "1/2"), b=("1/2", "3/2")),
    note="Ours: the loss is greatest on one half line and linear between the centres; the integral of (p - e^eps q)+ in these pieces.",
    checks=both_roads(runs.profile(runs.asymmetric_laplace), balls=4),
)

TRADEOFF_ASYMMETRIC = Theorem(
    id="tradeoff.asymmetric_laplace",
    title="Trade-off function of asymmetric Laplace noise",
    statement=eq(
        TradeOff(t, *_ASYMMETRIC),
        Piecewise(
            (1 - exp(1 / beta) * t, t < beta * exp(-1 / beta) / (b + beta)),
            (b * exp(-1 / b) / (b + beta) * (beta / (t * (b + beta))) ** (beta / b), t < beta / (b + beta)),
            (exp(-1 / b) * (1 - t), True),
        ),
    ),
    **over(t, b, beta),
    note="Ours: by the Neyman-Pearson lemma: tests that reject on a half line, cut at the two centres.",
    checks=both_roads(runs.tradeoff(runs.asymmetric_laplace), 12, balls=12),
)

VARIATION_ASYMMETRIC = Theorem(
    id="tv.asymmetric_laplace",
    title="Total variation distance of asymmetric Laplace noise",
    statement=eq(TotalVariation(*_ASYMMETRIC), 1 - exp(-1 / (b + beta))),
    **over(b, beta),
    uses=("profile.asymmetric_laplace",),
    note="Ours: the profile at eps = 0.",
    checks=both_roads(runs.total_variation(runs.asymmetric_laplace)),
)

LOSS_TAIL_ASYMMETRIC = Theorem(
    id="loss_tail.asymmetric_laplace",
    title="Tail of the privacy loss of asymmetric Laplace noise",
    statement=eq(
        LossTail(eps, *_ASYMMETRIC),
        Piecewise((0, eps >= 1 / b), (1 - beta * exp(-(1 / b - eps) / (1 + beta / b)) / (b * (1 + beta / b)), True)),
    ),
    **over(eps, b, beta, **NEAR),
    checks=both_roads(runs.loss_tail(runs.asymmetric_laplace), balls=4),
)

_KEPT = 1 - exp(-a / b)

RENYI_TRUNCATED = Theorem(
    id="renyi.truncated_laplace.below_one",
    title="Rényi divergence of truncated Laplace noise below order 1",
    statement=eq(
        Renyi(alpha, *_TRUNCATED),
        log(
            (
                exp((alpha - 1) / b) * (1 - exp((1 - a) / b))
                + (exp(-alpha / b) - exp((alpha - 1) / b)) / (1 - 2 * alpha)
                + exp(-alpha / b)
                - exp((1 - alpha - a) / b)
            )
            / (2 * _KEPT)
        )
        / (alpha - 1),
    ),
    **below_one(over(alpha, b, a)),
    hypotheses=(a > 1, Ne(2 * alpha, 1)),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.truncated_laplace)),
    note="Above order 1 it is infinite: the supports differ.",
)

MAX_TRUNCATED = Theorem(
    id="max.truncated_laplace",
    title="Truncated Laplace noise is eps-DP for no eps",
    statement=eq(MaxDivergence(*_TRUNCATED), oo),
    **over(b, a),
    hypotheses=(a > 1,),
    checks=(
        *both_roads(runs.greatest(runs.truncated_laplace)),
        Transcribed("MaxDivergence(TruncatedLaplace(0, b, a), TruncatedLaplace(1, b, a)) == oo"),
    ),
)

PROFILE_TRUNCATED = Theorem(
    id="profile.truncated_laplace",
    title="Privacy profile of truncated Laplace noise",
    statement=eq(
        HockeyStick(eps, *_TRUNCATED),
        Piecewise(
            (exp(-a / b) * (exp(1 / b) - 1) / (2 * _KEPT), eps >= 1 / b),
            ((2 - 2 * exp((eps - 1 / b) / 2) - exp(-a / b) + exp(eps - a / b)) / (2 * _KEPT), True),
        ),
    ),
    **over(eps, b, a),
    hypotheses=(a > 1,),
    cites=(Cite("geng2020tight", "the truncated Laplacian mechanism"),),
    checks=both_roads(runs.profile(runs.truncated_laplace), balls=4),
    note="At eps = 1/b it is the delta for which the mechanism was made.",
)

VARIATION_TRUNCATED = Theorem(
    id="tv.truncated_laplace",
    title="Total variation distance of truncated Laplace noise",
    statement=eq(TotalVariation(*_TRUNCATED), (1 - exp(-1 / (2 * b))) / _KEPT),
    **over(b, a),
    hypotheses=(a > 1,),
    uses=("profile.truncated_laplace",),
    checks=both_roads(runs.total_variation(runs.truncated_laplace)),
)
