"""Chains with irrational parameters, held against closed forms; and chains whose loss is not known to be monotone."""

import math
from fractions import Fraction

import pytest

from theorems.regress import Claim, Kind, judge, reference
from theorems.regress.irrational import rounded
from theorems.regress.profiles import profiles
from theorems.regress.subject import subject


def found(mechanism, quantity, value, **at):
    return judge(Claim(mechanism, quantity, tuple(at.items()), value))


@pytest.mark.parametrize(
    ("mechanism", "quantity", "at", "truth"),
    [
        ("N(0, 2)", "rho", {}, "0.25"),
        ("N(0, 2)", "mu", {}, "0.70710678118654752"),
        ("Gaussian(1, sensitivity=sqrt(2)).compose(8)", "mu", {}, "4"),
        ("RR(p=0.75).compose(10)", "epsilon", {"delta": "0"}, "10.986122886681098"),
        ("RR(p=0.75).compose(2)", "delta", {"epsilon": "1"}, "0.39260738572059657"),  # 9/16 - e/16
        ("RR(p=0.9)", "rho", {}, "1.7577796618689755"),  # 0.8 log 9
        ("PureDP(log(2))", "delta", {"epsilon": "0"}, "0.33333333333333333"),
        ("Laplace(1/log(2)).compose(3)", "epsilon", {"delta": "0"}, "2.0794415416798358"),
        ("Laplace(1).subsample(1/sqrt(100))", "epsilon", {"delta": "0"}, "0.15856507874021203"),
        ("GDP(sqrt(2)).compose(2)", "rho", {}, "2"),
        ("DiscreteGaussian(sqrt(2)).compose(3)", "rho", {}, "0.75"),
    ],
)
def test_an_irrational_parameter_costs_no_digits(mechanism, quantity, at, truth):
    assert found(mechanism, quantity, truth, **at).kind is Kind.RIGHT
    less, more = (str(Fraction(truth) * (1 + side * Fraction(1, 10**6))) for side in (-1, 1))
    wrong, loose = (found(mechanism, quantity, value, **at).kind for value in (less, more))
    assert {wrong, loose} == {Kind.UNSOUND, Kind.SOUND}


def test_the_ends_lose_less_and_more():
    text, less, more = rounded("RR(log(3)).compose(Gaussian(sqrt(2)))")
    assert text.replace(" ", "") == "RR(irrational0).compose(Gaussian(irrational1))"
    (_, eps_low), (_, sigma_high) = less
    (_, eps_high), (_, sigma_low) = more
    assert float(eps_low) == pytest.approx(math.log(3), rel=1e-15)
    assert eps_high - eps_low < Fraction(1, 10**40)
    assert eps_low < eps_high
    assert sigma_low**2 < 2 < sigma_high**2


@pytest.mark.parametrize(
    "text", ["RR(1)", "Gaussian(sqrt(4))", "Staircase(log(2), 1/2, 1)", "Gaussian(sqrt(sigma))", "((sqrt("]
)
def test_nothing_is_rounded_that_is_rational_or_of_which_no_order_is_known(text):
    assert rounded(text) is None


def test_an_irrational_target_of_a_promise_is_bracketed():
    found = reference(Claim("(8, log(2))-RDP", "epsilon", (("delta", "1e-5"),)))
    assert found.upper - found.lower < Fraction(1, 10**9) * found.upper


def test_more_runs_than_any_mechanism_has_are_left_to_theorems():
    """The truth is in the bracket of the theorems, and no curve is asked for minutes."""
    beyond = subject("RR(1).compose(10000000000000)")
    assert beyond.is_beyond_curves
    assert profiles(beyond) == ()
    assert profiles(subject("RR(1).compose(100)")) != ()
    assert found("Gaussian(1).compose(1e30)", "epsilon", "1", delta="1e-5").kind is Kind.UNSOUND
