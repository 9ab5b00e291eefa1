"""Groups of records on Poisson samples: the worst pairs against integrals of their definition, events, and one record alone."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

import mpmath as mp
import numpy as np
import pytest
from flint import arb
from scipy.special import logsumexp
from scipy.stats import norm
from sympy import Integer, Rational, Symbol

from dpsym import Gaussian, PureDP, RandomizedResponse
from dpsym.conversion.noise_groups import grouped_mechanism
from dpsym.curves import (
    GroupGaussianLoss,
    GroupResponseLoss,
    RandomizedResponseLoss,
    ReplacedGaussianLoss,
    SampledLoss,
    SubsampledGaussianLoss,
    curve,
)
from dpsym.curves.sandwich import Sandwich
from dpsym.distributions.groups import worst_answers
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees import Mechanism, guarantee
from dpsym.guarantees.notions import LossDP
from dpsym.measurement.curve import curves_of
from mechanisms.accounting import LossDistribution
from mechanisms.accounting.monotone import Law

RATE, SIGMA, DELTA = Fraction(1, 10), Fraction(3, 2), Fraction(1, 10**5)
GROUPS = [(2, 0), (0, 2), (2, 2), (1, 3), (5, 0)]
ALONE = {
    (1, 0): SubsampledGaussianLoss(RATE, SIGMA, "remove"),
    (0, 1): SubsampledGaussianLoss(RATE, SIGMA, "add"),
    (1, 1): ReplacedGaussianLoss(RATE, SIGMA),
}


def density(records, side):
    """Return the density of the noise moved to a side by the records that are sampled, of mpmath."""
    weights = [comb(records, j) * mp.mpf("0.1") ** j * mp.mpf("0.9") ** (records - j) for j in range(records + 1)]
    return lambda x: sum(w * mp.npdf(x, side * j, 1.5) for j, w in enumerate(weights))


def densities(removed, added):
    return density(removed, 1), density(added, -1)


@pytest.mark.parametrize("group", ALONE, ids=str)
def test_a_group_of_one_is_one_record(group):
    removed, added = group
    group, one = curve((GroupGaussianLoss(RATE, SIGMA, *group), 30)), curve((ALONE[group], 30))
    assert abs(float(group.epsilon(DELTA, 10).value.mid() - one.epsilon(DELTA, 10).value.mid())) < 1e-9
    two = curve((GroupGaussianLoss(RATE, SIGMA, 2 * removed, 2 * added), 30))
    assert two.epsilon(DELTA, 4).lower > one.epsilon(DELTA, 4).upper


@pytest.mark.parametrize("group", GROUPS, ids=str)
def test_delta_of_one_run_is_the_integral_of_its_definition(group):
    eps = Fraction(1, 20)
    with mp.workdps(20):
        p, q = densities(*group)
        excess = lambda x: p(x) - mp.exp(mp.mpf(1) / 20) * q(x)  # noqa: E731
        start = mp.findroot(excess, (-6, 6), solver="anderson")
        truth = mp.quad(excess, [start, 2, 6, 16])
    loss = GroupGaussianLoss(RATE, SIGMA, *group)
    assert abs(float(curve((loss, 1)).delta(eps, 12).value.mid()) - truth) < 1e-10 * truth
    assert abs(float(curve((loss.reversed(), 1)).delta(-eps, 12).value.mid()) - truth) > 0.1 * truth


@pytest.mark.parametrize("group", [(3, 0), (0, 3), (2, 1)], ids=str)
def test_a_moment_on_a_line_is_its_integral(group):
    loss, z = GroupGaussianLoss(RATE, SIGMA, *group), mp.mpc(2, 3)
    with mp.workdps(20):
        p, q = densities(*group)
        truth = mp.quad(lambda x: p(x) * mp.exp(z * mp.log(p(x) / q(x))), [-25, -8, -3, 0, 3, 6, 12, 25], maxdegree=6)
    found = loss.on_line(arb(2), arb(3), 1, 1, 30.0)[0]
    assert abs(complex(found.mid()) - complex(truth)) < 1e-9 * abs(truth)
    assert float(loss.decay(2.0)(arb(3))) >= abs(truth)
    assert not float(loss.decay(2.0)(arb(30))) >= abs(truth)


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS, ids=str)
def test_a_line_lies_between_the_lattices(group):
    loss = GroupGaussianLoss(RATE, SIGMA, *group)
    line = curve((loss, 20)).epsilon(DELTA, 8)
    low, high = Sandwich(((loss, 20),)).epsilon(DELTA, 2.0)
    assert low <= line.lower <= line.upper <= high < low * Fraction(1001, 1000)
    assert not curve((loss, 19)).epsilon(DELTA, 8).upper >= low


@pytest.mark.parametrize("group", [(1, 0), (1, 1), (0, 2), (4, 0), (2, 3)], ids=str)
def test_no_event_has_more_than_the_worst_answers_and_one_has_as_much(group):
    rise, rate, factor = Fraction(5, 2), Fraction(1, 5), Fraction(11, 10)
    first, second = worst_answers(rise, rate, *group)
    assert sum(first) == sum(second) == 1
    worst = sum(max(p - factor * q, Fraction(0)) for p, q in zip(first, second, strict=True))

    def mean(records, bound):
        return sum(comb(records, j) * rate**j * (1 - rate) ** (records - j) * bound(j) for j in range(records + 1))

    def excess(t):
        most = mean(group[0], lambda j: min(rise**j * t, 1 - (1 - t) / rise**j))
        return most - factor * mean(group[1], lambda j: max(t / rise**j, 1 - rise**j * (1 - t)))

    corners = [1 / (1 + rise**j) for j in range(-group[1], group[0] + 1)]
    grid = [Fraction(k, 97) for k in range(98)]
    assert max(map(excess, corners)) == worst
    assert all(excess(t) <= worst for t in grid)
    assert max(map(excess, grid)) > worst / 2


@pytest.mark.slow
def test_one_record_of_a_promise_is_a_sampled_response():
    base = RandomizedResponseLoss(1)
    for direction, group in (("remove", (1, 0)), ("add", (0, 1))):
        one, known = GroupResponseLoss(base, RATE, *group), SampledLoss(base, RATE, direction)
        assert curve((one, 20)).epsilon(DELTA, 6).value.overlaps(curve((known, 20)).epsilon(DELTA, 6).value)
    three = GroupResponseLoss(base, RATE, 2, 1)
    assert three.reversed().reversed() == three != three.reversed()


def test_a_chain_for_a_group_is_closer_than_by_moments():
    given = guarantee(Gaussian(1)).subsample(Rational(1, 100)).compose(100)
    answer = given.group(3).to_approx(Rational(1, 10**5))
    assert abs(float(answer) - 2.36253965635) < 1e-9
    assert answer.proof.route.startswith("poisson.loss > composition.loss > group.loss > loss_to_approx.curve")
    assert "amplification.poisson.group" in answer.theorems
    after, before = (
        float(each.to_approx(Rational(1, 10**5))) for each in (given.group(3).to_replace(), given.to_replace().group(3))
    )
    assert after == before > float(answer)
    one_by_one = guarantee(Gaussian(1)).subsample(Rational(1, 100)).group(3).compose(100)
    assert float(one_by_one.to_approx(Rational(1, 10**5))) == float(answer)
    assert float(given.group(2).group(3).to_approx(Rational(1, 10))) == float(given.group(6).to_approx(Rational(1, 10)))


def test_the_divergence_of_a_group_is_the_one_of_its_mixture():
    given = guarantee(Gaussian(1)).subsample(Rational(1, 100)).group(3)
    found = float(given.to_renyi().value.at(2))
    weights = [0.99**3, 3 * 0.01 * 0.99**2, 3 * 0.01**2 * 0.99, 0.01**3]
    truth = mp.log(sum(a * b * mp.exp(i * j) for (i, a), (j, b) in product(enumerate(weights), repeat=2)))
    assert abs(found - truth) < 1e-12
    assert abs(float(guarantee(Gaussian(1)).subsample(Rational(1, 100)).to_renyi().value.at(2)) - truth) > 1e-3


def test_what_is_not_known_of_a_group_is_refused():
    sampled = Mechanism(Gaussian(1), 1, Rational(1, 100))
    with pytest.raises(NotApplicableError, match="number of records, got k"):
        grouped_mechanism(sampled, Symbol("k", integer=True, positive=True))
    with pytest.raises(NotApplicableError, match="at most 100 records"):
        grouped_mechanism(sampled, Rational(101))
    with pytest.raises(NotApplicableError, match="for a group is not known"):
        grouped_mechanism(Mechanism(Gaussian(1), 1, Rational(1, 100), fixed_size=True), Rational(2))
    with pytest.raises(ParameterError, match="records of a group"):
        Mechanism(Gaussian(1), records=2)
    assert str(grouped_mechanism(sampled, Rational(2))).endswith("(Poisson rate 1/100, a group of 2 records)")


def test_records_of_a_group_may_be_removed_and_others_added():
    given = grouped_mechanism(Mechanism(Gaussian(1), 1, Rational(1, 100)), Rational(2))
    assert given.groups() == ((2, 0), (1, 1), (0, 2))
    assert len(given.pairs()) == 3
    assert replace(given, replaced=True).groups() == ((2, 2),)
    losses = [each.components[0][0] for each in curves_of(LossDP(((given, Integer(5)),)))]
    assert [(loss.removed, loss.added) for loss in losses] == [(2, 0), (1, 1), (0, 2)]


@pytest.mark.slow
def test_promises_of_pure_privacy_in_a_group():
    given = guarantee(RandomizedResponse(1)).subsample(Rational(1, 100)).compose(50)
    three = float(given.group(3).to_approx(Rational(1, 10**5)))
    assert float(given.to_approx(Rational(1, 10**5))) < three < 3 * float(given.to_pure().value.eps)
    promised = guarantee(PureDP(1)).subsample(Rational(1, 100)).compose(50).group(3)
    assert float(promised.to_approx(Rational(1, 10**5))) == three


@pytest.mark.slow
@pytest.mark.parametrize("group", [(3, 0), (2, 1)], ids=str)
def test_the_numeric_road_brackets_a_composition_from_the_densities_alone(group):
    def law(records, side):
        weights = np.array([comb(records, j) * 0.1**j * 0.9 ** (records - j) for j in range(records + 1)])
        places = side * np.arange(records + 1)
        return Law(
            lambda x: logsumexp(norm.logpdf(np.asarray(x)[..., None], places, 1.5) + np.log(weights), axis=-1),
            lambda x: (norm.cdf(np.asarray(x)[..., None], places, 1.5) * weights).sum(-1),
            lambda x: (norm.sf(np.asarray(x)[..., None], places, 1.5) * weights).sum(-1),
        )

    numeric = LossDistribution.from_pair(law(group[0], 1), law(group[1], -1)).compose(30).epsilon(1e-5)
    known = curve((GroupGaussianLoss(RATE, SIGMA, *group), 30)).epsilon(DELTA, 8)
    assert numeric.lower <= known.lower <= known.upper <= numeric.upper < 1.001 * numeric.lower
    other = curve((GroupGaussianLoss(RATE, SIGMA, group[0], group[1] + 1), 30)).epsilon(DELTA, 8)
    assert not other.lower <= numeric.upper
