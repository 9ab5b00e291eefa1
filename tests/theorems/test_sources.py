"""What sources say: digests move with the code that imports reach, and with no word, comment or layout."""

import pytest

from theorems import sources, syntax

TEXTS = {
    "__init__": "",
    "check": "from planted.plain import v\nimport planted.dotted\ndef run():\n    from planted import lazy\n",
    "plain": "from planted import deep\nv = 1\n",
    "deep": "import numpy\nfrom planted.package.inner import thing\n",
    "dotted": "import planted.aliased as other\n",
    "aliased": "",
    "lazy": "",
    "package/__init__": "",
    "package/inner": "thing = 1\nfrom planted import check\n",
    "unrelated": "",
}
REACHED = ("check", "plain", "deep", "dotted", "aliased", "lazy", "package/inner")


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Put a package on the path whose modules import one another in every way, in a circle too."""
    root = tmp_path / "planted"
    for name, source in TEXTS.items():
        path = root / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sources, "_packages", ("planted",))
    sources.forget()
    yield root
    sources.forget()


def found():
    sources.forget()
    return sources.code_digest(("planted.check",))


def test_the_closure_is_what_imports_reach(package):
    names = {f"planted.{name.replace('/', '.')}" for name in REACHED}
    assert sources.closure(("planted.check",)) >= names
    assert "planted.unrelated" not in sources.closure(("planted.check",))


@pytest.mark.parametrize("name", REACHED)
def test_it_moves_when_a_module_reached_by_imports_changes(package, name):
    before = found()
    path = package / f"{name}.py"
    path.write_text(path.read_text() + "more = 2\n")
    assert found() != before


def test_it_stays_when_another_module_changes(package):
    before = found()
    (package / "unrelated.py").write_text("more = 2\n")
    assert found() == before


def test_it_moves_when_a_module_is_renamed_and_its_text_kept(package):
    before = found()
    (package / "dotted.py").write_text("import planted.unrelated as other\n")
    moved = found()
    assert moved != before


def test_it_does_not_depend_on_order_or_repetition(package):
    one = sources.code_digest(("planted.plain", "planted.dotted"))
    sources.forget()
    assert sources.code_digest(("planted.dotted", "planted.plain", "planted.dotted")) == one


def test_code_from_outside_the_project_does_not_count(package):
    assert sources.closure(("numpy", "json", "planted.aliased")) == {"planted", "planted.aliased"}


def test_a_change_deep_in_the_engine_reaches_the_checks_that_derive():
    sources.forget()
    assert "dpsym.derive.rewriting" in sources.closure(("theorems.checks.derive",))
    assert "dpsym.distributions.laplace" in sources.closure(("theorems.checks.derive",))


PLAIN = "X = 3\n\n\ndef f(a, b=2):\n    return a + b\n\n\nclass C:\n    y: int = 1\n\n    def m(self):\n        return self.y\n"


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("# a word\n" + PLAIN, set()),
        ('"""A module."""\n' + PLAIN.replace("    return a", '    """Add."""\n    return a'), set()),
        (PLAIN.replace("class C:", 'class C:\n    """A record."""\n'), set()),
        (PLAIN.replace("a + b", "(a\n        + b)  # sum"), set()),
        (PLAIN.replace("(a, b=2)", "(a: int, b: int = 2) -> int"), set()),
        (PLAIN.replace("X = 3", "X: int = 3").replace("X: int = 3", "X = 3"), set()),
        (PLAIN + "\n\ndef unheard_of():\n    return 1\n", {"unheard_of"}),
        ("if TYPE_CHECKING:\n    import json\n" + PLAIN, set()),
        (PLAIN.replace("a + b", "a - b"), {"f"}),
        (PLAIN.replace("b=2", "b=3"), {"f", "level"}),
        (PLAIN.replace("X = 3", "X = 4"), {"level"}),
        (PLAIN.replace("y: int = 1", "y: int = 2"), {"level"}),
        (PLAIN.replace("y: int", "y: float"), {"level"}),
        (PLAIN.replace("return self.y", "return -self.y"), {"C.m"}),
        (PLAIN.replace("class C:", "class C(dict):"), {"level"}),
        (PLAIN + "\n    def more(self):\n        return 0\n", {"C.more", "level"}),
        (PLAIN + "\n\ndef max(*_):\n    return 0\n", {"max", "level"}),
        (PLAIN.replace("def f", "@cache\ndef f"), {"f", "level"}),
    ],
)
def test_what_a_change_of_a_text_moves(text, moved):
    before, after = syntax.read(PLAIN), syntax.read(text)
    units = {name for name in {*before.units, *after.units} if before.units.get(name) != after.units.get(name)}
    assert units | ({"level"} if before.level != after.level else set()) == moved
    assert (before.code != after.code) == bool(moved)
