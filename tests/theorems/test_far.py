"""Points far out: on the scale of the domain, towards every end, admissible, repeatable; laws of every size and shape."""

import pytest
from sympy import Ge, Interval, Le, Rational, S, Union, oo, symbols

from dpsym import AnyLaw, HockeyStick, Renyi
from dpsym.distributions import AnyEvent, AnyKernel, Laws, Probability
from theorems.entry import Theorem
from theorems.far import NEAREST, NEAREST_PROBABILITY, far, ways_out

x, y = symbols("x y", positive=True)
k = symbols("k", integer=True, positive=True)
P, Q, K, A = AnyLaw("P"), AnyLaw("Q"), AnyKernel("K"), AnyEvent("A")
FRACTIONS = [Rational(place, 8) for place in range(9)]


def planted(domain, typical, *hypotheses):
    return Theorem(
        "topic.entry", "An entry", Le(x, y, evaluate=False), {y: S.Reals, **domain}, {y: (0, 0), **typical}, hypotheses
    )


def about_laws(support="any", *hypotheses):
    statement = Ge(Renyi(2, P, Q), 0, evaluate=False)
    return Theorem("topic.entry", "An entry", statement, {P: Laws(support), Q: Laws(support)}, {}, hypotheses)


@pytest.mark.parametrize(
    ("domain", "ends", "least", "greatest"),
    [
        (Interval.open(1, oo), (Rational(11, 10), 64), 1 + NEAREST, 10**4),
        (Interval(0, oo), (0, 20), 0, 10**4),
        (Interval.open(0, oo), (Rational(1, 5), 10**5), NEAREST, 10**6),
        (Interval.open(0, 1), (Rational(1, 10), Rational(9, 10)), NEAREST_PROBABILITY, 1 - NEAREST_PROBABILITY),
        (Interval(0, 1), (0, 1), 0, 1),
        (Interval.Lopen(0, 1), (Rational(1, 20), 1), NEAREST_PROBABILITY, 1),
        (S.Reals, (-5, 5), -(10**4), 10**4),
        (S.Naturals, (3, 40), 1, 10**4),
        (S.Naturals0, (0, 2), 0, 10**4),
    ],
)
def test_the_ways_out_reach_as_far_as_is_said_and_stay_in_the_domain(domain, ends, least, greatest):
    values = [way(fraction) for way in ways_out(domain, ends) for fraction in FRACTIONS[1:]]
    assert min(values) == least
    assert max(values) == greatest
    assert all(value.is_Rational and value in domain for value in values)


def test_a_way_out_is_even_on_a_logarithmic_scale():
    down, up = ways_out(Interval.open(1, oo), (2, 100))
    assert [down(fraction) - 1 for fraction in (Rational(1, 3), Rational(2, 3))] == [
        Rational(1, 100),
        Rational(1, 10**4),
    ]
    assert [up(fraction) for fraction in (S.Half, S.One)] == [1000, 10**4]


def test_every_symbol_goes_out_towards_every_end_alone_and_all_go_together():
    entry = planted({x: Interval.open(0, oo)}, {x: (1, 2)})
    found = far(entry, 8)
    assert any(point[x] < 1 and point[y] == 0 for point in found)
    assert any(point[x] > 2 and point[y] == 0 for point in found)
    assert any(not 1 <= point[x] <= 2 and point[y] != 0 for point in found)
    assert found == far(entry, 8) != far(entry, 8, seed=1)


def test_points_far_out_honour_domain_and_hypotheses():
    holed = Union(Interval.open(0, 3), Interval.open(3, oo))
    found = far(planted({x: holed}, {x: (1, 2)}, Le(x, 500, evaluate=False)), 8)
    assert found
    assert all(point[x] in holed and point[x] <= 500 for point in found)


def test_where_no_place_is_far_there_is_none():
    statement = Le(Renyi(2, P, Q), Renyi(3, P, Q), evaluate=False)
    assert far(Theorem("topic.entry", "An entry", statement, {P: Laws("full"), Q: Laws("full")}, {}), 0) == []


def test_laws_have_two_to_thirty_points_and_are_close_apart_and_extreme_in_both_directions():
    found = far(about_laws(), 120)
    assert len(found) == 60
    assert {2, 3, 30} <= {len(instance[P].masses) for instance in found}
    assert min(mass for instance in found for mass in instance[P].masses if mass) < Rational(1, 10**11)
    distances = [sum(map(abs, _differences(instance))) / 2 for instance in found]
    assert any(0 < distance < Rational(1, 10**4) for distance in distances)
    assert any(1 - Rational(1, 10**4) < distance < 1 for distance in distances)
    assert any(0 in instance[Q].masses for instance in found)
    assert any({P: instance[Q], Q: instance[P]} in found for instance in found)


def _differences(instance):
    return [one - other for one, other in zip(instance[P].masses, instance[Q].masses, strict=True)]


def test_laws_of_full_support_have_no_zeros_in_either_direction():
    for instance in far(about_laws("full"), 120):
        assert all(mass > 0 for law in instance.values() for mass in law.masses)
    mixed = Theorem("topic.entry", "An entry", about_laws().statement, {P: Laws("full"), Q: Laws()}, {})
    assert all(all(instance[P].masses) for instance in far(mixed, 120))


def test_instances_far_out_honour_hypotheses_about_laws():
    close = Le(HockeyStick(1, P, Q), Rational(1, 10), evaluate=False)
    found = far(about_laws("any", close), 20)
    assert found
    assert all(HockeyStick(1, *instance.values()).doit() <= Rational(1, 10) for instance in found)


def test_kernels_and_events_go_along():
    statement = Ge(Probability(P, A), 0, evaluate=False)
    entry = Theorem("topic.entry", "An entry", statement, {P: Laws(), K: Laws("full"), A: Laws()}, {})
    for instance in far(entry, 20):
        assert len(instance[K].args) == len(instance[P].masses)
        assert 0 < len(instance[A].args) < len(instance[P].masses)
