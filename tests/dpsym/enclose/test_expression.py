"""Balls for expressions: against mpmath at 50 digits, at conditions that floats misjudge, and on bad input."""

from fractions import Fraction

import mpmath
import pytest
from sympy import (
    Abs,
    And,
    E,
    Eq,
    Float,
    Integral,
    Max,
    Min,
    Not,
    Or,
    Piecewise,
    Rational,
    S,
    Sum,
    Symbol,
    binomial,
    cosh,
    erf,
    erfc,
    exp,
    fresnels,
    gamma,
    log,
    nan,
    oo,
    pi,
    sinh,
    sqrt,
    symbols,
    tanh,
    zoo,
)

from dpsym.enclose import enclose
from dpsym.errors import NotDerivedError, ParameterError, UndecidedError

x, y = symbols("x y", real=True)
POINT = {x: Fraction(7, 5), y: Rational(-2, 3)}
WITH_MPMATH = {
    "elementary": (
        exp(x) * log(x) + sqrt(x) ** 3 - pi / x,
        lambda m, x, y: m.exp(x) * m.log(x) + m.sqrt(x) ** 3 - m.pi / x,
    ),
    "error functions": (erf(x) + erfc(3 * x) * y, lambda m, x, y: m.erf(x) + m.erfc(3 * x) * y),
    "hyperbolic": (sinh(y) + cosh(x) * tanh(x * y), lambda m, x, y: m.sinh(y) + m.cosh(x) * m.tanh(x * y)),
    "powers": (x**y + y**-3 + E**x + gamma(x), lambda m, x, y: x**y + y**-3 + m.exp(x) + m.gamma(x)),
    "choice": (Max(x, y, exp(y)) - Min(x, y) + Abs(y), lambda m, x, y: x - y - y),
    "sum": (Sum(binomial(6, y) * x**y, (y, 0, 6)), lambda m, x, y: (1 + x) ** 6),
    "cancelling": (exp(x / 10**20) - 1 - x / 10**20, lambda m, x, y: m.expm1(x / 10**20) - x / 10**20),
}


@pytest.mark.parametrize("name", WITH_MPMATH)
def test_the_ball_agrees_with_mpmath_to_50_digits(name):
    expression, reference = WITH_MPMATH[name]
    ball = enclose(expression, POINT, digits=50)
    assert ball.digits >= 50
    with mpmath.workdps(120):
        value = reference(mpmath, mpmath.mpf(7) / 5, mpmath.mpf(-2) / 3)
        low, high = (mpmath.mpf(end.numerator) / end.denominator for end in (ball.lower, ball.upper))
        slack = abs(value) * mpmath.mpf(10) ** -90
        assert low - slack <= value <= high + slack


def test_rational_results_are_exact():
    ball = enclose(x**2 / 4 + 1, {x: 3})
    assert ball.lower == ball.upper == Fraction(13, 4)
    assert enclose(sqrt(x), {x: Rational(1, 4)}).contains(Fraction(1, 2))
    assert enclose(Fraction(1, 2)).contains(Fraction(1, 2))
    assert enclose(x - x * 1, {x: 1}).upper == 0


def test_conditions_are_decided_where_floats_would_guess():
    tiny = Rational(1, 10**40)
    step = Piecewise((1, x > Rational(1, 3)), (2, Eq(x, Rational(1, 3))), (3, True))
    assert enclose(step, {x: Rational(1, 3)}).contains(2)
    assert enclose(step, {x: Rational(1, 3) + tiny}).contains(1)
    assert enclose(step, {x: Rational(1, 3) - tiny}).contains(3)
    near = Piecewise((1, exp(x) > 2), (0, True))
    below = Rational(*mpmath_log2(60))
    assert enclose(near, {x: below}).contains(0)
    assert enclose(near, {x: below + Rational(1, 10**59)}).contains(1)


def mpmath_log2(digits: int) -> tuple[int, int]:
    """Return log 2, rounded down to so many digits, as a fraction."""
    with mpmath.workdps(digits + 20):
        return int(mpmath.floor(mpmath.log(2) * 10**digits)), 10**digits


def test_connectives_of_conditions():
    first, second = x > 0, y > 0
    table = Piecewise((1, And(first, second)), (2, Or(first, Not(second))), (3, True))
    assert [enclose(table, {x: a, y: b}).lower for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1))] == [1, 2, 3, 2]


def test_an_undecidable_condition_raises_instead_of_guessing():
    equal = Piecewise((1, log(x) + log(3) >= log(y)), (0, True))
    with pytest.raises(UndecidedError, match="undecided"):
        enclose(equal, {x: 2, y: 6}, max_bits=512)


def test_a_number_that_is_not_told_from_zero_comes_as_a_small_ball_around_it():
    ball = enclose(log(x) + log(3) - log(y), {x: 2, y: 6}, digits=20, max_bits=512)
    assert ball.contains(0)
    assert ball.upper - ball.lower < Fraction(2, 10**40)
    with pytest.raises(UndecidedError):
        enclose(log(x) + log(3) - log(y), {x: 2, y: 6}, digits=200, max_bits=512)


def test_precision_rises_until_the_digits_are_there():
    ball = enclose(exp(-(x**2)), {x: 100}, digits=40)
    assert ball.digits >= 40
    assert ball.is_positive()
    assert enclose(exp(exp(x)) - exp(exp(x) + y), {x: 3, y: Rational(1, 10**60)}, digits=30).digits >= 30


def test_infinity_is_returned_and_indeterminate_forms_are_not():
    assert enclose(exp(x) + oo, {x: 1}).lower == float("inf")
    for form in (nan, zoo, 1 / x, log(x), x**-y, gamma(x)):
        with pytest.raises(UndecidedError):
            enclose(form, {x: 0, y: 2}, max_bits=128)
    with pytest.raises(UndecidedError):
        enclose(sqrt(y), {y: -1}, max_bits=128)


def test_definite_integrals_with_kinks_and_irrational_ends():
    third = Rational(1, 3)
    assert enclose(Integral(Abs(x - third), (x, 0, 1))).contains(Fraction(5, 18))
    gauss = enclose(Integral(exp(-(x**2)), (x, -1, sqrt(2))), digits=40)
    assert gauss.overlaps(enclose(sqrt(pi) * (erf(1) + erf(sqrt(2))) / 2, digits=40))
    assert gauss.digits >= 40
    jump = Piecewise((1, x < sqrt(2) / 2), (x, True))
    assert enclose(Integral(jump, (x, 0, 1))).overlaps(enclose(sqrt(2) / 2 + Rational(1, 4)))
    backwards = enclose(Integral(x**2, (x, 1, 0)))
    assert backwards.contains(Fraction(-1, 3))


def test_an_integral_that_is_not_real_or_not_finite_is_no_number():
    for integrand, low, high in ((log(x), -2, -1), (1 / x, -1, 1), (sqrt(x), -1, 1)):
        with pytest.raises(UndecidedError):
            enclose(Integral(integrand, (x, low, high)), digits=10, max_bits=53)


def test_gaussian_integrals_to_infinity_have_a_proven_tail():
    bell = exp(-y * x**2 + x / 3)
    closed = sqrt(pi / y) * exp(1 / (36 * y))
    assert enclose(Integral(bell, (x, -oo, oo)), {y: 2}).overlaps(enclose(closed, {y: 2}))
    assert enclose(Integral(exp(-(x**2)), (x, 0, -oo))).overlaps(enclose(-sqrt(pi) / 2))
    assert enclose(Integral(exp(-3 * x), (x, log(2), oo))).contains(Fraction(1, 24))
    assert enclose(Integral(bell, (x, -oo, oo)), {y: 0}).lower == float("inf")
    assert enclose(Integral(exp(x), (x, 0, oo))).lower == float("inf")


def test_other_integrals_to_infinity_are_refused_by_name():
    for integrand in (1 / (1 + x**2), exp(-Abs(x)), exp(-(x**4)), x * exp(-(x**2))):
        with pytest.raises(NotDerivedError, match=r"proven tail|polynomial of degree"):
            enclose(Integral(integrand, (x, -oo, oo)))
    with pytest.raises(UndecidedError):
        enclose(Integral(exp(-(x**2)), (x, oo, oo)))


@pytest.mark.parametrize("value", [0.5, Float("0.5"), True, "1/2", None, float("nan"), 1j, oo, pi])
def test_values_must_be_exact_numbers(value):
    with pytest.raises(ParameterError, match="value of x must be an exact rational number"):
        enclose(x + 1, {x: value})


def test_floats_text_and_missing_values_are_refused():
    for bad in (x + Float("0.5"), Piecewise((x, x > 0), (Float(2), True))):
        with pytest.raises(ParameterError, match="must be exact"):
            enclose(bad, {x: 1})
    for bad in ("x + 1", 0.5, None, x > 0, True):
        with pytest.raises(ParameterError, match="SymPy expression"):
            enclose(bad, {x: 1})
    with pytest.raises(ParameterError, match="value of y must be given"):
        enclose(x + y, {x: 1})
    for name in ("digits", "max_bits"):
        with pytest.raises(ParameterError, match=f"{name} must be a positive integer"):
            enclose(x, {x: 1}, **{name: 0})


def test_a_value_may_not_contradict_the_assumptions_of_its_symbol():
    positive, whole = Symbol("p", positive=True), Symbol("n", integer=True)
    assert enclose(sqrt(positive**2), {positive: 0}).contains(0)
    with pytest.raises(ParameterError, match="sign that the symbol assumes"):
        enclose(sqrt(positive**2), {positive: -1})
    with pytest.raises(ParameterError, match="an integer"):
        enclose((-1) ** (2 * whole), {whole: Rational(1, 2)})


def test_an_unknown_node_is_named():
    with pytest.raises(NotDerivedError, match="fresnels"):
        enclose(fresnels(x), {x: 1})
    with pytest.raises(ParameterError, match="exact integer"):
        enclose(Sum(x, (y, 0, x)), {x: Rational(1, 2)})
    assert enclose(Sum(x, (y, 0, -1)), {x: 2}).contains(S.Zero)
