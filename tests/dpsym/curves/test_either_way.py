"""Noise on the integers that is not symmetric may be met moved up in one run and moved down in the next: one pair dominates both."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from flint import arb, ctx
from scipy import stats
from sympy import Rational

from dpsym import guarantee
from dpsym.curves import CountLoss, EitherWayLoss, PrivacyCurve
from dpsym.curves.atomic import Atoms
from dpsym.curves.counts import BinomialNoise, NegativeBinomialNoise, PoissonNoise, SkellamNoise
from dpsym.curves.loss import ball_of
from dpsym.distributions import Binomial, DiscreteGaussian, DiscreteLaplace, Mixture, Poisson
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP
from dpsym.measurement import renyi_number

HALF, OFTEN = Fraction(1, 2), Fraction(9, 10)
NOISES = (
    BinomialNoise(20, Fraction(1, 4)),
    BinomialNoise(5, Fraction(1, 10)),
    PoissonNoise(HALF),
    PoissonNoise(Fraction(100)),
    NegativeBinomialNoise(Fraction(3), OFTEN),
    NegativeBinomialNoise(Fraction(1), OFTEN),
    NegativeBinomialNoise(HALF, OFTEN),
    SkellamNoise(Fraction(3), Fraction(7)),
)
EPS = tuple(Fraction(k, 7) for k in range(-15, 40, 3))


def profile(found, eps):
    """The definition: the sum over the atoms that are above a threshold, and what is infinite."""
    rise = ball_of(eps).exp()
    terms = ((mass - rise * other).max(arb(0)) for mass, other in zip(found.masses, found.others, strict=True))
    return found.infinite + sum(terms, arb(0))


@pytest.mark.parametrize("distance", [1, 3])
@pytest.mark.parametrize("noise", NOISES, ids=str)
def test_its_profile_is_the_greater_one_of_both_at_every_threshold(noise, distance):
    up = CountLoss(noise, distance)
    with ctx.workprec(160):
        forward, back, either = up.listed(), up.reversed().listed(), EitherWayLoss(up).listed()
        for eps in EPS:
            greater = profile(forward, eps).max(profile(back, eps))
            assert profile(either, eps).overlaps(greater)
            assert greater.rad() < 1e-30
        # the twin: one direction alone falls short somewhere
        assert any(profile(each, eps) < profile(either, eps) for each in (forward, back) for eps in EPS)


@pytest.mark.parametrize("noise", NOISES, ids=str)
def test_it_is_a_pair_of_laws_and_its_own_reverse(noise):
    either = EitherWayLoss(CountLoss(noise))
    found = either.atoms()
    total = sum(found.masses, found.infinite)
    assert total.overlaps(arb(1))
    assert sum(found.others, found.infinite).overlaps(total)
    mirrored = zip(found.losses, reversed(found.losses), found.masses, reversed(found.others), strict=True)
    assert all((one + other).overlaps(arb(0)) and mass.overlaps(back) for one, other, mass, back in mirrored)
    assert either.reversed() is either


def adaptive(forward, back, threshold):
    """Two runs, the second moved up or down as it tells more after the answer of the first, by enumeration."""

    def worst(rise):
        return max(np.maximum(p - rise * q, 0).sum() for p, q in (forward, back))

    return max(
        sum(
            mass * (worst(threshold * other / mass) if other else 1.0) for mass, other in zip(p, q, strict=True) if mass
        )
        for p, q in (forward, back)
    )


@pytest.mark.parametrize("eps", [Rational(1, 10), Rational(1, 2), 1])
def test_a_query_that_moves_as_it_tells_most_stays_below_what_is_reported_and_exceeds_each_direction(eps):
    masses = stats.binom(20, 0.25).pmf(np.arange(21))
    plain, moved = np.append(masses, 0.0), np.insert(masses, 0, 0.0)
    attained = adaptive((plain, moved), (moved, plain), float(np.exp(float(eps))))
    law = Binomial(20, Rational(1, 4))
    reported = guarantee(law).compose(2).delta(eps)
    assert attained < reported < attained * 1.03
    # the twin: the worse one of both directions, each kept to, is below what such a query attains
    up = CountLoss(BinomialNoise(20, Fraction(1, 4)))
    kept = max(float(PrivacyCurve([(each, 2)]).delta(eps).upper) for each in (up, up.reversed()))
    assert kept < attained


def test_noise_and_its_mirror_image_tell_as_much_in_any_order():
    one, other = guarantee(Binomial(20, Rational(1, 4))), guarantee(Binomial(20, Rational(3, 4)))
    both = {str(runs.delta(Rational(1, 2))) for runs in (one.compose(2), other.compose(2), one.compose(other))}
    assert len(both) == 1


def test_one_run_is_as_exact_as_before():
    law = Poisson(20)
    up = CountLoss(PoissonNoise(Fraction(20)))
    for eps in (Rational(1, 3), Rational(1), Rational(3, 2)):
        worse = max(PrivacyCurve([(each, 1)]).delta(eps).upper for each in (up, up.reversed()))
        assert guarantee(law).delta(eps) == pytest.approx(float(worse), rel=1e-11)


def test_orders_of_both_ways_add_up_run_by_run():
    one, other = (Mechanism(Binomial(6, chance)) for chance in (Rational(1, 4), Rational(3, 4)))
    alone = [renyi_number(LossDP(((each, 2),)), Rational(1, 2)) for each in (one, other)]
    assert renyi_number(LossDP(((one, 1), (other, 1))), Rational(1, 2)) == pytest.approx(float(alone[0]))
    assert float(alone[0]) == pytest.approx(float(alone[1]))


def test_noise_with_several_modes_has_no_sensitivity_but_the_smallest():
    """Moved by 20 this noise is less different from itself than moved by 10: a sensitivity of 20 allows both."""
    noise = Mixture(Rational(1, 2), Poisson(1), Poisson(20))
    with pytest.raises(
        ParameterError, match=r"sensitivity of noise mixed .* must be 1, and the noise on the integers, got 20"
    ):
        guarantee(noise, sensitivity=20)
    assert guarantee(noise).delta(1) < 0.2
    assert guarantee(Mixture(Rational(1, 2), DiscreteLaplace(1), DiscreteGaussian(3)), sensitivity=2).delta(1) < 0.2


def sampled_both_ways(noise, rate, removed):
    """The listed losses of the sample before noise moved up, and before noise moved down, which is its mirror image moved up."""
    up = CountLoss(noise, moved_first=removed, rate=rate).listed()
    plain = noise.masses()
    masses = [arb(0), *plain.values, arb(0)]
    mixed = [rate_ * after + (1 - rate_) * mass for rate_ in [ball_of(rate)] for mass, after in pairwise(masses)]
    # moved down, the mass at k is the one at k + 1 of the noise
    pairs = list(zip(mixed, masses[:-1], strict=True))
    p, q = ([pair[side] for pair in pairs] for side in ((0, 1) if removed else (1, 0)))
    zero = arb(0)
    return up, Atoms([zero] * len(p), p, q, zero, zero)


@pytest.mark.parametrize("removed", [True, False])
@pytest.mark.parametrize("noise", [BinomialNoise(20, Fraction(1, 4)), NOISES[2], PoissonNoise(Fraction(9))], ids=str)
def test_before_a_sample_its_profile_is_the_greater_one_of_both(noise, removed):
    rate = Fraction(1, 5)
    either = EitherWayLoss(CountLoss(noise), rate, "remove" if removed else "add")
    with ctx.workprec(160):
        found, each = either.listed(), sampled_both_ways(noise, rate, removed)
        for eps in (Fraction(k, 50) for k in range(-8, 12)):
            greater = profile(each[0], eps).max(profile(each[1], eps))
            assert profile(found, eps).overlaps(greater)
        assert any(profile(one, eps) < profile(found, eps) for one in each for eps in (Fraction(0), Fraction(1, 50)))
        back = either.reversed().listed()
        total = sum(back.masses, back.infinite)
        assert total.overlaps(arb(1))


@pytest.mark.slow
def test_a_sample_before_noise_that_is_not_symmetric_is_composed():
    noise = guarantee(Poisson(100)).subsample(Rational(1, 100))
    one = float(noise.epsilon(Rational(1, 10**6)))
    assert one == pytest.approx(0.003624756501276723, rel=1e-9)  # the greatest of four pairs, by a sum of floats
    assert one < float(noise.compose(10).epsilon(Rational(1, 10**6))) < 4 * one
    assert noise.to_approx(delta=Rational(1, 10**6)).value.eps < guarantee(Poisson(100)).epsilon(Rational(1, 10**6))
    with pytest.raises(NotApplicableError, match="no pair of laws"):
        Mechanism(Poisson(100), 1, Rational(1, 100)).pairs()


def test_a_sampled_loss_is_not_met_either_way():
    with pytest.raises(ParameterError, match="without a sample"):
        EitherWayLoss(CountLoss(PoissonNoise(Fraction(5)), rate=HALF))
    with pytest.raises(ParameterError, match="remove or add"):
        EitherWayLoss(CountLoss(PoissonNoise(Fraction(5))), HALF, "replace")
