r"""Strategy: a staircase law against itself shifted by its width; the privacy loss takes three values.

Left of the middle steps the density falls by the factor :math:`e^{-\varepsilon}` from P to Q, right of them it grows by it, and between
them, on a width of :math:`|1-2\eta|`, it stays. So the pair is as hard to tell apart as two laws on three points.
"""

from __future__ import annotations

from sympy import Abs, Add, Expr, Max, Min, Piecewise, S, exp, simplify

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.distributions import Finite, Staircase
from dpsym.divergences import Divergence, HockeyStick, LossTail

NAME = "three values of the loss"


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Derive any divergence of two staircase laws one width apart."""
    first, second = head.laws
    if not (isinstance(first, Staircase) and isinstance(second, Staircase)) or first.args[1:] != second.args[1:]:
        return None
    _, eps, fraction, width = first.args
    if simplify(Abs(second.location - first.location) - width) != 0:
        return None
    high = _mass_of_gain(eps, fraction)
    low = exp(-eps) * high
    step = Step("the privacy loss is eps, 0 or -eps; the P-mass of the first", high)
    masses = ((high, eps), (1 - high - low, S.Zero), (low, -eps))
    if isinstance(head, HockeyStick):
        closed = Add(*(mass * Max(0, 1 - exp(head.threshold - loss)) for mass, loss in masses))
        return Derivation(head, closed, (step, Step("add over the values what exceeds", closed)), NAME)
    if isinstance(head, LossTail):
        closed = Add(*(Piecewise((mass, head.threshold < loss), (S.Zero, True)) for mass, loss in masses))
        return Derivation(head, closed, (step, Step("add the masses of the greater values", closed)), NAME)
    three = [mass for mass, _ in masses]
    inner = derive(head.func(*head.args[:-2], Finite(*three), Finite(*three[::-1])))
    return None if inner is None else Derivation(head, inner.expression, (step, *inner.steps), NAME)


def _mass_of_gain(eps: Expr, fraction: Expr) -> Expr:
    """Return the P-mass where the loss is eps: the left half, and the part of the first step that Q has on a lower one."""
    height = (1 - exp(-eps)) / (2 * (fraction + exp(-eps) * (1 - fraction)))
    return S.Half + height * (Min(fraction, 1 - fraction) if not fraction.is_number else min(fraction, 1 - fraction))
