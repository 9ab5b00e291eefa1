"""False statements that look derivable: none may end derived; true ones that look as odd must not be refuted.

Each false statement says which end it meets: refuted with a witness, or claimed, which fails the main job.
"""

import pytest
from sympy import Abs, Interval, Max, Ne, Rational, S, erf, exp, log, loggamma, oo, sqrt, symbols

from dpsym import (
    KL,
    Bernoulli,
    Beta,
    ChiSquaredDivergence,
    Exponential,
    Gamma,
    Gaussian,
    Geometric,
    Gumbel,
    HockeyStick,
    Laplace,
    LogNormal,
    MaxDivergence,
    NegativeBinomial,
    Pareto,
    Poisson,
    RandomizedResponse,
    Rayleigh,
    Renyi,
    SquaredHellinger,
    TotalVariation,
    Uniform,
    Weibull,
)
from dpsym.parameters import a, alpha, b, beta, eps, k1, k2, m, m1, m2, mu1, mu2, p, q, r1, r2, sigma, sigma1, sigma2
from theorems.checks import Derive
from theorems.entry import Theorem
from theorems.outcome import CEILINGS
from theorems.statement import ABOVE_ONE, POSITIVE, UNIT_OPEN, eq
from theorems.status import Status

k = symbols("k", positive=True)
DOMAINS = {
    alpha: ABOVE_ONE,
    p: UNIT_OPEN,
    q: UNIT_OPEN,
    mu1: S.Reals,
    mu2: S.Reals,
    **dict.fromkeys((a, b, beta, eps, k, k1, k2, m, m1, m2, r1, r2, sigma, sigma1, sigma2), POSITIVE),
}
BOXES = {
    ABOVE_ONE: (Rational(11, 10), 8),
    UNIT_OPEN: (Rational(1, 10), Rational(9, 10)),
    S.Reals: (-3, 3),
    POSITIVE: (Rational(1, 4), 8),
}


def stated(left, right, *hypotheses, **domains):
    statement = eq(left, right)
    symbols = sorted(set().union(*(part.free_symbols for part in (statement, *hypotheses))), key=str)
    domain = {symbol: domains.get(symbol.name, DOMAINS[symbol]) for symbol in symbols}
    typical = {symbol: BOXES.get(each) or (each.start, min(each.end, 8)) for symbol, each in domain.items()}
    return Theorem("planted", "A planted statement", statement, domain, typical, hypotheses)


def order_of(first, second):
    """The mean of two numbers with the weights alpha and 1 - alpha."""
    return alpha * first + (1 - alpha) * second


# pairs, true closed forms, and what makes them finite
NORMAL = (Gaussian(0, sigma), Gaussian(1, sigma))
NORMALS = (Gaussian(mu1, sigma1), Gaussian(mu2, sigma2))
TAILS = (Exponential(0, b), Exponential(0, beta))
WAITS = (Geometric(p), Geometric(q))
COUNTS = (Poisson(m1), Poisson(m2))
COINS = (Bernoulli(p), Bernoulli(q))
NOISE = (Laplace(0, b), Laplace(1, b))
POWERS = (Pareto(m, k1), Pareto(m, k2))
SHIFTED = (Exponential(0, b), Exponential(1, b))

VARIANCE = order_of(sigma2**2, sigma1**2)
RENYI_NORMALS = (
    alpha * (mu1 - mu2) ** 2 / (2 * VARIANCE) + log(sigma2 / sigma1) + log(sigma2**2 / VARIANCE) / (2 * (alpha - 1))
)
RENYI_TAILS = log(beta / b) + log(beta / order_of(beta, b)) / (alpha - 1)
WAITING = 1 - (1 - p) ** alpha * (1 - q) ** (1 - alpha)
RENYI_WAITS = log(p**alpha * q ** (1 - alpha) / WAITING) / (alpha - 1)
RENYI_COUNTS = (m1**alpha * m2 ** (1 - alpha) - order_of(m1, m2)) / (alpha - 1)
RENYI_COINS = log(p**alpha * q ** (1 - alpha) + (1 - p) ** alpha * (1 - q) ** (1 - alpha)) / (alpha - 1)
RENYI_NOISE = log((alpha * exp((alpha - 1) / b) + (alpha - 1) * exp(-alpha / b)) / (2 * alpha - 1)) / (alpha - 1)
RENYI_POWERS = log(k1 / k2) + log(k1 / order_of(k1, k2)) / (alpha - 1)
RENYI_WEIBULL = log(beta**k / b**k) + log(beta**k / order_of(beta**k, b**k)) / (alpha - 1)
RENYI_RAYLEIGH = log(sigma2**2 / sigma1**2) + log(sigma2**2 / VARIANCE) / (alpha - 1)
RENYI_GAMMA = (
    k1 * log(r1)
    - k2 * log(r2)
    - loggamma(k1)
    + loggamma(k2)
    + (k1 * log(r1) - order_of(k1, k2) * log(order_of(r1, r2)) - loggamma(k1) + loggamma(order_of(k1, k2)))
    / (alpha - 1)
)
CHI2_TAILS = (b - beta) ** 2 / (b * (2 * beta - b))
KL_TAILS = log(beta / b) + b / beta - 1
KL_NORMALS = log(sigma2 / sigma1) + (sigma1**2 + (mu1 - mu2) ** 2) / (2 * sigma2**2) - Rational(1, 2)
KL_NOISE = 1 / b + exp(-1 / b) - 1
KL_COUNTS = m1 * log(m1 / m2) - m1 + m2
KL_COINS = p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))
KL_WAITS = log(p / q) + (1 - p) / p * log((1 - p) / (1 - q))
TV_NORMAL = erf(1 / (2 * sqrt(2) * sigma))
HELLINGER_TAILS = 1 - 2 * sqrt(b * beta) / (b + beta)

FINITE_TAILS = order_of(beta, b) > 0
FINITE_NORMALS = VARIANCE > 0


def turned(*pair):
    """A factor that is -1, and 1 to whoever splits the root of a product of two negative numbers."""
    first, second = pair
    return sqrt(first * second) / (sqrt(first) * sqrt(second))


REFUTED = {
    # a hypothesis dropped
    "normals": stated(Renyi(alpha, *NORMALS), RENYI_NORMALS),
    "tails": stated(Renyi(alpha, *TAILS), RENYI_TAILS),
    "waits": stated(Renyi(alpha, *WAITS), RENYI_WAITS),
    "powers": stated(Renyi(alpha, *POWERS), RENYI_POWERS),
    "weibull": stated(Renyi(alpha, Weibull(k, b), Weibull(k, beta)), RENYI_WEIBULL),
    "rayleigh": stated(Renyi(alpha, Rayleigh(sigma1), Rayleigh(sigma2)), RENYI_RAYLEIGH),
    "gamma rate": stated(Renyi(alpha, Gamma(k1, r1), Gamma(k2, r2)), RENYI_GAMMA, order_of(k1, k2) > 0),
    "log-normal": stated(Renyi(alpha, LogNormal(mu1, sigma1), LogNormal(mu2, sigma2)), RENYI_NORMALS),
    "negative binomial": stated(
        Renyi(alpha, NegativeBinomial(2, p), NegativeBinomial(2, q)),
        2 * (log(p / q) + log(p / WAITING * q**0) / (alpha - 1)),
    ),
    "chi2 tails": stated(ChiSquaredDivergence(*TAILS), CHI2_TAILS),
    "noise of two scales": stated(
        Renyi(alpha, Laplace(0, b), Laplace(0, beta)), log(beta / b) + log(beta / order_of(beta, b)) / (alpha - 1)
    ),
    # a hypothesis weakened, or another one in its place
    "swapped variances": stated(Renyi(alpha, *NORMALS), RENYI_NORMALS, order_of(sigma1**2, sigma2**2) > 0),
    "half the hypothesis": stated(Renyi(alpha, *TAILS), RENYI_TAILS, 2 * alpha * beta + (1 - alpha) * b > 0),
    "wrong comparison": stated(Renyi(alpha, *TAILS), RENYI_TAILS, b > beta),
    "order 1 inside": stated(Renyi(alpha, *NORMALS), RENYI_NORMALS, FINITE_NORMALS, alpha=POSITIVE),
    "order 1/2 inside": stated(Renyi(alpha, *NOISE), RENYI_NOISE, Ne(alpha, 1), alpha=POSITIVE),
    # a sign
    "sign of the whole": stated(Renyi(alpha, *NORMAL), -alpha / (2 * sigma**2)),
    "sign of a logarithm": stated(KL(*TAILS), -log(beta / b) + b / beta - 1),
    "sign of the second logarithm": stated(
        Renyi(alpha, *TAILS), log(beta / b) - log(beta / order_of(beta, b)) / (alpha - 1), FINITE_TAILS
    ),
    "sign of a mean": stated(KL(*COUNTS), m1 * log(m1 / m2) + m1 - m2),
    "sign of an exponent": stated(KL(*NOISE), 1 / b + exp(1 / b) - 1),
    "sign under the logarithm": stated(Renyi(alpha, *NOISE), RENYI_NOISE.subs(exp(-alpha / b), -exp(-alpha / b))),
    "sign of the cross term": stated(SquaredHellinger(*TAILS), 1 + 2 * sqrt(b * beta) / (b + beta)),
    "sign of the gap": stated(Renyi(alpha, *COUNTS), -RENYI_COUNTS),
    # a branch of a root or of a logarithm
    "root of a product": stated(Renyi(alpha, *NORMAL), alpha / (2 * sigma**2) * turned(1 - alpha, 1 - 2 * alpha)),
    "root of a product with a symbol": stated(
        Renyi(alpha, *NORMAL), alpha / (2 * sigma**2) * turned(1 - alpha, -(sigma**2) - 1)
    ),
    "root of an odd product": stated(KL(*NOISE), KL_NOISE * turned(1 - b, -b - 3), b=ABOVE_ONE),
    "root of a root": stated(TotalVariation(*NORMAL), TV_NORMAL * turned(-1 - sigma, -2 - sigma)),
    "root of a square": stated(KL(*NOISE), KL_NOISE * (1 - b) / Abs(1 - b), b=ABOVE_ONE),
    "logarithm of a square": stated(KL(*NOISE), KL_NOISE + log((1 - b) ** 2) - 2 * log(1 - b), b=ABOVE_ONE),
    "power of a product": stated(Renyi(alpha, *NORMAL), alpha / (2 * sigma**2) * turned(1 - alpha, 1 - 2 * alpha) ** 3),
    # another order, direction or parameter
    "order plus 1": stated(Renyi(alpha, *NORMAL), (alpha + 1) / (2 * sigma**2)),
    "order reflected": stated(Renyi(alpha, *COINS), RENYI_COINS.subs(alpha, 1 - alpha)),
    "order doubled": stated(Renyi(alpha, *NOISE), RENYI_NOISE.subs(alpha, 2 * alpha)),
    "direction of the tails": stated(KL(*TAILS[::-1]), KL_TAILS),
    "direction of the counts": stated(KL(*COUNTS[::-1]), KL_COUNTS),
    "direction of the waits": stated(KL(*WAITS[::-1]), KL_WAITS),
    "direction of the order": stated(Renyi(alpha, *COUNTS[::-1]), RENYI_COUNTS),
    "direction of a shift": stated(KL(*SHIFTED[::-1]), oo),
    "variances swapped": stated(KL(*NORMALS), KL_NORMALS.subs({sigma1: sigma2, sigma2: sigma1}, simultaneous=True)),
    "coins swapped": stated(KL(*COINS), KL_COINS.subs({p: q, q: p}, simultaneous=True)),
    "variance for deviation": stated(Renyi(alpha, *NORMAL), alpha / (2 * sigma)),
    "scale for rate": stated(KL(*TAILS), log(b / beta) + beta / b - 1),
    # a constant that is a little off
    **{
        f"{size} on {name}": stated(left, right * (1 + Rational(size)))
        for size in ("1e-6", "-1e-10", "1e-14")
        for name, left, right in (
            ("normal", Renyi(alpha, *NORMAL), alpha / (2 * sigma**2)),
            ("tails", KL(*TAILS), KL_TAILS),
            ("coins", Renyi(alpha, *COINS), RENYI_COINS),
            ("variation", TotalVariation(*NORMAL), TV_NORMAL),
        )
    },
    "1e-10 added": stated(KL(*COUNTS), KL_COUNTS + Rational("1e-10")),
    "1e-10 in an exponent": stated(KL(*NOISE), 1 / b + exp(-(1 + Rational("1e-10")) / b) - 1),
    "1e-6 under a root": stated(SquaredHellinger(*TAILS), 1 - 2 * sqrt((1 + Rational("1e-6")) * b * beta) / (b + beta)),
    # infinity where it is none, and none where it is
    "finite said infinite": stated(MaxDivergence(*NOISE), 2 / b),
    "infinite said finite": stated(MaxDivergence(*NORMAL), 1 / sigma),
    "a tail said infinite": stated(Renyi(alpha, *TAILS), oo),
    "infinite under the wrong hypothesis": stated(Renyi(alpha, *TAILS), oo, b > beta),
    "chi2 of Gumbel's laws": stated(ChiSquaredDivergence(Gumbel(0, b), Gumbel(1, b)), exp(1 / b) - 2, exp(1 / b) < 2),
    "a probability up to 1": stated(KL(*WAITS), KL_WAITS + 1, p=Interval(0, 1)),
    "zero": stated(TotalVariation(*NORMAL), S.Zero),
    "a probability that may be 1": stated(KL(*WAITS), KL_WAITS, p=Interval.Lopen(0, 1)),
    # half of a maximum
    "without the maximum": stated(HockeyStick(eps, *NOISE), 1 - exp((eps - 1 / b) / 2)),
    "the other half": stated(HockeyStick(eps, *NOISE), Max(0, exp((eps - 1 / b) / 2) - 1)),
}

CLAIMED = {
    "gamma shape": stated(Renyi(alpha, Gamma(k1, r1), Gamma(k2, r2)), RENYI_GAMMA, order_of(r1, r2) > 0),
    "root of exponentials": stated(KL(*NOISE), KL_NOISE * turned(1 - exp(1 / b), 1 - exp(2 / b))),
}

TRUE = {
    "normals": stated(Renyi(alpha, *NORMALS), RENYI_NORMALS, FINITE_NORMALS),
    "tails": stated(Renyi(alpha, *TAILS), RENYI_TAILS, FINITE_TAILS),
    "the hypothesis in another form": stated(Renyi(alpha, *TAILS), RENYI_TAILS, alpha * (beta / b - 1) > -1),
    "no hypothesis below order 1": stated(Renyi(alpha, *TAILS), RENYI_TAILS, alpha=UNIT_OPEN),
    "tails that diverge": stated(Renyi(alpha, *TAILS), oo, order_of(beta, b) <= 0),
    "normals that diverge": stated(Renyi(alpha, *NORMALS), oo, VARIANCE < 0),
    "waits": stated(Renyi(alpha, *WAITS), RENYI_WAITS, WAITING > 0),
    "roots of their absolute values": stated(
        Renyi(alpha, *NORMAL),
        alpha / (2 * sigma**2) * sqrt((1 - alpha) * (1 - 2 * alpha)) / (sqrt(alpha - 1) * sqrt(2 * alpha - 1)),
    ),
    "roots of positive numbers": stated(SquaredHellinger(*TAILS), 1 - 2 * sqrt(b) * sqrt(beta) / (b + beta)),
    "an order reflected twice": stated(Renyi(alpha, *COINS), RENYI_COINS.subs(alpha, 1 - alpha).subs(alpha, 1 - alpha)),
    "logarithms apart": stated(KL(*WAITS), log(p) - log(q) + (1 / p - 1) * (log(1 - p) - log(1 - q))),
    "counts": stated(Renyi(alpha, *COUNTS), RENYI_COUNTS),
    "chi2 of tails": stated(ChiSquaredDivergence(*TAILS), beta**2 / (b * (2 * beta - b)) - 1, b < 2 * beta),
    "noise": stated(Renyi(alpha, *NOISE), RENYI_NOISE),
    "response": stated(
        Renyi(alpha, RandomizedResponse(eps, 1), RandomizedResponse(eps, 0)),
        log((exp(alpha * eps) + exp((1 - alpha) * eps)) / (1 + exp(eps))) / (alpha - 1),
    ),
    "a shift that diverges": stated(KL(*SHIFTED), oo),
    "an interval inside another": stated(KL(Uniform(0, a), Uniform(0, a + b)), log(1 + b / a)),
    "counts of symmetric laws": stated(KL(Beta(k1, k2), Beta(k2, k1)).subs(k2, 1), KL(Beta(k1, 1), Beta(1, k1)).doit()),
}


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize("name", REFUTED)
def test_a_false_statement_is_refuted(name):
    outcome = Derive().run(REFUTED[name])
    assert outcome.status is Status.REFUTED, outcome.detail
    assert outcome.witness


@pytest.mark.parametrize("name", CLAIMED)
def test_a_false_statement_without_a_witness_in_reach_is_not_backed(name):
    outcome = Derive().run(CLAIMED[name])
    assert outcome.status is Status.CLAIMED, outcome.detail


def test_a_true_statement_through_complex_numbers_is_not_refuted():
    """A formula whose roots are of negative numbers may be right, but not by the rules for real ones."""
    theorem = stated(Renyi(alpha, *NORMAL), -alpha / (2 * sigma**2) * turned(1 - alpha, 1 - 2 * alpha))
    assert Derive().run(theorem).status is Status.CLAIMED


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_that_looks_odd_is_derived(name):
    outcome = Derive().run(TRUE[name])
    assert outcome.status is CEILINGS["derive"], outcome.detail


def test_there_are_enough_of_them():
    assert len(REFUTED) + len(CLAIMED) >= 50
    assert len(TRUE) >= 15
