"""What is worked out once is remembered for as long as the code that made it is what it was."""

import pytest

from theorems import memory
from theorems.store import VARIABLE, Store


@pytest.fixture(autouse=True)
def _empty(monkeypatch, tmp_path):
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(memory, "_STORE", Store("worked_out"))


def test_what_was_made_is_not_made_again(tmp_path):
    module, made = tmp_path / "module.py", []
    module.write_text("one")

    def remembered(name):
        return memory.remembered(name, lambda: made.append(name) or [name, 1], str(module))

    assert remembered("a") == remembered("a") == ["a", 1]
    assert remembered("b") == ["b", 1]
    assert made == ["a", "b"]
    module.write_text("other")
    assert remembered("a") == ["a", 1]
    assert made == ["a", "b", "a"]


def test_other_code_of_dpsym_is_not_what_made_it(monkeypatch):
    assert memory.remembered("a", lambda: [1]) == [1]
    monkeypatch.setattr(memory, "_digest", lambda: "other")
    assert memory.remembered("a", lambda: [2]) == [2]
