"""The source files of this project, and what their modules reach by imports; each is read once, and kept by content."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from theorems.store import Store
from theorems.syntax import Source, digest, read

_packages: tuple[str, ...] = ("dpsym", "mechanisms", "theorems")
_STORE = Store("sources")


def packages() -> tuple[str, ...]:
    """Return the packages whose sources are looked at."""
    return _packages


def follow(package: str) -> None:
    """Look at the sources of one more package, such as the library of a project."""
    global _packages
    if package not in _packages:
        _packages = (*_packages, package)
    forget()


def forget() -> None:
    """Forget what files said, as if this process had just begun."""
    for known in (root_of, path_of, source, closure, code_digest):
        known.cache_clear()


@cache
def root_of(package: str) -> Path | None:
    """Return the folder of a package whose sources are looked at, None of any other."""
    specification = importlib.util.find_spec(package) if package in _packages else None
    return None if specification is None or specification.origin is None else Path(specification.origin).parent


@cache
def path_of(name: str) -> Path | None:
    """Return the source file of a module of the project, None if there is none."""
    package, *rest = name.split(".")
    start = root_of(package)
    if start is None:
        return None
    root = start.joinpath(*rest)
    for candidate in (root / "__init__.py", root.with_suffix(".py")):
        if candidate.is_file():
            return candidate
    return None


@cache
def source(name: str) -> Source | None:
    """Return what a module of the project says, None if there is no such module."""
    path = path_of(name)
    if path is None:
        return None
    content = path.read_bytes()
    key = hashlib.sha256(content).hexdigest()[:32]
    known = _STORE.get(key)
    if known is not None:
        return Source(**{name: tuple(value) if isinstance(value, list) else value for name, value in known.items()})
    found = read(content.decode())
    _STORE.put(key, asdict(found))
    return found


@cache
def closure(modules: tuple[str, ...], stop: tuple[str, ...] = ()) -> frozenset[str]:
    """Return every module of the project that the given ones import, directly or not.

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
        if name in seen or (found := source(name)) is None:
            continue
        seen.add(name)
        if any(name == package or name.startswith(f"{package}.") for package in stop):
            continue
        waiting.extend(found.imports)
        # importing a module runs the packages that it lies in; those of this one import lazily, and run nothing
        if (parent := name.rpartition(".")[0]) and not name.startswith("theorems.") and not stop:
            waiting.append(parent)
    return frozenset(seen)


@cache
def code_digest(modules: tuple[str, ...], within: str = "") -> str:
    """Return a digest of all code that the modules reach by imports within the project, or within one package of it."""
    reached: dict[str, Any] = {
        name: source(name) for name in sorted(closure(modules)) if not within or name.startswith(f"{within}.")
    }
    return digest(f"{name}={found.code}" for name, found in reached.items())


def own_digest(modules: Iterable[str]) -> str:
    """Return a digest of the code of these modules alone."""
    return digest(f"{name}={found.code}" for name in sorted(set(modules)) if (found := source(name)) is not None)


def function_digest(module: str, name: str) -> str:
    """Return the digest of a function of a module, by its qualified name; of the module's level if it has no name of its own.

    A function that another one returns is taken for a part of that one.
    """
    found = source(module)
    if found is None:
        raise LookupError(f"function must be of a module of the project, got {module}.{name}")
    return found.units.get(name.split(".<locals>")[0], found.level)
