"""The float64 twin: its accuracy against mpmath where formulas overflow or cancel, its shapes and its refusals."""

import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import definitions as reference
from sympy import Rational, Symbol, erf, erfc, exp, log, oo, sinh

from dpsym import (
    KL,
    RR,
    Bernoulli,
    Finite,
    Gaussian,
    HockeyStick,
    Laplace,
    MaxDivergence,
    NotDerivedError,
    ParameterError,
    Renyi,
)
from dpsym import evaluate as module
from dpsym.enclose import enclose
from dpsym.evaluate import RELATIVE_ERROR, numeric
from dpsym.evaluate.running import Number
from dpsym.evaluate.walk import walk
from dpsym.special import GaussianSum, Phi
from dpsym.symbols import alpha, b, eps, mu1, mu2, p, q, sigma, sigma1, sigma2

INDEX = Symbol("n", integer=True)
NEAR_ONE = (1 + 1e-9, 1 + 1e-6, 1.0001, 1.01)
ORDERS = (1e-9, 0.1, 0.9, 1 - 1e-9, *NEAR_ONE, 1.5, 2.0, 64.0, 1e3, 1e6)
SCALES = (1e-6, 1e-2, 0.2, 1.0, 20.0, 1e4, 1e6)
LOSSES = (-5.0, -1.0, 0.0, 0.1, 0.5, 1.0, 2.0, 10.0, 30.0)
UNEQUAL = (Gaussian(0, sigma1), Gaussian(mu2, sigma2))
COINS = (Bernoulli(p), Bernoulli(q))
DEVIATIONS = ((0.0, 0.5, -3.0), (0.5, 1.0, 3.0), (0.5, 1.0, 2.9))
PROBABILITIES = (1e-9, 0.05, 0.5, 0.9)
CASES = {
    "Laplace, Rényi": lambda: (Laplace(b).renyi(alpha), (alpha, b), (ORDERS, SCALES)),
    "Laplace, KL": lambda: (Laplace(b).kl(), (b,), (SCALES,)),
    "Laplace, profile": lambda: (Laplace(b).profile(mu1), (mu1, b), (LOSSES, SCALES)),
    "Gaussian, profile": lambda: (Gaussian(sigma).profile(mu1), (mu1, sigma), (LOSSES, SCALES[1:])),
    "Gaussians, Rényi": lambda: (
        Renyi(alpha, *UNEQUAL).doit(),
        (alpha, mu2, sigma1, sigma2),
        ((0.5, *NEAR_ONE, 64.0), *DEVIATIONS),
    ),
    "Gaussians, KL": lambda: (KL(*UNEQUAL).doit(), (mu2, sigma1, sigma2), DEVIATIONS),
    "Gaussians, max": lambda: (MaxDivergence(*UNEQUAL).doit(), (mu2, sigma1, sigma2), ((0.5, -3.0), *DEVIATIONS[1:])),
    "response, Rényi": lambda: (RR(eps).renyi(alpha), (alpha, eps), (ORDERS, (1e-9, 1e-3, 0.05, 1.0, 4.0, 800.0))),
    "response, KL": lambda: (RR(eps).kl(), (eps,), ((1e-9, 1e-3, 0.05, 1.0, 4.0, 800.0),)),
    "response, profile": lambda: (RR(eps).profile(mu1), (mu1, eps), (LOSSES, (1e-9, 1e-3, 1.0, 4.0, 800.0))),
    "coins, Rényi": lambda: (
        Renyi(alpha, *COINS).derive().expression,
        (alpha, p, q),
        ((0.3, *NEAR_ONE, 64.0, 1e6), PROBABILITIES, PROBABILITIES[1:]),
    ),
    "coins, KL": lambda: (KL(*COINS).derive().expression, (p, q), (PROBABILITIES, (0.04, 0.4))),
    "coins, max": lambda: (MaxDivergence(*COINS).derive().expression, (p, q), (PROBABILITIES, (0.04, 0.4))),
    "coins, hockey stick": lambda: (HockeyStick(mu1, *COINS).doit(), (mu1, p, q), (LOSSES, PROBABILITIES, (0.04, 0.4))),
    "logistic": lambda: (
        log(sinh((2 * alpha - 1) * b / 2) / (2 * alpha - 1) / sinh(b / 2)),
        (alpha, b),
        ((1.5, 64.0, 1e5), (0.01, 1.0, 700.0)),
    ),
    "the other functions": lambda: (
        erf(mu1) + sp.tanh(mu1) + sp.cosh(mu1) - sp.Abs(mu1) + sp.Min(mu1, exp(mu1), 2) + 2**mu1 + sp.E,
        (mu1,),
        ((-20.0, -1.0, -1e-9, 0.0, 0.5, 5.0),),
    ),
}


SPECIAL = {
    "log-gamma": (sp.loggamma(b), (b,), (1e-6, 170.0)),
    "log-gamma of a sum": (sp.loggamma(b + Rational(1, 3)), (b,), (1e-3, 1e8)),
    "gamma": (sp.gamma(b), (b,), (1e-3, 30.0)),
    "great gammas": (log(sp.gamma(b)), (b,), (25.0, 1e4)),
    "digamma": (sp.digamma(b), (b,), (2e-3, 9e4)),
    "trigamma": (sp.polygamma(1, b), (b,), (2e-3, 9e4)),
    "polygamma": (sp.polygamma(3, b), (b,), (2e-3, 9e4)),
    "upper gamma": (sp.uppergamma(sigma, b), (sigma, b), (0.2, 9.0), (1e-3, 30.0)),
    "lower gamma": (sp.lowergamma(sigma, b), (sigma, b), (0.2, 9.0), (1e-3, 30.0)),
    "upper gamma of 3": (sp.uppergamma(3, b / 3), (b,), (1e-3, 300.0)),
    "great lower gamma": (sp.lowergamma(sigma, b), (sigma, b), (20.0, 90.0), (30.0, 90.0)),
    "Bessel I": (log(sp.besseli(3, b)), (b,), (0.01, 3000.0)),
    "Bessel K": (log(sp.besselk(2, b)), (b,), (0.01, 3000.0)),
    "Bessel I of order 50": (sp.besseli(50, b), (b,), (1.0, 100.0)),
    "inverse of erf": (sp.erfinv(b), (b,), (1e-9, 0.999999)),
    "inverse of erfc": (sp.erfcinv(b), (b,), (1e-250, 1.99)),
    "arcsine and arctangent": (sp.asin(b) + sp.atan(b), (b,), (1e-9, 0.999)),
    "acosh": (sp.acosh(1 + b), (b,), (1e-3, 1e6)),
    "hyperbolic": (sp.coth(b) * sp.sech(b) + sp.csch(b), (b,), (0.01, 20.0)),
    "sine and cosine": (sp.sin(b) + sp.cos(b), (b,), (1e-3, 2.0)),
    "floor and ceiling": (sp.floor(b) + 2 * sp.ceiling(b), (b,), (0.01, 1e6)),
    "normal law": (Phi(-b), (b,), (1e-3, 30.0)),
    "binomial of a number": (sp.binomial(b, 4), (b,), (4.5, 1e5)),
    "binomial of two": (sp.binomial(b + 5, b), (b,), (0.1, 30.0)),
    "beta": (sp.beta(b, sigma), (b, sigma), (0.1, 20.0), (0.1, 20.0)),
    "factorial": (sp.factorial(b), (b,), (0.1, 30.0)),
    "sum": (sp.Sum(sp.binomial(20, INDEX) * b**INDEX, (INDEX, 0, 20)), (b,), (1e-3, 1e3)),
    "theta": (GaussianSum(0, b), (b,), (1e-3, 1e6)),
    "theta off the centre": (GaussianSum(Rational(1, 3), b), (b,), (0.1, 1e3)),
    "theta of a power": (GaussianSum(0, b, 2), (b,), (0.1, 1e3)),
    "theta of a fourth power": (GaussianSum(Rational(1, 4), b, 4), (b,), (0.2, 1e3)),
}


def exact_value(expression, symbols, point):
    """Return the expression at the binary values of the floats, to hundreds of digits."""
    with mp.workdps(400):
        try:
            return mp.mpf(sp.lambdify(symbols, expression.rewrite(Phi, sp.erfc), "mpmath")(*map(mp.mpf, point)))
        except ZeroDivisionError:
            return mp.nan


def agree(found, expected):
    """Whether a float is within the promised error, or rounds to 0 or infinity as it should."""
    if mp.isnan(expected):
        return math.isnan(found)
    if abs(expected) < 1e-300 or abs(expected) > 1e300 or expected == 0:
        return found == float(expected) or abs(found - float(expected)) <= 1e-300 + RELATIVE_ERROR * abs(found)
    return abs(mp.mpf(found) / expected - 1) <= RELATIVE_ERROR


@pytest.mark.cases(1 / 5)
@pytest.mark.parametrize("name", CASES)
def test_the_relative_error_is_as_promised_where_formulas_overflow_cancel_or_are_plain(name):
    expression, symbols, grids = CASES[name]()
    points = [values.ravel() for values in np.meshgrid(*grids, indexing="ij")]
    found = numeric(expression, *symbols)(*points)
    for place, point in enumerate(zip(*points, strict=True)):
        assert agree(float(found[place]), exact_value(expression, symbols, map(float, point))), point


@pytest.mark.parametrize("name", SPECIAL)
def test_the_error_of_a_special_function_is_below_its_bound_and_the_bound_is_small(name):
    """Against Arb, point by point; at most a tenth of the points of these ranges may be left to it."""
    expression, symbols, *ranges = SPECIAL[name]
    draw = np.random.default_rng(20240607)
    points = [np.exp(draw.uniform(*np.log(each), 60)) for each in ranges]
    with np.errstate(all="ignore"):
        rewritten = expression.rewrite(module.REWRITTEN, exp)
        number = walk(rewritten, {symbol: Number(array) for symbol, array in zip(symbols, points, strict=True)})
        value, bound, scale = np.broadcast_arrays(number.mantissa, number.error, number.exponent)
    assert np.mean(bound <= RELATIVE_ERROR * np.abs(value)) >= 0.9
    for place in np.flatnonzero(np.isfinite(bound)):
        exact = {symbol: Fraction(array[place]) for symbol, array in zip(symbols, points, strict=True)}
        truth = enclose(expression, exact, digits=25)
        with mp.workdps(40):
            middle = mp.mpf(truth.lower.numerator) / truth.lower.denominator
            found = mp.mpf(value[place]) * mp.exp(mp.mpf(scale[place]))
            assert abs(found - middle) <= mp.mpf(bound[place]) * mp.exp(mp.mpf(scale[place])), exact


def test_beyond_the_ranges_of_the_float_routines_arb_answers():
    for expression, place in (
        (sp.uppergamma(500, b), 600.0),
        (sp.besseli(300, b), 10.0),
        (sp.polygamma(5, b), 1.5),
        (sp.loggamma(b), 1e-200),
        (sp.zeta(b), 3.0),
        (sp.LambertW(b), 2.0),
        (sp.digamma(b), 1.4616321449683622),
        (sp.gamma(b), 171.5),
    ):
        truth = enclose(expression, {b: Fraction(place)}, digits=20).mid
        assert numeric(expression, b)(place) == pytest.approx(truth, rel=RELATIVE_ERROR)


def test_a_special_function_outside_its_domain_is_nan():
    for expression, place in (
        (sp.erfinv(mu1), 1.5),
        (sp.acosh(mu1), 0.5),
        (sp.asin(mu1), -2.0),
        (log(sp.gamma(mu1)), 0.0),
    ):
        assert math.isnan(numeric(expression, mu1)(place))


def test_an_integer_is_rounded_exactly_where_floats_cannot_tell():
    function = numeric(sp.floor(b * 10), b)
    assert function(0.1) == 1.0  # the float 0.1 is a little above a tenth
    assert function(np.nextafter(0.1, 0)) == 0.0
    assert function(0.3) == 2.0  # and 0.3 a little below three tenths


def test_laplace_at_a_great_order_or_a_small_scale_is_finite_and_right():
    function = numeric(Laplace(b).renyi(alpha), alpha, b)
    assert function(1e6, 1.0) == pytest.approx(1 - math.log(2) / 1e6, rel=1e-11)
    assert function(2.0, 1e-6) == pytest.approx(1e6 + math.log(2 / 3), rel=1e-11)
    assert function(1e6, 1e-6) == pytest.approx(1e6, rel=1e-11)


@pytest.mark.parametrize("gap", [1e-3, 1e-6, 1e-9, 1e-12, -1e-9])
def test_next_to_order_one_the_integral_itself_agrees(gap):
    order = 1 + gap
    expected = reference.renyi(reference.laplace(0, 2), reference.laplace(1, 2), Fraction(order))
    assert agree(numeric(Laplace(b).renyi(alpha), alpha, b)(order, 2.0), expected)


def test_the_tail_of_the_gaussian_profile_is_right_to_the_smallest_floats():
    function = numeric(Gaussian(sigma).profile(eps), eps, sigma)
    expected = exact_value(Gaussian(sigma).profile(eps), (eps, sigma), (37.0, 1.0))
    assert 0 < expected < 1e-290
    assert agree(function(37.0, 1.0), expected)
    assert function(60.0, 1.0) == 0.0


def test_ordinary_points_do_not_need_ball_arithmetic(monkeypatch):
    def refuse(*_):
        raise AssertionError("asked Arb")

    monkeypatch.setattr(module, "_by_arb", refuse)
    grid = np.linspace(1.1, 64, 200)
    numeric(Laplace(b).renyi(alpha), alpha, b)(grid, 1.0)
    numeric(RR(eps).renyi(alpha), alpha, eps)(grid, 1.0)
    numeric(Renyi(alpha, *UNEQUAL).doit(), alpha, mu2, sigma1, sigma2)(grid, 1.0, 1.0, 1.5)
    numeric(Gaussian(sigma).profile(eps), eps, sigma)(np.linspace(0.01, 4.5, 200), 1.0)
    numeric(HockeyStick(eps, *COINS).doit(), eps, p, q)(np.linspace(0.01, 3, 200), 0.3, 0.2)


def test_a_scalar_gives_a_float_and_arrays_broadcast():
    function = numeric(Gaussian(sigma).renyi(alpha), alpha, sigma)
    assert type(function(2, 1)) is float
    assert type(function(np.float64(2), 1)) is float
    assert function(2, 1) == 1.0
    result = function(np.array([[1.5], [2.0]]), np.array([1.0, 2.0, 4.0]))
    assert result.dtype == np.float64
    assert result.shape == (2, 3)
    assert result.tolist() == [[0.75, 0.1875, 0.046875], [1.0, 0.25, 0.0625]]
    assert function([2, 3], 1).tolist() == [1.0, 1.5]
    assert function(np.empty(0), 1).shape == (0,)


@given(st.floats(1.0001, 1e6), st.floats(1e-6, 1e6))
@settings(max_examples=40)
def test_scalars_and_arrays_give_the_same_floats(order, width):
    function = numeric(Laplace(b).renyi(alpha), alpha, b)
    assert function(order, width) == function(np.array([order, 2.0]), width)[0]


def test_a_constant_needs_no_symbol_and_further_symbols_are_ignored():
    assert numeric(sp.log(2))() == pytest.approx(math.log(2), rel=1e-15)
    assert numeric(sp.Integer(3), b)(np.ones(2)).tolist() == [3.0, 3.0]
    assert numeric(oo)() == math.inf
    assert numeric(-oo)() == -math.inf


def test_exponentials_of_constants_keep_their_scale():
    """Their exponents are scalars, which NumPy passes for floats."""
    assert numeric(exp(2) * b + exp(1), b)(1.0) == pytest.approx(math.exp(2) + math.exp(1), rel=1e-15)
    assert numeric(log(exp(Rational(1, 3)) / (1 + exp(Rational(1, 3)))))() == pytest.approx(
        -math.log1p(math.exp(-1 / 3)), rel=1e-15
    )


def test_a_float_in_an_expression_is_read_as_the_decimal_that_it_prints():
    assert numeric(0.1 * b, b)(10.0) == 1.0


def test_where_the_formula_is_not_a_number_the_result_is_nan():
    function = numeric(Laplace(b).renyi(alpha), alpha, b)
    assert math.isnan(function(1.0, 1.0))
    result = function(np.array([1.0, 2.0]), 1.0)
    assert np.isnan(result).tolist() == [True, False]


def test_beyond_the_convergence_condition_and_on_it_the_result_is_infinite():
    closed = Renyi(alpha, Gaussian(0, sigma1), Gaussian(1, sigma2)).doit()
    function = numeric(closed, alpha, sigma1, sigma2)
    assert function(1.25, 2.0, 1.0) < math.inf
    assert function(1.5, 2.0, 1.0) == math.inf
    assert function(2.0, math.sqrt(2.0), 1.0) == math.inf
    assert function(2.0, 4.0, 2.0) == math.inf


def test_a_piece_is_chosen_exactly_where_floats_cannot_tell():
    chosen = sp.Piecewise((1, b < Rational(1, 10)), (2, sp.Eq(b, Rational(1, 10))), (3, True))
    assert numeric(chosen, b)(np.array([0.1, np.nextafter(0.1, 0), 0.2])).tolist() == [3.0, 1.0, 3.0]
    tie = sp.Piecewise((0, eps >= 1 / b), (1, True))
    assert numeric(tie, eps, b)(0.5, 2.0) == 0.0


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (sp.And(b > 1, b < 3), [0, 1, 0]),
        (sp.Or(b < 1, b > 3), [1, 0, 1]),
        (sp.Ne(b, 2), [1, 0, 1]),
        (sp.Not(sp.Or(b < 1, b > 3), evaluate=False), [0, 1, 0]),
        (b >= 2, [0, 1, 1]),
        (b <= 2, [1, 1, 0]),
    ],
    ids=str,
)
def test_conditions_are_decided_point_by_point(condition, expected):
    assert numeric(sp.Piecewise((1, condition), (0, True)), b)(np.array([0.5, 2.0, 4.0])).tolist() == expected


def test_symbols_with_hostile_names_are_only_symbols():
    name = "__import__('os').abort()"
    assert numeric(Symbol(name) ** 2, Symbol(name))(3.0) == 9.0


def test_two_symbols_of_one_name_are_two_arguments():
    plain, positive = Symbol("b"), Symbol("b", positive=True)
    assert numeric(plain - positive, plain, positive)(3.0, 1.0) == 2.0


def test_an_unevaluated_divergence_is_worked_out_by_arb():
    assert agree(numeric(KL(Laplace(b)), b)(2.0), reference.kl(reference.laplace(0, 2), reference.laplace(1, 2)))


@pytest.mark.parametrize(
    "value", [math.nan, math.inf, 1j, "1", True, None, [1.0, math.nan], [True], ["a"], {}], ids=repr
)
def test_a_value_that_is_not_real_and_finite_is_refused(value):
    with pytest.raises(ParameterError) as caught:
        numeric(Gaussian(sigma).renyi(alpha), alpha, sigma)(value, 1.0)
    assert str(caught.value) == f"value of alpha must be a finite real number, or an array of them, got {value!r}"


@pytest.mark.parametrize("value", [-1.0, [1.0, -1e-9]])
def test_a_value_of_a_sign_that_the_symbol_excludes_is_refused(value):
    """SymPy has simplified by the sign, so that the formula says nothing there."""
    with pytest.raises(ParameterError, match="value of b must be of the sign that the symbol assumes"):
        numeric(sp.sqrt(b**2), b)(value)


@pytest.mark.parametrize("expression", ["b", None, Laplace(b), 1j, [b]], ids=repr)
def test_what_is_not_an_expression_is_refused(expression):
    with pytest.raises(ParameterError, match="expression to evaluate must be a SymPy expression"):
        numeric(expression, b)


def test_a_missing_symbol_is_named_and_a_doubled_one_refused():
    with pytest.raises(ParameterError, match="all free symbols, alpha, b too"):
        numeric(Laplace(b).renyi(alpha), sigma)
    with pytest.raises(ParameterError, match="distinct symbols"):
        numeric(b, b, b)
    with pytest.raises(ParameterError, match="distinct symbols"):
        numeric(b, "b")


def test_a_wrong_number_of_values_is_a_type_error():
    with pytest.raises(TypeError, match="takes 2 arguments"):
        numeric(Laplace(b).renyi(alpha), alpha, b)(1.0)


def test_a_function_that_neither_floats_nor_arb_know_is_an_error():
    with pytest.raises(NotDerivedError):
        numeric(sp.Function("f")(b), b)(1.0)


@pytest.mark.slow
@given(
    st.lists(st.integers(1, 9), min_size=2, max_size=4),
    st.lists(st.integers(1, 9), min_size=4, max_size=4),
    st.floats(0.1, 40),
)
@settings(max_examples=15)
def test_any_finite_pair_agrees_with_the_sum(first, second, order):
    second = second[: len(first)]
    masses = [[Fraction(weight, sum(each)) for weight in each] for each in (first, second)]
    laws = [Finite(*map(Rational, each)) for each in masses]
    if first == second or abs(order - 1) < 1e-3:
        return
    expected = reference.finite_renyi(*masses, Fraction(order))
    found = numeric(Renyi(alpha, *laws).doit(), alpha)(order)
    assert agree(found, expected) or abs(expected) < 1e-40


def test_erfc_far_to_the_right_is_right_inside_a_logarithm():
    found = numeric(log(erfc(b)), b)(100.0)
    with mp.workdps(40):
        assert agree(found, mp.log(mp.erfc(100)))
