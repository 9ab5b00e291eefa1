"""The planted registry that the tests of the command line share."""

import pytest
from planted_registry import SOUND

from theorems.check import run
from theorems.registry import Registry


@pytest.fixture
def load(tmp_path):
    bibliography = tmp_path / "refs.bib"
    bibliography.write_text(
        "@article{mironov2017,\n author = {Mironov, Ilya},\n title = {R{\\'e}nyi DP},\n year = 2017,\n}\n"
    )
    return lambda *entries: Registry(entries, tmp_path / "certificates", bibliography)


@pytest.fixture
def sound(load):
    """Return a registry without a problem, its certificates up to date."""
    library = load(*SOUND)
    list(run(library, list(library)))
    return library
