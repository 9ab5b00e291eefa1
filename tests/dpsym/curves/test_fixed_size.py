"""A sample of fixed size, one record replaced: the pair of C_q(f), its composition, and what it must not fall below."""

from fractions import Fraction
from itertools import product

import mpmath as mp
import pytest
from sympy import Rational

from dpsym import Laplace
from dpsym.curves import (
    DiscreteGaussianLoss,
    FixedSizeLoss,
    KaryResponseLoss,
    LaplaceLoss,
    RandomizedResponseLoss,
    SampledLoss,
    SubsampledGaussianLoss,
    curve,
)
from dpsym.errors import ParameterError
from dpsym.guarantees import guarantee

RATE, CENT, DELTA = Fraction(1, 5), Rational(1, 100), Rational(1, 10**5)


def of_response(eps, rate, count, threshold):
    """Return delta of composed answers from the definition: losses a, 0 and -a by all their combinations."""
    truth, lie = mp.exp(eps) / (1 + mp.exp(eps)), 1 / (1 + mp.exp(eps))
    high = rate * truth + (1 - rate) * lie
    steps = [
        (mp.log(high / lie), high, lie),
        (mp.mpf(0), 1 - high - lie, 1 - high - lie),
        (mp.log(lie / high), lie, high),
    ]
    total = mp.mpf(0)
    for each in product(steps, repeat=count):
        p, q = mp.fprod(step[1] for step in each), mp.fprod(step[2] for step in each)
        total += max(p - mp.exp(threshold) * q, 0)
    return total


@pytest.mark.parametrize("count", [1, 2, 5])
def test_responses_are_between_bounds_that_hold_the_sum_over_all_answers(count):
    loss = FixedSizeLoss(SampledLoss(RandomizedResponseLoss(1), RATE))
    with mp.workdps(30):
        truth = of_response(mp.mpf(1), mp.mpf(1) / 5, count, mp.mpf("0.2"))
        ends = curve((loss, count)).delta_bracket(Fraction(1, 5))
        low, high = (mp.mpf(end.numerator) / end.denominator for end in ends)
        assert low <= truth <= high
        assert not low <= mp.mpf("1.02") * truth <= high  # what is off by a fiftieth is noticed


@pytest.mark.parametrize(
    "removed",
    [
        SubsampledGaussianLoss(RATE, Fraction(1)),
        pytest.param(SampledLoss(LaplaceLoss(1), RATE), marks=pytest.mark.slow),
        pytest.param(SampledLoss(KaryResponseLoss(1, 3), RATE), marks=pytest.mark.slow),
        pytest.param(SampledLoss(DiscreteGaussianLoss(1), RATE), marks=pytest.mark.slow),
    ],
)
def test_it_dominates_every_choice_of_directions_and_is_alike_in_both(removed):
    loss, delta = FixedSizeLoss(removed), Fraction(1, 1000)
    above = curve((loss, 4)).bracket(delta)[1]
    for removals in (0, 2, 4):
        parts = [(removed, removals), (removed.reversed(), 4 - removals)]
        assert curve(*(part for part in parts if part[1])).bracket(delta)[0] <= above
    assert loss.reversed() == loss
    one, sampled = (curve((each, 1)).epsilon(delta) for each in (loss, removed))
    assert one.value.overlaps(sampled.value)  # of one run nothing is lost


def test_the_masses_of_both_sides_are_mirrored_and_make_a_whole():
    from flint import arb

    loss = FixedSizeLoss(SampledLoss(KaryResponseLoss(1, 5), RATE))
    places = [arb(x) for x in (-0.5, -0.125, 0, 0.125, 0.5)]
    cells = loss.cells(places)
    for (p, q), (other_q, other_p) in zip(cells[:2], cells[:3:-1], strict=True):
        assert p.overlaps(other_p)
        assert q.overlaps(other_q)
    for side in zip(*cells, strict=True):
        assert sum(side, arb(0)).overlaps(arb(1))
    assert loss.cells(places[:2] + places[3:])[2][0].overlaps(cells[2][0] + cells[3][0])


def test_a_guarantee_on_a_sample_of_fixed_size_composes_by_its_loss():
    given = guarantee(Laplace(1), adjacency="replace").subsample(size=10, population=1000).compose(10)
    answer, poisson = given.to_approx(DELTA), guarantee(Laplace(1)).subsample(CENT).compose(10).to_approx(DELTA)
    assert answer.proof.route.startswith("without_replacement.loss > composition.loss")
    assert poisson.value.eps < answer.value.eps < 2 * poisson.value.eps
    assert given.kl().evalf() > 0


def test_the_loss_is_made_from_that_of_a_record_removed():
    with pytest.raises(ParameterError, match="record removed"):
        FixedSizeLoss(SampledLoss(LaplaceLoss(1), RATE, "add"))
