"""Some dozens of unlike losses: the moments of several at once, lists of halves, and thresholds found with few of them."""

from fractions import Fraction

import pytest
from flint import acb, arb, ctx

from dpsym.curves import LaplaceLoss, PrivacyCurve, RandomizedResponseLoss, SubsampledGaussianLoss
from dpsym.curves.effort import Effort
from dpsym.curves.grouped import Grouped

DELTA = Fraction(1, 10**5)


def _unlike(count, first=100):
    return tuple((LaplaceLoss(Fraction(first + step, 10)), 1) for step in range(count))


@pytest.mark.parametrize("start", [0, 4096, 100_000])
def test_the_moments_of_many_at_once_hold_their_product_however_far_out(start):
    c, step, count = arb(12.5), arb(3.9), 64
    with ctx.workprec(80):
        found = Grouped(_unlike(20)).on_line(c, step, start, count, 20.0, Effort())
        for place in (0, 1, count // 2, count - 1):
            z = acb(c, step * (start + place))
            product, twin = acb(1), acb(1)
            for others, (loss, _) in zip(_unlike(20, 101), _unlike(20), strict=True):
                atoms, edges = loss.split(z)
                product *= atoms + edges / (2 * z + 1)
                atoms, edges = others[0].split(z)
                twin *= atoms + edges / (2 * z + 1)
            assert found[place].overlaps(product)
            assert not found[place].overlaps(twin)
            assert found[place].real.rad() < abs(product).upper() * 1e-6


def test_unlike_responses_that_are_listed_by_halves_agree_with_the_finite_sum():
    parts = tuple((RandomizedResponseLoss(Fraction(10, 100 + step)), 1) for step in range(13))
    eps = Fraction(9, 10)
    listed, summed = PrivacyCurve(parts).delta(eps, 15), PrivacyCurve(parts).finite_sum(eps, 15)
    assert listed.value.overlaps(summed.value)
    assert not (listed.value * arb("1.0000000001")).overlaps(summed.value)


@pytest.mark.slow
def test_a_dozen_unlike_samples_have_nine_digits_and_delta_on_either_side():
    curve = PrivacyCurve(
        [(SubsampledGaussianLoss(Fraction(1, 100), Fraction(100 + step, 10)), 1) for step in range(12)]
    )
    low, high = curve.bracket(DELTA)
    assert 0 < high - low <= high / 10**9
    assert curve.holds(high, DELTA * Fraction(101, 100))
    assert not curve.holds(low, DELTA * Fraction(99, 100))
