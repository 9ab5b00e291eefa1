"""Laws of counts: Poisson, binomial, negative binomial, geometric."""

from sympy import Max, exp, log, sqrt

from dpsym import Binomial, Geometric, MaxDivergence, NegativeBinomial, Poisson
from dpsym.parameters import a, alpha, k, m, m1, m2, n, p, q
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs, sources
from theorems.library.catalogue.family import Family
from theorems.library.catalogue.space import both_roads, over
from theorems.statement import eq

_POISSON = Family("two Poisson laws", (Poisson(m1), Poisson(m2)), runs.poisson, cites=sources.EXPONENTIAL_FAMILY)
_BINOMIAL = Family(
    "two binomial laws", (Binomial(n, p), Binomial(n, q)), runs.binomial, cites=sources.EXPONENTIAL_FAMILY
)
_NEGATIVE = Family(
    "two negative binomial laws of one shape",
    (NegativeBinomial(k, p), NegativeBinomial(k, q)),
    runs.negative_binomial,
    cites=sources.EXPONENTIAL_FAMILY,
)
_GEOMETRIC = Family(
    "two geometric laws", (Geometric(p), Geometric(q)), runs.geometric, cites=sources.EXPONENTIAL_FAMILY
)
_FAILURES = (1 - p) ** alpha * (1 - q) / (1 - q) ** alpha

RENYI_POISSON = _POISSON.closed(
    "renyi.poisson", (m1**alpha * m2 ** (1 - alpha) - alpha * m1 - (1 - alpha) * m2) / (alpha - 1)
)
KL_POISSON = _POISSON.closed("kl.poisson", m1 * log(m1 / m2) - m1 + m2)

MAX_POISSON = Theorem(
    id="max.poisson",
    title="Max divergence of a Poisson law from one of greater mean",
    statement=eq(MaxDivergence(Poisson(m), Poisson(m + a)), a),
    **over(m, a),
    checks=both_roads(runs.greatest(runs.poisson_below)),
    note="Ours: the loss is greatest at the count 0; from one of smaller mean the divergence is infinite.",
)

CHI_SQUARED_POISSON = _POISSON.closed(
    "chi2.poisson", exp((m1 - m2) ** 2 / m2) - 1, cites=(Cite("nielsennock2014", "the chi square of two Poisson laws"),)
)
HELLINGER_POISSON = _POISSON.closed("hellinger.poisson", 1 - exp(-((sqrt(m1) - sqrt(m2)) ** 2) / 2))
VARIANCE_POISSON = _POISSON.closed(
    "loss_variance.poisson",
    m1 * log(m1 / m2) ** 2,
    note="Ours: the loss is linear in the count: its slope squared times the mean.",
)
RENYI_BINOMIAL = _BINOMIAL.closed(
    "renyi.binomial",
    n * log(p**alpha * q ** (1 - alpha) + (1 - p) ** alpha * (1 - q) ** (1 - alpha)) / (alpha - 1),
    uses=("renyi.bernoulli",),
    note="n times that of the Bernoulli laws: the count is sufficient for the n trials.",
)
KL_BINOMIAL = _BINOMIAL.closed(
    "kl.binomial", n * (p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))), uses=("kl.bernoulli",)
)
MAX_BINOMIAL = _BINOMIAL.closed(
    "max.binomial",
    Max(n * log(p) - n * log(q), n * log(1 - p) - n * log(1 - q)),
    "Max divergence of two binomial laws: the loss is greatest at one of the ends",
)
CHI_SQUARED_BINOMIAL = _BINOMIAL.closed("chi2.binomial", (p**2 / q + (1 - p) ** 2 / (1 - q)) ** n - 1, derived=False)
HELLINGER_BINOMIAL = _BINOMIAL.closed(
    "hellinger.binomial", 1 - (sqrt(p * q) + sqrt((1 - p) * (1 - q))) ** n, derived=False
)
VARIANCE_BINOMIAL = _BINOMIAL.closed(
    "loss_variance.binomial",
    n * p * (1 - p) * log(p * (1 - q) / (q * (1 - p))) ** 2,
    note="Ours: the loss is linear in the count: its slope squared times n p (1 - p).",
)
RENYI_NEGATIVE = _NEGATIVE.closed(
    "renyi.negative_binomial",
    k * (log(p / q) + log(p / (1 - _FAILURES)) / (alpha - 1)),
    hypotheses=(1 - _FAILURES > 0,),
)
KL_NEGATIVE = _NEGATIVE.closed("kl.negative_binomial", k * (log(p / q) + (1 - p) / p * log((1 - p) / (1 - q))))
VARIANCE_NEGATIVE = _NEGATIVE.closed(
    "loss_variance.negative_binomial",
    k * (1 - p) / p**2 * log((1 - p) / (1 - q)) ** 2,
    note="Ours: the loss is linear in the count: its slope squared times the variance of the count.",
)
HELLINGER_NEGATIVE = _NEGATIVE.closed(
    "hellinger.negative_binomial", 1 - exp(k * ((log(p) + log(q)) / 2 - log(1 - sqrt(1 - p) * sqrt(1 - q))))
)
RENYI_GEOMETRIC = _GEOMETRIC.closed(
    "renyi.geometric",
    log(p / q) + log(p / (1 - _FAILURES)) / (alpha - 1),
    hypotheses=(1 - _FAILURES > 0,),
    uses=("renyi.negative_binomial",),
)
KL_GEOMETRIC = _GEOMETRIC.closed(
    "kl.geometric", log(p / q) + (1 - p) / p * log((1 - p) / (1 - q)), uses=("kl.negative_binomial",)
)
HELLINGER_GEOMETRIC = _GEOMETRIC.closed(
    "hellinger.geometric", 1 - sqrt(p * q) / (1 - sqrt((1 - p) * (1 - q))), uses=("hellinger.negative_binomial",)
)
CHI_SQUARED_GEOMETRIC = _GEOMETRIC.closed(
    "chi2.geometric", p**2 * (1 - q) / (q * (1 - q - (1 - p) ** 2)) - 1, hypotheses=(1 - q - (1 - p) ** 2 > 0,)
)
