"""The engine: strategies tried in order, each of which may say "not mine"."""

from __future__ import annotations

from functools import lru_cache

from dpsym.derive.derivation import Derivation, Step
from dpsym.derive.last_resort import integrate_by_sympy
from dpsym.derive.strategies import STRATEGIES
from dpsym.derive.worst_shift import with_worst_shift
from dpsym.divergences import Divergence
from dpsym.errors import NotDerivedError

__all__ = ["Derivation", "Step", "attempt", "derive"]


def derive(head: Divergence, seconds: float = 0.0) -> Derivation:
    """Derive a divergence from its definition.

    Parameters
    ----------
    head : Divergence
        An unevaluated divergence of two laws.
    seconds : float, optional
        How long SymPy's own integration may take where no strategy closes it; 0 leaves it out.

    Returns
    -------
    Derivation
        The closed form with its hypotheses and its trace.

    Raises
    ------
    NotDerivedError
        If every strategy says "not mine".
    """
    derivation = attempt(head)
    if derivation is None and seconds > 0:
        derivation = integrate_by_sympy(head, seconds)
    if derivation is None:
        raise NotDerivedError(f"no strategy closes {head}")
    return derivation


@lru_cache(maxsize=4096)
def attempt(head: Divergence) -> Derivation | None:
    """Return the derivation of a divergence, or None where no strategy closes it."""
    for strategy in STRATEGIES:
        derivation = strategy.attempt(head, attempt)
        if derivation is not None:
            return with_worst_shift(derivation)
    return None
