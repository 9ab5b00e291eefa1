"""Strategy: at the last delta, and at the first and last level of a test, the supports of the laws are all that counts."""

from __future__ import annotations

from sympy import Add, Expr, S

from dpsym.derive.derivation import Derivation, Engine, Step
from dpsym.derive.pairs import has_pieces
from dpsym.distributions import Discrete, Law
from dpsym.divergences import Divergence, InverseProfile, TradeOff


def attempt(head: Divergence, derive: Engine) -> Derivation | None:
    """Return the least eps at delta 1, and the type II error at the type I errors 0 and 1."""
    value: Expr | None = S.Zero
    if isinstance(head, InverseProfile) and head.delta == 1:
        reason = "no event has a greater probability than 1"
    elif isinstance(head, TradeOff) and head.level == 1:
        reason = "whoever may always reject makes no error of the other kind"
    elif isinstance(head, TradeOff) and head.level == 0:
        value = _shared(*head.laws)
        reason = "reject where P has no mass, and nowhere else"
    else:
        return None
    return None if value is None else Derivation(head, value, (Step(reason, value),), "supports")


def _shared(first: Law, second: Law) -> Expr | None:
    """Return the mass of Q but for that where P has none, None where that is not certain."""
    if isinstance(first, Discrete) and isinstance(second, Discrete):
        if any(mass.free_symbols for mass in first.masses):
            return None
        parts = zip(first.masses, second.masses, second.multiplicities, strict=True)
        hidden = [count * other for mass, other, count in parts if mass == 0]
        return 1 - Add(*hidden)
    alike = has_pieces(first) and has_pieces(second) and first.ends == second.ends
    return S.One if alike else None
