"""What a promise accepts, and that guarantees about different pairs of datasets never mix."""

import itertools
import math
import re

import numpy as np
import pytest
from sympy import FiniteSet, Interval, Rational, Symbol, oo

from dpsym import Cauchy, DiscreteLaplace, Gaussian, Laplace, MultivariateGaussian, ParameterError
from dpsym.errors import AdjacencyError
from dpsym.guarantees import (
    GDP,
    NOTIONS,
    ZCDP,
    Adjacency,
    ApproxDP,
    LossDP,
    Mechanism,
    PureDP,
    RenyiDP,
    TradeOffDP,
    TruncatedCDP,
    composed,
    guarantee,
)
from dpsym.special import Phi
from dpsym.symbols import alpha, sigma

BAD = [float("nan"), float("inf"), -1, True, "1", None, [1]]


@pytest.mark.parametrize("value", BAD)
@pytest.mark.parametrize("make", [PureDP, ZCDP, GDP, lambda x: ApproxDP(x, 0), lambda x: TruncatedCDP(x, 2)])
def test_a_parameter_outside_its_domain_is_refused_by_name(make, value):
    with pytest.raises(ParameterError, match="must be"):
        make(value)


@pytest.mark.parametrize("delta", [-1, 2, float("nan"), "0.1"])
def test_delta_must_be_a_probability(delta):
    with pytest.raises(ParameterError, match=r"delta must be in \[0, 1\]"):
        ApproxDP(1, delta)


def test_a_float_is_read_as_the_decimal_that_it_prints():
    assert PureDP(0.1).eps == Rational(1, 10)


def test_a_renyi_budget_holds_at_its_orders_only():
    promise = RenyiDP(alpha / 2, Interval.open(1, 8))
    assert promise.at(4) == 2
    with pytest.raises(ParameterError, match="order alpha must be in"):
        promise.at(8)
    assert RenyiDP.at_order(3, 5).orders == FiniteSet(3)


@pytest.mark.parametrize(
    ("given", "orders"),
    [
        (2, FiniteSet(2)),
        (1.1, FiniteSet(Rational(11, 10))),
        ([2, 4.5], FiniteSet(2, Rational(9, 2))),
        (range(2, 5), FiniteSet(2, 3, 4)),
        (np.array([2.0, 4.0]), FiniteSet(2, 4)),
        (FiniteSet(1.1), FiniteSet(Rational(11, 10))),
        (Interval(1.5, 2), Interval(Rational(3, 2), 2)),
    ],
)
def test_orders_are_taken_as_they_are_typed(given, orders):
    assert RenyiDP(0.3, given) == RenyiDP(0.3, orders)
    assert RenyiDP(0.3, given) != RenyiDP(0.3)


def test_a_float_among_orders_is_the_decimal_that_it_prints():
    assert float(RenyiDP(0.03, FiniteSet(1.1)).epsilon(1e-3)) == pytest.approx(11.08166, abs=1e-5)
    assert float(RenyiDP(0.03, 1.2).epsilon(1e-3)) != pytest.approx(11.08166, abs=1e-5)


def test_a_mapping_is_a_budget_at_its_orders_alone():
    promise = RenyiDP({2: 0.1, 4: 0.3})
    assert [promise.at(order) for order in (2, 4)] == [Rational(1, 10), Rational(3, 10)]
    assert promise.compose(3).renyi(4) == Rational(9, 10)
    with pytest.raises(ParameterError, match="order alpha must be in"):
        promise.at(3)
    # each order alone is a promise, so that both are no worse; a false twin: they are not better than the greater budget at both
    both = float(promise.epsilon(1e-3))
    assert both <= min(float(RenyiDP(0.1, 2).epsilon(1e-3)), float(RenyiDP(0.3, 4).epsilon(1e-3)))
    assert not both <= float(RenyiDP(0.1, [2, 4]).epsilon(1e-3))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: RenyiDP(0.3, 1), "orders of a Rényi budget must be an order above 1, a list or a set of such, got 1"),
        (
            lambda: RenyiDP(0.3, []),
            "orders of a Rényi budget must be an order above 1, a list or a set of such, got []",
        ),
        (
            lambda: RenyiDP(0.3, "2"),
            "orders of a Rényi budget must be an order above 1, a list or a set of such, got '2'",
        ),
        (lambda: RenyiDP({1: 0.3}), "orders of a Rényi budget must be numbers above 1, got [1]"),
        (lambda: RenyiDP({2: 0.1, alpha: 0.3}), "orders of a Rényi budget must be numbers above 1, got [2, alpha]"),
        (lambda: RenyiDP({2: -1}), "Rényi budget must be non-negative and finite, got -1"),
        (
            lambda: RenyiDP({2: 1}, [2]),
            "orders of a Rényi budget must be left out where the budget is a mapping from them, got [2]",
        ),
    ],
)
def test_orders_that_are_none_are_refused_in_a_line(make, told):
    with pytest.raises(ParameterError, match=f"^{re.escape(told)}$"):
        make()


def test_orders_at_or_below_one_are_refused():
    with pytest.raises(ParameterError, match="above 1"):
        RenyiDP(alpha, Interval(Rational(1, 2), oo))


def test_equal_mechanisms_are_counted_together():
    loss = LossDP(((Mechanism(Gaussian(0, 2)), 3), (Mechanism(Laplace(1)), 1), (Mechanism(Gaussian(0, 2)), 5)))
    assert dict(loss.parts) == {Mechanism(Gaussian(0, 2)): 8, Mechanism(Laplace(1)): 1}


def test_the_order_of_a_curve_is_not_a_free_symbol():
    assert RenyiDP(alpha / (2 * sigma**2)).free_symbols == {sigma}
    assert RenyiDP(alpha).is_numeric


def test_every_notion_has_a_key_and_words():
    assert set(NOTIONS) == {
        *["loss", "pure", "range", "metric", "approx", "renyi", "zcdp", "tcdp", "gdp", "tradeoff", "profile"]
    }
    assert all(kind.words for kind in NOTIONS.values())


@pytest.mark.parametrize(
    "other",
    [
        Adjacency("replace"),
        Adjacency("add-remove", unit="user"),
        Adjacency("add-remove", distance=2),
        Adjacency("l1-ball"),
        Adjacency("zero-out"),
    ],
)
def test_guarantees_for_different_adjacencies_are_not_composed(other):
    with pytest.raises(AdjacencyError, match="adjacency of combined guarantees must be the same"):
        composed([Laplace(1), guarantee(Laplace(1), adjacency=other)])


@pytest.mark.parametrize("relation", ["both", "", 3, None])
def test_an_unknown_adjacency_is_refused(relation):
    with pytest.raises(ParameterError, match="adjacency must be one of add-remove, replace, l1-ball, zero-out"):
        Adjacency(relation)


def sampled_sums(records, rate, places):
    """Return the law of the sum of a Poisson sample of records with geometric noise of scale 1, a dummy being 0, over places."""
    masses = np.zeros(places.size)
    for taken in itertools.product((0, 1), repeat=len(records)):
        chance = math.prod(rate if each else 1 - rate for each in taken)
        total = sum(record for record, each in zip(records, taken, strict=True) if each)
        masses += chance * math.tanh(0.5) * np.exp(-abs(places - total))
    return masses


def test_a_record_zeroed_out_is_worth_one_removed_on_samples_too():
    rate, places = 0.3, np.arange(-60, 61)
    made = guarantee(DiscreteLaplace(1), adjacency="zero-out")
    sampled = made.subsample(Rational(3, 10))
    assert str(sampled.adjacency) == "zero-out"
    for level in (0, 0.2):
        worst = replaced = 0.0
        for others in itertools.product((-1, 0, 1), repeat=2):
            laws = {each: sampled_sums((each, *others), rate, places) for each in (-1, 0, 1)}
            for one, other in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                worst = max(worst, np.maximum(laws[one] - math.exp(level) * laws[other], 0).sum())
            replaced = max(replaced, np.maximum(laws[1] - math.exp(level) * laws[-1], 0).sum())
        assert float(sampled.delta(level)) == pytest.approx(worst, rel=1e-9)
        assert float(sampled.to_replace().delta(level)) == pytest.approx(replaced, rel=1e-9)
        assert replaced > 1.1 * worst  # it is not the adjacency of records that are replaced
    assert str(made.to_replace().adjacency) == "replace"
    with pytest.raises(ParameterError, match="must be replace"):
        made.subsample(size=3, population=10)


def test_sampling_needs_its_adjacency():
    with pytest.raises(ParameterError, match="adjacency under Poisson sampling must be add-remove"):
        guarantee(Gaussian(0, 1), adjacency="replace").subsample(Rational(1, 10))
    with pytest.raises(ParameterError, match="adjacency under sampling without replacement must be replace"):
        guarantee(Gaussian(0, 1)).subsample(size=3, population=10)


def test_a_symmetric_mechanism_has_one_worst_pair_and_a_sampled_one_two():
    assert len(Mechanism(Laplace(1)).pairs()) == 1
    first, second = Mechanism(Cauchy(2), sensitivity=1, rate=Rational(1, 3)).pairs()
    assert first == second[::-1]


@pytest.mark.parametrize("given", [3, "Laplace(1)", None, Laplace])
def test_only_a_mechanism_or_a_promise_makes_a_guarantee(given):
    with pytest.raises(ParameterError, match="guarantee must be a mechanism or a promise"):
        guarantee(given)


@pytest.mark.parametrize("count", [0, -1, 1.5, "3", float("nan")])
def test_a_count_of_compositions_must_be_a_positive_integer(count):
    with pytest.raises(ParameterError, match="number of compositions k must be a positive integer"):
        Laplace(1).compose(count)


def test_a_count_may_be_a_symbol():
    count = Symbol("k", integer=True, positive=True)
    assert dict(Laplace(1).compose(count).node.parts).popitem()[1] == count


def test_a_budget_at_one_order_says_nothing_at_an_order_that_may_be_another():
    at_two = RenyiDP.at_order(2, Rational(1, 3)).at(alpha)
    assert [at_two.subs(alpha, order) for order in (2, 3)] == [Rational(1, 3), oo]
    assert RenyiDP.at_order(alpha, 1).at(alpha) == 1
    assert RenyiDP(alpha).at(alpha) == alpha


def test_round_gaussian_noise_in_the_plane_is_that_on_the_line():
    plane = MultivariateGaussian([0, 0], [[sigma**2, 0], [0, sigma**2]]).guarantee(sensitivity=3)
    assert plane.to_gdp().value == Gaussian(sigma).guarantee(sensitivity=3).to_gdp().value == GDP(3 / sigma)
    with pytest.raises(ParameterError, match="a multiple of the identity"):
        MultivariateGaussian([0, 0], [[4, 0], [0, 1]]).guarantee()


def test_curves_far_out_are_looked_at_in_balls():
    """SymPy would take as many bits as the square of a place of the normal law has units: a promise of so little noise did not end."""
    eps = Gaussian(Rational(1, 400)).subsample(Rational(1, 10)).compose(3).epsilon(Rational(1, 10**5))
    # all three are sampled with a chance of 1/1000, of which delta is a hundredth: 2.33 deviations above three times 80000
    assert 241_600 < eps < 242_500
    shift = Phi(-(10**6))
    assert TradeOffDP(lambda level: (1 - level) * shift).at(0) == shift
    with pytest.raises(ParameterError, match="between 0 and 1 - t"):
        TradeOffDP(lambda level: 2 - level - Phi(-10))
