"""Noisy iterations on a ring: laws and distances against other ways to work them out, and false twins of the bound on the last iterate."""

import random
from dataclasses import replace
from itertools import product

import pytest
from sympy import Rational, S

from dpsym import Renyi
from dpsym.distributions import Finite, Image, Kernel, ProductLaw
from dpsym.distributions.ring import Iterate, convolved
from dpsym.divergences.overall import Least
from dpsym.divergences.ring import Apart, Diameter, ShiftCost, Stretch, coupled
from dpsym.errors import ParameterError
from dpsym.parameters import alpha, n
from theorems.checks.iterating import Iterating
from theorems.compare import compare
from theorems.iterates import iterates
from theorems.library.general.iteration import CONTRACTIVE
from theorems.library.variables import K, L, P, finite
from theorems.statement import le
from theorems.status import Status

NOISE = finite("3/5", "1/5", "1/10", "1/10")


def moved(*places):
    """Return the kernel of a map of the ring."""
    return Kernel(*(Finite(*(S.One if to == place else S.Zero for to in range(len(places)))) for place in places))


def test_a_rotation_convolves_the_noise_and_turns_it():
    law = Iterate(NOISE, moved(1, 2, 3, 0), 2)
    twice = convolved(NOISE.masses, NOISE.masses)
    assert law.masses == tuple(twice[-2:] + twice[:-2])


def test_the_law_of_one_step_is_the_image_of_what_is_moved_and_of_the_noise():
    steps = Kernel(*(finite("1/2", "1/4", "1/4", "0") for _ in range(4)))
    add = moved(0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2)
    add = Kernel(*(Finite(*row.masses[:4]) for row in add.args))
    assert Iterate(NOISE, steps, 1) == Image(add, ProductLaw(steps.args[0], NOISE))


def test_the_distance_of_couplings_is_the_least_over_all_of_them_where_masses_are_equal():
    source = random.Random(1)
    for _ in range(30):
        first, second = (sorted(source.sample(range(6), 2)) for _ in range(2))
        laws = [[Rational(place in places, 2) for place in range(6)] for places in (first, second)]
        ways = [zip(first, order) for order in (second, second[::-1])]
        ring = [max(min((a - b) % 6, (b - a) % 6) for a, b in way) for way in ways]
        assert coupled(*laws) == min(ring)


@pytest.mark.parametrize(
    ("places", "stretch"), [((0, 0, 0, 0), 0), ((1, 2, 3, 0), 1), ((0, 1, 2, 1), 1), ((0, 2, 0, 2), 2)]
)
def test_how_far_a_map_takes_neighbours_apart(places, stretch):
    assert Stretch(moved(*places)) == stretch
    assert Apart(moved(*places), moved(*((place + 1) % 4 for place in places))) == 1


def test_a_shift_costs_its_worst_direction():
    ways = [Finite(*(NOISE.masses[(to - turn) % 4] for to in range(4))) for turn in (1, -1)]
    assert {*ShiftCost(2, NOISE, 1).args} == {Renyi(2, law, NOISE) for law in ways}
    assert ShiftCost(2, NOISE, 0) == 0
    assert Diameter(NOISE) == 2


def test_what_is_no_ring_is_refused():
    with pytest.raises(ParameterError, match="as many as the noise has"):
        Iterate(NOISE, Kernel(finite("1/2", "1/2")), 1)
    with pytest.raises(ParameterError, match="noise on a ring"):
        ShiftCost(2, K, 1)


def test_instances_keep_the_hypothesis_and_are_wide_at_times():
    found = iterates(CONTRACTIVE, 80)
    assert all(Stretch(point[K]) <= 1 for point in found)
    assert max(len(point[P].masses) for point in found) >= 9


TWINS = {
    "a hundredth lower": (le(CONTRACTIVE.statement.lhs, Rational(99, 100) * CONTRACTIVE.statement.rhs), (), 40),
    "without the diameter": (
        le(
            CONTRACTIVE.statement.lhs, Least(n * ShiftCost(alpha, P, Apart(K, L)), ShiftCost(alpha, P, 1 + Apart(K, L)))
        ),
        CONTRACTIVE.hypotheses,
        80,
    ),
    "without contraction": (CONTRACTIVE.statement, (), 80),
}


@pytest.mark.slow
def test_it_holds_of_hostile_iterations():
    assert Iterating(40).run(CONTRACTIVE).status is Status.SAMPLED


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("name", TWINS)
def test_a_false_twin_is_refuted(name):
    statement, hypotheses, count = TWINS[name]
    twin = replace(CONTRACTIVE.anew(), id=f"{CONTRACTIVE.id}.twin", statement=statement, hypotheses=hypotheses)
    assert Iterating(count).run(twin).status is Status.REFUTED


def test_every_map_of_a_small_ring_keeps_the_bound():
    noise, values = finite("4/5", "1/10", "1/10"), {alpha: S(2), n: S(3)}
    for places in product(range(3), repeat=3):
        point = {P: noise, K: moved(*places), L: moved(*((place + 1) % 3 for place in places)), **values}
        assert compare(CONTRACTIVE.statement, point).holds
