"""Instances of general statements that are hard on them: adaptive trees, chains, kernels, extreme and nearly equal pairs, least budgets.

What a statement says of its variables decides how they are drawn. Laws are drawn two by two, a pair as far as a promise allows or as near
as rational numbers come. A kernel has a row for each input, each history of answers, or each link of a chain. Where a pair must dominate
another, that one is an image of it under a kernel, as Blackwell's theorem has it. A symbol that a hypothesis bounds from below by what the
laws have, such as a budget, is the least one, or a little more: nearly all that is drawn is admissible, and on the edge.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sympy import Basic, Expr, Integer, Le, Rational, S, Symbol, preorder_traversal

from dpsym.distributions import AnyEvent, AnyKernel, AnyLaw, Event, Finite, Kernel
from dpsym.distributions.choosing import AboveThreshold
from dpsym.distributions.drawn import Repeated
from dpsym.distributions.families import Answers, Here, Independent, Member, Next, Row, Step, Turn, histories
from dpsym.divergences.least import DominationGap
from dpsym.errors import DpsymError
from theorems.compare import ball_of
from theorems.entry import Theorem
from theorems.errors import VacuousError
from theorems.points import Point, drawn, holds, points
from theorems.shapes import chains, images, masses, merging, mixed, rows_of, streams, weights_of

_MOST_ROWS, _MOST_LEAVES = 40, 32
_SLACK = (S.One, S.One, S.One, Rational(11, 10), Rational(2))
_DIGITS = 12
_TRIED = 24
_ATTEMPTS = 20
_BETWEEN = 0.5
"""How often a law without a partner lies between the others."""
_SIZES = (2, 3, 2, 4, 3, 5)


def hostile(theorem: Theorem, count: int, seed: int = 0) -> list[Point]:
    """Return up to `count` admissible assignments of the variables of an entry.

    Raises
    ------
    VacuousError
        If none is admissible.
    """
    return drawn(_drawn, theorem, count, seed)


def _drawn(theorem: Theorem, count: int, seed: int) -> list[Point]:
    source, scalars = random.Random(seed), points(theorem, _TRIED, seed)
    solved = _solved(theorem)
    found: list[Point] = []
    for attempt in range(_ATTEMPTS * count):
        scalar = dict(source.choice(scalars))
        try:
            point = _solve(theorem, solved, {**scalar, **_laws(theorem, scalar, attempt, source)}, source)
            if point is None or point in found or not all(holds(part, point) for part in theorem.hypotheses):
                continue
        except (DpsymError, ArithmeticError):
            continue
        found.append(point)
        if len(found) == count:
            break
    if not found:
        raise VacuousError(
            f"hypotheses of {theorem.id} must admit a hostile instance, got none among {attempt + 1} tried"
        )
    return found


def _solved(theorem: Theorem) -> dict[Symbol, list[Expr]]:
    """Return the symbols that hypotheses bound from below by what the laws have, each with all these bounds, in the order of hypotheses."""
    found: dict[Symbol, list[Expr]] = {}
    for part in theorem.hypotheses:
        if isinstance(part, Le) and isinstance(part.rhs, Symbol) and _of_laws(part.lhs):
            found.setdefault(part.rhs, []).append(part.lhs)
    return found


def _of_laws(expression: Basic) -> bool:
    return any(getattr(node, "is_law_variable", False) for node in preorder_traversal(expression))


def _solve(theorem: Theorem, solved: dict[Symbol, list[Expr]], point: Point, source: random.Random) -> Point | None:
    """Put in the least value of each symbol that is bounded by what the laws have, or a little more; None where it is out of the domain."""
    for symbol, bounds in solved.items():
        others = {name: value for name, value in point.items() if name != symbol}
        least = max(_least(bound.xreplace(others)) for bound in bounds)
        if least is S.Infinity:
            return None
        value = next(
            (
                one
                for one in (least * source.choice(_SLACK), least, _within(theorem, symbol, least))
                if _admits(theorem, symbol, one)
            ),
            None,
        )
        if value is None:
            return None
        point = {**others, symbol: value}
    return point


def _admits(theorem: Theorem, symbol: Symbol, value: Rational) -> bool:
    return theorem.domain[symbol].contains(value) is S.true


def _within(theorem: Theorem, symbol: Symbol, least: Rational) -> Rational:
    """Return a value of the typical box that is not below the least, which may lie below the domain, as a budget of 0 does."""
    return max(least, sum(map(Rational, theorem.typical[symbol]), S.Zero) / 2)


def _least(bound: Expr) -> Rational:
    """Return a rational number that is not below the value of an expression, with few digits; oo where it is infinite."""
    if bound.is_Rational or bound is S.Infinity:
        return bound
    upper = ball_of(bound).upper
    if not isinstance(upper, Fraction):
        return S.Infinity
    exact = Rational(upper.numerator, upper.denominator)
    scale = Integer(10) ** _DIGITS
    return Rational(int(exact * scale) + 1, scale) if exact > 0 else S.Zero


def _laws(theorem: Theorem, scalar: Point, attempt: int, source: random.Random) -> Point:
    """Return laws, kernels and events for the variables of an entry."""
    size = _SIZES[attempt % len(_SIZES)]
    roles = {variable: _role(theorem, variable) for variable in theorem.domain if isinstance(variable, AnyKernel)}
    found: Point = {}
    laws = [variable for variable in theorem.domain if isinstance(variable, AnyLaw)]
    for first, second in _two_by_two(laws):
        one, other = weights_of(size, source)
        found[first] = Finite(*masses(one, theorem.domain[first].is_full))
        if second is None and found and source.random() < _BETWEEN:
            found[first] = mixed(list(found.values()), source)
        if second is not None:
            found[second] = Finite(*masses(other, theorem.domain[second].is_full))
    for kind in (Row, AboveThreshold, Step, Turn, Member):
        named = [variable for variable, role in roles.items() if role is kind]
        steps = max(
            (int(count.xreplace(scalar)) for variable in named for count in _counts(theorem, variable)), default=1
        )
        answers = source.choice((2, 2, 3, 2, 4))
        while kind is Step and answers > 2 and answers**steps > _MOST_LEAVES:
            answers -= 1
        rows = {
            Row: size,
            AboveThreshold: source.choice((1, 2, 4, 8)),
            Step: sum(answers**step for step in range(steps)),
            Turn: steps,
            Member: steps + 1,
        }[kind]
        alone = {Row: merging, Member: chains}.get(kind, rows_of)
        draw = streams if kind is AboveThreshold else rows_of
        for first, second in _two_by_two(named):
            full = theorem.domain[first].is_full
            pairs = (alone if second is None else draw)(min(rows, _MOST_ROWS), answers, source, full)
            found[first] = Kernel(*(Finite(*one) for one, _ in pairs))
            if second is not None:
                found[second] = Kernel(*(Finite(*other) for _, other in pairs))
    for variable in theorem.domain:
        if isinstance(variable, AnyEvent):
            found[variable] = Event(*source.sample(range(size), source.randint(1, size - 1)))
    return _dominated(theorem, found, source)


def _role(theorem: Theorem, variable: AnyKernel) -> type:
    """Return what a kernel is read as: an adaptive mechanism (`Step`), laws by turns, a chain (`Member`), a stream, or a kernel (`Row`)."""
    nodes = _nodes(theorem)
    for kind, heads in (
        (AboveThreshold, (AboveThreshold,)),
        (Step, (Step, Answers)),
        (Turn, (Turn, Independent)),
        (Member, (Here, Next, Member)),
    ):
        if any(isinstance(node, heads) and node.args[0] == variable for node in nodes):
            return kind
    return Row


def _nodes(theorem: Theorem) -> list[Basic]:
    return [node for part in (theorem.statement, *theorem.hypotheses) for node in preorder_traversal(part)]


def _counts(theorem: Theorem, variable: AnyKernel) -> list[Expr]:
    """Return the numbers of steps of an adaptive mechanism, of laws, or of links of a chain."""
    found = [node for node in _nodes(theorem) if isinstance(node, (Answers, Independent, Member, Repeated))]
    # a number that a sum binds is one of those up to its end
    known = set(theorem.domain)
    return [node.args[1] for node in found if node.args[0] == variable and node.args[1].free_symbols <= known]


def _two_by_two(variables: list[Any]) -> Iterator[tuple[Any, Any]]:
    for place in range(0, len(variables), 2):
        pair = variables[place : place + 2]
        yield pair[0], pair[1] if len(pair) > 1 else None


def _dominated(theorem: Theorem, found: Point, source: random.Random) -> Point:
    """Replace pairs that others must dominate by images of these, and a pair that is as hard in either direction by one that is."""
    settled: list[AnyLaw] = []
    for gap in (node for part in theorem.hypotheses for node in part.atoms(DominationGap)):
        first, second, one, other = gap.args
        if (first, second) == (other, one):
            found[other] = Finite(*reversed(found[one].masses))
        elif isinstance(first, AnyLaw) and {first, second} & set(settled):
            # what lies between two laws is no farther from either
            for law in {first, second} - set(settled):
                found[law] = mixed([found[each] for each in settled], source)
                settled.append(law)
        elif isinstance(first, AnyLaw) and isinstance(one, AnyLaw):
            found[first], found[second] = images(found[one], found[other], source, len(found[first].masses))
            settled += [first, second]
        elif isinstance(one, (AnyLaw, Turn)):
            _rows_dominated(found, gap.args, source)
    return found


def _rows_dominated(found: Point, laws: tuple[Any, ...], source: random.Random) -> None:
    first, second, one, other = laws
    families = first.args[0], second.args[0]
    answers, rows = len(found[families[0]].args[0].masses), len(found[families[0]].args)
    if isinstance(one, Turn):
        pairs = list(zip(found[one.args[0]].args, found[other.args[0]].args, strict=True))
        steps = [pair for step, pair in enumerate(pairs) for _ in histories(answers, step)][:rows]
    else:
        steps = [(found[one], found[other])] * rows
    made = [images(*pair, source, answers) for pair in steps]
    for place, family in enumerate(families):
        found[family] = Kernel(*(pair[place] for pair in made))
