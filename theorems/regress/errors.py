"""What can go wrong with a claim: it is not understood, or it cannot be decided."""

from __future__ import annotations

from dpsym.errors import UndecidedError
from theorems.errors import RegistryError

__all__ = ["ClaimsFileError", "UndecidedError", "UnreadableClaimError"]


class UnreadableClaimError(RegistryError, ValueError):
    """A claim does not say what is claimed: it names the column, the rule and the value."""

    def __init__(self, column: str, rule: str, value: object) -> None:
        super().__init__(column, rule, value)
        self.column, self.rule, self.value = column, rule, value

    def __str__(self) -> str:
        shown = repr(self.value)
        return f"{self.column} must be {self.rule}, got {shown if len(shown) <= 90 else shown[:87] + '...'}"


class ClaimsFileError(RegistryError, ValueError):
    """A file of claims, of results or a snapshot cannot be used as a whole."""
