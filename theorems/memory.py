"""What is worked out by `dpsym`, and changes with its code alone, is kept in the user's cache; losing it costs time alone."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import dpsym
from theorems.dependencies import versions
from theorems.store import Store

_STORE = Store("worked_out")


def remembered(name: str, make: Callable[[], Any], *modules: str) -> Any:
    """Return what a function made when code and versions were the same, or else what it makes now: data that JSON can hold.

    None is made where time ran out: it is returned, and not remembered.

    Parameters
    ----------
    name : str
        Of what is made.
    modules : str
        Files beside `dpsym` on which it depends.
    """
    parts = [_digest(), *(Path(module).read_text(encoding="utf-8") for module in modules)]
    key = f"{name}:{hashlib.sha256(''.join(parts).encode()).hexdigest()[:32]}"
    found = _STORE.get(key)
    if found is None:
        found = make()
        if found is not None:
            _STORE.put(key, found)
    return found


@cache
def _digest() -> str:
    root = Path(dpsym.__file__).parent
    texts = (path.read_bytes() for path in sorted(root.rglob("*.py")))
    return hashlib.sha256(b"".join(texts) + versions().encode()).hexdigest()
