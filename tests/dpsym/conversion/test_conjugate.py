"""f-DP promises of any form to approximate privacy and back: formulas worked out by hand, from both sides, with false twins."""

from math import exp, log

import pytest
from scipy.stats import norm
from sympy import Integer, Max, Rational, sqrt

from dpsym import ZCDP, Gaussian, ParameterError, RenyiDP, TradeOffDP, guarantee
from dpsym.conversion import conjugate_delta
from dpsym.errors import NoRouteError, UndecidedError
from dpsym.guarantees.binding import BOUND_LEVEL, curve
from dpsym.parameters import t

TENTH, SMALL = Rational(1, 10), Rational(1, 10**5)
CLOSE = 1e-10


def test_a_smooth_function_has_the_profile_that_calculus_gives():
    # (1 - sqrt(t))^2: the line of slope -x touches where sqrt(t) = 1/(1 + x), so that delta = 1/(1 + e^eps)
    made = guarantee(TradeOffDP((1 - sqrt(t)) ** 2))
    for eps in (0, 1, 5):
        truth = 1 / (1 + exp(eps))
        assert truth <= float(made.profile(eps)) <= truth * (1 + CLOSE)
    truth = log(1 / float(SMALL) - 1)
    assert truth * (1 - 1e-15) <= float(made.epsilon(SMALL)) <= truth * (1 + CLOSE)
    low, high = conjugate_delta(curve((1 - sqrt(BOUND_LEVEL)) ** 2, BOUND_LEVEL), Rational(3))
    assert float(low) <= 1 / (1 + exp(3)) <= float(high) <= float(low) * (1 + 1e-12)
    assert not float(high) < 0.99 / (1 + exp(3))
    with pytest.raises(UndecidedError, match="no number that can be written"):
        conjugate_delta(curve((1 - sqrt(BOUND_LEVEL)) ** 2, BOUND_LEVEL), Integer(10) ** 300)


def test_a_broken_line_has_the_profile_of_its_corner():
    made = guarantee(TradeOffDP(Max(0, 1 - 2 * t, (1 - t) / 2)))
    assert float(made.profile(0)) == pytest.approx(1 / 3, abs=1e-11)
    assert float(made.profile(0)) >= 1 / 3
    assert float(made.profile(1)) < 1e-90
    with pytest.raises(NoRouteError):
        guarantee(TradeOffDP(Max(0, Rational(9, 10) - 2 * t, (Rational(9, 10) - t) / 2))).epsilon(SMALL)


def test_it_joins_a_composition():
    made = guarantee(TradeOffDP((1 - t) ** 3))
    assert float(made.compose(2).epsilon(TENTH)) >= float(made.epsilon(TENTH))


@pytest.mark.slow
def test_a_promise_of_budgets_has_a_trade_off_function_that_no_mechanism_with_it_is_below():
    # Gaussian noise of mu = 1/2 keeps it
    attained = norm.cdf(norm.isf(0.1) - 0.5)
    assert 0.6 < float(guarantee(RenyiDP.at_order(4, Rational(1, 2))).tradeoff(TENTH)) <= attained
    assert float(guarantee(Gaussian(2)).tradeoff(TENTH)) == pytest.approx(attained)


def test_what_has_no_numbers_has_no_bound():
    with pytest.raises(NoRouteError):
        guarantee(ZCDP(1)).tradeoff(t)
    with pytest.raises(ParameterError):
        guarantee(ZCDP(1)).tradeoff(2)
