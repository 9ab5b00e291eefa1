"""Parameters: one object owns the domain of a symbol.

The same object prints the hypothesis, raises the error and says from which box test points are drawn, so that
the three can never disagree.
"""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass

from sympy import Expr, FiniteSet, Interval, Piecewise, Range, Rational, S, Set, Symbol, Union, oo, symbols
from sympy.core.numbers import Float

from dpsym.errors import ParameterError


@dataclass(frozen=True)
class Parameter:
    """A named quantity with its domain.

    Parameters
    ----------
    name : str
        How an error names it, for example ``"noise scale b"``.
    symbol : Symbol
        The symbol that stands for it by default.
    domain : Set
        The values that it may take.
    rule : str
        The domain in words, as an error says it after "must be".
    typical : tuple of Rational
        A box of ordinary values, from which test points are drawn.
    unit : str
        For example ``"in sensitivities"`` or ``"nats"``; empty for a pure number.
    """

    name: str
    symbol: Symbol
    domain: Set
    rule: str
    typical: tuple[Rational, Rational]
    unit: str = ""

    def check(self, value: object) -> Expr:
        """Return `value` as an exact SymPy expression of the domain.

        A Python float is read as the decimal that it prints, so that no binary rounding reaches a derivation.

        Raises
        ------
        ParameterError
            If `value` is not a real number or expression, or lies outside the domain.
        """
        expression = exact(value)
        if expression is None or not self.admits(expression):
            raise ParameterError(self.name, self.rule, value)
        return expression

    def admits(self, value: Expr) -> bool:
        """Return False where an expression certainly lies outside the domain."""
        return value.is_extended_real is not False and not _excludes(self.domain, value)

    def hypothesis(self, value: Expr | None = None) -> str:
        r"""Return the domain as LaTeX, for example ``\alpha \in \left(1, \infty\right)``."""
        from sympy import latex

        return rf"{latex(self.symbol if value is None else value)} \in {latex(self.domain)}"


def _excludes(domain: Set, value: Expr) -> bool:
    """Return whether the value certainly lies outside the domain."""
    if value.is_Rational and isinstance(domain, Interval):  # the common case, a hundred times quicker
        return _is_left(value, domain.start, domain.left_open) or _is_left(domain.end, value, domain.right_open)
    if isinstance(domain, Union):
        return all(_excludes(part, value) for part in domain.args)
    if isinstance(domain, FiniteSet) and value.is_Rational:
        return value not in domain.args
    if not isinstance(domain, Interval):
        return domain.contains(value) is S.false
    if value.has(Piecewise):  # its cases are for different places, of which a comparison knows nothing
        return False
    if value.is_number and _is_inside(domain, value):
        return False
    return _is_beyond(value, domain.start, domain.left_open, 1) or _is_beyond(value, domain.end, domain.right_open, -1)


def _is_left(first: Expr, second: Expr, strictly_right: bool) -> bool:
    """Return whether a number is less than another, or equal to it where that must be strictly to the right; one of them is rational."""
    if first is S.Infinity or second is S.NegativeInfinity:
        return False
    if first.is_Rational and second.is_Rational:  # integers compare at once
        gap = first.p * second.q - second.p * first.q
        return gap < 0 or (strictly_right and gap == 0)
    return bool(first < second) or (strictly_right and bool(first == second))


def _is_beyond(value: Expr, end: Expr, is_open: bool, inwards: int) -> bool:
    """Return whether the value is certainly not on the inner side of an end; what is finite is never compared with infinity."""
    if end in (oo, -oo):
        return is_open and value == end
    gap = value - end if inwards > 0 else end - value
    return (gap > 0 if is_open else gap >= 0) == False  # noqa: E712


def decimals(value: Expr) -> Float | None:
    """Return a number to about 12 digits, or None where SymPy finds none; it trips over the logarithm of a sum that is almost 1."""
    try:
        number = value.evalf(12)  # for fewer digits than a float has, what is out of reach is no error
    except ValueError:
        return None
    return number if isinstance(number, Float) else None


def _is_inside(domain: Interval, value: Expr) -> bool:
    """Return whether a number is inside an interval by a margin that its decimals show; SymPy's own answer takes milliseconds."""
    number = decimals(value)
    if number is None:
        return False
    margin = abs(number) * Rational(1, 10**9)
    return bool(domain.start < number - margin and number + margin < domain.end)


def exact(value: object) -> Expr | None:
    """Return `value` as a SymPy expression without floats, or None where it is not a number or an expression."""
    if isinstance(value, Rational):
        return value
    if isinstance(value, Expr):
        if value.has(S.NaN):
            return None
        return value.xreplace({number: Rational(str(number)) for number in value.atoms(Float) if number.is_finite})
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return None
    if isinstance(value, numbers.Rational):  # NumPy's integers too
        return Rational(int(value.numerator), int(value.denominator))
    number = float(value)
    if math.isnan(number):
        return None
    return Rational(repr(number)) if math.isfinite(number) else oo * int(math.copysign(1, number))


alpha, beta, sigma, eps, delta, zeta, b, t = symbols("alpha beta sigma epsilon delta zeta b t", positive=True)
p, q, scale, sigma1, sigma2 = symbols("p q lambda sigma1 sigma2", positive=True)
mu1, mu2, x = symbols("mu1 mu2 x", real=True)
r, r1, r2, k, k1, k2, nu, m, m1, m2, a = symbols("r r1 r2 k k1 k2 nu m m1 m2 a", positive=True)
n = symbols("n", integer=True, positive=True)
eta, omega = symbols("eta omega", positive=True)
mu, rho, xi = symbols("mu rho xi", nonnegative=True)

_POSITIVE = Interval.open(0, oo)

ORDER = Parameter(
    "order alpha",
    alpha,
    Union(Interval.open(0, oo), FiniteSet(oo)),
    "positive (1 and oo allowed)",
    (Rational(11, 10), Rational(64)),
)
SCALE = Parameter(
    "noise scale b", b, _POSITIVE, "positive and finite", (Rational(1, 5), Rational(20)), "in sensitivities"
)
DEVIATION = Parameter(
    "standard deviation sigma",
    sigma,
    _POSITIVE,
    "positive and finite",
    (Rational(1, 2), Rational(50)),
    "in sensitivities",
)
LOCATION = Parameter("location mu", mu1, Interval.open(-oo, oo), "real and finite", (Rational(-3), Rational(3)))
PROBABILITY = Parameter("probability p", p, Interval(0, 1), "in [0, 1]", (Rational(1, 20), Rational(19, 20)))
PRIVACY_LOSS = Parameter(
    "privacy parameter eps",
    eps,
    Interval(0, oo, left_open=False, right_open=True),
    "non-negative and finite",
    (Rational(1, 20), Rational(4)),
    "nats",
)
THRESHOLD = Parameter(
    "privacy loss threshold eps", eps, Interval.open(-oo, oo), "real and finite", (Rational(0), Rational(4)), "nats"
)
SENSITIVITY = Parameter(
    "sensitivity", symbols("Delta", positive=True), _POSITIVE, "positive and finite", (Rational(1), Rational(1))
)
INTEGER_LOCATION = Parameter(
    "location mu", symbols("mu", integer=True), S.Integers, "an integer", (Rational(-3), Rational(3))
)
RATE = Parameter("rate r", r, _POSITIVE, "positive and finite", (Rational(1, 5), Rational(10)))
SHAPE = Parameter("shape k", k, _POSITIVE, "positive and finite", (Rational(1, 2), Rational(8)))
DEGREES = Parameter("degrees of freedom nu", nu, _POSITIVE, "positive and finite", (Rational(1, 2), Rational(12)))
MEAN = Parameter("mean m", m, _POSITIVE, "positive and finite", (Rational(1, 5), Rational(20)))
BOUND = Parameter("bound a", a, _POSITIVE, "positive and finite", (Rational(1), Rational(20)), "in sensitivities")
COUNT = Parameter("count n", n, S.Naturals, "a positive integer", (Rational(1), Rational(12)))
OPEN_PROBABILITY = Parameter("probability p", p, Interval.open(0, 1), "in (0, 1)", (Rational(1, 20), Rational(19, 20)))
FRACTION = Parameter("fraction eta", eta, Interval.open(0, 1), "in (0, 1)", (Rational(1, 10), Rational(9, 10)))
POSITIVE_LOSS = Parameter(
    "privacy parameter eps", eps, _POSITIVE, "positive and finite", (Rational(1, 20), Rational(4)), "nats"
)
DISTANCE = Parameter(
    "gauge distance",
    symbols("d", nonnegative=True),
    Interval(0, oo, right_open=True),
    "non-negative and finite",
    (Rational(0), Rational(4)),
    "in sensitivities",
)
CHOICES = Parameter(
    "number of choices k",
    symbols("k", integer=True, positive=True),
    Range(2, oo),
    "an integer from 2 on",
    (Rational(2), Rational(12)),
)
SCORE = Parameter(
    "score", symbols("u", real=True), Interval.open(-oo, oo), "real and finite", (Rational(-3), Rational(3))
)
LEVEL = Parameter("type I error t", t, Interval(0, 1), "in [0, 1]", (Rational(1, 20), Rational(19, 20)))
CUMULANT = Parameter("order n of a cumulant", n, S.Naturals, "a positive integer", (Rational(1), Rational(4)))
TARGET = Parameter("privacy parameter delta", delta, Interval(0, 1), "in [0, 1]", (Rational(1, 10**6), Rational(1, 2)))
ABOVE_ONE_ORDER = Parameter(
    "order alpha", alpha, Interval.open(1, oo), "above 1 and finite", (Rational(11, 10), Rational(64))
)
BUDGET = Parameter(
    "budget rho",
    rho,
    Interval(0, oo, right_open=True),
    "non-negative and finite",
    (Rational(1, 100), Rational(4)),
    "nats",
)
OFFSET = Parameter(
    "offset xi", xi, Interval(0, oo, right_open=True), "non-negative and finite", (Rational(0), Rational(1)), "nats"
)
CUTOFF = Parameter("cut-off omega", omega, Interval.open(1, oo), "above 1 and finite", (Rational(2), Rational(64)))
RATIO = Parameter(
    "parameter mu of Gaussian privacy",
    mu,
    Interval(0, oo, right_open=True),
    "non-negative and finite",
    (Rational(1, 20), Rational(4)),
)
POSITIVE_COUNT = Parameter(
    "number of compositions k",
    symbols("k", integer=True, positive=True),
    S.Naturals,
    "a positive integer",
    (Rational(1), Rational(100)),
)
DISTANCE_STEPS = Parameter(
    "distance k of a group",
    symbols("k", integer=True, positive=True),
    S.Naturals,
    "a positive integer",
    (Rational(1), Rational(12)),
)
