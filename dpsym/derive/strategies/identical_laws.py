"""Strategy: the two laws are the same, so the privacy loss is 0 everywhere."""

from __future__ import annotations

from sympy import Max, S, exp

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.divergences import Divergence, HockeyStick


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Return 0, or the total mass of (1 - e^eps)_+ for the hockey-stick, if both laws are the same."""
    first, second = head.laws
    if first != second:
        return None
    value = Max(S.Zero, 1 - exp(head.threshold)) if isinstance(head, HockeyStick) else S.Zero
    return Derivation(
        head, value, (Step("both laws are the same: the privacy loss is 0", value),), "identical laws"
    )
