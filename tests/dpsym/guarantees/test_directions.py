"""Promises of asymmetric noise in both directions; answers away from where a promise was made; orders up to 1; the better of two bounds."""

from itertools import product

import pytest
from sympy import N, Piecewise, Rational, exp, oo

from dpsym import AsymmetricLaplace, Exponential, Finite, Gumbel, HockeyStick, RandomizedResponse, Renyi, guarantee
from dpsym.errors import NoRouteError
from dpsym.guarantees import ZCDP, ApproxDP, PureDP, RenyiDP
from dpsym.guarantees.ranking import quantities
from dpsym.parameters import alpha, delta, eps, zeta

HALF, AT = Rational(1, 2), Rational(3, 5)


@pytest.mark.parametrize(
    "law",
    [*(pytest.param(law, marks=pytest.mark.slow) for law in (AsymmetricLaplace(2, 1), Gumbel(1))), Exponential(2)],
    ids=str,
)
def test_a_promise_of_asymmetric_noise_is_the_worse_of_both_directions(law):
    found = float(law.guarantee().profile(AT))
    one, other = (float(law.profile(AT, direction=way)) for way in ("forward", "backward"))
    assert found == pytest.approx(max(one, other), rel=1e-9)
    assert found > 1.05 * min(one, other)  # the false twin: one direction alone is less


@pytest.mark.slow
def test_asymmetric_laplace_noise_has_every_promise_that_it_keeps():
    law = AsymmetricLaplace(2, 1)
    given = law.guarantee()
    assert given.to_pure().number == 1
    assert float(given.renyi(2)) == pytest.approx(float(law.renyi(2)), rel=1e-12)
    assert float(given.tradeoff(Rational(1, 5))) == pytest.approx(float(law.tradeoff(Rational(1, 5))), rel=1e-12)
    for asked in (given, given.compose(2), given.group(2)):
        found = float(asked.epsilon(Rational(1, 20)))
        assert float(law.epsilon(Rational(1, 20))) <= found * (1 + 1e-9)
    # the promise is kept in both directions at the eps that is told
    found = given.to_approx(Rational(1, 20)).number
    assert max(float(law.profile(found, direction=way)) for way in ("forward", "backward")) <= 0.05 + 1e-12


def test_where_one_direction_is_infinite_no_promise_is_made():
    for law in (Exponential(1), Gumbel(1)):
        with pytest.raises(NoRouteError, match="infinite"):
            law.guarantee().to_pure()


def _worst(budget, spent):
    """The worst pair of an approximate promise."""
    masses = spent, (1 - spent) * exp(budget) / (1 + exp(budget)), (1 - spent) / (1 + exp(budget)), 0
    return Finite(*masses), Finite(*masses[::-1])


@pytest.mark.parametrize("asked", [0, HALF, 1, 2])
def test_an_approximate_promise_answers_at_every_eps_as_its_worst_pair(asked):
    budget, spent = Rational(1), Rational(1, 100)
    found = guarantee(ApproxDP(budget, spent)).profile(asked)
    assert float(found) == pytest.approx(float(HockeyStick(asked, *_worst(budget, spent)).doit()), rel=1e-12)


@pytest.mark.parametrize("asked", [Rational(1, 100), Rational(1, 50), Rational(1, 4)])
def test_an_approximate_promise_answers_at_every_greater_delta_as_its_worst_pair(asked):
    budget, spent = Rational(1), Rational(1, 100)
    found = guarantee(ApproxDP(budget, spent)).epsilon(asked)
    pair = _worst(budget, spent)
    assert float(HockeyStick(found, *pair).doit()) == pytest.approx(float(asked), rel=1e-12)
    assert float(HockeyStick(found - Rational(1, 1000), *pair).doit()) > float(asked)


def test_below_its_delta_a_promise_says_nothing():
    with pytest.raises(NoRouteError, match="below the delta of the promise nothing is known"):
        guarantee(ApproxDP(1, Rational(1, 100))).epsilon(Rational(1, 200))


def test_below_order_1_a_budget_is_that_of_order_1_and_not_its_line():
    given = guarantee(ZCDP(1, 1))
    assert given.renyi(HALF) == given.renyi(1) == 2
    assert guarantee(RenyiDP.at_order(2, 1)).renyi(HALF) == 1
    # the divergence of this pair is 2 at every order, as xi + rho alpha allows; at order 1/2 the line has 3/2 only
    pair = Finite(1, 0), Finite(exp(-2), 1 - exp(-2))
    assert [float(Renyi(order, *pair).doit()) for order in (HALF, 1, 2)] == pytest.approx([2, 2, 2])
    told = given.renyi(alpha)
    assert isinstance(told, Piecewise)
    assert [told.subs(alpha, order) for order in (HALF, 1, 2)] == [2, 2, 3]
    assert guarantee(PureDP(1)).renyi(alpha).subs(alpha, HALF) != oo


def test_where_no_theorem_bounds_a_divergence_none_is_told():
    with pytest.raises(NoRouteError):
        guarantee(ApproxDP(1, Rational(1, 100))).renyi(HALF)


ASKED = {
    "two responses, delta": lambda: RandomizedResponse(zeta).compose(2).to_approx(eps=eps),
    "two responses, eps": lambda: RandomizedResponse(zeta).compose(2).to_approx(delta=delta),
    "concentrated": lambda: guarantee(ZCDP(zeta)).to_approx(eps=eps),
    "an approximate promise": lambda: guarantee(ApproxDP(zeta, Rational(1, 10**6))).compose(3).to_approx(delta=delta),
}


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("name", ASKED)
def test_no_answer_in_symbols_is_weaker_than_an_unconditional_bound_that_lost(name):
    answer = ASKED[name]()
    (told,) = quantities(answer.value, answer.request)
    others = [
        route.value
        for route in answer.losers
        if route.value is not None
        and not route.conditions
        and ("the best" in route.reason or route.reason.startswith("worse"))
    ]
    for first, second, third in product((HALF, 3), (Rational(1, 100), HALF, 2), (Rational(1, 10**5), Rational(1, 10))):
        place = {zeta: first, eps: second, delta: third}
        own = N(told.subs(place))
        assert all(own <= N(quantities(other, answer.request)[0].subs(place)) * (1 + 1e-9) for other in others), place
