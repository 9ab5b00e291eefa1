"""Where statements are tried: admissible, exact, repeatable, simple points first."""

import pytest
from sympy import And, Ge, Gt, Integer, Interval, Le, Lt, Rational, S, Union, oo, symbols

from dpsym import AnyLaw, HockeyStick, Renyi
from dpsym.distributions import AnyEvent, AnyKernel, Laws, Probability
from theorems.entry import Theorem
from theorems.errors import VacuousError
from theorems.points import holds, instances, points

x, y = symbols("x y", positive=True)
k = symbols("k", integer=True, positive=True)
P, Q, K, A = AnyLaw("P"), AnyLaw("Q"), AnyKernel("K"), AnyEvent("A")
POSITIVE = Interval.open(0, oo)


def planted(domain, typical, *hypotheses, statement=None):
    if statement is None:
        variable = next(iter(domain))
        statement = Le(variable, variable + 1, evaluate=False)
    return Theorem("topic.entry", "An entry", statement, domain, typical, hypotheses)


def about_laws(support="any", *hypotheses):
    statement = Ge(Renyi(2, P, Q), 0, evaluate=False)
    return planted({P: Laws(support), Q: Laws(support)}, {}, *hypotheses, statement=statement)


def test_points_lie_in_the_domain_and_are_exact_and_differ():
    entry = planted({x: Interval.open(1, oo), y: Interval(0, 1)}, {x: (1, 64), y: (0, 1)})
    found = points(entry, 32)
    assert len(found) == 32
    assert len({tuple(point.items()) for point in found}) == 32
    for point in found:
        assert all(value.is_Rational and value in entry.domain[symbol] for symbol, value in point.items())
        assert 1 < point[x] <= 64


def test_the_simplest_points_come_first():
    assert points(planted({x: POSITIVE}, {x: (Rational(1, 10), 10)}), 6)[:3] == [{x: 1}, {x: 2}, {x: Rational(1, 2)}]


def test_the_same_seed_gives_the_same_points_and_another_seed_others():
    entry = planted({x: POSITIVE}, {x: (Rational(1, 10), 10)})
    assert points(entry, 20, seed=3) == points(entry, 20, seed=3)
    assert points(entry, 20, seed=3) != points(entry, 20, seed=4)


def test_a_box_over_decades_is_filled_on_a_logarithmic_scale():
    entry = planted({x: POSITIVE}, {x: (Rational(1, 100), 100)})
    spread = points(entry, 70)[6:]  # behind the six simple ones
    # Sobol points fill both halves of the box evenly; a linear scale would leave one in a hundred below 1
    assert abs(sum(bool(point[x] < 1) for point in spread) - len(spread) / 2) <= 2


def test_whole_numbers_stay_whole():
    found = points(planted({k: S.Naturals}, {k: (1, 1000)}), 20)
    assert len(found) == 20
    assert all(isinstance(point[k], Integer) for point in found)


def test_an_excluded_point_is_left_out():
    domain = Union(Interval.open(0, 1), Interval.open(1, oo))
    assert {x: 1} not in points(planted({x: domain}, {x: (Rational(1, 2), 2)}), 40)


def test_hypotheses_are_honoured_one_by_one_and_joined():
    below = Lt(x, y, evaluate=False)
    apart = [(below, Gt(x, 1, evaluate=False)), (And(below, Gt(x, 1), evaluate=False),)]
    for hypotheses in apart:
        found = points(planted({x: POSITIVE, y: POSITIVE}, {x: (1, 20), y: (1, 20)}, *hypotheses), 16)
        assert len(found) == 16
        assert all(1 < point[x] < point[y] for point in found)


def test_a_domain_with_few_points_gives_those():
    assert points(planted({x: S.Naturals}, {x: (3, 3)}), 16) == [{x: 3}]


@pytest.mark.parametrize(
    "hypotheses",
    [
        (Gt(x, 2, evaluate=False), Lt(x, 1, evaluate=False)),
        (Lt(x, x, evaluate=False),),
        (Gt(x, 10**9, evaluate=False),),
    ],
)
def test_hypotheses_that_admit_no_point_are_vacuous(hypotheses):
    with pytest.raises(VacuousError, match=r"hypotheses of topic\.entry must admit a point, got none"):
        points(planted({x: POSITIVE}, {x: (1, 20)}, *hypotheses), 8)


def test_an_entry_without_scalars_has_the_one_empty_point():
    assert points(about_laws(), 16) == [{}]


def test_a_hypothesis_holds_only_where_it_certainly_does():
    assert holds(Le(x, 2, evaluate=False), {x: Integer(2)})
    assert not holds(Lt(x, 2, evaluate=False), {x: Integer(2)})
    assert not holds(And(Le(x, 2), Gt(x, 1), evaluate=False), {x: Integer(1)})


def test_instances_are_pairs_of_rational_laws_on_one_space_with_zeros_among_them():
    found = instances(about_laws(), 40)
    assert len(found) == 40
    for instance in found:
        assert len(instance[P].masses) == len(instance[Q].masses) >= 2
        assert sum(instance[P].masses) == sum(instance[Q].masses) == 1
    assert any(0 in instance[Q].masses for instance in found)


def test_laws_of_full_support_have_no_zeros():
    for instance in instances(about_laws("full"), 40):
        assert all(mass > 0 for law in instance.values() for mass in law.masses)


def test_instances_honour_hypotheses_about_laws():
    close = Le(HockeyStick(1, P, Q), Rational(1, 10), evaluate=False)
    found = instances(about_laws("any", close), 10)
    assert len(found) == 10
    assert all(holds(close, instance) for instance in found)


def test_kernels_and_events_are_instantiated_too():
    statement = Ge(Probability(P, A), 0, evaluate=False)
    entry = planted({P: Laws(), K: Laws("full"), A: Laws()}, {}, statement=statement)
    for instance in instances(entry, 10):
        assert len(instance[K].args) == len(instance[P].masses)
        assert 0 < len(instance[A].args) < len(instance[P].masses)
        assert all(mass > 0 for row in instance[K].args for mass in row.masses)


def test_hypotheses_that_admit_no_instance_are_vacuous():
    impossible = Gt(HockeyStick(1, P, Q), 1, evaluate=False)
    with pytest.raises(VacuousError, match=r"hypotheses of topic\.entry must admit a finite instance, got none"):
        instances(about_laws("any", impossible), 3)
