"""Laws: densities that integrate to 1, masses that sum to 1, what laws are made of, and what they refuse."""

import math
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import FiniteSet, I, Integer, Interval, Rational, exp, latex, log, nan, oo, simplify, symbols, zoo

from dpsym import RR, AnyLaw, Bernoulli, DpsymError, Finite, Gaussian, Laplace, ParameterError, RandomizedResponse
from dpsym.distributions import AnyEvent, AnyKernel, Event, Image, Joint, Kernel, Laws, Mixture, Probability, ProductLaw
from dpsym.symbols import alpha, b, eps, mu1, p, q, sigma

HALF, THIRD = Rational(1, 2), Rational(1, 3)
BAD_SCALES = [0, -1, -0.5, math.nan, math.inf, -math.inf, 1j, True, "1", None, [1], nan, zoo, oo, I]
BAD_LOCATIONS = [math.nan, math.inf, 1j, True, "1", nan, zoo, oo, I]
BAD_PROBABILITIES = [-0.1, 1.5, math.nan, math.inf, 1j, True, "1", nan, zoo, oo, I]


@pytest.mark.parametrize("law", [Laplace(mu1, b), Gaussian(mu1, sigma)])
def test_a_law_on_the_line_is_supported_on_the_line_and_symmetric(law):
    x = symbols("x", real=True)
    assert law.support == Interval(-oo, oo)
    assert simplify(law.log_density(mu1 + x) - law.log_density(mu1 - x)) == 0


def test_the_laplace_density_has_its_kink_at_the_location_and_the_gaussian_density_none():
    assert Laplace(mu1, b).breakpoints == (mu1,)
    assert Gaussian(mu1, sigma).breakpoints == ()


@pytest.mark.parametrize(
    "law", [Bernoulli(p), RR(eps), RR(eps, 0), Finite(HALF, THIRD, Rational(1, 6)), Finite(p, 1 - p)]
)
def test_masses_add_up_to_one(law):
    assert simplify(sum(law.masses)) == 1


def test_bernoulli_puts_its_parameter_on_one():
    assert Bernoulli(p).masses == (1 - p, p)
    assert Bernoulli(p).log_density(1) == log(p)


def test_randomized_response_tells_the_truth_with_odds_of_the_exponential_of_eps():
    lie, truth = RR(eps, 1).masses
    assert simplify(truth / lie) == exp(eps)
    assert RR(eps, 0).masses == (truth, lie)
    assert RR is RandomizedResponse


def test_the_support_of_a_finite_law_leaves_out_points_of_mass_zero():
    assert Finite(HALF, 0, HALF).support == FiniteSet(0, 2)
    assert Bernoulli(p).support == FiniteSet(0, 1)
    assert Bernoulli(1).support == FiniteSet(1)


def test_one_argument_is_the_scale_and_two_are_location_and_scale():
    assert Laplace(b) == Laplace(scale=b) == Laplace(0, b) == Laplace(location=0, scale=b)
    assert Gaussian(mu1, sigma) == Gaussian(location=mu1, sigma=sigma)
    assert (Laplace(mu1, b).location, Laplace(mu1, b).scale) == (mu1, b)
    assert (Gaussian(mu1, sigma).location, Gaussian(mu1, sigma).scale) == (mu1, sigma)


def test_a_float_parameter_is_read_as_the_decimal_that_it_prints():
    assert Laplace(0.1) == Laplace(Rational(1, 10))
    assert Gaussian(0.3, 0.1) == Gaussian(Rational(3, 10), Rational(1, 10))
    assert Bernoulli(0.1).masses == (Rational(9, 10), Rational(1, 10))
    assert RR(0.1) == RR(Rational(1, 10))
    assert Finite(0.1, 0.2, 0.7) == Finite(Rational(1, 10), Rational(1, 5), Rational(7, 10))


def test_substitution_makes_a_law_with_the_new_parameters_and_refuses_bad_ones():
    assert Laplace(mu1, b).subs(b, 2) == Laplace(mu1, 2)
    assert Finite(p, 1 - p).subs(p, THIRD) == Finite(THIRD, Rational(2, 3))
    with pytest.raises(ParameterError, match="noise scale b"):
        Laplace(b).subs(b, -1)


def test_laws_are_equal_when_their_parameters_are_and_can_be_put_in_a_set():
    assert len({Laplace(b), Laplace(0, b), Laplace(1, b), Gaussian(sigma)}) == 3


def test_the_worst_neighbour_of_a_noise_is_shifted_by_the_sensitivity():
    assert Laplace(b).neighbours() == (Laplace(0, b), Laplace(1, b))
    assert Gaussian(mu1, sigma).neighbours(3) == (Gaussian(mu1, sigma), Gaussian(mu1 + 3, sigma))
    assert RR(eps).neighbours() == (RR(eps, 1), RR(eps, 0))


@pytest.mark.parametrize("sensitivity", [0, -1, math.nan, math.inf, 1j, True, "1"])
def test_a_sensitivity_that_is_not_positive_and_finite_is_refused(sensitivity):
    with pytest.raises(ParameterError, match="sensitivity must be positive and finite"):
        Laplace(b).neighbours(sensitivity)


def test_a_bit_has_sensitivity_one():
    with pytest.raises(ParameterError, match="sensitivity of a bit must be 1, got 2"):
        RR(eps).neighbours(2)


@pytest.mark.parametrize("law", [Bernoulli(p), Finite(p, 1 - p), AnyLaw("P")])
def test_a_law_that_is_no_mechanism_has_no_worst_pair(law):
    with pytest.raises(DpsymError, match="is not a mechanism"):
        law.renyi(alpha)


@pytest.mark.parametrize("scale", BAD_SCALES, ids=repr)
@pytest.mark.parametrize(("family", "name"), [(Laplace, "noise scale b"), (Gaussian, "standard deviation sigma")])
def test_a_bad_scale_is_refused_by_name_rule_and_value(family, name, scale):
    with pytest.raises(ParameterError) as caught:
        family(scale)
    assert str(caught.value) == f"{name} must be positive and finite, got {scale!r}"


@pytest.mark.parametrize("location", BAD_LOCATIONS, ids=repr)
@pytest.mark.parametrize("family", [Laplace, Gaussian])
def test_a_bad_location_is_refused_by_name_rule_and_value(family, location):
    with pytest.raises(ParameterError) as caught:
        family(location, 1)
    assert str(caught.value) == f"location mu must be real and finite, got {location!r}"


@pytest.mark.parametrize("probability", BAD_PROBABILITIES, ids=repr)
def test_a_bad_probability_is_refused_by_name_rule_and_value(probability):
    for make in (Bernoulli, lambda value: Mixture(value, Bernoulli(p), Bernoulli(q)), lambda value: Finite(value, 0)):
        with pytest.raises(ParameterError) as caught:
            make(probability)
        assert str(caught.value) == f"probability p must be in [0, 1], got {probability!r}"


@pytest.mark.parametrize("value", [-1, -1e-9, math.nan, math.inf, 1j, True, "1", nan, oo, I], ids=repr)
def test_a_bad_privacy_parameter_is_refused(value):
    with pytest.raises(ParameterError, match="privacy parameter eps must be non-negative and finite, got"):
        RR(value)


@pytest.mark.parametrize("bit", [2, -1, True, False, "1", None, math.nan, 0.5], ids=repr)
def test_a_bit_is_zero_or_one(bit):
    with pytest.raises(ParameterError) as caught:
        RR(eps, bit)
    assert str(caught.value) == f"true bit must be 0 or 1, got {bit!r}"


@pytest.mark.parametrize("masses", [(HALF, THIRD), (0.5, 0.6), (1, 1), (0,), (exp(-1), exp(-2))])
def test_masses_that_do_not_sum_to_one_are_refused(masses):
    with pytest.raises(ParameterError, match="masses must be non-negative with sum 1, got"):
        Finite(*masses)


def test_no_mass_at_all_is_refused():
    with pytest.raises(ParameterError, match="masses must be at least one number"):
        Finite()


@pytest.mark.parametrize("arguments", [(), (1, 2, 3)])
@pytest.mark.parametrize("family", [Laplace, Gaussian])
def test_a_wrong_number_of_arguments_says_what_is_taken(family, arguments):
    with pytest.raises(TypeError, match=family.__name__):
        family(*arguments)


def test_a_wrong_argument_name_says_what_is_taken():
    with pytest.raises(TypeError, match=re.escape("takes (scale) or (location, scale)")):
        Laplace(sigma=1)
    with pytest.raises(TypeError, match=re.escape("takes (sigma) or (location, sigma)")):
        Gaussian(scale=1)
    with pytest.raises(TypeError, match="Laplace"):
        Laplace(1, scale=2)
    with pytest.raises(TypeError, match="probability p"):
        Bernoulli(p, q)


def test_a_product_lists_the_masses_of_all_combinations():
    assert ProductLaw(Bernoulli(THIRD), Bernoulli(HALF)).masses == (THIRD, THIRD, Rational(1, 6), Rational(1, 6))
    assert ProductLaw(Bernoulli(p)).masses == (1 - p, p)
    assert ProductLaw(Laplace(b), Laplace(1, b)).args == (Laplace(b), Laplace(1, b))


def test_a_mixture_weighs_the_masses():
    assert Mixture(THIRD, Bernoulli(0), Bernoulli(1)) == Finite(THIRD, Rational(2, 3))
    assert Mixture(q, Laplace(b), Laplace(1, b)).args[0] == q


def test_an_image_is_a_matrix_product_and_a_joint_law_has_it_as_marginal():
    kernel = Kernel(Finite(HALF, HALF, 0), Finite(0, THIRD, Rational(2, 3)))
    law = Bernoulli(Rational(1, 4))
    assert Image(kernel, law).masses == (Rational(3, 8), Rational(11, 24), Rational(1, 6))
    joint = Joint(law, kernel).masses
    assert tuple(joint[k] + joint[k + 3] for k in range(3)) == Image(kernel, law).masses


def test_a_probability_sums_the_masses_of_the_points():
    law = Finite(HALF, THIRD, Rational(1, 6))
    assert Probability(law, Event(0, 2)) == Rational(2, 3)
    assert Probability(law, Event()) == 0
    assert Event(2, 0, 2) == Event(0, 2)


@given(st.lists(st.fractions(0, 1), min_size=2, max_size=5).filter(any), st.fractions(0, 1), st.fractions(0, 1))
@settings(max_examples=25)
def test_what_is_made_of_laws_is_a_law(weights, first, second):
    law = Finite(*(Rational(weight / sum(weights)) for weight in weights))
    kernel = Kernel(*([Bernoulli(Rational(first)), Bernoulli(Rational(second))] * 3)[: len(weights)])
    made = [
        Image(kernel, law),
        Joint(law, kernel),
        ProductLaw(law, Bernoulli(Rational(first))),
        Mixture(Rational(second), law, law),
    ]
    assert [sum(each.masses) for each in made] == [1] * 4
    assert made[3] == law


def test_variables_stand_for_laws_kernels_and_events_and_stay_as_they_are():
    law, kernel, event = AnyLaw("P"), AnyKernel("K"), AnyEvent("A")
    assert [str(each) for each in (law, kernel, event)] == ["P", "K", "A"]
    assert Image(kernel, law).args == (kernel, law)
    assert Joint(law, kernel).args == (law, kernel)
    assert Probability(law, event).args == (law, event)
    assert latex(Probability(law, event)) == r"P\left(A\right)"
    assert ProductLaw(law, AnyLaw("Q")).args == (law, AnyLaw("Q"))


def test_the_set_of_laws_knows_whether_zeros_are_excluded():
    assert (Laws().is_full, Laws("full").is_full) == (False, True)
    assert (str(Laws()), str(Laws("full"))) == ("laws", "laws of full support")
    with pytest.raises(ParameterError, match="support"):
        Laws("half")


@pytest.mark.parametrize("rows", [(), (Bernoulli(p), 1), (Bernoulli(p), Finite(1, 0, 0)), (Laplace(b),)])
def test_the_rows_of_a_kernel_are_laws_on_the_same_points(rows):
    with pytest.raises(ParameterError, match="kernel rows must be laws on the same finitely many points"):
        Kernel(*rows)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Mixture(HALF, Bernoulli(p), Finite(THIRD, THIRD, THIRD)),
        lambda: Image(Kernel(Bernoulli(p), Bernoulli(q)), Finite(THIRD, THIRD, THIRD)),
        lambda: Joint(Finite(THIRD, THIRD, THIRD), Kernel(Bernoulli(p), Bernoulli(q))),
        lambda: ProductLaw(Bernoulli(p), 1),
        lambda: Mixture(HALF, 1, 2),
    ],
    ids=["mixture", "image", "joint", "product of a number", "mixture of numbers"],
)
def test_parts_that_do_not_fit_together_are_refused(make):
    with pytest.raises(ParameterError):
        make()


@pytest.mark.parametrize("points", [(-1,), (0.5,), ("a",), (True,)], ids=repr)
def test_the_points_of_an_event_are_their_numbers(points):
    with pytest.raises(ParameterError):
        Event(*points)


def test_an_event_beyond_the_space_is_refused():
    with pytest.raises(ParameterError):
        Probability(Bernoulli(Fraction(1, 3)), Event(2))


def test_the_order_of_arguments_of_every_law_is_printed_by_str():
    assert str(Laplace(mu1, b)) == "Laplace(mu1, b)"
    assert str(RR(eps)) == "RandomizedResponse(epsilon, 1)"
    assert str(Finite(p, 1 - p)) == "Finite((p, 1 - p))"
    assert Finite(Integer(1)).masses == (1,)
