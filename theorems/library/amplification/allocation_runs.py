"""The numeric legs of the entries on random allocation: the accountant of the mechanisms, which knows no closed form."""

from __future__ import annotations

import math
from itertools import combinations, product

from mechanisms import Estimate, FinitePair, LossDistribution


def response(epsilon: float, zeta: float) -> Estimate:
    """Return delta of one of two steps, as the middle of its bracket."""
    found = LossDistribution.randomized_response(zeta).allocate(2).delta(epsilon)
    return Estimate((found.lower + found.upper) / 2, found.width / 2 + 1e-14)


def _of_three(epsilon: float, zeta: float, added: bool) -> Estimate:
    """Return delta of two of three steps, as the middle of its bracket, from the masses of the eight answers."""
    truth = 1 / (1 + math.exp(-zeta))
    answers = list(product((True, False), repeat=3))

    def mass(answer: tuple[bool, ...], chosen: tuple[int, ...]) -> float:
        return math.prod(truth if told == (step in chosen) else 1 - truth for step, told in enumerate(answer))

    pairs = list(combinations(range(3), 2))
    p = [sum(mass(answer, chosen) for chosen in pairs) / 3 for answer in answers]
    q = [mass(answer, ()) for answer in answers]
    found = LossDistribution.finite(FinitePair(q, p) if added else FinitePair(p, q)).delta(epsilon)
    return Estimate((found.lower + found.upper) / 2, found.width / 2 + 1e-13 * (1 + math.exp(epsilon)))


def two_of_three(epsilon: float, zeta: float) -> Estimate:
    """Return delta of two of three steps, the record removed."""
    return _of_three(epsilon, zeta, False)


def two_of_three_added(epsilon: float, zeta: float) -> Estimate:
    """Return delta of two of three steps, the record added."""
    return _of_three(epsilon, zeta, True)


def ternary(epsilon: float, zeta: float) -> Estimate:
    """Return delta of one of two steps of ternary response, from the masses of the nine answers."""
    lie = math.exp(-zeta) / (1 + 2 * math.exp(-zeta))
    plain, moved = (1 - 2 * lie, lie, lie), (lie, 1 - 2 * lie, lie)
    answers = list(product(range(3), repeat=2))
    p = [(moved[one] * plain[other] + plain[one] * moved[other]) / 2 for one, other in answers]
    q = [plain[one] * plain[other] for one, other in answers]
    found = LossDistribution.finite(FinitePair(p, q)).delta(epsilon)
    return Estimate((found.lower + found.upper) / 2, found.width / 2 + 1e-13 * (1 + math.exp(epsilon)))


def ternary_of_three(epsilon: float, zeta: float) -> Estimate:
    """Return delta of two of three steps of ternary response, from the masses of the 27 answers."""
    lie = math.exp(-zeta) / (1 + 2 * math.exp(-zeta))
    plain, moved = (1 - 2 * lie, lie, lie), (lie, 1 - 2 * lie, lie)
    answers, pairs = list(product(range(3), repeat=3)), list(combinations(range(3), 2))
    p = [
        sum(
            math.prod((moved if step in chosen else plain)[told] for step, told in enumerate(answer))
            for chosen in pairs
        )
        / 3
        for answer in answers
    ]
    q = [math.prod(plain[told] for told in answer) for answer in answers]
    found = LossDistribution.finite(FinitePair(p, q)).delta(epsilon)
    return Estimate((found.lower + found.upper) / 2, found.width / 2 + 1e-13 * (1 + math.exp(epsilon)))
