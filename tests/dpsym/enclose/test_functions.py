"""Special functions, sums to infinity and improper integrals: at points against mpmath, over boxes by containment."""

import random
from fractions import Fraction

import mpmath as mp
import pytest
import sympy as sp
from flint import acb, arb, ctx, fmpq
from sympy import Rational, Sum, Symbol, exp, log, oo, sqrt, symbols

from dpsym.enclose import enclose, enclose_box, theta
from dpsym.enclose.ranges import Range
from dpsym.enclose.walker import Walker
from dpsym.errors import NotDerivedError, ParameterError, UndecidedError
from dpsym.special import GaussianSum, Phi

x, y = symbols("x y", positive=True)
n = Symbol("n", integer=True)
POINT = {x: Fraction(7, 5), y: Fraction(2, 3)}
FUNCTIONS = {
    "loggamma": (sp.loggamma(x), lambda x, y: mp.loggamma(x)),
    "digamma": (sp.digamma(x * y), lambda x, y: mp.digamma(x * y)),
    "polygamma": (sp.polygamma(2, x), lambda x, y: mp.polygamma(2, x)),
    "upper gamma": (sp.uppergamma(x, y), mp.gammainc),
    "lower gamma": (sp.lowergamma(x, y), lambda x, y: mp.gammainc(x, 0, y)),
    "Bessel I": (sp.besseli(x, y), mp.besseli),
    "Bessel K": (sp.besselk(x, y), mp.besselk),
    "erfinv": (sp.erfinv(y), lambda x, y: mp.erfinv(y)),
    "erfcinv": (sp.erfcinv(x), lambda x, y: mp.erfinv(1 - x)),
    "inverse circular": (
        sp.asin(y) + sp.acos(y / 2) + sp.atan(x),
        lambda x, y: mp.asin(y) + mp.acos(y / 2) + mp.atan(x),
    ),
    "inverse hyperbolic": (
        sp.asinh(y) + sp.acosh(x) + sp.atanh(y),
        lambda x, y: mp.asinh(y) + mp.acosh(x) + mp.atanh(y),
    ),
    "circular": (sp.sin(x) + sp.cos(y) * sp.tan(y), lambda x, y: mp.sin(x) + mp.sin(y)),
    "floor and ceiling": (sp.floor(3 * x) + sp.ceiling(3 * x) / 7, lambda x, y: 4 + mp.mpf(5) / 7),
    "binomial of reals": (sp.binomial(x + y, y), lambda x, y: mp.binomial(x + y, y)),
    "binomial with a real upper index": (sp.binomial(x, 4), lambda x, y: mp.binomial(x, 4)),
    "beta": (sp.beta(x, y), mp.beta),
    "incomplete beta": (
        sp.betainc(x, y, Rational(1, 4), Rational(1, 3)),
        lambda x, y: mp.betainc(x, y, 0.25, mp.mpf(1) / 3),
    ),
    "zeta": (sp.zeta(x) + sp.zeta(x, y), lambda x, y: mp.zeta(x) + mp.zeta(x, y)),
    "Lambert W": (sp.LambertW(x) + sp.LambertW(-y / 3, -1), lambda x, y: mp.lambertw(x) + mp.lambertw(-y / 3, -1)),
    "hypergeometric": (sp.hyper([x, y], [2], y / 2), lambda x, y: mp.hyp2f1(x, y, 2, y / 2)),
    "Legendre": (sp.legendre(y, x), lambda x, y: mp.legenp(y, 0, x, type=3)),
    "elliptic": (sp.elliptic_k(y) + sp.elliptic_e(y), lambda x, y: mp.ellipk(y) + mp.ellipe(y)),
    "exponential integrals": (sp.expint(x, y) + sp.Ei(y), lambda x, y: mp.expint(x, y) + mp.ei(y)),
    "constants": (sp.EulerGamma + sp.Catalan, lambda x, y: mp.euler + mp.catalan),
    "normal law": (Phi(x) + Phi(-9 * x), lambda x, y: mp.ncdf(x) + mp.ncdf(-9 * x)),
    "factorial of a real": (sp.factorial(x), lambda x, y: mp.factorial(x)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_agrees_with_mpmath_and_a_shade_more_does_not(name):
    expression, reference = FUNCTIONS[name]
    ball = enclose(expression, POINT, digits=30)
    assert ball.digits >= 30
    with mp.workdps(45):
        value = mp.re(reference(mp.mpf(7) / 5, mp.mpf(2) / 3))
        middle = mp.mpf(ball.lower.numerator) / ball.lower.denominator
        assert abs(middle - value) < abs(value) * mp.mpf(10) ** -29
        assert abs(middle * (1 + mp.mpf(10) ** -25) - value) > abs(value) * mp.mpf(10) ** -26


BOXES = {
    "gammas": sp.loggamma(x) + sp.digamma(x) * sp.polygamma(1, y),
    "incomplete": sp.uppergamma(x, y) - sp.lowergamma(x, y),
    "Bessel": sp.besseli(x, y) + sp.besselk(x, y),
    "inverse": sp.erfinv(y / 9) + sp.erfcinv(y / 9) + sp.asin(y / 9) - sp.acos(y / 9) + sp.atan(x) + sp.acosh(x + 1),
    "circular": sp.sin(x) + sp.cos(y),
    "steps": sp.floor(3 * x) * y + sp.ceiling(y),
    "binomial": sp.binomial(x + y, x) + sp.binomial(x, 3),
    "theta": GaussianSum(x, y),
    "Lambert": sp.LambertW(x) + sp.LambertW(-y / 30, -1),
}


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("name", BOXES)
def test_values_inside_a_box_are_inside_its_ball(name):
    """Boxes and points from a fixed seed: a containment has no false alarms."""
    draw = random.Random(7)
    for width in (Fraction(1, 1000), Fraction(1, 20)):
        for _ in range(3):
            low = {symbol: Fraction(draw.randint(30, 90), 40) for symbol in (x, y)}
            ball = enclose_box(BOXES[name], {symbol: (start, start + width) for symbol, start in low.items()})
            for _ in range(5):
                inside = {symbol: start + width * Fraction(draw.randint(0, 16), 16) for symbol, start in low.items()}
                value = enclose(BOXES[name], inside, digits=15)
                assert ball.lower - value.radius <= value.lower
                assert value.upper <= ball.upper + value.radius


@pytest.mark.parametrize(
    "expression",
    [
        sp.loggamma(x - 1),
        sp.erfinv(x),
        sp.asin(x),
        sp.acosh(x),
        sp.LambertW(-x),
        sp.digamma(x - 1),
        sp.elliptic_k(x),
        sp.Ei(x - 1),
    ],
    ids=str,
)
def test_a_function_that_is_undefined_on_a_part_of_a_box_has_no_ball_there(expression):
    with pytest.raises(UndecidedError):
        enclose_box(expression, {x: (Fraction(1, 2), Fraction(3, 2))})


@pytest.mark.parametrize(
    "expression", [sp.erfinv(x), sp.acosh(x / 4), sp.LambertW(-x), sp.elliptic_k(x), sp.gamma(-x)], ids=str
)
def test_a_function_outside_its_domain_is_no_number(expression):
    with pytest.raises(UndecidedError):
        enclose(expression, {x: 2}, max_bits=256)


def test_a_jump_is_covered_over_a_box_and_refused_where_smoothness_is_asked():
    ball = enclose_box(sp.floor(x), {x: (Rational(3, 2), Rational(7, 2))})
    assert ball.contains(1)
    assert ball.contains(3)
    wide = Range(arb(1.5), arb(2.5))
    with pytest.raises(UndecidedError, match="jump"):
        Walker({x: wide}, smooth=True)(sp.floor(x))
    assert Walker({x: Range(arb(1.25), arb(1.5))}, smooth=True)(sp.floor(x)) == 1


SMOOTH = {
    "arcsine to its end": (sp.asin(x), Range(arb(0.5), arb(1))),
    "Bessel from 0": (sp.besseli(Rational(1, 2), x), Range(arb(0), arb(1))),
    "Lambert W": (sp.LambertW(x), Range(arb(-0.5), arb(0))),
    "elliptic to its end": (sp.elliptic_k(x), Range(arb(0.5), arb(1))),
}


@pytest.mark.parametrize("name", SMOOTH)
def test_where_a_function_may_not_be_analytic_that_is_said(name):
    expression, place = SMOOTH[name]
    with pytest.raises(UndecidedError, match="analytic"):
        Walker({x: place}, smooth=True)(expression)


@pytest.mark.parametrize(
    "expression",
    [
        sp.loggamma(x),
        sp.asin(2 * x),
        sp.atan(3 * x),
        sp.besselk(1, x),
        sp.uppergamma(Rational(1, 2), x),
        sp.polygamma(1, x),
    ],
    ids=str,
)
def test_a_branch_cut_in_a_complex_ball_is_refused(expression):
    """Around 0 each of these has a cut or a singularity within the ball."""
    with pytest.raises(UndecidedError):
        Walker({x: acb(arb(0, 1), arb(0, 1))}, smooth=True)(expression)


def test_special_functions_under_an_integral():
    integral = sp.Integral(sp.besseli(0, x) * sp.digamma(x) + sp.loggamma(x), (x, 1, 3))
    with mp.workdps(30):
        value = mp.quad(lambda u: mp.besseli(0, u) * mp.digamma(u) + mp.loggamma(u), [1, 2, 3])
        ball = enclose(integral, digits=20)
        assert abs(mp.mpf(ball.lower.numerator) / ball.lower.denominator - value) < mp.mpf(10) ** -18


SUMS = {
    "geometric": (Sum(exp(-n * y), (n, 0, oo)), 1 / (1 - exp(-y))),
    "exponential": (Sum(x**n / sp.factorial(n), (n, 0, oo)), exp(x)),
    "alternating": (Sum((-y) ** n, (n, 0, oo)), 1 / (1 + y)),
    "theta": (Sum(exp(-(n**2) / (2 * x**2)), (n, -oo, oo)), GaussianSum(0, x)),
    "theta with a shift": (Sum(exp(-((n - y) ** 2) / 2), (n, -oo, oo)), GaussianSum(y, 1)),
    "half a theta": (Sum(exp(-(n**2) / (2 * x**2)), (n, -oo, -1)), (GaussianSum(0, x) - 1) / 2),
    "polynomial times geometric": (Sum(n * y**n, (n, 1, oo)), y / (1 - y) ** 2),
    "negative binomial": (Sum(sp.gamma(n + x) / sp.factorial(n) * y**n, (n, 0, oo)), sp.gamma(x) * (1 - y) ** (-x)),
    "binomial": (Sum(sp.binomial(n + 3, n) * y**n, (n, 0, oo)), (1 - y) ** -4),
    "Bessel": (Sum(sp.besseli(sp.Abs(n), x), (n, -oo, oo)), exp(x)),
}


@pytest.mark.parametrize("name", SUMS)
def test_a_sum_to_infinity_is_enclosed_and_a_shade_less_is_told_apart(name):
    series, closed = SUMS[name]
    ball = enclose(series, POINT)
    assert ball.digits >= 30
    assert ball.overlaps(enclose(closed, POINT, digits=35))
    assert not ball.overlaps(enclose(closed * (1 - Rational(1, 10**25)), POINT, digits=35))


@pytest.mark.slow
def test_a_sum_of_unknown_or_of_no_decay_is_refused():
    with pytest.raises(NotDerivedError, match="proven tail"):
        enclose(Sum(sp.sin(n) ** 2 * y**n, (n, 0, oo)), POINT)
    with pytest.raises(NotDerivedError, match="proven tail"):
        enclose(Sum(sp.besseli(2 * n, x), (n, 0, oo)), POINT)
    with pytest.raises(UndecidedError):
        enclose(Sum(1 / (n + 1) ** 2, (n, 0, oo)), digits=5, max_bits=53)
    with pytest.raises(NotDerivedError, match="not over a box"):
        enclose_box(Sum(y**n, (n, 0, oo)), {y: (Rational(1, 3), Rational(1, 2))})
    with pytest.raises(ParameterError, match="exact integer"):
        enclose(Sum(y**n, (n, x, oo)), POINT)


def test_improper_integrals_of_powers_times_exponentials():
    gamma_integral = sp.Integral(x ** Rational(3, 2) * exp(-2 * x), (x, 0, oo))
    assert enclose(gamma_integral).overlaps(enclose(sp.gamma(Rational(5, 2)) / sqrt(2) ** 5, digits=35))
    assert enclose(sp.Integral(exp(-(x**4)), (x, 0, oo))).overlaps(enclose(sp.gamma(Rational(5, 4)), digits=35))
    assert enclose(sp.Integral(1 / x**3, (x, 2, oo))).contains(Fraction(1, 8))
    assert enclose(sp.Integral(1 / x, (x, 2, oo))).lower == float("inf")


@pytest.mark.parametrize("power", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("sigma", [Rational(1, 4), Rational(1, 2), 1, 3])
def test_both_forms_of_a_theta_sum_agree(power, sigma):
    center = fmpq(1, 3)
    with ctx.workprec(128):
        width = arb(fmpq(int(sp.Rational(sigma).p), int(sp.Rational(sigma).q)))
        first, other = theta._direct(arb(center), width, power), theta._by_poisson(arb(center), width, power)
        assert first.overlaps(other)
        assert first.rad() < 1e-30
        assert other.rad() < 1e-25


def test_a_theta_sum_of_a_very_wide_gaussian_is_quick_and_of_a_wild_one_undecided():
    ball = enclose(GaussianSum(0, 10**6))
    assert ball.overlaps(enclose(10**6 * sqrt(2 * sp.pi)))
    assert enclose_box(GaussianSum(x, 1), {x: (0, 9)}).overlaps(enclose(GaussianSum(Rational(1, 3), 1)))
    with pytest.raises(UndecidedError):
        enclose_box(GaussianSum(x, Rational(1, 4)), {x: (0, 9)})
    with pytest.raises(UndecidedError):
        enclose(GaussianSum(0, log(x)), {x: 1}, max_bits=128)
