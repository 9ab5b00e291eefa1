"""Hockey-stick divergences of products, enclosed by the contour alone."""

import pytest
from sympy import Rational, erfc, exp, log, sqrt

from dpsym import Cauchy, Gaussian, HockeyStick, Laplace, Mixture
from dpsym.distributions import ProductLaw
from dpsym.enclose import enclose
from dpsym.errors import NotDerivedError, UndecidedError

HALF = Rational(1, 2)


def stick(eps, first, second):
    return HockeyStick(eps, ProductLaw(*first), ProductLaw(*second))


def test_two_gaussians_have_the_sum_of_the_variances():
    head = stick(HALF, (Gaussian(0, 2), Gaussian(0, 3)), (Gaussian(1, 2), Gaussian(-2, 3)))
    variance = Rational(1, 4) + Rational(4, 9)
    below, above = ((HALF + sign * variance / 2) / sqrt(2 * variance) for sign in (-1, 1))
    assert enclose(head, {}, 30).overlaps(enclose((erfc(below) - exp(HALF) * erfc(above)) / 2, {}, 30))


def test_two_laplace_mechanisms_have_their_residues_and_no_other_constant():
    head = stick(HALF, (Laplace(0, 1),) * 2, (Laplace(1, 1),) * 2)
    distance = 2 - HALF
    right, false = (1 - (1 + distance * share) * exp(-distance / 2) for share in (Rational(1, 4), Rational(26, 100)))
    assert enclose(head, {}, 30).overlaps(enclose(right, {}, 30))
    assert not enclose(head, {}, 30).overlaps(enclose(false, {}, 30))


def test_a_sampled_step_beside_a_full_one_agrees_with_the_reversed_pair():
    plain, shifted = Gaussian(0, 2), Gaussian(1, 2)
    first, second = (Mixture(HALF, shifted, plain), shifted), (plain, plain)
    back = 1 - exp(HALF) + exp(HALF) * stick(-HALF, second, first)
    assert enclose(stick(HALF, first, second), {}, 20).overlaps(enclose(back, {}, 20))


@pytest.mark.parametrize(
    ("eps", "first", "second"),
    [
        (HALF, (Cauchy(0, 1),) * 2, (Cauchy(1, 1),) * 2),
        (HALF, (Gaussian(0, 1),) * 2, (Gaussian(1, 2),) * 2),
        (log(2), (Gaussian(0, 1),) * 2, (Gaussian(1, 1),) * 2),
        (HALF, (Mixture(HALF, Gaussian(1, 2), Gaussian(0, 1)),) * 2, (Gaussian(0, 1),) * 2),
    ],
)
def test_what_the_contour_does_not_know_is_refused(eps, first, second):
    with pytest.raises((NotDerivedError, UndecidedError)):
        enclose(stick(eps, first, second), {}, 10)
