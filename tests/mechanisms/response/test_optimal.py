"""The best local randomisers: certified from both sides, attained by known ones, and not undercut by false certificates."""

import dataclasses
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from mechanisms import ParameterError, information_utility, optimal_randomiser, variation_utility

THREE = Fraction(3)


def _uniform(k):
    return [Fraction(1, k)] * k


def _information(law, rows):
    joint = np.array([[float(w * mass) for mass in row] for w, row in zip(law, rows, strict=True)])
    product = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0)
    return float((joint * np.log(joint / product)).sum())


@pytest.mark.parametrize("k", [2, 3, 4, 5])
@pytest.mark.parametrize("factor", [Fraction(11, 10), THREE, Fraction(40)])
def test_of_equally_likely_values_subset_selection_of_the_best_size_tells_most(k, factor):
    found = optimal_randomiser(k, factor, information_utility(_uniform(k)))
    odds, eps = float(factor), math.log(factor)
    sizes = [d * eps * odds / (d * odds + k - d) - math.log((d * odds + k - d) / k) for d in range(1, k)]
    assert 0 <= found.upper - found.lower < Fraction(1, 10**48)
    assert float(found.lower) == pytest.approx(max(sizes), rel=1e-12)
    if k > 2 and max(sizes) > min(sizes) * (1 + 1e-6):
        assert float(found.upper) != pytest.approx(min(sizes), rel=1e-9)
    assert _information(_uniform(k), found.rows) == pytest.approx(float(found.lower), rel=1e-9)


@pytest.mark.parametrize("law", [["1/2", "1/3", "1/6"], ["9/10", "1/20", "1/20"], ["2/5", "3/10", "1/5", "1/10"]])
def test_of_any_prior_it_is_private_and_no_drawn_randomiser_tells_more(law):
    prior = list(map(Fraction, law))
    found = optimal_randomiser(len(prior), THREE, information_utility(prior))
    for one, other in itertools.permutations(found.rows, 2):
        assert all(a <= 3 * b for a, b in zip(one, other, strict=True))
    assert found.upper - found.lower < Fraction(1, 10**48)
    rng = np.random.default_rng(4)
    for _ in range(200):
        columns = rng.uniform(1, 3, (len(prior), 12)) ** rng.choice([0.2, 1.0])
        columns = 1 + 2 * (columns > np.median(columns)) if rng.random() < 0.5 else columns
        rows = columns / columns.sum(axis=1, keepdims=True)
        if max((rows[i] / rows[j]).max() for i, j in itertools.permutations(range(len(prior)), 2)) <= 3:
            assert _information(prior, rows) < float(found.upper)
    # with a greater factor there is one that does
    assert optimal_randomiser(len(prior), Fraction(31, 10), information_utility(prior)).lower > found.upper


def test_total_variation_is_contracted_as_by_one_bit_exactly():
    first, second = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8)], _uniform(4)
    found = optimal_randomiser(4, THREE, variation_utility(first, second))
    assert found.is_exact
    assert found.lower == Fraction(1, 4) * Fraction(1, 2)  # times tanh(eps/2)


def test_false_certificates_prove_nothing_false():
    found = optimal_randomiser(3, THREE, information_utility(_uniform(3)))
    cheap = dataclasses.replace(found, prices=tuple(p / 2 for p in found.prices))
    assert cheap.upper >= found.lower
    heavy = dataclasses.replace(found, weights=tuple(2 * w for w in found.weights))
    with pytest.raises(ParameterError, match="weights"):
        _ = heavy.lower
    negative = dataclasses.replace(found, weights=(-found.weights[0] - 1, *found.weights[1:]))
    with pytest.raises(ParameterError, match="weights"):
        _ = negative.lower


def test_refusals():
    utility = information_utility(_uniform(3))
    for k in (1, 11, 2.5):
        with pytest.raises(ParameterError, match="k must"):
            optimal_randomiser(k, THREE, utility)
    for factor in (1, Fraction(1, 2), 2.5, "3"):
        with pytest.raises(ParameterError, match="factor"):
            optimal_randomiser(3, factor, utility)
    with pytest.raises(ParameterError, match="prior"):
        information_utility([Fraction(1, 2), Fraction(1, 3)])
    with pytest.raises(ParameterError, match="second"):
        variation_utility(_uniform(2), [Fraction(3, 2), Fraction(-1, 2)])


@pytest.mark.parametrize("factor", [Fraction(3, 2), THREE, Fraction(30)])
def test_whatever_the_prior_no_more_is_told_than_by_a_set_of_the_best_probability(factor):
    odds, eps = float(factor), math.log(factor)
    unit = eps * odds / (odds - 1)
    most = unit - 1 - math.log(unit)
    rng = np.random.default_rng(6)
    for k in (2, 3, 4):
        for _ in range(5):
            weights = [Fraction(int(w) + 1) for w in rng.integers(0, 50, k)]
            prior = [w / sum(weights) for w in weights]
            assert float(optimal_randomiser(k, factor, information_utility(prior)).upper) <= most * (1 + 1e-12)
    # with one bit whose law is random, of the best probability and of its converse, it is nearly attained on many values
    share = (unit - 1) / (odds - 1)
    many = [Fraction(round(share * 10**6), 10**6), Fraction(10**6 - round(share * 10**6), 10**6)]
    found = optimal_randomiser(2, factor, information_utility(many))
    assert float(found.lower) < most * (1 + 1e-12)
    sizes = [d * eps * odds / (d * odds + 200 - d) - math.log((d * odds + 200 - d) / 200) for d in range(1, 200)]
    assert max(sizes) == pytest.approx(most, rel=1e-3)
    assert max(sizes) <= most
