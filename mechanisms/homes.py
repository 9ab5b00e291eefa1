"""Where each name of the package is defined: what `mechanisms/__init__.py` imports for type checkers, and only there."""

from __future__ import annotations

import ast
from pathlib import Path


def _imported(source: Path) -> dict[str, str]:
    """Return by name the modules from which a package imports for type checkers, and what another name stands for there."""
    body = ast.parse(source.read_text(encoding="utf-8")).body
    block = next(each for each in body if isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING")
    found = {}
    for line in block.body:
        if isinstance(line, ast.ImportFrom) and line.module:
            module = line.module.removeprefix(f"{source.parent.name}.")
            for each in line.names:
                found[each.asname or each.name] = f"{module}:{each.name}" if each.asname else module
    return dict(sorted(found.items()))


HOMES = _imported(Path(__file__).with_name("__init__.py"))
