"""The mutants of an entry: what a slip of the pen, or a misread convention, would make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from sympy import And, Basic, Eq, Expr, Ge, Gt, Le, Lt, Rational, S, Set, oo, preorder_traversal

from dpsym.distributions import Laws
from dpsym.distributions.base import Law
from dpsym.divergences import Divergence
from dpsym.parameters import DEVIATION, MEAN, RATE, SCALE
from theorems.checks.run import Number, Quadrature
from theorems.entry import Theorem
from theorems.mutants import rewriting

_REVERSED: dict[type, type] = {Le: Ge, Ge: Le, Lt: Gt, Gt: Lt}
_READINGS = ((-1, "a rate"), (2, "a variance"))
_SCALES = (SCALE, DEVIATION, MEAN, RATE)
_WIDER = 4


@dataclass(frozen=True)
class Mutant:
    """An entry with one place changed.

    Parameters
    ----------
    description : str
        What was changed, for a person.
    theorem : Theorem
        The changed entry, with the checks of the original.
    relaxed : bool
        Whether it states the same of more: a hypothesis is dropped. Its points are drawn from where that hypothesis fails.
    """

    description: str
    theorem: Theorem
    relaxed: bool = False


def mutants(theorem: Theorem) -> Iterator[Mutant]:
    """Yield the mutants of an entry, no statement twice.

    Numbers off by 1 %, signs, symbols and laws exchanged, alpha and alpha - 1 exchanged, conditions and inequalities reversed,
    limits of sums and integrals moved, scales read as rates and variances (in the laws, and by the mechanism that is run), and
    hypotheses dropped.
    """
    seen = {theorem.statement}
    for description, statement in _statements(theorem):
        if statement not in seen and statement.is_Relational:
            seen.add(statement)
            yield Mutant(description, replace(theorem, statement=statement))
    yield from _without_hypotheses(theorem)
    yield from _misread_runs(theorem)


def _statements(theorem: Theorem) -> Iterator[tuple[str, Basic]]:
    statement = theorem.statement
    for side, name in enumerate(("left", "right")):
        for description, changed in _sides(statement.args[side], theorem):
            arguments = [*statement.args]
            arguments[side] = changed
            yield f"{name}: {description}", statement.func(*arguments, evaluate=False)
    if type(statement) in _REVERSED:
        yield "inequality reversed", _REVERSED[type(statement)](*statement.args, evaluate=False)
    laws = _laws_with_scales(statement)
    for scale in dict.fromkeys(scale for scales in laws.values() for scale in scales):
        for power, words in _READINGS:
            holders = tuple(law for law, scales in laws.items() if scale in scales)
            try:
                sides = [rewriting.misread(side, scale, power, holders) for side in statement.args]
            except ValueError:  # the laws refuse such a parameter
                continue
            yield f"{scale} in the laws read as {words}", statement.func(*sides, evaluate=False)


def _sides(side: Expr, theorem: Theorem) -> Iterator[tuple[str, Basic]]:
    order = next((name for name in theorem.domain if str(name) == "alpha"), None)
    rules: list[rewriting.Rule] = [rewriting.numbers(not isinstance(theorem.statement, Eq)), rewriting.signs]
    rules += [rewriting.extremes, rewriting.conditions, rewriting.limits, rewriting.swapped_laws]
    if order is not None:
        rules.append(rewriting.orders(order))
    for rule in rules:
        yield from rewriting.everywhere(side, rule)
    if side not in (0, oo):
        yield "all + 1 %", (1 + rewriting.PERCENT) * side
    if not side.has(Divergence):
        named = sorted(side.free_symbols & set(theorem.domain), key=str)
        for one, other in combinations(named, 2):
            yield f"{one} and {other} exchanged", side.xreplace({one: other, other: one})


def _laws_with_scales(statement: Basic) -> dict[Basic, tuple[Expr, ...]]:
    """Return the laws of a statement with those of their arguments that are scales, means or rates."""
    laws = [node for node in preorder_traversal(statement) if isinstance(node, Law)]
    scales = {
        law: tuple(
            value for kind, value in zip(law.parameters, law.args, strict=False) if kind in _SCALES and value != 1
        )
        for law in laws
    }
    return {law: found for law, found in scales.items() if found}


def _without_hypotheses(theorem: Theorem) -> Iterator[Mutant]:
    wider = {symbol: _wider(ends, theorem.domain[symbol]) for symbol, ends in theorem.typical.items()}
    for hypothesis in theorem.hypotheses:
        for part in hypothesis.args if isinstance(hypothesis, And) else (hypothesis,):
            others = tuple(each for each in theorem.hypotheses if each != hypothesis)
            rest = tuple(each for each in hypothesis.args if each != part) if isinstance(hypothesis, And) else ()
            changed = replace(theorem, hypotheses=(*others, *rest, part.negated), typical=wider)
            yield Mutant(f"hypothesis {part} dropped", changed, relaxed=True)
    for name, values in theorem.domain.items():
        if isinstance(values, Laws) and values.is_full:
            domain = {**theorem.domain, name: Laws("any")}
            yield Mutant(f"{name} no longer of full support", replace(theorem, domain=domain), relaxed=True)


def _wider(ends: tuple[Any, Any], domain: Set) -> tuple[Rational, Rational]:
    """Return a box of a symbol that is wider on both sides, as far as the domain goes."""
    low, high = map(Rational, ends)
    below, above = (low / _WIDER, high * _WIDER) if low > 0 else (low - (high - low), high + (high - low))
    inside = [domain.closure.contains(end) is S.true for end in (below, above)]
    return below if inside[0] else low, above if inside[1] else high


@dataclass(frozen=True)
class Misreading:
    """A numeric leg whose mechanism takes one of its parameters for something else."""

    against: Callable[..., Number]
    name: str
    power: int

    def __call__(self, **place: float) -> Number:
        return self.against(**{**place, self.name: place[self.name] ** self.power})


def _misread_runs(theorem: Theorem) -> Iterator[Mutant]:
    """Yield the entry with a mechanism that reads its scale as a rate or a variance; no other check is asked."""
    laws = _laws_with_scales(theorem.statement)
    # a scale that is made of other symbols, such as a calibrated one, is no parameter that a mechanism could take for another
    scales = {base for found in laws.values() for scale in found if (base := scale.as_base_exp()[0]).is_Symbol}
    runs = [check for check in theorem.checks if isinstance(check, Quadrature)]
    for symbol in sorted(scales & set(theorem.domain), key=str):
        for power, words in _READINGS:
            checks = tuple(replace(check, against=Misreading(check.against, str(symbol), power)) for check in runs)
            if checks:
                yield Mutant(f"{symbol} read as {words} by the run", replace(theorem, checks=checks))
