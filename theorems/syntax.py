"""What the text of one source file says, comments, docstrings and formatting aside.

A file is taken apart into *units*: each function of a module or class, with all that is nested in it, and what remains, the *level* of
the module, which runs when it is imported. Imports are kept apart from it: what matters of a module is followed by name.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

_LEFT_OUT = ("type_params", "type_ignores", "type_comment", "kind", "ctx")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_COMPILING = frozenset({"njit", "jit", "vectorize", "guvectorize", "cfunc", "overload", "register_jitable"})
_TAKEN = frozenset(dir(builtins)) | {"__getattr__", "__dir__"}
_ALL = "*"
_ASKING_FOR_ALL = frozenset({"vars", "globals", "locals", "dir"})


@dataclass(frozen=True)
class Source:
    """What one file says.

    Parameters
    ----------
    code : str
        Digest of all of it.
    level : str
        Digest of what runs on import.
    taken : str
        Digest of which imports the names are that the level uses, and of all names where it asks for all.
    units : dict of str to str
        The digest of each function by its qualified name.
    imports : tuple of str
        Dotted names that the file imports, inside functions too.
    targets : tuple of str
        The same as ``module:name``, or ``module:`` where the module itself is bound; ``module:name.attribute`` and ``module:attribute``
        where no more than that is taken of it.
    used : tuple of str
        Those of them that the level uses.
    lazy : tuple of str
        Names that it hands on without binding them: they are imported when they are asked for.
    exports : dict of str to str
        What the level binds by imports: the name here, and the target; of ``from module import *`` the name is ``*module``.
    """

    code: str
    level: str
    taken: str
    units: dict[str, str]
    imports: tuple[str, ...]
    targets: tuple[str, ...]
    used: tuple[str, ...]
    lazy: tuple[str, ...]
    exports: dict[str, str]


def read(text: str) -> Source:
    """Take a source text apart."""
    tree = ast.parse(text)
    units: dict[str, list[str]] = defaultdict(list)
    level = digest(_level(tree, "", units))
    parts = {name: digest(said) for name, said in sorted(units.items())}
    attributes = _taken(tree)
    imported = [pair for node in _running(tree) for pair in _bound(node)]
    lazy = dict(pair for node in _lazy(tree.body) for pair in _bound(node))
    exports = lazy | dict(pair for node in _top(tree.body) for pair in _bound(node))
    loaded = set(_loaded(tree))
    if _ALL in loaded:  # what the module binds is asked for as a whole: every name counts
        used, listed = exports, tuple(parts)
    else:
        elsewhere = _unbound(tree, loaded - exports.keys())
        used = {name: target for name, target in exports.items() if name in loaded or (elsewhere and name[0] == _ALL)}
        listed = ()
    targets = {target for _, target in imported}
    whole = digest([level, *(f"{name}={said}" for name, said in parts.items()), *sorted(targets)])
    return Source(
        code=whole,
        level=level,
        taken=digest((*listed, *(f"{name}={target}" for name, target in sorted(used.items())))),
        units=parts,
        imports=tuple(sorted({name for target in targets for name in _modules(target)})),
        targets=_each(imported, attributes),
        used=_each(used.items(), attributes),
        lazy=tuple(sorted(lazy)),
        exports=exports,
    )


def _bound(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the names that an import binds, each with its target; what binds all names of a module is named ``*module``."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            # `import a.b` binds a, but a.b is what it is for
            yield alias.asname or alias.name.split(".")[0], f"{alias.name}:"
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        for alias in node.names:
            bound = alias.asname or alias.name
            yield f"*{node.module}" if bound == _ALL else bound, f"{node.module}:{alias.name}"


def _each(imported: Iterable[tuple[str, str]], taken: Mapping[str, set[str]]) -> tuple[str, ...]:
    """Return what imports are for: certain attributes, where nothing else is taken of what they bind."""
    found: set[str] = set()
    for name, target in imported:
        is_dotted = target.startswith(f"{name}.") and target.endswith(":")  # what follows the name may be a module
        found |= {attribute(target, each) for each in ("" if is_dotted else taken.get(name)) or ("",)}
    return tuple(sorted(found))


def attribute(target: str, name: str) -> str:
    """Return the target of an attribute of what a target is, of that itself if it has no name."""
    return f"{target}{'' if target.endswith(':') or not name else '.'}{name}"


def _taken(tree: ast.Module) -> dict[str, set[str]]:
    """Return which attributes are taken of names with which nothing else is done."""
    found: dict[str, set[str]] = defaultdict(set)
    owners, others = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
            found[node.value.id].add(node.attr)
            owners.add(node.value)
        elif isinstance(node, ast.ClassDef):  # what a class imports is an attribute of it
            others |= {name for each in node.body for name, _ in _bound(each)}
    others |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node not in owners}
    return {name: taken for name, taken in found.items() if name not in others}


def _unbound(tree: ast.Module, names: set[str]) -> set[str]:
    """Return the names that nothing in a text binds: they come from a module all of which is imported."""
    return names.difference(
        _TAKEN, (name for each in _top(tree.body) for name in _names(each)), ("__file__", "__all__")
    )


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
    """Yield the names that run when a module does: not those inside functions, and not those of annotations; ``*`` stands for all."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns") or (
            name == "body" and isinstance(node, _FUNCTIONS) and not _is_compiled(node)
        ):
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.Name):
                yield each.id
            elif isinstance(each, ast.AST) and not (isinstance(each, ast.stmt) and _is_listing(each)):
                if isinstance(each, ast.Call) and getattr(each.func, "id", "") in _ASKING_FOR_ALL and not each.args:
                    yield _ALL
                yield from _loaded(each)


def _level(node: ast.Module | ast.ClassDef, prefix: str, units: dict[str, list[str]]) -> Iterator[str]:
    """Yield what a module or class does when it is run, and put its functions into `units`."""
    inside = isinstance(node, ast.ClassDef)
    bound = [name for each in _top(node.body) for name in _names(each)]
    for statement in _without_docstring(node.body):
        if isinstance(statement, _FUNCTIONS):
            units[prefix + statement.name].append(digest(_text(statement)))
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


def digest(parts: Iterable[str]) -> str:
    """Return a digest of texts in their order."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
