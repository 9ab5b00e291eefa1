"""The normal law in decimals: near and far out, where mpmath would take as many bits as the square of the place has units."""

import math

import mpmath as mp
import pytest
from sympy import Float, N, Rational, Symbol, exp, sqrt

from dpsym import Gaussian
from dpsym.special import Phi


@pytest.mark.parametrize(
    "place", [0, Rational(1, 3), -5, 40, -40, Rational(-1, 10**30), sqrt(2) - Rational(7, 5), -sqrt(300), -(10**4)]
)
@pytest.mark.parametrize("digits", [12, 30, 60])
def test_all_digits_of_the_normal_law_are_right(place, digits):
    with mp.workdps(digits + 30):
        truth = mp.ncdf(mp.mpf(N(place, digits + 30)))
        assert abs(mp.mpf(N(Phi(place), digits)) / truth - 1) < mp.mpf(10) ** (2 - digits)


def test_far_out_the_normal_law_is_about_its_density_over_the_place():
    far = Phi(-4 * 10**8)
    assert isinstance(far.evalf(12), Float)
    assert float((far * exp(8 * 10**16) * 4 * 10**8).evalf(12)) == pytest.approx(1 / math.sqrt(2 * math.pi), 1e-9)
    assert float(Phi(10**100)) == 1


def test_symbols_stay():
    place = Symbol("y")
    assert Phi(place).evalf(12).free_symbols == {place}
    assert Phi(place).evalf(20, subs={place: -4}) == pytest.approx(3.167124183311992e-05, 1e-14)


def test_a_promise_of_little_noise_ends():
    """Three of three tosses select with a chance of 1/1000, of which delta is a hundredth: 2.33 deviations above three times 80000."""
    eps = Gaussian(Rational(1, 400)).subsample(Rational(1, 10)).compose(3).epsilon(Rational(1, 10**5))
    assert 241_600 < eps < 242_500
