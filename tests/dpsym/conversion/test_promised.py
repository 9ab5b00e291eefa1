"""What a Rényi promise allows: pairs on two points are certified to keep it, and nothing that keeps it is beyond the upper end."""

import math
import random
from fractions import Fraction
from functools import cache

import mpmath as mp
import pytest
from sympy import FiniteSet, Rational

from dpsym.conversion import RENYI_BOTH_WAYS, RENYI_OPTIMAL
from dpsym.conversion.promised import allowed_delta, allowed_epsilon
from dpsym.conversion.renyi_promise import promise_of
from dpsym.conversion.two_points import TwoPoints, keeps_line, keeps_orders
from dpsym.curves.loss import ball_of
from dpsym.errors import NotApplicableError
from dpsym.guarantees import ZCDP, PureDP, RenyiDP, TruncatedCDP
from dpsym.guarantees.arrow import Request
from dpsym.symbols import alpha

CLOSE = Fraction(1, 10**9)


def response(eps):
    """Return randomized response, which keeps eps tanh(eps/2)-zCDP and no less."""
    with mp.workdps(40):
        heavy = Fraction(mp.nstr(1 / (1 + mp.exp(-eps)), 38))
    return TwoPoints(heavy, 1 - heavy)


def divergence(pair, order):
    with mp.workdps(40):
        p, q = (mp.mpf(each.numerator) / each.denominator for each in (pair.p, pair.q))
        return mp.log(p**order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order)) / (order - 1)


@pytest.mark.parametrize("eps", [0.01, 0.5, 1, 3, 12])
def test_randomized_response_keeps_its_rho_and_none_that_is_smaller(eps):
    pair, rho = response(mp.mpf(eps)), Fraction(mp.nstr(mp.mpf(eps) * mp.tanh(mp.mpf(eps) / 2), 20))
    assert keeps_line(pair, rho * (1 + CLOSE))
    assert not keeps_line(pair, rho * (1 - CLOSE))
    assert keeps_line(pair, Fraction(0), Fraction(eps) * (1 + CLOSE))
    assert not keeps_line(pair, Fraction(0), Fraction(eps) * (1 - CLOSE))


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize(("p", "q"), [("1/2", "1/100"), ("1/1000", "1/100000"), ("9/10", "1/3"), ("3/10", "29/100")])
def test_a_line_is_kept_just_when_it_is_kept_at_many_orders(p, q):
    pair = TwoPoints(Fraction(p), Fraction(q))
    for last in (None, Fraction(3, 2), Fraction(4)):
        orders = [1 + (mp.mpf(10) ** (mp.mpf(k) / 40 - 6)) for k in range(400)]
        orders = orders if last is None else [*(order for order in orders if order <= float(last)), mp.mpf(float(last))]
        worst = max(divergence(each, order) / order for order in orders for each in (pair, pair.swapped))
        rho = Fraction(mp.nstr(worst, 25))
        assert not keeps_line(pair, rho * Fraction(999, 1000), last=last)
        assert keeps_line(pair, rho * Fraction(102, 100), last=last)


def test_orders_in_a_list_count_in_both_directions():
    pair = TwoPoints(Fraction(9, 10), Fraction(1, 2))
    assert divergence(pair.swapped, 3) > divergence(pair, 3)
    budget = Fraction(mp.nstr((divergence(pair, 3) + divergence(pair.swapped, 3)) / 2, 10))
    assert not keeps_orders(pair, [(Fraction(3), lambda: ball_of(budget))])
    assert keeps_orders(pair, [(Fraction(3), lambda: 2 * ball_of(budget))])


def test_the_total_variation_of_a_concentrated_promise_is_that_of_randomized_response():
    """Both directions bind at order 1, where the conversion of one direction is 0.3 % above."""
    found = allowed_delta(promise_of(ZCDP(Rational(1, 10))), Fraction(0))
    with mp.workdps(30):
        exact = mp.findroot(lambda x: 2 * x * mp.atanh(x) - mp.mpf(1) / 10, 0.22)
        exact = Fraction(mp.nstr(exact, 28))
    assert exact * (1 - CLOSE) < found.lower <= exact <= found.upper < exact * (1 + CLOSE)
    one_way = RENYI_OPTIMAL.apply(RenyiDP(alpha / 10), Request(eps=Rational(0))).delta
    assert float(one_way) > 1.002 * float(found.upper)


@cache
def concentrated(rho, delta):
    return allowed_epsilon(promise_of(ZCDP(rho)), Fraction(delta))


@pytest.mark.slow
@pytest.mark.cases(1 / 5)
@pytest.mark.parametrize(
    ("value", "delta"),
    [
        (ZCDP(Rational(1, 2)), "1e-5"),
        (ZCDP(Rational(20)), "1e-9"),
        (TruncatedCDP(Rational(1, 2), Rational(4)), "1e-5"),
        (RenyiDP.at_order(8, 1), "1e-5"),
        (RenyiDP(alpha / 8, FiniteSet(2, 4, 8, 16)), "1e-5"),
    ],
)
def test_both_ends_meet_and_agree_with_the_conversion_at_the_best_order(value, delta):
    found = allowed_epsilon(promise_of(value), Fraction(delta))
    assert 0 < found.upper - found.lower < CLOSE * found.upper
    one = value if isinstance(value, RenyiDP) else RenyiDP(value.rho * alpha)
    if not isinstance(value, TruncatedCDP):
        bound = RENYI_OPTIMAL.apply(one, Request(delta=Rational(delta))).eps
        assert float(bound) == pytest.approx(float(found.upper), rel=1e-9)
    assert concentrated(Rational(1, 4), delta).upper < concentrated(Rational(1, 3), delta).lower


@pytest.mark.slow
def test_no_pair_that_keeps_a_promise_is_beyond_the_upper_end():
    """2,000 pairs on three points, seeded; of a bound that is 3 % lower the same search notices it."""
    drawn, orders, eps = random.Random(7), (Fraction(3, 2), Fraction(3)), 0.2
    budgets = {1.5: 0.06, 3.0: 0.13}
    value = RenyiDP(Rational(7, 150) * alpha - Rational(1, 100), FiniteSet(*map(Rational, ("3/2", "3"))))
    found, best = allowed_delta(promise_of(value), Fraction(1, 5)), 0.0
    assert orders[0] * Fraction(7, 150) - Fraction(1, 100) == Fraction(6, 100)
    for _ in range(2000):
        q = [drawn.random() ** 2 + 1e-3 for _ in range(3)]
        p = [mass * drawn.uniform(0.4, 2.5) for mass in q]
        q, p = ([mass / sum(masses) for mass in masses] for masses in (q, p))
        low, high = 0.0, 1.0
        for _ in range(40):  # the nearest share at which the promise is kept
            share = (low + high) / 2
            mixed = [share * one + (1 - share) * two for one, two in zip(p, q, strict=True)]
            moments = [
                sum(one**order * two ** (1 - order) for one, two in zip(*each, strict=True))
                <= math.exp((order - 1) * budget)
                for each in ((mixed, q), (q, mixed))
                for order, budget in budgets.items()
            ]
            low, high = (share, high) if all(moments) else (low, share)
        mixed = [low * one + (1 - low) * two for one, two in zip(p, q, strict=True)]
        gamma = float(mp.exp(eps))
        best = max(best, sum(max(0.0, one - gamma * two) for one, two in zip(mixed, q, strict=True)))
    assert 0.97 * float(found.upper) < best <= float(found.upper)


@pytest.mark.slow
def test_a_loss_that_the_promise_does_not_allow_at_all_is_zero():
    found = allowed_epsilon(promise_of(ZCDP(Rational(1, 10))), Fraction(3, 10))
    assert (found.lower, found.upper) == (0, 0)


@pytest.mark.parametrize("value", [PureDP(1), RenyiDP(1), RenyiDP(alpha**2), ZCDP(alpha)])
def test_what_is_no_line_and_no_list_is_left_to_others(value):
    assert promise_of(value) is None


def test_of_a_single_order_the_other_direction_binds_too_and_the_conversion_says_so():
    """Randomized response: one direction alone leaves 1 - e^-4 at eps = 1, and the bounds of one order nothing."""
    value = RenyiDP.at_order(2, 5)
    found = RENYI_BOTH_WAYS.apply(value, Request(eps=Rational(1))).delta
    with mp.workdps(
        30
    ):  # the pair on which both directions are 5 at order 2, of all such pairs the one that loses the most
        p = mp.findroot(lambda p: p**2 / (1 - p) + (1 - p) ** 2 / p - mp.exp(5), (0.99, 0.995), solver="illinois")
        assert 0 <= float(found) - float(p - mp.e * (1 - p)) < 1e-12
    assert float(found) < 1 - math.exp(-4)
    assert RENYI_OPTIMAL.apply(value, Request(eps=Rational(1))).delta == 1
    found = RENYI_BOTH_WAYS.apply(value, Request(delta=Rational(1, 2))).eps
    assert float(found) == pytest.approx(4.306807720, abs=1e-9)
    with pytest.raises(NotApplicableError):
        RENYI_BOTH_WAYS.apply(RenyiDP(alpha / 8), Request(delta=Rational(1, 2)))
