"""Counts that are moved, and the questions that such noise answers."""

import math
from fractions import Fraction

import pytest
from scipy import special, stats
from sympy import Rational, symbols

from dpsym import (
    GDP,
    ApproxDP,
    Binomial,
    DiscreteGaussian,
    DiscreteLaplace,
    Laplace,
    Mixture,
    Poisson,
    PureDP,
    Renyi,
    Shifted,
    Skellam,
    TotalVariation,
)
from dpsym.curves import PrivacyCurve, RandomizedResponseLoss
from dpsym.enclose import enclose
from dpsym.errors import DpsymError, NoRouteError, ParameterError

M = symbols("m", positive=True)


def test_a_shift_of_a_shift_is_one_and_none_is_the_law():
    assert Shifted(Shifted(Poisson(M), 2), 3) == Shifted(Poisson(M), 5)
    assert Shifted(Shifted(Poisson(M), 2), -2) == Poisson(M)
    assert Shifted(DiscreteLaplace(1, 3), 4) == DiscreteLaplace(5, 3)
    assert Shifted(Poisson(M), 2) != Shifted(Poisson(M), 3)


@pytest.mark.parametrize("law", [Poisson(7), Binomial(20, Rational(1, 3)), Skellam(3, 2)])
@pytest.mark.parametrize("shift", [-2, 1, 5])
def test_the_density_is_moved(law, shift):
    moved = Shifted(law, shift)
    for k in (3, 6, 9):
        there = float(moved.log_density(Rational(k + shift)))
        assert there == pytest.approx(float(law.log_density(Rational(k))), abs=1e-12)
        assert abs(there - float(law.log_density(Rational(k + 3)))) > 1e-3
    lower, upper = law.ends
    assert moved.ends == (lower + shift, upper + shift)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("shift", [1, 2, 4])
def test_moments_of_the_ratio_of_poisson_masses(shift):
    # the ratio of the moved mass to the mass is k (k-1) ... (k-s+1)/m^s, whose second moment is a sum over the rest of the overlap
    mean = 9
    exact = sum(stats.poisson(mean).pmf(k) * (math.perm(k, shift) / mean**shift) ** 2 for k in range(200))
    told = enclose(Renyi(2, Shifted(Poisson(mean), shift), Poisson(mean)), digits=15)
    assert float(told.value.mid()) == pytest.approx(math.log(exact), rel=1e-11)
    assert Poisson(mean).renyi(2, shift, direction="forward") == math.inf
    wrong = enclose(Renyi(2, Shifted(Poisson(mean + 1), shift), Poisson(mean + 1)), digits=15)
    assert float(wrong.value.mid()) < math.log(exact) * 0.95


@pytest.mark.parametrize("shift", [1, 3])
def test_skellam_noise_from_its_definition(shift):
    law = stats.skellam(6, 4)
    exact = sum(abs(law.pmf(k) - law.pmf(k - shift)) for k in range(-100, 101)) / 2
    told = enclose(TotalVariation(Skellam(6, 4), Shifted(Skellam(6, 4), shift)), digits=12)
    assert float(told.value.mid()) == pytest.approx(exact, rel=1e-10)
    assert float(enclose(TotalVariation(Skellam(4, 4), Shifted(Skellam(4, 4), shift)), digits=12).value.mid()) > exact


def test_both_directions_of_lopsided_noise_are_asked():
    worst = float(Poisson(50).epsilon(Rational(1, 1000)))
    ways = [float(Poisson(50).epsilon(Rational(1, 1000), direction=way)) for way in ("forward", "backward")]
    assert worst == max(ways)
    assert min(ways) < worst * 0.95
    assert Skellam(3, 3).is_symmetric
    assert not Skellam(3, 2).is_symmetric
    assert Binomial(9, Rational(1, 2)).is_symmetric
    assert not Binomial(9, Rational(1, 3)).is_symmetric


def test_a_mixture_is_noise_where_both_parts_are():
    plain, other = Mixture(Rational(1, 4), Laplace(1), Laplace(3)).neighbours(2)
    assert plain == Mixture(Rational(1, 4), Laplace(1), Laplace(3))
    assert other == Mixture(Rational(1, 4), Laplace(2, 1), Laplace(2, 3))


def test_what_is_no_shift_is_refused():
    with pytest.raises(ParameterError, match="law to be shifted must be a law on the integers"):
        Shifted(Laplace(1), 1)
    with pytest.raises(ParameterError, match="location mu"):
        Shifted(Poisson(3), Rational(1, 2))
    with pytest.raises(DpsymError, match="must be an integer"):
        Poisson(3).neighbours(Rational(1, 2))


def test_a_promise_is_composed_as_its_worst_mechanism():
    delta = Fraction(1, 10**5)
    truth = PrivacyCurve([(RandomizedResponseLoss(1), 30)]).epsilon(delta)
    told = Fraction(str(PureDP(1).compose(30).epsilon(Rational(1, 10**5))))
    assert truth.lower <= told <= truth.upper * (1 + Fraction(1, 10**10))
    assert told < 30
    wider = PrivacyCurve([(RandomizedResponseLoss(Fraction(101, 100)), 30)]).epsilon(delta)
    assert told < wider.lower
    # of what is left of delta once nothing leaks, the same mechanisms
    left = 1 - (1 - Fraction(1, 10**4)) / (1 - Fraction(1, 10**6)) ** 30
    truth = PrivacyCurve([(RandomizedResponseLoss(1), 30)]).epsilon(left)
    told = float(ApproxDP(1, Rational(1, 10**6)).compose(30).epsilon(Rational(1, 10**4)))
    assert told == pytest.approx(float(truth.value.mid()), rel=1e-9)
    assert told >= float(truth.lower)
    assert float(GDP(1).compose(4).epsilon(Rational(1, 10**5))) > float(GDP(1).epsilon(Rational(1, 10**5))) * 2


@pytest.mark.parametrize("law", [Skellam(20, 20), Poisson(100)])
def test_a_record_replaced_moves_a_count_twice(law):
    delta = Rational(1, 10**5)
    told = float(law.to_replace().epsilon(delta))
    assert told == pytest.approx(float(law.epsilon(delta, 2)), rel=1e-9)
    assert told > 1.5 * float(law.epsilon(delta))


@pytest.mark.slow
def test_a_record_replaced_in_a_sample_has_a_pair_where_the_noise_is_symmetric():
    delta, rate = Rational(1, 10**5), Rational(1, 100)
    sampled = Skellam(20, 20).subsample(rate).to_replace()
    assert float(Skellam(20, 20).subsample(rate).epsilon(delta)) < float(sampled.epsilon(delta))
    assert float(sampled.epsilon(delta)) < float(Skellam(20, 20).to_replace().epsilon(delta))
    with pytest.raises(NoRouteError, match="no route leads to approximate"):
        Poisson(100).subsample(rate).to_replace().to_approx(delta=delta)


def test_questions_to_noise_on_very_many_integers_are_answered_by_its_curve():
    """The total variation distance from the noise moved by one is its greatest mass, and tests of a binomial count are known by sums."""
    assert float(DiscreteGaussian(10**5).total_variation()) == pytest.approx(
        1 / (10**5 * math.sqrt(2 * math.pi)), 1e-11
    )
    assert float(Skellam(10**4, 10**4).total_variation()) == pytest.approx(special.ive(0, 20000), 1e-11)
    told, cumulated = Poisson(10**4).delta(Rational(1, 100), direction="forward"), stats.poisson(10**4).cdf
    # of the noise against the same moved the loss is log(10^4/k)
    assert float(told) == pytest.approx(cumulated(9900) - math.exp(0.01) * cumulated(9899), 1e-8)
    assert Poisson(10**4).delta(Rational(1, 100), direction="backward") < told
    masses = [Rational(math.comb(2000, k), 2**2000) for k in range(971)]
    level, error = sum(masses[:970]), 1 - sum(masses)
    found = Binomial(2000, Rational(1, 2)).tradeoff(level)
    assert error * (1 - Rational(1, 10**11)) < found <= error
    assert Binomial(2000, Rational(1, 2)).tradeoff(level * Rational(101, 100)) < found
