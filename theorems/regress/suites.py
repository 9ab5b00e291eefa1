"""The expected numbers of an accountant's own tests: parametrized cases and assertions in Python source, read and never run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from warnings import catch_warnings

from theorems.regress.assertions import asserted, assigned
from theorems.regress.tables import Table
from theorems.regress.words import WORDS

_CASES = frozenset({"parameters", "named_parameters", "parametrize"})


def suite(text: str) -> Iterator[Table]:
    """Yield a table for each parametrized test of a Python file: its arguments are the header, its name the caption.

    Read are `absl.testing.parameterized`, with cases as tuples or as dicts, and ``pytest.mark.parametrize`` with tuples; of other tests it is
    what they assert (`asserted`). Cases are passed over where the test itself fixes a part of the run, as in ``target_delta = 1e-6``: they
    do not state all of it.

    Parameters
    ----------
    text : str
        Source.

    Raises
    ------
    SyntaxError, ValueError, RecursionError
        If it is no Python.
    """
    with catch_warnings(action="ignore"):  # of a style that is none of ours
        tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [each.arg for each in node.args.args if each.arg != "self"]
            for call in node.decorator_list:
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in _CASES:
                    cases = _cases(call.func.attr, call.args, names)
                    if cases and not _fixes(node):
                        yield _table(node.name.replace("_", " "), cases)
            if not names and (table := asserted(node)):
                yield table


def _fixes(function: ast.FunctionDef) -> bool:
    """Return whether a test sets a parameter of the run, or where it is asked, to a number of its own."""
    return any(
        isinstance(name, ast.Name) and name.id in WORDS and isinstance(value, ast.Constant)
        for name, value in assigned(function)
    )


def _cases(kind: str, given: list[ast.expr], names: list[str]) -> list[dict[str, str]]:
    """Return what each case states, by the names of the arguments."""
    if kind == "parametrize":
        if len(given) != 2:
            return []
        names, given = _names(given[0]), given[1:]
    if len(given) == 1 and isinstance(given[0], (ast.List, ast.Tuple)) and _is_list(given[0]):
        given = given[0].elts
    header = ["testcase_name", *names] if kind == "named_parameters" else names
    found = []
    for case in given:
        if isinstance(case, ast.Dict):
            pairs = zip(case.keys, case.values, strict=True)
            found.append({_said(key): _said(value) for key, value in pairs if key is not None})
        elif isinstance(case, ast.Tuple) and len(case.elts) == len(header):
            found.append(dict(zip(header, map(_said, case.elts), strict=True)))
    return found


def _is_list(node: ast.List | ast.Tuple) -> bool:
    return all(isinstance(each, (ast.Tuple, ast.Dict)) for each in node.elts)


def _names(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [name.strip() for name in node.value.split(",")]
    if isinstance(node, (ast.Tuple, ast.List)):
        return [_said(each) for each in node.elts]
    return []


def _said(node: ast.expr) -> str:
    """Return a case's text or number, as its source writes it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return "" if isinstance(node, ast.Constant) and node.value is None else ast.unparse(node).replace(" ", "")


def _table(name: str, cases: list[dict[str, str]]) -> Table:
    header = tuple(dict.fromkeys(key for case in cases for key in case))
    return Table(name, header, tuple(tuple(case.get(key, "") for key in header) for case in cases))
