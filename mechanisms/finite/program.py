"""Linear programs over the rationals: HiGHS finds a vertex in floats, refined exactly, and elimination finds it again in rationals."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from mechanisms.errors import ConvergenceError
from mechanisms.finite.elimination import Row, dot, solved

_ZERO = 1e-9
_ROUNDS = 8
_FEWEST_BITS, _MOST_BITS = 20, 40  # by which a refinement scales the residuals up


@dataclass(frozen=True)
class Vertex:
    """A solution of a program and of its dual.

    Parameters
    ----------
    values : list of Fraction
        One for each variable.
    multipliers : list of Fraction
        One for each inequality, non-negative.
    prices : list of Fraction
        One for each equation.
    """

    values: list[Fraction]
    multipliers: list[Fraction]
    prices: list[Fraction]


@dataclass
class LinearProgram:
    r"""The program: minimise c x subject to rows a x <= b and a x = b, with x >= 0 but for the free variables.

    Parameters
    ----------
    size : int
        The number of variables.
    cost : dict of int to Fraction
        The cost of the variables where it is not 0.
    free : frozenset of int
        The variables that may be negative.
    """

    size: int
    cost: Row
    free: frozenset[int] = frozenset()
    inequalities: list[tuple[Row, Fraction]] = field(default_factory=list)
    equations: list[tuple[Row, Fraction]] = field(default_factory=list)

    def solve(self) -> Vertex:
        """Return a vertex; an optimal one if within eight refinements it was proved to be, else a nearly optimal one.

        Which variables and constraints are active is read off the floats; the linear equations that this means are
        solved in rationals. Where that is not an optimum, the exact residuals are scaled up and solved for again.

        Raises
        ------
        ConvergenceError
            If HiGHS finds no solution, as when there is none.

        References
        ----------
        Gleixner, Steffy and Wolter, Iterative refinement for linear programming, 2016, Algorithm 1.
        """
        near = Vertex(*([Fraction(0)] * count for count in (self.size, len(self.inequalities), len(self.equations))))
        greatest = max((abs(value) for value in self.cost.values()), default=Fraction(1))
        primal, dual = Fraction(1), _power_of_two(greatest)
        for _ in range(_ROUNDS):
            near = self._refined(near, primal, dual)
            exact = self._recovered(near, primal, dual)
            if self._is_optimal(exact):
                return exact
            wrong = self._violations(near)
            primal, dual = (
                min(_power_of_two(size) if size else scale * 2**_FEWEST_BITS, scale * 2**_MOST_BITS)
                for size, scale in zip(wrong, (primal, dual), strict=True)
            )
        return near

    def slacks(self, values: list[Fraction]) -> list[Fraction]:
        """Return by how much each inequality is met."""
        return [side - dot(row, values) for row, side in self.inequalities]

    def reduced(self, vertex: Vertex) -> list[Fraction]:
        """Return the reduced cost of each variable."""
        found = [self.cost.get(j, Fraction(0)) for j in range(self.size)]
        weighted = [
            *zip(self.inequalities, vertex.multipliers, strict=True),
            *zip(self.equations, (-price for price in vertex.prices), strict=True),
        ]
        for (row, _), weight in weighted:
            if weight:
                for j, a in row.items():
                    found[j] += weight * a
        return found

    def _refined(self, near: Vertex, primal: Fraction, dual: Fraction) -> Vertex:
        """Return the near solution less its error, as far as floats can tell from the scaled exact residuals."""
        from scipy.optimize import linprog

        slacks, count = self.slacks(near.values), len(self.inequalities)
        rests = [side - dot(row, near.values) for row, side in self.equations]
        # a slack is a variable: it costs its multiplier, and it may fall by what it is worth now
        cost = [float(dual * c) for c in (*self.reduced(near), *near.multipliers)]
        lower = [None if j in self.free else -float(primal * value) for j, value in enumerate(near.values)]
        at_least = [-float(primal * max(slack, Fraction(0))) for slack in slacks]
        sides = [float(primal * min(slack, Fraction(0))) for slack in slacks]
        found = linprog(
            cost,
            A_eq=self._matrix(),
            b_eq=[*sides, *(float(primal * rest) for rest in rests)],
            bounds=[(low, None) for low in (*lower, *at_least)],
            method="highs-ds",
        )
        if found.status != 0:
            raise ConvergenceError(f"the linear program has no optimum that HiGHS finds: {found.message}")
        steps, prices = map(Fraction, found.x[: self.size]), list(map(Fraction, found.eqlin.marginals))
        return Vertex(
            [value + step / primal for value, step in zip(near.values, steps, strict=True)],
            [m - price / dual for m, price in zip(near.multipliers, prices[:count], strict=True)],
            [old + price / dual for old, price in zip(near.prices, prices[count:], strict=True)],
        )

    def _matrix(self) -> Any:
        from scipy.sparse import csr_array

        rows = [row for row, _ in (*self.inequalities, *self.equations)]
        entries = [(float(a), i, j) for i, row in enumerate(rows) for j, a in row.items()]
        entries += [(1.0, i, self.size + i) for i in range(len(self.inequalities))]
        data, at, columns = zip(*entries, strict=True)
        return csr_array((data, (at, columns)), shape=(len(rows), self.size + len(self.inequalities)))

    def _recovered(self, near: Vertex, primal: Fraction, dual: Fraction) -> Vertex:
        """Return the vertex of what is active in a near solution, up to its precision."""
        used = {i: v for i, v in enumerate(near.values) if i in self.free or primal * abs(v) > _ZERO}
        met = zip(self.inequalities, self.slacks(near.values), strict=True)
        active = [row for row, slack in met if primal * slack < _ZERO]
        values = solved([*self.equations, *active], used)
        count = len(self.inequalities)
        weights = {i: m for i, m in enumerate(near.multipliers) if dual * m > _ZERO}
        weights |= {count + i: price for i, price in enumerate(near.prices)}
        columns: list[Row] = [{} for _ in range(self.size)]
        for i, (row, _) in enumerate((*self.inequalities, *self.equations)):
            for j, a in row.items():
                columns[j][i] = a if i < count else -a
        tight = [j for j, cost in enumerate(self.reduced(near)) if dual * abs(cost) < _ZERO]
        found = solved([(columns[j], -self.cost.get(j, Fraction(0))) for j in tight], weights)
        return Vertex(
            [values.get(i, Fraction(0)) for i in range(self.size)],
            [found.get(i, Fraction(0)) for i in range(count)],
            [found.get(count + i, Fraction(0)) for i in range(len(self.equations))],
        )

    def _violations(self, vertex: Vertex) -> tuple[Fraction, Fraction]:
        """Return how far a solution is from meeting the constraints, and how far its multipliers are."""
        short = [-slack for slack in self.slacks(vertex.values)]
        short += [-value for j, value in enumerate(vertex.values) if j not in self.free]
        short += [abs(side - dot(row, vertex.values)) for row, side in self.equations]
        costs = [-m for m in vertex.multipliers]
        costs += [abs(c) if j in self.free else -c for j, c in enumerate(self.reduced(vertex))]
        return max(short, default=Fraction(0)), max(costs, default=Fraction(0))

    def _is_optimal(self, vertex: Vertex) -> bool:
        """Whether a solution and its multipliers are feasible and have the same objective, exactly."""
        if max(self._violations(vertex)) > 0:
            return False
        dual = sum((p * side for p, (_, side) in zip(vertex.prices, self.equations, strict=True)), Fraction(0))
        spent = (m * side for m, (_, side) in zip(vertex.multipliers, self.inequalities, strict=True))
        return dot(self.cost, vertex.values) == dual - sum(spent, Fraction(0))


def _power_of_two(size: Fraction) -> Fraction:
    """Return the inverse of a positive number, rounded to a power of 2."""
    return Fraction(2) ** (size.denominator.bit_length() - size.numerator.bit_length())
