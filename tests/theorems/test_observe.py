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


def test_of_the_words_of_a_text_those_that_stand_in_it_are_seen():
    _, names = watched(partial(parse, "KL(Laplace(0, 1), Laplace(1, 1))"))
    assert {"dpsym.distributions:Laplace", "dpsym.divergences:KL"} <= names
    rests = {name.split("=")[0] for name in dependencies.levels(names)}
    assert "dpsym.distributions.laplace" in rests
    assert not {"dpsym.distributions.gumbel", "dpsym.kinds"} & rests


def test_a_word_that_means_nothing_rests_on_all_that_have_a_meaning():
    _, names = watched(partial(limited.within, 60.0, parse, "Maxwell(1)"))
    assert "dpsym.kinds:every" in names
    assert "dpsym.distributions.gumbel" in {name.split("=")[0] for name in dependencies.levels(names)}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Put a package on the path, one module of which uses what another hands on when it is asked for."""
    texts = {
        "__init__": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from planted.home import Record\n"
        "def __getattr__(name):\n    return 1\n",
        "home": "class Record:\n    size = 1\n",
        "user": "from planted import Record\nfrom planted.pair import one as first, two as second\ndef run():\n    return Record\n",
        "pair": "def one(): pass\ndef two(): pass\n",
        "laws": "from planted.first import First\nfrom planted.second import Second\n__all__ = ['First', 'Second']\n",
        "first": "class First:\n    size = 1\n",
        "second": "class Second:\n    size = 1\n",
        "by_attribute": "from planted import laws as d\nMADE = d.First\n",
        "by_star": "from planted.laws import *\n",
        "taker": "from planted.by_star import First\nMADE = First\n",
        "as_whole": "from planted import laws as d\nALL = vars(d)\n",
        "own": "from planted.laws import First, Second\nALL = dict(vars())\n",
        "swapped": "from planted.laws import First as a, Second as b\nMADE = [each.size for each in (a, b)]\n",
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


def digest(name="planted.user:run"):
    sources.forget()
    dependencies.forget()
    return dependencies.digest({name})


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


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("planted.by_attribute:<listcomp>", True, False),
        ("planted.taker:<listcomp>", True, False),
        ("planted.as_whole:<listcomp>", True, True),
        ("planted.own:<listcomp>", True, True),
        ("planted.swapped:<listcomp>", True, True),
        ("planted.laws:Second", False, True),
        ("planted.laws:function", True, True),
    ],
)
def test_of_what_a_module_hands_on_that_counts_which_is_taken(package, name, first, second):
    for module, is_taken in (("first", first), ("second", second)):
        before = digest(name)
        path = package / f"{module}.py"
        path.write_text(path.read_text().replace("size = 1", "size = 2"))
        assert (digest(name) != before) == is_taken


@pytest.mark.parametrize(("name", "moved"), [("as_whole", True), ("own", False), ("by_attribute", False)])
def test_one_more_name_counts_where_all_are_asked_for(package, name, moved):
    before = digest(f"planted.{name}:<listcomp>")
    laws = package / "laws.py"
    laws.write_text(laws.read_text() + "from planted.home import Record\n")
    assert (digest(f"planted.{name}:<listcomp>") != before) == moved


def test_names_of_a_level_that_change_places_count(package):
    before = digest("planted.swapped:<listcomp>")
    path = package / "swapped.py"
    path.write_text(path.read_text().replace("First as a, Second as b", "Second as a, First as b"))
    assert digest("planted.swapped:<listcomp>") != before
