"""Laws made of laws carry their space: integers are summed, groups of points count as often as they say, mixed spaces are refused."""

import pytest
from sympy import Integer, Range, Rational, S, Symbol, exp

from dpsym import (
    KL,
    AnyLaw,
    Bernoulli,
    Binomial,
    ChiSquaredDivergence,
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    HockeyStick,
    KaryResponse,
    Mixture,
    ParameterError,
    Poisson,
    ProductLaw,
    Renyi,
    Skellam,
)
from dpsym.distributions import Image, Joint, Kernel
from dpsym.enclose import enclose
from dpsym.parameters import zeta

TENTH, HALF = Rational(1, 10), Rational(1, 2)


@pytest.mark.slow
def test_a_mixture_of_laws_on_the_integers_is_summed_over_the_integers():
    plain = DiscreteLaplace(0, 4)
    sampled = Mixture(TENTH, DiscreteLaplace(1, 4), plain)
    # summed in mpmath over -900..900 at 40 digits
    assert abs(float(enclose(ChiSquaredDivergence(sampled, plain)).mid) - 0.00062826199759146352) < 1e-18
    assert abs(enclose(HockeyStick(-HALF, sampled, plain) - 1 + exp(-HALF)).mid) < 1e-30


@pytest.mark.parametrize(
    ("first", "second"),
    [(Poisson(2), Poisson(1)), (Binomial(5, TENTH), Binomial(5, HALF)), (Skellam(1, 2), Skellam(2, 1)),
     (DiscreteGaussian(1, 2), DiscreteGaussian(0, 2))],
)  # fmt: skip
def test_mixtures_of_counts_are_enclosed_and_are_closer_than_their_parts(first, second):
    sampled = enclose(KL(Mixture(TENTH, first, second), second)).mid
    assert 0 < sampled < TENTH * enclose(KL(first, second)).mid


def test_a_mixture_knows_its_space_and_support():
    sampled = Mixture(HALF, Poisson(1), Poisson(2))
    assert sampled.is_discrete
    assert sampled.space == Poisson(1).space
    assert sampled.support == Range(0, S.Infinity)
    assert not Mixture(HALF, Gaussian(1), Gaussian(2)).is_discrete
    assert Mixture(HALF, AnyLaw("P"), AnyLaw("Q")).space is None


@pytest.mark.parametrize(
    "parts",
    [(Poisson(1), Gaussian(1)), (Bernoulli(HALF), Poisson(1)), (KaryResponse(1, 4), KaryResponse(1, 5))],
)
def test_parts_on_different_spaces_are_refused(parts):
    with pytest.raises(ParameterError, match="laws on the same space"):
        Mixture(HALF, *parts)


def test_groups_of_points_keep_their_counts_in_products_and_mixtures():
    choices = Symbol("k", integer=True, positive=True)
    pair = KaryResponse(zeta, choices), KaryResponse(zeta, choices, 0)
    once = Renyi(2, *pair).doit()
    twice = Renyi(2, *(ProductLaw(law, law) for law in pair)).doit()
    point = {zeta: Integer(1), choices: Integer(10)}
    assert abs(float((twice - 2 * once).subs(point))) < 1e-12
    grouped, single = KaryResponse(1, 10), KaryResponse(1, 10, 0)
    assert sum(mass * count for mass, count in zip(
        Mixture(HALF, grouped, single).masses, grouped.multiplicities, strict=True)).simplify() == 1  # fmt: skip


def test_what_is_no_kernel_and_what_has_no_finite_inputs_is_refused():
    kernel = Kernel(Bernoulli(HALF), Bernoulli(TENTH))
    for make in (lambda: Image(kernel, Gaussian(1)), lambda: Joint(Gaussian(1), kernel), lambda: Image(3, Bernoulli(HALF)),
                 lambda: Joint(KaryResponse(1, 4), Kernel(*[Bernoulli(HALF)] * 3))):  # fmt: skip
        with pytest.raises(ParameterError):
            make()


def test_a_loss_of_zero_at_a_point_leaves_the_mean_a_number():
    # the balls around the privacy loss at 2 contain 0; summed in mpmath at 50 digits
    plain = Binomial(4, Rational(1, 3))
    sampled = Mixture(Rational(3, 4), Binomial(4, Rational(2, 3)), plain)
    assert abs(float(enclose(KL(sampled, plain)).mid) - 0.543155717450851) < 1e-14


def test_a_sample_below_every_threshold_needs_no_logarithm():
    sampled = Mixture(Rational(3, 4), DiscreteLaplace(1, 4), DiscreteLaplace(0, 4))
    assert HockeyStick(Rational(-3, 2), sampled, DiscreteLaplace(0, 4)).doit() == 1 - exp(Rational(-3, 2))
    assert HockeyStick(3, DiscreteLaplace(0, 4), sampled).doit() == 0
