r"""Strategy: discrete Laplace laws one step apart; the privacy loss takes two values, so that they are randomized response.

Up to the centre of P the masses fall by the factor :math:`e^{1/b}` from P to Q, beyond it they grow by it, and P has the mass
:math:`e^{1/b}/(1 + e^{1/b})` up to its centre: the sign of the loss is a sufficient statistic, and its pair is RR(1/b).
"""

from __future__ import annotations

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.distributions import RR, DiscreteLaplace
from dpsym.divergences import Divergence

NAME = "two values of the loss"


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive any divergence of two discrete Laplace laws of one scale, one step apart."""
    first, second = head.laws
    if not (isinstance(first, DiscreteLaplace) and isinstance(second, DiscreteLaplace)):
        return None
    if first.args[1] != second.args[1] or abs(second.location - first.location) != 1:
        return None
    inner_head = head.func(*head.args[:-2], *RR(1 / first.args[1]).neighbours())
    inner = derive(inner_head)
    if inner is None:
        return None
    step = Step(
        "the privacy loss is 1/b or -1/b: as hard to tell apart as randomized response with eps = 1/b", inner_head
    )
    return Derivation(head, inner.expression, (step, *inner.steps), NAME)
