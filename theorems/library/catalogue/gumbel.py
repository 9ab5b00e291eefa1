"""Gumbel noise, scale b, on a score of sensitivity 1 (report noisy max), in both directions."""

from sympy import FiniteSet, Piecewise, exp, log, oo

from dpsym import Gumbel
from dpsym.parameters import alpha, b, eps, t
from theorems.checks import Transcribed
from theorems.library.catalogue import runs
from theorems.library.catalogue.family import Family
from theorems.library.catalogue.space import APART, over
from theorems.statement import POSITIVE, UNIT

_PAIR = Family("Gumbel noise", (Gumbel(0, b), Gumbel(1, b)), runs.gumbel)
_BACK = Family("Gumbel noise from the same noise moved to the left", (Gumbel(1, b), Gumbel(0, b)), runs.gumbel_reversed)
_EXCESS = exp(1 / b) - 1

RENYI = _PAIR.closed(
    "renyi.gumbel",
    -1 / b - log(1 - (alpha - 1) * _EXCESS) / (alpha - 1),
    "Rényi divergence of Gumbel noise from the same noise moved to the right",
    box={"alpha": ("11/10", 4), "b": (2, 8)},
    hypotheses=(1 - (alpha - 1) * _EXCESS > 0,),
    uses=("renyi.exponential",),
    note="e^(-x/b) has exponential laws, of rates 1 and e^(1/b); beyond the order of the hypothesis the divergence is infinite.",
)
RENYI_BACK = _BACK.closed(
    "renyi.gumbel.reversed",
    1 / b + log(exp(1 / b) / (alpha * exp(1 / b) - (alpha - 1))) / (alpha - 1),
    uses=("renyi.exponential",),
)
KULLBACK = _PAIR.closed(
    "kl.gumbel",
    exp(1 / b) - 1 - 1 / b,
    "Kullback-Leibler divergence of Gumbel noise from the same noise moved to the right",
)
KULLBACK_BACK = _BACK.closed("kl.gumbel.reversed", exp(-1 / b) - 1 + 1 / b)
GREATEST = _PAIR.closed(
    "max.gumbel",
    oo,
    "Gumbel noise alone is eps-DP for no eps",
    also=(Transcribed("MaxDivergence(Gumbel(0, b), Gumbel(1, b)) == oo"),),
    note="Report noisy max with it is private all the same: only the place of the maximum is released.",
)
GREATEST_BACK = _BACK.closed(
    "max.gumbel.reversed",
    1 / b,
    "In the other direction the privacy loss of Gumbel noise is bounded",
    note="Ours: the loss is a constant less a multiple of e^(-x/b), so that its supremum is at infinity.",
)
PROFILE = _PAIR.closed(
    "profile.gumbel",
    (1 - exp(-1 / b)) * exp(-(eps + 1 / b) / _EXCESS),
    "Privacy profile of Gumbel noise, moved to the right",
)
PROFILE_BACK = _BACK.closed(
    "profile.gumbel.reversed",
    Piecewise((0, eps >= 1 / b), (1 - exp(eps) + exp(eps) * (1 - exp(-1 / b)) * exp(-(1 / b - eps) / _EXCESS), True)),
    "Privacy profile of Gumbel noise, moved to the left",
    box={"epsilon": APART["epsilon"]},
    points=(24, 12),
    note="Ours: the loss exceeds eps on a half line; both laws have their distribution functions there.",
)
TRADEOFF = _PAIR.closed(
    "tradeoff.gumbel",
    exp(exp(1 / b) * log(1 - t)),
    **over(t, b) | {"domain": {t: UNIT - FiniteSet(1), b: POSITIVE}},
    note="(1 - t)^(e^(1/b)), and 0 at t = 1.",
)
CHI_SQUARED = _PAIR.closed(
    "chi2.gumbel", exp(-1 / b) / (2 - exp(1 / b)) - 1, box={"b": (2, 8)}, hypotheses=(2 - exp(1 / b) > 0,)
)
VARIATION = _PAIR.closed("tv.gumbel", (1 - exp(-1 / b)) * exp(-1 / (b * _EXCESS)))
HELLINGER = _PAIR.closed("hellinger.gumbel", 1 - 2 / (exp(1 / (2 * b)) + exp(-1 / (2 * b))))
LOSS_TAIL = _PAIR.closed(
    "loss_tail.gumbel", exp(-(eps + 1 / b) / _EXCESS), "Tail of the privacy loss of Gumbel noise: exponential"
)
LOSS_VARIANCE = _PAIR.closed(
    "loss_variance.gumbel",
    _EXCESS**2,
    note="Ours: the loss is linear in e^(-x/b), which is exponential under the first law: the square of the slope.",
)
