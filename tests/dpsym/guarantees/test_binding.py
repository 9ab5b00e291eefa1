"""Curves bind their variable: no symbol of a user is captured, and what is printed can be told apart."""

import pickle

import pytest
from sympy import Lambda, Rational, Symbol, exp, latex, oo, symbols

from dpsym import GDP, ApproxDP, Gaussian, Laplace, ParameterError, ProfileDP, PureDP, RenyiDP, TradeOffDP, guarantee
from dpsym.calibration import gaussian_scale_renyi
from dpsym.guarantees.binding import BOUND_THRESHOLD, Bound, Curve, curve
from dpsym.parameters import alpha, delta, eps, t

W = Symbol("w", positive=True)


def test_the_documented_symbol_is_bound_in_that_expression():
    assert RenyiDP(alpha / 2) == RenyiDP(lambda order: order / 2) == RenyiDP(Lambda(W, W / 2))
    assert ProfileDP(exp(-eps)).free_symbols == set()
    assert ProfileDP(exp(-eps)).at(W) == exp(-W)


def test_a_curve_whose_parameter_has_the_name_of_its_variable_is_a_function():
    """The false twin is the expression, in which the symbol is bound."""
    assert ProfileDP(lambda threshold: exp(-threshold - eps)).free_symbols == {eps}
    assert ProfileDP(Lambda(W, exp(-W - eps))).at(2) == exp(-2 - eps)
    assert ProfileDP(exp(-2 * eps)).free_symbols == set()


def test_a_bound_variable_is_nobodys_symbol():
    assert Bound("epsilon", positive=True) == BOUND_THRESHOLD
    assert eps != BOUND_THRESHOLD
    assert (BOUND_THRESHOLD + eps).xreplace({eps: 1}) == BOUND_THRESHOLD + 1
    assert pickle.loads(pickle.dumps(ProfileDP(exp(-eps)))) == ProfileDP(exp(-eps))  # noqa: S301


@pytest.mark.parametrize("value", ["eps", None, Lambda((W, eps), W + eps), True])
def test_what_is_no_curve_is_refused(value):
    assert curve(value, BOUND_THRESHOLD) is None
    with pytest.raises(ParameterError, match="privacy profile"):
        ProfileDP(value)


def test_a_curve_is_printed_with_a_name_that_stands_for_nothing_else():
    promise = guarantee(ApproxDP(eps, delta)).to_profile()
    assert str(promise).startswith("profile delta(epsilon_1) = ")
    assert r"\mapsto" in latex(promise.value.profile)
    assert str(Curve(BOUND_THRESHOLD, exp(-BOUND_THRESHOLD))) == "epsilon -> exp(-epsilon)"
    assert promise.value.profile.subs(eps, 2) == guarantee(ApproxDP(2, delta)).to_profile().value.profile


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize(
    ("symbol", "ask"),
    [
        (eps, lambda x: Laplace(1 / x).to_approx(Rational(1, 10**5))),
        pytest.param(
            eps, lambda x: guarantee(PureDP(x)).compose(10).to_approx(Rational(1, 10**5)), marks=pytest.mark.slow
        ),
        (alpha, lambda x: Gaussian(x).to_approx(Rational(1, 10**5))),
        (eps, lambda x: Laplace(1 / x).to_approx(eps=x)),
        (eps, lambda x: guarantee(GDP(x)).to_approx(eps=1)),
        (delta, lambda x: guarantee(PureDP(x)).to_approx(delta=x)),
        (eps, lambda x: guarantee(ApproxDP(x, delta)).to_profile()),
        (alpha, lambda x: guarantee(PureDP(x)).to_renyi()),
        (t, lambda x: guarantee(GDP(x)).to_tradeoff()),
        (alpha, lambda x: guarantee(RenyiDP.at_order(1 + x, x)).group(2).to_renyi()),
        (alpha, lambda x: guarantee(RenyiDP(lambda order: order * x)).subsample(x).to_renyi()),
        (eps, lambda x: guarantee(ProfileDP(lambda threshold: exp(-threshold - x))).group(3).to_profile()),
        (t, lambda x: guarantee(TradeOffDP(lambda level: (1 - level) ** (1 + x))).group(2).to_tradeoff()),
    ],
)
def test_the_name_of_a_symbol_changes_no_answer(symbol, ask):
    """What is asked with the symbol that a curve would capture is what is asked with w, renamed."""
    neutral, found = ask(W).value, ask(symbol).value
    assert symbol in found.free_symbols
    renamed = [getattr(neutral, name).xreplace({W: symbol}) for name in vars(neutral)]
    assert renamed == [getattr(found, name) for name in vars(found)]


def test_a_budget_at_one_order_binds_nothing():
    """An order, and a budget, that are the symbol alpha stay what they are, and come back at once."""
    promise = RenyiDP.at_order(alpha, eps)
    assert promise.at(alpha) == eps
    assert RenyiDP.at_order(3, alpha).at(3) == alpha
    assert gaussian_scale_renyi(8, alpha).target.at(8) == alpha
    answer = guarantee(promise).to_approx(eps=1).value
    assert answer.delta.free_symbols == {alpha, eps}
    with pytest.raises(ParameterError, match="order alpha"):
        RenyiDP.at_order(symbols("n", negative=True), 1)
    with pytest.raises(ParameterError):
        RenyiDP.at_order(oo, 1)
