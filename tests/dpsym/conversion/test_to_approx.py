"""From Rényi, concentrated and Gaussian privacy to approximate privacy: never below the truth, and right where the truth is known."""

import pytest
from sympy import FiniteSet, Integer, Interval, Max, Rational, S, Symbol, exp, log, sqrt, symbols

from dpsym import Gaussian, InverseProfile, Laplace
from dpsym.conversion import (
    GDP_APPROX,
    PROFILE_APPROX,
    RENYI_IMPROVED,
    RENYI_MIRONOV,
    RENYI_OPTIMAL,
    TCDP_APPROX,
    ZCDP_IMPROVED,
    ZCDP_STANDARD,
    ZCDP_TAIL,
    improved_epsilon,
    mironov_epsilon,
    optimal_epsilon,
)
from dpsym.curves import GaussianLoss, curve
from dpsym.enclose import enclose
from dpsym.errors import NotApplicableError, UndecidedError
from dpsym.guarantees.arrow import Request
from dpsym.guarantees.notions import GDP, ZCDP, ApproxDP, ProfileDP, RenyiDP, TruncatedCDP
from dpsym.symbols import alpha, delta, eps

RENYI_ARROWS = (RENYI_MIRONOV, RENYI_IMPROVED, RENYI_OPTIMAL)
FEW, MANY = Rational(1, 10**6), Rational(1, 10**300)


def number(value: object) -> float:
    return enclose(value, digits=15).mid


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("target", [FEW, MANY])
@pytest.mark.parametrize("mu", [Rational(1, 10**8), Rational(1), Rational(1000)])
def test_every_conversion_of_gaussian_noise_lies_above_its_exact_curve(mu, target):
    """The exact eps comes from the certified contour integral, which knows none of the conversions."""
    truth = curve((GaussianLoss(1, mu), 1)).epsilon(target).lower
    request = Request(delta=target)
    found = [arrow.apply(RenyiDP(alpha * mu**2 / 2), request).eps for arrow in RENYI_ARROWS]
    found += [arrow.apply(ZCDP(mu**2 / 2), request).eps for arrow in (ZCDP_STANDARD, ZCDP_IMPROVED)]
    found.append(GDP_APPROX.apply(GDP(mu), request).eps)
    assert all(enclose(each, digits=15).lower >= truth for each in found)
    assert number(found[-1]) == pytest.approx(float(truth), rel=1e-11)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("target", [FEW, MANY])
@pytest.mark.parametrize("rho", [Rational(1, 10**16), Rational(1, 2), Integer(10) ** 12])
def test_the_three_conversions_are_ordered(rho, target):
    """Optimal is at most improved, and improved at most Mironov's, at budgets from 1e-16 to 1e12."""
    mironov, improved, optimal = (
        number(each.apply(RenyiDP(rho * alpha), Request(delta=target)).eps) for each in RENYI_ARROWS
    )
    assert optimal <= improved * (1 + 1e-12) <= mironov * (1 + 1e-12)


@pytest.mark.parametrize("rho", [Rational(1, 100), Rational(1), Rational(50)])
def test_the_order_that_is_searched_is_the_best_one_of_the_closed_form(rho):
    """For a line Mironov's best order gives rho + 2 sqrt(rho log(1/delta))."""
    found = RENYI_MIRONOV.apply(RenyiDP(rho * alpha), Request(delta=FEW)).eps
    assert number(found) == pytest.approx(number(rho + 2 * sqrt(rho * log(10**6))), rel=1e-9)


@pytest.mark.parametrize("arrow", RENYI_ARROWS)
def test_the_two_directions_of_a_request_agree(arrow):
    """The delta at the eps of a delta is that delta, up to the rounding."""
    value = RenyiDP(alpha / 3)
    first = arrow.apply(value, Request(delta=FEW))
    back = arrow.apply(value, Request(eps=first.eps))
    assert number(back.delta) == pytest.approx(1e-6, rel=1e-4)


def test_an_order_far_out_is_found():
    """A budget that is capped has its best order beyond a million."""
    found = RENYI_IMPROVED.apply(RenyiDP(Laplace(1000).renyi(alpha)), Request(delta=MANY))
    assert 1e-3 * (1 - 1e-6) <= number(found.eps) <= 1e-3 * (1 + 1e-6)


def test_a_single_order_stays_symbolic():
    """With one order nothing is searched, and the formula comes out; at symbols nobody knows that it is not negative."""
    budget = Symbol("z", nonnegative=True)
    for arrow, formula in ((RENYI_IMPROVED, improved_epsilon), (RENYI_MIRONOV, mironov_epsilon)):
        found = arrow.apply(RenyiDP.at_order(3, budget), Request(delta=delta))
        assert found == ApproxDP(Max(0, formula(S(3), budget, delta), evaluate=False), delta)


def test_the_optimal_conversion_at_ratio_zero_is_the_improved_one():
    """The free ratio of the optimal conversion starts at the improved one."""
    place = {alpha: Rational(5, 2), delta: Rational(1, 100)}
    gap = optimal_epsilon(alpha, Rational(1, 3), delta, S.Zero) - improved_epsilon(alpha, Rational(1, 3), delta)
    assert abs(enclose(gap, place, digits=15).mid) < 1e-20


def test_the_optimal_conversion_reaches_the_pair_on_two_points():
    """At order 2 the pair (3/4, 1/4), (1/4, 3/4) has divergence log(7/3) and delta 1/3 at eps = log(5/3): no less will do."""
    found = RENYI_OPTIMAL.apply(RenyiDP.at_order(2, log(Rational(7, 3))), Request(delta=Rational(1, 3)))
    assert number(found.eps) == pytest.approx(number(log(Rational(5, 3))), rel=1e-10)
    assert enclose(found.eps - log(Rational(5, 3)), digits=5).lower >= 0


@pytest.mark.cases(1 / 6)
@pytest.mark.parametrize(
    "orders", [Interval(2, 5), Interval.open(3, 4), FiniteSet(*range(2, 200)), Interval(2, 3).union(Interval(6, 9))]
)
@pytest.mark.parametrize("arrow", RENYI_ARROWS)
def test_the_order_stays_in_the_set(arrow, orders):
    """A budget that holds on a part of the orders converts to no less than one that holds everywhere."""
    budget, request = alpha / 50, Request(delta=FEW)
    assert number(arrow.apply(RenyiDP(budget, orders), request).eps) >= number(
        arrow.apply(RenyiDP(budget), request).eps
    ) * (1 - 1e-9)


@pytest.mark.parametrize("arrow", RENYI_ARROWS)
def test_symbols_and_missing_targets_are_refused(arrow):
    """Where no order can be chosen, or nothing is asked, the reason is said."""
    with pytest.raises(NotApplicableError, match="left"):
        arrow.apply(RenyiDP(alpha * Symbol("rho", positive=True)), Request(delta=FEW))
    with pytest.raises(NotApplicableError, match="target"):
        arrow.apply(RenyiDP(alpha), Request())
    with pytest.raises(NotApplicableError, match="delta = 0"):
        arrow.apply(RenyiDP(alpha), Request(delta=S.Zero))


def test_zcdp_with_symbols_gives_the_formula():
    """Composed Gaussians convert to a formula in sigma, k and delta."""
    k, sigma = symbols("k sigma", positive=True)
    found = ZCDP_STANDARD.apply(ZCDP(k / (2 * sigma**2)), Request(delta=delta))
    assert number(found.eps.subs({k: 100, sigma: 10, delta: FEW})) == pytest.approx(
        0.5 + 2 * (0.5 * 13.815510557964274) ** 0.5
    )
    assert found.eps.free_symbols == {k, sigma, delta}


@pytest.mark.parametrize("arrow", [ZCDP_STANDARD, ZCDP_TAIL])
def test_zcdp_says_nothing_below_its_mean(arrow):
    """At an eps below rho the tail bound is void, and refused."""
    with pytest.raises(NotApplicableError, match="below"):
        arrow.apply(ZCDP(2), Request(eps=S.One))


def test_the_tail_of_zcdp_at_an_extreme_eps_does_not_underflow():
    """At eps = 1000 and rho = 1/2, delta is far below the least float."""
    found = ZCDP_TAIL.apply(ZCDP(Rational(1, 2)), Request(eps=S(1000))).delta
    assert 0 < enclose(found, digits=10).lower < Rational(1, 10) ** 10**5


def test_truncated_cdp_changes_over_at_its_cutoff():
    """The two branches meet where the best order of the plain conversion is the cut-off."""
    level = (3 - 1) ** 2 * Rational(1, 4)
    inside, outside = (
        TCDP_APPROX.apply(TruncatedCDP(Rational(1, 4), 3), Request(delta=exp(-level * each))).eps
        for each in (Rational(999, 1000), Rational(1001, 1000))
    )
    assert number(inside) == pytest.approx(number(outside), rel=1e-2)
    assert number(inside) < number(outside)


@pytest.mark.parametrize(("target", "exact"), [(FEW, 0.5 + 2 * -1.0000005000003333e-06), (MANY, 0.5)])
def test_the_inverse_of_a_profile_is_certified(target, exact):
    """The inverse of the profile of Laplace noise is 1/b + 2 log(1 - delta)."""
    found = PROFILE_APPROX.apply(ProfileDP(Laplace(2).profile(eps)), Request(delta=target)).eps
    assert number(found) == pytest.approx(exact, rel=1e-13)
    assert enclose(found - (Rational(1, 2) + 2 * log(1 - target)), digits=5).lower >= 0


def test_a_profile_with_symbols_is_not_inverted():
    """Symbols have to be put in before a profile is inverted."""
    with pytest.raises(NotApplicableError, match="put them in"):
        PROFILE_APPROX.apply(ProfileDP(Laplace(Symbol("b", positive=True)).profile(eps)), Request(delta=FEW))


def test_gdp_with_symbols_keeps_the_inverse_profile():
    """The eps of a symbolic mu is a head that numbers decide later."""
    mu = Symbol("mu", positive=True)
    found = GDP_APPROX.apply(GDP(mu), Request(delta=delta)).eps
    assert found == InverseProfile(delta, Gaussian(0, 1 / mu), Gaussian(1, 1 / mu))


@pytest.mark.parametrize("far", [Integer(10) ** 30, Integer(2) ** 70])
def test_an_eps_whose_exponential_cannot_be_written_out_is_refused_and_a_nearer_one_is_not(far):
    value = RenyiDP({Integer(2): Integer(1)})
    with pytest.raises(UndecidedError, match="too large"):
        RENYI_OPTIMAL.apply(value, Request(eps=far))
    found = number(RENYI_OPTIMAL.apply(value, Request(eps=Integer(20))).delta)
    assert 0 < found < 1e-7
