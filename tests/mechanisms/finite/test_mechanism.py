"""Finite mechanisms: what is a finite sum is exact, and agrees with the pair, with brute force and with randomized response."""

import itertools
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest

from mechanisms import FinitePair, ParameterError
from mechanisms.errors import GeneratorError
from mechanisms.finite.composition import LossAtoms
from mechanisms.finite.mechanism import FiniteMechanism
from mechanisms.finite.neighbours import factors_of, neighbour_pairs

F = Fraction
RESPONSE = FiniteMechanism([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]])
GEOMETRIC = FiniteMechanism(
    [[F(2, 3), F(1, 6), F(1, 6)], [F(1, 3), F(1, 3), F(1, 3)], [F(1, 6), F(1, 6), F(2, 3)]], "path"
)
LEAK = FiniteMechanism([[F(1, 10), F(9, 10), 0], [0, F(9, 10), F(1, 10)]])


def worst(mechanism, quantity):
    return max(quantity(mechanism.pair(*pair)) for pair in mechanism.neighbours)


def test_the_least_factor_is_the_greatest_ratio_of_neighbours():
    assert RESPONSE.greatest_ratio() == 3
    assert GEOMETRIC.greatest_ratio() == 2
    assert LEAK.greatest_ratio() == math.inf
    assert isinstance(RESPONSE.greatest_ratio(), Fraction)


@pytest.mark.parametrize("mechanism", [RESPONSE, GEOMETRIC, LEAK])
def test_everything_is_the_worst_over_neighbours(mechanism):
    for factor in (F(1), F(3, 2), F(3), 10):
        exact = mechanism.hockey_stick_factor(factor)
        assert exact == worst(mechanism, lambda pair, factor=factor: pair.hockey_stick_factor(factor))
        assert abs(mechanism.hockey_stick(math.log(factor)).value - float(exact)) < 1e-14
    for order in (2, 5):
        assert mechanism.renyi_moment(order) == worst(mechanism, lambda pair, order=order: pair.renyi_moment(order))
        assert mechanism.renyi(order) == max(
            (mechanism.pair(*pair).renyi(order) for pair in mechanism.neighbours), key=lambda e: e.upper
        )
    assert mechanism.renyi(1.5).value <= mechanism.renyi(2.5).value


def test_distant_inputs_do_not_count():
    assert FiniteMechanism(GEOMETRIC.rows, "all").greatest_ratio() == 4
    assert FiniteMechanism(GEOMETRIC.rows, [(0, 2)]).greatest_ratio() == 4
    assert FiniteMechanism(GEOMETRIC.rows, ()).greatest_ratio() == 1
    assert FiniteMechanism(GEOMETRIC.rows, ()).hockey_stick_factor(1) == 0


def test_composition_is_the_product_of_the_laws():
    both = RESPONSE.compose(LEAK)
    assert (both.inputs, both.outputs) == (2, 6)
    for x in range(2):
        assert both.rows[x] == tuple(a * b for a in RESPONSE.rows[x] for b in LEAK.rows[x])
    assert RESPONSE.compose(RESPONSE).greatest_ratio() == 9
    assert both.hockey_stick_factor(3) >= RESPONSE.hockey_stick_factor(3)


def test_post_processing_multiplies_the_matrices_and_never_hurts():
    merge = FiniteMechanism([[1, 0], [F(1, 2), F(1, 2)], [0, 1]])
    after = GEOMETRIC.then(merge)
    assert after.rows == ((F(3, 4), F(1, 4)), (F(1, 2), F(1, 2)), (F(1, 4), F(3, 4)))
    assert after.neighbours == GEOMETRIC.neighbours
    for factor in (F(1), F(3, 2)):
        assert after.hockey_stick_factor(factor) <= GEOMETRIC.hockey_stick_factor(factor)
    assert after.renyi_moment(3) <= GEOMETRIC.renyi_moment(3)


def test_expected_loss():
    assert GEOMETRIC.expected_loss([[0, 1, 2], [1, 0, 1], [2, 1, 0]]) == (F(1, 2), F(2, 3), F(1, 2))


def test_the_privacy_loss_is_that_of_the_pair():
    atoms = RESPONSE.loss(0, 1)
    assert atoms == LossAtoms(((F(1, 3), F(1, 4)), (F(3), F(3, 4))), F(0), F(0))
    leak = LEAK.loss(0, 1)
    assert (leak.escaped, leak.missed, leak.atoms) == (F(1, 10), F(1, 10), ((F(1), F(9, 10)),))
    for factor in (F(0), F(1, 2), F(1), F(2), F(4)):
        assert leak.hockey_stick_factor(factor) == LEAK.pair(0, 1).hockey_stick_factor(factor)
        assert atoms.hockey_stick_factor(factor) == RESPONSE.pair(0, 1).hockey_stick_factor(factor)
        assert atoms.tail_factor(factor) >= atoms.hockey_stick_factor(factor)
    assert (atoms.greatest_ratio(), leak.greatest_ratio()) == (3, math.inf)


def test_the_loss_in_the_other_direction():
    pair = FinitePair((F(1, 2), F(1, 4), F(1, 4), 0), (F(1, 4), F(1, 2), 0, F(1, 4)))
    assert LossAtoms.of_pair(pair).reversed() == LossAtoms.of_pair(pair.reversed())


def test_composed_losses_agree_with_brute_force():
    pair = FinitePair((F(1, 2), F(1, 4), F(1, 4), 0), (F(1, 4), F(1, 2), 0, F(1, 4)))
    atoms, count = LossAtoms.of_pair(pair), 4
    outcomes = list(itertools.product(range(4), repeat=count))
    power = FinitePair(*([math.prod(law[i] for i in each) for each in outcomes] for law in (pair.p, pair.q)))
    composed = atoms.power(count)
    assert composed == LossAtoms.of_pair(power)
    for factor in (F(1), F(5, 2), F(9)):
        assert composed.hockey_stick_factor(factor) == power.hockey_stick_factor(factor)


def test_hundreds_of_randomized_responses_stay_exact():
    odds, count = F(11, 10), 200
    atoms = FiniteMechanism([[odds / (1 + odds), 1 / (1 + odds)], [1 / (1 + odds), odds / (1 + odds)]]).loss(0, 1)
    composed = atoms.power(count)
    assert len(composed.atoms) == count + 1
    factor = odds**20
    # k-fold randomized response: Kairouz, Oh and Viswanath 2015, the sum over the number of true answers
    truth = (
        sum(math.comb(count, k) * max(odds**k - factor * odds ** (count - k), F(0)) for k in range(count + 1))
        / (1 + odds) ** count
    )
    assert composed.hockey_stick_factor(factor) == truth


def test_too_many_atoms_are_refused():
    masses = [F(2 * k, 300 * 301) for k in range(1, 301)]
    atoms = LossAtoms.of_pair(FinitePair(masses, masses[::-1]))
    with pytest.raises(ParameterError, match="pairs of atoms to compose must be at most 65536, got 90000"):
        atoms.compose(atoms)


def test_releases_follow_the_row():
    # By Hoeffding's inequality, with 20 000 draws: a false alarm has probability 6 e^(-2 n 0.0245^2) < 3e-10, and a law
    # with a mass off by 0.05 passes with probability e^(-2 n 0.0255^2) < 1e-11.
    rng = np.random.default_rng(20231113)
    drawn = np.bincount([GEOMETRIC.release(0, rng) for _ in range(20_000)], minlength=3) / 20_000
    assert np.abs(drawn - [2 / 3, 1 / 6, 1 / 6]).max() < 0.0245
    assert {LEAK.release(1, rng) for _ in range(200)} <= {1, 2}


def test_a_mechanism_survives_pickling():
    assert pickle.loads(pickle.dumps(GEOMETRIC)) == GEOMETRIC  # noqa: S301


def test_neighbours():
    assert neighbour_pairs("path", 3) == ((0, 1), (1, 0), (1, 2), (2, 1))
    assert neighbour_pairs("all", 2) == ((0, 1), (1, 0))
    assert neighbour_pairs([(2, 0)], 3) == ((0, 2), (2, 0))
    assert factors_of({(0, 1): 1, (0, 2): 3}, F(2), 3) == {(0, 1): 2, (1, 0): 2, (0, 2): 8, (2, 0): 8}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0.5, 0.5]], "rows must be a non-empty rectangular matrix of Fractions and integers"),
        ([[F(1, 2), True]], "rows must be"),
        ([], "rows must be"),
        ([[]], "rows must be"),
        ([[1], [F(1, 2), F(1, 2)]], "rows must be"),
        ("10", "rows must be"),
        ([1, 0], "rows must be"),
        (None, "rows must be"),
        ([[F(1, 2), F(1, 3)]], "row 0 must be non-negative masses that sum to exactly 1, got "),
        ([[1, 0], [F(3, 2), F(-1, 2)]], "row 1 must be non-negative masses that sum to exactly 1, got "),
    ],
)
def test_bad_matrices_are_refused(rows, message):
    with pytest.raises(ParameterError, match=f"^{message}"):
        FiniteMechanism(rows)


@pytest.mark.parametrize(
    "neighbours", ["line", 3, [(0, 0)], [(0, 2)], [(0, 1, 1)], [(True, 0)], [0], ["01"], [(0, 0.5)]]
)
def test_bad_neighbours_are_refused(neighbours):
    with pytest.raises(ParameterError, match=r'^neighbours must be "all", "path", or pairs'):
        FiniteMechanism(RESPONSE.rows, neighbours)


def test_bad_arguments_are_refused():
    for call, message in (
        (lambda: RESPONSE.pair(0, 2), "input must be an integer from 0 to 1, got 2"),
        (lambda: RESPONSE.pair(True, 0), "input must be"),
        (lambda: RESPONSE.then(GEOMETRIC), "kernel must be one with 2 inputs"),
        (lambda: RESPONSE.compose(GEOMETRIC), "other must be a mechanism with 2 inputs"),
        (lambda: RESPONSE.expected_loss([[1]]), "loss must be 2 rows of 2 numbers"),
        (lambda: RESPONSE.hockey_stick_factor(0.5), "factor must be"),
        (lambda: RESPONSE.loss(0, 1).hockey_stick_factor(0.5), "factor must be a non-negative Fraction"),
        (lambda: RESPONSE.loss(0, 1).hockey_stick_factor(-1), "factor must be a non-negative Fraction"),
        (lambda: RESPONSE.loss(0, 1).power(0), "count must be a positive integer"),
        (lambda: RESPONSE.loss(0, 1).power(True), "count must be a positive integer"),
        (lambda: factors_of({(0, 1): 0}, F(2), 2), "distance of two inputs must be a positive integer"),
    ):
        with pytest.raises(ParameterError, match=f"^{message}"):
            call()
    with pytest.raises(GeneratorError):
        RESPONSE.release(0, np.random)
