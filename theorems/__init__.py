"""The registry: each result tied to machine checks that took independent roads; status is computed, never typed."""

from __future__ import annotations

from theorems.entry import Cite, Theorem
from theorems.errors import CertificateError, EntryError, RegistryError, UnknownIdError, VacuousError
from theorems.status import Status

__all__ = [
    "CertificateError",
    "Cite",
    "EntryError",
    "RegistryError",
    "Status",
    "Theorem",
    "UnknownIdError",
    "VacuousError",
    "theorem",
]


def theorem(id: str) -> Theorem:
    """Return the entry with this id.

    Raises
    ------
    UnknownIdError
        If there is none; the message names the nearest.
    """
    from theorems.registry import registry

    return registry()[id]
