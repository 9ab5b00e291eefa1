"""Chi-squared divergences and squared Hellinger distances of the families that no module of their own has room for."""

from sympy import Expr, Rational, exp, hyper, log, loggamma, oo, sqrt

from dpsym import (
    KL,
    Beta,
    Cauchy,
    ChiSquared,
    ChiSquaredDivergence,
    Gamma,
    Gaussian,
    Geometric,
    InverseGaussian,
    Laplace,
    LogNormal,
    MultivariateGaussian,
    NegativeBinomial,
    Pareto,
    Rayleigh,
    SquaredHellinger,
    StudentT,
    TruncatedLaplace,
    Uniform,
    Weibull,
)
from dpsym.parameters import a, b, beta, k, k1, k2, m, m1, m2, mu1, mu2, p, q, r1, r2, sigma1, sigma2
from theorems.checks import Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.catalogue import runs, sources
from theorems.library.catalogue.space import both_roads, nu1, nu2, over
from theorems.statement import eq

_HALF = Rational(1, 2)
_WEIBULL = Weibull(k, b), Weibull(k, beta)
_RAYLEIGH = Rayleigh(sigma1), Rayleigh(sigma2)
_PARETO = Pareto(m, k1), Pareto(m, k2)
_GEOMETRIC = Geometric(p), Geometric(q)
_SPREAD = [[sigma1**2, 0], [0, sigma2**2]]
_VECTOR = MultivariateGaussian([0, 0], _SPREAD), MultivariateGaussian([mu1, mu2], _SPREAD)
_SQUARE = mu1**2 / sigma1**2 + mu2**2 / sigma2**2
_INSIDE = Uniform(0, a), Uniform(0, a + b)

HELLINGER_WEIBULL = Theorem(
    id="hellinger.weibull",
    title="Squared Hellinger distance of two Weibull laws of one shape",
    statement=eq(SquaredHellinger(*_WEIBULL), 1 - 2 * sqrt(b**k * beta**k) / (b**k + beta**k)),
    **over(k, b, beta),
    cites=(sources.BHATTACHARYYA, Cite("gil2013renyi", "Weibull family, at order 1/2")),
    uses=("hellinger.exponential",),
    checks=both_roads(runs.hellinger(runs.weibull)),
)

HELLINGER_RAYLEIGH = Theorem(
    id="hellinger.rayleigh",
    title="Squared Hellinger distance of two Rayleigh laws",
    statement=eq(SquaredHellinger(*_RAYLEIGH), (sigma1 - sigma2) ** 2 / (sigma1**2 + sigma2**2)),
    **over(sigma1, sigma2),
    cites=(sources.BHATTACHARYYA, Cite("gil2013renyi", "Rayleigh family, at order 1/2")),
    uses=("hellinger.weibull",),
    checks=both_roads(runs.hellinger(runs.rayleigh)),
)

HELLINGER_PARETO = Theorem(
    id="hellinger.pareto",
    title="Squared Hellinger distance of two Pareto laws of one left end",
    statement=eq(SquaredHellinger(*_PARETO), (sqrt(k1) - sqrt(k2)) ** 2 / (k1 + k2)),
    **over(m, k1, k2),
    cites=(sources.BHATTACHARYYA, Cite("gil2013renyi", "Pareto family, at order 1/2")),
    uses=("hellinger.exponential",),
    checks=both_roads(runs.hellinger(runs.pareto)),
)

HELLINGER_GAMMA = Theorem(
    id="hellinger.gamma",
    title="Squared Hellinger distance of two Gamma laws",
    statement=eq(
        SquaredHellinger(Gamma(k1, r1), Gamma(k2, r2)),
        1
        - exp(
            loggamma((k1 + k2) / 2)
            - (loggamma(k1) + loggamma(k2)) / 2
            + (k1 * log(r1) + k2 * log(r2)) / 2
            - (k1 + k2) * log((r1 + r2) / 2) / 2
        ),
    ),
    **over(k1, r1, k2, r2),
    cites=(sources.BHATTACHARYYA, Cite("gil2013renyi", "Gamma family, at order 1/2")),
    checks=both_roads(runs.hellinger(runs.gamma)),
)

HELLINGER_CHI_SQUARED = Theorem(
    id="hellinger.chi_squared_law",
    title="Squared Hellinger distance of two chi-squared laws",
    statement=eq(
        SquaredHellinger(ChiSquared(nu1), ChiSquared(nu2)),
        1 - exp(loggamma((nu1 + nu2) / 4) - (loggamma(nu1 / 2) + loggamma(nu2 / 2)) / 2),
    ),
    **over(nu1, nu2),
    cites=(sources.BHATTACHARYYA, Cite("gil2013renyi", "chi-squared family, at order 1/2")),
    uses=("hellinger.gamma",),
    checks=both_roads(runs.hellinger(runs.chi_squared_law)),
)


def _log_euler(first: Expr, second: Expr) -> Expr:
    return loggamma(first) + loggamma(second) - loggamma(first + second)


HELLINGER_BETA = Theorem(
    id="hellinger.beta",
    title="Squared Hellinger distance of two Beta laws",
    statement=eq(
        SquaredHellinger(Beta(k1, k2), Beta(r1, r2)),
        1 - exp(_log_euler((k1 + r1) / 2, (k2 + r2) / 2) - (_log_euler(k1, k2) + _log_euler(r1, r2)) / 2),
    ),
    **over(k1, k2, r1, r2),
    cites=(sources.BHATTACHARYYA, Cite("gil2013renyi", "Beta family, at order 1/2")),
    checks=both_roads(runs.hellinger(runs.beta_law)),
)

HELLINGER_INVERSE_GAUSSIAN = Theorem(
    id="hellinger.inverse_gaussian",
    title="Squared Hellinger distance of two inverse Gaussian laws",
    statement=eq(
        SquaredHellinger(InverseGaussian(m1, k1), InverseGaussian(m2, k2)),
        1
        - sqrt(2 * sqrt(k1 * k2) / (k1 + k2))
        * exp((k1 / m1 + k2 / m2 - sqrt((k1 + k2) * (k1 / m1**2 + k2 / m2**2))) / 2),
    ),
    **over(m1, k1, m2, k2),
    cites=(sources.BHATTACHARYYA, Cite("gil2013renyi", "inverse Gaussian family, at order 1/2")),
    checks=both_roads(runs.hellinger(runs.inverse_gaussian)),
)

HELLINGER_GAUSSIAN_PAIR, HELLINGER_LOG_NORMAL = (
    Theorem(
        id=f"hellinger.{name}",
        title=f"Squared Hellinger distance of two {words} laws",
        statement=eq(
            SquaredHellinger(law(mu1, sigma1), law(mu2, sigma2)),
            1
            - sqrt(2 * sigma1 * sigma2 / (sigma1**2 + sigma2**2))
            * exp(-((mu1 - mu2) ** 2) / (4 * (sigma1**2 + sigma2**2))),
        ),
        **over(mu1, mu2, sigma1, sigma2),
        cites=(sources.BHATTACHARYYA, Cite("gil2013renyi", f"{words} family, at order 1/2")),
        checks=both_roads(runs.hellinger(run)),
    )
    for name, words, law, run in (
        ("gaussian.pair", "Gaussian", Gaussian, runs.gaussians),
        ("log_normal", "log-normal", LogNormal, runs.log_normal),
    )
)

HELLINGER_NEGATIVE = Theorem(
    id="hellinger.negative_binomial",
    title="Squared Hellinger distance of two negative binomial laws of one shape",
    statement=eq(
        SquaredHellinger(NegativeBinomial(k, p), NegativeBinomial(k, q)),
        1 - exp(k * ((log(p) + log(q)) / 2 - log(1 - sqrt(1 - p) * sqrt(1 - q)))),
    ),
    **over(k, p, q),
    cites=(sources.BHATTACHARYYA,),
    checks=both_roads(runs.hellinger(runs.negative_binomial)),
)

HELLINGER_GEOMETRIC = Theorem(
    id="hellinger.geometric",
    title="Squared Hellinger distance of two geometric laws",
    statement=eq(SquaredHellinger(*_GEOMETRIC), 1 - sqrt(p * q) / (1 - sqrt((1 - p) * (1 - q)))),
    **over(p, q),
    cites=(sources.BHATTACHARYYA,),
    uses=("hellinger.negative_binomial",),
    checks=both_roads(runs.hellinger(runs.geometric)),
)

HELLINGER_SCALES = Theorem(
    id="hellinger.laplace.scales",
    title="Squared Hellinger distance of two Laplace laws of one centre and unequal scales",
    statement=eq(SquaredHellinger(Laplace(0, b), Laplace(0, beta)), 1 - 2 * sqrt(b * beta) / (b + beta)),
    **over(b, beta),
    cites=(sources.BHATTACHARYYA,),
    checks=both_roads(runs.hellinger(runs.laplace_scales)),
)

HELLINGER_VECTOR = Theorem(
    id="hellinger.gaussian.vector",
    title="Squared Hellinger distance of two Gaussian laws in the plane with one diagonal covariance",
    statement=eq(SquaredHellinger(*_VECTOR), 1 - exp(-_SQUARE / 8)),
    **over(sigma1, sigma2, mu1, mu2),
    cites=(sources.BHATTACHARYYA, Cite("gil2013renyi", "multivariate Gaussian family, at order 1/2")),
    checks=both_roads(runs.hellinger(runs.gaussian_vector)),
)

HELLINGER_CAUCHY = Theorem(
    id="hellinger.cauchy",
    title="Squared Hellinger distance of Cauchy noise, a complete elliptic integral",
    statement=eq(SquaredHellinger(Cauchy(0, b), Cauchy(1, b)), 1 - hyper((_HALF, _HALF), (1,), -1 / (4 * b**2))),
    **over(b),
    checks=both_roads(runs.hellinger(runs.cauchy)),
)

HELLINGER_UNIFORM = Theorem(
    id="hellinger.uniform.inside",
    title="Squared Hellinger distance of a uniform law from one on a longer interval",
    statement=eq(SquaredHellinger(*_INSIDE), 1 - sqrt(a / (a + b))),
    **over(a, b),
    checks=both_roads(runs.hellinger(runs.uniform_inside)),
)

CHI_SQUARED_UNIFORM = Theorem(
    id="chi2.uniform.inside",
    title="Chi-squared divergence of a uniform law from one on a longer interval",
    statement=eq(ChiSquaredDivergence(*_INSIDE), b / a),
    **over(a, b),
    uses=("renyi.uniform.inside",),
    checks=both_roads(runs.chi_squared(runs.uniform_inside)),
)

CHI_SQUARED_RAYLEIGH = Theorem(
    id="chi2.rayleigh",
    title="Chi-squared divergence of two Rayleigh laws",
    statement=eq(
        ChiSquaredDivergence(*_RAYLEIGH), (sigma1**2 - sigma2**2) ** 2 / (sigma1**2 * (2 * sigma2**2 - sigma1**2))
    ),
    **over(sigma1, sigma2),
    hypotheses=(2 * sigma2**2 - sigma1**2 > 0,),
    cites=(Cite("gil2013renyi", "Rayleigh family, at order 2"),),
    uses=("renyi.rayleigh",),
    checks=both_roads(runs.chi_squared(runs.rayleigh)),
)

CHI_SQUARED_PARETO = Theorem(
    id="chi2.pareto",
    title="Chi-squared divergence of two Pareto laws of one left end",
    statement=eq(ChiSquaredDivergence(*_PARETO), (k1 - k2) ** 2 / (k2 * (2 * k1 - k2))),
    **over(m, k1, k2),
    hypotheses=(2 * k1 - k2 > 0,),
    cites=(Cite("gil2013renyi", "Pareto family, at order 2"),),
    uses=("renyi.pareto",),
    checks=both_roads(runs.chi_squared(runs.pareto)),
)

CHI_SQUARED_GEOMETRIC = Theorem(
    id="chi2.geometric",
    title="Chi-squared divergence of two geometric laws",
    statement=eq(ChiSquaredDivergence(*_GEOMETRIC), p**2 * (1 - q) / (q * (1 - q - (1 - p) ** 2)) - 1),
    **over(p, q),
    hypotheses=(1 - q - (1 - p) ** 2 > 0,),
    cites=(sources.RENYI_AT_TWO,),
    uses=("renyi.geometric",),
    checks=both_roads(runs.chi_squared(runs.geometric)),
)

CHI_SQUARED_VECTOR = Theorem(
    id="chi2.gaussian.vector",
    title="Chi-squared divergence of two Gaussian laws in the plane with one diagonal covariance",
    statement=eq(ChiSquaredDivergence(*_VECTOR), exp(_SQUARE) - 1),
    **over(sigma1, sigma2, mu1, mu2),
    cites=(sources.CHI_SQUARE_GAUSSIAN,),
    uses=("renyi.gaussian.vector",),
    checks=both_roads(runs.chi_squared(runs.gaussian_vector)),
)

CHI_SQUARED_STUDENT = Theorem(
    id="chi2.student",
    title="Chi-squared divergence of Student t noise with 3 degrees of freedom",
    statement=eq(ChiSquaredDivergence(StudentT(0, 3, b), StudentT(1, 3, b)), 2 / (3 * b**2) + 5 / (72 * b**4)),
    **over(b),
    uses=("renyi.student.order_2",),
    checks=both_roads(runs.chi_squared(runs.student)),
)

KL_TRUNCATED = Theorem(
    id="kl.truncated_laplace",
    title="The Kullback-Leibler divergence of truncated Laplace noise is infinite",
    statement=eq(KL(TruncatedLaplace(0, b, a), TruncatedLaplace(1, b, a)), oo),
    **over(b, a),
    hypotheses=(a > 1,),
    checks=(
        *both_roads(runs.kl(runs.truncated_laplace)),
        Transcribed("KL(TruncatedLaplace(0, b, a), TruncatedLaplace(1, b, a)) == oo"),
    ),
)

KL_UNIFORM = Theorem(
    id="kl.uniform.inside",
    title="Kullback-Leibler divergence of a uniform law from one on a longer interval",
    statement=eq(KL(*_INSIDE), log((a + b) / a)),
    **over(a, b),
    checks=both_roads(runs.kl(runs.uniform_inside)),
)
