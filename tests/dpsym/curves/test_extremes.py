"""The ends of every scale: an answer of ten digits, or a refusal, and never another exception."""

import math
from fractions import Fraction

import mpmath as mp
import pytest
from flint import acb, arb, ctx

from dpsym.curves import (
    DiscreteGaussianLoss,
    GaussianLoss,
    GeometricLoss,
    LaplaceLoss,
    RandomizedResponseLoss,
    SubsampledGaussianLoss,
    TruncatedLaplaceLoss,
    curve,
)
from dpsym.curves.effort import Effort
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.gaussian import GaussiansLoss, GaussianSum
from dpsym.curves.lattice import Lattice
from dpsym.curves.line import Line
from dpsym.curves.revivals import Revivals
from dpsym.curves.tail import Tail
from dpsym.errors import UndecidedError

F = Fraction
TINY = F(1, 10**300)
FAMILIES = {
    "Laplace": LaplaceLoss,
    "geometric": GeometricLoss,
    "truncated Laplace": lambda scale: TruncatedLaplaceLoss(scale, 300 * scale),
    "randomized response": lambda scale: RandomizedResponseLoss(1 / scale),
    "Gaussian": GaussianLoss,
}
DELTAS = (TINY, F(1, 10**6), F(9, 10), 1 - F(1, 10**6), F(0), F(1))


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("scale", [F(1, 1000), F(10), F(10**8)])
@pytest.mark.parametrize("count", [1, 3, 100, 10**6, 10**9])
def test_ten_digits_or_a_refusal_at_every_scale_and_count(name, scale, count):
    composed = curve((FAMILIES[name](scale), count))
    for delta in DELTAS:
        try:
            found = composed.epsilon(delta)
        except UndecidedError:
            continue
        assert math.isinf(found.upper) or found.upper == 0 or found.digits >= 10


@pytest.mark.parametrize("count", [1, 10, 100])
def test_far_below_the_top_atom_the_threshold_is_the_greatest_loss(count):
    """delta(top - s) is at least 2^-n (1 - e^-s), so that the threshold at 1e-300 is closer to the top than 1e-200."""
    found = curve((LaplaceLoss(10), count)).epsilon(TINY)
    top = F(count, 10)
    assert found.lower <= top <= found.upper
    assert found.digits >= 12


def test_between_two_atoms_the_threshold_is_found_from_the_top_one():
    """10^4 answers of eps = 1000 are all true but for e^-1000 or so: delta(n eps - s) = 1 - e^-s."""
    found = curve((RandomizedResponseLoss(1000), 10**4)).epsilon(F(1, 10))
    with mp.workdps(40):
        expected = 10**7 + mp.log(mp.mpf(9) / 10)
        assert abs(mp.mpf(found.lower.numerator) / found.lower.denominator - expected) < 1e-4
    assert found.digits >= 12


def test_a_billion_laplace_mechanisms():
    """The variance of one loss is a^2 (1 + O(a)): the composition is close to a Gaussian of mu = a sqrt(n)."""
    many = curve((LaplaceLoss(10**5), 10**9)).epsilon(F(1, 10**6))
    normal = curve((GaussianLoss(10**5), 10**9)).epsilon(F(1, 10**6))
    assert many.digits >= 12
    assert abs(many.mid / normal.mid - 1) < 1e-3


@pytest.mark.parametrize("sigma", [F(1, 1000), F(1), F(1000)])
@pytest.mark.parametrize("eps", [F(0), F(1, 3), F(20)])
def test_the_contour_holds_the_closed_form_of_gaussians(sigma, eps):
    parts = ((GaussianLoss(sigma), 3), (GaussianLoss(2 * sigma), 5))
    eps = eps + F(3 * 4 + 5, 8) / sigma**2
    value = Evaluator(parts, 40.0, contour=True).delta(eps)
    with ctx.workprec(300):
        exact = GaussianSum(GaussiansLoss(parts)).delta(eps)
        assert value.overlaps(exact)
        assert value.rad() <= abs(value) * arb(-39).exp()


def test_the_contour_alone_agrees_with_the_finite_sum():
    parts = ((LaplaceLoss(3), 4), (RandomizedResponseLoss(F(1, 2)), 3), (TruncatedLaplaceLoss(2, 8), 2))
    for eps in (F(1, 5), F(2)):
        value = Evaluator(parts, 40.0, contour=True).delta(eps)
        assert curve(*parts).finite_sum(eps).value.overlaps(value)


def test_gaussians_become_one_without_moving_the_curve():
    losses = [(GaussianLoss(F(20 + k, 3)), 1 + k % 3) for k in range(200)]
    mixed = curve((LaplaceLoss(4), 3), *losses)
    assert len(Evaluator(mixed.components, 30.0).parts) == 2
    with mp.workdps(40):
        mu = mp.sqrt(mp.fsum(count * mp.mpf(9) / (20 + k) ** 2 for k, (_, count) in enumerate(losses)))
        exact = mp.ncdf(mu / 2 - 1 / mu) - mp.e * mp.ncdf(-mu / 2 - 1 / mu)
        found = curve(*losses).delta(1)
        assert abs(mp.mpf(found.lower.numerator) / found.lower.denominator - exact) < exact * mp.mpf(10) ** -19


def test_work_has_a_limit():
    effort = Effort(10)
    effort.spend(9)
    with pytest.raises(UndecidedError, match="limit of work"):
        effort.spend(2)
    effort.spend(1)
    with pytest.raises(UndecidedError):
        curve((SubsampledGaussianLoss(F(1, 1000), F(7, 10)), 2)).epsilon(F(1, 10**5), effort=1000)
    plan = Evaluator(((LaplaceLoss(1), 50),), 20.0)._plan(F(5), None)
    for road in (
        lambda: Line(((LaplaceLoss(1), 50),), plan, F(5), 1 << 14, Effort(5)),
        lambda: Lattice(((LaplaceLoss(1), 50),), plan, F(5), Effort(5)),
    ):
        with pytest.raises(UndecidedError):
            road()


@pytest.mark.parametrize(
    "loss",
    [
        LaplaceLoss(3),
        RandomizedResponseLoss(F(3, 4)),
        GeometricLoss(2, 4),
        TruncatedLaplaceLoss(2, 3),
        TruncatedLaplaceLoss(2, F(3, 4)),
    ],
)
def test_no_height_of_a_stretch_beats_its_bound(loss):
    """A fine grid of heights on each stretch; a stretch over several turns has the trivial bound and no less."""
    with ctx.workprec(80):
        c = arb(1.25)
        revivals = Revivals(loss.balls(), c)
        for first, last in ((0.0, 0.5), (0.5, 1.0), (1.0, 3.0), (7.0, 8.0), (10.0, 60.0)):
            low, high = arb(first), arb(last)
            inverse = 1 / ((2 * c + 1) ** 2 + (2 * low) ** 2).sqrt()
            bound = revivals.ratio(low, high, inverse) * revivals.height
            for k in range(201):
                z = acb(c, arb(first + (last - first) * k / 200))
                atoms, edges = loss.split(z)
                assert not abs(atoms) + abs(edges) / abs(2 * z + 1) > bound


@pytest.mark.parametrize("loss", [LaplaceLoss(50), RandomizedResponseLoss(F(1, 20)), TruncatedLaplaceLoss(9, 20)])
def test_up_to_half_a_turn_the_tail_is_the_modulus_itself(loss):
    with ctx.workprec(80):
        tail = Tail(((loss, 1),), 2.0)
        top = loss.at(arb(2))
        for height in (1.0, 3.0, 6.0):
            bound = tail.log_bound(height).exp() * top
            for k in range(400):
                value = abs(loss.on_line(arb(2), arb(height) + arb(k) / 4, 1, 1, 60.0)[0])
                assert not value > bound * (1 + arb(1e-12))


@pytest.mark.parametrize("rate", [F(1, 2), pytest.param(F(1, 100), marks=pytest.mark.slow)])
def test_a_tiny_delta_of_small_noise_on_few_samples_is_refused_in_words(rate):
    with pytest.raises(UndecidedError):
        curve((SubsampledGaussianLoss(rate, F(3, 10), "add"), 10)).epsilon(TINY)


def test_a_line_that_needs_more_work_than_is_left_is_not_begun():
    parts, eps = ((SubsampledGaussianLoss(F(1, 100), F(1)), 1000),), F(1)
    plan = Evaluator(parts, 20.0)._plan(eps, None)
    effort = Effort(200)
    with ctx.workprec(100), pytest.raises(UndecidedError):
        Line(parts, plan, eps, 3000, effort)
    assert effort.left == 200
    with ctx.workprec(100):
        assert Line(parts, plan, eps, 3000, Effort()).delta(eps) > 0


@pytest.mark.parametrize("count", [10**3, 10**6])
def test_little_noise_on_the_integers_many_times(count):
    """Nearly all losses are v, of noise of variance 1/(2 v), and few are 3 v or -v: their number is nearly a Poisson law's."""
    v = mp.mpf(49) / 2
    found = curve((DiscreteGaussianLoss(F(1, 49)), count)).epsilon(F(1, 10**5))
    with mp.workdps(40):
        mass = count * mp.exp(-v)  # of a loss of 3 v; as much has one of -v
        beyond = 1 - mp.exp(-mass)
        rise = -mp.log1p(-(mp.mpf(10) ** -5) / beyond) if beyond > mp.mpf(10) ** -5 else None
        about = count * v + 2 * v - rise if rise is not None else count * v + mp.log1p(-(mp.mpf(10) ** -5))
    assert found.digits >= 12
    assert abs(found.lower - F(str(about))) < F(1, 1000)


@pytest.mark.parametrize("strength", [1, 20])
@pytest.mark.parametrize("eps", [0, 1, 1000])
def test_a_delta_next_to_1_is_told_by_one_moment(strength, eps):
    composed, count = curve((RandomizedResponseLoss(strength), 10**4)), 10**4
    found = composed.delta(eps, digits=12)
    keep = mp.mpf(1) / (1 + mp.exp(-strength))
    bound = mp.exp(mp.mpf(eps) / 2) * (2 * mp.sqrt(keep * (1 - keep))) ** count
    assert 1 - F(1, 10**12) <= found.lower <= found.upper <= 1 + F(1, 10**30)
    assert bound < 1e-12  # twice the root of it bounds what is left


def test_a_delta_that_is_not_next_to_1_is_not_told_so():
    found = curve((RandomizedResponseLoss(F(1, 10)), 1000)).delta(1, digits=12)
    assert found.digits >= 12
    assert found.upper < F(999, 1000)


def test_far_beyond_all_losses_that_matter_a_search_ends():
    rare = curve((SubsampledGaussianLoss(F(1, 10), F(1, 10), "remove"), 3))
    low, high = rare.delta_bracket(10**4)
    assert low == 0
    assert 0 < high < F(1, 10**400)
    assert rare.delta_upper(10**4) == high
    near = rare.delta(20)
    assert near.upper <= rare.delta_upper(20) < 40 * near.lower
