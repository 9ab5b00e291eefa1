"""delta just below the greatest loss of a composition, against finite sums, contours and what lies beside it."""

from fractions import Fraction

import pytest
from flint import ctx

from dpsym.curves import (
    DiscreteGaussianLoss,
    GaussianLoss,
    KaryResponseLoss,
    LaplaceLoss,
    PrivacyCurve,
    RandomizedResponseLoss,
    SampledLoss,
    TruncatedLaplaceLoss,
)
from dpsym.curves.evaluation import Evaluator
from dpsym.curves.finite_sum import FiniteSum
from dpsym.curves.loss import ball_of
from dpsym.curves.summit import Summit
from dpsym.errors import UndecidedError

HALF = Fraction(1, 2)
PARTS = {
    "laplace": ((LaplaceLoss(HALF), 10),),
    "truncated": ((TruncatedLaplaceLoss(2, 7), 4),),
    "unlike": ((LaplaceLoss(3), 2), (RandomizedResponseLoss(Fraction(1, 3)), 3), (KaryResponseLoss(1, 5), 1)),
}


@pytest.mark.parametrize("gap", [Fraction(1, 10**9), Fraction(1, 1000), Fraction(1, 7)])
@pytest.mark.parametrize("name", PARTS)
def test_the_bounds_hold_and_are_narrow_near_the_top(name, gap):
    parts = PARTS[name]
    with ctx.workprec(200):
        summit, top = Summit(parts), sum(count * loss.positions[-1] for loss, count in parts)
        exact = FiniteSum(parts, Evaluator(parts, 20.0).effort, top - 1).delta(top - gap)
        found = summit.delta(top - gap)
        assert found.contains(exact)
        assert found.rad() < 20 * ball_of(gap) * found.mid()
        summit.least *= 1 + 40 * ball_of(gap)
        assert not summit.delta(top - gap).contains(exact)


@pytest.mark.parametrize("share", [Fraction(1, 10**7), Fraction(1, 100)])
@pytest.mark.parametrize("name", PARTS)
def test_the_threshold_of_a_small_delta_is_enclosed(name, share):
    parts = PARTS[name]
    with ctx.workprec(200):
        summit = Summit(parts)
        rest = summit.least * ball_of(share)
        low, high = summit.bracket(rest)
        sums = FiniteSum(parts, Evaluator(parts, 20.0).effort, low - 1)
        assert sums.delta(high) <= rest <= sums.delta(low)
        assert not sums.delta(high) >= rest
        assert high - low < share**2 * 20 * high


@pytest.mark.parametrize("direction", ["remove", "add"])
def test_a_sample_has_a_greatest_loss_too(direction):
    # no line through the saddle point, some 10^6, is needed: nine digits more than a lattice has
    curve = PrivacyCurve([(SampledLoss(LaplaceLoss(HALF), HALF, direction), 10)])
    found = curve.epsilon(Fraction(1, 10**12) if direction == "remove" else Fraction(1, 10**30), effort=100_000)
    assert found.digits >= 11
    assert found.upper < float(curve.components[0][0].greatest_loss().upper()) * 10


@pytest.mark.parametrize(
    "parts",
    [
        ((GaussianLoss(1), 3),),  # without an end
        ((DiscreteGaussianLoss(4), 3),),  # of which values were left out
        ((SampledLoss(DiscreteGaussianLoss(4), HALF), 3),),
        ((RandomizedResponseLoss(0), 3),),  # no loss above 0
    ],
)
def test_without_a_greatest_loss_nothing_is_said(parts):
    with ctx.workprec(100), pytest.raises(UndecidedError):
        Summit(parts)


def test_a_larger_delta_than_that_of_the_greatest_loss_is_not_told():
    with ctx.workprec(100):
        summit = Summit(PARTS["laplace"])
        with pytest.raises(UndecidedError):
            summit.bracket(summit.least * 2)
        with pytest.raises(UndecidedError):
            summit.delta(Fraction(20))
