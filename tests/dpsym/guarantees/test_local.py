"""Local randomisers: privacy and error as their definitions give them, with every answer written out."""

import itertools
import math

import numpy as np
import pytest
from sympy import Rational, Symbol, exp, log, oo, simplify, sqrt, symbols

from dpsym import (
    Dirichlet,
    HockeyStick,
    hadamard_response,
    hybrid_mean,
    one_bit_mean,
    optimized_unary_encoding,
    piecewise_mean,
    priv_unit,
    rappor,
    subset_selection,
    symmetric_unary_encoding,
    unary_encoding,
)
from dpsym.errors import ParameterError
from dpsym.guarantees.reading import read

eps = Symbol("epsilon", positive=True)
ODDS = math.e  # everything is looked at with eps = 1
LEVELS = (0.0, 0.2, 0.5, 0.9, 1.1)


def unary(p, q, k=3):
    """Return which values each answer holds, and the law of the answers to each value."""
    held = np.array(list(itertools.product((0, 1), repeat=k)))
    bits = np.where(np.eye(k, dtype=bool), p, q)
    return held, np.array([np.where(held, row, 1 - row).prod(axis=1) for row in bits])


def weighted(held):
    """Return the same of answers that are e^eps times as likely where they hold the value."""
    weights = np.where(held.T, ODDS, 1.0)
    return held, weights / weights.sum(axis=1, keepdims=True)


def subsets(k, d):
    return np.array([[value in each for value in range(k)] for each in itertools.combinations(range(k), d)], dtype=int)


def columns():
    """Return which of three values each column of a Hadamard matrix of order 4 holds: the rows but the first."""
    one = np.array([[1, 1], [1, -1]])
    return (np.kron(one, one)[1:].T + 1) // 2


HALF = math.exp(0.5)
ORACLES = {
    "three quarters": (unary_encoding(Rational(3, 4), Rational(1, 4)), unary(0.75, 0.25)),
    "symmetric": (symmetric_unary_encoding(1), unary(HALF / (1 + HALF), 1 / (1 + HALF))),
    "optimized": (optimized_unary_encoding(1), unary(0.5, 1 / (1 + ODDS))),
    "one of four": (subset_selection(1, 4, 1), weighted(np.eye(4, dtype=int))),
    "two of five": (subset_selection(1, 5, 2), weighted(subsets(5, 2))),
    "three of four": (subset_selection(1, 4, 3), weighted(subsets(4, 3))),
    "Hadamard": (hadamard_response(1), weighted(columns())),
}


def hockey_stick(level, one, other):
    return np.maximum(one - math.exp(level) * other, 0).sum()


def profile(law, level):
    return float(HockeyStick(Rational(level).limit_denominator(), *law.neighbours()).doit())


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("name", ORACLES)
def test_two_values_are_told_apart_as_much_as_the_answers_do(name):
    oracle, (_, laws) = ORACLES[name]
    for level in LEVELS:
        for one, other in itertools.permutations(range(len(laws)), 2):
            assert profile(oracle.law, level) == pytest.approx(hockey_stick(level, laws[one], laws[other]), abs=1e-12)


@pytest.mark.parametrize("name", ORACLES)
def test_the_variance_is_that_of_the_estimate(name):
    oracle, (held, laws) = ORACLES[name]
    hit, chance = float(oracle.hit), float(oracle.chance)
    holds = laws @ held
    assert holds == pytest.approx(np.where(np.eye(len(laws), dtype=bool), hit, chance))
    estimate = (held[:, 0] - chance) / (hit - chance)
    for share, value in ((0, 1), (1, 0)):
        assert laws[value] @ estimate == pytest.approx(share)
        assert laws[value] @ estimate**2 - share == pytest.approx(float(oracle.variance(share)))
        assert laws[value] @ estimate**2 - share != pytest.approx(1.01 * float(oracle.variance(share)))


def same(one, other):
    return simplify((one - other).rewrite(exp)) == 0


def test_the_closed_forms_are_those_of_papers():
    odds, root = exp(eps), exp(eps / 2)
    k = Symbol("k", integer=True, positive=True)
    assert same(optimized_unary_encoding(eps).variance(), 4 * odds / (odds - 1) ** 2)
    assert not same(optimized_unary_encoding(eps).variance(), 4 * odds / (odds + 1) ** 2)
    assert same(symmetric_unary_encoding(eps).variance(), root / (root - 1) ** 2)
    assert same(subset_selection(eps, k, 1).variance(), (k - 2 + odds) / (odds - 1) ** 2)
    assert same(one_bit_mean(eps).variance(0), ((odds + 1) / (odds - 1)) ** 2)
    assert same(piecewise_mean(eps).variance(1), 4 * root / (3 * (root - 1) ** 2))
    worst = (root + 3) / (3 * root * (root - 1)) + (odds + 1) ** 2 / (root * (odds - 1) ** 2)
    assert same(hybrid_mean(eps).variance(1), worst)


def cells(x, root=HALF):
    """Return the density of the piecewise mechanism on a fine grid that has its jumps, with the widths and middles of the cells."""
    C = (root + 1) / (root - 1)
    jumps = [sign * (C + 1) / 2 * y + side * (C - 1) / 2 for sign in (1, -1) for y in (x, 1) for side in (1, -1)]
    ends = np.unique(np.concatenate([np.linspace(-C, C, 4001), [j for j in jumps if -C < j < C]]))
    widths, middles = np.diff(ends), (ends[1:] + ends[:-1]) / 2

    def law(y):
        high = np.abs(middles - (C + 1) / 2 * y) < (C - 1) / 2
        density = np.where(high, root**2, 1.0)
        return widths * density / (widths @ density)

    return middles, law


def test_the_piecewise_mechanism_is_as_private_and_as_wrong_as_its_density():
    oracle = piecewise_mean(1)
    for x in (1.0, 0.4, -0.3):
        middles, law = cells(x)
        assert law(x) @ middles == pytest.approx(x, abs=1e-5)
        assert law(x) @ middles**2 - x**2 == pytest.approx(float(oracle.variance(x)), rel=1e-5)
        for level in LEVELS:
            assert hockey_stick(level, law(x), law(-1)) <= profile(oracle.law, level) + 1e-9
    middles, law = cells(1.0)
    for level in LEVELS:
        assert hockey_stick(level, law(1), law(-1)) == pytest.approx(profile(oracle.law, level), abs=1e-9)


@pytest.mark.slow
def test_the_hybrid_mechanism_is_a_mixture_that_shows_which_part_was_run():
    oracle, share = hybrid_mean(1), 1 - 1 / HALF
    for level in LEVELS:
        parts = share * profile(piecewise_mean(1).law, level) + (1 - share) * profile(one_bit_mean(1).law, level)
        assert profile(oracle.law, level) == pytest.approx(parts, abs=1e-12)
    assert float(hybrid_mean(Rational(1, 2)).variance(0)) > float(one_bit_mean(Rational(1, 2)).variance(0))
    assert float(hybrid_mean(Rational(62, 100)).variance(0)) < float(one_bit_mean(Rational(62, 100)).variance(0))


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("budget", [Rational(1, 2), 2])
def test_a_symbol_says_what_the_number_says(budget):
    symbol = Symbol("b", positive=True)
    for make in (one_bit_mean, piecewise_mean, hybrid_mean, optimized_unary_encoding):
        assert same(make(symbol).variance(0).subs(symbol, budget), make(budget).variance(0))
        assert profile(make(symbol).law.subs(symbol, budget), 0.25) == pytest.approx(profile(make(budget).law, 0.25))


def test_a_guarantee_composes_and_shuffles_and_names_its_theorems():
    one = optimized_unary_encoding(1).guarantee()
    assert one.to_pure().value.eps == 1
    assert {"profile.unary_encoding", "max.erased_response"} <= set(one.to_pure().theorems)
    # ten runs tell as much as ten erased responses, which is less than ten unerased ones tell
    assert 9 < float(one.compose(10).to_approx(Rational(1, 10**5))) < 10
    assert float(one.shuffle(1000).to_approx(Rational(1, 10**6))) < 1
    law = ORACLES["optimized"][1][1]
    two = (np.multiply.outer(law[0], law[0]).ravel(), np.multiply.outer(law[1], law[1]).ravel())
    assert float(one.compose(2).delta(Rational(1, 2))) == pytest.approx(hockey_stick(0.5, *two), rel=1e-9)
    assert float(one.compose(2).delta(Rational(1, 2))) != pytest.approx(hockey_stick(0.5, *(law[:2])), rel=1e-2)


@pytest.mark.slow
def test_a_weight_that_is_no_rational_function_of_powers_of_e_has_no_curve():
    one = unary_encoding(sqrt(2) / 2, Rational(1, 4)).guarantee()
    assert float(one.compose(2).to_approx(Rational(1, 100))) <= 2 * float(log(3 * (1 + sqrt(2))).evalf())


def test_texts_name_them():
    assert read("SubsetSelection(1, 5, 2).to_pure()").value.eps == 1
    assert read("PiecewiseMean(1).compose(2).to_pure()").value.eps == 2


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: unary_encoding(Rational(1, 4), Rational(3, 4)), "below the probability of a hit"),
        (lambda: unary_encoding(1, Rational(1, 4)), r"in \(0, 1\)"),
        (lambda: optimized_unary_encoding(0), "positive"),
        (lambda: subset_selection(1, 4, 4), "below the number of values"),
        (lambda: subset_selection(1, 1, 1), "an integer from 2 on"),
        (lambda: piecewise_mean(1).variance(2), r"in \[-1, 1\]"),
        (lambda: hadamard_response(1).variance(2), r"in \[0, 1\]"),
    ],
)
def test_what_lies_outside_a_domain_is_refused(make, says):
    with pytest.raises(ParameterError, match=says):
        make()


def test_messages_name_the_parameter_that_is_wrong():
    with pytest.raises(ParameterError, match="size d of a subset must be a positive integer, got 0"):
        subset_selection(1, 4, 0)
    with pytest.raises(ParameterError, match="shape of a Dirichlet law must be positive and finite, got 0"):
        Dirichlet(0, 1)


def _reported(bits, f, q, p, reports):
    """Return the law of several reports of a filter, its permanent bits kept, from the definition."""
    found = {}
    for permanent in itertools.product((0, 1), repeat=len(bits)):
        chance = math.prod(1 - f / 2 if b == k else f / 2 for b, k in zip(bits, permanent, strict=True))
        ones = [q if k else p for k in permanent]
        for several in itertools.product(itertools.product((0, 1), repeat=len(bits)), repeat=reports):
            parts = (one if bit else 1 - one for each in several for one, bit in zip(ones, each, strict=True))
            found[several] = found.get(several, 0) + chance * math.prod(parts)
    return found


@pytest.mark.parametrize(
    ("hashes", "reports"),
    [pytest.param(1, 1, marks=pytest.mark.slow), (1, 2), (1, 3), pytest.param(2, 1, marks=pytest.mark.slow)],
)
def test_rappor_costs_what_its_reports_tell(hashes, reports):
    f, q, p = 0.5, 0.75, 0.5
    here, there = (_reported(bits * hashes, f, q, p, reports) for bits in ((1, 0), (0, 1)))
    known = rappor(Rational(1, 2), hashes, reports=reports)
    assert float(known.to_pure().value.eps) == pytest.approx(math.log(max(here[k] / there[k] for k in here)), rel=1e-9)
    for level in (Rational(1, 10), Rational(1, 4)):
        true = sum(max(0, here[k] - math.exp(level) * there[k]) for k in here)
        if hashes == reports == 1:
            assert float(known.delta(level)) == pytest.approx(true, rel=1e-9)
        assert true <= float(known.delta(level)) * (1 + 1e-12)
    assert float(rappor(Rational(1, 2), hashes).to_pure().value.eps) == pytest.approx(2 * hashes * math.log(3))
    with pytest.raises(ParameterError, match="zero"):
        rappor(Rational(1, 2), one=Rational(1, 4))


@pytest.mark.cases(1 / 8)
@pytest.mark.parametrize(("dimension", "gamma"), [(d, gamma) for d in (2, 3, 4, 7) for gamma in (0, Rational(1, 3))])
def test_directions_are_told_by_caps(dimension, gamma):
    oracle = priv_unit(eps, dimension, gamma)
    angles = np.linspace(0, math.pi, 200_001)
    angles = (angles[1:] + angles[:-1]) / 2
    sphere = np.sin(angles) ** (dimension - 2)
    sphere /= sphere.sum()
    weights = np.where(np.cos(angles) >= float(gamma), ODDS, 1.0) * sphere
    mean = (weights * np.cos(angles)).sum() / weights.sum()
    assert float(oracle.variance().subs(eps, 1)) == pytest.approx(1 / mean**2 - 1, rel=1e-3)
    assert oracle.guarantee().to_pure().value.eps == eps
    share = sphere[np.cos(angles) >= float(gamma)].sum()
    total = 1 - share + ODDS * share
    tv = float(priv_unit(1, dimension, gamma).guarantee().total_variation())
    assert tv == pytest.approx(share * (ODDS - 1) / total, rel=1e-3)


def test_directions_have_thresholds_on_the_sphere():
    assert priv_unit(log(3), 3).variance() == 15
    for wrong in (-1, 1, 2):
        with pytest.raises(ParameterError, match="threshold"):
            priv_unit(1, 3, wrong)
    with pytest.raises(ParameterError, match="dimension"):
        priv_unit(1, 1)


@pytest.mark.slow
def test_symbols_of_rappor_are_in_the_order_that_its_formula_needs():
    one, zero = Symbol("u", positive=True), Symbol("v", positive=True)
    found = rappor(Rational(1, 2), one=one, zero=zero, reports=3).to_approx(delta=Rational(1, 10)).value.eps
    high, low = Rational(3, 4), Rational(1, 4)
    known = rappor(Rational(1, 2), one=high, zero=low, reports=3).to_pure().value.eps
    assert float(found.subs({one: high, zero: low})) == pytest.approx(float(known))
    assert found.subs({one: low, zero: high}) >= known  # without the hypothesis the logarithm of less than 1


def test_many_reports_cost_no_more_than_any_number():
    known = rappor(Rational(3, 10), reports=10**12).to_pure().value.eps
    assert known == rappor(Rational(3, 10)).to_pure().value.eps
    assert known > rappor(Rational(3, 10), reports=10).to_pure().value.eps


def test_what_parameters_have_to_keep_among_themselves_is_said_where_symbols_leave_it_open():
    size, choices = symbols("d k", integer=True, positive=True)
    open_, known = (subset_selection(eps, choices, each).guarantee().to_pure().value.eps for each in (size, 1))
    assert open_.subs({size: 3, choices: 10}) == eps
    assert open_.subs({size: 10, choices: 3}) == oo  # there is no such mechanism
    assert subset_selection(eps, 10, 3).guarantee().to_pure().value.eps == eps
    assert known.subs(choices, 2) == eps
    p, q = symbols("p q", positive=True)
    bits = unary_encoding(p, q).guarantee().to_pure().value.eps
    assert bits.subs({p: Rational(1, 2), q: Rational(1, 4)}).simplify() == log(3)
    assert bits.subs({p: Rational(1, 4), q: Rational(1, 2)}) == oo
