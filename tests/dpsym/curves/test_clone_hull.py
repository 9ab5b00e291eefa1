"""Shuffled answers composed between pairs of atoms about that of clones: against all outcomes of few users, and as guarantees."""

import math
from fractions import Fraction
from itertools import product

import pytest
from sympy import Rational

from dpsym import Laplace, RandomizedResponse, composed, guarantee
from dpsym.composition.shuffles import COMPOSE_CLONES, COMPOSE_SHUFFLED
from dpsym.curves import PrivacyCurve, RandomizedResponseLoss
from dpsym.curves.clone_hull import ClonesLoss
from dpsym.curves.clones import clones_tails
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees.arrow import Request
from dpsym.guarantees.exact import exact
from dpsym.guarantees.notions import ApproxDP, RenyiDP
from dpsym.guarantees.search import Search

DELTA = Rational(1, 10**5)


def outcomes(local, users):
    """Return the masses of both laws of the pair of clones at all outcomes."""
    truth, found = math.exp(local) / (1 + math.exp(local)), []
    for clones in range(users):
        chance = (
            math.comb(users - 1, clones) * math.exp(-local * clones) * (-math.expm1(-local)) ** (users - 1 - clones)
        )
        coins = [math.comb(clones, m) / 2**clones for m in range(clones + 1)]
        for a, b in zip([0.0, *coins], [*coins, 0.0], strict=True):
            found.append((chance * (truth * a + (1 - truth) * b), chance * ((1 - truth) * a + truth * b)))
    return found


def repeated(pairs, count, eps):
    """Return delta of so many runs over all outcomes."""
    total = 0.0
    for chosen in product(pairs, repeat=count):
        p, q = (math.prod(masses) for masses in zip(*chosen, strict=True))
        total += max(0.0, p - math.exp(eps) * q)
    return total


@pytest.mark.parametrize(("local", "users", "count"), [("1", 4, 3), ("2", 12, 2), ("1/2", 7, 2), ("7", 14, 2)])
@pytest.mark.parametrize("share", [Fraction(0), Fraction(1, 3), Fraction(4, 5), Fraction(49, 50)])
def test_a_few_runs_of_few_users_lie_between(local, users, count, share):
    local = Fraction(local)
    eps, pairs = share * count * local, outcomes(float(local), users)
    truth = repeated(pairs, count, float(eps))
    low, high = PrivacyCurve([(ClonesLoss(local, users), count)]).delta_bracket(eps)
    assert low <= truth * (1 + 1e-12)
    assert truth * (1 - 1e-12) <= high < low * Fraction(11, 10)
    # one run more loses more
    assert high < repeated(pairs, count + 1, float(eps))


def test_beyond_the_greatest_loss_of_all_there_is_nothing():
    composed = PrivacyCurve([(ClonesLoss(Fraction(1, 10), 20), 3)])
    assert composed.delta_bracket(Fraction(3, 10))[1] < Fraction(1, 10**80)
    low, high = composed.delta_bracket(Fraction(3, 10) - Fraction(1, 10**9))
    assert Fraction(1, 10**30) < high < Fraction(2, 10**9)
    assert low <= high


def test_tails_are_those_of_nested_events():
    local, users = Fraction(1), 40
    places = [Fraction(k, 20) for k in range(12)]
    tails = clones_tails(local, users, places)
    pairs = outcomes(1.0, users)
    for place, (p, q), (after, beyond) in zip(places, tails, [*tails[1:], (0, 0)], strict=True):
        assert not (p < after)
        assert not (q < beyond)
        wanted = [
            sum(column)
            for column in zip(*((a, b) for a, b in pairs if a >= math.exp(float(place)) * b * (1 + 1e-9)), strict=True)
        ]
        if place > 0:  # where it is 0 outcomes may be on either side
            assert float(p) == pytest.approx(wanted[0], rel=1e-9)
            assert float(q) == pytest.approx(wanted[1], rel=1e-9)


def test_one_user_is_randomized_response():
    delta = Fraction(1, 10**5)
    truth = PrivacyCurve([(RandomizedResponseLoss(Fraction(1)), 5)]).epsilon(delta)
    low, high = PrivacyCurve([(ClonesLoss(Fraction(1), 1), 5)]).bracket(delta)
    assert low <= truth.upper
    assert truth.lower <= high < low * Fraction(10001, 10000)
    with pytest.raises(ParameterError, match="must be"):
        ClonesLoss(Fraction(0), 5)


def test_shuffles_are_composed_below_their_budgets():
    shuffled = Laplace(1).shuffle(1000)
    found = shuffled.compose(10).to_approx(DELTA)
    assert found.proof.route.endswith("composition.clones")
    losers = [loser for loser in found.losers if loser.name.endswith("composition.shuffled")]
    assert losers
    assert all(loser.value.eps > found.value.eps * Rational(21, 20) for loser in losers)
    assert shuffled.compose(9).epsilon(DELTA) < found.value.eps < shuffled.compose(11).epsilon(DELTA)
    assert shuffled.compose(10).delta(found.value.eps) <= DELTA * Rational(101, 100)
    assert shuffled.epsilon(DELTA) < composed([shuffled, RandomizedResponse(2).shuffle(2000)]).epsilon(DELTA)


def test_no_other_road_is_walked_where_the_pairs_of_clones_tell_all():
    shuffled = Laplace(1).shuffle(20).compose(3)
    told = exact(Search(), shuffled.node, ApproxDP, Request(delta=DELTA))
    assert told is not None
    assert told.route.endswith("composition.clones")
    assert exact(Search(), shuffled.node, ApproxDP, Request(delta=Rational(1, 10**40))) is None
    assert shuffled.delta(3) == 0
    assert shuffled.epsilon(Rational(1, 10**25)) == 3


@pytest.mark.parametrize("arrow", [COMPOSE_CLONES, COMPOSE_SHUFFLED])
@pytest.mark.parametrize("request_", [Request(), Request(delta=Rational(1)), Request(delta=Rational(0))])
def test_no_other_question_is_answered(arrow, request_):
    budget = Laplace(1).shuffle(100).to(RenyiDP).value
    with pytest.raises(NotApplicableError):
        arrow.apply([(budget, Rational(3))], request_)


def test_other_budgets_are_refused():
    other = guarantee(RandomizedResponse(1), adjacency="replace").to(RenyiDP).value
    budget = Laplace(1).shuffle(100).to(RenyiDP).value
    with pytest.raises(NotApplicableError, match="not all are shuffled"):
        COMPOSE_CLONES.apply([(budget, Rational(1)), (other, Rational(1))], Request(delta=DELTA))


@pytest.mark.slow
def test_the_trade_off_function_of_composed_shuffles_is_answered():
    shuffled = Laplace(1).shuffle(100)
    assert 0 < shuffled.compose(3).tradeoff(Rational(1, 10)) < shuffled.tradeoff(Rational(1, 10)) < Rational(9, 10)
