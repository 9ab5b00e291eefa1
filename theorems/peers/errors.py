"""What can go wrong with a battery as a whole; what goes wrong in a single call is a finding."""

from __future__ import annotations

from theorems.errors import RegistryError

__all__ = ["PeerError"]


class PeerError(RegistryError, ValueError):
    """A peer is not known, not installed, or an interpreter or a stored report cannot be used."""

    def __init__(self, name: str, rule: str, value: object) -> None:
        super().__init__(name, rule, value)
        self.name, self.rule, self.value = name, rule, value

    def __str__(self) -> str:
        return f"{self.name} must be {self.rule}, got {self.value!r}"
