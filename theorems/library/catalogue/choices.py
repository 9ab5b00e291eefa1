"""Laws on finitely many outcomes, and what reduces to them: k-ary response, softmax, staircase noise."""

from sympy import Max, Piecewise, exp, log, tanh

from dpsym import (
    KL,
    RR,
    ChiSquaredDivergence,
    HockeyStick,
    InverseProfile,
    KaryResponse,
    LossCumulant,
    LossTail,
    MaxDivergence,
    Renyi,
    Softmax,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)
from dpsym.parameters import alpha, delta, eps, t, zeta
from theorems.checks import Limit
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs
from theorems.library.catalogue.space import both_roads, choices, over, u1, u2, v1, v2
from theorems.statement import eq

_KARY = KaryResponse(zeta, choices, 1), KaryResponse(zeta, choices, 0)
_RESPONSE = RR(zeta, 1), RR(zeta, 0)
_TOTAL = exp(zeta) + choices - 1
_KAIROUZ = Cite("kairouz2016extremal", "the k-ary randomized response mechanism")

RENYI_KARY = Theorem(
    id="renyi.kary",
    title="Rényi budget of k-ary randomized response",
    statement=eq(
        Renyi(alpha, *_KARY), log((exp(alpha * zeta) + exp((1 - alpha) * zeta) + choices - 2) / _TOTAL) / (alpha - 1)
    ),
    **over(alpha, zeta, choices),
    cites=(_KAIROUZ,),
    uses=("renyi.change_of_measure",),
    checks=(*both_roads(runs.renyi(runs.kary)), Limit(alpha, 1, KL(*_KARY))),
)

KL_KARY = Theorem(
    id="kl.kary",
    title="Budget of order 1 of k-ary randomized response",
    statement=eq(KL(*_KARY), zeta * (exp(zeta) - 1) / _TOTAL),
    **over(zeta, choices),
    cites=(Cite("kairouz2016extremal", "the k-ary randomized response mechanism"),),
    checks=both_roads(runs.kl(runs.kary)),
)

MAX_KARY = Theorem(
    id="max.kary",
    title="k-ary randomized response of parameter zeta is zeta-DP, and no better",
    statement=eq(MaxDivergence(*_KARY), zeta),
    **over(zeta, choices),
    cites=(_KAIROUZ,),
    checks=both_roads(runs.greatest(runs.kary)),
)

PROFILE_KARY = Theorem(
    id="profile.kary",
    title="Privacy profile of k-ary randomized response",
    statement=eq(HockeyStick(eps, *_KARY), Max(0, (exp(zeta) - exp(eps)) / _TOTAL)),
    **over(eps, zeta, choices),
    cites=(Cite("kairouz2016extremal", "the k-ary randomized response mechanism"),),
    checks=both_roads(runs.profile(runs.kary)),
)

TRADEOFF_KARY = Theorem(
    id="tradeoff.kary",
    title="Trade-off function of k-ary randomized response: three lines",
    statement=eq(
        TradeOff(t, *_KARY),
        Piecewise(
            (1 - exp(zeta) * t, t <= 1 / _TOTAL),
            (choices / _TOTAL - t, t <= (choices - 2) / _TOTAL + 1 / _TOTAL),
            (exp(-zeta) * (1 - t), True),
        ),
    ),
    **over(t, zeta, choices),
    note="Ours: by the Neyman-Pearson lemma: a test rejects at the true answer, then at the others, then at the wrong one.",
    checks=both_roads(runs.tradeoff(runs.kary), 48, balls=48),
)

CHI_SQUARED_KARY = Theorem(
    id="chi2.kary",
    title="Chi-squared divergence of k-ary randomized response",
    statement=eq(ChiSquaredDivergence(*_KARY), (exp(zeta) - 1) ** 2 * (1 + exp(-zeta)) / _TOTAL),
    **over(zeta, choices),
    uses=("renyi.kary",),
    checks=both_roads(runs.chi_squared(runs.kary)),
)

VARIATION_KARY = Theorem(
    id="tv.kary",
    title="Total variation distance of k-ary randomized response",
    statement=eq(TotalVariation(*_KARY), (exp(zeta) - 1) / _TOTAL),
    **over(zeta, choices),
    cites=(Cite("kairouz2016extremal", "the k-ary randomized response mechanism"),),
    uses=("profile.kary",),
    checks=both_roads(runs.total_variation(runs.kary)),
)

HELLINGER_KARY = Theorem(
    id="hellinger.kary",
    title="Squared Hellinger distance of k-ary randomized response",
    statement=eq(SquaredHellinger(*_KARY), (exp(zeta / 2) - 1) ** 2 / _TOTAL),
    **over(zeta, choices),
    checks=both_roads(runs.hellinger(runs.kary)),
)

LOSS_TAIL_KARY = Theorem(
    id="loss_tail.kary",
    title="Tail of the privacy loss of k-ary randomized response",
    statement=eq(LossTail(eps, *_KARY), Piecewise((exp(zeta) / _TOTAL, eps < zeta), (0, True))),
    **over(eps, zeta, choices),
    note="Ours: the loss is zeta at the true answer, -zeta at the other, 0 elsewhere.",
    checks=both_roads(runs.loss_tail(runs.kary)),
)

LOSS_VARIANCE_KARY = Theorem(
    id="loss_variance.kary",
    title="Variance of the privacy loss of k-ary randomized response",
    statement=eq(LossCumulant(2, *_KARY), zeta**2 * ((exp(zeta) + 1) / _TOTAL - (exp(zeta) - 1) ** 2 / _TOTAL**2)),
    **over(zeta, choices),
    checks=both_roads(runs.loss_variance(runs.kary)),
)

TRADEOFF_RR = Theorem(
    id="tradeoff.rr",
    title="Trade-off function of randomized response: two lines",
    statement=eq(
        TradeOff(t, *_RESPONSE), Piecewise((1 - exp(zeta) * t, t <= 1 / (1 + exp(zeta))), (exp(-zeta) * (1 - t), True))
    ),
    **over(t, zeta),
    cites=(Cite("dong2022gaussian", "the trade-off function of (eps, 0)-DP", "arXiv:1905.02383v3"),),
    checks=both_roads(runs.tradeoff(runs.response)),
)

VARIATION_RR = Theorem(
    id="tv.rr",
    title="Total variation distance of randomized response",
    statement=eq(TotalVariation(*_RESPONSE), tanh(zeta / 2)),
    **over(zeta),
    cites=(Cite("balle2018improving", "section 2, the divergence at alpha = 1", "arXiv:1807.01647v2"),),
    uses=("profile.rr",),
    checks=both_roads(runs.total_variation(runs.response)),
)

INVERSE_PROFILE_RR = Theorem(
    id="inverse_profile.rr",
    title="The eps of randomized response at a given delta",
    statement=eq(
        InverseProfile(delta, *_RESPONSE),
        Piecewise((log(exp(zeta) - delta * (1 + exp(zeta))), delta <= (exp(zeta) - 1) / (exp(zeta) + 1)), (0, True)),
    ),
    **over(delta, zeta),
    uses=("profile.rr",),
    checks=both_roads(runs.inverse_profile(runs.response), balls=0),
)

_SOFTMAX = Softmax(u1, u2, 0), Softmax(v1, v2, 0)
_FIRST, _SECOND = exp(u1) + exp(u2) + 1, exp(v1) + exp(v2) + 1

RENYI_SOFTMAX = Theorem(
    id="renyi.softmax",
    title="Rényi divergence of two choices of the exponential mechanism among three",
    statement=eq(
        Renyi(alpha, *_SOFTMAX),
        log(exp(alpha * u1 + (1 - alpha) * v1) + exp(alpha * u2 + (1 - alpha) * v2) + 1) / (alpha - 1)
        - alpha / (alpha - 1) * log(_FIRST)
        + log(_SECOND),
    ),
    **over(alpha, u1, u2, v1, v2),
    cites=(Cite("mcsherrytalwar2007", "Definition 2"),),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.softmax)),
    note="Scores matter up to a constant: the third is 0.",
)

KL_SOFTMAX = Theorem(
    id="kl.softmax",
    title="Kullback-Leibler divergence of two choices of the exponential mechanism among three",
    statement=eq(KL(*_SOFTMAX), ((u1 - v1) * exp(u1) + (u2 - v2) * exp(u2)) / _FIRST + log(_SECOND / _FIRST)),
    **over(u1, u2, v1, v2),
    checks=both_roads(runs.kl(runs.softmax)),
)

MAX_SOFTMAX = Theorem(
    id="max.softmax",
    title="Max divergence of two choices of the exponential mechanism among three",
    statement=eq(MaxDivergence(*_SOFTMAX), Max(*(gap - log(_FIRST) + log(_SECOND) for gap in (u1 - v1, u2 - v2, 0)))),
    **over(u1, u2, v1, v2),
    cites=(Cite("mcsherrytalwar2007", "Theorem 6"),),
    checks=both_roads(runs.greatest(runs.softmax)),
    note="Both terms are at most the greatest change of a score: hence twice that is the privacy parameter.",
)
