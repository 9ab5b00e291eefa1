"""Conversions between notions other than approximate privacy, and group privacy in each."""

import math

import pytest
from sympy import Interval, Rational, S, Symbol, log, symbols, tanh

from dpsym import Gaussian, Laplace
from dpsym.conversion import (
    APPROX_PROFILE,
    APPROX_TRADEOFF,
    GDP_PROFILE,
    GDP_RENYI,
    GDP_TRADEOFF,
    GDP_ZCDP,
    GROUP_APPROX,
    GROUP_GDP,
    GROUP_PROFILE,
    GROUP_PURE,
    GROUP_RENYI,
    GROUP_RENYI_PRINTED,
    GROUP_RENYI_SPACED,
    GROUP_TCDP,
    GROUP_TRADEOFF,
    GROUP_ZCDP,
    PROFILE_GDP,
    PROFILE_TRADEOFF,
    PURE_APPROX,
    PURE_LOSS,
    PURE_RENYI,
    PURE_RENYI_PRINTED,
    PURE_RENYI_QUADRATIC,
    PURE_RENYI_TANH,
    PURE_ZCDP,
    RENYI_TCDP,
    RENYI_ZCDP,
    TCDP_RENYI,
    TRADEOFF_APPROX,
    TRADEOFF_GDP,
    TRADEOFF_PROFILE,
    ZCDP_RENYI,
)
from dpsym.enclose import enclose
from dpsym.errors import NotApplicableError
from dpsym.guarantees import guarantee
from dpsym.guarantees.arrow import Request
from dpsym.guarantees.notions import (
    GDP,
    ZCDP,
    ApproxDP,
    BoundedRangeDP,
    ProfileDP,
    PureDP,
    RenyiDP,
    TradeOffDP,
    TruncatedCDP,
)
from dpsym.symbols import alpha, delta, eps, t

NOTHING = Request()


def number(value: object) -> float:
    return enclose(value, digits=15).mid


@pytest.mark.parametrize("value", [Rational(1, 10**8), Rational(1, 2), log(3), Rational(30)])
@pytest.mark.parametrize("order", [Rational(11, 10), S(2), S(1000)])
def test_the_rényi_budgets_of_a_pure_guarantee_are_ordered(value, order):
    """Exact, then alpha eps tanh(eps/2), alpha eps^2/2, and the printed 2 alpha eps^2; the first also stays below eps."""
    arrows = (PURE_RENYI, PURE_RENYI_TANH, PURE_RENYI_QUADRATIC, PURE_RENYI_PRINTED)
    budgets = [number(arrow.apply(PureDP(value), NOTHING).at(order)) for arrow in arrows]
    assert budgets == sorted(budgets)
    assert budgets[0] <= number(value)


def test_pure_privacy_in_other_words():
    """Delta is 0, randomized response is the worst pair, and rho is eps tanh(eps/2)."""
    assert PURE_APPROX.apply(PureDP(eps), Request(delta=delta)) == ApproxDP(eps, 0)
    assert PURE_ZCDP.apply(PureDP(eps), NOTHING) == ZCDP(eps * tanh(eps / 2))
    ((mechanism, count),) = PURE_LOSS.apply(PureDP(2), NOTHING).parts
    assert count == 1
    assert mechanism.law.max_divergence() == 2


def test_lines_of_rényi_budgets_are_concentrated_privacy():
    """A line at every order is zCDP, a line through 0 up to an order truncated CDP, and back."""
    rho = Symbol("rho", positive=True)
    assert RENYI_ZCDP.apply(RenyiDP(rho * alpha + 3), NOTHING) == ZCDP(rho, 3)
    assert ZCDP_RENYI.apply(ZCDP(rho, 3), NOTHING) == RenyiDP(rho * alpha + 3)
    assert RENYI_TCDP.apply(TCDP_RENYI.apply(TruncatedCDP(rho, 9), NOTHING), NOTHING) == TruncatedCDP(rho, 9)


@pytest.mark.parametrize(
    "value", [RenyiDP(Laplace(2).renyi(alpha)), RenyiDP(alpha, Interval(1, 9, True)), RenyiDP(3 * alpha - 3)]
)
def test_a_budget_that_is_no_line_is_not_zcdp(value):
    """Neither a curve, nor a part of the orders, nor a line below 0."""
    with pytest.raises(NotApplicableError):
        RENYI_ZCDP.apply(value, NOTHING)


def test_gaussian_privacy_goes_round():
    """Profile and trade-off function of Gaussian privacy are recognised, with symbols too."""
    for mu in (Symbol("mu", positive=True), S(3), Rational(1, 7)):
        profile, tradeoff = (arrow.apply(GDP(mu), NOTHING) for arrow in (GDP_PROFILE, GDP_TRADEOFF))
        assert PROFILE_GDP.apply(profile, NOTHING) == TRADEOFF_GDP.apply(tradeoff, NOTHING) == GDP(mu)
        assert TRADEOFF_PROFILE.apply(tradeoff, NOTHING) == profile
        assert PROFILE_TRADEOFF.apply(profile, NOTHING) == tradeoff
        assert GDP_RENYI.apply(GDP(mu), NOTHING).budget(9) == 9 * GDP_ZCDP.apply(GDP(mu), NOTHING).rho


def test_a_profile_of_something_else_is_not_gaussian():
    """The profile of Laplace noise is refused where Gaussian noise is wanted."""
    with pytest.raises(NotApplicableError):
        PROFILE_GDP.apply(ProfileDP(Laplace(2).profile(eps)), NOTHING)


def test_an_approximate_guarantee_as_a_profile_and_as_a_tradeoff_function():
    """Both are the worst ones, and the second is recognised."""
    value = ApproxDP(log(2), Rational(1, 10))
    profile = APPROX_PROFILE.apply(value, NOTHING).profile
    assert number(profile(log(2))) == pytest.approx(0.1)
    assert number(profile(0)) == pytest.approx(0.1 + 0.9 / 3)
    tradeoff = APPROX_TRADEOFF.apply(value, NOTHING)
    assert number(tradeoff.at(Rational(3, 10))) == pytest.approx(0.3)
    assert TRADEOFF_APPROX.apply(APPROX_TRADEOFF.apply(ApproxDP(1, Rational(1, 10)), NOTHING), NOTHING) == ApproxDP(
        1, Rational(1, 10)
    )


def test_group_privacy_of_every_notion():
    """k eps, k^2 rho, k mu, and the geometric sum on delta."""
    k = Symbol("k", integer=True, positive=True)
    assert GROUP_PURE.apply(PureDP(eps), k, NOTHING) == PureDP(k * eps)
    assert GROUP_ZCDP.apply(ZCDP(1), k, NOTHING) == ZCDP(k**2)
    assert GROUP_TCDP.apply(TruncatedCDP(1, 12), S(3), NOTHING) == TruncatedCDP(9, 4)
    assert GROUP_TCDP.apply(TruncatedCDP(1, 12), k, NOTHING).conditions == (k < 12,)
    with pytest.raises(NotApplicableError, match="below the order"):
        GROUP_TCDP.apply(TruncatedCDP(1, 3), S(3), NOTHING)
    assert GROUP_GDP.apply(GDP(2), S(3), NOTHING) == GDP(6)
    found = GROUP_APPROX.apply(ApproxDP(log(2), Rational(1, 10**300)), S(3), NOTHING)
    assert number(found.eps) == pytest.approx(number(3 * log(2)))
    assert number(found.delta * 10**300) == pytest.approx(7)
    assert GROUP_APPROX.apply(ApproxDP(0, Rational(1, 100)), S(3), NOTHING).delta == Rational(3, 100)
    assert GROUP_TRADEOFF.apply(GDP_TRADEOFF.apply(GDP(2), NOTHING), S(3), NOTHING) == GDP_TRADEOFF.apply(
        GDP(6), NOTHING
    )


def test_a_delta_above_one_is_refused():
    """At a distance at which the guarantee says nothing, that is said."""
    with pytest.raises(NotApplicableError, match="exceeds 1"):
        GROUP_APPROX.apply(ApproxDP(5, Rational(1, 10)), S(10), NOTHING)


def test_the_rényi_group_forms_hold_for_gaussian_noise():
    """Equally spaced orders are exact; one order comes near; the printed form is the loosest."""
    value, order = RenyiDP(alpha / 2), S(9)
    exact = number(Gaussian(1).renyi(order, 4))
    spaced, single, printed = (
        number(arrow.apply(value, S(4), NOTHING).at(order))
        for arrow in (GROUP_RENYI_SPACED, GROUP_RENYI, GROUP_RENYI_PRINTED)
    )
    assert spaced == pytest.approx(exact)
    assert exact <= single * (1 + 1e-12)
    assert single < printed


def test_rényi_group_privacy_from_one_order():
    """At order 4 and distance 2 the order is 16/7 and the factor 7/3."""
    z = Symbol("z", positive=True)
    found = GROUP_RENYI.apply(RenyiDP.at_order(4, z), S(2), NOTHING)
    assert found.at(Rational(16, 7)) == 7 * z / 3


def test_the_printed_rényi_form_keeps_its_hypotheses():
    """A power of 2, and an order of at least 2^(c+1)."""
    with pytest.raises(NotApplicableError, match="power of 2"):
        GROUP_RENYI_PRINTED.apply(RenyiDP(alpha), S(3), NOTHING)
    with pytest.raises(NotApplicableError, match="at least 8"):
        GROUP_RENYI_PRINTED.apply(RenyiDP.at_order(7, 1), S(4), NOTHING)


def test_the_profile_at_a_distance_agrees_with_the_single_guarantee():
    """At k eps the profile at distance k has the exact factor."""
    profile = GROUP_PROFILE.apply(ProfileDP(Laplace(10).profile(eps)), S(3), NOTHING).profile
    single = GROUP_APPROX.apply(ApproxDP(Rational(1, 20), Laplace(10).profile(Rational(1, 20))), S(3), NOTHING)
    assert number(profile(Rational(3, 20))) == pytest.approx(number(single.delta))


def test_a_tradeoff_function_is_nested():
    """The function 1 - t - d becomes 1 - t - k d."""
    d = symbols("d", positive=True)
    assert (GROUP_TRADEOFF.apply(TradeOffDP(1 - t - d), S(3), NOTHING).tradeoff(t) - (1 - t - 3 * d)).expand() == 0


@pytest.mark.slow
def test_the_range_of_a_group_adds_up_and_its_profile_is_that_of_the_whole_range():
    mu, eps_ = Symbol("mu", positive=True), Symbol("epsilon", positive=True)
    told = guarantee(BoundedRangeDP(eps_)).group(3).profile(mu)
    numbers = {eps_: Rational(1, 2), mu: Rational(1, 3)}
    truth = (1 - math.exp((1 / 3 - 3 / 2) / 2)) ** 2 / (1 - math.exp(-3 / 2))
    assert float(told.subs(numbers)) == pytest.approx(truth)
    # the profile of one step, step by step, holds as well, and is greater
    third = (1 - math.exp((1 / 9 - 1 / 2) / 2)) ** 2 / (1 - math.exp(-1 / 2))
    assert not third * math.expm1(1 / 3) / math.expm1(1 / 9) <= truth * 1.01


def test_the_profile_of_truncated_concentrated_privacy_is_the_least_over_the_orders():
    rho, omega, place = 0.7, 3.0, Symbol("epsilon", positive=True)
    told = guarantee(TruncatedCDP(Rational(7, 10), 3)).profile(place)
    for threshold in (0.2, 0.7, 1.0, 2.0, 3.5, 6.0):
        orders = [1 + step * (omega - 1) / 100_000 for step in range(1, 100_000)]
        least = min(math.exp((order - 1) * (rho * order - threshold)) for order in orders)
        assert float(told.subs(place, Rational(str(threshold)))) == pytest.approx(least, rel=1e-4)
    # beyond (2 omega - 1) rho the Gaussian tail would be too small: no order above omega may be used
    assert not float(told.subs(place, 6)) <= math.exp(-((6 - rho) ** 2) / (4 * rho)) * 1.01
    assert float(told.subs(place, Rational(1, 5))) == 1
