"""Logistic noise, scale b, on a query of sensitivity 1: all its divergences close by one Möbius substitution."""

from sympy import Piecewise, cosh, coth, exp, log, sinh, sqrt, tanh

from dpsym import KL, Logistic
from dpsym.parameters import alpha, b, delta, eps, t
from theorems.checks import Limit
from theorems.library.catalogue import runs
from theorems.library.catalogue.family import Family
from theorems.library.catalogue.space import APART

_PAIR = Family("logistic noise", (Logistic(0, b), Logistic(1, b)), runs.logistic, is_mechanism=True)

RENYI = _PAIR.closed(
    "renyi.logistic",
    log(sinh((2 * alpha - 1) / (2 * b)) / ((2 * alpha - 1) * sinh(1 / (2 * b)))) / (alpha - 1),
    also=(Limit(alpha, 1, KL(*_PAIR.laws)),),
    note="Under P the square root of the density ratio is uniform, up to a factor, on the interval from 1 to e^(1/b).",
)
KULLBACK = _PAIR.closed("kl.logistic", coth(1 / (2 * b)) / b - 2)
GREATEST = _PAIR.closed("max.logistic", 1 / b, "Logistic noise of scale b is 1/b-DP, and no better")
PROFILE = _PAIR.closed(
    "profile.logistic",
    Piecewise((0, eps >= 1 / b), ((1 - exp((eps - 1 / b) / 2)) ** 2 / (1 - exp(-1 / b)), True)),
    box=APART,
)
TRADEOFF = _PAIR.closed(
    "tradeoff.logistic",
    (1 - t) / (1 - t + t * exp(1 / b)),
    note="The best test adds the sensitivity over the scale to the log-odds of its errors.",
)
CHI_SQUARED = _PAIR.closed("chi2.logistic", 2 * (cosh(1 / b) - 1) / 3)
VARIATION = _PAIR.closed("tv.logistic", tanh(1 / (4 * b)))
HELLINGER = _PAIR.closed("hellinger.logistic", 1 - 1 / (2 * b * sinh(1 / (2 * b))))
LOSS_TAIL = _PAIR.closed(
    "loss_tail.logistic",
    Piecewise((0, eps >= 1 / b), ((1 - exp((eps - 1 / b) / 2)) / (1 - exp(-1 / b)), True)),
    box=APART,
)
LOSS_VARIANCE = _PAIR.closed("loss_variance.logistic", 4 - 1 / (b * sinh(1 / (2 * b))) ** 2)
INVERSE_PROFILE = _PAIR.closed(
    "inverse_profile.logistic",
    Piecewise(
        (
            2 * log(exp(1 / (2 * b)) - sqrt(delta * (exp(1 / b) - 1))),
            delta <= (exp(1 / (2 * b)) - 1) ** 2 / (exp(1 / b) - 1),
        ),
        (0, True),
    ),
)
