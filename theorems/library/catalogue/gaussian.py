"""Gaussian noise beyond its budget: trade-off function, distances, vectors, and the log-normal law."""

from sympy import Rational, erfc, exp, log, sqrt

from dpsym import Gaussian, LogNormal, MultivariateGaussian, Renyi
from dpsym.parameters import alpha, eps, mu1, mu2, sigma, sigma1, sigma2, t
from dpsym.special import erfcinv
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs, sources
from theorems.library.catalogue.family import Family
from theorems.library.catalogue.space import by_numbers, over, tau1, tau2, u1
from theorems.statement import eq

_GIL = "gil2013renyi"
_GAUSSIAN = Family(
    "the Gaussian mechanism", (Gaussian(0, sigma), Gaussian(1, sigma)), runs.gaussian, cites=sources.gil("Gaussian")
)
_PAIR = Family(
    "two Gaussian laws",
    (Gaussian(mu1, sigma1), Gaussian(mu2, sigma2)),
    runs.gaussians,
    symbols=(mu1, mu2, sigma1, sigma2),
    cites=sources.gil("Gaussian"),
)
_LOG_NORMAL = Family(
    "two log-normal laws",
    (LogNormal(mu1, sigma1), LogNormal(mu2, sigma2)),
    runs.log_normal,
    symbols=(mu1, mu2, sigma1, sigma2),
    cites=sources.gil("log-normal"),
)

TRADEOFF = _GAUSSIAN.closed(
    "tradeoff.gaussian",
    erfc(1 / (sqrt(2) * sigma) - erfcinv(2 * t)) / 2,
    points=(8, 4),
    cites=(Cite("dong2022gaussian", "the trade-off function G_mu", "arXiv:1905.02383v3"),),
    note="Phi(Phi^-1(1 - t) - 1/sigma): Gaussian differential privacy with mu = 1/sigma.",
)
CHI_SQUARED = _GAUSSIAN.closed(
    "chi2.gaussian", exp(1 / sigma**2) - 1, cites=(sources.CHI_SQUARE_GAUSSIAN,), uses=("renyi.gaussian.shared",)
)
VARIATION = _GAUSSIAN.closed("tv.gaussian", 1 - erfc(1 / (2 * sqrt(2) * sigma)), cites=(sources.BALLE_VARIATION,))
HELLINGER = _GAUSSIAN.closed("hellinger.gaussian", 1 - exp(-1 / (8 * sigma**2)))
LOSS_TAIL = _GAUSSIAN.closed(
    "loss_tail.gaussian",
    erfc((eps * sigma - 1 / (2 * sigma)) / sqrt(2)) / 2,
    "Tail of the privacy loss of the Gaussian mechanism, which is Gaussian itself",
    cites=(Cite("ballewang2018", "the privacy loss of the Gaussian mechanism", "arXiv:1805.06530v2"),),
)
LOSS_VARIANCE = _GAUSSIAN.closed(
    "loss_variance.gaussian", 1 / sigma**2, "Variance of the privacy loss of the Gaussian mechanism, twice its mean"
)

_SQUARE = mu1**2 / sigma1**2 + mu2**2 / sigma2**2
_SPREAD = [[sigma1**2, 0], [0, sigma2**2]]
_VECTOR = Family(
    "two Gaussian laws in the plane with one diagonal covariance",
    (MultivariateGaussian([0, 0], _SPREAD), MultivariateGaussian([mu1, mu2], _SPREAD)),
    runs.gaussian_vector,
    cites=sources.gil("multivariate Gaussian"),
)
# the covariance L L^T with the lower triangular matrix L of rows (sigma1, 0) and (u1, sigma2)
_SKEWED = [[sigma1**2, sigma1 * u1], [sigma1 * u1, u1**2 + sigma2**2]]
_CORRELATED = MultivariateGaussian([0, 0], _SKEWED), MultivariateGaussian([mu1, mu2], _SKEWED)

RENYI_VECTOR = _VECTOR.closed("renyi.gaussian.vector", alpha * _SQUARE / 2, uses=("renyi.gaussian.shared",))
KL_VECTOR = _VECTOR.closed("kl.gaussian.vector", _SQUARE / 2)
HELLINGER_VECTOR = _VECTOR.closed("hellinger.gaussian.vector", 1 - exp(-_SQUARE / 8))
CHI_SQUARED_VECTOR = _VECTOR.closed("chi2.gaussian.vector", exp(_SQUARE) - 1, cites=(sources.CHI_SQUARE_GAUSSIAN,))

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

_DIAGONAL = Family(
    "two Gaussian laws in the plane with different diagonal covariances",
    (
        MultivariateGaussian([0, 0], [[sigma1**2, 0], [0, sigma2**2]]),
        MultivariateGaussian([mu1, mu2], [[tau1**2, 0], [0, tau2**2]]),
    ),
    runs.gaussian_diagonal,
    symbols=(sigma1, sigma2, tau1, tau2, mu1, mu2),
    cites=sources.gil("multivariate Gaussian"),
)
_FIRST, _SECOND = ((1 - alpha) * s**2 + alpha * u**2 for s, u in ((sigma1, tau1), (sigma2, tau2)))

RENYI_DIAGONAL = _DIAGONAL.closed(
    "renyi.gaussian.vector.diagonal",
    alpha * (mu1**2 / _FIRST + mu2**2 / _SECOND) / 2
    + log(tau1 * tau2 / (sigma1 * sigma2))
    + log(tau1**2 * tau2**2 / (_FIRST * _SECOND)) / (2 * (alpha - 1)),
    box={"alpha": ("11/10", 3)},
    hypotheses=(_FIRST > 0, _SECOND > 0),
    uses=("renyi.gaussian.pair",),
)
KL_DIAGONAL = _DIAGONAL.closed(
    "kl.gaussian.vector.diagonal",
    (
        (sigma1**2 + mu1**2) / tau1**2
        + (sigma2**2 + mu2**2) / tau2**2
        - 2
        + log(tau1**2 * tau2**2 / (sigma1**2 * sigma2**2))
    )
    / 2,
    uses=("kl.gaussian.pair",),
)

_VARIANCE = (1 - alpha) * sigma1**2 + alpha * sigma2**2

RENYI_LOG_NORMAL = _LOG_NORMAL.closed(
    "renyi.log_normal",
    alpha * (mu1 - mu2) ** 2 / (2 * _VARIANCE) + log(sigma2 / sigma1) + log(sigma2**2 / _VARIANCE) / (2 * (alpha - 1)),
    "Rényi divergence of two log-normal laws: that of the Gaussian laws of the logarithms",
    hypotheses=(_VARIANCE > 0,),
    uses=("renyi.gaussian.pair",),
)
KL_LOG_NORMAL = _LOG_NORMAL.closed(
    "kl.log_normal",
    log(sigma2 / sigma1) + (sigma1**2 + (mu1 - mu2) ** 2) / (2 * sigma2**2) - Rational(1, 2),
    uses=("kl.gaussian.pair",),
)

_OVERLAP = sqrt(2 * sigma1 * sigma2 / (sigma1**2 + sigma2**2)) * exp(
    -((mu1 - mu2) ** 2) / (4 * (sigma1**2 + sigma2**2))
)

HELLINGER_LOG_NORMAL = _LOG_NORMAL.closed("hellinger.log_normal", 1 - _OVERLAP)
HELLINGER_GAUSSIAN_PAIR = _PAIR.closed("hellinger.gaussian.pair", 1 - _OVERLAP)
