"""What promises allow tests, and at orders that they do not speak of, held against formulas and a search that certifies nothing."""

import math
from fractions import Fraction

import pytest

from theorems.regress import Claim, Kind, judge, reference

CLOSE = Fraction(1, 10**9)


def bracket(mechanism, quantity, **at):
    found = reference(Claim(mechanism, quantity, tuple(at.items())))
    return found.lower, found.upper


def divergence(p, q, order):
    return math.log(p**order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order)) / (order - 1)


@pytest.mark.parametrize(("order", "budget", "level"), [(8, 1.0, 0.1), (2, 5.0, 0.1), (1.5, 0.2, 0.6)])
def test_the_power_that_a_renyi_budget_allows_is_that_of_two_points(order, budget, level):
    low, high = bracket(f"({order}, {budget})-RDP", "power", level=str(level))
    assert high - low < CLOSE * high
    p = float(low)
    assert max(divergence(p, level, order), divergence(level, p, order)) == pytest.approx(budget, rel=1e-9)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(("rho", "level"), [(0.5, 0.1), (0.01, 0.5), (5, 0.001)])
def test_the_power_that_concentrated_privacy_allows_touches_the_budget_at_some_order(rho, level):
    low, high = bracket(f"ZCDP({rho})", "power", level=str(level))
    assert high - low < CLOSE * high
    orders = [1 + math.exp(k / 400) for k in range(-2000, 2000)]

    def excess(p):
        worst = -1.0
        for order in orders:
            for one, two in ((p, level), (level, p)):
                if order * abs(math.log(one / two)) < 300:
                    worst = max(worst, divergence(one, two, order) / (rho * order))
        return worst

    assert excess(float(low)) == pytest.approx(1, abs=1e-5)
    assert excess(float(low) * 1.001) > 1 + 1e-5 > excess(float(low) * 0.999)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    ("mechanism", "quantity", "at", "truth"),
    [
        ("BoundedRange(1)", "power", {"level": "0.1"}, 1 / (1 + 9 * math.exp(-1))),
        ("(1, 0.01)-DP", "power", {"level": "0.1"}, 0.01 + 0.1 * math.e),
        ("(1, 0.01)-DP", "power", {"level": "0.9"}, 1 - math.exp(-1) * 0.09),
        ("fDP((1-t)**2)", "power", {"level": "0.1"}, 0.19),
        ("fDP((1-t)**2)", "power", {"level": "0.9"}, math.sqrt(0.9)),
        ("(1, 0.01)-DP", "renyi", {"order": "0.5"}, -2 * math.log(0.99 / math.cosh(0.5))),
        ("(1, 0.01)-DP.compose(GDP(1))", "renyi", {"order": "0.5"}, -2 * math.log(0.99 / math.cosh(0.5)) + 0.25),
        ("ZCDP(0.5)", "renyi", {"order": "1"}, 0.5),
        ("ZCDP(0.1).compose(PureDP(1))", "renyi", {"order": "1"}, 0.1 + math.tanh(0.5)),
        ("(8, 1)-RDP", "renyi", {"order": "8"}, 1.0),
        ("BoundedRange(1)", "renyi", {"order": "inf"}, 1.0),
        ("BoundedRange(1)", "renyi", {"order": "1"}, math.log(1 - math.exp(-1)) - 1 + 1 / (1 - math.exp(-1))),
    ],
)
def test_what_promises_allow_is_known_from_both_sides(mechanism, quantity, at, truth):
    low, high = bracket(mechanism, quantity, **at)
    assert high - low < CLOSE * high
    assert float(low) == pytest.approx(truth, rel=1e-9)
    for share, kind in ((1.0001, Kind.SOUND), (0.9999, Kind.UNSOUND)):
        value = f"{truth * share:.17g}"
        assert judge(Claim(mechanism, quantity, tuple(at.items()), value)).kind is kind


@pytest.mark.parametrize("mechanism", ["(8, 1)-RDP", "tCDP(0.5, 4)", "RenyiPoint(2, 1).compose(PureDP(1))"])
def test_beyond_the_last_order_nothing_is_promised(mechanism):
    assert bracket(mechanism, "renyi", order="16") == (math.inf, math.inf)


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    "mechanism",
    [
        pytest.param("ZCDP(0.1).compose(PureDP(1))", marks=pytest.mark.slow),
        "ZCDP(0.1).compose(GDP(1))",
        "RenyiPoint(8, 1).compose(2)",
    ],
)
def test_promises_of_several_kinds_have_two_ends(mechanism):
    low, high = bracket(mechanism, "epsilon", delta="1e-3")
    assert 0 < low < high < 3 * low


def test_the_pair_that_tests_allow_is_found_at_small_deltas():
    """Of f = (1 - t)^2 the greatest eps at a delta is log(2 - 2 sqrt(delta))."""
    for delta in ("1e-5", "1e-12"):
        low, high = bracket("fDP((1-t)**2)", "epsilon", delta=delta)
        assert high - low < CLOSE
        assert float(low) == pytest.approx(math.log(2 - 2 * math.sqrt(float(delta))), rel=1e-9)
