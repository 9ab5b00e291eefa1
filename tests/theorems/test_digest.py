"""The digest of the code that a check runs moves with every module that imports reach, and with no other."""

import pytest

from theorems import digest

SOURCES = {
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
    for name, source in SOURCES.items():
        path = root / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(digest, "_PACKAGES", ("planted",))
    forget()
    yield root
    forget()


def forget():
    """Drop what was read, as a new process would."""
    for cached in (digest.code_digest, digest._path, digest._imports):
        cached.cache_clear()


def found():
    forget()
    return digest.code_digest(("planted.check",))


def test_the_closure_is_what_imports_reach(package):
    names = {f"planted.{name.replace('/', '.')}" for name in REACHED}
    assert digest.closure(("planted.check",)) >= names
    assert "planted.unrelated" not in digest.closure(("planted.check",))


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
    one = digest.code_digest(("planted.plain", "planted.dotted"))
    forget()
    assert digest.code_digest(("planted.dotted", "planted.plain", "planted.dotted")) == one


def test_code_from_outside_the_project_does_not_count(package):
    assert digest.closure(("numpy", "json", "planted.aliased")) == {"planted", "planted.aliased"}


def test_a_change_deep_in_the_engine_reaches_the_checks_that_derive():
    forget()
    assert "dpsym.derive.rewriting" in digest.closure(("theorems.checks.derive",))
    assert "dpsym.distributions.laplace" in digest.closure(("theorems.checks.derive",))
