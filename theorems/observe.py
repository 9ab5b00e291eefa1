"""What code runs: which functions of the project, and which of its files are read, while something is worked out or a module imported.

A function is named ``module:qualified name``, a file ``package/path``. Functions run by what is imported are kept by the module whose
import ran them: whoever uses that module rests on them too.
"""

from __future__ import annotations

import contextlib
import cProfile
import functools
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NoReturn

from theorems import sources

_RUNNERS = frozenset(
    f"theorems.{name}"
    for name in (
        "bibliography",
        "certificate",
        "check",
        "dependencies",
        "describe",
        "graph",
        "index",
        "lines",
        "names",
        "observe",
        "project",
        "ran",
        "registry",
        "sources",
        "store",
        "syntax",
        "workers",
    )
)
"""What has checks run and writes down what they found, and no evidence rests on: loaded before anything can be watched."""
_SPARE = 100
_DRAWN = 0
_WORD = "dpsym.word"
"""The event by which `dpsym.words` says which word of a text was looked up, and which package hands on what it names."""
_at_import: dict[str, set[str]] = defaultdict(set)
_watched: set[str] = set()
_notes: list[Callable[[str], object]] = []
_profiles: list[tuple[cProfile.Profile, Path]] = []
_listening = False
_cached: dict[str, list[Any]] = {}


def watched(work: Callable[[], Any]) -> tuple[Any, frozenset[str]]:
    """Do a piece of work with cold caches; return what it returns, and what of the project ran or was read.

    Processes that are forked from this one are watched until they end by themselves. Functions that are compiled are not seen: `sources`
    counts them to the level. Nor is what threads run, and processes that are no copies of this one.
    """
    forget_results()
    files: set[str] = set()
    with _files(files.add), tempfile.TemporaryDirectory() as folder:
        profile = cProfile.Profile(subcalls=False, builtins=False)
        _profiles.append((profile, Path(folder)))
        profile.enable()
        try:
            found = _below(_SPARE, work)
        finally:
            profile.disable()
            _profiles.pop()
        names = set().union(*(path.read_text().split("\n") for path in Path(folder).iterdir()))
    ran = (names | _run_by(profile) | files) - {""}
    return found, frozenset(name for name in ran if name.partition(":")[0] not in _RUNNERS)


def _below(depth: int, work: Callable[[], Any]) -> Any:
    """Do a piece of work below so many calls.

    Where an alarm rings inside a generator the profiler leaves one call too many, and then misses the outermost: these may be missed.
    """
    if depth:
        return _below(depth - 1, work)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + _SPARE)
    try:
        return work()
    finally:
        sys.setrecursionlimit(limit)


def _run_by(profile: cProfile.Profile) -> set[str]:
    return {named(entry.code) for entry in profile.getstats() if isinstance(entry.code, CodeType)}  # type: ignore[attr-defined]


def _begin_copy() -> None:
    """In a process that was forked while this one was watched: write down at its end what it ran."""
    if not _profiles:
        return
    profile, folder = _profiles[-1]
    end = os._exit
    files: set[str] = set()
    _notes.append(files.add)

    def leave(status: int) -> NoReturn:
        profile.disable()
        with contextlib.suppress(OSError):  # whoever watches may be gone
            beside = folder.with_name(f"{folder.name}.{os.getpid()}")
            beside.write_text("\n".join(_run_by(profile) | files))
            beside.replace(folder / str(os.getpid()))
        end(status)

    os._exit = leave  # type: ignore[assignment]


os.register_at_fork(after_in_child=_begin_copy)


def imported(module: str) -> None:
    """Import a module and keep, for each module that is imported by that, what its import runs."""
    if module in sys.modules:
        return
    inside: list[str] = []
    seen: set[tuple[int, str]] = set()
    codes: list[CodeType] = []  # keeps them alive, so that no other gets the number of one

    def note(frame: FrameType, event: str, _: object) -> Any:
        code = frame.f_code
        if code.co_name == "<module>":
            inside.append(_module(code.co_filename))
            _watched.add(inside[-1])
            frame.f_trace_lines = False
            return leave
        if not inside or (key := (id(code), inside[-1])) in seen:
            return None
        seen.add(key)
        codes.append(code)
        if inside[-1] and (name := named(code)):
            _at_import[inside[-1]].add(name)
        return None

    def leave(_: FrameType, event: str, __: object) -> Any:
        if event == "return":
            inside.pop()
        return leave

    forget_results()
    before = sys.gettrace()
    with _files(lambda name: _at_import[next(filter(None, reversed(inside)), module)].add(name)):
        sys.settrace(note)
        try:
            import_module(module)
        finally:
            sys.settrace(before)


def run_at_import(module: str) -> frozenset[str]:
    """Return what the import of a module of the project ran; of one that nobody watched, all that it has could have."""
    if module in _watched or module in _RUNNERS:
        return frozenset(_at_import.get(module, ()))
    text = sources.source(module)
    return frozenset() if text is None else frozenset(f"{module}:{unit}" for unit in text.units)


@functools.cache
def _module(file: str) -> str:
    """Return the dotted name of a source file of the project, empty for any other."""
    for package in sources.packages():
        start = sources.root_of(package)
        if start is not None and file.startswith(f"{start}/") and file.endswith(".py"):
            parts = Path(file).relative_to(start).with_suffix("").parts
            return ".".join((package, *parts)).removesuffix(".__init__")
    return ""


def named(code: CodeType) -> str:
    """Return the name of the function that a code object is, or is a part of; empty if it is not of the project."""
    module = _module(code.co_filename)
    return f"{module}:{code.co_qualname.split('.<locals>')[0]}" if module else ""


def forget_results() -> None:
    """Empty the caches of SymPy, and of every function and method of the project that keeps its results.

    The order in which SymPy asks what it may assume of a symbol is drawn anew, and is the same each time: what runs depends on it.
    """
    from sympy.core import random
    from sympy.core.cache import clear_cache

    random.seed(_DRAWN)
    clear_cache()
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in sources.packages() and module is not None:
            if name not in _cached:
                _cached[name] = list(_keepers(module, name))
            for keeper in _cached[name]:
                keeper()


def _keepers(module: Any, name: str) -> Iterator[Callable[[], None]]:
    """Yield what empties the caches of a module: those of its functions, its methods, and its dictionaries by name."""
    if name.startswith(
        ("theorems.sources", "theorems.syntax", "theorems.observe", "theorems.registry", "theorems.index")
    ):
        return
    for value in vars(module).values():
        members = vars(value).values() if isinstance(value, type) and value.__module__ == name else (value,)
        for member in members:
            inner = getattr(member, "__func__", member)
            if isinstance(inner, functools._lru_cache_wrapper):
                yield inner.cache_clear
    yield from (vars(module)[each].clear for each in vars(module).get("CACHES", ()))


@contextlib.contextmanager
def _files(note: Callable[[str], object]) -> Iterator[None]:
    """Note the files of the project, sources aside, that are opened meanwhile."""
    global _listening
    if not _listening:
        sys.addaudithook(_hear)
        _listening = True
    _notes.append(note)
    try:
        yield
    finally:
        _notes.remove(note)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event == _WORD:
        for note in _notes:
            note(":".join(arguments))
    if event != "open" or not _notes or not isinstance(arguments[0], str):
        return
    if isinstance(arguments[1], str) and any(letter in arguments[1] for letter in "wax+"):
        return
    if name := _file(arguments[0]):
        for note in _notes:
            note(name)


@functools.cache
def _file(path: str) -> str:
    """Return the name of a file of the project that is data, empty for any other."""
    if path.endswith((".py", ".pyc", ".pyo", ".nbi", ".nbc")) or "__pycache__" in path:
        return ""
    for package in sources.packages():
        start = sources.root_of(package)
        if start is not None and path.startswith(f"{start}/"):
            inner = path[len(str(start)) + 1 :]
            return "" if inner.startswith("certificates") and package == "theorems" else f"{package}/{inner}"
    return ""


def forget() -> None:
    """Forget which files are whose: a package is looked at that was not before."""
    for known in (_module, _file):
        known.cache_clear()
