"""The float of an answer: never below the truth where terms cancel, and the exact form wherever SymPy works it out rightly."""

import math
from fractions import Fraction

import mpmath as mp
import pytest
from sympy import Integer, Rational, exp, log

from dpsym import (
    KL,
    DiscreteGaussian,
    ErasedResponse,
    Gaussian,
    HockeyStick,
    KaryResponse,
    Laplace,
    RandomizedResponse,
    Renyi,
    noisy_vote,
)
from dpsym.distributions import DiscreteLaplace, Logistic
from dpsym.enclose import enclose
from dpsym.errors import UndecidedError
from dpsym.guarantees.faithful import faithful
from dpsym.guarantees.numbers import Lower, Upper
from dpsym.special import Phi

R = Rational
TINY = R(1, 10**20)


@pytest.mark.slow
def test_a_likely_winner_costs_more_than_nothing():
    """SymPy by itself works the bound out as 0: its terms cancel to thirty digits, inside of a logarithm."""
    told = noisy_vote(40, 1e-30).renyi(10)
    budget = noisy_vote(40, 1e-30).to_renyi().value.at(10)
    with mp.workdps(120):
        truth = mp.mpf(str(budget.evalf(100, maxn=2000)))
    assert truth > 0
    assert truth * (1 - mp.mpf(2) ** -48) <= float(told) <= truth * (1 + mp.mpf(10) ** -10)
    assert float(budget) == pytest.approx(float(truth), rel=1e-14)


@pytest.mark.parametrize("order", [Rational(11, 10), 2, 1000])
@pytest.mark.parametrize("scale", [10**8, 10**12, 10**20, 10**40])
def test_much_noise_costs_as_much_as_fifty_digits_say(order, scale):
    with mp.workdps(150):
        a, s = mp.mpf(order.p) / order.q if isinstance(order, Rational) else mp.mpf(order), 1 / mp.mpf(scale)
        truth = mp.log((a * mp.exp((a - 1) * s) + (a - 1) * mp.exp(-a * s)) / (2 * a - 1)) / (a - 1)
        told = mp.mpf(float(Laplace(scale).renyi(order)))
        assert truth * (1 - mp.mpf(2) ** -47) <= told <= truth * (1 + mp.mpf(10) ** -10)


@pytest.mark.parametrize("law", [Laplace(10**20), Logistic(10**20), DiscreteLaplace(10**20), RandomizedResponse(TINY)])
def test_no_float_of_an_answer_is_below_the_form_that_it_is_of(law):
    pair = law.neighbours()
    heads = (Renyi(2, *pair), KL(*pair), HockeyStick(0, *pair))
    for told, head in zip((law.renyi(2), law.kl(), law.profile(0)), heads, strict=True):
        ball = enclose(head.doit(), digits=15)
        assert Fraction(float(told)) >= ball.lower * (1 - Fraction(1, 2**47)) > 0


def test_what_sympy_works_out_rightly_stays_exact():
    assert Laplace(3).renyi(2) == log((1 + 2 * exp(1)) * exp(Rational(-2, 3)) / 3)
    assert not isinstance(Gaussian(2).profile(1), Upper)
    assert faithful(Integer(3)) == 3
    assert faithful(exp(10**4)) == exp(10**4)  # beyond the floats: nothing below the truth is told


def test_a_value_is_rounded_to_its_safe_side():
    cancelling = log(1 + exp(-200)) - exp(-200)  # about -e^-400/2: it is told as 0, from either side
    assert faithful(cancelling) == 0
    small = log(1 + exp(-200) * (1 + exp(-150)))
    assert Fraction(float(faithful(small))) >= enclose(small, digits=20).lower * (1 - Fraction(1, 2**47))
    above, below = faithful(exp(-1000)), faithful(exp(-1000), is_upper=False)
    assert isinstance(above, Upper)
    assert not isinstance(below, Lower)
    assert float(above) > 0 == float(below)


@pytest.mark.parametrize(("noise", "eps"), [(R(1, 1000), 10**4), (R(1, 10**4), 10**7), (R(1, 50), 1), (R(1, 10), 50)])
def test_little_noise_has_no_float_below_0(noise, eps):
    """SymPy works a form of 1 - Phi(510) out as -oo."""
    told = Gaussian(noise).delta(eps)
    with mp.workdps(60):
        mean, place = 1 / mp.mpf(float(noise)), mp.mpf(eps)
        truth = mp.ncdf(mean / 2 - place / mean) - mp.exp(place) * mp.ncdf(-mean / 2 - place / mean)
    assert truth * (1 - mp.mpf(10) ** -15) <= float(told) <= 1


def test_a_form_whose_float_is_no_number_is_enclosed_or_refused():
    form = Phi(490) - (1 - Phi(510)) * exp(10**4)
    assert not math.isfinite(float(form))
    with pytest.raises(UndecidedError, match="could not be enclosed"):
        faithful(form)
    assert faithful(Phi(490) - Phi(-510) * exp(10**4)) == Phi(490) - Phi(-510) * exp(10**4)


def test_what_is_below_any_fraction_is_no_error():
    assert 0 < float(Gaussian(1).compose(3).delta(10**7)) < 1e-300
    assert Gaussian(1).delta(10**4).evalf(5) > 0
    assert len(str(Gaussian(1).subsample(R(1, 10)).delta(10**7))) < 40  # and not thousands of digits
    assert Laplace(10).compose(10).delta(1) == 0  # the greatest loss of all: exactly nothing
    assert Laplace(10).compose(10).delta(1 - R(1, 10**9)) > 0


def test_a_probability_is_at_most_1():
    assert DiscreteGaussian(R(1, 1000)).delta(10**4) == 1
    assert DiscreteGaussian(R(1, 1000)).total_variation() <= 1


@pytest.mark.parametrize("law", [KaryResponse(1, 5), ErasedResponse(1, 2), RandomizedResponse(1)])
def test_an_eps_that_nothing_tells_from_0_is_answered(law):
    """SymPy refuses to compare 1 - e^(10^-300) with 0."""
    assert float(law.delta(R(1, 10**300))) == pytest.approx(float(law.delta(0)), rel=1e-12)
