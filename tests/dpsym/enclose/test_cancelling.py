"""Numbers of what cancels: SymPy compares them rightly once `dpsym` is imported, and wrongly by itself."""

from collections.abc import Callable

import pytest
from sympy import Add, Expr, Max, Min, Piecewise, Rational, atan, cos, cosh, exp, log, sin, sinh, sqrt, tan, tanh
from sympy.core import evalf

from dpsym import Gaussian, HockeyStick, Laplace, PureDP, Renyi, guarantee

FUNCTIONS: dict[str, Callable[[Expr], Expr]] = {
    "log": log,
    "exp": exp,
    "root": sqrt,
    "cube root": lambda value: value ** Rational(1, 3),
    "inverse": lambda value: 1 / value,
    "square": lambda value: value**2,
    "atan": atan,
    "sin": sin,
    "cos": cos,
    "tan": tan,
    "tanh of log": lambda value: tanh(log(value)),
}
DIGITS = (6, 15, 25, 30, 45, 60, 90)


def cancelling(digits: int) -> Expr:
    """Return a number that is 1.001 up to 10^-6, as a difference of numbers that agree in so many digits."""
    great = 10**digits
    return -(great - 1) + great * exp(Rational(1, 1000 * great))


@pytest.mark.parametrize("digits", DIGITS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_what_cancels_are_compared_rightly(name: str, digits: int) -> None:
    function = FUNCTIONS[name]
    value = function(cancelling(digits))
    about = function(Rational(1001, 1000)).evalf(30)
    above, below = (Rational(str(about + side * Rational(1, 10**5))) for side in (1, -1))
    assert (value < above) == True  # noqa: E712
    assert (value > below) == True  # noqa: E712
    assert (value > above) == False  # noqa: E712
    assert (value < below) == False  # noqa: E712
    assert Max(value, below) == value
    assert Min(value, above) == value
    assert Piecewise((1, value < below), (2, value < above), (3, True)) == 2


@pytest.mark.parametrize("digits", [6, 12, 20, 40, 150])
def test_logarithms_of_what_is_next_to_1_are_not_0(digits: int) -> None:
    small = Rational(1, 10**digits)
    for value, size in (
        (log(cosh(small)), small**2 / 2),
        (log(1 + sinh(small) ** 2), small**2),
        (log((1 + exp(small)) / 2), small / 2),
    ):
        assert (value > size * Rational(999, 1000)) == True  # noqa: E712
        assert (value < size * Rational(999, 1000)) == False  # noqa: E712
        assert (value < size * Rational(1001, 1000)) == True  # noqa: E712


@pytest.mark.parametrize("digits", [20, 90, 150, 300, 500])
def test_sums_of_what_agrees_are_compared(digits: int) -> None:
    small = Rational(1, 10**digits)
    assert Max(0, 1 - exp(small)) == 0
    assert Max(0, exp(small) - 1) == exp(small) - 1
    assert Min(0, exp(small) - 1) == 0


def test_a_sum_that_is_0_may_have_a_term_that_is_out_of_reach_of_so_many_digits() -> None:
    head = Renyi(Rational(91, 15), Gaussian(0, 1), Gaussian(Rational(16, 15), 1))
    gap = head - head.doit()
    assert abs(gap.evalf(20)) < Rational(1, 10**80)
    assert abs((gap - Rational(1, 10**60)).evalf(20) * 10**60 + 1) < Rational(1, 10**9)
    for name in ("exp", "root", "inverse", "square", "atan", "sin", "cos", "tan"):
        function = FUNCTIONS[name]
        start = Rational(1) if name in ("root", "inverse", "square") else Rational(0)
        assert abs(function(start + gap).evalf(20) - function(start)) < Rational(1, 10**15), name


def test_sympy_by_itself_is_wrong() -> None:
    """The repair can go when this fails."""
    table = evalf.evalf_table
    repaired = dict(table)
    try:
        for function in (Add, log, atan, type(sqrt(2))):
            while hasattr(table[function], "__wrapped__"):
                table[function] = table[function].__wrapped__
        assert (log(cancelling(45)) < 1) == False  # noqa: E712
        assert (log(cosh(Rational(1, 10**21))) > Rational(1, 10**43)) == False  # noqa: E712
        with pytest.raises(ValueError, match="not comparable"):
            Max(0, 1 - exp(Rational(1, 10**150)))
    finally:
        table.update(repaired)


@pytest.mark.parametrize("power", [20, 30, 41])
def test_a_tiny_eps_behind_a_tinier_rate_is_no_free_lunch(power: int) -> None:
    """delta of many runs is at least that of one, which is known exactly; of Laplace noise 0 was told."""
    eps, rate = Rational(1, 10**power), Rational(1, 10 ** (power - 1))
    run = guarantee(PureDP(1)).subsample(rate)
    assert float(run.compose(3).delta(eps)) >= float(run.delta(eps)) * (1 - 1e-9) > 0
    base = log(1 + (exp(eps) - 1) / rate)
    assert HockeyStick(base, *Laplace(1).neighbours()).doit() > Rational(1, 3)
