"""A problem for laws of one shape as a function of numbers: the margin in floats, and whether it certainly fails exactly."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sympy import Basic, Expr, S, Set
from sympy.core.relational import Relational

from dpsym.distributions import Event
from dpsym.refute.blocks import FINENESS, Masses
from dpsym.refute.certification import SENSELESS, certify, parts
from dpsym.refute.margins import above, gap, greatest
from dpsym.refute.problem import Problem
from dpsym.refute.rationals import weight
from dpsym.refute.scout import Scout
from dpsym.refute.spelling import Exact, Shape, Spelling

_ROUNDING = 1e-9
_NOISE = 1e-15
SURE = 1e-9
"""A relative margin that floats without cancellation do not invent."""


class Scene:
    """A problem for laws of one shape; a point of it has one value for each of the `blocks`.

    Parameters
    ----------
    problem : Problem
        The statement, its variables and hypotheses.
    shape : Shape
        How laws are spelt out; without meaning where there are none.
    """

    def __init__(self, problem: Problem, shape: Shape) -> None:
        self.problem = problem
        self.spelling = Spelling(problem, shape)
        self.blocks, self.variables = self.spelling.blocks, self.spelling.variables
        # sums of masses have absolute errors, closed forms relative ones
        self._noise = _NOISE if any(isinstance(block, Masses) for block in self.blocks) else 0.0
        self._bounds = problem.lower_bounds()
        self._ranges = {name: _range(problem.domain[name]) for name in self._bounds}
        self._compile()

    def _compile(self) -> None:
        spelling = self.spelling
        places = {symbol: place for place, symbol in enumerate([*spelling.symbols, *self._bounds])}

        def scout(side: Expr) -> Scout:
            return Scout(spelling.written(side), places)

        starts = dict(zip(spelling.variables, spelling.split(range(len(spelling.symbols))), strict=True))
        self._tight = [(name, [scout(left) for left in lefts], starts[name][0]) for name, lefts in self._bounds.items()]
        met = {(left, name) for name, lefts in self._bounds.items() for left in lefts}
        self._hypotheses = [
            (relation, *map(scout, relation.args))
            for each in self.problem.hypotheses
            for relation in parts(each)
            if isinstance(relation, Relational) and not {relation.args, relation.args[::-1]} & met
        ]
        self._sides = tuple(map(scout, self.problem.statement.args))

    def score(self, point: Sequence[float]) -> float:
        """Return the relative margin by which the statement fails at a point of floats; below -1 where a hypothesis does."""
        if S.false in self.problem.hypotheses:
            return -math.inf
        values = list(point)
        for name, lefts, slack in self._tight:
            tight = max(left(values) for left in lefts) + point[slack]
            if not self._ranges[name][0] <= tight <= self._ranges[name][1]:
                return -math.inf
            values.append(tight)
        gaps = (gap(relation, left(values), right(values)) for relation, left, right in self._hypotheses)
        worst = max(gaps, default=-1)
        if worst > _ROUNDING:
            return -1 - worst
        left, right = (side(values) for side in self._sides)
        found = gap(self.problem.statement, left, right, self._noise)
        if found > 0:
            left, right = (side.by_balls(values) for side in self._sides)
            found = gap(self.problem.statement, left, right, self._noise)
        return -math.inf if math.isnan(worst) or math.isnan(found) else found

    @property
    def dimension(self) -> int:
        """How many numbers in (0, 1) a search moves."""
        return sum(block.size for block in self.blocks)

    def at(self, place: Sequence[float]) -> list[float]:
        """Return the floats that numbers in (0, 1), as many as `dimension`, stand for."""
        found: list[float] = []
        start = 0
        for block in self.blocks:
            found += block.at(place[start : start + block.size])
            start += block.size
        return found

    def floats(self, exact: Exact) -> list[float]:
        """Return the floats of exact values."""
        return [part for block, value in zip(self.blocks, exact, strict=True) for part in block.floats(value)]

    def rounded(self, point: Sequence[float], level: int) -> Exact:
        """Return simple exact values near a point of floats."""
        split = self.spelling.split(point)
        return tuple(block.rounded(part, level) for block, part in zip(self.blocks, split, strict=True))

    def failure(self, exact: Exact, below: float = math.inf) -> tuple[dict[Basic, Any], Any] | None:
        """Return the witness and the margin where the statement certainly fails at exact values, else None.

        Parameters
        ----------
        exact : tuple
            The values of the blocks.
        below : float, optional
            How complicated the witness must not be.
        """
        problem, bounds = self.problem, self._bounds
        try:
            found = self.spelling.assigned(exact)
            slack = {name: found.pop(name) for name in bounds}
            tight = {name: greatest([left.xreplace(found) for left in bounds[name]]) for name in bounds}
        except SENSELESS:
            return None
        # a simple rational above what has no simple form is tried first
        has_choice = any(isinstance(value, Fraction) for value in tight.values())
        for level in range(len(FINENESS) if has_choice else 1):
            placed = found | {name: above(value, level) + slack[name] for name, value in tight.items()}
            witness = {name: placed[name] for name in problem.domain}
            if complexity(witness) >= below:
                return None
            margin = certify(problem.statement, problem.domain, witness, problem.hypotheses)
            if margin is not None:
                return witness, margin
        return None


def complexity(witness: Mapping[Basic, Any]) -> int:
    """Return how complicated the numbers and laws of a witness are."""
    return sum(weight(value) for value in witness.values() if not isinstance(value, Event))


def _range(domain: Set) -> tuple[float, float]:
    """Return the least and the greatest float of a domain."""
    low, high = float(domain.inf), float(domain.sup)
    return (
        low if domain.inf in domain else math.nextafter(low, math.inf),
        high if domain.sup in domain else math.nextafter(high, -math.inf),
    )
