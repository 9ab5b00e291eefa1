"""Sampling values: their domains, and for which adjacency they stand."""

import pytest
from sympy import Integer, Rational, oo, symbols

from dpsym import GDP, ZCDP, ApproxDP, Gaussian, Laplace, PureDP, TruncatedCDP
from dpsym.amplification import Allocation, Poisson, Shuffle, WithoutReplacement
from dpsym.errors import NoRouteError, ParameterError
from dpsym.guarantees import Relation, composed, guarantee
from dpsym.guarantees.nodes import Processed
from dpsym.parameters import b, q

_N = symbols("n", integer=True, positive=True)


@pytest.mark.parametrize("rate", [0, -1, 2, float("nan"), float("inf"), True, "1/2", [0.5], 1j])
def test_a_poisson_rate_outside_the_unit_interval_is_refused_by_name(rate):
    with pytest.raises(ParameterError, match="sampling rate q must be in \\(0, 1\\]"):
        Poisson(rate)


@pytest.mark.parametrize("size", [0, -3, 1.5, float("nan"), True, "4"])
def test_sizes_that_are_no_positive_integers_are_refused(size):
    with pytest.raises(ParameterError, match="sample size m must be a positive integer"):
        WithoutReplacement(size, 10)
    with pytest.raises(ParameterError, match="number of users n must be a positive integer"):
        Shuffle(size)


def test_a_sample_greater_than_its_population_is_refused():
    with pytest.raises(ParameterError, match="at most the population size 3"):
        WithoutReplacement(5, 3)


def test_numbers_are_kept_exactly_and_symbols_stay():
    assert Poisson(0.1).rate == Rational(1, 10)
    assert Poisson(q).free_symbols == {q}
    assert WithoutReplacement(3, 12).rate == Rational(1, 4)
    assert WithoutReplacement(3, _N).rate == 3 / _N


def test_each_sampling_names_the_adjacency_it_needs_and_gives():
    assert (Poisson(0.5).needs, Poisson(0.5).gives) == (Relation.ADD_REMOVE, Relation.ADD_REMOVE)
    for sampling in (WithoutReplacement(1, 2), Shuffle(5)):
        assert (sampling.needs, sampling.gives) == (Relation.REPLACE, Relation.REPLACE)


@pytest.mark.slow
def test_that_a_sample_is_no_greater_than_its_population_travels_with_the_answer():
    size = symbols("m", integer=True, positive=True)
    local = guarantee(Laplace(b), adjacency="replace")
    eps = local.subsample(size=size, population=_N).compose(2).to_pure().value.eps
    assert eps.subs({size: 5, _N: 5}).simplify() == 2 / b
    assert eps.subs({size: 6, _N: 5}) == oo
    assert not local.subsample(size=5, population=10).to_pure().proof.conditions
    assert Allocation(7, size).conditions == (size <= 7,)
    assert not Allocation(7, 7).conditions


@pytest.mark.parametrize("notion", [ZCDP(1), GDP(1), PureDP(1), TruncatedCDP(1, 3)])
def test_without_an_amplification_as_many_runs_are_kept_as_are_drawn(notion):
    made = guarantee(notion)
    kept = made.compose(6).to(type(notion)).value
    assert made.allocate(10, 2).compose(3).to(type(notion)).value == kept
    assert made.allocate(10, 2).compose(2).to(type(notion)).value != kept


@pytest.mark.slow
def test_a_draw_is_told_only_where_nothing_better_is_known():
    level, eps = Rational(1, 10), Integer(1)
    made = Gaussian(1).allocate(4)
    assert made.to_zcdp().value == ZCDP(Rational(1, 2))  # the least, as one of the four is drawn with chance 1/4
    assert made.delta(eps) < Gaussian(1).delta(eps)
    assert made.renyi(4) < Gaussian(1).renyi(4)
    assert guarantee(ApproxDP(1, level), adjacency="replace").shuffle(10).delta(eps) == level
    with pytest.raises(NoRouteError):
        made.to_pure()


@pytest.mark.slow
def test_a_trade_off_value_of_an_allocation_is_that_of_its_profile():
    level = Rational(1, 10)
    assert Gaussian(1).allocate(4).tradeoff(level) > Gaussian(1).tradeoff(level)


def test_a_draw_inside_many_operations_is_told_once():
    given = Laplace(1).allocate(10)
    for _ in range(100):
        given = given.post_process()
    told, depth = given.node.told, 0
    while isinstance(told, Processed):
        told, depth = told.inner, depth + 1
    assert depth == 101
    assert Laplace(1).guarantee().post_process().node.told is None


def test_equal_allocations_one_after_the_other_are_epochs_of_one():
    one, cut = Laplace(1).allocate(100), Gaussian(1).subsample(Rational(1, 100), most=30, population=1000)
    for each in (one, cut):
        assert composed([each, each]).node == each.compose(2).node == each.compose(each).node
        assert composed([each.compose(2), each]).node == each.compose(3).node
        assert composed([each, each, Laplace(3)]).node == composed([each.compose(2), Laplace(3)]).node
        # on disjoint data they are not drawn after one another, and another allocation is not the same
        assert composed([each, each], parallel=True).node != each.compose(2).node
    assert composed([one, Laplace(1).allocate(50)]).node != one.compose(2).node
    assert composed([one]).node == one.node
