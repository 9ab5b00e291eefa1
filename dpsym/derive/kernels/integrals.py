r"""The integrals that close: of exp(a combination of statistics) over an interval.

Each kernel looks at the statistics and the interval, and says "not mine" by returning None. Where an end of the interval
is not that of the kernel's natural domain, an incomplete integral is returned if there is a function for it.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Expr, Ne, S, betainc_regularized, erfc, exp, log, lowergamma, oo, pi, sqrt, uppergamma

from dpsym.derive.kernels.closed import Closed, Terms, above, at_least
from dpsym.special import log_gamma

Kernel = Callable[[Terms, Expr, Expr, Expr], Closed | None]


def exponential_on_interval(terms: Terms, x: Expr, lower: Expr, upper: Expr) -> Closed | None:
    r"""Integrate exp(a x): (e^(a upper) - e^(a lower))/a, with a < 0 towards infinity and a > 0 from -infinity."""
    if terms.keys() - {x}:
        return None
    slope = terms.get(x, S.Zero)
    if slope.is_zero:
        conditions = (S.false,) if lower == -oo or upper == oo else ()
        return Closed("the length of the interval", upper - lower if not conditions else oo, S.Zero, conditions)
    if lower == -oo and upper == oo:
        return Closed("an exponential on the line", oo, S.Zero, (S.false,))
    if upper == oo:
        rate = (-slope).expand()
        return Closed("an exponential tail", 1 / rate, slope * lower, above(rate))
    if lower == -oo:
        return Closed("an exponential tail", 1 / slope, slope * upper, above(slope))
    conditions = () if slope.is_nonzero else (Ne(slope, 0, evaluate=False),)
    return Closed("an exponential", (exp(slope * upper) - exp(slope * lower)) / slope, S.Zero, conditions)


def gaussian(terms: Terms, x: Expr, lower: Expr, upper: Expr) -> Closed | None:
    r"""Complete the square: the integral of exp(-A x^2 + B x), over the line or a part of it."""
    if x**2 not in terms or terms.keys() - {x, x**2}:
        return None
    curvature, slope = -terms[x**2], terms.get(x, S.Zero)
    center, spread = slope / (2 * curvature), sqrt(2 * curvature)
    whole, exponent = sqrt(pi / curvature), slope**2 / (4 * curvature)

    def below(end: Expr) -> Expr:
        if end.is_infinite:
            return S.Zero if end == -oo else S.One
        return erfc((center - end) * spread / sqrt(2)) / 2

    part = S.One if (lower, upper) == (-oo, oo) else below(upper) - below(lower)
    if upper == oo and lower != -oo:
        part = erfc((lower - center) * spread / sqrt(2)) / 2
    return Closed("the Gaussian integral", whole * part, exponent, above(curvature))


def gamma_integral(terms: Terms, x: Expr, lower: Expr, upper: Expr) -> Closed | None:
    r"""Integrate x^c exp(-b x) on the positive half line: Gamma(c+1) b^(-c-1)."""
    if x not in terms or terms.keys() - {x, log(x)} or not lower.is_nonnegative:
        return None
    rate, shape = -terms[x], terms.get(log(x), S.Zero) + 1
    exponent = -shape * log(rate)
    if lower.is_zero and upper == oo:
        return Closed("the Gamma integral", S.One, log_gamma(shape) + exponent, above(rate) + above(shape))
    if upper == oo:
        return Closed("the incomplete Gamma integral", uppergamma(shape, rate * lower), exponent, above(rate))
    if lower.is_zero:
        return Closed("the incomplete Gamma integral", lowergamma(shape, rate * upper), exponent, above(shape))
    return None


def power_tail(terms: Terms, x: Expr, lower: Expr, upper: Expr) -> Closed | None:
    r"""Integrate x^c between positive ends: (upper^(c+1) - lower^(c+1))/(c+1)."""
    if terms.keys() != {log(x)} or not lower.is_nonnegative:
        return None
    power = terms[log(x)] + 1
    if upper == oo:
        if lower.is_zero:
            return Closed("a power on the half line", oo, S.Zero, (S.false,))
        decay = (-power).expand()
        return Closed("a power tail", 1 / decay, power * log(lower), above(decay))
    if lower.is_zero:
        return Closed("a power at 0", 1 / power, power * log(upper), above(power))
    return Closed("a power", (upper**power - lower**power) / power, S.Zero, (Ne(power, 0, evaluate=False),))


def beta_integral(terms: Terms, x: Expr, lower: Expr, upper: Expr) -> Closed | None:
    r"""Integrate x^c (1-x)^d on the unit interval: the Beta function, or a part of it from one end."""
    if not terms or terms.keys() - {log(x), log(1 - x)} or (log(1 - x) not in terms and upper != 1):
        return None
    first, second = (terms.get(statistic, S.Zero) + 1 for statistic in (log(x), log(1 - x)))
    exponent = log_gamma(first) + log_gamma(second) - log_gamma(first + second)
    conditions = above(first) + above(second)
    if (lower, upper) == (S.Zero, S.One):
        return Closed("the Beta integral", S.One, exponent, conditions)
    if lower == 0:
        return Closed(
            "the incomplete Beta integral", betainc_regularized(first, second, 0, upper), exponent, conditions
        )
    if upper == 1:
        return Closed(
            "the incomplete Beta integral", betainc_regularized(second, first, 0, 1 - lower), exponent, conditions
        )
    return None


def inverse_gaussian(terms: Terms, x: Expr, lower: Expr, upper: Expr) -> Closed | None:
    r"""Integrate x^(-3/2) exp(-A x - B/x) on the positive half line: sqrt(pi/B) exp(-2 sqrt(A B)), for A = 0 too."""
    if not {1 / x, log(x)} <= terms.keys() <= {x, 1 / x, log(x)} or (lower, upper) != (S.Zero, oo):
        return None
    if (terms[log(x)] + S(3) / 2).expand() != 0:
        return None
    rate, weight = -terms.get(x, S.Zero), -terms[1 / x]
    exponent = -2 * sqrt(rate * weight) + log(pi) / 2 - log(weight) / 2
    return Closed("the inverse Gaussian integral", S.One, exponent, at_least(rate) + above(weight))


KERNELS: tuple[Kernel, ...] = (
    exponential_on_interval,
    gaussian,
    gamma_integral,
    power_tail,
    beta_integral,
    inverse_gaussian,
)
