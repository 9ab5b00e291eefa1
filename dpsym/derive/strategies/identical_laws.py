"""Strategy: the two laws are the same, so the privacy loss is 0 everywhere."""

from __future__ import annotations

from sympy import Expr, Max, Piecewise, S, exp

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.divergences import Divergence, HockeyStick, LossTail, TradeOff


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Return what the definition gives where the privacy loss is 0 everywhere, which is 0 for most divergences."""
    first, second = head.laws
    if first != second:
        return None
    value: Expr = S.Zero
    if isinstance(head, HockeyStick):
        value = Max(S.Zero, 1 - exp(head.threshold))
    elif isinstance(head, LossTail):
        value = Piecewise((S.One, head.threshold < 0), (S.Zero, True))
    elif isinstance(head, TradeOff):
        value = 1 - head.level
    return Derivation(head, value, (Step("both laws are the same: the privacy loss is 0", value),), "identical laws")
