"""What is seen to run: in copies of the process too, whatever ran before."""

from functools import partial

import pytest
from sympy import S

from dpsym.derive import limited
from dpsym.derive.rewriting import is_zero
from dpsym.parse import parse
from theorems import dependencies, sources
from theorems.checks.run import function_key
from theorems.errors import EntryError
from theorems.observe import watched


def test_what_a_copy_of_the_process_runs_is_seen():
    found, names = watched(lambda: limited.within(60.0, is_zero, S.Zero))
    assert found is not None
    assert {"dpsym.derive.limited:_work", "dpsym.derive.rewriting:is_zero"} <= names


def test_a_copy_that_fails_gives_nothing_and_leaves_nobody_waiting():
    found, names = watched(partial(limited.within, 60.0, parse, "("))
    assert found is None
    assert "dpsym.parse:parse" in names


def power(order, inner=abs):
    def run(x):
        return inner(x) ** order

    return run


class Shapeless:
    pass


def test_functions_of_one_factory_are_told_apart_by_what_they_hold():
    keys = {function_key(function) for function in (power(2), power(3), power(2, power(2)), power(2, power(3)))}
    assert len(keys) == 4
    assert function_key(power(2)) == function_key(power(2))


def test_what_no_text_tells_is_refused():
    with pytest.raises(EntryError, match="must hold numbers, texts, functions and records"):
        function_key(power(Shapeless()))


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Put a package on the path, one module of which uses what another hands on when it is asked for."""
    texts = {
        "__init__": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from planted.home import Record\n"
        "def __getattr__(name):\n    return 1\n",
        "home": "class Record:\n    size = 1\n",
        "user": "from planted import Record\nfrom planted.pair import one as first, two as second\ndef run():\n    return Record\n",
        "pair": "def one(): pass\ndef two(): pass\n",
    }
    root = tmp_path / "planted"
    root.mkdir()
    for name, text in texts.items():
        (root / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sources, "_packages", ("planted",))
    yield root
    sources.forget()
    dependencies.forget()


def digest():
    sources.forget()
    dependencies.forget()
    return dependencies.digest({"planted.user:run"})


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("home", "size = 1", "size = 2"),
        ("user", "one as first, two as second", "two as first, one as second"),
        ("user", "def run", "def Record(): pass\ndef run"),
        ("pair", "def one", "def __getattr__(name): pass\ndef one"),
    ],
)
def test_it_moves_with_what_a_name_means(package, module, old, new):
    before = digest()
    path = package / f"{module}.py"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    assert digest() != before
