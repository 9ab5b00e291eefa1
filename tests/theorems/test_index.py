"""What is known of entries without importing them."""

import json
import sys

import pytest

from theorems import index, sources
from theorems.errors import EntryError
from theorems.registry import Registry
from theorems.store import Store

SOURCE = (
    "from sympy import Interval, Le, log, oo, symbols\nfrom theorems.entry import Theorem\n"
    "x = symbols('x', positive=True)\n"
    "def entry(id, statement=None):\n"
    "    statement = statement or Le(log(x), x + len(id) - ord(id[2]), evaluate=False)\n"
    "    return Theorem(id, id, statement, {x: Interval.open(0, oo)}, {x: (1, 2)})\n"
)


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Plant a package with entries in two modules and a subpackage, and keep what is known of it in a folder of its own."""
    root = tmp_path / "planted_library"
    (root / "deeper").mkdir(parents=True)
    (root / "__init__.py").write_text("")
    (root / "deeper" / "__init__.py").write_text("")
    (root / "second.py").write_text(f"{SOURCE}LATER = entry('s.later')\nEARLIER = entry('s.earlier')\nNOTHING = 3\n")
    (root / "first.py").write_text(f"{SOURCE}from planted_library.second import LATER\nOWN = entry('f.own')\n")
    (root / "deeper" / "third.py").write_text(f"{SOURCE}DEEP = entry('d.deep')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("DPSYM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("atexit.register", lambda *_: None)
    monkeypatch.setattr(sources, "_packages", (*sources.packages(), "planted_library"))
    monkeypatch.setattr(index, "_STORE", Store("planted"))
    sources.forget()
    yield root
    forget()


def forget():
    """Do as a new process would, which knows what was kept."""
    index._STORE.save()
    index._STORE = Store("planted")
    sources.forget()
    for name in [name for name in sys.modules if name.split(".")[0] == "planted_library"]:
        del sys.modules[name]


def ids():
    return [card.id for card in index.cards("planted_library")]


def test_entries_are_found_by_walking_the_modules_each_once(package):
    assert ids() == ["d.deep", "f.own", "s.later", "s.earlier"]


def test_what_is_known_is_not_imported_again(package):
    known = index.cards("planted_library")
    forget()
    assert index.cards("planted_library") == known
    assert "planted_library.second" not in sys.modules
    library = Registry(known)
    assert library.search("later") == ["s.later"]
    assert library["s.later"].id == "s.later"
    assert "planted_library.second" in sys.modules
    assert "planted_library.deeper.third" not in sys.modules


def test_only_what_changed_is_imported_again(package):
    ids()
    forget()
    (package / "first.py").write_text((package / "first.py").read_text() + "NEW = entry('f.new')\n# a word\n")
    assert ids() == ["d.deep", "f.own", "f.new", "s.later", "s.earlier"]
    assert "planted_library.first" in sys.modules
    assert "planted_library.deeper.third" not in sys.modules


def test_a_statement_given_as_a_function_is_written_down_when_it_is_asked_for(package):
    lazy = "def write():\n    CALLS.append(1)\n    return Le(log(x), x + 2, evaluate=False)\nCALLS = []\n"
    (package / "first.py").write_text(f"{SOURCE}{lazy}OWN = entry('f.own', write)\n")
    (card,) = (card for card in index.cards("planted_library") if card.id == "f.own")
    assert card.stated.statement == "log(x) <= x + 2"
    forget()
    entry = index.load(card)
    assert sys.modules["planted_library.first"].CALLS == []
    assert str(entry.statement) == "log(x) <= x + 2"
    assert entry.fingerprint() == card.fingerprint
    assert sys.modules["planted_library.first"].CALLS == [1]


@pytest.mark.parametrize("written", ["3", "Le(x, y, evaluate=False)"])
def test_a_statement_given_as_a_function_is_validated_as_any_other(package, written):
    text = f"{SOURCE}y = symbols('y')\nOWN = entry('f.own', lambda: {written})\n"
    (package / "first.py").write_text(text)
    with pytest.raises(EntryError, match=r"f\.own"):
        ids()


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize(
    ("statement", "domain", "complaint"),
    [
        ("Eq(log(x), log(x), evaluate=False)", "x", r"statement of f\.own must say something"),
        ("Eq((x + 1)**2, x**2 + 2*x + 1, evaluate=False)", "x", r"statement of f\.own must say something"),
        ("Le(x, x + 1, evaluate=False)", "x", r"statement of f\.own must say something"),
        ("Le(log(x), x, evaluate=False)", "x y", r"domain of f\.own must name what occurs in .*, got \['y'\]"),
        ("Le(log(x), x + 5 - ord('l'), evaluate=False)", "x", None),
        ("Le(log(z), z + 7 - ord('l'), evaluate=False)", "z", r"under one id, got f\.own and s\.later"),
        ("Ge(z + 7 - ord('l'), log(z), evaluate=False)", "z", r"under one id, got f\.own and s\.later"),
        ("Ge(log(z), z + 7 - ord('l'), evaluate=False)", "z", None),
    ],
)
def test_an_entry_that_says_nothing_or_what_another_says_is_refused(package, statement, domain, complaint):
    head = SOURCE.partition("def entry")[0]
    names = (
        "x, y, z = symbols('x y z', positive=True)\nfrom sympy import Eq, Ge\n"
        f"SPACE = {{name: Interval.open(0, oo) for name in symbols('{domain}', positive=True, seq=True)}}\n"
    )
    own = f"OWN = Theorem('f.own', 'own', {statement}, SPACE, dict.fromkeys(SPACE, (1, 2)))\n"
    (package / "first.py").write_text(head + names + own)
    if complaint is None:
        assert "f.own" in ids()
    else:
        with pytest.raises(EntryError, match=complaint):
            ids()


@pytest.mark.cases(3 / 5)
@pytest.mark.parametrize(
    ("space", "more", "is_taken"),
    [
        ("Interval(0, oo)", "", False),
        ("Interval(0, oo)", ", specializes='s.later'", True),
        ("Interval(0, oo)", ", corrects='s.later'", True),
        ("Interval.open(0, oo)", ", specializes='s.later'", False),
        ("Interval.open(1, oo)", "", True),
    ],
)
def test_one_statement_on_two_domains_stands_under_two_ids_where_one_is_said_to_be_a_case(
    package, space, more, is_taken
):
    own = f"OWN = Theorem('f.own', 'own', Le(log(x), x + 7 - ord('l'), evaluate=False), {{x: {space}}}, {{x: (1, 2)}}{more})\n"
    (package / "first.py").write_text(SOURCE.partition("def entry")[0] + own)
    if is_taken:
        assert "f.own" in ids()
    else:
        with pytest.raises(EntryError, match=r"under one id, got f\.own and s\.later"):
            ids()


@pytest.fixture
def shipped(package, monkeypatch, tmp_path):
    """Write the cards of the planted library where every copy has them, and come as a new user, without a cache."""
    monkeypatch.setattr(index, "SHIPPED", tmp_path / "cards.json")
    monkeypatch.setattr(index, "LIBRARY", "planted_library")
    index.ship("planted_library")
    forget()
    index._STORE.path.unlink()
    return index.SHIPPED


def test_what_is_shipped_is_not_imported(shipped):
    assert ids() == ["d.deep", "f.own", "s.later", "s.earlier"]
    assert "planted_library.second" not in sys.modules


def test_what_changed_since_it_was_shipped_is_noticed_and_the_rest_is_taken(shipped, package):
    (package / "first.py").write_text(f"{SOURCE}OWN = entry('f.new')\n")
    (package / "second.py").unlink()
    assert ids() == ["d.deep", "f.new"]
    assert "planted_library.deeper.third" not in sys.modules
    text = shipped.read_text()
    index.ship("planted_library")
    assert '"f.new"' not in text
    assert '"f.new"' in shipped.read_text()
    assert '"s.later"' not in shipped.read_text()


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize("changed", [lambda known: known | {"seen": "other code"}, lambda known: {}, lambda known: 3])
def test_cards_shipped_by_other_code_are_not_taken(shipped, changed):
    shipped.write_text(json.dumps(changed(json.loads(shipped.read_text()))).replace('"d.deep"', '"d.old"'))
    assert ids() == ["d.deep", "f.own", "s.later", "s.earlier"]


def test_what_is_shipped_is_written_again_only_if_it_is_out_of_date(shipped):
    before = shipped.stat().st_ino
    index.ship("planted_library")
    assert shipped.stat().st_ino == before


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("text", ["", "{", "[]", "3"])
def test_a_damaged_cache_knows_nothing(package, text):
    known = ids()
    forget()
    index._STORE.path.write_text(text)
    assert ids() == known


def test_a_cache_that_cannot_be_written_is_no_harm(package, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DPSYM_CACHE", str(tmp_path / "file"))
    index._STORE = Store("planted")
    known = ids()
    forget()
    assert ids() == known


def test_a_store_keeps_what_others_wrote_meanwhile(package):
    one, other = Store("shared"), Store("shared")
    one.put("a", 1)
    other.put("b", 2)
    one.save()
    other.save()
    assert json.loads(one.path.read_text())["records"] == {"a": 1, "b": 2}
