"""Frequency oracles: what they release is what they say, by every answer at small sizes and by counts."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from mechanisms import HadamardResponse, SubsetSelection, UnaryEncoding
from mechanisms.errors import ParameterError

ORACLES = {
    "three quarters": UnaryEncoding(3, Fraction(3, 4), Fraction(1, 4)),
    "symmetric": UnaryEncoding.symmetric(4, 1.0),
    "optimized": UnaryEncoding.optimized(4, 1.0),
    "one of four": SubsetSelection(4, 1.0),
    "two of five": SubsetSelection(5, 1.0, 2),
    "four of five": SubsetSelection(5, 1.0, 4),
    "Hadamard of 3": HadamardResponse(3, 1.0),
    "Hadamard of 6": HadamardResponse(6, 1.5),
}
SIZE = 40_000
SIGMAS = 6


def rows(oracle):
    """Return every answer, as what it holds, and the exact law of the answers to each value."""
    k = oracle.k
    if isinstance(oracle, UnaryEncoding):
        sets = list(itertools.product((False, True), repeat=k))
        chances = [[oracle.p if place == value else oracle.q for place in range(k)] for value in range(k)]
        laws = [
            [math.prod(c if bit else 1 - c for c, bit in zip(row, each, strict=True)) for each in sets]
            for row in chances
        ]
        return sets, laws
    if isinstance(oracle, SubsetSelection):
        sets = [tuple(v in each for v in range(k)) for each in itertools.combinations(range(k), oracle.size)]
    else:
        sets = [tuple(bin(column & (v + 1)).count("1") % 2 == 0 for v in range(k)) for column in range(oracle.order)]
    weights = [[Fraction(1) if each[value] else oracle._odds for each in sets] for value in range(k)]
    return sets, [[weight / sum(row) for weight in row] for row in weights]


@pytest.mark.parametrize("name", ORACLES)
def test_the_pair_is_that_of_any_two_rows(name):
    oracle = ORACLES[name]
    sets, laws = rows(oracle)
    pair = oracle.pair()
    for one, other in itertools.permutations(range(oracle.k), 2):
        grouped = [[Fraction(0)] * 4 for _ in range(2)]
        for held, *masses in zip(sets, laws[one], laws[other], strict=True):
            group = {(True, False): 0, (False, True): 1, (True, True): 2, (False, False): 3}[held[one], held[other]]
            for total, mass in zip(grouped, masses, strict=True):
                total[group] += mass
        assert (tuple(grouped[0]), tuple(grouped[1])) == (pair.p, pair.q)
    assert oracle.hit == sum(mass for held, mass in zip(sets, laws[0], strict=True) if held[0])
    assert oracle.chance == sum(mass for held, mass in zip(sets, laws[0], strict=True) if held[1])


@pytest.mark.parametrize("name", ORACLES)
def test_eps_is_kept_and_used_up(name):
    oracle = ORACLES[name]
    found = oracle.max_divergence().value
    assert oracle.eps * (1 - 1e-14) <= found <= oracle.eps
    assert oracle.hockey_stick(oracle.eps).value == pytest.approx(0, abs=1e-15)
    assert oracle.hockey_stick(0.9 * oracle.eps).value > 1e-3


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize("name", ORACLES)
@pytest.mark.parametrize("exact", [False, True])
def test_answers_come_as_often_as_their_law_says(name, exact):
    oracle, size = ORACLES[name], SIZE // 10 if exact else SIZE
    source, value = np.random.default_rng(5), 1
    drawn = (oracle.release_exact if exact else oracle.release)(np.full(size, value), source)
    held = oracle.held(drawn)
    sets, laws = rows(oracle)
    places = {each: number for number, each in enumerate(sets)}
    counts = np.bincount([places[tuple(row)] for row in held.tolist()], minlength=len(sets))

    def fits(law):
        law = np.array([float(mass) for mass in law])
        return bool((np.abs(counts - size * law) <= SIGMAS * np.sqrt(size * law * (1 - law)) + 1).all())

    # two columns of the matrix may hold the same of the values
    if len(places) < len(sets):
        merged = [dict.fromkeys(places, Fraction(0)) for _ in laws]
        for total, law in zip(merged, laws, strict=True):
            for each, mass in zip(sets, law, strict=True):
                total[each] += mass
        laws = [
            [total[each] if places[each] == number else Fraction(0) for number, each in enumerate(sets)]
            for total in merged
        ]
    assert fits(laws[value])
    assert not fits(laws[0])


@pytest.mark.parametrize("name", ORACLES)
def test_shares_are_estimated_without_bias_and_as_well_as_the_variance_says(name):
    oracle, source = ORACLES[name], np.random.default_rng(7)
    values = np.repeat([0, 1], [SIZE // 4, SIZE - SIZE // 4])
    found = oracle.estimate(oracle.release(values, source))
    p, q = float(oracle.hit), float(oracle.chance)
    for value, share in ((0, 0.25), (1, 0.75), (2, 0.0)):
        deviation = math.sqrt((share * p * (1 - p) + (1 - share) * q * (1 - q)) / SIZE) / (p - q)
        assert abs(found[value] - share) < SIGMAS * deviation
    # without the correction for chance the share of a value that nobody has is far off
    assert found[2] * (p - q) + q > SIGMAS * deviation


def test_answers_have_the_shape_of_the_values():
    source = np.random.default_rng(1)
    for oracle in ORACLES.values():
        for values in (1, [0, 1, 2], [[0, 1], [2, 2]]):
            for drawn in (oracle.release(values, source), oracle.release_exact(values, source)):
                assert oracle.held(drawn).shape == (*np.shape(values), oracle.k)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: UnaryEncoding(3, 0.25, 0.75), "below p"),
        (lambda: UnaryEncoding(3, 1.0, 0.5), "strictly between 0 and 1"),
        (lambda: UnaryEncoding(1, 0.5, 0.25), "from 2 to"),
        (lambda: UnaryEncoding.optimized(3, 0), "positive"),
        (lambda: SubsetSelection(4, 1.0, 4), "from 1 to k - 1"),
        (lambda: SubsetSelection(4, math.nan), "eps"),
        (lambda: HadamardResponse(3, 701.0), "at most 700"),
        (lambda: HadamardResponse(3, 1.0).release([3], np.random.default_rng()), "values from 0 to 2"),
        (lambda: HadamardResponse(3, 1.0).release([0.0], np.random.default_rng()), "values from 0 to 2"),
        (lambda: SubsetSelection(3, 1.0).release([], np.random.default_rng()), "non-empty"),
    ],
)
def test_what_breaks_a_rule_is_refused(make, says):
    with pytest.raises(ParameterError, match=says):
        make()


@pytest.mark.parametrize("name", ORACLES)
def test_estimates_are_made_of_what_was_released_only(name):
    oracle = ORACLES[name]
    rng = np.random.default_rng(3)
    answers = oracle.release([0, 1, 1], rng)
    assert oracle.estimate(answers).shape == (oracle.k,)
    assert oracle.estimate(oracle.release_exact(0, rng)).shape == (oracle.k,)
    wrong = [[], 0.5, [[0.5] * oracle.k], "ab", None, [[math.nan] * oracle.k], [[2] * oracle.k, [-1] * oracle.k]]
    if not isinstance(oracle, HadamardResponse):
        wrong += [[[True] * (oracle.k + 1)], 1]
    else:
        wrong += [[oracle.order], [-1]]
    if isinstance(oracle, SubsetSelection):
        wrong.append([[False] * oracle.k])
    for each in wrong:
        with pytest.raises(ParameterError, match="answers"):
            oracle.estimate(each)
