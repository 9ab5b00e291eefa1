"""The session: every mechanism answers every question with a number, a closed form or a refusal, in both directions."""

import math
import subprocess
import sys
from importlib import import_module
from inspect import ismodule

import numpy as np
import pytest
from scipy.special import logsumexp
from scipy.stats import skellam
from sympy import Expr, Max, N, Rational, S, exp, latex, log, oo, sqrt
from sympy.utilities.lambdify import lambdify

import dpsym
from dpsym import (
    GDP,
    KL,
    ZCDP,
    ApproxDP,
    AsymmetricLaplace,
    Cauchy,
    DiscreteGaussian,
    DiscreteLaplace,
    Exponential,
    Finite,
    Gaussian,
    Gumbel,
    HockeyStick,
    InverseProfile,
    KaryResponse,
    KNorm,
    Laplace,
    Logistic,
    MaxDivergence,
    Mixture,
    MultivariateGaussian,
    NotDerivedError,
    ParameterError,
    PureDP,
    RandomizedResponse,
    Renyi,
    RenyiDP,
    Skellam,
    Staircase,
    StudentT,
    TotalVariation,
    TradeOff,
    TruncatedCDP,
    TruncatedLaplace,
    Uniform,
    composed,
    guarantee,
)
from dpsym import symbols as module
from dpsym.errors import NoNumberError, NoRouteError
from dpsym.guarantees import Guarantee
from dpsym.guarantees.numbers import Lower, Upper
from dpsym.guarantees.reading import read
from dpsym.symbols import alpha, b, eps, q

LAWS = {
    "Laplace": Laplace(1),
    "Gaussian": Gaussian(1),
    "Logistic": Logistic(2),
    "Cauchy": Cauchy(1),
    "Student": StudentT(3, 1),
    "discrete Laplace 1": DiscreteLaplace(1),
    "discrete Laplace 2": DiscreteLaplace(2),
    "discrete Gaussian": DiscreteGaussian(1),
    "uniform": Uniform(2),
    "truncated": TruncatedLaplace(1, 5),
    "staircase": Staircase(1, Rational(1, 3), 1),
    "asymmetric": AsymmetricLaplace(2, 1),
    "Gumbel": Gumbel(1),
    "exponential": Exponential(1),
    "response": RandomizedResponse(1),
    "k-ary": KaryResponse(1, 3),
    "vector": MultivariateGaussian([0, 0], [[1, 0], [0, 1]]),
}
QUESTIONS = {
    "renyi 2": lambda each: each.renyi(2),
    "renyi 5/2": lambda each: each.renyi(2.5),
    "renyi oo": lambda each: each.renyi(oo),
    "kl": lambda each: each.kl(),
    "max": lambda each: each.max_divergence(),
    "tv": lambda each: each.total_variation(),
    "profile": lambda each: each.profile(0.6),
    "delta": lambda each: each.delta(Rational(3, 5)),
    "epsilon": lambda each: each.epsilon(0.01),
    "tradeoff": lambda each: each.tradeoff(0.1),
}


@pytest.mark.cases(1 / 12)
@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_a_law_answers_every_question_with_a_number(law):
    for name, question in QUESTIONS.items():
        if isinstance(law, TruncatedLaplace) and name == "epsilon":
            continue  # a law of bounded support may have no eps at a delta
        value = question(law)
        assert isinstance(value, Expr), name
        assert not value.free_symbols, name
        assert not math.isnan(float(value)), name
        assert math.isclose(float(N(value)), float(value), rel_tol=1e-14), name
        assert value._repr_latex_().startswith("$"), name


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    "subject",
    [
        guarantee(Laplace(1)),
        guarantee(DiscreteLaplace(1)),
        guarantee(RandomizedResponse(1)),
        guarantee(Gaussian(1)),
        Gaussian(5).compose(10),
        Laplace(2).compose(Gaussian(3)),
        guarantee(PureDP(1)),
        guarantee(GDP(1)),
        pytest.param(guarantee(ZCDP(Rational(1, 2))), marks=pytest.mark.slow),
        pytest.param(DiscreteLaplace(1).compose(3), marks=pytest.mark.slow),
        pytest.param(Gaussian(2).subsample(0.1), marks=pytest.mark.slow),
    ],
)
def test_a_guarantee_answers_the_same_questions_with_the_same_kinds_of_value(subject):
    for name, question in QUESTIONS.items():
        value = refused_or(question, subject)
        assert isinstance(value, (Expr, NoRouteError)), name
        if isinstance(value, Expr):
            assert not value.free_symbols, name
            assert not math.isnan(float(value)), name
            assert value._repr_latex_().startswith("$"), name


def refused_or(question, subject):
    try:
        return question(subject)
    except NoRouteError as error:
        return error


def test_both_have_the_same_names_with_docstrings():
    names = {name for name in dir(Guarantee) if not name.startswith("_")} - set(dir(object))
    questions = {
        "renyi",
        "kl",
        "max_divergence",
        "total_variation",
        "profile",
        "delta",
        "epsilon",
        "tradeoff",
        "plot",
        "compose",
        "subsample",
        "shuffle",
        "group",
        "to_approx",
        "to_pure",
        "to_renyi",
        "to_zcdp",
        "to_gdp",
        "to_profile",
    }
    assert questions <= names
    assert questions <= set(dir(Laplace(1)))
    for name in questions:
        for kind in (Guarantee, dpsym.Laplace):
            first = (getattr(kind, name).__doc__ or "").split("\n")[0]
            assert first.startswith(("Return", "Draw")), name


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("law", [Laplace(1), Gaussian(2), RandomizedResponse(1), DiscreteLaplace(1)], ids=str)
def test_law_and_guarantee_agree_where_both_are_exact(law):
    given = guarantee(law)
    for ask in ("renyi", "profile", "epsilon"):
        argument = {"renyi": 2, "profile": Rational(1, 2), "epsilon": Rational(1, 1000)}[ask]
        mine, other = float(getattr(law, ask)(argument)), float(getattr(given, ask)(argument))
        assert math.isclose(mine, other, rel_tol=1e-10)
        assert not math.isclose(1.01 * mine, other, rel_tol=1e-10)


def test_the_divergence_of_order_one_of_a_guarantee_adds_up():
    assert Laplace(1).compose(3).kl() == 3 * exp(-1)
    assert Laplace(1).compose(3).renyi(1) == 3 * exp(-1)
    assert guarantee(ZCDP(Rational(1, 2), Rational(1, 8))).kl() == Rational(5, 8)
    assert Gaussian(2).compose(8).kl() == 1


# -- both directions ---------------------------------------------------------------------------------------------------


def test_the_asymmetric_law_of_the_two_scales_is_exactly_one():
    law = AsymmetricLaplace(2, 1)
    assert law.max_divergence() == 1
    assert law.max_divergence(direction="forward") == S.Half
    assert law.profile(Rational(3, 5)) == 1 - exp(-Rational(2, 15))
    assert law.profile(Rational(3, 5), direction="forward") == 0
    assert law.epsilon(Rational(1, 100)).equals(1 + 3 * log(Rational(99, 100)))
    assert AsymmetricLaplace(b, q).max_divergence().subs({b: 2, q: 1}) == 1


def test_the_tradeoff_function_is_the_lower_one_of_both_and_its_own_inverse():
    law, level = Gumbel(1), Rational(1, 10)
    ways = [float(law.tradeoff(level, direction=way)) for way in ("forward", "backward")]
    assert float(law.tradeoff(level)) == min(ways) < max(ways)
    once = law.tradeoff(level)
    again = law.tradeoff(Rational(str(round(float(once), 12))))
    assert math.isclose(float(again), 0.1, rel_tol=1e-9)


def test_a_head_of_a_mechanism_is_the_worse_direction_too():
    law = AsymmetricLaplace(2, 1)
    assert MaxDivergence(law).doit() == 1
    assert MaxDivergence(*law.neighbours()).doit() == S.Half
    assert float(TradeOff(Rational(1, 10), Gumbel(1)).doit()) == float(Gumbel(1).tradeoff(Rational(1, 10)))
    for symmetric in (
        TotalVariation(law),
        Renyi(2, Laplace(1)),
        HockeyStick(1, RandomizedResponse(1)),
        KL(KNorm(2, 1)),
    ):
        assert isinstance(symmetric, dpsym.divergences.Divergence)


def test_a_direction_is_asked_for_by_name():
    with pytest.raises(ParameterError, match="direction must be one of both, forward, backward, got 'left'"):
        Gumbel(1).kl(direction="left")


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_numbers_are_rounded_to_the_safe_side_and_print_as_decimals():
    eps_of_gaussian, error = Gaussian(1).epsilon(1e-5), DiscreteGaussian(1).tradeoff(0.1)
    assert isinstance(eps_of_gaussian, Upper)
    assert isinstance(error, Lower)
    assert str(eps_of_gaussian) == "4.37717809569"
    assert Gaussian(1).profile(eps_of_gaussian) <= Rational(1, 10**5)
    assert Gaussian(1).profile(eps_of_gaussian - Rational(1, 10**10)) > Rational(1, 10**5)
    third = Upper(333333333334, 10**12)
    assert third == Rational(333333333334, 10**12)
    assert hash(third) == hash(Rational(333333333334, 10**12))
    assert float(third) >= Rational(333333333334, 10**12) >= float(Lower(333333333334, 10**12))
    assert third._repr_latex_() == r"$\displaystyle 0.333333333334$"


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    ("law", "greatest"),
    [
        (Gaussian(b), oo),
        (DiscreteGaussian(1), oo),
        (Gumbel(1), oo),
        (DiscreteLaplace(2), S.Half),
        (DiscreteLaplace(b), 1 / b),
        (Cauchy(1), log(Rational(3, 2) + sqrt(5) / 2)),
        (AsymmetricLaplace(2, 1), 1),
    ],
)
def test_at_delta_zero_epsilon_is_the_greatest_privacy_loss(law, greatest):
    assert law.epsilon(0) == law.max_divergence() == greatest
    assert law.epsilon(Rational(1, 100)) != greatest


def test_epsilon_at_delta_zero_of_a_pair_without_a_formula_is_enclosed():
    laws = (Mixture(Rational(1, 10), Logistic(1, 1), Logistic(0, 1)), Logistic(0, 1))
    assert math.isclose(float(InverseProfile(0, *laws)), math.log1p(0.1 * math.expm1(1)), rel_tol=1e-14)
    assert float(InverseProfile(Rational(1, 100), *laws)) < float(InverseProfile(0, *laws))


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    "asked",
    [
        lambda: guarantee(GDP(1)).epsilon(1e-5),
        lambda: guarantee(ZCDP(1)).profile(10),
        pytest.param(lambda: guarantee(ApproxDP(1, Rational(1, 100))).group(2).profile(2), marks=pytest.mark.slow),
        lambda: Gaussian(1).to_replace().epsilon(1e-5),
    ],
)
def test_what_a_conversion_rounds_is_of_the_kind_of_what_a_law_rounds(asked):
    bound = asked()
    assert type(bound) is Upper
    assert "/" not in str(bound)


def test_heads_have_a_numeric_value_from_their_definition():
    head = InverseProfile(Rational(1, 10**5), *Gaussian(1).neighbours())
    assert math.isclose(float(head), 4.377178095681, rel_tol=1e-12)
    assert math.isclose(float(Gaussian(2).tradeoff(0.1)), 0.782760919572695, rel_tol=1e-14)
    assert str(N(DiscreteGaussian(1).renyi(Rational(5, 2)), 18)) == "1.24999999286589869"
    with pytest.raises(TypeError):
        float(Renyi(2, *Laplace(b).neighbours()))


OUT_OF_REACH = KL(
    Mixture(Rational(1, 4), Staircase(1, 1, Rational(1, 3), 1), Staircase(0, 1, Rational(1, 3), 1)),
    Staircase(0, 1, Rational(1, 3), 1),
)


@pytest.mark.parametrize(
    "answer", [OUT_OF_REACH, 2 * OUT_OF_REACH + 1, Max(OUT_OF_REACH, 1), log(OUT_OF_REACH)], ids=str
)
def test_an_answer_out_of_reach_is_refused_as_a_number_by_name_and_may_be_compared(answer):
    assert (answer > 10**6) not in (True, False)
    for number in (float, N):
        with pytest.raises(NoNumberError, match=r"KL.*is out of reach: .*between kinks") as refusal:
            number(answer)
        assert isinstance(refusal.value, TypeError)


@pytest.mark.parametrize(
    ("first", "second", "delta", "truth"),
    [
        (Finite(1, 0), Finite(Rational(3, 4), Rational(1, 4)), Rational(1, 5), math.log(16 / 15)),
        (Finite(Rational(3, 4), Rational(1, 4)), Finite(1, 0), Rational(1, 5), math.inf),
        (Finite(Rational(3, 4), Rational(1, 4)), Finite(1, 0), Rational(3, 10), 0.0),
        (TruncatedLaplace(0, 1, 3), TruncatedLaplace(1, 1, 3), Rational(1, 10**6), math.inf),
        (TruncatedLaplace(0, 1, 3), TruncatedLaplace(1, 1, 3), Rational(1, 2), 0.0),
        (Mixture(Rational(3, 4), Uniform(1, 2), Uniform(0, 2)), Uniform(0, 2), Rational(1, 20), math.inf),
    ],
)
def test_an_epsilon_is_infinite_where_more_than_delta_is_never_covered(first, second, delta, truth):
    assert float(InverseProfile(delta, first, second)) == pytest.approx(truth, rel=1e-9)


def test_an_answer_is_a_number_where_its_promise_is_one():
    answer = Gaussian(5).compose(1000).to_approx(1e-6)
    assert float(answer) == float(answer.number) == float(answer.value.eps)
    assert N(answer, 5) == N(answer.value.eps, 5)
    assert float(Gaussian(1).to_approx(eps=1)) == float(Gaussian(1).guarantee().delta(1))
    assert float(Gaussian(2).compose(8).to_gdp()) >= math.sqrt(2)
    assert answer._repr_latex_() == rf"$\displaystyle {latex(answer)}$"
    assert latex(answer).startswith(r"\varepsilon = ")
    assert "_" not in latex(Gaussian(5).compose(1000))
    with pytest.raises(ParameterError, match="promise that is asked for as a number must be one number"):
        float(Gaussian(1).guarantee().to_renyi())


def test_a_question_that_cannot_be_answered_is_refused_by_name():
    with pytest.raises(NotDerivedError, match="depends on the body"):
        KNorm(2, 1).renyi(2)
    assert KNorm(2, 1).guarantee().to_pure().value.eps == 1


@pytest.mark.parametrize("scale", [1, 2, *(pytest.param(each, marks=pytest.mark.slow) for each in (Rational(1, 2), 3))])
def test_the_discrete_laplace_law_answers_at_every_scale(scale):
    law = DiscreteLaplace(scale)
    top = 1 / S(scale)
    assert law.profile(top) == 0
    assert float(law.profile(top - Rational(1, 100))) > 0
    assert float(law.epsilon(Rational(9, 10))) == 0
    assert float(law.compose(3).epsilon(1e-5)) <= 3 * top
    assert lambdify(eps, law.profile(eps), "math")(float(top)) == 0


# -- names -------------------------------------------------------------------------------------------------------------


def star(name):
    scope = {}
    exec(f"from {name} import *", scope)  # noqa: S102
    return set(scope) - {"__builtins__"}


def test_no_name_of_the_star_is_one_of_sympys():
    assert star("dpsym") & star("sympy") == set()
    assert star("dpsym").isdisjoint(module.__all__)
    assert all(name in module.__doc__ for name in module.__all__)


@pytest.mark.parametrize("name", ["dpsym.calibration", "dpsym.curves", "dpsym.guarantees", "dpsym.streams"])
def test_the_star_of_a_package_brings_no_module(name):
    """`composed` is a function, and was a module after the star of the calibrations."""
    brought = import_module(name)
    assert [each for each in star(name) if ismodule(getattr(brought, each))] == []


def test_the_star_of_a_package_without_a_list_would():
    assert ismodule(import_module("dpsym.conversion").approx)
    assert "approx" in star("dpsym.conversion")


@pytest.mark.parametrize("order", [("dpsym", "sympy"), ("sympy", "dpsym")])
def test_both_star_imports_in_either_order_leave_a_working_session(order):
    scope = {}
    for name in order:
        exec(f"from {name} import *", scope)  # noqa: S102
    exec("x = Symbol('x', positive=True); found = KL(RandomizedResponse(x)).doit(); real = RR", scope)  # noqa: S102
    assert str(scope["found"].subs(scope["x"], 1).evalf(5)) == "0.46212"
    assert scope["real"].__class__.__module__.startswith("sympy")
    assert float(composed([scope["Laplace"](1), scope["Gaussian"](2)]).epsilon(1e-3)) > 0


@pytest.mark.slow
def test_a_package_below_alone_brings_the_questions_with_it():
    code = (
        "from dpsym.distributions import Laplace; print(Laplace(2).max_divergence(), Laplace(2).compose(2).to_pure())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("1/2 eps = 1 for add-remove")


PROMISES = [
    PureDP(Rational(1, 10)),
    ZCDP(Rational(1, 10)),
    GDP(1),
    ApproxDP(Rational(1, 10), Rational(1, 10**8)),
    TruncatedCDP(Rational(1, 10), 20),
    RenyiDP.at_order(8, Rational(1, 2)),
]


@pytest.mark.slow
@pytest.mark.parametrize("promise", PROMISES, ids=lambda each: type(each).__name__)
def test_a_promise_answers_as_its_guarantee_does(promise):
    asked, target = promise.compose(3), Rational(1, 10**6)
    assert asked.epsilon(target) == guarantee(promise).compose(3).epsilon(target) > promise.epsilon(target)
    assert promise.group(2).to_approx(target) == guarantee(promise).group(2).to_approx(target)


def test_the_parameters_of_a_promise_are_no_questions():
    assert ApproxDP(1, Rational(1, 100)).delta == Rational(1, 100)
    assert GDP(1).delta(1) == GDP(1).profile(1) == guarantee(GDP(1)).delta(1)


def test_budgets_have_their_symbols():
    assert module.rho in ZCDP(module.rho).epsilon(module.delta).free_symbols
    assert GDP(module.mu).group(module.k).to_gdp().value == GDP(module.k * module.mu)
    assert read("ZCDP(rho).compose(k).to_zcdp()").value == ZCDP(module.k * module.rho)


def _skellam_renyi(mean, order):
    """Return the Rényi divergence of Skellam noise moved by 1, as a sum over the integers."""
    place = np.arange(-200, 201)
    first, second = skellam.logpmf(place, mean, mean), skellam.logpmf(place - 1, mean, mean)
    return float(logsumexp(order * first + (1 - order) * second)) / (order - 1)


@pytest.mark.parametrize("order", [2, Rational(5, 2)])
def test_runs_of_noise_without_a_formula_have_the_sum_of_what_each_loses_at_a_number(order):
    one, ten = Skellam(5, 5).renyi(order), Skellam(5, 5).compose(10).renyi(order)
    truth = 10 * _skellam_renyi(5, float(order))
    assert truth * (1 - 1e-12) <= float(ten) <= truth * (1 + 1e-9)
    assert ten == pytest.approx(10 * one, rel=1e-9)
    assert guarantee(Skellam(5, 5)).renyi(order) == one
    # a false twin: less noise loses more
    assert not 10 * _skellam_renyi(4.9, float(order)) <= float(ten)


def test_at_a_symbol_noise_without_a_formula_has_no_budget():
    with pytest.raises(NoRouteError):
        Skellam(5, 5).compose(10).renyi(alpha)
