"""The shapes of small instances, and adversarial ones known to be worst in many statements."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from sympy import Basic, preorder_traversal

from dpsym.distributions import AnyEvent, AnyLaw
from dpsym.divergences import Divergence
from dpsym.refute.problem import Problem
from dpsym.refute.spelling import Shape

_MOST_COLUMNS = 16  # ways in which a point can be charged by some laws and not by others
_MOST_SHAPES = 12  # of one size
_LEAKS = tuple(map(Fraction, ["0", "1/10", "1/4", "1/30", "1/2"]))
_ODDS = tuple(map(Fraction, ["2", "3", "14", "3/2", "30", "11/10", "100"]))

Masses = tuple[Fraction, ...]
Adversary = tuple[Fraction, dict[Basic, Masses]]
"""The number e^eps, and laws on a few points."""


def shapes(problem: Problem, points: int) -> list[Shape]:
    """Return shapes with so many points, those with few zeros first; the order of the points is of no account.

    Parameters
    ----------
    problem : Problem
        Its variables say which laws there are, and which may have zeros.
    points : int
        From 2 on.
    """
    laws = problem.laws
    columns = [
        column
        for column in itertools.product((True, False), repeat=len(laws))
        if all(there or not problem.domain[law].is_full for there, law in zip(column, laws, strict=True))
    ]
    columns = sorted(columns, key=lambda column: column.count(False))[:_MOST_COLUMNS]
    tables = [
        table
        for table in itertools.combinations_with_replacement(columns, points)
        if all(any(column[place] for column in table) for place in range(len(laws)))
        and (not laws or all(any(column) for column in table))
    ]
    tables.sort(key=lambda table: sum(not there for column in table for there in column))
    supports = [
        {law: tuple(column[place] for column in table) for place, law in enumerate(laws)}
        for table in tables[:_MOST_SHAPES]
    ]
    return [Shape(points, support, choice) for support in supports for choice in _events(problem, points)]


def worst_shapes(problem: Problem) -> list[tuple[Shape, list[Adversary]]]:
    """Return the shapes of the adversaries, with those that have them, the fewest points first."""
    grouped: dict[tuple[tuple[bool, ...], ...], list[Adversary]] = {}
    for odds, laws in adversaries(problem):
        supports = tuple(tuple(mass > 0 for mass in laws[law]) for law in problem.laws)
        if all(all(s) or not problem.domain[law].is_full for law, s in zip(problem.laws, supports, strict=True)):
            grouped.setdefault(supports, []).append((odds, laws))
    return [
        (Shape(len(supports[0]), dict(zip(problem.laws, supports, strict=True)), choice), grouped[supports])
        for supports in sorted(grouped, key=lambda supports: len(supports[0]))
        for choice in _events(problem, len(supports[0]))
    ]


def _events(problem: Problem, points: int) -> list[dict[Basic, tuple[int, ...]]]:
    """Return the ways to choose the events, none of them empty or certain."""
    names = [name for name in problem.domain if isinstance(name, AnyEvent)]
    events = [each for size in range(1, points) for each in itertools.combinations(range(points), size)]
    return [dict(zip(names, choice, strict=True)) for choice in itertools.product(events, repeat=len(names))]


def adversaries(problem: Problem) -> Iterator[Adversary]:
    r"""Yield e^eps with laws that are (eps, delta)-close and as far apart as that allows: pairs with leaks, and chains.

    Randomized response that leaks its input with probability delta is the worst pair of all compositions; the chain
    :math:`x_{i+1} = e^\varepsilon x_i + \delta` of two-point laws is the worst group.
    """
    ends, order = _sides(problem), _chain(problem)
    for odds, leak in itertools.product(_ODDS, _LEAKS):
        if problem.laws:
            for first in _leaking(odds, leak):
                second = first[::-1]
                yield odds, {law: first if ends[law] else second for law in order}
            if len(order) > 2:
                rising = dict(zip(order, _steps(odds, leak, len(order)), strict=True))
                yield odds, rising
                yield odds, dict(zip(order[::-1], rising.values(), strict=True))


def _leaking(odds: Fraction, leak: Fraction) -> list[Masses]:
    """Return randomized response with a leak; its mirror image is the law on the neighbouring input."""
    true, false = (1 - leak) * odds / (1 + odds), (1 - leak) / (1 + odds)
    return [(leak, true, false, Fraction(0))] if leak else [(true, false)]


def _steps(odds: Fraction, leak: Fraction, count: int) -> list[Masses]:
    """Return a chain of two-point laws of which each event probability is e^eps times the next plus delta."""
    shares = [Fraction(0) if leak else Fraction(1)]
    for _ in range(count - 1):
        shares.append(odds * shares[-1] + (1 if leak else 0))
    top = (leak or odds / (1 + odds)) / shares[-1] if leak < 1 else Fraction(1)
    return [(share * top, 1 - share * top) for share in reversed(shares)]


def _edges(problem: Problem) -> list[tuple[AnyLaw, AnyLaw]]:
    """Return which laws are compared, by the hypotheses if they compare any."""
    for relations in (problem.hypotheses, (problem.statement,)):
        heads = [node for r in relations for node in preorder_traversal(r) if isinstance(node, Divergence)]
        found = []
        for head in heads:
            sides = [[node for node in preorder_traversal(law) if isinstance(node, AnyLaw)] for law in head.laws]
            found += [pair for pair in zip(*sides) if pair[0] != pair[1]]
        if found:
            return found
    return []


def _sides(problem: Problem) -> dict[AnyLaw, bool]:
    """Return a side for every law, such that laws that are compared are on different sides where that is possible."""
    found: dict[AnyLaw, bool] = {}
    edges = _edges(problem)
    for start in problem.laws:
        found.setdefault(start, True)
        waiting = [start]
        while waiting:
            law = waiting.pop()
            for pair in edges:
                if law in pair:
                    other = pair[pair[0] == law]
                    if other not in found:
                        found[other] = not found[law]
                        waiting.append(other)
    return found


def _chain(problem: Problem) -> list[AnyLaw]:
    """Return the laws in the order of the path that the comparisons form, else as the domain lists them."""
    laws = problem.laws
    links: dict[AnyLaw, set[AnyLaw]] = {law: set() for law in laws}
    for first, second in _edges(problem):
        links[first].add(second)
        links[second].add(first)
    tips = [law for law in laws if len(links[law]) == 1]
    if len(tips) != 2 or any(len(near) > 2 for near in links.values()):
        return laws
    path = [tips[0]]
    while len(path) < len(laws):
        beyond = [law for law in links[path[-1]] if law not in path]
        if not beyond:
            return laws
        path.append(beyond[0])
    return path
