"""What the source files of this project say, comments, docstrings and formatting aside; read once, and kept by content.

A file is taken apart into *units*: each function of a module or class, with all that is nested in it, and what remains, the *level* of
the module, which runs when it is imported. Imports are kept apart from it: what matters of a module is followed by name.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import importlib.util
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from theorems.store import Store

_packages: tuple[str, ...] = ("dpsym", "mechanisms", "theorems")
_LEFT_OUT = ("type_params", "type_ignores", "type_comment", "kind", "ctx")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPILING = frozenset({"njit", "jit", "vectorize", "guvectorize", "cfunc", "overload", "register_jitable"})
_TAKEN = frozenset(dir(builtins)) | {"__getattr__", "__dir__"}
_STORE = Store("sources")


@dataclass(frozen=True)
class Source:
    """What one file says.

    Parameters
    ----------
    code : str
        Digest of all of it.
    level : str
        Digest of what runs on import.
    units : dict of str to str
        The digest of each function by its qualified name.
    imports : tuple of str
        Dotted names that the file imports, inside functions too.
    targets : tuple of str
        The same as ``module:name``, or ``module:`` where the module itself is bound.
    used : tuple of str
        Those of them that the level uses.
    exports : dict of str to str
        What the level binds by imports: the name here, and the target.
    """

    code: str
    level: str
    units: dict[str, str]
    imports: tuple[str, ...]
    targets: tuple[str, ...]
    used: tuple[str, ...]
    exports: dict[str, str]


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


def read(text: str) -> Source:
    """Take a source text apart."""
    tree = ast.parse(text)
    units: dict[str, list[str]] = defaultdict(list)
    level = _digest(_level(tree, "", units))
    parts = {name: _digest(digests) for name, digests in sorted(units.items())}
    targets = {target for node in _running(tree) for _, target in _bound(node)}
    exports = dict(pair for node in (*_lazy(tree.body), *_top(tree.body)) for pair in _bound(node))
    loaded = set(_loaded(tree))
    whole = _digest([level, *(f"{name}={digest}" for name, digest in parts.items()), *sorted(targets)])
    return Source(
        code=whole,
        level=level,
        units=parts,
        imports=tuple(sorted({name for target in targets for name in _modules(target)})),
        targets=tuple(sorted(targets)),
        used=tuple(sorted({target for name, target in exports.items() if name in loaded})),
        exports=exports,
    )


def _bound(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the names that an import binds, each with its target."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            # `import a.b` binds a, but a.b is what it is for
            yield alias.asname or alias.name.split(".")[0], f"{alias.name}:"
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        for alias in node.names:
            yield alias.asname or alias.name, f"{node.module}:{alias.name}"


def _modules(target: str) -> Iterator[str]:
    module, _, name = target.partition(":")
    yield module
    if name:
        yield f"{module}.{name}"


def _top(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a level, those inside its conditions too, but for what is there for types alone."""
    for statement in body:
        if isinstance(statement, (ast.If, ast.Try)) and not _is_for_types(statement):
            yield from _top([each for each in ast.iter_child_nodes(statement) if isinstance(each, ast.stmt)])
        yield statement


def _lazy(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield what a module imports for types, if it hands names on that are imported when they are asked for: it is where they are from."""
    if any(isinstance(each, ast.FunctionDef) and each.name == "__getattr__" for each in body):
        yield from (inner for each in body if isinstance(each, ast.If) and _is_for_types(each) for inner in each.body)


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a tree's nodes, those aside that are there for types alone."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.stmt) and _is_for_types(child)):
            yield from _running(child)


def _is_for_types(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING"


def _is_compiled(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a function is compiled when it is decorated: nothing sees it run."""
    return any(
        _COMPILING & {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(each)}
        for each in function.decorator_list
    )


def _loaded(node: ast.AST) -> Iterator[str]:
    """Yield the names that run when a module does: not those inside functions, and not those of annotations."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns") or (
            name == "body" and isinstance(node, _FUNCTIONS) and not _is_compiled(node)
        ):
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.Name):
                yield each.id
            elif isinstance(each, ast.AST):
                yield from _loaded(each)


def _level(node: ast.Module | ast.ClassDef, prefix: str, units: dict[str, list[str]]) -> Iterator[str]:
    """Yield what a module or class does when it is run, and put its functions into `units`."""
    inside = isinstance(node, ast.ClassDef)
    bound = [name for each in _top(node.body) for name in _names(each)]
    for statement in _without_docstring(node.body):
        if isinstance(statement, _FUNCTIONS):
            units[prefix + statement.name].append(_digest(_text(statement)))
            if _is_compiled(statement):
                yield from _text(statement)
            arguments = statement.args
            run: tuple[ast.AST, ...] = (
                *statement.decorator_list,
                *arguments.defaults,
                *filter(None, arguments.kw_defaults),
            )
            # a new method may override one; a new function matters to those who call it, or whose name it takes, or if Python calls it
            if inside or run or statement.name in _TAKEN or bound.count(statement.name) > 1:
                yield f"def {statement.name}"
                for each in run:
                    yield from _text(each)
        elif isinstance(statement, ast.ClassDef):
            yield f"class {statement.name}"
            for each in (*statement.decorator_list, *statement.bases, *statement.keywords):
                yield from _text(each)
            yield from _level(statement, f"{prefix}{statement.name}.", units)
            yield "end"
        elif isinstance(statement, (ast.Import, ast.ImportFrom)) or _is_for_types(statement) or _is_listing(statement):
            continue
        else:
            # the annotations of a class may be the fields of a record
            yield from _text(statement, annotated=inside)


def _names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement binds."""
    if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        yield from (alias.asname or alias.name.split(".")[0] for alias in statement.names)
    else:
        yield from (
            each.id for each in ast.walk(statement) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        )


def _is_listing(statement: ast.stmt) -> bool:
    """Return whether a statement says which names are public."""
    return isinstance(statement, ast.Assign) and [getattr(each, "id", "") for each in statement.targets] == ["__all__"]


def _text(node: ast.AST, annotated: bool = False) -> Iterator[str]:
    """Yield a syntax tree as text that depends on neither layout nor the version of Python."""
    yield type(node).__name__
    for name, value in ast.iter_fields(node):
        if name in _LEFT_OUT or value is None or value == []:
            continue
        if name in ("annotation", "returns") and not annotated:
            continue
        yield f".{name}"
        if isinstance(value, list):
            body = name == "body" and isinstance(node, (*_FUNCTIONS, ast.ClassDef))
            for each in _without_docstring(value) if body else value:
                yield from _text(each, annotated) if isinstance(each, ast.AST) else (repr(each),)
            yield "]"
        elif isinstance(value, ast.AST):
            yield from _text(value, annotated)
        else:
            yield repr(value)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    return [
        each
        for each in body
        if not (
            isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) and isinstance(each.value.value, str)
        )
    ]


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


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
    return _digest(f"{name}={found.code}" for name, found in reached.items())


def own_digest(modules: Iterable[str]) -> str:
    """Return a digest of the code of these modules alone."""
    return _digest(f"{name}={found.code}" for name in sorted(set(modules)) if (found := source(name)) is not None)


def function_digest(module: str, name: str) -> str:
    """Return the digest of a function of a module, by its qualified name; of the module's level if it has no name of its own.

    A function that another one returns is taken for a part of that one.
    """
    found = source(module)
    if found is None:
        raise LookupError(f"function must be of a module of the project, got {module}.{name}")
    return found.units.get(name.split(".<locals>")[0], found.level)
