"""Gaussian noise beyond its budget: trade-off function, distances, vectors, and the log-normal law."""

from sympy import Rational, erfc, exp, log, sqrt

from dpsym import (
    KL,
    ChiSquaredDivergence,
    Gaussian,
    LogNormal,
    LossCumulant,
    LossTail,
    MultivariateGaussian,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    TradeOff,
)
from dpsym.parameters import alpha, eps, mu1, mu2, sigma, sigma1, sigma2, t
from dpsym.special import erfcinv
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs, sources
from theorems.library.catalogue.space import both_roads, by_numbers, over, tau1, tau2, u1
from theorems.statement import eq

_GIL = "gil2013renyi"
_GAUSSIAN = Gaussian(0, sigma), Gaussian(1, sigma)
_LOG_NORMAL = LogNormal(mu1, sigma1), LogNormal(mu2, sigma2)

TRADEOFF = Theorem(
    id="tradeoff.gaussian",
    title="Trade-off function of the Gaussian mechanism",
    statement=eq(TradeOff(t, *_GAUSSIAN), erfc(1 / (sqrt(2) * sigma) - erfcinv(2 * t)) / 2),
    **over(t, sigma),
    cites=(Cite("dong2022gaussian", "the trade-off function G_mu", "arXiv:1905.02383v3"),),
    checks=both_roads(runs.tradeoff(runs.gaussian), balls=4),
    note="Phi(Phi^-1(1 - t) - 1/sigma): Gaussian differential privacy with mu = 1/sigma.",
)

CHI_SQUARED = Theorem(
    id="chi2.gaussian",
    title="Chi-squared divergence of the Gaussian mechanism",
    statement=eq(ChiSquaredDivergence(*_GAUSSIAN), exp(1 / sigma**2) - 1),
    **over(sigma),
    cites=(sources.CHI_SQUARE_GAUSSIAN,),
    uses=("renyi.gaussian.shared",),
    checks=both_roads(runs.chi_squared(runs.gaussian)),
)

VARIATION = Theorem(
    id="tv.gaussian",
    title="Total variation distance of the Gaussian mechanism",
    statement=eq(TotalVariation(*_GAUSSIAN), (1 - erfc(1 / (2 * sqrt(2) * sigma)))),
    **over(sigma),
    cites=(Cite("balle2018improving", "section 2, the divergence at alpha = 1", "arXiv:1807.01647v2"),),
    uses=("profile.gaussian",),
    checks=both_roads(runs.total_variation(runs.gaussian)),
)

HELLINGER = Theorem(
    id="hellinger.gaussian",
    title="Squared Hellinger distance of the Gaussian mechanism",
    statement=eq(SquaredHellinger(*_GAUSSIAN), 1 - exp(-1 / (8 * sigma**2))),
    **over(sigma),
    cites=(sources.BHATTACHARYYA, Cite("gil2013renyi", "Gaussian family, at order 1/2")),
    checks=both_roads(runs.hellinger(runs.gaussian)),
)

LOSS_TAIL = Theorem(
    id="loss_tail.gaussian",
    title="Tail of the privacy loss of the Gaussian mechanism, which is Gaussian itself",
    statement=eq(LossTail(eps, *_GAUSSIAN), erfc((eps * sigma - 1 / (2 * sigma)) / sqrt(2)) / 2),
    **over(eps, sigma),
    cites=(Cite("ballewang2018", "the privacy loss of the Gaussian mechanism", "arXiv:1805.06530v2"),),
    checks=both_roads(runs.loss_tail(runs.gaussian), balls=4),
)

LOSS_VARIANCE = Theorem(
    id="loss_variance.gaussian",
    title="Variance of the privacy loss of the Gaussian mechanism, twice its mean",
    statement=eq(LossCumulant(2, *_GAUSSIAN), 1 / sigma**2),
    **over(sigma),
    cites=(Cite("gil2013renyi", "Gaussian family, variance of the log-likelihood ratio"),),
    checks=both_roads(runs.loss_variance(runs.gaussian)),
)

_SPREAD = [[sigma1**2, 0], [0, sigma2**2]]
_VECTOR = MultivariateGaussian([0, 0], _SPREAD), MultivariateGaussian([mu1, mu2], _SPREAD)
# the covariance L L^T with the lower triangular matrix L of rows (sigma1, 0) and (u1, sigma2)
_SKEWED = [[sigma1**2, sigma1 * u1], [sigma1 * u1, u1**2 + sigma2**2]]
_CORRELATED = MultivariateGaussian([0, 0], _SKEWED), MultivariateGaussian([mu1, mu2], _SKEWED)

RENYI_VECTOR = Theorem(
    id="renyi.gaussian.vector",
    title="Rényi divergence of two Gaussian laws in the plane with one diagonal covariance",
    statement=eq(Renyi(alpha, *_VECTOR), alpha * (mu1**2 / sigma1**2 + mu2**2 / sigma2**2) / 2),
    **over(alpha, sigma1, sigma2, mu1, mu2),
    cites=(Cite(_GIL, "multivariate Gaussian family"),),
    uses=("renyi.gaussian.shared",),
    checks=both_roads(runs.renyi(runs.gaussian_vector)),
)

KL_VECTOR = Theorem(
    id="kl.gaussian.vector",
    title="Kullback-Leibler divergence of two Gaussian laws in the plane with one diagonal covariance",
    statement=eq(KL(*_VECTOR), (mu1**2 / sigma1**2 + mu2**2 / sigma2**2) / 2),
    **over(sigma1, sigma2, mu1, mu2),
    cites=(Cite("gil2013renyi", "multivariate Gaussian family"),),
    checks=both_roads(runs.kl(runs.gaussian_vector)),
)

RENYI_CORRELATED = Theorem(
    id="renyi.gaussian.vector.correlated",
    title="Rényi divergence of two Gaussian laws in the plane with one covariance",
    statement=eq(
        Renyi(alpha, *_CORRELATED), alpha * ((mu1 / sigma1) ** 2 + ((mu2 - u1 * mu1 / sigma1) / sigma2) ** 2) / 2
    ),
    **over(alpha, sigma1, sigma2, u1, mu1, mu2),
    cites=(Cite(_GIL, "multivariate Gaussian family"),),
    uses=("renyi.gaussian.vector",),
    checks=by_numbers(runs.renyi(runs.gaussian_correlated)),
    note="The covariance is L L^T with L of the rows (sigma1, 0) and (u1, sigma2): half of alpha |L^-1 mu|^2.",
)

_DIAGONAL = (
    MultivariateGaussian([0, 0], [[sigma1**2, 0], [0, sigma2**2]]),
    MultivariateGaussian([mu1, mu2], [[tau1**2, 0], [0, tau2**2]]),
)
_FIRST, _SECOND = ((1 - alpha) * s**2 + alpha * u**2 for s, u in ((sigma1, tau1), (sigma2, tau2)))

RENYI_DIAGONAL = Theorem(
    id="renyi.gaussian.vector.diagonal",
    title="Rényi divergence of two Gaussian laws in the plane with different diagonal covariances",
    statement=eq(
        Renyi(alpha, *_DIAGONAL),
        alpha * (mu1**2 / _FIRST + mu2**2 / _SECOND) / 2
        + log(tau1 * tau2 / (sigma1 * sigma2))
        + log(tau1**2 * tau2**2 / (_FIRST * _SECOND)) / (2 * (alpha - 1)),
    ),
    **over(alpha, sigma1, sigma2, tau1, tau2, mu1, mu2, alpha=("11/10", 3)),
    hypotheses=(_FIRST > 0, _SECOND > 0),
    cites=(Cite(_GIL, "multivariate Gaussian family"),),
    uses=("renyi.gaussian.pair",),
    checks=both_roads(runs.renyi(runs.gaussian_diagonal)),
)

KL_DIAGONAL = Theorem(
    id="kl.gaussian.vector.diagonal",
    title="Kullback-Leibler divergence of two Gaussian laws in the plane with different diagonal covariances",
    statement=eq(
        KL(*_DIAGONAL),
        (
            (sigma1**2 + mu1**2) / tau1**2
            + (sigma2**2 + mu2**2) / tau2**2
            - 2
            + log(tau1**2 * tau2**2 / (sigma1**2 * sigma2**2))
        )
        / 2,
    ),
    **over(sigma1, sigma2, tau1, tau2, mu1, mu2),
    cites=(Cite("gil2013renyi", "multivariate Gaussian family"),),
    uses=("kl.gaussian.pair",),
    checks=both_roads(runs.kl(runs.gaussian_diagonal)),
)

_VARIANCE = (1 - alpha) * sigma1**2 + alpha * sigma2**2

RENYI_LOG_NORMAL = Theorem(
    id="renyi.log_normal",
    title="Rényi divergence of two log-normal laws: that of the Gaussian laws of the logarithms",
    statement=eq(
        Renyi(alpha, *_LOG_NORMAL),
        alpha * (mu1 - mu2) ** 2 / (2 * _VARIANCE)
        + log(sigma2 / sigma1)
        + log(sigma2**2 / _VARIANCE) / (2 * (alpha - 1)),
    ),
    **over(alpha, mu1, mu2, sigma1, sigma2),
    hypotheses=(_VARIANCE > 0,),
    cites=(Cite(_GIL, "log-normal family"),),
    uses=("renyi.gaussian.pair",),
    checks=both_roads(runs.renyi(runs.log_normal)),
)

KL_LOG_NORMAL = Theorem(
    id="kl.log_normal",
    title="Kullback-Leibler divergence of two log-normal laws",
    statement=eq(
        KL(*_LOG_NORMAL), log(sigma2 / sigma1) + (sigma1**2 + (mu1 - mu2) ** 2) / (2 * sigma2**2) - Rational(1, 2)
    ),
    **over(mu1, mu2, sigma1, sigma2),
    cites=(Cite("gil2013renyi", "log-normal family"),),
    uses=("kl.gaussian.pair",),
    checks=both_roads(runs.kl(runs.log_normal)),
)
