"""Randomized response whose answer may be erased: what most local randomisers tell of two values."""

from sympy import Max, Piecewise, exp, log

from dpsym import KL, ErasedResponse, HockeyStick, MaxDivergence, Renyi, TotalVariation, TradeOff
from dpsym.parameters import a, alpha, eps, t, zeta
from theorems.checks import Limit
from theorems.entry import Theorem
from theorems.library.catalogue import runs
from theorems.library.catalogue.space import both_roads, over
from theorems.statement import eq

_PAIR = ErasedResponse(zeta, a, 1), ErasedResponse(zeta, a, 0)
_TOTAL = exp(zeta) + 1 + a
_NOTE = "Ours: silence adds the same to the masses of both laws; a is its weight, in units of the probability of a false answer."

RENYI = Theorem(
    id="renyi.erased_response",
    title="Rényi budget of randomized response whose answer may be erased",
    statement=eq(Renyi(alpha, *_PAIR), log((exp(alpha * zeta) + exp((1 - alpha) * zeta) + a) / _TOTAL) / (alpha - 1)),
    **over(alpha, zeta, a),
    uses=("renyi.change_of_measure",),
    checks=(*both_roads(runs.renyi(runs.erased_response)), Limit(alpha, 1, KL(*_PAIR))),
    note=_NOTE,
)

KL_ERASED = Theorem(
    id="kl.erased_response",
    title="Budget of order 1 of randomized response whose answer may be erased",
    statement=eq(KL(*_PAIR), zeta * (exp(zeta) - 1) / _TOTAL),
    **over(zeta, a),
    checks=both_roads(runs.kl(runs.erased_response)),
    note=_NOTE,
)

MAX = Theorem(
    id="max.erased_response",
    title="Randomized response of parameter zeta whose answer may be erased is zeta-DP, and no better",
    statement=eq(MaxDivergence(*_PAIR), zeta),
    **over(zeta, a),
    checks=both_roads(runs.greatest(runs.erased_response)),
    note=_NOTE,
)

PROFILE = Theorem(
    id="profile.erased_response",
    title="Privacy profile of randomized response whose answer may be erased",
    statement=eq(HockeyStick(eps, *_PAIR), Max(0, (exp(zeta) - exp(eps)) / _TOTAL)),
    **over(eps, zeta, a),
    checks=both_roads(runs.profile(runs.erased_response)),
    note=_NOTE,
)

VARIATION = Theorem(
    id="tv.erased_response",
    title="Total variation distance of randomized response whose answer may be erased",
    statement=eq(TotalVariation(*_PAIR), (exp(zeta) - 1) / _TOTAL),
    **over(zeta, a),
    uses=("profile.erased_response",),
    checks=both_roads(runs.total_variation(runs.erased_response)),
    note=_NOTE,
)

TRADEOFF = Theorem(
    id="tradeoff.erased_response",
    title="Trade-off function of randomized response whose answer may be erased: three lines",
    statement=eq(
        TradeOff(t, *_PAIR),
        Piecewise(
            (1 - exp(zeta) * t, t <= 1 / _TOTAL),
            ((a + 2) / _TOTAL - t, t <= (a + 1) / _TOTAL),
            (exp(-zeta) * (1 - t), True),
        ),
    ),
    **over(t, zeta, a),
    checks=both_roads(runs.tradeoff(runs.erased_response), 48, balls=48),
    note="Ours: by the Neyman-Pearson lemma: a test rejects at the true answer, then at silence, then at the false one.",
)
