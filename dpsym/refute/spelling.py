"""Variables for laws, kernels and events spelt out on a few points: symbols for masses, and blocks that give them values."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Basic, Dummy, Expr, Symbol, Tuple

from dpsym.distributions import AnyEvent, AnyKernel, Discrete, Event, Finite, Kernel
from dpsym.divergences import Divergence
from dpsym.errors import DpsymError
from dpsym.refute.blocks import Block, Masses, Number, Slack
from dpsym.refute.problem import Problem
from dpsym.refute.rationals import as_rational

_OUTPUTS = 2  # of a kernel

Exact = tuple[Any, ...]
"""One exact value for every block."""


@dataclass(frozen=True)
class Shape:
    """How the variables for laws, kernels and events are spelt out.

    Parameters
    ----------
    points : int
        How many points the space has.
    supports : mapping of law variable to tuple of bool
        Which of them a law charges.
    events : mapping of event variable to tuple of int
        The points of an event.
    """

    points: int
    supports: Mapping[Basic, tuple[bool, ...]]
    events: Mapping[Basic, tuple[int, ...]]


class Spelling:
    """The unknown numbers of a problem for laws of one shape: `blocks`, of `variables`, with a symbol for each number.

    A variable that hypotheses bound from below has a slack for a block; the laws in the rows of a kernel have one each.

    Parameters
    ----------
    problem : Problem
        The statement, its variables and hypotheses.
    shape : Shape
        How laws are spelt out; without meaning where there are none.
    """

    def __init__(self, problem: Problem, shape: Shape) -> None:
        self.blocks: list[Block] = []
        self.variables: list[Basic] = []
        self.symbols: list[Symbol] = []
        self._sizes: list[int] = []
        self._events: dict[Basic, Basic] = {name: Event(*points) for name, points in shape.events.items()}
        self._images = dict(self._events)
        bounded = problem.lower_bounds()
        exponents = problem.exponents() if problem.laws else set()
        for name, among in problem.domain.items():
            if isinstance(name, Symbol):
                is_free = name not in bounded
                block: Block = Number(name, among, name in exponents) if is_free else Slack()
                self._add(name, block, [name if is_free else Dummy("slack")])
            elif isinstance(name, AnyKernel):
                rows = [self._law(name, (True,) * _OUTPUTS, not among.is_full) for _ in range(shape.points)]
                self._images[name] = Kernel(*rows)
            elif not isinstance(name, AnyEvent):
                self._images[name] = self._law(name, shape.supports[name])

    def _add(self, name: Basic, block: Block, symbols: Sequence[Symbol]) -> None:
        self.blocks.append(block)
        self.variables.append(name)
        self.symbols += symbols
        self._sizes.append(len(symbols))

    def _law(self, name: Basic, support: tuple[bool, ...], may_vanish: bool = False) -> Finite:
        """Return a law with symbols for masses: they add up to 1 wherever they are given values."""
        symbols = [Dummy("p", positive=True) for _ in support]
        self._add(name, Masses(support, may_vanish), symbols)
        masses = (symbol if there else 0 for symbol, there in zip(symbols, support, strict=True))
        return Basic.__new__(Finite, Tuple(*masses))

    def written(self, side: Expr) -> Expr:
        """Return a side of a relation in symbols: divergences of finite laws written out, others derived where possible."""

        def replaced(head: Divergence) -> Expr:
            try:
                finite = all(isinstance(law, Discrete) for law in head.laws)
                return head.definition() if finite else head.doit()
            except (DpsymError, NotImplementedError):  # balls evaluate the head itself
                return head

        return side.xreplace(self._images).replace(lambda node: isinstance(node, Divergence), replaced)

    def split(self, point: Sequence[Any]) -> list[Sequence[Any]]:
        """Return the part of a point, one number for each symbol, that belongs to each block."""
        ends = list(itertools.accumulate(self._sizes, initial=0))
        return [point[start:end] for start, end in itertools.pairwise(ends)]

    def assigned(self, exact: Exact) -> dict[Basic, Any]:
        """Return exact values by variable; a variable with a lower bound has its slack."""
        found: dict[Basic, Any] = dict(self._events)
        rows: dict[Basic, list[Finite]] = {}
        for name, block, value in zip(self.variables, self.blocks, exact, strict=True):
            if isinstance(block, Masses):
                rows.setdefault(name, []).append(Finite(*map(as_rational, value)))
            else:
                found[name] = value
        for name, laws in rows.items():
            found[name] = Kernel(*laws) if isinstance(name, AnyKernel) else laws[0]
        return found

    def described(self, point: Sequence[float]) -> dict[Basic, Any]:
        """Return a point of floats by variable; a variable with a lower bound has its slack."""
        found: dict[Basic, Any] = {}
        for name, block, part in zip(self.variables, self.blocks, self.split(point), strict=True):
            found[name] = (*found.get(name, ()), *part) if isinstance(block, Masses) else part[0]
        return found
