"""What the errata put in the place of false statements, evaluated over the whole domain; nothing here asks the registry."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from papers.dporg_2025.exact import replaced, truncated_delta
from papers.recount import hockey_stick
from papers.repair import Repair, grid, share

_LOSSES = (1e-3, 0.1, 0.5, 1.0, 2.0, 5.0, 20.0)


def _pairs(eps: float, beta: float) -> Iterator[tuple[list[float], list[float]]]:
    """Yield eps-private laws on the outputs a, b, c, where b is as probable for x as beta allows and a is for x'."""
    grow = math.exp(eps)
    for up, down in itertools.product((1 / grow, 1.0, grow), repeat=2):
        first, second = [up * beta, beta, 0.0], [beta, down * beta, 0.0]
        for law in (first, second):
            law[2] = 1 - sum(law)
        if min(first[2], second[2]) > 0 and abs(math.log(first[2] / second[2])) <= eps:
            yield first, second


def _absorbed(eps: float, beta: float, promised: float) -> float:
    """Return what is left of delta where b fails for x and a for x', over all right outputs that may be given for them."""
    found = 0.0
    for first, second in _pairs(eps, beta):
        for one, other in itertools.product((0, 2), (1, 2)):
            here, there = replaced(first, (False, True, False), one), replaced(second, (True, False, False), other)
            found = max(found, hockey_stick(here, there, eps), hockey_stick(there, here, eps))
    return share(found, promised)


REPAIRS = (
    Repair(
        "6.1-absorbed",
        "failures replaced cost (1 + e^eps) beta of delta: three outputs, one failing for either of two neighbours, eps up to 20, beta up to 0.2",
        lambda: grid(eps=_LOSSES, beta=(1e-9, 1e-3, 0.05, 0.2)),
        lambda eps, beta: _absorbed(eps, beta, (1 + math.exp(eps)) * beta),
        {
            "beta, as printed": lambda eps, beta: _absorbed(eps, beta, beta),
            "2 beta": lambda eps, beta: _absorbed(eps, beta, 2 * beta),
            "e^eps beta": lambda eps, beta: _absorbed(eps, beta, math.exp(eps) * beta),
        },
    ),
    Repair(
        "6.2-range",
        "Laplace noise truncated to 1 + log(1/(2 delta))/eps keeps delta: eps from 0.001 to 20, delta from 1e-12 to 0.499",
        lambda: grid(eps=_LOSSES, delta=(1e-12, 1e-6, 1e-3, 0.1, 0.4, 0.499)),
        lambda eps, delta: share(truncated_delta(eps, 1 + math.log(1 / (2 * delta)) / eps), delta),
        {
            "(1 + log(1/(2 delta)))/eps, as printed": lambda eps, delta: share(
                truncated_delta(eps, (1 + math.log(1 / (2 * delta))) / eps), delta
            ),
            "1 + log(1/(3 delta))/eps": lambda eps, delta: share(
                truncated_delta(eps, 1 + max(0.0, math.log(1 / (3 * delta))) / eps), delta
            ),
        },
    ),
)
