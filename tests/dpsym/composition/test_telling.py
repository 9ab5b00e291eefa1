"""Approximate guarantees beside anything else: the exact composition of the pairs that attain them, and no less than any transcript."""

import math

import numpy as np
import pytest
from sympy import Rational, S, Symbol

from dpsym import ZCDP, ApproxDP, Gaussian, Laplace, PureDP, composed, guarantee
from dpsym.composition.telling import COMPOSE_TELLING
from dpsym.errors import NoRouteError, NotApplicableError
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Request

MILLIONTH, FIFTH, HALF = Rational(1, 10**6), Rational(1, 5), Rational(1, 2)
ROUTE = "composition.telling"


def telling(eps, delta):
    """Return the pair that attains an approximate guarantee, as masses."""
    truth, lie = (1 - delta) * math.exp(eps) / (1 + math.exp(eps)), (1 - delta) / (1 + math.exp(eps))
    return np.array([delta, truth, lie, 0]), np.array([0, lie, truth, delta])


def response(eps):
    return telling(eps, 0)


def product(*pairs):
    first, second = np.array([1.0]), np.array([1.0])
    for p, q in pairs:
        first, second = np.outer(first, p).ravel(), np.outer(second, q).ravel()
    return first, second


def hockey_stick(eps, pair):
    return float(np.maximum(pair[0] - math.exp(eps) * pair[1], 0).sum())


@pytest.mark.parametrize("eps", [0, HALF, Rational(5, 4), 2])
def test_delta_is_that_of_the_worst_pairs(eps):
    parts = [ApproxDP(1, Rational(1, 100)), ApproxDP(HALF, Rational(1, 50)), PureDP(HALF), PureDP(FIFTH)]
    found = composed(parts).to_approx(eps=eps)
    pairs = [telling(1, 0.01), telling(0.5, 0.02), response(0.5), response(0.2)]
    assert float(found.value.delta) == pytest.approx(hockey_stick(float(eps), product(*pairs)), rel=1e-9)
    assert ROUTE in found.proof.route
    assert hockey_stick(float(eps), product(*pairs[1:])) < float(found.value.delta)  # a part that is left out is missed


def test_eps_beside_noise_is_exact():
    found = composed([ApproxDP(1, MILLIONTH), Gaussian(3)]).to_approx(Rational(1, 10**5))
    truth = composed([PureDP(1), Gaussian(3)]).to_approx(1 - (1 - Rational(1, 10**5)) / (1 - MILLIONTH))
    assert float(found.value.eps) == pytest.approx(float(truth.value.eps), rel=1e-10)
    assert float(found.value.eps) == pytest.approx(2.25407, abs=1e-5)
    without = composed([PureDP(1), Gaussian(3)]).to_approx(Rational(1, 10**5))
    assert found.value.eps > without.value.eps


@pytest.mark.slow
def test_counts_are_powers():
    runs = composed([ApproxDP(FIFTH, Rational(1, 1000)).compose(3), Laplace(4)])
    listed = composed([*[ApproxDP(FIFTH, Rational(1, 1000))] * 3, Laplace(4)])
    assert listed.delta(HALF) == composed([Laplace(4), *[ApproxDP(FIFTH, Rational(1, 1000))] * 3]).delta(HALF)
    kept = (1 - Rational(1, 1000)) ** 3
    rest = composed([*[PureDP(FIFTH)] * 3, Laplace(4)]).delta(HALF)
    assert float(listed.delta(HALF)) == pytest.approx(float(1 - kept * (1 - rest)), rel=1e-10)
    assert runs.delta(HALF) >= listed.delta(HALF) * (1 - Rational(1, 10**10))


def test_promises_without_a_pair_are_composed_as_well():
    parts = [ApproxDP(1, MILLIONTH), ZCDP(Rational(1, 10))]
    found = composed(parts).to_approx(Rational(1, 10**5))
    alone = composed([PureDP(1), ZCDP(Rational(1, 10))]).to_approx(Rational(1, 10**5))
    assert alone.value.eps < found.value.eps < float(alone.value.eps) + 0.1


def test_a_promise_of_the_rest_elsewhere_is_none_at_the_eps_that_is_asked_for():
    budget = Symbol("e", positive=True)
    found = composed([ApproxDP(budget, MILLIONTH), Laplace(4)]).to_approx(eps=HALF)
    delta = composed([ApproxDP(2, MILLIONTH), Laplace(4)]).delta(HALF)
    assert found.value.delta.subs(budget, 2) >= delta > MILLIONTH
    rest = ApproxDP(1, 0)
    assert COMPOSE_TELLING.apply(((ApproxDP(1, MILLIONTH), S.One),), rest, Request(eps=HALF)).eps == 1


def drawn(rate, pair):
    """Return the two directions of a pair on a Poisson sample: a record removed, and added."""
    mixed = rate * pair[0] + (1 - rate) * pair[1]
    return (mixed, pair[1]), (pair[0], rate * pair[1] + (1 - rate) * pair[0])


@pytest.mark.parametrize("place", [0, HALF, 1])
@pytest.mark.parametrize("rate", [Rational(1, 20), HALF, Rational(9, 10)])
def test_on_a_sample_less_is_told(rate, place):
    runs = [ApproxDP(1, Rational(1, 50)).subsample(rate)] * 3
    found = composed([*runs, PureDP(HALF)]).to_approx(eps=place)
    worst = drawn(float(rate), telling(1, 0.02))
    truth = max(hockey_stick(float(place), product(*[side] * 3, response(0.5))) for side in worst)
    names = {step.arrow.name for step in found.proof.steps() if step.arrow}
    assert {ROUTE, "poisson.telling"} <= names
    assert truth <= float(found.value.delta) <= (1 + 3 * 0.02) * truth
    # a quarter of what is told is too little
    less = composed([*[ApproxDP(1, Rational(1, 200)).subsample(rate)] * 3, PureDP(HALF)])
    assert float(less.delta(place)) < truth


def test_many_samples_of_a_promise_of_eps_and_delta():
    asked = Rational(1, 10**5)
    found = ApproxDP(1, Rational(1, 10**7)).subsample(Rational(1, 100)).compose(100)
    pure = PureDP(1).subsample(Rational(1, 100)).compose(100)
    told = 1 - (1 - Rational(1, 10**9)) ** 100
    assert pure.epsilon(asked) < found.epsilon(asked)
    assert found.epsilon(asked) == pytest.approx(pure.epsilon((asked - told) / (1 - told)), rel=1e-9)
    with pytest.raises(NoRouteError):
        found.epsilon(told / 2)


def test_samples_of_fixed_size_tell_no_more_than_their_share():
    asked = Rational(1, 10**5)
    found, pure = (
        guarantee(promise, adjacency=Relation.REPLACE).subsample(size=10, population=1000).compose(20)
        for promise in (ApproxDP(1, Rational(1, 10**7)), PureDP(1))
    )
    assert pure.epsilon(asked) < found.epsilon(asked) < float(pure.epsilon(asked)) * 1.01


def test_what_is_told_is_not_outrun():
    with pytest.raises(NoRouteError):
        composed([ApproxDP(1, Rational(1, 100)), Gaussian(3)]).to_approx(Rational(1, 1000))


def test_the_bound_holds_for_runs_that_see_answers():
    random = np.random.default_rng(5)
    for _ in range(100):
        first = random.dirichlet(np.full(3, 0.4), 2) + 1e-12
        eps, delta = 0.3, max(hockey_stick(0.3, first), hockey_stick(0.3, first[::-1]))
        later = random.dirichlet(np.full(3, 3.0), (2, 3)) + 1e-12
        pure = float(np.abs(np.log(later[0] / later[1])).max())
        transcript = [(first[side][:, None] * later[side]).ravel() for side in (0, 1)]
        place = 0.4
        rest = hockey_stick(place, product(response(eps), response(pure)))
        promise = ApproxDP(Rational(place), Rational(rest))
        parts = ((ApproxDP(Rational(eps), Rational(delta)), Rational(1)),)
        bound = COMPOSE_TELLING.apply(parts, promise, Request(eps=Rational(place))).delta
        assert max(hockey_stick(place, transcript), hockey_stick(place, transcript[::-1])) <= float(bound) + 1e-9


def test_without_a_target_there_is_nothing_to_share():
    with pytest.raises(NotApplicableError):
        COMPOSE_TELLING.asks(Request(), ())
