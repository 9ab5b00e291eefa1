"""Changes of meaning planted in source files, and what they do to entries; run as a program, it looks at entries of the tree on its path.

Its tasks are three. ``record``: what certifying the entries finds and runs, each in a fresh process and among the others. ``current``: the ids
of which the certificate is up to date, by what is recorded to have run. ``look``: what the checks of entries find now.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import json
import os
import random
import resource
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator

_OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult}
_COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Planting = Callable[[], None]


def planted(text: str, rng: random.Random) -> tuple[str, str]:
    """Return a source with one change of meaning, its kind drawn first, and in words what was changed where."""
    tree = ast.parse(text)
    found: dict[str, list[tuple[ast.AST, Planting]]] = defaultdict(list)
    for kind, node, change in _places(tree):
        found[kind].append((node, change))
    if not found:
        return text, ""
    kind = rng.choice(sorted(found))
    node, change = rng.choice(found[kind])
    before = ast.unparse(node)
    change()
    return ast.unparse(ast.fix_missing_locations(tree)), f"{kind} in line {getattr(node, 'lineno', 0)}: {before[:60]!r}"


def _places(tree: ast.Module) -> Iterator[tuple[str, ast.AST, Planting]]:
    for owner, kind in _levels(tree):
        for statement in owner.body:
            if (
                isinstance(statement, (ast.Assign, ast.AnnAssign))
                and statement.value
                and "__all__" not in ast.unparse(statement)
            ):
                yield from ((kind, each, _changed(each)) for each in _constants(statement.value))
    for node in ast.walk(tree):
        if isinstance(node, _FUNCTIONS):
            yield from _in_function(node)
        if isinstance(node, ast.ClassDef) and node in tree.body:
            yield "subclass", node, lambda name=node.name: tree.body.append(_subclass(name))


def _levels(tree: ast.Module) -> Iterator[tuple[ast.Module | ast.ClassDef, str]]:
    yield tree, "module constant"
    yield from ((node, "class constant") for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def _in_function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, ast.AST, Planting]]:
    for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
        yield from (("default", each, _changed(each)) for each in _constants(default))
    if node.decorator_list:
        yield "decorator", node.decorator_list[0], lambda: node.decorator_list.pop(0)
    for statement in node.body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue  # the docstring
        for inner in ast.walk(statement):
            if isinstance(inner, ast.Constant):
                yield from (("constant", each, _changed(each)) for each in _constants(inner))
            elif isinstance(inner, ast.BinOp) and type(inner.op) in _OPERATORS:
                yield "operator", inner, lambda it=inner: setattr(it, "op", _OPERATORS[type(it.op)]())
            elif isinstance(inner, ast.Compare) and type(inner.ops[0]) in _COMPARISONS:
                yield "comparison", inner, lambda it=inner: it.ops.__setitem__(0, _COMPARISONS[type(it.ops[0])]())
            elif isinstance(inner, ast.Return) and inner.value is not None:
                yield "return", inner, lambda it=inner: setattr(it, "value", ast.Constant(None))


def _constants(node: ast.AST) -> Iterator[ast.Constant]:
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, (int, float, str)):
            yield each


def _changed(node: ast.Constant) -> Planting:
    def change() -> None:
        value = node.value
        node.value = not value if isinstance(value, bool) else value + ("x" if isinstance(value, str) else 1)  # type: ignore[operator]

    return change


def _subclass(name: str) -> ast.ClassDef:
    return ast.ClassDef(f"Planted{name}", [ast.Name(name, ast.Load())], [], [ast.Pass()], [])


def certified(module: str, id: str) -> dict[str, object]:
    """Return the fingerprint of an entry, what its checks find and what they run; an entry that cannot be had finds that."""
    from theorems import certificate, index
    from theorems.observe import imported

    try:
        imported(module)
        entry = next(entry for entry in index.entries(module) if entry.id == id)
        found, ran = certificate.certify(entry)
    except Exception as error:  # a plant may break anything
        return {"fingerprint": "", "found": f"{type(error).__name__}: {error}", "names": []}
    kept = [certificate.kept(outcome) for outcome in found.outcomes]
    said = told(certificate.line(found)["checks"], kept)
    return {"fingerprint": found.fingerprint, "found": json.loads(json.dumps(said)), "names": sorted(ran.names)}


def told(checks: list[dict[str, object]], rows: object) -> list[object]:
    """Return what checks found, but for how far they came within a limit of time."""
    return [[{name: said for name, said in check.items() if name != "reach"} for check in checks], rows]


def in_child(work: Callable[[], object], seconds: int = 0) -> object:
    """Return what a piece of work returns in a copy of this process as it is now, None where that takes more processor time than is given."""
    read, write = os.pipe()
    if not (child := os.fork()):
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        with open(write, "w", encoding="utf-8") as end:
            json.dump(work(), end)
        os._exit(0)
    os.close(write)
    with open(read, encoding="utf-8") as end:
        found = end.read()
    os.waitpid(child, 0)
    return json.loads(found) if found else None


def recorded(pairs: list[tuple[str, str]]) -> dict[str, object]:
    """Return what certifying entries finds and runs: each in a process of its own, and all in this one, forth and back."""
    from theorems.observe import imported

    for module, _ in pairs:
        imported(module)
    first = {id: in_child(lambda module=module, id=id: certified(module, id)) for module, id in pairs}
    again = [(id, certified(module, id)) for module, id in (*pairs, *reversed(pairs))]
    return {"first": first, "again": again}


def current() -> list[str]:
    """Return the ids of the certificates that are about what runs now."""
    from theorems import lines
    from theorems.certificate import FOLDER
    from theorems.ran import CODE, ran

    known = {id: ran(id, FOLDER) for id in lines.ids(FOLDER / CODE)}
    return [id for id, found in known.items() if found is not None and not found.moved(found.fingerprint)]


def looked_at(pairs: list[tuple[str, str]], seconds: int = 90, enough: int = 12) -> dict[str, object]:
    """Return what the checks of entries find, each in a process of its own that may use so many seconds; and whether cards are current.

    After `enough` seconds the others are left out.
    """
    from theorems import certificate, index  # noqa: F401

    for module in {module for module, _ in pairs}:
        with contextlib.suppress(Exception):  # what a plant breaks is told of each entry
            importlib.import_module(module)
    found: dict[str, object] = {}
    for module, id in pairs:
        if sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) < enough:
            found[id] = in_child(lambda module=module, id=id: certified(module, id), seconds)
    return {"found": found, "cards": index._is_current(index._read(index.SHIPPED))}


def main(task: str, *entries: str) -> None:
    """Do a task with entries ``module:id`` and print what it returns."""
    tasks = {"record": recorded, "look": looked_at, "current": lambda _: current()}
    print(json.dumps(tasks[task]([tuple(entry.split(":")) for entry in entries])))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
