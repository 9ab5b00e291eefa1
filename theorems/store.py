"""What was worked out once from files, kept in the user's cache by the content of those files; losing it costs time alone."""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

VARIABLE = "DPSYM_CACHE"
_MAKERS = ("card", "dependencies", "index", "observe", "sources", "store", "syntax")
"""The modules that make records: what other versions of them kept is forgotten."""
_MOST = 20_000
"""How many records a store keeps; beyond them those that this run did not ask for go."""


def folder() -> Path:
    """Return where stores are: what `DPSYM_CACHE` names, or a folder in the user's cache."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dpsym"


@cache
def _makers() -> str:
    """Return a digest of the modules that make records."""
    texts = (Path(__file__).with_name(f"{name}.py").read_bytes() for name in _MAKERS)
    return hashlib.sha256(b"".join(texts)).hexdigest()[:32]


class Store:
    """Records by key, in one file that is read when it is first asked and written at the end of the process if it grew.

    Parameters
    ----------
    name : str
        Of the store; each installation of this package has stores of its own.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._known: dict[str, Any] | None = None
        self._asked: set[str] = set()
        self._grew = False

    @property
    def path(self) -> Path:
        """The file."""
        place = hashlib.sha256(str(Path(__file__).parent).encode()).hexdigest()[:12]
        return folder() / f"{self._name}-{place}.json"

    def get(self, key: str) -> Any | None:
        """Return what is known under a key, None if nothing is; a damaged file knows nothing."""
        self._asked.add(key)
        return self._records().get(key)

    def put(self, key: str, record: Any) -> None:
        """Keep a record that JSON can hold."""
        self._asked.add(key)
        self._records()[key] = record
        if not self._grew:
            self._grew = True
            atexit.register(self.save)

    def save(self) -> None:
        """Write the file beside its place and rename it; where that is not possible, nothing is kept."""
        if not self._grew:
            return
        known = self._read() | self._records()  # others may have written since
        if len(known) > _MOST:
            known = {key: record for key, record in known.items() if key in self._asked}
        path = self.path
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps({"made_by": _makers(), "records": known}), encoding="utf-8")
            beside.replace(path)
        self._grew = False

    def _records(self) -> dict[str, Any]:
        if self._known is None:
            self._known = self._read()
        return self._known

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(found, dict) or found.get("made_by") != _makers():
            return {}
        return found["records"] if isinstance(found.get("records"), dict) else {}
