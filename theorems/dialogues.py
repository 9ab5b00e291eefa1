"""Instances of statements about interactive mechanisms: tables of answers to any questions, strategies that go to and fro between them.

A mechanism has a row for each dialogue up to the number of rounds. Two that stand for one mechanism on neighbouring datasets are drawn
as hostile rows are, or, where a pair of laws must dominate whatever is seen of them, as answers that are processed from one draw of
either law of the pair. Most strategies toss no coins: of those that do, the outcomes are many.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from sympy import Basic, Rational, S, preorder_traversal

from dpsym.distributions import AnyKernel, AnyLaw, Finite, Kernel
from dpsym.distributions.families import row
from dpsym.distributions.interactive import Asked, Dialogue, View, reply
from dpsym.divergences.least import DominationGap
from dpsym.divergences.strategies import AnyStrategy
from theorems.entry import Theorem
from theorems.errors import VacuousError
from theorems.points import Point, drawn, holds, points
from theorems.shapes import Pair, masses, pair_of, rows_of

_TRIED, _ATTEMPTS = 24, 4
_COINS, _PLANNED, _LESS = 0.2, 0.4, 0.4
"""How often a strategy tosses coins, turns are planned, and a pair of laws dominates less than it should."""
_MANY_COINS = 2
"""From how many rounds on it tosses none."""
_SIZES = (2, 3, 2, 4)
_MOST_LEAVES = 100


def dialogues(theorem: Theorem, count: int, seed: int = 0) -> list[Point]:
    """Return up to `count` admissible assignments of the variables of an entry about interactive mechanisms.

    Raises
    ------
    VacuousError
        If none is admissible.
    """
    return drawn(_drawn, theorem, count, seed)


def _drawn(theorem: Theorem, count: int, seed: int) -> list[Point]:
    source, scalars = random.Random(seed), points(theorem, _TRIED, seed)
    found: list[Point] = []
    for _ in range(_ATTEMPTS * count):
        scalar = dict(source.choice(scalars))
        point = {**scalar, **_kernels(theorem, scalar, source)}
        if point not in found and all(holds(part, point) for part in theorem.hypotheses):
            found.append(point)
        if len(found) == count:
            return found
    if not found:
        raise VacuousError(f"hypotheses of {theorem.id} must admit interactive mechanisms, got none")
    return found


def _kernels(theorem: Theorem, scalar: Point, source: random.Random) -> Point:
    """Return mechanisms two by two, the laws that dominate some of them, and strategies.

    Often the turns are planned: each mechanism has something to tell as often as it is asked, and no more, which costs most.
    """
    nodes = [node for part in (theorem.statement, *theorem.hypotheses) for node in preorder_traversal(part)]
    rounds = max(int(node.args[1].xreplace(scalar)) for node in nodes if isinstance(node, (View, AnyStrategy)))
    answers = 3 if 9**rounds <= _MOST_LEAVES and source.random() < 0.5 else 2
    strategies = {node.args[0]: len(node.args) - 2 for node in nodes if isinstance(node, View)}
    mechanisms = max(strategies.values(), default=1)
    turns = [source.randrange(mechanisms) for _ in range(rounds)] if source.random() < _PLANNED else None
    found: Point = {}
    for gap in _unique(node for node in nodes if isinstance(node, DominationGap) and _is_asked(node)):
        (first, second), laws = (law.args[0] for law in gap.args[:2]), gap.args[2:]
        pair = pair_of(source.choice(_SIZES), source, theorem.domain[laws[0]].is_full)
        found |= dict(zip((first, second), _processed(pair, rounds, answers, source), strict=True))
        less = [(one + each) / 2 for one, each in zip(*pair, strict=True)] if source.random() < _LESS else pair[1]
        found |= dict(zip(laws, (Finite(*pair[0]), Finite(*less)), strict=True))
    waiting = [name for name in theorem.domain if isinstance(name, AnyKernel) and name not in {*found, *strategies}]
    for number, (first, second) in enumerate(zip(waiting[::2], waiting[1::2], strict=True)):
        full = theorem.domain[first].is_full
        rows = _answers(rounds, answers, source, full) if turns is None else _told(turns, number, answers, source, full)
        found[first], found[second] = (Kernel(*(Finite(*one) for one in side)) for side in zip(*rows, strict=True))
    found |= {name: _strategy(each, turns, rounds, answers, source) for name, each in strategies.items()}
    laws = [name for name in theorem.domain if isinstance(name, AnyLaw) and name not in found]
    for one, other in zip(laws[::2], laws[1::2], strict=True):
        pair = pair_of(source.choice(_SIZES), source, theorem.domain[one].is_full)
        found[one], found[other] = (Finite(*each) for each in pair)
    return found


def _is_asked(gap: DominationGap) -> bool:
    return all(isinstance(law, Asked) for law in gap.args[:2])


def _unique(nodes: Iterator[Basic]) -> list[Basic]:
    return list(dict.fromkeys(nodes))


def _answers(rounds: int, answers: int, source: random.Random, full: bool) -> list[Pair]:
    """Return the rows of two mechanisms; after some questions they may have nothing more to tell."""
    telling = source.choice((1, rounds, source.randint(1, rounds)))
    rows = rows_of(_dialogues(telling, answers), answers, source, full)
    rest = pair_of(answers, source, full)[0]
    return rows + [(rest, rest)] * (_dialogues(rounds, answers) - len(rows))


def _told(turns: list[int], number: int, answers: int, source: random.Random, full: bool) -> list[Pair]:
    """Return the rows of two mechanisms that tell the same each time, as often as they have a turn: often a leak, which adds up exactly."""
    told, rest = pair_of(answers, source, full), pair_of(answers, source, full)[0]
    if source.random() < 0.5:
        share, others = source.choice((Rational(1, 10), 1, 5)), [1] * (answers - 1)
        told = masses([share, *others], full), masses([0, *others], full)
    telling = _dialogues(turns.count(number), answers)
    return [told] * telling + [(rest, rest)] * (_dialogues(len(turns), answers) - telling)


def _dialogues(rounds: int, answers: int) -> int:
    """Return how many dialogues there are up to a question of the last round."""
    return sum(answers ** (2 * step + 1) for step in range(rounds))


def _strategy(mechanisms: int, turns: list[int] | None, rounds: int, answers: int, source: random.Random) -> Kernel:
    """Return the moves of a strategy after each history: often whom it asks is known beforehand, but not what."""
    coins = rounds <= _MANY_COINS and source.random() < _COINS
    moves, ordered = mechanisms * answers, source.random() < 0.5
    rows = []
    for step in range(rounds):
        turn = turns[step] if turns else source.randrange(mechanisms)
        for _ in range((moves * answers) ** step):
            which = turn if turns or ordered else source.randrange(mechanisms)
            chosen = which + mechanisms * source.randrange(answers)
            weights = [source.randint(0, 3) if coins and not turns else int(move == chosen) for move in range(moves)]
            rows.append(Finite(*masses(weights, False)))
    return Kernel(*rows)


def _processed(
    pair: tuple[list[Rational], list[Rational]], rounds: int, answers: int, source: random.Random
) -> tuple[Kernel, Kernel]:
    """Return two interactive mechanisms that process one draw, from either law, by the same rule."""
    size = len(pair[0])
    tells = source.random() < 0.5
    rules = [
        Kernel(*(_rule(place, answers, tells, source) for _ in range(source.choice((1, answers, 5)))))
        for place in range(size)
    ]
    sides = [_dialogue(rules, prior, rounds, answers) for prior in pair]
    return sides[0], sides[1]


def _dialogue(rules: list[Kernel], prior: list[Rational], rounds: int, answers: int) -> Kernel:
    """Return the answers of what processes a draw, given what it was asked and has answered: how likely each draw is goes along."""
    rows: list[Finite] = []
    heard: list[tuple[Dialogue, list[Rational]]] = [((), list(prior))]
    for _ in range(rounds):
        longer = []
        for past, weights in heard:
            for question in range(answers):
                laws = [reply(rule, past, question).masses for rule in rules]
                joint = [[weight * law[answer] for weight, law in zip(weights, laws)] for answer in range(answers)]
                total = [sum(each, S.Zero) for each in joint]
                # a dialogue that never happens may go on as it likes
                rows.append(Finite(*masses(total, False)) if any(total) else row(rules[0], question))
                longer += [((*past, (question, answer)), joint[answer]) for answer in range(answers)]
        heard = longer
    return Kernel(*rows)


def _rule(place: int, answers: int, tells: bool, source: random.Random) -> Finite:
    """Return the law of an answer when this was drawn: the draw itself as far as there are answers, or any."""
    if tells and source.random() < 0.7:
        return Finite(*(S.One if answer == min(place, answers - 1) else S.Zero for answer in range(answers)))
    return Finite(*masses([source.randint(0, 3) for _ in range(answers)], False))
