"""Mechanisms that have a guarantee and are none: what is said where one is asked a question of guarantees."""

from __future__ import annotations

from typing import Any, ClassVar

from dpsym.errors import NotApplicableError
from dpsym.guarantees.guarantee import Guarantee


class NoGuaranteeError(NotApplicableError, AttributeError):
    """A mechanism was asked what its guarantee answers."""


class HasGuarantee:
    """A mechanism with a method ``guarantee``: questions of guarantees are refused by a line that names it."""

    asked: ClassVar[str] = "guarantee()"
    """How the guarantee is asked for."""

    def __getattr__(self, name: str) -> Any:
        kind = type(self).__name__
        if not name.startswith("_") and hasattr(Guarantee, name):
            raise NoGuaranteeError(f"{kind} is no guarantee and has one: ask {self.asked}.{name}")
        raise AttributeError(f"{kind!r} object has no attribute {name!r}")
