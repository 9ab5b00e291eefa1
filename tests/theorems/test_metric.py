"""The entries on metric spaces, held against exact rationals: least errors by linear programs, test sets by enumeration."""

import itertools
import random
from fractions import Fraction

import pytest

from mechanisms.finite.mechanism import FiniteMechanism
from mechanisms.finite.optimal import optimal_mechanism
from mechanisms.finite.pair import FinitePair
from theorems.library.metric import runs
from theorems.registry import registry

LIBRARY = registry()
HALF = Fraction(1, 2)
BUDGETS = [(Fraction(1), Fraction(0)), (Fraction(3, 2), Fraction(1, 10)), (Fraction(4), Fraction(1, 3))]


def least_error(loss, factor, delta):
    found = optimal_mechanism(loss, factor, delta, neighbours="all")

    assert found.is_exact
    return found.lower


def discrete(size):
    return [[Fraction(point != output) for output in range(size)] for point in range(size)]


def random_metric(source, points, outputs):
    """Return distances of points to all of them and some more outputs, from places in the plane with the l1 norm."""
    places = [(source.randint(0, 8), source.randint(0, 8)) for _ in range(points + outputs)]
    return [[Fraction(abs(a - c) + abs(b - d)) for c, d in places] for a, b in places[:points]]


@pytest.mark.parametrize(("factor", "delta"), BUDGETS)
@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_least_error_on_points_at_one_distance_is_the_stated_one(size, factor, delta):
    among = least_error(discrete(size), factor, delta)
    beyond = least_error([[*row, HALF] for row in discrete(size)], factor, delta)

    assert among == (1 - delta) * (size - 1) / (size - 1 + factor)
    assert beyond == (1 - delta) * min(HALF, (size - 1) / (size - 1 + factor))


@pytest.mark.parametrize(("factor", "delta"), BUDGETS)
def test_outputs_between_two_points_do_not_help(factor, delta):
    line = [Fraction(place, 6) for place in range(7)]

    assert least_error([[abs(point - y) for y in line] for point in (0, 1)], factor, delta) == (1 - delta) / (
        1 + factor
    )


@pytest.mark.parametrize("seed", range(6))
def test_no_metric_space_has_less_error_than_the_sharp_bounds(seed):
    source = random.Random(seed)
    points, (factor, delta) = source.choice((2, 3, 4)), source.choice(BUDGETS)
    loss = random_metric(source, points, 3)
    apart = [row[other] for place, row in enumerate(loss) for other in range(points) if other != place]
    found = least_error(loss, factor, delta)

    assert found >= max(apart) * (1 - delta) / (1 + factor)
    assert found >= min(apart) * (1 - delta) * min(HALF, (points - 1) / (points - 1 + factor))


@pytest.mark.parametrize("seed", range(4))
def test_independent_entries_are_as_private_as_the_worst_of_one(seed):
    """Izrek 4.7 on three points and two entries, over all neighbours, in rationals."""
    source, factor = random.Random(seed), Fraction(3, 2)
    rows = [[Fraction(source.randint(1, 9)) for _ in range(3)] for _ in range(3)]
    laws = [tuple(mass / sum(row) for mass in row) for row in rows]
    one = max(FinitePair(p, q).hockey_stick_factor(factor) for p, q in itertools.permutations(laws, 2))
    together = {
        entries: tuple(a * b for a in laws[entries[0]] for b in laws[entries[1]])
        for entries in itertools.product(range(3), repeat=2)
    }
    pairs = [
        (d, e) for d, e in itertools.permutations(together, 2) if sum(a != b for a, b in zip(d, e, strict=True)) == 1
    ]

    assert max(FinitePair(together[d], together[e]).hockey_stick_factor(factor) for d, e in pairs) == one


def test_one_variable_for_equal_entries_is_not_private():
    """The mechanism of (5) read literally: equal entries share their answer."""
    shared = FiniteMechanism(
        [[Fraction(1, 4), 0, 0, Fraction(3, 4)], [Fraction(3, 16), Fraction(1, 16), Fraction(9, 16), Fraction(3, 16)]]
    )

    assert shared.greatest_ratio() == float("inf")


def test_a_run_tells_how_far_its_rational_budget_is_off():
    found = runs.least_error_pair(Delta=2.0, epsilon=1.0, delta=0.123456789)

    assert found.error < 1e-8
    assert found.value == pytest.approx(2 * (1 - 0.123456789) / (1 + 2.718281828459045), abs=found.error)


def test_a_printed_scale_is_private_and_the_least_one_is_smaller():
    for eps, delta in ((0.1, 0.1), (2.0, 0.5), (11.0, 0.7)):
        printed = runs.laplace_printed(eps, delta, 1.0)
        least = runs.laplace_least(eps, delta, 1.0)

        assert printed.value == pytest.approx(1 - (1 - delta) ** 0.5, abs=1e-9)
        assert least.value == pytest.approx(delta, abs=1e-9)


def test_what_is_wrong_and_what_is_sharper_are_linked():
    assert LIBRARY.corrections["metric.error.discrete.printed"] == "metric.error.discrete"
    assert LIBRARY.corrections["metric.laplace.profile.printed"] == "metric.laplace.profile"
    assert "metric.error.pair" in LIBRARY.improvements["metric.error.compact.printed"]
    assert set(LIBRARY.improvements["metric.laplace.scale.printed"]) == {
        "metric.laplace.scale",
        "metric.laplace.scale.exact",
    }
