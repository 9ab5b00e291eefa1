"""What can go wrong in the registry: one class a mistake, each also the builtin that one would expect."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class RegistryError(Exception):
    """Any error that the registry raises on purpose."""


class EntryError(RegistryError, ValueError):
    """An entry is malformed: it names what it does not define, or defines what it may not."""


class UnknownIdError(RegistryError, KeyError):
    """No entry has this id."""

    def __init__(self, unknown: str, known: Iterable[str]) -> None:
        super().__init__(unknown)
        self.unknown = unknown
        self.nearest = difflib.get_close_matches(unknown, list(known), n=1, cutoff=0.0)

    def __str__(self) -> str:
        hint = f"; the nearest is {self.nearest[0]!r}" if self.nearest else ""
        return f"theorem id must be in the registry, got {self.unknown!r}{hint}"


class CertificateError(RegistryError, ValueError):
    """A certificate is damaged, half written, or not a certificate."""


class VacuousError(RegistryError, ValueError):
    """The hypotheses of an entry admit no point, so that its checks would accept anything."""


class ProvenanceError(RegistryError, LookupError):
    """A chain of theorems names an entry that does not exist or is not backed."""


class GridError(RegistryError, ValueError):
    """A table or a figure was asked for that cannot be made."""
