"""Randomized response whose answer may be erased: what most local randomisers tell of two values."""

from sympy import Max, Piecewise, exp, log

from dpsym import KL, ErasedResponse
from dpsym.parameters import a, alpha, eps, t, zeta
from theorems.checks import Limit
from theorems.library.catalogue import runs
from theorems.library.catalogue.family import Family

_PAIR = Family(
    "randomized response whose answer may be erased",
    (ErasedResponse(zeta, a, 1), ErasedResponse(zeta, a, 0)),
    runs.erased_response,
    is_mechanism=True,
)
_TOTAL = exp(zeta) + 1 + a
_NOTE = "Ours: silence adds the same to the masses of both laws; a is its weight, in units of the probability of a false answer."

RENYI = _PAIR.closed(
    "renyi.erased_response",
    log((exp(alpha * zeta) + exp((1 - alpha) * zeta) + a) / _TOTAL) / (alpha - 1),
    also=(Limit(alpha, 1, KL(*_PAIR.laws)),),
    note=_NOTE,
)
KL_ERASED = _PAIR.closed("kl.erased_response", zeta * (exp(zeta) - 1) / _TOTAL, note=_NOTE)
MAX = _PAIR.closed(
    "max.erased_response",
    zeta,
    "Randomized response of parameter zeta whose answer may be erased is zeta-DP, and no better",
    note=_NOTE,
)
PROFILE = _PAIR.closed("profile.erased_response", Max(0, (exp(zeta) - exp(eps)) / _TOTAL), points=(8, 8), note=_NOTE)
VARIATION = _PAIR.closed("tv.erased_response", (exp(zeta) - 1) / _TOTAL, note=_NOTE)
TRADEOFF = _PAIR.closed(
    "tradeoff.erased_response",
    Piecewise(
        (1 - exp(zeta) * t, t <= 1 / _TOTAL),
        ((a + 2) / _TOTAL - t, t <= (a + 1) / _TOTAL),
        (exp(-zeta) * (1 - t), True),
    ),
    "Trade-off function of randomized response whose answer may be erased: three lines",
    points=(48, 48),
    note="Ours: by the Neyman-Pearson lemma: a test rejects at the true answer, then at silence, then at the false one.",
)
