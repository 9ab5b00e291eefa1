"""What is kept for neighbouring questions is what would be found anew."""

from fractions import Fraction

import pytest
from flint import arb, ctx

from dpsym.curves import PrivacyCurve, SubsampledGaussianLoss
from dpsym.curves.coarse import CoarsePoints, coarse_points
from dpsym.curves.loss import _moment_at, moment_at, more_bits
from dpsym.curves.shifted import ShiftedContour, cut_contour, shifted_contour

RATE, SPREAD = Fraction(1, 50), Fraction(1)


@pytest.mark.parametrize("sign", [1, -1])
def test_bounds_that_are_kept_are_those_of_a_fresh_contour(sign):
    kept = shifted_contour(RATE, SPREAD, sign, 1.5)
    for height in (400.0, 3.0, 48.0, 400.0, 3.0):
        assert kept.bound(arb(height)) == ShiftedContour(RATE, SPREAD, sign, 1.5).bound(arb(height))
    assert kept.bound(arb(48)) != shifted_contour(RATE, SPREAD, sign, 1.75).bound(arb(48))


def test_a_bound_from_a_ball_on_is_none_from_its_middle_on():
    """The least height of the ball counts, whether the bound at its middle is known or not."""
    contour = cut_contour(RATE, SPREAD, 6.0, 1.0)
    middle, left = contour.bound(arb(20)), contour.bound(arb(19))
    assert middle < left
    assert contour.bound(arb(20, 1)) >= left
    assert contour.bound(arb(20)) == middle


def test_points_are_laid_on_from_those_that_are_there():
    grown, exponents = CoarsePoints(2.0, 0.01), (0.5, -3.0, 12.0, 40.0, 1.0)
    for w in exponents:
        assert grown.integrand(w, 9.0) == CoarsePoints(2.0, 0.01).integrand(w, 9.0)
        assert coarse_points(2.0, 0.01).log_integral(w) == CoarsePoints(2.0, 0.01).log_integral(w)
    assert grown.integrand(1.0, 9.0) != CoarsePoints(2.0, 0.02).integrand(1.0, 9.0)


def test_moments_are_kept_by_their_bits():
    loss, c = SubsampledGaussianLoss(RATE, SPREAD), arb(2)
    with ctx.workprec(128):
        many = moment_at(loss, c)
    with ctx.workprec(48):
        few = moment_at(loss, c)
        assert loss.at(c) is few
        assert not few.overlaps(moment_at(loss.reversed(), c))
        # a point that is not exact is no key
        assert loss.at(arb(2, 2**-60)).overlaps(few)
    assert few.overlaps(many)
    assert few.rad() > many.rad() > 0


def test_neighbours_take_as_many_bits():
    loss = SubsampledGaussianLoss(RATE, SPREAD)
    assert more_bits(((loss, 1000),)) == more_bits(((loss, 1001),)) == 16
    assert more_bits(((loss, 10**6),)) == 32


def test_a_question_is_answered_as_if_its_neighbours_had_not_been_asked():
    curves = [PrivacyCurve([(SubsampledGaussianLoss(RATE, SPREAD), count)]) for count in (900, 1000)]
    for kept in (shifted_contour, cut_contour, coarse_points, _moment_at):
        kept.cache_clear()
    alone = curves[1].epsilon(Fraction(1, 10**5))
    for kept in (shifted_contour, cut_contour, coarse_points, _moment_at):
        kept.cache_clear()
    before, after = (curve.epsilon(Fraction(1, 10**5)) for curve in curves)
    assert (after.lower, after.upper) == (alone.lower, alone.upper)
    assert before.upper < after.lower
