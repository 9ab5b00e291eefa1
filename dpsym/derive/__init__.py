"""The engine: strategies tried in order, each of which may say "not mine"."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from dpsym.derive.derivation import Derivation, Step
from dpsym.errors import NotDerivedError

if TYPE_CHECKING:
    from dpsym.divergences import Divergence

__all__ = ["Derivation", "Step", "derive"]


@lru_cache(maxsize=4096)
def derive(head: Divergence) -> Derivation:
    """Derive a divergence from its definition.

    Parameters
    ----------
    head : Divergence
        An unevaluated divergence of two laws.

    Returns
    -------
    Derivation
        The closed form with its hypotheses and its trace.

    Raises
    ------
    NotDerivedError
        If every strategy says "not mine".
    """
    from dpsym.derive import finite_sum, gaussian_integral, identical_laws, piecewise_linear

    for strategy in (identical_laws, finite_sum, gaussian_integral, piecewise_linear):
        derivation = strategy.attempt(head)
        if derivation is not None:
            return derivation
    raise NotDerivedError(f"no strategy closes {head}")
