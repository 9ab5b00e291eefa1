"""Parameters: what they accept, how they read numbers, what their errors and hypotheses say, what importing costs."""

import math
import subprocess
import sys
from fractions import Fraction

import pytest
from sympy import Float, I, Integer, Interval, Range, Rational, S, Sum, Symbol, binomial, exp, log, nan, oo, sqrt, zoo

from dpsym import DpsymError, ParameterError
from dpsym import parameters as known
from dpsym.parameters import Parameter, decimals, exact
from dpsym.symbols import alpha, b, eps

EVERY = [value for value in vars(known).values() if isinstance(value, Parameter)]
NOT_REAL = [math.nan, complex(1, 1), 1j, True, False, "1", None, [1], (1,), {}, nan, zoo, I, 1 + I]
POSITIVE = [known.SCALE, known.DEVIATION, known.SENSITIVITY]


def names(parameters):
    return [parameter.name for parameter in parameters]


@pytest.mark.parametrize("parameter", EVERY, ids=names(EVERY))
def test_what_is_not_a_real_number_is_refused_by_name_rule_and_value(parameter):
    for value in NOT_REAL:
        with pytest.raises(ParameterError) as caught:
            parameter.check(value)
        assert str(caught.value) == f"{parameter.name} must be {parameter.rule}, got {value!r}"
        assert isinstance(caught.value, ValueError)
        assert isinstance(caught.value, DpsymError)
        assert caught.value.value is value


@pytest.mark.parametrize("parameter", POSITIVE, ids=names(POSITIVE))
@pytest.mark.parametrize("value", [0, -1, -0.5, Fraction(-1, 3), math.inf, -math.inf, oo, -b, S.NegativeInfinity])
def test_a_scale_is_positive_and_finite(parameter, value):
    with pytest.raises(ParameterError, match="must be positive and finite, got"):
        parameter.check(value)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        (known.ORDER, 0),
        (known.ORDER, -2),
        (known.ORDER, -oo),
        (known.PROBABILITY, Rational(3, 2)),
        (known.PROBABILITY, -0.1),
        (known.PROBABILITY, math.inf),
        (known.PRIVACY_LOSS, -1e-9),
        (known.PRIVACY_LOSS, math.inf),
        (known.THRESHOLD, oo),
        (known.THRESHOLD, -math.inf),
        (known.LOCATION, oo),
        (known.PROBABILITY, 1 + b),
    ],
)
def test_a_number_outside_the_domain_is_refused(parameter, value):
    with pytest.raises(ParameterError, match=parameter.name):
        parameter.check(value)


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        (known.ORDER, 1),
        (known.ORDER, Rational(1, 1000)),
        (known.PROBABILITY, 0),
        (known.PROBABILITY, 1),
        (known.PRIVACY_LOSS, 0),
        (known.THRESHOLD, -3),
        (known.LOCATION, 0),
        (known.SCALE, b / 2),
        (known.SCALE, sqrt(2)),
        (known.LOCATION, -b),
        (known.ORDER, alpha),
    ],
)
def test_a_value_of_the_domain_comes_back_as_it_is(parameter, value):
    assert parameter.check(value) == value


@pytest.mark.parametrize("infinity", [oo, math.inf])
def test_order_infinity_is_an_order(infinity):
    assert known.ORDER.check(infinity) is oo


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.1, Rational(1, 10)),
        (1e-5, Rational(1, 100_000)),
        (1e22, Integer(10) ** 22),
        (2.5e-300, Rational(25, 10**301)),
        (-0.75, Rational(-3, 4)),
        (Fraction(1, 3), Rational(1, 3)),
        (7, Integer(7)),
        (Float("0.1"), Rational(1, 10)),
        (0.3 * b, 3 * b / 10),
        (exp(-0.1 * b), exp(-b / 10)),
    ],
)
def test_a_float_is_read_as_the_decimal_that_it_prints(value, expected):
    assert exact(value) == expected


def test_a_numpy_scalar_is_read_like_a_float():
    numpy = pytest.importorskip("numpy")
    assert exact(numpy.float64(0.1)) == Rational(1, 10)
    assert exact(numpy.int64(3)) == 3
    assert exact(numpy.array([0.1])) is None


def test_an_expression_of_unknown_sign_is_taken_at_its_word():
    unknown = Symbol("z")
    assert known.SCALE.check(unknown) == unknown
    assert known.SCALE.check(log(b)) == log(b)


def test_an_expression_of_the_wrong_sign_is_refused():
    with pytest.raises(ParameterError, match="noise scale b must be positive and finite, got z"):
        known.SCALE.check(Symbol("z", negative=True))
    with pytest.raises(ParameterError, match="standard deviation sigma"):
        known.DEVIATION.check(I * eps)


@pytest.mark.parametrize("parameter", EVERY, ids=names(EVERY))
def test_the_typical_box_lies_in_the_domain(parameter):
    low, high = parameter.typical
    assert low <= high
    if parameter.domain.is_subset(S.Integers):
        assert Range(low, high + 1).is_subset(parameter.domain)
    else:
        assert Interval(low, high).is_subset(parameter.domain)


def test_a_hypothesis_prints_the_domain_of_a_symbol_or_of_an_expression():
    assert known.SCALE.hypothesis() == r"b \in \left(0, \infty\right)"
    assert known.PROBABILITY.hypothesis(1 - b) == r"1 - b \in \left[0, 1\right]"


def imported_by(statement):
    """Return which heavy modules a statement leaves imported, in a process of its own."""
    code = (
        f"import sys; {statement}; print(*{{'numpy', 'scipy', 'matplotlib', 'flint', 'networkx'}} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.slow
def test_importing_dpsym_imports_neither_arrays_nor_balls_nor_plots_beyond_what_sympy_does():
    """SymPy itself takes its integers from flint where it finds it, and nothing else of the list."""
    with_sympy = imported_by("import sympy")
    assert with_sympy <= {"flint"}
    assert imported_by("import dpsym") == with_sympy


def test_a_number_that_sympy_trips_over_has_no_decimals():
    """Some releases end in a bare error here, which who asked for many runs of rare samples met; the terms reach e^8064."""
    j, rare = Symbol("j"), Rational(1, 10**9)
    total = Sum(binomial(64, j) * rare**j * (1 - rare) ** (64 - j) * exp(2 * j * (j - 1)), (j, 2, 64))
    almost_one = total + (1 - rare) ** 63 * (1 + 63 * rare)
    found = decimals(log(almost_one))
    assert found is None or abs(found - (64 * log(rare) + 8064)) < 1
    assert decimals(log(Rational(3, 2))) == log(Rational(3, 2)).evalf(12)
    assert decimals(Symbol("x")) is None
