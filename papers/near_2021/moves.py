"""Sensitivities that the book states, by enumeration of small data sets: how far an answer changes by a row added, removed or changed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence

from papers.near_2021.exact import shifted
from papers.recount import equal
from papers.result import Illustration
from theorems.registry import Registry

Rows = tuple[float, ...]
Query = Callable[[Rows], float]
ADDED, CHANGED = "added or removed", "changed"
_BITS = (0.0, 1.0, 2.0)


def greatest(query: Query, values: Sequence[float], most: int, ways: Iterable[str] = (ADDED,)) -> float:
    """Return the greatest change of a query between neighbours of at most so many rows.

    Parameters
    ----------
    query : callable
        Of the rows.
    values : sequence of float
        What a row may be.
    most : int
        How many rows there are at most.
    ways : iterable of str
        How neighbours differ: `ADDED` for a row added or removed, `CHANGED` for one changed.
    """
    return max(
        abs(query(x) - query(y))
        for n in range(most + 1)
        for x in itertools.product(values, repeat=n)
        for y in near(x, values, ways)
    )


def near(rows: Rows, values: Sequence[float], ways: Iterable[str]) -> list[Rows]:
    """Return the neighbours of a data set, for each way in which they may differ."""
    found: list[Rows] = []
    for way in ways:
        if way == ADDED:
            found += [(*rows, value) for value in values] + [rows[:i] + rows[i + 1 :] for i in range(len(rows))]
        else:
            found += [(*rows[:i], value, *rows[i + 1 :]) for i in range(len(rows)) for value in values]
    return found


def counted(registry: Registry) -> Illustration:
    """Say how far a count of rows with a property changes."""
    moves = greatest(lambda rows: sum(row >= 1 for row in rows), _BITS, 3, (ADDED, CHANGED))
    return equal(moves, 1, {"1/2": 1 / 2, "2": 2}, f"by {moves:g} at most, for rows added, removed and changed")


def numbers_moved(registry: Registry) -> Illustration:
    """Say how far functions of a number change where it changes by 1."""
    places = [k / 2 for k in range(-200, 201)]
    functions: tuple[tuple[str, Callable[[float], float]], ...] = (
        ("x", lambda x: x),
        ("x + x", lambda x: x + x),
        ("5 x", lambda x: 5 * x),
    )
    found = [max(abs(f(x + 1) - f(x)) for x in places) for _, f in functions]
    squares = [(x + 1) ** 2 - x**2 for x in (10.0, 1e3, 1e6)]
    told = ", ".join(f"{name} by {value:g}" for (name, _), value in zip(functions, found, strict=True))
    shown = equal(sum(found), 8, {"1 for each": 3, "10 for 5 x": 13}, f"{told}; x x at 10, 1000 and 10^6 by {squares}")
    grows = squares[-1] > 100 * squares[-2]
    return Illustration(
        shown.agrees and grows, shown.compared, (*shown.noticed, *(("a bound for x x",) if grows else ()))
    )


def clipped_sum(registry: Registry) -> Illustration:
    """Say how far the sum of clipped ages changes, at the bounds of the page, and what the difference of other bounds would have said."""
    bounds = ((0.0, 125.0), (20.0, 80.0), (100.0, 101.0))
    found = [greatest(sum, pair, 2) for pair in bounds]
    words = "; ".join(
        f"bounds {low:g} and {high:g}: {value:g}" for (low, high), value in zip(bounds, found, strict=True)
    )
    return equal(found[0], 125, {"half of it": 125 / 2, "the bound 126": 126}, words)


def range_moves(registry: Registry) -> Illustration:
    """Say how far a sum of numbers of [20, 80] changes: by their difference where one is changed."""
    added, changed = (greatest(sum, (20.0, 80.0), 2, (way,)) for way in (ADDED, CHANGED))
    words = f"values in [20, 80]: by {added:g} for a row added or removed, by {changed:g} for one changed"
    return equal(added, 80, {"the difference of the bounds": 60, "the sum of the bounds": 100}, words)


def difference_moves(registry: Registry) -> Illustration:
    """Say how far the difference of sums clipped at b and at b + 1 changes."""

    def clipped(rows: Rows, bound: float) -> float:
        return sum(min(max(row, 0.0), bound) for row in rows)

    moves = greatest(lambda rows: clipped(rows, 2) - clipped(rows, 3), (-3.0, 1.5, 2.5, 9.0), 2, (ADDED, CHANGED))
    return equal(
        moves, 1, {"b": 2, "b + 1": 3, "1/2": 1 / 2}, f"by {moves:g} at most, for rows added, removed and changed"
    )


def histogram_moves(registry: Registry) -> Illustration:
    """Say how far the counts of three fixed bins change together."""
    found = [
        max(
            sum(abs(x.count(bin) - y.count(bin)) for bin in _BITS)
            for n in range(4)
            for x in itertools.product(_BITS, repeat=n)
            for y in near(x, _BITS, (way,))
        )
        for way in (ADDED, CHANGED)
    ]
    words = f"by {found[0]} in all for a row added or removed, by {found[1]} for one changed"
    return equal(found[0], 1, {"the number of bins": 3, "2, as for a row changed": 2}, words)


def deviations(registry: Registry) -> Illustration:
    """Say how far the sum of squares about a fixed number of [0, b] changes."""
    places = (0.0, 0.5, 1.0)

    def moved(mean: float) -> float:
        return greatest(lambda rows: sum((row - mean) ** 2 for row in rows), places, 2)

    inside, outside = max(moved(mean) for mean in places), moved(-0.5)
    words = f"by {inside:g} b^2 at most about numbers of [0, b], by {outside:g} b^2 about -b/2"
    return equal(inside, 1, {"b^2/4": 1 / 4, "that about -b/2": outside}, words)


def distance_moves(registry: Registry) -> Illustration:
    """Say how far the distance from a high local sensitivity changes, for the mean of up to seven bits and every bound of eighths."""
    sizes = [(ones, zeros) for ones in range(8) for zeros in range(8) if 1 <= ones + zeros <= 7]
    beside = {
        x: [(x[0] + i, x[1] + j) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)) if (x[0] + i, x[1] + j) in set(sizes)]
        for x in sizes
    }
    local = {x: max(abs(x[0] / sum(x) - y[0] / sum(y)) for y in beside[x]) for x in sizes}
    moves = 0
    for bound in (1 / 8, 1 / 4, 3 / 8):
        high = [x for x in sizes if local[x] > bound]
        far = {x: min(abs(x[0] - y[0]) + abs(x[1] - y[1]) for y in high) for x in sizes}
        moves = max(moves, *(abs(far[x] - far[y]) for x in sizes for y in beside[x]))
    return equal(moves, 1, {"0": 0, "1/2": 1 / 2, "2": 2}, f"by {moves} at most, over {len(sizes)} data sets")


def local_noise(registry: Registry) -> Illustration:
    """Say what noise at the local sensitivity loses between (0, 0, t) and (0, 0, 1), whose medians are both 0."""

    def local(rows: Rows, values: Sequence[float]) -> float:
        return max(abs(sorted(rows)[1] - sorted(other)[1]) for other in near(rows, values, (CHANGED,)))

    found = {}
    for t in (0.1, 0.001):
        values = (0.0, t, 1.0)
        found[t] = math.log(local((0.0, 0.0, 1.0), values) / local((0.0, 0.0, t), values))
    words = f"the loss at 0 is {found[0.1]:.2f} for t = 1/10 and {found[0.001]:.2f} for t = 1/1000, whatever eps is"
    return equal(found[0.001], math.log(1000), {"that of noise at the global sensitivity": 0, "eps = 1": 1}, words)


def clipped_gradients(registry: Registry) -> Illustration:
    """Say how far in L2 norm a sum of vectors of the plane, each clipped to norm 5, changes."""
    places = [(0.0, 0.0), (3.0, 0.0), (0.0, -9.0), (30.0, 40.0), (-30.0, -40.0)]

    def total(rows: Sequence[tuple[float, float]]) -> tuple[float, float]:
        clipped = [(x * min(1, 5 / norm), y * min(1, 5 / norm)) for x, y in rows if (norm := math.hypot(x, y))]
        return sum(x for x, _ in clipped), sum(y for _, y in clipped)

    added = max(math.dist(total((x,)), total((x, y))) for x in places for y in places)
    changed = max(math.dist(total((x,)), total((y,))) for x in places for y in places)
    words = f"by {added:g} for a row added or removed, by {changed:g} for one changed"
    return equal(added, 5, {"10, as for a row changed": changed, "the longest gradient": 50}, words)


def catastrophe(registry: Registry) -> Illustration:
    """Say what delta the catastrophe mechanism has at its eps: two data sets are told apart where they are returned, and else lose eps at most."""
    eps, delta = 1.0, 1e-3
    found = delta + (1 - delta) * shifted(eps, eps)
    words = f"{found:g} at eps = {eps:g}, for the probability {delta:g}"
    return equal(
        found,
        delta,
        {"half of it": delta / 2, "with noise of half the scale": delta + (1 - delta) * shifted(eps, 2 * eps)},
        words,
    )
