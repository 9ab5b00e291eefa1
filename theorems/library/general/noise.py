"""Noise that fits a promise: canonical noise for tests, the exact profile of discrete Gaussian noise, and noise by smooth sensitivity."""

from sympy import Expr, Interval, Max, Rational, S, Sum, Symbol, exp, floor, log, oo

from dpsym import DiscreteGaussian, DiscreteLaplace, HockeyStick, Laplace, MaxDivergence, TradeOff
from dpsym.distributions import Cauchy, Law
from dpsym.parameters import b, delta, eps, sigma, t
from dpsym.special import GaussianSum
from theorems.checks import Enclose
from theorems.entry import Cite, Theorem
from theorems.library.space import SHARE, ranges
from theorems.library.variables import k, n
from theorems.statement import POSITIVE, UNIT_OPEN, eq, le

CANONICAL = Theorem(
    id="tradeoff.two_sided_geometric",
    title="Two-sided geometric noise is canonical: its trade-off function is that of the promise of pure privacy at every level",
    statement=eq(
        TradeOff(t, DiscreteLaplace(0, b), DiscreteLaplace(1, b)), Max(0, 1 - exp(1 / b) * t, exp(-1 / b) * (1 - t))
    ),
    **ranges({t: SHARE, b: (POSITIVE, ("1/5", 5))}),
    cites=(
        Cite("awanvadhan2023canonical", "canonical noise distributions", "arXiv:2108.04303"),
        Cite("awanslavkovic2018", "Tulap", "arXiv:1805.09236v1"),
    ),
    checks=(Enclose(),),
    note="1/b is eps. With a uniform variable on (-1/2, 1/2) added it is Tulap noise, of the same trade-off function.",
)

_FROM = floor(eps * sigma**2 / k - k / 2) + 1
_BEYOND = floor(eps * sigma**2 / k + k / 2) + 1


def _tail(first: Expr) -> Expr:
    return Sum(exp(-(n**2) / (2 * sigma**2)), (n, first, oo)) / GaussianSum(0, sigma)


DISCRETE_GAUSSIAN = Theorem(
    id="profile.discrete_gaussian",
    title="Privacy profile of discrete Gaussian noise, exactly, at any integer sensitivity",
    statement=eq(
        HockeyStick(eps, DiscreteGaussian(0, sigma), DiscreteGaussian(k, sigma)),
        _tail(_FROM) - exp(eps) * _tail(_BEYOND),
    ),
    **ranges({eps: (POSITIVE, ("1/20", 3)), sigma: (POSITIVE, ("1/2", 4)), k: (S.Naturals, (1, 3))}),
    cites=(Cite("canonne2020discrete", "Theorem 7", "arXiv:2004.00010v4"),),
    checks=(Enclose(),),
)

u, r = Symbol("u", nonnegative=True), Symbol("r", real=True)


def _smooth(law: type[Law], scale: Expr, exponent: Expr) -> tuple[Law, Law]:
    """Return the laws of two neighbours: the smooth sensitivities are 1 and e^(r beta), the answers u times the lesser of them apart."""
    other = exp(r * exponent)
    apart = u * exp(Rational(1, 2) * (r - abs(r)) * exponent)
    return law(0, scale), law(apart, scale * other)


_NEIGHBOURS = (
    "The answers of two neighbours differ by at most either local sensitivity, which the smooth one is an upper bound of: the "
    "sensitivities are 1 and e^(r beta) in units of the first, and the answers are u times the lesser of them apart."
)

SMOOTH_LAPLACE = Theorem(
    id="mechanism.smooth.laplace",
    title="Laplace noise of twice the beta-smooth sensitivity over eps is (eps, delta)-private, beta = eps/(2 log(2/delta))",
    statement=le(HockeyStick(eps, *_smooth(Laplace, 2 / eps, eps / (2 * log(2 / delta)))), delta),
    **ranges(
        {
            eps: (Interval.Lopen(0, 1), ("1/10", 1)),
            delta: (UNIT_OPEN, ("1/1000", "9/10")),
            u: SHARE,
            r: (Interval(-1, 1), (-1, 1)),
        }
    ),
    cites=(Cite("nissim2007smooth", "the calibration of Laplace noise to smooth sensitivity"),),
    checks=(Enclose(),),
    note=_NEIGHBOURS
    + " For eps above 1, where some programs use it too, it is not stated: at eps = 20 and delta = 1/2 it fails. The constants were read "
    "in code that runs the mechanism, the number of the theorem not looked up.",
)

SMOOTH_CAUCHY = Theorem(
    id="mechanism.smooth.cauchy",
    title="Cauchy noise of six times the beta-smooth sensitivity over eps is eps-private, beta = eps/6",
    statement=le(MaxDivergence(*_smooth(Cauchy, 6 / eps, eps / 6)), eps),
    **ranges({eps: (POSITIVE, ("1/10", 3)), u: SHARE, r: (Interval(-1, 1), (-1, 1))}),
    cites=(Cite("nissim2007smooth", "the calibration of Cauchy noise, gamma = 2"),),
    checks=(Enclose(),),
    note=_NEIGHBOURS
    + " The constants were read in code that runs the mechanism, the number of the theorem not looked up.",
)
