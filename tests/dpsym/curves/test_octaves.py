"""Few runs with normal noise on samples of fixed size: the moments along lifted paths, and delta on a contour of octaves."""

import math
from fractions import Fraction

import mpmath as mp
import pytest
from flint import acb, arb, ctx

from dpsym.curves import FixedSizeLoss, SubsampledGaussianLoss, curve
from dpsym.curves.effort import Effort
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.lifted_half import LiftedHalf
from dpsym.curves.lifted_path import Region
from dpsym.curves.line import Line
from dpsym.curves.octaves import octaves_of
from dpsym.curves.planning import Planner
from dpsym.curves.sandwich import Sandwich, _Plan
from dpsym.errors import UndecidedError

CASES = [("1", "1/100", 4), ("10", "1/5", 30), ("1/2", "9/10", 2), ("2", "1/10000", 7)]


def loss_of(spread, rate):
    return FixedSizeLoss(SubsampledGaussianLoss(Fraction(rate), Fraction(spread)))


def beside(half, lift, place, z):
    """Return the sum for B at a point of a region."""
    nodes = half.nodes(lift, place, arb("1e-25"))
    points = list(zip(nodes.logs, nodes.weights, strict=True))
    above = sum((weight * ((1 + z) * log).exp() for log, weight in points), acb(0))
    below = sum((weight * (-z.conjugate() * log).exp() for log, weight in points), acb(0))
    return above + below.conjugate() + acb(arb(0, nodes.error.upper()), arb(0, nodes.error.upper()))


@pytest.mark.parametrize(("spread", "rate", "c"), CASES)
def test_sums_along_a_lifted_path_are_those_on_the_axis_and_below_their_bounds(spread, rate, c):
    loss, half = loss_of(spread, rate), LiftedHalf(Fraction(spread), Fraction(rate))
    with ctx.workprec(128):
        for height in (1, 30):
            z = acb(c, height)
            place = Region(arb(c), arb(c + 1), arb(height) / 2, arb(2 * height))
            lift = half.lift(place.left, place.low, 4.0)
            found = beside(half, lift, place, z)
            truth = loss.on_line(z.real, z.imag, 1, 1, 60.0)[0] - loss.at_zero()
            assert found.overlaps(truth)
            assert abs(found) <= half.bound(lift, place.left, place.right, place.low)
            assert abs(found - truth) < arb("1e-15") * loss.at(z.real)
            moved = loss.on_line(z.real, arb(height + 0.01), 1, 1, 60.0)[0] - loss.at_zero()
            assert not found.overlaps(moved)  # what is off by a little is noticed


@pytest.mark.parametrize(("spread", "rate", "c"), CASES)
def test_far_up_the_moments_beside_the_atom_fall_like_the_square_of_the_height(spread, rate, c):
    half, height = LiftedHalf(Fraction(spread), Fraction(rate)), 10**8
    place = Region(arb(c), arb(c), arb(height), arb(2 * height))
    with ctx.workprec(160):
        lift = half.lift(place.left, place.low, 4.0)
        nodes = [abs(beside(half, lift, place, acb(c, k * height))) for k in (1, 2)]
        most = half.fall(place.left, place.low)
        assert nodes[0] <= most / arb(height) ** 2 < 4 * nodes[0]
        assert nodes[1] <= most / arb(2 * height) ** 2
        assert not nodes[0] <= most / arb(2 * height) ** 2


def of_two_runs(m, spread, rate, eps):
    """Return delta of two runs from the definition: the profile of one of them, averaged over the loss of the other."""
    mu, q = 1 / m.mpf(spread), m.mpf(rate)

    def beyond(t, middle):
        return m.erfc((t - middle) / (mu * m.sqrt(2))) / 2

    def density(t):
        return m.exp(-((t / mu + mu / 2) ** 2) / 2) / (mu * m.sqrt(2 * m.pi))

    def one(x):
        if x < 0:
            return 1 - m.exp(x) + m.exp(x) * one(-x)
        place = m.log(1 + m.expm1(x) / q)
        return q * beyond(place, mu * mu / 2) - (m.expm1(x) + q) * beyond(place, -mu * mu / 2)

    above = beyond(m.mpf(0), -mu * mu / 2)
    here = 1 - (2 - q) * above - q * (1 - above)

    def share(t):
        loss = m.log(1 + q * m.expm1(t))
        return (m.exp(loss) * one(eps - loss) + one(eps + loss)) * density(t)

    kink = m.log(1 + m.expm1(abs(eps)) / q)
    ends = sorted([m.mpf(0), kink / 2, kink, *(mu * k for k in (1, 2, 4, 7, 10, 15))])
    return here * one(eps) + m.quad(share, ends)


@pytest.mark.parametrize(
    ("spread", "rate", "eps"),
    [
        (10, 0.9, 0.3),
        (0.5, 0.5, 4),
        (10, 0.9, -0.3),
        pytest.param(1, 0.01, -0.25, marks=pytest.mark.slow),
        pytest.param(1, 0.01, 0.25, marks=pytest.mark.slow),
        pytest.param(2, 0.0001, 0.0001, marks=pytest.mark.slow),
    ],
)
def test_two_runs_have_the_profile_of_one_averaged_over_the_other(spread, rate, eps):
    truth = of_two_runs(mp.fp, spread, rate, eps)
    found = curve((loss_of(str(spread), str(rate)), 2)).delta(Fraction(str(eps)), 12)
    assert found.digits >= 12
    assert abs(float(found.lower) / truth - 1) < 1e-9
    assert abs(float(found.lower) / of_two_runs(mp.fp, spread, rate * 1.0001, eps) - 1) > 1e-8  # what is off is noticed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spread", "rate", "eps"),
    [("1", "0.01", "0.25"), ("0.5", "0.5", "6"), ("10", "0.9", "-0.3"), ("1", "0.0001", "0.004")],
)
def test_two_runs_have_it_to_twelve_digits(spread, rate, eps):
    with mp.workdps(22):
        rates = mp.mpf(rate), mp.mpf(rate) * (1 + mp.mpf(10) ** -9)
        truth, other = (of_two_runs(mp, spread, each, mp.mpf(eps)) for each in rates)
        found = curve((loss_of(spread, rate), 2)).delta(Fraction(eps), 12)
        low, high = (mp.mpf(end.numerator) / end.denominator for end in (found.lower, found.upper))
        assert low <= truth <= high < (1 + mp.mpf(10) ** -11) * low
        assert not low <= other <= high


@pytest.mark.parametrize(
    ("spread", "rate", "count", "eps"),
    [("3", "1/2", 12, "3"), pytest.param("1", "1/100", 120, "0.8", marks=pytest.mark.slow)],
)
def test_a_line_through_many_runs_says_the_same(spread, rate, count, eps):
    parts = ((loss_of(spread, rate), count),)
    threshold, planner = Fraction(eps), Planner(parts)
    plan = Evaluator(parts, 28.0)._plan(threshold, None)
    with ctx.workprec(128):
        octaves = octaves_of(*parts[0], planner, threshold, 28.0, -math.inf, Effort(), None).delta(threshold)
        line = Line(parts, plan, threshold, 60000, Effort()).delta(threshold)
        assert line.overlaps(octaves)
        assert octaves.rad() < arb("1e-11") * octaves
        assert not (line * (1 + arb("1e-9"))).overlaps(octaves)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spread", "rate", "count", "delta"),
    [("1/2", "1/2", 3, "1/100000000"), ("1", "1/100", 50, "1/100000"), ("5", "1/10", 8, "1/100000")],
)
def test_few_runs_have_ten_digits_between_two_lattices(spread, rate, count, delta):
    parts = ((loss_of(spread, rate), count),)
    low, high = curve(*parts).bracket(Fraction(delta))
    assert 0 < high - low < low / 10**9
    plan = _Plan(2 * float(high))
    below, above = (Sandwich(parts)._threshold(Fraction(delta), plan, 512, is_above) for is_above in (False, True))
    assert below <= low <= high <= above < Fraction(6, 5) * below
    assert not below <= curve((parts[0][0], 2 * count)).bracket(Fraction(delta))[0] <= above


def test_little_work_is_refused():
    parts = ((loss_of("1", "1/10"), 3),)
    with pytest.raises(UndecidedError, match="limit of work"):
        octaves_of(*parts[0], Planner(parts), Fraction(1, 10), 20.0, -math.inf, Effort(1000), None)


def test_runs_are_planned_without_what_is_too_rare_to_matter():
    loss = loss_of("1", "1/1000")
    near = loss.planned(-30.0, 5)
    assert near == loss.without(-30.0)[0] != loss
    assert loss.planned(-31.0, 5) != near
    assert loss_of("1", "1/2").planned(-30.0, 5) == loss_of("1", "1/2")
    assert abs(near.log_mgf(2.0) - loss.log_mgf(2.0)) < 1e-9
    assert near.log_mgf(40.0) < loss.log_mgf(40.0) - 100
    far = 3 * math.log(1 / 1000) * 200 + 200 * 3 * (200 * 3 - 1) / 2  # of (q e^t)^w, where that is all
    assert abs(loss.log_mgf(599.0) - far) < 1e-6 * far
