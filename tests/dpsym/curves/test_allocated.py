"""Random allocation of Gaussian noise: certified curves against integrals, draws and the other side's accountant, and their false twins."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from sympy import Rational

from dpsym import DiscreteGaussian, Gaussian, Laplace
from dpsym.ball import to_fmpq
from dpsym.curves import (
    AllocatedGaussianLoss,
    AllocatedResponseLoss,
    GaussianLoss,
    PrivacyCurve,
    allocated_bracket,
    allocated_laplace_bracket,
    allocated_pure_bracket,
)
from dpsym.curves.mean_ratio import contour_for
from dpsym.errors import ParameterError
from mechanisms.accounting import LossDistribution

EPS = Fraction(2, 5)


def _call(level, sigma):
    """Return E(Y - level)_+ of the ratio of one step."""
    from scipy.special import ndtr

    if level <= 0:
        return 1 - level
    place = sigma * math.log(level)
    return float(ndtr(0.5 / sigma - place) - level * ndtr(-0.5 / sigma - place))


def _one_of_two(sigma, level):
    from scipy.integrate import quad

    def inner(z):
        return (
            math.exp(-z * z / 2)
            / math.sqrt(2 * math.pi)
            * _call(2 * level - math.exp(z / sigma - 0.5 / sigma**2), sigma)
            / 2
        )

    kink = sigma * math.log(2 * level) + 0.5 / sigma
    return sum(quad(inner, *ends, epsabs=1e-14, epsrel=1e-13)[0] for ends in ((-12, kink), (kink, kink + 14)))


@pytest.mark.parametrize("sigma", ["4/5", "2", pytest.param("4", marks=pytest.mark.slow)])
@pytest.mark.parametrize("direction", ["remove", "add"])
def test_one_of_two_steps_is_an_integral(sigma, direction):
    level = math.exp(EPS if direction == "remove" else -EPS)
    value = _one_of_two(float(Fraction(sigma)), level)
    truth = value if direction == "remove" else (level - 1 + value) / level
    found = PrivacyCurve([(AllocatedGaussianLoss(2, Fraction(sigma), direction), 1)]).delta(EPS, 12)
    assert float(found.lower) - 1e-11 <= truth <= float(found.upper) + 1e-11
    assert not float(found.lower) <= truth * (1 + 1e-8) <= float(found.upper)
    assert float(found.upper - found.lower) < 1e-11 * truth


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(("sigma", "ends"), [("1", ("1/2", "2")), ("2", ("9/10", "21/20")), ("1/2", ("2", "8"))])
def test_both_functions_of_the_mean_agree_with_draws(sigma, ends):
    # seeded; six standard errors are exceeded by chance in one of 5 10^8 draws
    spread, slots, size = float(Fraction(sigma)), 64, 40_000
    noise = np.random.default_rng(7).normal(size=(size, slots))
    ratio = np.exp(noise / spread - 0.5 / spread**2).mean(axis=1)
    place = Fraction(ends[1]) * Fraction(15, 16)
    with ctx.workprec(128):
        first, second = contour_for(Fraction(sigma), slots, tuple(map(Fraction, ends)), 96).at(
            arb(place.numerator) / place.denominator
        )
        assert max(first.rad(), second.rad()) < arb(2) ** -80
    for value, drawn in ((first, ratio <= float(place)), (second, np.maximum(float(place) - ratio, 0.0))):
        assert abs(float(value) - drawn.mean()) <= 6 * drawn.std() / math.sqrt(size) + 1e-12


@pytest.mark.slow
def test_a_line_and_a_hyperbola_agree():
    # the ends of the stretch decide which one is taken
    spread, place = Fraction(1), arb(3) / 2
    with ctx.workprec(128):
        near, far = (
            contour_for(spread, slots, ends, 96).at(place)
            for slots, ends in ((300, (Fraction(1, 2), Fraction(2))), (300, (Fraction(1), Fraction(6))))
        )
        assert all(one.overlaps(other) for one, other in zip(near, far, strict=True))
        other = contour_for(spread, 301, (Fraction(1, 2), Fraction(2)), 96).at(place)
    assert not near[0].overlaps(other[0])


@pytest.mark.slow
@pytest.mark.parametrize("direction", ["remove", "add"])
def test_epochs_lie_in_the_bracket_of_the_other_accountant(direction):
    low, high = PrivacyCurve([(AllocatedGaussianLoss(1000, Fraction(2), direction), 3)]).bracket(Fraction(1, 10**5))
    found = LossDistribution.gaussian(2.0).allocate(1000, direction).compose(3).epsilon(1e-5)
    assert found.lower <= high
    assert low <= found.upper
    assert high - low < Fraction(1, 1000) * high
    assert not found.contains(float(low) * 1.01)


@pytest.mark.slow
def test_the_masses_of_cells_are_those_of_single_cuts():
    loss = AllocatedGaussianLoss(50, Fraction(1))
    with ctx.workprec(100):
        cuts = [arb(k) / 64 for k in range(-40, 60)]
        cells = loss.cells(cuts)
        assert sum((p for p, _ in cells), arb(0)).overlaps(arb(1))
        for k in (3, 50, 90):
            above = loss.cells([cuts[k]])[-1]
            assert all(sum((cell[side] for cell in cells[k + 1 :]), arb(0)).overlaps(above[side]) for side in (0, 1))


@pytest.mark.slow
def test_several_selected_steps_have_a_bracket_and_all_of_them_are_plain_noise():
    low, high = allocated_bracket(2, 12, 3, delta=Fraction(1, 1000))
    assert 0 < low < high < 2 * low
    plain = PrivacyCurve([(GaussianLoss(Fraction(2)), 8)]).epsilon(Fraction(1, 1000))
    assert allocated_bracket(2, 4, 4, 2, delta=Fraction(1, 1000))[1] == plain.upper
    assert high < PrivacyCurve([(GaussianLoss(Fraction(2)), 3)]).epsilon(Fraction(1, 1000)).lower


@pytest.mark.slow
@pytest.mark.parametrize(("steps", "selected"), [(3, 2), (6, 4)])
def test_several_of_few_steps_are_bounded_where_blocks_are_undecided(steps, selected):
    low, high = allocated_bracket(2, steps, selected, delta=Fraction(1, 1000))
    known = [PrivacyCurve([(GaussianLoss(Fraction(2)), count)]).epsilon(Fraction(1, 1000)) for count in (1, selected)]
    assert known[0].upper < low < high <= known[1].upper


def test_the_lower_bound_of_several_steps_is_not_the_upper_one_of_fewer():
    # k = 2 of 2 is plain noise twice, which the bracket of 1 of 2 must not reach
    one, both = allocated_bracket(1, 2, 1, eps=1), allocated_bracket(1, 2, 2, eps=1)
    assert one[1] < both[0]


def test_a_guarantee_remembers_the_allocation_and_its_epochs():
    made = Gaussian(3).allocate(40)
    answer = made.to_approx(Rational(1, 10**4))
    low, high = allocated_bracket(3, 40, delta=Fraction(1, 10**4))
    assert low <= Fraction(answer.number.p, answer.number.q) <= high * (1 + Fraction(1, 10**11))
    assert "amplification.allocation.partition" in answer.theorems
    assert made.compose(2).compose(3).node.sampling.epochs == 6
    assert str(made.node.sampling) == "random allocation to 1 of 40 steps"
    assert Gaussian(3).allocate(1).epsilon(Rational(1, 100)) == Gaussian(3).guarantee().epsilon(Rational(1, 100))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Gaussian(1).allocate(0), "number of steps t must be a positive integer, got 0"),
        (lambda: Gaussian(1).allocate(3, 4), "at most the number of steps 3, got 4"),
        (
            lambda: Gaussian(1).guarantee(adjacency="replace").allocate(3),
            "adjacency under random allocation must be add-remove",
        ),
        (lambda: AllocatedGaussianLoss(3, Fraction(1), "both"), "direction must be"),
        (lambda: allocated_bracket(1, 3), "question must be a delta or an eps"),
        (lambda: allocated_bracket(1, 3, 4, eps=1), "selected steps must be at most the number of steps 3, got 4"),
    ],
)
def test_bad_input_gets_one_line(make, told):
    with pytest.raises(ParameterError, match=told):
        make()


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize(("slots", "eps"), [(10, 1), (300, Fraction(1, 4))])
def test_randomized_response_is_the_sum_that_the_other_accountant_brackets(slots, eps, direction):
    curve = PrivacyCurve([(AllocatedResponseLoss(slots, eps, direction), 1)])
    other = LossDistribution.randomized_response(float(eps)).allocate(slots, direction)
    for at in (Fraction(1, 20), Fraction(1, 4) * eps):
        value, found = curve.delta(at, 12), other.delta(float(at))
        assert found.lower - 1e-14 <= float(value.upper)
        assert float(value.lower) <= found.upper + 1e-14
    wrong = PrivacyCurve([(AllocatedResponseLoss(slots + 1, eps, direction), 1)]).delta(Fraction(1, 20), 12)
    assert wrong.upper < curve.delta(Fraction(1, 20), 12).lower or direction == "add"


@pytest.mark.slow
def test_pure_noise_is_below_randomized_response_and_not_by_chance():
    delta = Fraction(1, 10**6)
    bound = allocated_pure_bracket(1, 100, delta=delta)[1]
    other = max(LossDistribution.laplace(1.0).allocate(100, side).epsilon(1e-6).upper for side in ("remove", "add"))
    assert other < bound < 1.3 * other
    # of a step that is pure in less than the noise is the bound does not hold
    assert allocated_pure_bracket(Fraction(4, 5), 100, delta=delta)[1] < other
    answer = Laplace(1).guarantee().to_pure().allocate(100).to_approx(Rational(1, 10**6))
    assert "amplification.allocation.pure.several" in answer.theorems
    assert abs(float(answer) - float(bound)) < 1e-9


@pytest.mark.slow
def test_a_guarantee_of_laplace_noise_is_met_from_below():
    answer = Laplace(1).allocate(100).to_approx(Rational(1, 10**6))
    low, high = allocated_laplace_bracket(1, 100, delta=Fraction(1, 10**6))
    assert "amplification.allocation.pure.several" in answer.theorems
    assert low <= Fraction(answer.number.p, answer.number.q) <= high * (1 + Fraction(1, 10**11))
    assert high < low * (1 + Fraction(1, 10**5))
    assert allocated_laplace_bracket(1, 99, delta=Fraction(1, 10**6))[0] > high


@pytest.mark.slow
def test_a_step_less_of_laplace_noise_tells_less():
    assert allocated_laplace_bracket(1, 5, 5, eps=1)[0] > allocated_laplace_bracket(1, 5, 4, eps=1)[1]


@pytest.mark.slow
def test_noise_without_a_curve_loses_what_the_run_does_and_says_so():
    answer = DiscreteGaussian(1).allocate(10).to_approx(Rational(1, 100))
    assert answer.value.eps == DiscreteGaussian(1).epsilon(Rational(1, 100))
    assert "the draw told" in answer.explain(long=True)
    assert any("no certified curve is known for DiscreteGaussian" in route.reason for route in answer.losers)


@pytest.mark.parametrize(("slots", "eps"), [(100, 1), (10, 2), (1000, Fraction(1, 2))])
def test_a_tiny_delta_of_one_epoch_has_digits(slots, eps):
    removed, added = (PrivacyCurve([(AllocatedGaussianLoss(slots, Fraction(1), way), 1)]) for way in ("remove", "add"))
    found = added.delta(eps, 12)
    assert 0 < found.upper < 1e-9
    with ctx.workprec(400):
        other = removed.delta(-eps, 60)
        rise = arb(to_fmpq(Fraction(eps))).exp()
        mirrored = 1 - rise + rise * arb(to_fmpq(other.lower)).union(arb(to_fmpq(other.upper)))
    assert mirrored.overlaps(arb(to_fmpq(found.lower)).union(arb(to_fmpq(found.upper))))
    assert not mirrored.overlaps(arb(to_fmpq(found.upper)) * 1.000001)


def test_beyond_what_each_step_loses_nothing_is_left():
    assert allocated_laplace_bracket(1, 10, 2, 3, eps=6) == (0, 0)
    assert allocated_laplace_bracket(1, 10, 2, 1, eps=Fraction(19, 10))[1] > 0


@pytest.mark.parametrize("direction", ["remove", "add"])
@pytest.mark.parametrize("selected", [1, 7])
def test_the_ends_of_many_answers_are_left_out_and_bounded(direction, selected):
    whole = AllocatedResponseLoss(3000, Fraction(1), direction, selected)
    near = whole.near(-40.0)
    assert AllocatedResponseLoss(20, Fraction(1)).near(-40.0) == AllocatedResponseLoss(20, Fraction(1))
    with ctx.workprec(256):
        all_atoms, kept = whole.atoms(), near.atoms()
        assert len(kept.losses) < len(all_atoms.losses) / 2
        first = next(k for k, loss in enumerate(all_atoms.losses) if loss.overlaps(kept.losses[0]))
        last = first + len(kept.losses)
        assert all(one.overlaps(other) for one, other in zip(all_atoms.losses[first:last], kept.losses, strict=True))
        for masses, left in ((all_atoms.masses, kept.infinite), (all_atoms.others, kept.missing)):
            ends = sum(masses[:first], arb(0)) + sum(masses[last:], arb(0))
            assert 0 < ends <= left.upper() <= arb(-40).exp()
        assert (sum(all_atoms.masses) - 1).contains(0)
    eps, delta = Fraction(1, 20), Fraction(1, 10**6)
    truth = PrivacyCurve([(whole, 2)]).delta(eps, 6)
    found = PrivacyCurve([(whole, 2)]).bracket(delta)
    assert found[1] - found[0] < found[1] / 10**4
    assert truth.overlaps(PrivacyCurve([(near, 2)]).delta(eps, 6))
