"""The notebooks of the guide, run from top to bottom, with what each cell shows: `python papers/guide/notebooks.py` writes them again.

No kernel is needed: a cell is executed as a notebook does it, and the value of its last expression is kept as text, as LaTeX, and, of curves,
as what ``%load_ext dpsym.figure`` makes a notebook show.
"""

from __future__ import annotations

import ast
import base64
import json
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes

from dpsym import figure

_EXTENSION = "%load_ext dpsym.figure\n"
FOLDER = Path(__file__).with_name("notebooks")


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook with the outputs that its cells have now."""
    scope: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            cells.append(cell)
            continue
        number += 1
        cells.append({**cell, "execution_count": number, "outputs": _outputs("".join(cell["source"]), scope, number)})
    return {**notebook, "cells": cells}


def _outputs(source: str, scope: dict[str, Any], number: int) -> list[dict[str, Any]]:
    tree = ast.parse(source.removeprefix(_EXTENSION))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), scope)  # noqa: S102 (the notebooks are ours)
    if last is None:
        return []
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), scope)  # noqa: S307
    if value is None:
        return []
    return [{"data": _data(value), "execution_count": number, "metadata": {}, "output_type": "execute_result"}]


def _data(value: object) -> dict[str, Any]:
    if isinstance(value, Axes):
        picture = base64.b64encode(figure.png(value)).decode()
        return {"image/png": picture, "text/html": [figure.html(value)], "text/plain": [repr(value)]}
    latex = getattr(value, "_repr_latex_", lambda: None)()
    return {**({"text/latex": [latex]} if latex else {}), "text/plain": [str(value)]}


def read(path: Path) -> dict[str, Any]:
    """Return a notebook."""
    return json.loads(path.read_text(encoding="utf-8"))


def written(notebook: dict[str, Any]) -> str:
    """Return a notebook as the text of its file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.ipynb")):
        path.write_text(written(executed(read(path))), encoding="utf-8")
