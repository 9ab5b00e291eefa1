"""Asymmetric and truncated Laplace noise on a query of sensitivity 1."""

from sympy import Max, Ne, Piecewise, exp, log, oo

from dpsym import AsymmetricLaplace, TruncatedLaplace
from dpsym.parameters import a, alpha, b, beta, eps, t
from theorems.checks import Transcribed
from theorems.entry import Cite
from theorems.library.catalogue import runs
from theorems.library.catalogue.family import Family
from theorems.library.catalogue.space import NEAR, below_one, over

_ASYMMETRIC = Family(
    "asymmetric Laplace noise",
    (AsymmetricLaplace(0, b, beta), AsymmetricLaplace(1, b, beta)),
    runs.asymmetric_laplace,
    is_mechanism=True,
)
_TRUNCATED = Family(
    "truncated Laplace noise",
    (TruncatedLaplace(0, b, a), TruncatedLaplace(1, b, a)),
    runs.truncated_laplace,
    hypotheses=(a > 1,),
)

RENYI_ASYMMETRIC = _ASYMMETRIC.closed(
    "renyi.asymmetric_laplace",
    log(
        (
            b * exp((alpha - 1) / b)
            + beta * exp(-alpha / beta)
            + (exp((alpha - 1) / b) - exp(-alpha / beta)) / ((alpha - 1) / b + alpha / beta)
        )
        / (b + beta)
    )
    / (alpha - 1),
    note="The scale below the mode is b, the one above it beta; at equal scales it is the budget of Laplace noise.",
)
KL_ASYMMETRIC = _ASYMMETRIC.closed("kl.asymmetric_laplace", (1 - beta * (1 - exp(-1 / beta))) / b)
MAX_ASYMMETRIC = _ASYMMETRIC.closed(
    "max.asymmetric_laplace",
    1 / b,
    "Max divergence of asymmetric Laplace noise: only the scale on the side of the move counts",
)
PROFILE_ASYMMETRIC = _ASYMMETRIC.closed(
    "profile.asymmetric_laplace",
    Max(0, 1 - exp((b * eps - 1) / (b + beta))),
    box={"epsilon": ("1/10", "1/2"), "b": ("1/2", "3/2")},
    note="Ours: the loss is greatest on one half line and linear between the centres; the integral of (p - e^eps q)+ in these pieces.",
)
TRADEOFF_ASYMMETRIC = _ASYMMETRIC.closed(
    "tradeoff.asymmetric_laplace",
    Piecewise(
        (1 - exp(1 / beta) * t, t < beta * exp(-1 / beta) / (b + beta)),
        (b * exp(-1 / b) / (b + beta) * (beta / (t * (b + beta))) ** (beta / b), t < beta / (b + beta)),
        (exp(-1 / b) * (1 - t), True),
    ),
    points=(12, 12),
    note="Ours: by the Neyman-Pearson lemma: tests that reject on a half line, cut at the two centres.",
)
VARIATION_ASYMMETRIC = _ASYMMETRIC.closed(
    "tv.asymmetric_laplace", 1 - exp(-1 / (b + beta)), note="Ours: the profile at eps = 0."
)
LOSS_TAIL_ASYMMETRIC = _ASYMMETRIC.closed(
    "loss_tail.asymmetric_laplace",
    Piecewise((0, eps >= 1 / b), (1 - beta * exp(-(1 / b - eps) / (1 + beta / b)) / (b * (1 + beta / b)), True)),
    box=NEAR,
)

_KEPT = 1 - exp(-a / b)

RENYI_TRUNCATED = _TRUNCATED.closed(
    "renyi.truncated_laplace.below_one",
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
    "Rényi divergence of truncated Laplace noise below order 1",
    **below_one(over(alpha, b, a)),
    hypotheses=(a > 1, Ne(2 * alpha, 1)),
    note="Above order 1 it is infinite: the supports differ.",
)
MAX_TRUNCATED = _TRUNCATED.closed(
    "max.truncated_laplace",
    oo,
    "Truncated Laplace noise is eps-DP for no eps",
    also=(Transcribed("MaxDivergence(TruncatedLaplace(0, b, a), TruncatedLaplace(1, b, a)) == oo"),),
)
PROFILE_TRUNCATED = _TRUNCATED.closed(
    "profile.truncated_laplace",
    Piecewise(
        (exp(-a / b) * (exp(1 / b) - 1) / (2 * _KEPT), eps >= 1 / b),
        ((2 - 2 * exp((eps - 1 / b) / 2) - exp(-a / b) + exp(eps - a / b)) / (2 * _KEPT), True),
    ),
    cites=(Cite("geng2020tight", "the truncated Laplacian mechanism"),),
    note="At eps = 1/b it is the delta for which the mechanism was made.",
)
VARIATION_TRUNCATED = _TRUNCATED.closed("tv.truncated_laplace", (1 - exp(-1 / (2 * b))) / _KEPT)
KL_TRUNCATED = _TRUNCATED.closed(
    "kl.truncated_laplace",
    oo,
    "The Kullback-Leibler divergence of truncated Laplace noise is infinite",
    also=(Transcribed("KL(TruncatedLaplace(0, b, a), TruncatedLaplace(1, b, a)) == oo"),),
)
