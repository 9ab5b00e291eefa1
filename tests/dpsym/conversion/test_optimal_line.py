"""The optimal conversion of a concentrated promise: a pair on two points keeps it at every order, and attains what comes out."""

import mpmath as mp
import pytest
from sympy import Interval, Rational, oo

from dpsym.conversion import RENYI_OPTIMAL
from dpsym.guarantees import RenyiDP
from dpsym.guarantees.arrow import Request
from dpsym.symbols import alpha

PAIRS = [("0.5", "3"), ("0.9", "1.3"), ("0.999", "1.01")]
SHARES = [1, Rational(1, 2)]


def moment(t, u, order):
    """Return the logarithm of E_Q x^order, x being t or u and 1 in the mean."""
    heavy = (1 - t) / (u - t)
    return mp.log((1 - heavy) * t**order + heavy * u**order)


def slope(t, u, order):
    """Return the divergence over the order: of the pair above 1, of its reverse below 0."""
    return moment(t, u, order) / (order * (order - 1))


def steepest(t, u):
    """Return the order at which the divergence over the order is greatest, by the golden section."""
    low, high = mp.mpf("1e-12"), mp.mpf(10) ** 5
    golden = (mp.sqrt(5) - 1) / 2
    low, high = mp.log(low), mp.log(high)
    for _ in range(150):
        one, two = high - golden * (high - low), low + golden * (high - low)
        low, high = (low, two) if slope(t, u, 1 + mp.exp(one)) > slope(t, u, 1 + mp.exp(two)) else (one, high)
    return 1 + mp.exp(low)


def attained(t, u, order):
    """Return eps, and delta there, at which the pair attains the conversion at an order."""
    gamma = (1 - 1 / order) * (u**order - t**order) / (u ** (order - 1) - t ** (order - 1))
    return mp.log(gamma), (1 - t) / (u - t) * (u - gamma)


def exact(value):
    return Rational(mp.nstr(value, 45))


@pytest.mark.cases(1 / 7)
@pytest.mark.parametrize(
    ("low", "high", "share"), [*((*pair, share) for pair in PAIRS for share in SHARES), ("0.1", "20", 1)]
)
def test_the_pair_on_two_points_attains_it_and_keeps_the_promise_at_every_order(low, high, share):
    """The pair is chosen first, so that no search is needed; up to a cutoff the best order is the last one. That of the last pair is 1."""
    with mp.workdps(60):
        t, u = mp.mpf(low), mp.mpf(high)
        order = steepest(t, u)
        order = order if share == 1 else 1 + (order - 1) * mp.mpf("0.5")
        rho = slope(t, u, order)
        last = mp.mpf(10) ** 4 if share == 1 else order
        for k in range(60):
            beta = 1 + (last - 1) * mp.mpf(2) ** (-k)
            assert slope(t, u, beta) <= rho * (1 + mp.mpf(10) ** -11)
            assert slope(t, u, 1 - beta) <= rho
        eps, delta = attained(t, u, order)
    assert eps > 0
    orders = Interval.open(1, oo) if share == 1 else Interval.Lopen(1, exact(order))
    found = RENYI_OPTIMAL.apply(RenyiDP(exact(rho) * alpha, orders), Request(delta=exact(delta))).eps
    assert -1e-11 < float(found / exact(eps) - 1) < 1e-9
    back = RENYI_OPTIMAL.apply(RenyiDP(exact(rho) * alpha, orders), Request(eps=exact(eps))).delta
    assert -1e-11 < float(back / exact(delta) - 1) < 1e-9
    less = RENYI_OPTIMAL.apply(RenyiDP(exact(rho) * alpha * Rational(99, 100), orders), Request(delta=exact(delta))).eps
    assert less < exact(eps)  # a promise that the pair does not keep says less than it loses


def test_of_a_pair_that_is_heavier_above_the_other_direction_is_the_steeper_one():
    """The condition is that both laws together give the greater ratio at most the mass 1; here they give it more."""
    t, u = mp.mpf("0.1"), mp.mpf("1.5")
    assert (1 - t) / (u - t) * (1 + u) > 1
    assert max(slope(t, u, -mp.mpf(k) / 10) for k in range(1, 100)) > slope(t, u, steepest(t, u)) * mp.mpf("1.01")
