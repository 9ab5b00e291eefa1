"""Certified privacy curves: against closed forms, finite sums, quadrature, and the reversed pair."""

import random
from dataclasses import replace
from fractions import Fraction
from math import comb

import mpmath as mp
import pytest
from flint import acb, arb, ctx
from sympy import Rational, pi, sqrt

from dpsym import RR, Gaussian, Laplace, NegativeBinomial
from dpsym.curves import (
    CountLoss,
    GaussianLoss,
    GeometricLoss,
    LaplaceLoss,
    PrivacyCurve,
    RandomizedResponseLoss,
    SampledLoss,
    SubsampledGaussianLoss,
    TruncatedLaplaceLoss,
    curve,
)
from dpsym.curves.adapters import noise_of
from dpsym.curves.effort import Effort
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.finite_sum import FiniteSum
from dpsym.curves.lattice import Lattice
from dpsym.curves.line import Line
from dpsym.curves.planning import Plan
from dpsym.enclose import Ball
from dpsym.errors import NotDerivedError, ParameterError, UndecidedError

F = Fraction
DIGITS = 60


def real(value):
    return mp.mpf(value.numerator) / value.denominator


def holds(ball, reference, digits):
    """Whether a ball of so many digits contains a number, and not the number a last digit off."""
    with mp.workdps(DIGITS):
        low, high = real(ball.lower), real(ball.upper)
        near = abs(reference) * mp.mpf(10) ** -45
        off = reference * (1 + 2 * mp.mpf(10) ** (1 - digits))
        return ball.digits >= digits and low - near <= reference <= high + near and not low <= off <= high


def gaussian(eps, mu):
    return mp.ncdf(mu / 2 - eps / mu) - mp.exp(eps) * mp.ncdf(-mu / 2 - eps / mu)


def binomial(eps, each, n):
    """delta of n randomized responses: the masses of the binomial law, one by one."""
    lie = 1 / (1 + mp.exp(each))
    return mp.fsum(
        comb(n, i) * (1 - lie) ** i * lie ** (n - i) * (1 - mp.exp(eps - each * (2 * i - n)))
        for i in range(n + 1)
        if each * (2 * i - n) > eps
    )


def laplace_once(eps, a):
    """delta of one Laplace mechanism: 1 - e^((eps - a)/2) for eps in [-a, a]."""
    if eps >= a:
        return mp.mpf(0)
    return 1 - mp.exp((eps - a) / 2) if eps > -a else 1 - mp.exp(eps)


def laplace_twice(eps, a):
    """delta of two Laplace mechanisms: the mean of the curve of one over the loss of the other."""
    cuts = sorted({0, 1, *(x for x in ((a - eps + s) / (2 * a) for s in (-a, a)) if 0 < x < 1)})
    inside = mp.quad(lambda x: a * mp.exp(-a * x) / 2 * laplace_once(eps - a * (1 - 2 * x), a), cuts)
    return laplace_once(eps - a, a) / 2 + mp.exp(-a) / 2 * laplace_once(eps + a, a) + inside


def subsampled_once(eps, q, s):
    """delta of one step, direction "remove": the likelihood ratio exceeds e^eps beyond a point."""
    ratio = mp.exp(eps)
    if ratio <= 1 - q:
        return 1 - ratio
    x = s * s * mp.log((ratio - 1 + q) / q) + mp.mpf(1) / 2
    noise, shifted = mp.ncdf(-x / s), mp.ncdf((1 - x) / s)
    return (1 - q) * noise + q * shifted - ratio * noise


@pytest.mark.parametrize("n", [1, 10, 1000, 10**5])
def test_gaussian_against_its_closed_form(n):
    rng = random.Random(n)
    for _ in range(12):
        with mp.workdps(DIGITS):
            mu = mp.mpf(rng.randint(1, 60)) / 10
            sigma = F(rng.randint(5, 900), 10)
            mu = mp.sqrt(n) / real(sigma)
            eps = F(int(mu * (mu / 2 + rng.uniform(-2, 12)) * 1000), 1000)
            expected = gaussian(real(eps), mu)
        assert holds(PrivacyCurve([(GaussianLoss(sigma), n)]).delta(eps), expected, 20)


@pytest.mark.parametrize("n", [1, 2, 17, 300])
def test_randomized_response_against_the_binomial_sum(n):
    rng = random.Random(n)
    for _ in range(10):
        each, share = F(rng.randint(1, 40), 20), rng.uniform(-0.6, 0.99)
        eps = F(int(float(n * each) * share * 100), 100)
        with mp.workdps(DIGITS + n // 3):
            expected = binomial(real(eps), real(each), n)
        composed = PrivacyCurve([(RandomizedResponseLoss(each), n)])
        assert holds(composed.delta(eps), expected, 20)
        assert holds(composed.finite_sum(eps), expected, 20)


@pytest.mark.parametrize(
    ("scale", "eps"), [(F(1), F(3, 2)), (F(1, 3), F(1, 10)), (F(7, 2), F(-1, 4)), (F(2), F(9, 10))]
)
def test_one_and_two_laplace_mechanisms_against_quadrature(scale, eps):
    with mp.workdps(DIGITS):
        once, twice = laplace_once(real(eps), 1 / real(scale)), laplace_twice(real(eps), 1 / real(scale))
    if once:
        assert holds(PrivacyCurve([(LaplaceLoss(scale), 1)]).delta(eps), once, 20)
    assert holds(PrivacyCurve([(LaplaceLoss(scale), 2)]).delta(eps), twice, 20)


@pytest.mark.parametrize(
    ("q", "s", "eps"), [(F(1, 2), F(1), F(1)), (F(1, 100), F(1, 2), F(2)), (F(3, 4), F(1), F(-1, 2))]
)
def test_one_step_of_the_subsampled_gaussian_against_its_threshold(q, s, eps):
    with mp.workdps(DIGITS):
        expected = subsampled_once(real(eps), real(q), real(s))
        mirrored = 1 - mp.exp(real(eps)) + mp.exp(real(eps)) * subsampled_once(-real(eps), real(q), real(s))
    step = PrivacyCurve([(SubsampledGaussianLoss(q, s), 1)])
    assert holds(step.delta(eps), expected, 20)
    assert holds(step.reversed().delta(eps), mirrored, 20) or (
        mirrored < 1e-50 and step.reversed().delta(eps) == Ball(arb(0))
    )


def test_two_steps_of_the_subsampled_gaussian_against_quadrature():
    q, s, eps = mp.mpf(1) / 2, mp.mpf(3) / 2, mp.mpf(1) / 2

    def integrand(x):
        ratio = 1 - q + q * mp.exp((2 * x - 1) / (2 * s * s))
        return mp.npdf(x, 0, s) * ratio * subsampled_once(eps - mp.log(ratio), q, s)

    with mp.workdps(20):
        expected = mp.quad(integrand, mp.linspace(-10 * s, 12 * s, 24))
    found = PrivacyCurve([(SubsampledGaussianLoss(F(1, 2), F(3, 2)), 2)]).delta(F(1, 2), 13)
    assert abs(real(found.lower) - expected) < expected * mp.mpf(10) ** -12
    assert found.digits >= 13


@pytest.mark.parametrize("seed", range(12))
def test_the_two_directions_of_the_subsampled_gaussian_agree_through_the_reversed_pair(seed):
    """delta_PQ(eps) = 1 - e^eps + e^eps delta_QP(-eps): two lines, two generating functions, one number."""
    rng = random.Random(seed)
    direction = rng.choice(("remove", "add"))
    loss = SubsampledGaussianLoss(F(rng.randint(1, 60), 100), F(rng.randint(8, 60), 10), direction)
    parts = [(loss, rng.choice((200, 1000, 10**4)))]
    if seed % 3 == 0:
        parts.append((rng.choice((LaplaceLoss(3), GaussianLoss(4), RandomizedResponseLoss(F(1, 2)))), 3))
    eps, composed = F(rng.randint(1, 200), 100), PrivacyCurve(parts)
    there, back = composed.delta(eps, 12), composed.reversed().delta(-eps, 18)
    with ctx.workprec(128):
        power = arb(eps.numerator) / eps.denominator
        expected = 1 - power.exp() + power.exp() * back.value
    assert there.overlaps(Ball(expected))


def some_loss(rng):
    return rng.choice(
        (
            lambda: LaplaceLoss(F(rng.randint(2, 60), rng.choice((1, 5)))),
            lambda: RandomizedResponseLoss(F(rng.randint(1, 30), 10)),
            lambda: GeometricLoss(F(rng.randint(2, 20), 2), rng.randint(1, 4)),
            lambda: TruncatedLaplaceLoss(F(rng.randint(1, 9), 2), F(rng.randint(3, 60), 4)),
        )
    )()


@pytest.mark.parametrize("seed", range(30))
def test_the_contour_agrees_with_the_finite_sum(seed):
    """Both engines are asked, not the one that a curve would choose."""
    rng = random.Random(seed)
    parts = ((some_loss(rng), rng.choice((1, 2, 5, 20))),)
    top = sum(count * loss.positions[-1] for loss, count in parts)
    eps = F(int(top * rng.randint(5, 99)), 100)
    evaluator = Evaluator(parts, 40.0)
    with ctx.workprec(400):
        exact = FiniteSum(parts, Effort(), eps).delta(eps)
        plan = evaluator._plan(eps, None)
        value = Lattice(parts, plan, eps, Effort()).delta(eps)
        assert value.overlaps(exact)
        assert float(value.rad()) < 1e-12 * float(exact.mid())


@pytest.mark.parametrize("seed", range(24))
def test_a_bad_plan_widens_the_ball_and_never_misses(seed):
    """Wrong abscissa, short period, few nodes, low precision: the true number stays inside."""
    rng = random.Random(seed)
    parts = ((GaussianLoss(F(3, 2)), 5),) if seed % 2 else ((LaplaceLoss(1), 400),)
    eps = F(rng.randint(0, 90), 10) + (0 if seed % 2 else 150)
    exact = PrivacyCurve(parts).delta(eps, 40)
    plan = Evaluator(parts, 20.0)._plan(eps, None)
    bad = Plan(
        plan.c * rng.uniform(0.2, 3),
        plan.period * rng.uniform(0.05, 1),
        rng.choice((0.0, -1.0, -1 - plan.c * rng.uniform(0.1, 5))),
        plan.c * rng.uniform(3.1, 9),
        plan.log_delta,
        plan.log_error + rng.uniform(0, 30),
        plan.saddle,
        0.0,
    )
    with ctx.workprec(rng.choice((30, 53, 100))):
        assert Line(parts, bad, eps, 1 << 14, Effort()).delta(eps).contains(exact.value)


@pytest.mark.parametrize("seed", range(12))
def test_a_bad_plan_of_a_lattice_never_misses_either(seed):
    rng = random.Random(seed)
    parts = ((LaplaceLoss(1), 12), (RandomizedResponseLoss(2), 3))
    eps = F(rng.randint(-50, 170), 10)
    exact = PrivacyCurve(parts).finite_sum(eps, 40)
    plan = Evaluator(parts, 20.0)._plan(eps, None)
    period, right = plan.period * rng.uniform(0.05, 1), plan.c * rng.uniform(2.1, 9)
    error = plan.log_error + rng.uniform(0, 30)
    left = rng.choice((0.0, -1.0, -1 - plan.c * rng.uniform(0.1, 5)))
    bad = Plan(plan.c * rng.uniform(0.2, 2), period, left, right, plan.log_delta, error, plan.saddle, 0.0)
    with ctx.workprec(rng.choice((30, 53, 100))):
        assert Lattice(parts, bad, eps, Effort()).delta(eps).contains(exact.value)


@pytest.mark.parametrize(("parts", "eps"), [(((LaplaceLoss(30), 1000),), F(9, 2)), (((LaplaceLoss(10), 300),), F(16))])
def test_powers_are_cut_off_at_the_other_aliases_alone(parts, eps):
    """Of a thousand runs some sixty powers would count at the nodes themselves; of fewer, less alike ones sums upwards take many bits more."""
    exact = PrivacyCurve(parts).delta(eps, 30)
    plan = Evaluator(parts, 30.0)._plan(eps, None)
    with ctx.workprec(128):
        lattice = Lattice(parts, plan, eps, Effort())
        assert max(node.kernel.polynomial.degree() for node in lattice.kept) < 25
        value = lattice.delta(eps)
        assert value.contains(exact.value)
        assert float(value.rad()) < 1e-9 * float(value.mid())
        # without what the cut powers add at the nodes themselves it is another number
        lattice.kept = [replace(node, others=acb(0)) for node in lattice.kept]
        assert not lattice.delta(eps).contains(exact.value)


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    ("components", "eps"),
    [
        ([(LaplaceLoss(15), 250)], 5),
        ([(LaplaceLoss(1), 100)], 40),
        ([(TruncatedLaplaceLoss(15, 200), 250)], 5),
        ([(GeometricLoss(10, 2), 300)], 20),
        ([(RandomizedResponseLoss(F(1, 100)), 10**4)], 4),
        ([(LaplaceLoss(3), 7), (RandomizedResponseLoss(F(1, 2)), 5), (GeometricLoss(2), 3)], 3),
    ],
)
def test_many_compositions_contain_their_finite_sum(components, eps):
    composed = PrivacyCurve(components)
    certified, exact = composed.delta(eps), composed.finite_sum(eps, 25)
    assert certified.digits >= 20
    assert certified.overlaps(exact)


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("n", [10, 1000, 10**5])
@pytest.mark.parametrize("power", [6, 20, 100])
@pytest.mark.parametrize(
    "family",
    [
        GaussianLoss,
        LaplaceLoss,
        GeometricLoss,
        lambda scale: RandomizedResponseLoss(F(1, scale)),
        lambda scale: TruncatedLaplaceLoss(scale, 300 * scale),
    ],
)
def test_twenty_digits_from_ten_to_a_hundred_thousand_compositions(family, power, n):
    composed = PrivacyCurve([(family({10: 3, 1000: 30, 10**5: 300}[n]), n)])
    wanted = F(1, 10**power)
    eps = composed.epsilon(wanted, 6)
    found = composed.delta((eps.lower + eps.upper) / 2)
    assert found.digits >= 20
    assert composed.delta(eps.lower, 5).upper >= wanted >= composed.delta(eps.upper, 5).lower


def test_close_to_the_greatest_loss_the_top_atom_is_all():
    """At eps = 10 - h only the atom of mass 2^-10 counts: delta = 2^-10 (1 - e^-h) for h < 2 of the residues' order."""
    gap = F(1, 10**97)
    found = PrivacyCurve([(RandomizedResponseLoss(1), 10)]).delta(10 - gap)
    with mp.workdps(DIGITS):
        expected = (1 / (1 + mp.exp(-1))) ** 10 * -mp.expm1(-real(gap))
    assert holds(found, expected, 20)


def test_the_infinite_mass_is_added_and_composed():
    disjoint = PrivacyCurve([(TruncatedLaplaceLoss(1, F(1, 2)), 3)])
    assert disjoint.delta(5).contains(1)
    short = TruncatedLaplaceLoss(2, 3)
    far = PrivacyCurve([(short, 4)]).delta(50)
    with mp.workdps(DIGITS):
        once = (mp.exp(-1) - mp.exp(-mp.mpf(3) / 2)) / (2 * (1 - mp.exp(-mp.mpf(3) / 2)))
        assert holds(far, 1 - (1 - once) ** 4, 20)


def test_special_thresholds():
    assert PrivacyCurve([(LaplaceLoss(1), 10)]).delta(10) == Ball(arb(0))
    assert PrivacyCurve([(RandomizedResponseLoss(0), 5)]).delta(0) == Ball(arb(0))
    assert PrivacyCurve([(SubsampledGaussianLoss(F(1, 2), 1, "add"), 5)]).delta(4) == Ball(arb(0))
    with mp.workdps(DIGITS):
        shift = 2 * mp.ncdf(mp.mpf(1) / 2) - 1
        assert holds(PrivacyCurve([(GaussianLoss(1), 1)]).total_variation(), shift, 20)


def test_laws_compose_in_any_order():
    one = curve((Laplace(3), 4), (Gaussian(2), 5), (RR(F(1, 2)), 6))
    other = curve((GaussianLoss(2), 3), (RandomizedResponseLoss(F(1, 2)), 6)).compose(
        curve((LaplaceLoss(3), 4), (GaussianLoss(2), 2))
    )
    assert dict(one.components) == dict(other.components)
    assert one.delta(3).overlaps(other.delta(3))


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), "1", None, 1j, True, sqrt(2), pi])
def test_thresholds_that_are_not_rational_are_refused(bad):
    with pytest.raises(ParameterError, match="must be"):
        curve((LaplaceLoss(1), 1)).delta(bad)


@pytest.mark.parametrize("bad", [0, -1, 1.5, True, "1", None])
def test_counts_and_digits_that_are_not_positive_integers_are_refused(bad):
    with pytest.raises(ParameterError, match="positive integer"):
        curve((LaplaceLoss(1), bad))
    with pytest.raises(ParameterError, match="positive integer"):
        curve((LaplaceLoss(1), 1)).delta(1, bad)
    with pytest.raises(ParameterError, match="positive integer"):
        curve((LaplaceLoss(1), 1)).epsilon(F(1, 10), bad)


def test_other_refusals():
    with pytest.raises(ParameterError, match="at least one mechanism"):
        PrivacyCurve([])
    with pytest.raises(NotDerivedError, match="finite sum"):
        curve((GaussianLoss(1), 2)).finite_sum(1)
    with pytest.raises(UndecidedError, match="limit of work"):
        curve((LaplaceLoss(1), 10**6)).finite_sum(1)
    with pytest.raises(UndecidedError, match="could not be enclosed"):
        curve((SubsampledGaussianLoss(F(1, 100), F(1, 2)), 2)).delta(1, effort=1000)


def test_a_finite_sum_above_all_losses_is_the_mass_of_an_infinite_one():
    assert PrivacyCurve([(Laplace(1), 1), (Laplace(2), 2)]).finite_sum(10).upper == 0
    truncated = PrivacyCurve([(TruncatedLaplaceLoss(1, 2), 1)])
    with mp.workdps(50):
        mass = mp.expm1(1) / mp.expm1(2) / 2
        assert holds(truncated.finite_sum(10), mass, 20)
        assert not holds(truncated.finite_sum(Fraction(1, 2)), mass, 20)


def test_a_rate_below_the_least_float_is_no_bare_error():
    curve = PrivacyCurve([(SubsampledGaussianLoss(Fraction(1, 10**400), Fraction(1)), 10)])
    assert curve.epsilon(Fraction(1, 10**5)).upper == 0
    with pytest.raises(UndecidedError, match="could not be planned"):
        curve.delta(Fraction(1, 10))


def test_a_side_is_told_where_the_laws_are_disjoint_or_no_loss_exceeds_the_threshold():
    disjoint = PrivacyCurve([(TruncatedLaplaceLoss(1, Fraction(1, 2)), 3), (LaplaceLoss(3), 2)])
    assert not disjoint.holds(1, Fraction(1, 10))
    assert disjoint.holds(1, 1)
    assert PrivacyCurve([(LaplaceLoss(3), 2)]).holds(Fraction(2, 3), 0)


def test_a_line_planned_beyond_all_losses_is_refused_and_takes_no_million_bits():
    noise = noise_of(NegativeBinomial(3, Rational(1, 3)))
    parts = [(CountLoss(noise, 1, False, Fraction(1, 20)), 2), (SampledLoss(LaplaceLoss(1), Fraction(1, 2), "add"), 1)]
    found = PrivacyCurve(parts).epsilon(Fraction(2, 10**30), 2)
    assert Fraction(47, 100) < found.lower < found.upper < Fraction(49, 100)
