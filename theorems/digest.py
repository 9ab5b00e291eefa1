"""Which code a check runs, as a digest: the files that its modules import inside this project, and their contents."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
from functools import cache
from pathlib import Path

_PACKAGES = ("dpsym", "mechanisms", "theorems")


@cache
def code_digest(modules: tuple[str, ...]) -> str:
    """Return a digest of the sources that the modules reach by imports within the project.

    Parameters
    ----------
    modules : tuple of str
        Dotted names of modules or packages.
    """
    digest = hashlib.sha256()
    for name in sorted(closure(modules)):
        path = _path(name)
        if path is not None:
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:32]


def closure(modules: tuple[str, ...], stop: tuple[str, ...] = ()) -> frozenset[str]:
    """Return every project module that the given ones import, directly or not.

    Parameters
    ----------
    modules : tuple of str
        Dotted names of modules or packages.
    stop : tuple of str, optional
        Packages whose own imports are not followed. With them, importing a module does not count as running the packages that it lies
        in: what is asked is what code it calls.
    """
    seen: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name not in seen and _path(name) is not None:
            seen.add(name)
            if any(name == package or name.startswith(f"{package}.") for package in stop):
                continue
            waiting.extend(_imports(name))
            # importing a module runs the packages that it lies in; those of this one import lazily, and run nothing
            if (parent := name.rpartition(".")[0]) and not name.startswith("theorems.") and not stop:
                waiting.append(parent)
    return frozenset(seen)


@cache
def _path(name: str) -> Path | None:
    """Return the source file of a project module, or None if there is none."""
    package, *rest = name.split(".")
    if package not in _PACKAGES:
        return None
    specification = importlib.util.find_spec(package)
    if specification is None or specification.origin is None:
        return None
    root = Path(specification.origin).parent.joinpath(*rest)
    for candidate in (root / "__init__.py", root.with_suffix(".py")):
        if candidate.exists():
            return candidate
    return None


@cache
def _imports(name: str) -> tuple[str, ...]:
    path = _path(name)
    if path is None:
        return ()
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return tuple(found)
