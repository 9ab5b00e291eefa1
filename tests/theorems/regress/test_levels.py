"""Trade-off values and how much may be run: against closed forms, and against every number next to the answer."""

import math
from fractions import Fraction

import mpmath as mp
import pytest

from theorems.regress import Claim, Kind, judge

TINY, CLOSE = Fraction(1, 10**25), Fraction(1, 10**9)


def bracket(mechanism, quantity, **at):
    return judge(Claim(mechanism, quantity, tuple(at.items()), "0.5")).reference


def normal(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


@pytest.mark.parametrize("level", ["0.001", "0.1", "0.5", "0.9"])
@pytest.mark.parametrize("sigma", ["0.5", "1", "7"])
def test_the_trade_off_function_of_gaussian_noise(level, sigma):
    found = bracket(f"Gaussian({sigma})", "power", level=level)
    with mp.workdps(30):
        exact = normal(1 / mp.mpf(sigma) - mp.sqrt(2) * mp.erfinv(1 - 2 * mp.mpf(level)))
        exact = Fraction(mp.nstr(exact, 28))
    assert found.lower <= exact * (1 + TINY)
    assert found.upper >= exact * (1 - TINY)
    assert found.upper - found.lower < CLOSE * found.upper


@pytest.mark.parametrize(
    ("level", "power"), [("0.1", "0.27182818284590452"), ("0.5", "0.81606027941427883"), ("0.9", "0.96321205588285577")]
)
def test_the_trade_off_function_of_laplace_noise(level, power):
    found = bracket("Laplace(1)", "power", level=level)
    assert float(found.lower) == pytest.approx(float(power), rel=1e-9)
    assert float(found.upper) == pytest.approx(float(power), rel=1e-9)


def test_of_a_sample_the_worse_direction_counts():
    """A mixture by its definition: the power at the best threshold of each direction."""
    rate, level = mp.mpf("0.1"), mp.mpf("0.3")
    with mp.workdps(20):
        place = mp.findroot(lambda x: 1 - normal(x) - level, 0.5)
        removed = (1 - rate) * level + rate * (1 - normal(place - 1))
        place = mp.findroot(lambda x: (1 - rate) * normal(x) + rate * normal(x - 1) - level, -0.4)
        added = normal(place)
        exact = Fraction(mp.nstr(max(removed, added), 16))
    found = bracket("Gaussian(1).subsample(0.1)", "power", level="0.3")
    assert abs(found.lower - exact) < CLOSE * exact
    assert abs(found.upper - exact) < CLOSE * exact
    assert abs(removed - added) > 1e-4


@pytest.mark.parametrize(
    ("mechanism", "delta", "most"),
    [("Laplace(10).compose(k)", "0", 10), ("RR(0.5).compose(k)", "0", 2), ("Gaussian(10).compose(k)", "1e-5", 7)],
)
def test_the_most_steps_meet_the_target_and_one_more_does_not(mechanism, delta, most):
    at = (("epsilon", "1"), ("delta", delta))
    kinds = [judge(Claim(mechanism, "steps", at, str(most + more))).kind for more in (-1, 0, 1)]
    assert kinds == [Kind.SOUND, Kind.RIGHT, Kind.UNSOUND]
    single = [
        judge(Claim(mechanism.replace("(k)", f"({most + more})"), "epsilon", (("delta", delta),), "1", "upper")).kind
        for more in (0, 1)
    ]
    assert single[0] is not Kind.UNSOUND
    assert single[1] is Kind.UNSOUND


@pytest.mark.parametrize(
    "mechanism", ["Gaussian(10)", "Gaussian(10).compose(10)", "Gaussian(s).compose(10)", "Gaussian(1).subsample(k)"]
)
def test_a_chain_without_a_name_for_the_steps_is_asked_for_one(mechanism):
    verdict = judge(Claim(mechanism, "steps", (("epsilon", "1"), ("delta", "1e-5")), "5"))
    assert verdict.kind is Kind.NOT_UNDERSTOOD
    assert "Gaussian(10).compose(k)" in verdict.reason


@pytest.mark.parametrize(("level", "power"), [("1/4", "3/4"), ("1/8", "3/8"), ("5/8", "7/8")])
def test_where_a_trade_off_function_has_a_kink_many_lines_touch_it(level, power):
    """Randomized response that tells the truth with 3/4: at the level 1/4 the function is flat from e^-eps to e^eps."""
    found = bracket("RR(p=3/4)", "power", level=level)
    assert found.lower <= Fraction(power) <= found.upper
    assert found.upper - found.lower < CLOSE * Fraction(power)


@pytest.mark.parametrize(
    ("value", "direction", "kind"),
    [
        ("6.40472090340e-8", "exact", Kind.RIGHT),
        ("6.4e-8", "exact", Kind.RIGHT),
        ("6.411e-8", "exact", Kind.UNSOUND),
        ("6.39e-8", "exact", Kind.SOUND),
        ("6.404720896e-8", "upper", Kind.UNSOUND),
        ("6.404720910e-8", "lower", Kind.UNSOUND),
        ("1e-40", "exact", Kind.SOUND),
        ("1e-4000", "exact", Kind.NOT_UNDERSTOOD),
    ],
)
def test_a_trade_off_value_close_to_0_is_held_by_its_own_digits(value, direction, kind):
    """Its power, 0.99999993595, is right to seven digits whatever the error is."""
    assert judge(Claim("GDP(4)", "beta", (("alpha", "0.9"),), value, direction)).kind is kind


@pytest.mark.parametrize("level", ["1/8", "0.001"])
def test_a_kink_costs_no_digits(level):
    found = bracket("RR(1)", "power", level=level)
    assert found.upper - found.lower < CLOSE * found.upper / 100
    assert float(found.lower) == pytest.approx(float(Fraction(level)) * math.e, rel=1e-11)


@pytest.mark.parametrize("level", ["0.05", "0.5", "0.9"])
def test_one_direction_of_a_sample_has_its_own_power(level):
    """Lines that fall slower than -1 touch the curve of the other direction; both were taken from one and the same."""
    rate, t = mp.mpf("0.5"), mp.mpf(level)
    with mp.workdps(20):
        place = mp.findroot(lambda x: 1 - normal(x) - t, 0.5)
        removed = (1 - rate) * t + rate * (1 - normal(place - 1))
        place = mp.findroot(lambda x: (1 - rate) * normal(x) + rate * normal(x - 1) - t, 0.4)
        exact = {"remove": removed, "add": normal(place)}
    for adjacency, power in exact.items():
        claim = Claim("Gaussian(1).subsample(0.5)", "power", (("level", level),), "0.5", adjacency=adjacency)
        found = judge(claim).reference
        assert float(found.lower) == pytest.approx(float(power), rel=1e-8)
        assert float(found.upper) == pytest.approx(float(power), rel=1e-8)


def test_a_promise_that_says_nothing_allows_every_power():
    assert judge(Claim("ApproxDP(1, 1)", "power", (("level", "0.1"),), "1")).kind is Kind.RIGHT
    assert judge(Claim("ApproxDP(1, 1)", "power", (("level", "0.1"),), "0.9")).kind is Kind.UNSOUND


def test_a_bound_on_the_power_is_not_taken_from_an_order_beyond_the_promise():
    from dpsym.conversion.renyi_promise import Promise
    from dpsym.conversion.two_points import TwoPoints
    from theorems.regress.promised_tests import renyi_power

    promise, level = Promise(rho=Fraction(1, 10), last=Fraction(10)), Fraction(1, 10**10)
    _, high = renyi_power(promise, level).bracket(20)
    assert not promise.is_kept(TwoPoints(high * (1 + Fraction(1, 10**16)), level))


@pytest.mark.parametrize("chain", ["Gaussian(k).compose(k)", "Laplace(k).compose(k)"])
def test_a_number_of_steps_that_is_a_scale_too_is_refused(chain):
    verdict = judge(Claim(chain, "steps", (("epsilon", "1"), ("delta", "1e-5")), "50"))
    assert verdict.kind is Kind.NOT_UNDERSTOOD
