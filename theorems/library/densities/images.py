"""Laws that are images of simpler ones, each with the antiderivative of its density and a probability that tells what its parameters mean."""

from sympy import Expr, Integer, Rational, atan, betainc, erf, exp, gamma, log, lowergamma, pi, sqrt

from dpsym import distributions as d
from dpsym.parameters import a, b, k, k1, k2, m, mu1, nu, r, sigma
from theorems.card import Cite
from theorems.library.densities import image_runs as runs
from theorems.library.densities.build import Data

_HALF = Rational(1, 2)
_FIRST, _SECOND = "johnsonkotz1994", "johnsonkotz1995"


def _odds(x: Expr) -> Expr:
    """Return the distribution function of the odds of a Beta number, up to a constant."""
    return -betainc(k2, k1, 0, 1 / (1 + x)) * gamma(k1 + k2) / gamma(k1) / gamma(k2)


def _reciprocal(x: Expr) -> Expr:
    """Return the distribution function of the reciprocal of an inverse Gaussian number, up to a constant."""
    out, back = sqrt(k / (2 * x)) / m, sqrt(k * x / 2)
    return -erf(out - back) / 2 + exp(2 * k / m) * erf(out + back) / 2


IMAGES = (
    Data(
        "the Fréchet law",
        d.Frechet(k, b),
        runs.frechet,
        2 * b,
        exp(-(2**-k)),
        (lambda x: exp(-((x / b) ** -k)),),
        Cite(_SECOND, "chapter 22"),
    ),
    Data(
        "the Lévy law",
        d.Levy(b),
        runs.levy,
        b,
        1 - erf(1 / sqrt(2)),
        (lambda x: 1 - erf(sqrt(b / (2 * x))),),
        Cite(_FIRST, "chapter 15"),
    ),
    Data(
        "the inverse chi-squared law",
        d.InverseChiSquared(nu),
        runs.inverse_chi_squared,
        Integer(1),
        1 - lowergamma(nu / 2, _HALF) / gamma(nu / 2),
        (lambda x: 1 - lowergamma(nu / 2, 1 / (2 * x)) / gamma(nu / 2),),
        Cite(_FIRST, "chapter 18"),
    ),
    Data(
        "the scaled inverse chi-squared law",
        d.ScaledInverseChiSquared(nu, m),
        runs.scaled_inverse_chi_squared,
        m,
        1 - lowergamma(nu / 2, nu / 2) / gamma(nu / 2),
        (lambda x: 1 - lowergamma(nu / 2, nu * m / (2 * x)) / gamma(nu / 2),),
        Cite(_FIRST, "chapter 18"),
    ),
    Data(
        "the power function law",
        d.PowerFunction(a, k),
        runs.power_function,
        a / 2,
        2**-k,
        (lambda x: (x / a) ** k,),
        Cite(_SECOND, "chapter 25"),
    ),
    Data(
        "the log-Laplace law",
        d.LogLaplace(mu1, b),
        runs.log_laplace,
        exp(mu1 + b),
        1 - exp(-1) / 2,
        (lambda x: exp((log(x) - mu1) / b) / 2, lambda x: -exp(-(log(x) - mu1) / b) / 2),
        Cite(_SECOND, "chapter 24"),
    ),
    Data(
        "the Gompertz law",
        d.Gompertz(b, k),
        runs.gompertz,
        b,
        1 - exp(-k * (exp(1) - 1)),
        (lambda x: -exp(-k * (exp(x / b) - 1)),),
        Cite(_SECOND, "chapter 22"),
    ),
    Data(
        "the half-normal law",
        d.HalfNormal(sigma),
        runs.half_normal,
        sigma,
        erf(1 / sqrt(2)),
        (lambda x: erf(x / (sqrt(2) * sigma)),),
        Cite(_FIRST, "chapter 18"),
    ),
    Data(
        "the chi law",
        d.ChiLaw(nu),
        runs.chi,
        Integer(1),
        lowergamma(nu / 2, _HALF) / gamma(nu / 2),
        (lambda x: lowergamma(nu / 2, x**2 / 2) / gamma(nu / 2),),
        Cite(_FIRST, "chapter 18"),
    ),
    Data(
        "the Nakagami law",
        d.Nakagami(k, m),
        runs.nakagami,
        sqrt(m),
        lowergamma(k, k) / gamma(k),
        (lambda x: lowergamma(k, k * x**2 / m) / gamma(k),),
        Cite(_FIRST, "chapter 18"),
    ),
    Data(
        "the generalized Gamma law",
        d.GeneralizedGamma(r, k, b),
        runs.generalized_gamma,
        2 * b,
        lowergamma(k, 2**r) / gamma(k),
        (lambda x: lowergamma(k, (x / b) ** r) / gamma(k),),
        Cite(_FIRST, "chapter 17"),
    ),
    Data(
        "the law of the logarithm of a Gamma number",
        d.ExpGamma(k, r),
        runs.exp_gamma,
        -log(r),
        lowergamma(k, 1) / gamma(k),
        (lambda x: lowergamma(k, r * exp(x)) / gamma(k),),
        Cite(_SECOND, "chapter 22"),
    ),
    Data(
        "the reversed Gumbel law",
        d.ReversedGumbel(mu1, b),
        runs.reversed_gumbel,
        mu1 + b,
        1 - exp(-exp(1)),
        (lambda x: -exp(-exp((x - mu1) / b)),),
        Cite(_SECOND, "chapter 22"),
    ),
    Data(
        "the generalized logistic law",
        d.GeneralizedLogistic(k),
        runs.generalized_logistic,
        Integer(0),
        2**-k,
        (lambda x: (1 + exp(-x)) ** -k,),
        Cite(_SECOND, "chapter 23"),
    ),
    Data(
        "the Lomax law",
        d.Lomax(m, k),
        runs.lomax,
        m,
        1 - 2**-k,
        (lambda x: -((1 + x / m) ** -k),),
        Cite(_FIRST, "chapter 20"),
    ),
    Data(
        "the inverse Lomax law",
        d.InverseLomax(m, k),
        runs.inverse_lomax,
        m,
        2**-k,
        (lambda x: (1 + m / x) ** -k,),
        Cite(_FIRST, "chapter 20"),
    ),
    Data(
        "the Beta prime law",
        d.BetaPrime(k1, k2),
        runs.beta_prime,
        Integer(1),
        1 + _odds(Integer(1)),
        (_odds,),
        Cite(_SECOND, "chapter 27"),
    ),
    Data(
        "the Birnbaum-Saunders law",
        d.BirnbaumSaunders(m, sigma),
        runs.birnbaum_saunders,
        4 * m,
        _HALF + erf(3 / (2 * sqrt(2) * sigma)) / 2,
        (lambda x: erf((sqrt(x / m) - sqrt(m / x)) / (sqrt(2) * sigma)) / 2,),
        Cite(_SECOND, "chapter 33"),
    ),
    Data(
        "the half-Cauchy law",
        d.HalfCauchy(b),
        runs.half_cauchy,
        b,
        _HALF,
        (lambda x: 2 * atan(x / b) / pi,),
        Cite(_FIRST, "chapter 16"),
    ),
    Data(
        "the law of the reciprocal of an inverse Gaussian number",
        d.ReciprocalInverseGaussian(m, k),
        runs.reciprocal_inverse_gaussian,
        1 / m,
        _HALF - exp(2 * k / m) * (1 - erf(sqrt(2 * k / m))) / 2,
        (_reciprocal,),
        Cite(_FIRST, "chapter 15"),
    ),
    Data(
        "the truncated exponential law",
        d.TruncatedExponential(b, a),
        runs.truncated_exponential,
        a / 2,
        1 / (1 + exp(-a / (2 * b))),
        (lambda x: -exp(-x / b) / (1 - exp(-a / b)),),
        Cite(_FIRST, "chapter 19"),
    ),
    Data(
        "the truncated Pareto law",
        d.BoundedPareto(m, k, a),
        runs.bounded_pareto,
        m * exp(a / 2),
        1 / (1 + exp(-a * k / 2)),
        (lambda x: -((m / x) ** k) / (1 - exp(-a * k)),),
        Cite(_FIRST, "chapter 20"),
    ),
)
