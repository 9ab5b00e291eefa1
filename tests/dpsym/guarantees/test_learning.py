"""Guarantees of learning: the last iterate of noisy descent, the best of many runs, the winner of noisy votes."""

import math

import numpy as np
import pytest
from scipy.stats import norm
from sympy import Rational, Symbol, log, sqrt, symbols

from dpsym import (
    Finite,
    Gaussian,
    HockeyStick,
    PureDP,
    Renyi,
    composed,
    guarantee,
    noisy_descent,
    noisy_vote,
    one_pass_descent,
    vote_chance,
)
from dpsym.amplification import poisson_selected_renyi
from dpsym.distributions.drawn import BestOf
from dpsym.distributions.selected import BestOfPoisson
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees.reading import read
from dpsym.guarantees.votes import _budget

sigma, eps = symbols("sigma epsilon", positive=True)
steps = Symbol("T", integer=True, positive=True)


def _last(moves, contraction, diameter, deviation):
    """Return the density of the last of noisy steps w -> c w + move, each projected on [0, D], on a grid."""
    places = np.arange(-8 * deviation, diameter + 8 * deviation, deviation / 40)
    law = np.where(np.abs(places - diameter / 2) < deviation / 60, 1.0, 0.0)
    law /= law.sum()
    for move in moves:
        mapped = contraction * np.clip(places, 0, diameter) + move
        law = np.exp(-((places[:, None] - mapped) ** 2) / (2 * deviation**2)) @ law
        law /= law.sum()
    return law


def _delta(p, q, level):
    return np.maximum(p - math.exp(level) * q, 0).sum()


@pytest.mark.slow
@pytest.mark.parametrize(("contraction", "diameter"), [(1, 2.0), (0.9, 3.0)])
def test_the_last_iterate_tells_no_more_than_is_promised(contraction, diameter):
    count, move = 12, 0.5
    p, q = (_last([each] * count, contraction, diameter, 1.0) for each in (-move / 2, move / 2))
    exact = Rational(str(contraction))

    def known(part):
        return noisy_descent(
            1, count, sensitivity=Rational(1, 2) * part, contraction=exact, diameter=Rational(diameter) * part
        )

    for level in (Rational(1, 10), Rational(1, 2)):
        true = max(_delta(p, q, float(level)), _delta(q, p, float(level)))
        assert true <= float(known(1).delta(level))
        assert true > float(known(Rational(1, 3)).delta(level))


def test_linear_steps_attain_the_bound_and_nobody_does_better():
    for contraction in (Rational(1, 2), Rational(9, 10)):
        mean, variance = 0, 0
        for _ in range(7):
            mean, variance = contraction * mean + 1, contraction**2 * variance + 4
        found = noisy_descent(2, 7, contraction=contraction).to_gdp().value.mu
        assert float(found) == pytest.approx(float(mean / sqrt(variance)), rel=1e-12)
        once, spread = 1, 4
        for _ in range(6):
            once, spread = contraction * once, contraction**2 * spread + 4
        found = one_pass_descent(2, 7, contraction=contraction).to_gdp().value.mu
        assert float(found) == pytest.approx(float(once / sqrt(spread)), rel=1e-12)
        # a prefix of the steps would be told for less than all of them
        assert float(noisy_descent(2, 6, contraction=contraction).to_gdp().value.mu) < float(mean / sqrt(variance))


def test_the_number_of_steps_does_not_matter_on_a_bounded_set():
    bounded = noisy_descent(10, 10**6, diameter=25).to_gdp().value.mu
    assert bounded == 1  # 2 sqrt(D Delta)/sigma
    assert noisy_descent(10, 10**9, diameter=25).to_gdp().value.mu == bounded
    assert noisy_descent(10, 10**6).to_gdp().value.mu == 100
    assert noisy_descent(10, 4, diameter=25).to_gdp().value.mu == Rational(2, 10)
    assert noisy_descent(sigma, steps).to_gdp().value.mu == sqrt(steps) / sigma
    assert one_pass_descent(sigma, steps).to_gdp().value.mu == 1 / (sqrt(steps) * sigma)
    # a contraction too close to 1 to be written out is bounded by its limit, from above
    near = noisy_descent(10, 10**6, contraction=Rational(99, 100)).to_gdp().value.mu
    assert float(near) >= 0.1 * math.sqrt(1.99 / 0.01) * (1 - 1e-12)
    assert {"gdp.shift_reduction", "iteration.last"} <= set(noisy_descent(10, 4).to_gdp().theorems)


@pytest.mark.slow
@pytest.mark.parametrize("shape", [0, Rational(1, 2), 1, 2])
def test_the_best_of_many_runs_tells_no_more_than_is_promised(shape):
    level, halting = Rational(1, 2), Rational(1, 10)
    p = Finite(Rational(1, 5), Rational(3, 10), Rational(1, 2))
    q = Finite(Rational(1, 4), Rational(2, 5), Rational(7, 20))
    both = [(p, q), (q, p)]
    one = max(float(log(a.masses[i] / b.masses[i])) for a, b in both for i in range(3))
    pairs = [(BestOf(shape, halting, a), BestOf(shape, halting, b)) for a, b in both]
    best = max(float(log(a.masses[i] / b.masses[i])) for a, b in pairs for i in range(3))
    promised = guarantee(PureDP(Rational(math.ceil(one * 1000), 1000))).best_of(halting, shape)
    assert best <= float(promised.to_pure().number)
    assert best > one  # the promise of one run does not hold
    for order in (Rational(3, 2), 4, 30):
        true = max(float(Renyi(order, *pair).doit()) for pair in pairs)
        assert true <= float(promised.renyi(order))
    assert guarantee(PureDP(level)).best_of(halting).to_pure().number == 3 * level


@pytest.mark.slow
@pytest.mark.parametrize("mean", [Rational(1, 10), *(pytest.param(each, marks=pytest.mark.slow) for each in (1, 5))])
def test_the_best_of_a_poisson_number_of_runs_tells_no_more_than_is_promised(mean):
    p = Finite(Rational(1, 5), Rational(3, 10), Rational(1, 2))
    q = Finite(Rational(1, 4), Rational(2, 5), Rational(7, 20))
    for order in (Rational(3, 2), 3):
        for a, b in ((p, q), (q, p)):
            true = float(Renyi(order, BestOfPoisson(mean, a), BestOfPoisson(mean, b)).doit())
            one, chance = (
                float(each.doit()) for each in (Renyi(order, a, b), HockeyStick(log(order / (order - 1)), b, a))
            )
            known = float(poisson_selected_renyi(order, one, chance, mean))
            assert true <= known
            if mean < 1:  # without the case of no run the bound would be negative
                assert one + mean * chance + math.log(mean) / (order - 1) < true
    promised = Gaussian(3).best_of_poisson(mean)
    assert float(promised.renyi(2)) > 0
    assert "rdp.selection.poisson" in promised.to_renyi().theorems
    with pytest.raises(ParameterError, match="mean"):
        Gaussian(3).best_of_poisson(0)


def test_a_hundred_runs_cost_little_more_than_one():
    many = Gaussian(5).best_of(Rational(1, 100)).epsilon(Rational(1, 10**6))
    once = Gaussian(5).epsilon(Rational(1, 10**6))
    all_told = Gaussian(5).compose(100).epsilon(Rational(1, 10**6))
    assert float(once) < float(many) < 3 * float(once) < float(all_told)
    assert read("Gaussian(5).best_of(1/100).to_renyi()").renyi(4) == Gaussian(5).best_of(Rational(1, 100)).renyi(4)
    with pytest.raises(ParameterError, match="halting"):
        Gaussian(5).best_of(1)
    with pytest.raises(ParameterError, match="shape"):
        Gaussian(5).best_of(Rational(1, 2), -1)


def _of_two(order, deviation, gap):
    """Return the Rényi divergence of the winner of two candidates who are so many votes apart, and of the same with one vote moved."""
    spread = math.sqrt(2) * deviation
    p, q = norm.cdf(gap / spread), norm.cdf((gap - 2) / spread)
    tails = norm.sf(gap / spread), norm.sf((gap - 2) / spread)
    moment = p**order * q ** (1 - order) + tails[0] ** order * tails[1] ** (1 - order)
    return math.log(moment) / (order - 1)


@pytest.mark.slow
@pytest.mark.parametrize(("deviation", "gap"), [(5, 30), (10, 60), (40, 200)])
def test_likely_winners_tell_less_but_no_less_than_is_promised(deviation, gap):
    chance = vote_chance(deviation, [gap, 0])
    assert float(chance) == pytest.approx(norm.sf(gap / (math.sqrt(2) * deviation)), rel=1e-9)
    here, anywhere = noisy_vote(deviation, chance), noisy_vote(deviation)
    for order in (Rational(3, 2), 2, 4):
        true = _of_two(float(order), deviation, gap)
        assert true <= float(here.renyi(order)) <= float(anywhere.renyi(order))
        assert float(here.renyi(order)) < float(anywhere.renyi(order)) / 5
    # at a probability that is not the one of these votes the promise fails
    assert _of_two(2.0, deviation, gap) > float(noisy_vote(deviation, chance / 10**4).renyi(2))


@pytest.mark.slow
@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(("deviation", "gap"), [(3, 22), (5, 34), (10, 98)])
def test_likely_winners_are_promised_for_the_way_back_too(deviation, gap):
    """The divergence of the neighbour, at which the winner is less likely, from the votes in hand: the greater one."""
    here = noisy_vote(deviation, vote_chance(deviation, [gap, 0]))
    for order in (2, 4):
        forth, back = _of_two(order, deviation, gap), _between(order, deviation, gap - 2, gap)
        assert forth < back <= float(here.renyi(order)) <= order / deviation**2
    assert (
        noisy_vote(Rational(1, deviation**3), Rational(1, 10**9)).renyi(2) == 2 * deviation**6
    )  # nothing is likely there
    # the rule at the chance of these votes alone is a promise of one direction
    sigma, q = Rational(deviation), Rational(norm.sf(gap / (math.sqrt(2) * deviation)))
    assert float(_budget(Rational(4), q, sigma)) < _between(4, deviation, gap - 2, gap)


def _between(order, deviation, first, second):
    """Return the Rényi divergence of the winner at one gap from that at another."""
    spread = math.sqrt(2) * deviation
    sides = [(f(first / spread), f(second / spread)) for f in (norm.cdf, norm.sf)]
    return math.log(sum(p**order * q ** (1 - order) for p, q in sides)) / (order - 1)


@pytest.mark.slow
def test_votes_compose_and_fall_back_on_what_holds_for_any():
    close = noisy_vote(40, vote_chance(40, [100, 99]))
    assert close.renyi(4) == noisy_vote(40).renyi(4) == Rational(1, 400)
    sure = noisy_vote(40, vote_chance(40, [220, 20, 10]))
    assert float(composed([sure, close]).renyi(4)) == pytest.approx(float(sure.renyi(4)) + 1 / 400)
    assert noisy_vote(sigma).to_gdp().value.mu == sqrt(2) / sigma
    for wrong in ([3], [], ["a", 1]):
        with pytest.raises(ParameterError):
            vote_chance(40, wrong)
    for wrong in (0, 1, 2, eps):
        with pytest.raises(ParameterError):
            noisy_vote(40, wrong)


@pytest.mark.slow
def test_a_promise_about_votes_in_hand_is_none_about_other_votes():
    chance = vote_chance(40, [220, 20, 10])
    here = noisy_vote(40, chance, adjacency="add-remove")
    anywhere = noisy_vote(40, adjacency="add-remove")
    # two steps further the winner is less likely, and of a sample nobody knows how likely
    for further in (
        lambda votes: votes.group(2),
        lambda votes: votes.compose(3).to_renyi().group(2),
        lambda votes: composed([votes, Gaussian(5)]).post_process().subsample(Rational(1, 10)),
        lambda votes: votes.to_replace(),
        lambda votes: votes.allocate(5),
    ):
        assert further(anywhere)
        with pytest.raises(NotApplicableError, match="those in hand"):
            further(here)
    assert float(here.compose(2).renyi(3)) == pytest.approx(2 * float(here.renyi(3)))


def test_refusals():
    for wrong in (0, -1, Rational(3, 2)):
        with pytest.raises(ParameterError, match="contraction"):
            noisy_descent(1, 3, contraction=wrong)
    with pytest.raises(ParameterError, match="diameter"):
        noisy_descent(1, 3, diameter=0)
    for make in (noisy_descent, one_pass_descent):
        with pytest.raises(ParameterError):
            make(0, 3)
        with pytest.raises(ParameterError):
            make(1, 0)


@pytest.mark.parametrize("votes", [3, "31", None, [1], [Symbol("x", real=True), 1]])
def test_votes_that_cannot_be_counted_are_refused(votes):
    with pytest.raises(ParameterError, match=r"^votes must be"):
        vote_chance(2, votes)
    assert vote_chance(2, [3, sqrt(2)]) == vote_chance(2, (sqrt(2), 3))
