"""The form of answers: never another value, at no time longer, and what papers print where it is known."""

import runpy
from itertools import islice
from pathlib import Path

import pytest
import sympy as sp
from sympy import Max, Piecewise, Rational, exp, log, sinh, sqrt, symbols, tanh

from dpsym import KL, DiscreteLaplace, Gaussian, Laplace, RandomizedResponse
from dpsym.derive import attempt
from dpsym.derive.cases import short as short_cases
from dpsym.derive.form import cost, short, sign
from dpsym.derive.quotients import Quotient, TooLongError
from dpsym.enclose import enclose
from dpsym.errors import DpsymError
from dpsym.families import FAMILIES
from dpsym.special import Phi
from dpsym.symbols import alpha, b, delta, eps, sigma, t, zeta
from theorems.coverage import QUANTITIES

x, y = symbols("x y", positive=True)
u, v = symbols("u v", real=True)
k = sp.Symbol("k", integer=True, positive=True)
_POINTS, _DIGITS = 2, 25
_BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "forms.py"


def _values(family, head, derivation):
    """Yield the balls of a closed form and of its short form, where its conditions hold and the closed form has a number."""
    shown = short(derivation.expression)
    found = 0
    for point in islice(family.points(head.free_symbols), 40):
        if found == _POINTS:
            return
        if any(condition.subs(point) != True for condition in derivation.conditions):  # noqa: E712
            continue
        try:
            ball = enclose(derivation.expression.subs(point), digits=_DIGITS)
        except DpsymError:
            continue
        found += 1
        yield ball, enclose(shown.xreplace(point), digits=_DIGITS), point


@pytest.mark.cases(1 / 65)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_short_form_has_the_value_of_the_closed_form_and_costs_no_more(family):
    for make in QUANTITIES.values():
        head = make(family)
        derivation = attempt(head)
        if derivation is None:
            continue
        assert cost(short(derivation.expression)) <= cost(derivation.expression)
        for given, shown, point in _values(family, head, derivation):
            assert given.overlaps(shown), (head, point)


@pytest.mark.slow
def test_forms_of_the_literature_are_ours_or_longer_by_little():
    records = runpy.run_path(str(_BENCHMARK))["forms"]()
    assert len(records) >= 80
    assert all(record["closed"] and record["same"] for record in records), records
    ratios = sorted(record["ratio"] for record in records)
    assert ratios[len(ratios) // 2] <= 1
    assert sum(ratio > 1.05 for ratio in ratios) <= 12
    assert ratios[-2] < 1.4  # only acosh, which is not sought, saves more


def test_a_form_of_the_literature_with_a_slip_is_seen():
    same = runpy.run_path(str(_BENCHMARK))["same"]
    for head, factor in ((KL(Laplace(scale=b), Laplace(1, b)), Rational(101, 100)), (KL(RandomizedResponse(zeta)), 2)):
        derivation = head.derive()
        assert same(derivation.expression, derivation.simplified, derivation.conditions)
        assert not same(derivation.expression, factor * derivation.simplified, derivation.conditions)


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        (
            Piecewise((1, x / y > 1), (2, sp.log(x) - sp.log(y) >= 0), (3, True)),
            "Piecewise((1, x > y), (2, Eq(x, y)), (3, True))",
        ),
        (Piecewise((1, x**2 / y**2 > 1), (2, x > y), (3, True)), "Piecewise((1, x > y), (3, True))"),
        (Piecewise((1, (x > y) & (u**2 >= log(y / x))), (0, True)), "Piecewise((1, x > y), (0, True))"),
        (
            Piecewise((1, (x > y) & (u >= log(y / x))), (0, True)),
            "Piecewise((1, (x > y) & (u >= log(y/x))), (0, True))",
        ),
        (Piecewise((1, sp.Eq(x / 2 - y / 2, 0)), (0, True)), "Piecewise((1, Eq(x, y)), (0, True))"),
        (Piecewise((1, x**u > y**u), (0, True)), "Piecewise((1, x**u > y**u), (0, True))"),
    ],
)
def test_conditions_say_what_their_sign_hangs_on_and_no_more(given, printed):
    assert str(short(given)) == printed


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        (exp(x * log(1 - u)), "(1 - u)**x"),
        (exp(k * (2 * log(x) - log(y) - log(x + y))), "(x**2/(y*(x + y)))**k"),
        (x * log(x) - x * log(y), "x*log(x/y)"),
        (log(x**2 / y**2), "2*log(x/y)"),
        (sqrt(x**4 - 2 * x**2 * y**2 + y**4 + 2 * x**2 * u**2 + 2 * y**2 * u**2 + u**4), None),
        (-1 + x / (y * (2 - y / x)), "(x - y)**2/(y*(2*x - y))"),
    ],
)
def test_powers_logarithms_and_squares_stand_as_one(given, printed):
    shown = short(given)
    assert printed is None or str(shown) == printed
    assert cost(shown) < cost(given)
    point = {x: Rational(3, 2), y: Rational(5, 7), u: Rational(-2, 5), k: 3}
    assert abs((shown - given).subs(point).evalf(30)) < sp.Float("1e-25")


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        (log(24) - log(6) - log(2), log(2)),
        ((exp(x) - 1) / (exp(x) + 1), tanh(x / 2)),
        (exp(x) / (1 + exp(x)) - 1 / (1 + exp(x)), tanh(x / 2)),
        (1 / (exp(x) - exp(-x)), 1 / (2 * sinh(x))),
        ((exp(2 * x) + exp(-x)) / (exp(x) + 1) - 1, 4 * sinh(x / 2) ** 2),
        (sp.erfc(-x / sqrt(2)) / 2, Phi(x)),
        (1 - sp.erfc(x / sqrt(2)), 2 * Phi(x) - 1),
        (exp(sp.loggamma(x)) * exp(-2 * sp.loggamma(y)), sp.gamma(x) / sp.gamma(y) ** 2),
        (sp.Abs(exp(x) - 1), exp(x) - 1),
        (Max(0, 1 - exp(x + y)), sp.S.Zero),
        (Max(0, (exp(u) - exp(v)) / (1 + exp(u))), Max(0, exp(u) - exp(v)) / (1 + exp(u))),
        (Piecewise((u, x > -1), (v, True)), u),
        (
            Piecewise((Piecewise((u, v > x), (x, True)), v > 0), (y, True)),
            Piecewise((u, (v > 0) & (v > x)), (x, v > 0), (y, True)),
        ),
        (Piecewise((1, exp(u) / (1 + exp(x)) < exp(v) / (1 + exp(x))), (0, True)), Piecewise((1, u < v), (0, True))),
        (Piecewise((0, u >= 1 / x), (sp.ceiling(x * (1 / x - u) / 2 / (1 + x * sp.Abs(u))), True)), None),
    ],
)
def test_forms_that_papers_print(given, printed):
    shown = short(given)
    if printed is None:  # nothing decides the ceiling, and it stays
        assert shown.has(sp.ceiling)
    else:
        assert sp.simplify(shown - printed) == 0
        assert cost(shown) == cost(printed)


@pytest.mark.parametrize(
    "given",
    [
        Max(0, u),  # of a symbol of no known sign
        Max(0, 1 - exp(u)),
        sp.Abs(u),
        Piecewise((1, u > 0), (0, True)),
        sp.ceiling(u),
        sqrt(u**2 + 1),
        log(x) + log(y) * sqrt(2),
    ],
)
def test_what_is_not_decided_stays(given):
    assert short(given) == given


def test_a_ceiling_within_a_unit_is_decided_by_the_case_that_it_stands_in():
    given = Piecewise((0, eps >= 1 / b), (sp.ceiling(Rational(1, 2) - b * eps / 2), True))
    assert short_cases(given, short, sign).args[1] == (1, True)
    beyond = Piecewise((0, eps >= 3 / b), (sp.ceiling(Rational(3, 2) - b * eps / 2), True))
    assert short(beyond).has(sp.ceiling)


def test_a_sign_is_told_where_the_assumptions_do_and_nowhere_else():
    assert [sign(each) for each in (exp(x) - 1, 1 - exp(x), k + exp(x) - 1, tanh(x), x**2 * sinh(-x))] == [
        1,
        -1,
        1,
        1,
        -1,
    ]
    assert [sign(each) for each in (exp(u) - 1, u, tanh(u), k - 2 + exp(u))] == [None, None, None, None]


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("base", [x, -x, u, 1 - x, u - 2], ids=str)
@pytest.mark.parametrize("exponent", [alpha, 1 - alpha, alpha / 2 + 1, 2 * alpha - 3], ids=str)
def test_powers_of_a_base_of_any_sign_keep_their_value(base, exponent):
    given = base**exponent * base**2 / (1 + x) + base ** (exponent + 1)
    point = {x: Rational(3, 2), u: Rational(-7, 5), alpha: Rational(9, 4)}
    gap = (short(given) - given).subs(point).evalf(30)
    assert abs(gap) < sp.Float("1e-25")


def test_a_formula_of_too_many_terms_is_left_to_its_parts():
    many = sp.prod(sp.Symbol(f"a{place}", positive=True) + 1 for place in range(18))
    with pytest.raises(TooLongError):
        Quotient(many, short)
    assert short(many) == many


def test_roots_of_long_fractions_are_not_taken():
    first, second = Rational(10**40 + 7, 3 * 10**40 + 1), Rational(7 * 10**40 + 9, 10**41 + 3)
    given = first * log(second) + second * log(first) + exp(x * first * log(second))
    found = short(given)
    assert abs((found - given).subs(x, 2).evalf(30)) < 1e-25
    assert short(2 * log(x) + 3 * log(second)) == log(second**3 * x**2)  # small powers still are


def test_the_cost_counts_what_is_read():
    assert [cost(each) for each in (x, 2 * x, x / y, exp(x), x + y, -x, x**2, sqrt(x))] == [1, 3, 3, 2, 3, 2, 3, 2]
    assert cost(tanh(x / 2)) < cost((exp(x) - 1) / (exp(x) + 1))


@pytest.mark.slow
def test_discrete_laplace_noise_of_sensitivity_one_is_randomized_response_in_every_quantity():
    noise, response = DiscreteLaplace(scale=b), RandomizedResponse(1 / b)
    asked = (("renyi", alpha), ("profile", eps), ("epsilon", delta), ("tradeoff", t))
    assert all(getattr(noise, name)(place) == getattr(response, name)(place) for name, place in asked)
    assert noise.kl() == tanh(1 / (2 * b)) / b
    assert noise.total_variation() == tanh(1 / (2 * b))
    assert noise.profile(eps) != DiscreteLaplace(scale=b).profile(eps, sensitivity=2)


def test_answers_show_phi_and_the_trace_ends_with_the_form():
    assert not Gaussian(sigma).profile(eps).has(sp.erfc)
    assert not Gaussian(sigma).guarantee().to_approx(eps=eps).value.delta.has(sp.erfc)
    derivation = KL(RandomizedResponse(zeta)).derive()
    assert derivation.latex().splitlines()[-2].endswith(sp.latex(derivation.simplified))
    assert str(Laplace(scale=b).profile(eps)) == "Max(0, 1 - exp(epsilon/2 - 1/(2*b)))"
