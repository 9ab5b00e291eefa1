"""Rényi promises at single orders: what follows at others, in compositions, groups, filters and odometers."""

from math import log

import pytest
from sympy import Rational, oo

from dpsym import ZCDP, Gaussian, PureFilter, RenyiDP, RenyiFilter, RenyiOdometer, TruncatedCDP, composed
from dpsym.errors import NoRouteError, ParameterError

TENTH = Rational(1, 10)
LISTED = RenyiDP({2: Rational(1, 2), 4: 3 * TENTH, 8: 1})
EIGHT, FOUR = RenyiDP.at_order(8, 1), RenyiDP.at_order(4, Rational(1, 2))


@pytest.mark.parametrize(
    ("order", "budget"),
    [("1/2", 3 * TENTH), (1, 3 * TENTH), (2, 3 * TENTH), ("7/2", 3 * TENTH), (4, 3 * TENTH), ("9/2", 1), (8, 1)],
)
def test_an_order_has_the_least_budget_that_is_listed_from_there_on(order, budget):
    assert LISTED.renyi(Rational(order)) == budget


def test_above_the_greatest_order_nothing_is_told():
    with pytest.raises(ParameterError, match=r"at most 8, the greatest .*, got 9"):
        LISTED.renyi(9)
    with pytest.raises(ParameterError, match="at most 4"):
        composed([EIGHT, FOUR]).renyi(5)


@pytest.mark.slow
def test_parts_at_different_orders_compose_at_the_lower_ones():
    both = composed([EIGHT, FOUR])
    assert [both.renyi(order) for order in (2, 4)] == [Rational(3, 2)] * 2
    told = both.to_approx(TENTH**5)
    assert told.value.eps == composed([RenyiDP.at_order(4, 1), FOUR]).epsilon(TENTH**5)
    assert "renyi.monotone" in told.theorems
    assert "renyi.monotone" not in composed([FOUR, Gaussian(3)]).to_renyi().theorems
    assert composed([EIGHT, FOUR, ZCDP(TENTH)]).renyi(4) == Rational(3, 2) + 4 * TENTH
    assert composed([EIGHT, FOUR, RenyiDP(TENTH, [3])]).renyi(3) == Rational(3, 2) + TENTH
    with pytest.raises(NoRouteError):
        composed([EIGHT, RenyiDP(TENTH, [3]), RenyiDP(lambda order: TENTH * order, [5, 6])]).to_zcdp()


@pytest.mark.slow
def test_a_group_keeps_every_order_that_is_listed():
    pair = LISTED.group(2)
    assert pair.epsilon(TENTH**5) <= RenyiDP.at_order(8, 1).group(2).epsilon(TENTH**5)
    for order in (2, 4, 8):
        alone = RenyiDP.at_order(order, LISTED.at(order)).group(2).to_renyi().value
        (place,) = alone.orders
        assert pair.to_renyi().value.at(place) == alone.at(place)


def test_filters_and_odometers_take_promises_at_other_orders():
    assert RenyiFilter(8, 1).spend(RenyiDP.at_order(16, TENTH)).remaining == 9 * TENTH
    assert not RenyiFilter(8, 1).admits(FOUR)
    assert not PureFilter(1).admits(Gaussian(2))
    run = RenyiOdometer(TENTH**6).spend(RenyiDP.at_order(8, TENTH))
    assert float(run.reading) == pytest.approx(0.1 + log(15e6) / 7, rel=1e-12)
    assert float(run.reading) > 0.1 + log(15e6) / 11  # what order 12 would be
    assert RenyiOdometer(TENTH**6).spend(TruncatedCDP(TENTH, 10)).reading > run.reading
    assert RenyiOdometer(TENTH**6, 12).spend(FOUR).reading == oo
