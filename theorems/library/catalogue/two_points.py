"""Laws on two points: Bernoulli laws, randomized response."""

from sympy import Integer, cosh, log, sinh, sqrt

from dpsym import Bernoulli, RandomizedResponse
from dpsym.parameters import p, q, zeta
from theorems.library.catalogue import runs
from theorems.library.catalogue.family import Family

_BERNOULLI = Family("two Bernoulli laws", (Bernoulli(p), Bernoulli(q)), runs.bernoulli)
_RESPONSE = Family(
    "randomized response", (RandomizedResponse(zeta, 0), RandomizedResponse(zeta, 1)), runs.response, is_mechanism=True
)

CHI_SQUARED_BERNOULLI = _BERNOULLI.closed("chi2.bernoulli", (p - q) ** 2 / (q * (1 - q)), uses=("renyi.bernoulli",))
HELLINGER_BERNOULLI = _BERNOULLI.closed("hellinger.bernoulli", 1 - sqrt(p * q) - sqrt((1 - p) * (1 - q)))
LOSS_VARIANCE_BERNOULLI = _BERNOULLI.closed(
    "loss_variance.bernoulli",
    p * (1 - p) * log(p * (1 - q) / (q * (1 - p))) ** 2,
    box={"p": ("1/20", "2/5"), "q": ("1/2", "19/20")},
    note="Ours: the loss takes two values, which are the logarithm of the ratio of the odds apart.",
)
CHI_SQUARED_RESPONSE = _RESPONSE.closed("chi2.rr", 4 * sinh(zeta / 2) ** 2, uses=("chi2.bernoulli",))
HELLINGER_RESPONSE = _RESPONSE.closed("hellinger.rr", 1 - 1 / cosh(zeta / 2), uses=("hellinger.bernoulli",))
LOSS_VARIANCE_RESPONSE = _RESPONSE.closed(
    "loss_variance.rr", zeta ** Integer(2) / cosh(zeta / 2) ** 2, uses=("loss_variance.bernoulli",)
)
