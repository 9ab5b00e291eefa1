"""The notebooks of the guide: what their cells show is what comes out."""

import json
import re
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2] / "papers" / "guide"
sys.path.insert(0, str(HOME))
from notebooks import executed, read  # noqa: E402 (a script beside the guide, not a module of a package)

NOTEBOOKS = sorted((HOME / "notebooks").glob("*.ipynb"))


def shown(notebook):
    """Return what cells show: of curves their points, as pixels depend on the version of matplotlib."""
    return [
        [_seen(one["data"]) for one in cell["outputs"]] for cell in notebook["cells"] if cell["cell_type"] == "code"
    ]


def _seen(data):
    if "text/html" not in data:
        return data
    curves = json.loads(re.search(r"const data = (.*);", data["text/html"][0])[1])["curves"]
    seen = [
        (one["name"], [[None if x is None else f"{x:.5g}" for x in axis] for axis in one["points"]]) for one in curves
    ]
    return seen, sorted(data)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_comes_out(path):
    stored = read(path)
    assert shown(executed(stored)) == shown(stored)


def test_there_are_five_each_with_a_title_and_outputs_and_none_with_a_place_on_a_machine():
    assert len(NOTEBOOKS) == 5
    for path in NOTEBOOKS:
        notebook = read(path)
        assert notebook["cells"][0]["source"][0].startswith("# ")
        assert any(shown(notebook))
        assert "/home" not in json.dumps(notebook)


def test_what_changed_is_noticed():
    notebook = {
        "cells": [{"cell_type": "code", "source": ["a = 1\n", "a + 1"], "outputs": [], "id": "c", "metadata": {}}]
    }
    (cell,) = executed(notebook)["cells"]
    assert cell["outputs"][0]["data"] == {"text/plain": ["2"]}
    assert shown(executed(notebook)) != shown(notebook)
