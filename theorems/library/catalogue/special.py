"""Families whose divergences need Gamma functions: Gamma, chi-squared, Beta; and the inverse Gaussian, and K-norm noise."""

from sympy import Expr, exp, log, loggamma, polygamma, sqrt

from dpsym import Beta, ChiSquared, Gamma, InverseGaussian, KNorm, MaxDivergence
from dpsym.parameters import alpha, k1, k2, m1, m2, n, r1, r2, zeta
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs, sources
from theorems.library.catalogue.family import Family
from theorems.library.catalogue.space import both_roads, nu1, nu2, over
from theorems.statement import eq

_GAMMA = Family("two Gamma laws", (Gamma(k1, r1), Gamma(k2, r2)), runs.gamma, cites=sources.gil("Gamma"))
_CHI = Family(
    "two chi-squared laws", (ChiSquared(nu1), ChiSquared(nu2)), runs.chi_squared_law, cites=sources.gil("chi-squared")
)
_BETA = Family("two Beta laws", (Beta(k1, k2), Beta(r1, r2)), runs.beta_law, cites=sources.gil("Beta"))
_INVERSE = Family(
    "two inverse Gaussian laws",
    (InverseGaussian(m1, k1), InverseGaussian(m2, k2)),
    runs.inverse_gaussian,
    cites=sources.gil("inverse Gaussian"),
)
_GAUGE = Family("K-norm noise of two parameters around one centre", (KNorm(n, r1, 0), KNorm(n, r2, 0)), runs.gauge)

_SHAPE = alpha * k1 + (1 - alpha) * k2
_RATE = alpha * r1 + (1 - alpha) * r2
_DEGREES = alpha * nu1 + (1 - alpha) * nu2

RENYI_GAMMA = _GAMMA.closed(
    "renyi.gamma",
    loggamma(k2)
    - loggamma(k1)
    + k1 * log(r1)
    - k2 * log(r2)
    + (loggamma(_SHAPE) - loggamma(k1) + k1 * log(r1) - _SHAPE * log(_RATE)) / (alpha - 1),
    hypotheses=(_SHAPE > 0, _RATE > 0),
)
KL_GAMMA = _GAMMA.closed(
    "kl.gamma", (k1 - k2) * polygamma(0, k1) - loggamma(k1) + loggamma(k2) + k2 * log(r1 / r2) + k1 * (r2 - r1) / r1
)
LOSS_VARIANCE_GAMMA = _GAMMA.closed(
    "loss_variance.gamma",
    (k1 - k2) ** 2 * polygamma(1, k1) - 2 * (k1 - k2) * (r1 - r2) / r1 + k1 * (r1 - r2) ** 2 / r1**2,
)
HELLINGER_GAMMA = _GAMMA.closed(
    "hellinger.gamma",
    1
    - exp(
        loggamma((k1 + k2) / 2)
        - (loggamma(k1) + loggamma(k2)) / 2
        + (k1 * log(r1) + k2 * log(r2)) / 2
        - (k1 + k2) * log((r1 + r2) / 2) / 2
    ),
)
RENYI_CHI_SQUARED = _CHI.closed(
    "renyi.chi_squared_law",
    loggamma(nu2 / 2) - loggamma(nu1 / 2) + (loggamma(_DEGREES / 2) - loggamma(nu1 / 2)) / (alpha - 1),
    hypotheses=(_DEGREES > 0,),
    uses=("renyi.gamma",),
)
KL_CHI_SQUARED = _CHI.closed(
    "kl.chi_squared_law",
    loggamma(nu2 / 2) - loggamma(nu1 / 2) + (nu1 - nu2) * polygamma(0, nu1 / 2) / 2,
    uses=("kl.gamma",),
)
LOSS_VARIANCE_CHI_SQUARED = _CHI.closed("loss_variance.chi_squared_law", (nu1 - nu2) ** 2 * polygamma(1, nu1 / 2) / 4)
HELLINGER_CHI_SQUARED = _CHI.closed(
    "hellinger.chi_squared_law",
    1 - exp(loggamma((nu1 + nu2) / 4) - (loggamma(nu1 / 2) + loggamma(nu2 / 2)) / 2),
    uses=("hellinger.gamma",),
)

_FIRST, _SECOND = alpha * k1 + (1 - alpha) * r1, alpha * k2 + (1 - alpha) * r2


def _log_beta(first: Expr, second: Expr) -> Expr:
    return loggamma(first) + loggamma(second) - loggamma(first + second)


RENYI_BETA = _BETA.closed(
    "renyi.beta",
    _log_beta(r1, r2) - _log_beta(k1, k2) + (_log_beta(_FIRST, _SECOND) - _log_beta(k1, k2)) / (alpha - 1),
    hypotheses=(_FIRST > 0, _SECOND > 0),
)
KL_BETA = _BETA.closed(
    "kl.beta",
    _log_beta(r1, r2)
    - _log_beta(k1, k2)
    + (k1 - r1) * polygamma(0, k1)
    + (k2 - r2) * polygamma(0, k2)
    + (r1 - k1 + r2 - k2) * polygamma(0, k1 + k2),
)
HELLINGER_BETA = _BETA.closed(
    "hellinger.beta", 1 - exp(_log_beta((k1 + r1) / 2, (k2 + r2) / 2) - (_log_beta(k1, k2) + _log_beta(r1, r2)) / 2)
)

_DRIFT = alpha * k1 / m1**2 + (1 - alpha) * k2 / m2**2

RENYI_INVERSE_GAUSSIAN = _INVERSE.closed(
    "renyi.inverse_gaussian",
    log(k1 / k2) / 2
    + log(k1 / _SHAPE) / (2 * (alpha - 1))
    + (alpha * k1 / m1 + (1 - alpha) * k2 / m2 - sqrt(_SHAPE * _DRIFT)) / (alpha - 1),
    hypotheses=(_SHAPE > 0, _DRIFT > 0),
)
KL_INVERSE_GAUSSIAN = _INVERSE.closed(
    "kl.inverse_gaussian", (log(k1 / k2) + k2 / k1 - 1 + k2 * (m1 - m2) ** 2 / (m1 * m2**2)) / 2
)
HELLINGER_INVERSE_GAUSSIAN = _INVERSE.closed(
    "hellinger.inverse_gaussian",
    1
    - sqrt(2 * sqrt(k1 * k2) / (k1 + k2)) * exp((k1 / m1 + k2 / m2 - sqrt((k1 + k2) * (k1 / m1**2 + k2 / m2**2))) / 2),
)

MAX_NORM = Theorem(
    id="max.knorm",
    title="K-norm noise of parameter zeta is zeta-DP at gauge distance 1, in every dimension",
    statement=eq(MaxDivergence(KNorm(n, zeta, 0), KNorm(n, zeta, 1)), zeta),
    **over(n, zeta),
    cites=(Cite("hardttalwar2010", "section 4"),),
    checks=both_roads(runs.greatest(runs.noise_moved)),
    note="Run for the Euclidean norm, the largest coordinate and the sum of all.",
)

RENYI_NORM = _GAUGE.closed(
    "renyi.knorm.scales",
    n * (log(r1 / r2) + log(r1 / _RATE) / (alpha - 1)),
    hypotheses=(_RATE > 0,),
    cites=(Cite("hardttalwar2010", "section 4: the gauge of the noise has a Gamma law"),),
    uses=("renyi.gamma",),
    specializes="knorm.gauge",
)
KL_NORM = _GAUGE.closed("kl.knorm.scales", n * (log(r1 / r2) + r2 / r1 - 1), uses=("kl.gamma",))
