"""Laws on finitely many outcomes, and what reduces to them: k-ary response, softmax, staircase noise."""

from sympy import Max, Piecewise, exp, log, tanh

from dpsym import KL, RR, KaryResponse, Softmax
from dpsym.parameters import alpha, delta, eps, t, zeta
from theorems.checks import Limit
from theorems.entry import Cite
from theorems.library.catalogue import runs, sources
from theorems.library.catalogue.family import Family
from theorems.library.catalogue.space import choices, u1, u2, v1, v2

_KARY = Family(
    "k-ary randomized response",
    (KaryResponse(zeta, choices, 1), KaryResponse(zeta, choices, 0)),
    runs.kary,
    is_mechanism=True,
)
_RESPONSE = Family("randomized response", (RR(zeta, 1), RR(zeta, 0)), runs.response)
_TOTAL = exp(zeta) + choices - 1
_KAIROUZ = Cite("kairouz2016extremal", "the k-ary randomized response mechanism")

RENYI_KARY = _KARY.closed(
    "renyi.kary",
    log((exp(alpha * zeta) + exp((1 - alpha) * zeta) + choices - 2) / _TOTAL) / (alpha - 1),
    also=(Limit(alpha, 1, KL(*_KARY.laws)),),
    cites=(_KAIROUZ,),
)
KL_KARY = _KARY.closed("kl.kary", zeta * (exp(zeta) - 1) / _TOTAL, cites=(_KAIROUZ,))
MAX_KARY = _KARY.closed(
    "max.kary", zeta, "k-ary randomized response of parameter zeta is zeta-DP, and no better", cites=(_KAIROUZ,)
)
PROFILE_KARY = _KARY.closed("profile.kary", Max(0, (exp(zeta) - exp(eps)) / _TOTAL), points=(8, 8), cites=(_KAIROUZ,))
TRADEOFF_KARY = _KARY.closed(
    "tradeoff.kary",
    Piecewise(
        (1 - exp(zeta) * t, t <= 1 / _TOTAL),
        (choices / _TOTAL - t, t <= (choices - 2) / _TOTAL + 1 / _TOTAL),
        (exp(-zeta) * (1 - t), True),
    ),
    "Trade-off function of k-ary randomized response: three lines",
    points=(48, 48),
    note="Ours: by the Neyman-Pearson lemma: a test rejects at the true answer, then at the others, then at the wrong one.",
)
CHI_SQUARED_KARY = _KARY.closed("chi2.kary", (exp(zeta) - 1) ** 2 * (1 + exp(-zeta)) / _TOTAL)
VARIATION_KARY = _KARY.closed("tv.kary", (exp(zeta) - 1) / _TOTAL, cites=(_KAIROUZ,))
HELLINGER_KARY = _KARY.closed("hellinger.kary", (exp(zeta / 2) - 1) ** 2 / _TOTAL)
LOSS_TAIL_KARY = _KARY.closed(
    "loss_tail.kary",
    Piecewise((exp(zeta) / _TOTAL, eps < zeta), (0, True)),
    points=(8, 8),
    note="Ours: the loss is zeta at the true answer, -zeta at the other, 0 elsewhere.",
)
LOSS_VARIANCE_KARY = _KARY.closed(
    "loss_variance.kary", zeta**2 * ((exp(zeta) + 1) / _TOTAL - (exp(zeta) - 1) ** 2 / _TOTAL**2)
)
TRADEOFF_RR = _RESPONSE.closed(
    "tradeoff.rr",
    Piecewise((1 - exp(zeta) * t, t <= 1 / (1 + exp(zeta))), (exp(-zeta) * (1 - t), True)),
    "Trade-off function of randomized response: two lines",
    points=(8, 8),
    cites=(Cite("dong2022gaussian", "the trade-off function of (eps, 0)-DP", "arXiv:1905.02383v3"),),
)
VARIATION_RR = _RESPONSE.closed("tv.rr", tanh(zeta / 2), cites=(sources.BALLE_VARIATION,))
INVERSE_PROFILE_RR = _RESPONSE.closed(
    "inverse_profile.rr",
    Piecewise((log(exp(zeta) - delta * (1 + exp(zeta))), delta <= (exp(zeta) - 1) / (exp(zeta) + 1)), (0, True)),
    points=(8, 0),
)

_SOFTMAX = Family(
    "two choices of the exponential mechanism among three", (Softmax(u1, u2, 0), Softmax(v1, v2, 0)), runs.softmax
)
_FIRST, _SECOND = exp(u1) + exp(u2) + 1, exp(v1) + exp(v2) + 1

RENYI_SOFTMAX = _SOFTMAX.closed(
    "renyi.softmax",
    log(exp(alpha * u1 + (1 - alpha) * v1) + exp(alpha * u2 + (1 - alpha) * v2) + 1) / (alpha - 1)
    - alpha / (alpha - 1) * log(_FIRST)
    + log(_SECOND),
    cites=(Cite("mcsherrytalwar2007", "Definition 2"),),
    note="Scores matter up to a constant: the third is 0.",
)
KL_SOFTMAX = _SOFTMAX.closed("kl.softmax", ((u1 - v1) * exp(u1) + (u2 - v2) * exp(u2)) / _FIRST + log(_SECOND / _FIRST))
MAX_SOFTMAX = _SOFTMAX.closed(
    "max.softmax",
    Max(*(gap - log(_FIRST) + log(_SECOND) for gap in (u1 - v1, u2 - v2, 0))),
    cites=(Cite("mcsherrytalwar2007", "Theorem 6"),),
    note="Both terms are at most the greatest change of a score: hence twice that is the privacy parameter.",
)
