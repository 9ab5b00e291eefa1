"""The registry: each result tied to machine checks that took independent roads; status is computed, never typed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theorems.entry import Cite, Theorem
    from theorems.errors import CertificateError, EntryError, RegistryError, UnknownIdError, VacuousError
    from theorems.provenance import bibtex, explain
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
    "bibtex",
    "explain",
    "show",
    "theorem",
]

_HOMES = {
    "CertificateError": "errors",
    "Cite": "entry",
    "EntryError": "errors",
    "RegistryError": "errors",
    "Status": "status",
    "Theorem": "entry",
    "UnknownIdError": "errors",
    "VacuousError": "errors",
    "bibtex": "provenance",
    "explain": "provenance",
}


def __getattr__(name: str) -> Any:
    # SymPy takes a third of a second to import, which `dpsym --help` need not wait for
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def theorem(id: str) -> Theorem:
    """Return the entry with this id.

    Raises
    ------
    UnknownIdError
        If there is none; the message names the nearest.
    """
    from theorems.registry import registry

    return registry()[id]


def show(id: str) -> None:
    """Print the entry with this id: statement, status in words, evidence, what it rests on and what rests on it.

    Raises
    ------
    UnknownIdError
        If there is none; the message names the nearest.
    """
    from theorems.describe import describe

    print(describe(id))  # noqa: T201
