r"""Strategy: K-norm noise around two centres, of which only the gauge distance is known.

By the triangle inequality the privacy loss :math:`\varepsilon(\|x-c'\|_K - \|x-c\|_K)` is at most :math:`\varepsilon\|c'-c\|_K`, and on the
ray from c' through c it is that. Every other divergence depends on the body K.
"""

from __future__ import annotations

from sympy import Abs

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.distributions import KNorm
from dpsym.divergences import Divergence, MaxDivergence


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive the max divergence of K-norm noise around two centres."""
    first, second = head.laws
    if not (isinstance(first, KNorm) and isinstance(second, KNorm) and isinstance(head, MaxDivergence)):
        return None
    if first.args[:2] != second.args[:2]:
        return None
    closed = first.args[1] * Abs(second.args[2] - first.args[2])
    step = Step(
        "the triangle inequality bounds the loss by eps times the distance; on the ray beyond the centre it is attained",
        closed,
    )
    return Derivation(head, closed, (step,), "triangle inequality")
