"""Families whose divergences need Gamma functions: Gamma, chi-squared, Beta; and the inverse Gaussian, and K-norm noise."""

from sympy import Expr, log, loggamma, polygamma, sqrt

from dpsym import KL, Beta, ChiSquared, Gamma, InverseGaussian, KNorm, LossCumulant, MaxDivergence, Renyi
from dpsym.parameters import alpha, k1, k2, m1, m2, n, r1, r2, zeta
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs
from theorems.library.catalogue.space import both_roads, nu1, nu2, over
from theorems.statement import eq

_GIL = "gil2013renyi"
_GAMMA = Gamma(k1, r1), Gamma(k2, r2)
_CHI = ChiSquared(nu1), ChiSquared(nu2)
_BETA = Beta(k1, k2), Beta(r1, r2)
_INVERSE = InverseGaussian(m1, k1), InverseGaussian(m2, k2)
_GAUGE = KNorm(n, r1, 0), KNorm(n, r2, 0)

_SHAPE = alpha * k1 + (1 - alpha) * k2
_RATE = alpha * r1 + (1 - alpha) * r2
_DEGREES = alpha * nu1 + (1 - alpha) * nu2

RENYI_GAMMA = Theorem(
    id="renyi.gamma",
    title="Rényi divergence of two Gamma laws",
    statement=eq(
        Renyi(alpha, *_GAMMA),
        loggamma(k2)
        - loggamma(k1)
        + k1 * log(r1)
        - k2 * log(r2)
        + (loggamma(_SHAPE) - loggamma(k1) + k1 * log(r1) - _SHAPE * log(_RATE)) / (alpha - 1),
    ),
    **over(alpha, k1, r1, k2, r2),
    hypotheses=(_SHAPE > 0, _RATE > 0),
    cites=(Cite(_GIL, "Gamma family"),),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.gamma)),
)

KL_GAMMA = Theorem(
    id="kl.gamma",
    title="Kullback-Leibler divergence of two Gamma laws",
    statement=eq(
        KL(*_GAMMA),
        (k1 - k2) * polygamma(0, k1) - loggamma(k1) + loggamma(k2) + k2 * log(r1 / r2) + k1 * (r2 - r1) / r1,
    ),
    **over(k1, r1, k2, r2),
    cites=(Cite(_GIL, "Gamma family"),),
    checks=both_roads(runs.kl(runs.gamma)),
)

LOSS_VARIANCE_GAMMA = Theorem(
    id="loss_variance.gamma",
    title="Variance of the privacy loss of two Gamma laws",
    statement=eq(
        LossCumulant(2, *_GAMMA),
        (k1 - k2) ** 2 * polygamma(1, k1) - 2 * (k1 - k2) * (r1 - r2) / r1 + k1 * (r1 - r2) ** 2 / r1**2,
    ),
    **over(k1, r1, k2, r2),
    cites=(Cite("gil2013renyi", "Gamma family, variance of the log-likelihood ratio"),),
    checks=both_roads(runs.loss_variance(runs.gamma)),
)

RENYI_CHI_SQUARED = Theorem(
    id="renyi.chi_squared_law",
    title="Rényi divergence of two chi-squared laws",
    statement=eq(
        Renyi(alpha, *_CHI),
        loggamma(nu2 / 2) - loggamma(nu1 / 2) + (loggamma(_DEGREES / 2) - loggamma(nu1 / 2)) / (alpha - 1),
    ),
    **over(alpha, nu1, nu2),
    hypotheses=(_DEGREES > 0,),
    cites=(Cite(_GIL, "chi-squared family"),),
    uses=("renyi.gamma",),
    checks=both_roads(runs.renyi(runs.chi_squared_law)),
)

KL_CHI_SQUARED = Theorem(
    id="kl.chi_squared_law",
    title="Kullback-Leibler divergence of two chi-squared laws",
    statement=eq(KL(*_CHI), loggamma(nu2 / 2) - loggamma(nu1 / 2) + (nu1 - nu2) * polygamma(0, nu1 / 2) / 2),
    **over(nu1, nu2),
    cites=(Cite(_GIL, "chi-squared family"),),
    uses=("kl.gamma",),
    checks=both_roads(runs.kl(runs.chi_squared_law)),
)

LOSS_VARIANCE_CHI_SQUARED = Theorem(
    id="loss_variance.chi_squared_law",
    title="Variance of the privacy loss of two chi-squared laws",
    statement=eq(LossCumulant(2, *_CHI), (nu1 - nu2) ** 2 * polygamma(1, nu1 / 2) / 4),
    **over(nu1, nu2),
    cites=(Cite("gil2013renyi", "chi-squared family, variance of the log-likelihood ratio"),),
    checks=both_roads(runs.loss_variance(runs.chi_squared_law)),
)

_FIRST, _SECOND = alpha * k1 + (1 - alpha) * r1, alpha * k2 + (1 - alpha) * r2


def _log_beta(first: Expr, second: Expr) -> Expr:
    return loggamma(first) + loggamma(second) - loggamma(first + second)


RENYI_BETA = Theorem(
    id="renyi.beta",
    title="Rényi divergence of two Beta laws",
    statement=eq(
        Renyi(alpha, *_BETA),
        _log_beta(r1, r2) - _log_beta(k1, k2) + (_log_beta(_FIRST, _SECOND) - _log_beta(k1, k2)) / (alpha - 1),
    ),
    **over(alpha, k1, k2, r1, r2),
    hypotheses=(_FIRST > 0, _SECOND > 0),
    cites=(Cite(_GIL, "Beta family"),),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.beta_law)),
)

KL_BETA = Theorem(
    id="kl.beta",
    title="Kullback-Leibler divergence of two Beta laws",
    statement=eq(
        KL(*_BETA),
        _log_beta(r1, r2)
        - _log_beta(k1, k2)
        + (k1 - r1) * polygamma(0, k1)
        + (k2 - r2) * polygamma(0, k2)
        + (r1 - k1 + r2 - k2) * polygamma(0, k1 + k2),
    ),
    **over(k1, k2, r1, r2),
    cites=(Cite(_GIL, "Beta family"),),
    checks=both_roads(runs.kl(runs.beta_law)),
)

_DRIFT = alpha * k1 / m1**2 + (1 - alpha) * k2 / m2**2

RENYI_INVERSE_GAUSSIAN = Theorem(
    id="renyi.inverse_gaussian",
    title="Rényi divergence of two inverse Gaussian laws",
    statement=eq(
        Renyi(alpha, *_INVERSE),
        log(k1 / k2) / 2
        + log(k1 / _SHAPE) / (2 * (alpha - 1))
        + (alpha * k1 / m1 + (1 - alpha) * k2 / m2 - sqrt(_SHAPE * _DRIFT)) / (alpha - 1),
    ),
    **over(alpha, m1, k1, m2, k2),
    hypotheses=(_SHAPE > 0, _DRIFT > 0),
    cites=(Cite(_GIL, "inverse Gaussian family"),),
    uses=("renyi.change_of_measure",),
    checks=both_roads(runs.renyi(runs.inverse_gaussian)),
)

KL_INVERSE_GAUSSIAN = Theorem(
    id="kl.inverse_gaussian",
    title="Kullback-Leibler divergence of two inverse Gaussian laws",
    statement=eq(KL(*_INVERSE), (log(k1 / k2) + k2 / k1 - 1 + k2 * (m1 - m2) ** 2 / (m1 * m2**2)) / 2),
    **over(m1, k1, m2, k2),
    cites=(Cite(_GIL, "inverse Gaussian family"),),
    checks=both_roads(runs.kl(runs.inverse_gaussian)),
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

RENYI_NORM = Theorem(
    id="renyi.knorm.scales",
    title="Rényi divergence of K-norm noise of two parameters around one centre",
    statement=eq(Renyi(alpha, *_GAUGE), n * (log(r1 / r2) + log(r1 / _RATE) / (alpha - 1))),
    **over(alpha, n, r1, r2),
    hypotheses=(_RATE > 0,),
    specializes="knorm.gauge",
    cites=(Cite("hardttalwar2010", "section 4: the gauge of the noise has a Gamma law"),),
    uses=("renyi.gamma",),
    checks=both_roads(runs.renyi(runs.gauge)),
)

KL_NORM = Theorem(
    id="kl.knorm.scales",
    title="Kullback-Leibler divergence of K-norm noise of two parameters around one centre",
    statement=eq(KL(*_GAUGE), n * (log(r1 / r2) + r2 / r1 - 1)),
    **over(n, r1, r2),
    uses=("kl.gamma",),
    checks=both_roads(runs.kl(runs.gauge)),
)
