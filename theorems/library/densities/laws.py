"""The laws, each with the antiderivative of its density and a probability that tells what its parameters mean."""

from sympy import (
    Add,
    Expr,
    Integer,
    Rational,
    S,
    Sum,
    Symbol,
    atan,
    besseli,
    betainc,
    erf,
    exp,
    gamma,
    log,
    lowergamma,
    oo,
    pi,
    sinh,
    sqrt,
    tanh,
)

from dpsym import distributions as d
from dpsym.parameters import a, b, beta, eta, k, k1, k2, m, m1, m2, mu1, n, nu, p, r, sigma, t, zeta
from dpsym.special import GaussianSum
from theorems.card import Cite
from theorems.checks import Integrated, Quadrature
from theorems.entry import Theorem
from theorems.library.catalogue.space import choices, over, u1, u2
from theorems.library.densities import asking, runs
from theorems.library.densities.build import Data, entries
from theorems.library.densities.images import IMAGES
from theorems.statement import eq

_HALF = Rational(1, 2)
_MU = Symbol("mu", integer=True)
_WIDTH = 2
"""Of a step of the staircase; another one cancels in its masses."""
_STEP = Symbol("i", integer=True, nonnegative=True)
_FIRST, _SECOND, _COUNTS = "johnsonkotz1994", "johnsonkotz1995", "johnsonkempkotz2005"


def _chapter(book: str, number: int) -> Cite:
    return Cite(book, f"chapter {number}")


def _centred(x: Expr) -> Expr:
    return (x - mu1) / b


def _normal(x: Expr) -> Expr:
    return erf(x / sqrt(2)) / 2


def _student(x: Expr) -> Expr:
    """Return the mass of Student's law between the centre and a point at its right."""
    inside = 1 - 1 / (1 + _centred(x) ** 2 / nu)
    return betainc(_HALF, nu / 2, 0, inside) * gamma((nu + 1) / 2) / gamma(nu / 2) / sqrt(pi) / 2


def _passage(x: Expr) -> Expr:
    """Return the distribution function of the inverse Gaussian law, up to a constant."""
    out, back = sqrt(k * x / 2) / m, sqrt(k / (2 * x))
    return erf(out - back) / 2 - exp(2 * k / m) * erf(out + back) / 2


def _incomplete(x: Expr) -> Expr:
    return betainc(k1, k2, 0, x) * gamma(k1 + k2) / gamma(k1) / gamma(k2)


def _discrete(location: Symbol, scale: Symbol) -> dict[str, object]:
    rest = over(scale)
    return {"domain": {location: S.Integers, **rest["domain"]}, "typical": {location: (-3, 3), **rest["typical"]}}


LINE = (
    Data(
        "the Laplace law",
        d.Laplace(mu1, b),
        runs.laplace,
        mu1 + b,
        1 - exp(-1) / 2,
        (lambda x: exp(_centred(x)) / 2, lambda x: -exp(-_centred(x)) / 2),
        _chapter(_SECOND, 24),
    ),
    Data(
        "the asymmetric Laplace law",
        d.AsymmetricLaplace(mu1, b, beta),
        runs.asymmetric,
        mu1 + beta,
        1 - beta * exp(-1) / (b + beta),
        (lambda x: b * exp(_centred(x)) / (b + beta), lambda x: -beta * exp(-(x - mu1) / beta) / (b + beta)),
    ),
    Data(
        "the truncated Laplace law",
        d.TruncatedLaplace(mu1, b, a),
        runs.truncated,
        mu1 + a / 2,
        1 - (exp(-a / (2 * b)) - exp(-a / b)) / (2 * (1 - exp(-a / b))),
        (lambda x: exp(_centred(x)) / (2 * (1 - exp(-a / b))), lambda x: -exp(-_centred(x)) / (2 * (1 - exp(-a / b)))),
    ),
    Data(
        "the Gaussian law",
        d.Gaussian(mu1, sigma),
        runs.gaussian,
        mu1 + sigma,
        _HALF + _normal(S.One),
        (lambda x: _normal((x - mu1) / sigma),),
        _chapter(_FIRST, 13),
    ),
    Data(
        "the exponential law",
        d.Exponential(mu1, b),
        runs.exponential,
        mu1 + b,
        1 - exp(-1),
        (lambda x: -exp(-_centred(x)),),
        _chapter(_FIRST, 19),
    ),
    Data(
        "the Gumbel law",
        d.Gumbel(mu1, b),
        runs.gumbel,
        mu1 + b,
        exp(-exp(-1)),
        (lambda x: exp(-exp(-_centred(x))),),
        _chapter(_SECOND, 22),
    ),
    Data(
        "the logistic law",
        d.Logistic(mu1, b),
        runs.logistic,
        mu1 + b,
        1 / (1 + exp(-1)),
        (lambda x: 1 / (1 + exp(-_centred(x))),),
        _chapter(_SECOND, 23),
    ),
    Data(
        "the Cauchy law",
        d.Cauchy(mu1, b),
        runs.cauchy,
        mu1 + b,
        Rational(3, 4),
        (lambda x: atan(_centred(x)) / pi,),
        _chapter(_FIRST, 16),
    ),
    Data(
        "Student's law",
        d.StudentT(mu1, nu, b),
        runs.student,
        mu1 + b,
        _HALF + _student(mu1 + b),
        (lambda x: -_student(x), _student),
        _chapter(_SECOND, 28),
    ),
    Data(
        "the uniform law",
        d.Uniform(mu1, a),
        runs.uniform,
        mu1 + a / 2,
        Rational(3, 4),
        (lambda x: x / (2 * a),),
        _chapter(_SECOND, 26),
    ),
    Data(
        "the Gamma law",
        d.Gamma(k, r),
        runs.gamma,
        1 / r,
        lowergamma(k, 1) / gamma(k),
        (lambda x: lowergamma(k, r * x) / gamma(k),),
        _chapter(_FIRST, 17),
    ),
    Data(
        "the gauge of K-norm noise",
        d.KNorm(n, zeta),
        runs.gauge,
        1 / zeta,
        lowergamma(n, 1) / gamma(n),
        (lambda x: lowergamma(n, zeta * x) / gamma(n),),
        Cite("hardttalwar2010", "section 4"),
    ),
    Data(
        "the chi-squared law",
        d.ChiSquared(nu),
        runs.chi_squared,
        Integer(2),
        lowergamma(nu / 2, 1) / gamma(nu / 2),
        (lambda x: lowergamma(nu / 2, x / 2) / gamma(nu / 2),),
        _chapter(_FIRST, 18),
    ),
    Data(
        "the inverse Gaussian law",
        d.InverseGaussian(m, k),
        runs.inverse_gaussian,
        m,
        _HALF + exp(2 * k / m) * (1 - erf(sqrt(2 * k / m))) / 2,
        (_passage,),
        _chapter(_FIRST, 15),
    ),
    Data(
        "the Weibull law",
        d.Weibull(k, b),
        runs.weibull,
        2 * b,
        1 - exp(-(2**k)),
        (lambda x: -exp(-((x / b) ** k)),),
        _chapter(_FIRST, 21),
    ),
    Data(
        "the Rayleigh law",
        d.Rayleigh(sigma),
        runs.rayleigh,
        sigma,
        1 - exp(-_HALF),
        (lambda x: -exp(-(x**2) / (2 * sigma**2)),),
        _chapter(_FIRST, 18),
    ),
    Data(
        "the Pareto law",
        d.Pareto(m, k),
        runs.pareto,
        2 * m,
        1 - 2**-k,
        (lambda x: -((m / x) ** k),),
        _chapter(_FIRST, 20),
    ),
    Data(
        "the log-normal law",
        d.LogNormal(mu1, sigma),
        runs.log_normal,
        exp(mu1 + sigma),
        _HALF + _normal(S.One),
        (lambda x: _normal((log(x) - mu1) / sigma),),
        _chapter(_FIRST, 14),
    ),
    Data("the Beta law", d.Beta(k1, k2), runs.beta, _HALF, _incomplete(_HALF), (_incomplete,), _chapter(_SECOND, 25)),
    *IMAGES,
)

INTEGERS = (
    Data(
        "the discrete Laplace law",
        d.DiscreteLaplace(_MU, b),
        runs.discrete_laplace,
        _MU,
        tanh(1 / (2 * b)) * (1 + exp(-1 / b)),
        domain=_discrete(_MU, b),
    ),
    Data(
        "the discrete Gaussian law",
        d.DiscreteGaussian(_MU, sigma),
        runs.discrete_gaussian,
        _MU,
        (1 + exp(-1 / (2 * sigma**2))) / GaussianSum(S.Zero, sigma),
        domain=_discrete(_MU, sigma),
    ),
    Data("the Poisson law", d.Poisson(m), runs.poisson, S.Zero, (1 + m) * exp(-m), cite=_chapter(_COUNTS, 4)),
    Data("the geometric law", d.Geometric(p), runs.geometric, S.Zero, 1 - (1 - p) ** 2, cite=_chapter(_COUNTS, 5)),
    Data(
        "the negative binomial law",
        d.NegativeBinomial(k, p),
        runs.negative_binomial,
        S.Zero,
        p**k * (1 + k * (1 - p)),
        cite=_chapter(_COUNTS, 5),
    ),
    Data(
        "the binomial law",
        d.Binomial(n, p),
        runs.binomial,
        S.Zero,
        (1 - p) ** (n - 1) * (1 - p + n * p),
        cite=_chapter(_COUNTS, 3),
    ),
    Data(
        "the Skellam law",
        d.Skellam(m1, m2),
        runs.skellam,
        S.Zero,
        exp(-m1 - m2) * (besseli(0, 2 * sqrt(m1 * m2)) + sqrt(m1 / m2) * besseli(1, 2 * sqrt(m1 * m2))),
        cite=_chapter(_COUNTS, 4),
    ),
)

ANSWERS = (
    Data("randomized response", d.RandomizedResponse(zeta), runs.response, S.One, 1 / (1 + exp(-zeta))),
    Data(
        "k-ary randomized response",
        d.KaryResponse(zeta, choices),
        runs.kary,
        S.One,
        1 / (1 + (choices - 1) * exp(-zeta)),
    ),
    Data(
        "randomized response whose answer may be erased",
        d.ErasedResponse(zeta, a),
        runs.erased_response,
        S.One,
        1 / (1 + (1 + a) * exp(-zeta)),
    ),
    Data(
        "the choice among three scores", d.Softmax(u1, u2, 0), runs.softmax, S.Zero, 1 / (1 + exp(u2 - u1) + exp(-u1))
    ),
)


def _steps(sides: int) -> Expr:
    """Return the mass of the staircase on the middle step, and on all steps at one side of it, or at both."""
    law = d.Staircase(0, zeta, eta, _WIDTH)
    outer = exp(law.log_density((_STEP + eta) * _WIDTH))
    return 2 * eta * _WIDTH * exp(law.log_height) + Sum(sides * _WIDTH * outer, (_STEP, 0, oo))


def _staircase() -> list[Theorem]:
    cites = (Cite("gengviswanath2016", "section III"),)
    mass = Theorem(
        id="density.staircase",
        title="The steps of the staircase law have mass 1",
        statement=eq(_steps(2), S.One),
        **over(zeta, eta),
        cites=cites,
        checks=(Integrated(), Quadrature(asking.mass(runs.staircase), 8)),
    )
    below = Theorem(
        id="density.staircase.below",
        title="The mass of the staircase law up to the right end of its middle step",
        statement=eq(_steps(1), 1 - exp(-zeta) / (2 * (eta + exp(-zeta) * (1 - eta)))),
        **over(zeta, eta),
        cites=cites,
        checks=(Integrated(), Quadrature(asking.below(eta * _WIDTH, runs.staircase), 8)),
    )
    return [mass, below]


def _bernoulli() -> Theorem:
    generating = Add(*(mass * exp(bit * t) for bit, mass in enumerate(d.Bernoulli(p).masses)))
    return Theorem(
        id="density.bernoulli",
        title="The generating function of the Bernoulli law",
        statement=eq(generating, 1 + 2 * p * exp(t / 2) * sinh(t / 2)),
        **over(p, t),
        checks=(Integrated(), Quadrature(asking.generating(runs.bernoulli), 8)),
        note="At t = 0 it is the mass; that this is 1 is true as it is written.",
    )


def made() -> list[Theorem]:
    """Return the entries, from the laws as they are now."""
    return [*entries((*LINE, *INTEGERS, *ANSWERS)), *_staircase(), _bernoulli()]


globals().update({entry.id.upper().replace(".", "_"): entry for entry in made()})
