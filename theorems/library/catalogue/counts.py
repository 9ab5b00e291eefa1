"""Laws of counts: Poisson, binomial, negative binomial, geometric."""

from sympy import Max, exp, log, sqrt

from dpsym import (
    KL,
    Binomial,
    ChiSquaredDivergence,
    Geometric,
    LossCumulant,
    MaxDivergence,
    NegativeBinomial,
    Poisson,
    Renyi,
    SquaredHellinger,
)
from dpsym.parameters import a, alpha, k, m, m1, m2, n, p, q
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs, sources
from theorems.library.catalogue.space import both_roads, by_numbers, over
from theorems.statement import eq

_POISSON = Poisson(m1), Poisson(m2)
_BINOMIAL = Binomial(n, p), Binomial(n, q)
_NEGATIVE = NegativeBinomial(k, p), NegativeBinomial(k, q)
_GEOMETRIC = Geometric(p), Geometric(q)
_FAILURES = (1 - p) ** alpha * (1 - q) / (1 - q) ** alpha

RENYI_POISSON = Theorem(
    id="renyi.poisson",
    title="Rényi divergence of two Poisson laws",
    statement=eq(
        Renyi(alpha, *_POISSON), (m1**alpha * m2 ** (1 - alpha) - alpha * m1 - (1 - alpha) * m2) / (alpha - 1)
    ),
    **over(alpha, m1, m2),
    cites=(sources.RENYI,),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.poisson)),
)

KL_POISSON = Theorem(
    id="kl.poisson",
    title="Kullback-Leibler divergence of two Poisson laws",
    statement=eq(KL(*_POISSON), m1 * log(m1 / m2) - m1 + m2),
    **over(m1, m2),
    cites=(sources.RENYI_AT_ONE,),
    checks=both_roads(runs.kl(runs.poisson)),
)

MAX_POISSON = Theorem(
    id="max.poisson",
    title="Max divergence of a Poisson law from one of greater mean",
    statement=eq(MaxDivergence(Poisson(m), Poisson(m + a)), a),
    **over(m, a),
    checks=both_roads(runs.greatest(runs.poisson_below)),
    note="Ours: the loss is greatest at the count 0; from one of smaller mean the divergence is infinite.",
)

CHI_SQUARED_POISSON = Theorem(
    id="chi2.poisson",
    title="Chi-squared divergence of two Poisson laws",
    statement=eq(ChiSquaredDivergence(*_POISSON), exp((m1 - m2) ** 2 / m2) - 1),
    **over(m1, m2),
    cites=(Cite("nielsennock2014", "the chi square of two Poisson laws"),),
    uses=("renyi.poisson",),
    checks=both_roads(runs.chi_squared(runs.poisson)),
)

HELLINGER_POISSON = Theorem(
    id="hellinger.poisson",
    title="Squared Hellinger distance of two Poisson laws",
    statement=eq(SquaredHellinger(*_POISSON), 1 - exp(-((sqrt(m1) - sqrt(m2)) ** 2) / 2)),
    **over(m1, m2),
    cites=(sources.BHATTACHARYYA,),
    checks=both_roads(runs.hellinger(runs.poisson)),
)

VARIANCE_POISSON = Theorem(
    id="loss_variance.poisson",
    title="Variance of the privacy loss of two Poisson laws",
    statement=eq(LossCumulant(2, *_POISSON), m1 * log(m1 / m2) ** 2),
    **over(m1, m2),
    note="Ours: the loss is linear in the count: its slope squared times the mean.",
    checks=both_roads(runs.loss_variance(runs.poisson)),
)

RENYI_BINOMIAL = Theorem(
    id="renyi.binomial",
    title="Rényi divergence of two binomial laws",
    statement=eq(
        Renyi(alpha, *_BINOMIAL),
        n * log(p**alpha * q ** (1 - alpha) + (1 - p) ** alpha * (1 - q) ** (1 - alpha)) / (alpha - 1),
    ),
    **over(alpha, n, p, q),
    cites=(sources.RENYI,),
    uses=("renyi.bernoulli",),
    checks=both_roads(runs.renyi(runs.binomial)),
    note="n times that of the Bernoulli laws: the count is sufficient for the n trials.",
)

KL_BINOMIAL = Theorem(
    id="kl.binomial",
    title="Kullback-Leibler divergence of two binomial laws",
    statement=eq(KL(*_BINOMIAL), n * (p * log(p / q) + (1 - p) * log((1 - p) / (1 - q)))),
    **over(n, p, q),
    cites=(sources.RENYI_AT_ONE,),
    uses=("kl.bernoulli",),
    checks=both_roads(runs.kl(runs.binomial)),
)

MAX_BINOMIAL = Theorem(
    id="max.binomial",
    title="Max divergence of two binomial laws: the loss is greatest at one of the ends",
    statement=eq(MaxDivergence(*_BINOMIAL), Max(n * log(p) - n * log(q), n * log(1 - p) - n * log(1 - q))),
    **over(n, p, q),
    checks=both_roads(runs.greatest(runs.binomial)),
)

CHI_SQUARED_BINOMIAL = Theorem(
    id="chi2.binomial",
    title="Chi-squared divergence of two binomial laws",
    statement=eq(ChiSquaredDivergence(*_BINOMIAL), (p**2 / q + (1 - p) ** 2 / (1 - q)) ** n - 1),
    **over(n, p, q),
    cites=(sources.RENYI_AT_TWO,),
    uses=("renyi.binomial",),
    checks=by_numbers(runs.chi_squared(runs.binomial)),
)

HELLINGER_BINOMIAL = Theorem(
    id="hellinger.binomial",
    title="Squared Hellinger distance of two binomial laws",
    statement=eq(SquaredHellinger(*_BINOMIAL), 1 - (sqrt(p * q) + sqrt((1 - p) * (1 - q))) ** n),
    **over(n, p, q),
    cites=(sources.BHATTACHARYYA,),
    checks=by_numbers(runs.hellinger(runs.binomial)),
)

VARIANCE_BINOMIAL = Theorem(
    id="loss_variance.binomial",
    title="Variance of the privacy loss of two binomial laws",
    statement=eq(LossCumulant(2, *_BINOMIAL), n * p * (1 - p) * log(p * (1 - q) / (q * (1 - p))) ** 2),
    **over(n, p, q),
    note="Ours: the loss is linear in the count: its slope squared times n p (1 - p).",
    checks=both_roads(runs.loss_variance(runs.binomial)),
)

RENYI_NEGATIVE = Theorem(
    id="renyi.negative_binomial",
    title="Rényi divergence of two negative binomial laws of one shape",
    statement=eq(Renyi(alpha, *_NEGATIVE), k * (log(p / q) + log(p / (1 - _FAILURES)) / (alpha - 1))),
    **over(alpha, k, p, q),
    hypotheses=(1 - _FAILURES > 0,),
    cites=(sources.RENYI,),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.negative_binomial)),
)

KL_NEGATIVE = Theorem(
    id="kl.negative_binomial",
    title="Kullback-Leibler divergence of two negative binomial laws of one shape",
    statement=eq(KL(*_NEGATIVE), k * (log(p / q) + (1 - p) / p * log((1 - p) / (1 - q)))),
    **over(k, p, q),
    cites=(sources.RENYI_AT_ONE,),
    checks=both_roads(runs.kl(runs.negative_binomial)),
)

VARIANCE_NEGATIVE = Theorem(
    id="loss_variance.negative_binomial",
    title="Variance of the privacy loss of two negative binomial laws of one shape",
    statement=eq(LossCumulant(2, *_NEGATIVE), k * (1 - p) / p**2 * log((1 - p) / (1 - q)) ** 2),
    **over(k, p, q),
    note="Ours: the loss is linear in the count: its slope squared times the variance of the count.",
    checks=both_roads(runs.loss_variance(runs.negative_binomial)),
)

RENYI_GEOMETRIC = Theorem(
    id="renyi.geometric",
    title="Rényi divergence of two geometric laws",
    statement=eq(Renyi(alpha, *_GEOMETRIC), log(p / q) + log(p / (1 - _FAILURES)) / (alpha - 1)),
    **over(alpha, p, q),
    hypotheses=(1 - _FAILURES > 0,),
    cites=(sources.RENYI,),
    uses=("renyi.negative_binomial",),
    checks=both_roads(runs.renyi(runs.geometric)),
)

KL_GEOMETRIC = Theorem(
    id="kl.geometric",
    title="Kullback-Leibler divergence of two geometric laws",
    statement=eq(KL(*_GEOMETRIC), log(p / q) + (1 - p) / p * log((1 - p) / (1 - q))),
    **over(p, q),
    cites=(sources.RENYI_AT_ONE,),
    uses=("kl.negative_binomial",),
    checks=both_roads(runs.kl(runs.geometric)),
)
