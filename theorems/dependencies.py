"""What an entry's evidence rests on, as a digest that moves with the meaning of the code that ran, and with nothing else.

What is counted: the functions that ran; the levels (constants, classes, decorators) of their modules, of those that these import from, and
of those whose names such a level uses, and so on; and what the import of all these ran. Functions that did not run are not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from theorems import sources
from theorems.syntax import attribute

_WORDS = "dpsym.words"
"""What is looked up there by a word of a text is seen while it is (`observe`), and is all that counts of what could have been."""
LIBRARIES = ("sympy", "mpmath", "python-flint", "numpy", "scipy", "numba")


@cache
def versions(libraries: tuple[str, ...] = LIBRARIES) -> str:
    """Return the versions of libraries, of all that evidence is made with if left out."""
    return ", ".join(f"{library} {_version(library)}" for library in libraries)


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "absent"


def rested_on(ran: Iterable[str]) -> frozenset[str]:
    """Return with what ran what the imports of all levels ran that count, as far as they were watched in this process."""
    from theorems.observe import run_at_import

    found, waiting = frozenset(ran), frozenset(ran)
    while waiting:
        modules = {name.split("=")[0] for name in levels(waiting) if ":" not in name}
        waiting = frozenset().union(*(run_at_import(module) for module in modules)) - found
        found |= waiting
    return found


def digest(ran: Iterable[str]) -> str:
    """Return the digest of functions, of the levels that they rest on, and of files."""
    ran = frozenset(ran)
    parts = sorted({*levels(ran), *(f"{name}={_said(name)}" for name in ran)})
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


@cache
def _said(name: str) -> str:
    """Return the digest of a function, or of a file, as it is now."""
    module, _, function = name.partition(":")
    if not function:
        package, _, inner = name.partition("/")
        start = sources.root_of(package)
        path = start / inner if start is not None else None
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path is not None and path.is_file() else ""
    found = sources.source(module)
    return "" if found is None else found.units.get(function, "")


def levels(ran: Iterable[str]) -> frozenset[str]:
    """Return the levels and bindings that functions rest on, each with its digest."""
    return frozenset().union(*map(_reached, {_start(name) for name in ran if ":" in name}))


def _start(name: str) -> str:
    """Return the target of what ran: all that a function's module imports; what the level uses, of a nameless part of it; or what is handed on."""
    module, _, function = name.partition(":")
    if (text := sources.source(module)) is not None and function in text.exports:
        return name
    return name if function.rpartition(".")[2].startswith("<") else f"{module}:*"


@cache
def _reached(start: str) -> frozenset[str]:
    """Return what a target rests on; ``module:*`` is all that a module imports, ``module:`` the module, ``module:name`` one name of it."""
    seen: set[str] = set()
    found: set[str] = set()
    waiting = [start]
    while waiting:
        target = waiting.pop()
        if target not in seen:
            seen.add(target)
            facts, further = _step(target)
            found |= facts
            waiting.extend(further)
    return frozenset(found)


@cache
def _step(target: str) -> tuple[frozenset[str], tuple[str, ...]]:
    module, _, name = target.partition(":")
    text = sources.source(module)
    if text is None:
        return frozenset(), ()
    level = f"{module}={text.level} {text.taken}"
    if module == _WORDS:
        return frozenset({level}), ()
    if name in ("", "*"):
        # a function takes the names that are bound; who holds a module may ask it for any, and so for those that it only hands on
        bound = {each: home for each, home in text.exports.items() if not name or each not in text.lazy}
        asked = () if name else tuple(bound[each] for each in text.lazy)
        # under which name each is bound counts too: two imports may change places
        said = (
            *text.imports,
            *(f"{each}={home}" for each, home in sorted(bound.items())),
            *(() if name else text.units),
        )
        every = hashlib.sha256("\n".join(said).encode()).hexdigest()[:16]
        return frozenset({level, f"{target}={every}"}), (*text.targets, *asked)
    first, _, rest = name.partition(".")
    home = text.exports.get(first)
    # a package that takes its own module from itself has it as a module
    if home is not None and home != f"{module}:{first}":
        return frozenset({level, f"{module}:{first}={home}"}), (*text.used, attribute(home, rest))
    if first not in text.units and sources.source(f"{module}.{first}") is not None:
        return frozenset({f"{module}:{first}=module"}), (attribute(f"{module}.{first}:", rest),)
    handed_on = (attribute(f"{name[1:]}:", first) for name in text.exports if name.startswith("*"))
    return frozenset({level}), (*text.used, *handed_on)


def forget() -> None:
    """Forget what sources said, as if this process had just begun."""
    for known in (_said, _reached, _step):
        known.cache_clear()
