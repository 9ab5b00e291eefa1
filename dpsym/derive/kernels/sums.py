r"""The sums that close: of exp(a combination of statistics) over consecutive integers."""

from __future__ import annotations

from sympy import (
    Add,
    Expr,
    Ne,
    S,
    Symbol,
    Wild,
    besseli,
    betainc_regularized,
    cosh,
    log,
    loggamma,
    lowergamma,
    oo,
    sqrt,
    uppergamma,
)

from dpsym.derive.kernels.closed import Closed, Terms, above, exponential
from dpsym.derive.kernels.integrals import Kernel
from dpsym.special import GaussianSum, log_gamma

# what a statistic depends on besides the point, which is the only integer symbol without a sign
_WILD = Wild("w", properties=[lambda part: not any(_is_point(symbol) for symbol in part.free_symbols)])


def _is_point(symbol: Symbol) -> bool:
    return symbol.is_Dummy and symbol.is_integer and symbol.is_positive is None


def geometric(terms: Terms, x: Expr, lower: Expr, upper: Expr) -> Closed | None:
    r"""Sum exp(a x): a geometric series."""
    if terms.keys() - {x}:
        return None
    slope = terms.get(x, S.Zero)
    ratio = exponential(slope)
    if lower == -oo and upper == oo:
        return Closed("a geometric series", oo, S.Zero, (S.false,))
    if upper == oo:
        return Closed("a geometric series", 1 / (1 - ratio), slope * lower, _below_one(ratio, slope))
    if lower == -oo:
        return Closed("a geometric series", 1 / (1 - 1 / ratio), slope * upper, _below_one(1 / ratio, -slope))
    if slope.is_zero:
        return Closed("the number of integers", upper - lower + 1)
    conditions = () if slope.is_nonzero else (Ne(slope, 0, evaluate=False),)
    first, after = exponential((slope * lower).expand()), exponential((slope * (upper + 1)).expand())
    return Closed("a finite geometric series", (first - after) / (1 - ratio), S.Zero, conditions)


def _below_one(ratio: Expr, slope: Expr) -> tuple:
    """Return the condition under which a geometric series with this ratio converges."""
    return above(-slope) if not slope.has(log) else above(1 - ratio)


def gaussian_sum(terms: Terms, x: Expr, lower: Expr, upper: Expr) -> Closed | None:
    r"""Sum exp(-A x^2 + B x) over the integers: a theta function."""
    if x**2 not in terms or terms.keys() - {x, x**2} or (lower, upper) != (-oo, oo):
        return None
    curvature, slope = -terms[x**2], terms.get(x, S.Zero)
    center = (slope / (2 * curvature)).together().cancel()
    total = GaussianSum(center, 1 / sqrt(2 * curvature))
    return Closed("a theta function", S.One, slope**2 / (4 * curvature) + log(total), above(curvature))


def exponential_series(terms: Terms, x: Expr, lower: Expr, upper: Expr) -> Closed | None:
    r"""Sum exp(a x)/x! over the counts: exp(e^a); over a part of them it is an incomplete Gamma function."""
    if terms.get(loggamma(x + 1)) != -1 or terms.keys() - {x, loggamma(x + 1)}:
        return None
    mean = exponential(terms.get(x, S.Zero))
    if (lower, upper) == (S.Zero, oo):
        return Closed("the exponential series", S.One, mean)
    if lower == 0:
        return Closed("a part of the exponential series", uppergamma(upper + 1, mean), mean - log_gamma(upper + 1))
    return (
        Closed("a part of the exponential series", lowergamma(lower, mean), mean - log_gamma(lower))
        if upper == oo
        else None
    )


def binomial_sum(terms: Terms, x: Expr, lower: Expr, upper: Expr) -> Closed | None:
    r"""Sum exp(a x)/(x! (n-x)!) up to n: (1 + e^a)^n/n!; over a part of it there is an incomplete Beta function."""
    if terms.get(loggamma(x + 1)) != -1:
        return None
    found = _other(terms, x, loggamma(_WILD - x + 1), S.NegativeOne)
    if found is None:
        return None
    ratio = exponential(terms.get(x, S.Zero))
    exponent = found * log(1 + ratio) - log_gamma(found + 1)
    if (lower, upper) == (S.Zero, found):
        return Closed("the binomial theorem", S.One, exponent)
    if lower == 0:
        part = betainc_regularized(found - upper, upper + 1, 0, 1 / (1 + ratio))
    elif upper == found:
        part = betainc_regularized(lower, found - lower + 1, 0, ratio / (1 + ratio))
    else:
        return None
    return Closed("a part of the binomial theorem", part, exponent)


def negative_binomial_series(terms: Terms, x: Expr, lower: Expr, upper: Expr) -> Closed | None:
    r"""Sum Gamma(x+k) exp(a x)/x! over the counts: Gamma(k) (1 - e^a)^(-k), or a part of it."""
    if terms.get(loggamma(x + 1)) != -1:
        return None
    found = _other(terms, x, loggamma(x + _WILD), S.One)
    if found is None:
        return None
    slope = terms.get(x, S.Zero)
    ratio = exponential(slope)
    exponent = log_gamma(found) - found * log(1 - ratio)
    if (lower, upper) == (S.Zero, oo):
        part = S.One
    elif lower == 0:
        part = betainc_regularized(found, upper + 1, 0, 1 - ratio)
    elif upper == oo:
        part = betainc_regularized(lower, found, 0, ratio)
    else:
        return None
    return Closed("the negative binomial series", part, exponent, _below_one(ratio, slope))


def _other(terms: Terms, x: Expr, pattern: Expr, factor: Expr) -> Expr | None:
    """Return what the wild part of the one statistic besides x and log x! is, if its coefficient is `factor`."""
    others = [statistic for statistic in terms if statistic not in (x, loggamma(x + 1))]
    if len(others) != 1 or terms[others[0]] != factor:
        return None
    found = others[0].match(pattern)
    return found[_WILD] if found else None


def bessel_series(terms: Terms, x: Expr, lower: Expr, upper: Expr) -> Closed | None:
    r"""Sum I_|x|(c) exp(a x) over the integers: exp(c cosh a), the generating function of the Bessel functions."""
    if (lower, upper) != (-oo, oo):
        return None
    found = _other(terms, x, log(besseli(abs(x), _WILD)), S.One)
    if found is None:
        return None
    slope = terms.get(x, S.Zero)
    ratio = exponential(Add(slope))
    both = (ratio + 1 / ratio) / 2 if slope.has(log) else cosh(slope)
    return Closed("the generating function of the Bessel functions", S.One, found * both)


KERNELS: tuple[Kernel, ...] = (
    geometric,
    gaussian_sum,
    exponential_series,
    binomial_sum,
    negative_binomial_series,
    bessel_series,
)
