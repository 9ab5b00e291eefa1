"""The import layers hold, and a planted violation is caught."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("dpsym", "theorems", "mechanisms", "papers")


def lint(folder: Path) -> subprocess.CompletedProcess:
    command = [sys.executable, "-c", "import sys; sys.path.insert(0, ''); from importlinter.cli import lint_imports_command as m; m()",
               "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path):
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "certificates"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_layers_hold(copy):
    result = lint(copy)

    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("dpsym/errors.py", "import mechanisms"),
        ("mechanisms/errors.py", "import dpsym"),
        ("mechanisms/errors.py", "import sympy"),
        ("dpsym/divergences/renyi.py", "import numpy"),
        ("theorems/entry.py", "import dpsym"),
        ("theorems/status.py", "import papers"),
    ],
)
def test_a_planted_violation_is_caught(copy, file, line):
    path = copy / file
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("from __future__ import annotations\n", f"from __future__ import annotations\n\n{line}\n", 1), encoding="utf-8")

    result = lint(copy)

    assert path.read_text(encoding="utf-8") != text
    assert result.returncode == 1, result.stdout + result.stderr


@pytest.mark.parametrize("file", sorted((ROOT / "theorems" / "checks").glob("*.py")), ids=lambda path: path.stem)
def test_a_check_imports_at_most_one_side(file):
    text = file.read_text(encoding="utf-8")

    assert not ("from dpsym" in text and "from mechanisms" in text)
