"""The import layers hold, and a planted violation is caught."""

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import networkx as nx
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("dpsym", "theorems", "mechanisms", "papers")


def lint(folder: Path) -> subprocess.CompletedProcess:
    command = [
        sys.executable,
        "-c",
        "import sys; sys.path.insert(0, ''); from importlinter.cli import lint_imports_command as m; m()",
        "--no-cache",
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path):
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "certificates")
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_layers_hold(copy):
    result = lint(copy)

    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.cases(1 / 9)
@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("dpsym/errors.py", "import mechanisms"),
        ("mechanisms/errors.py", "import dpsym"),
        ("mechanisms/errors.py", "import sympy"),
        ("dpsym/divergences/renyi.py", "import numpy"),
        ("theorems/entry.py", "import dpsym"),
        ("theorems/status.py", "import papers"),
        ("dpsym/curves/loss.py", "import dpsym.enclose"),
        ("dpsym/derive/cells.py", "import dpsym.prove"),
        ("mechanisms/validate.py", "import mechanisms.noise.laplace"),
    ],
)
def test_a_planted_violation_is_caught(copy, file, line):
    path = copy / file
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("from __future__ import annotations\n", f"from __future__ import annotations\n\n{line}\n", 1),
        encoding="utf-8",
    )

    result = lint(copy)

    assert path.read_text(encoding="utf-8") != text
    assert result.returncode == 1, result.stdout + result.stderr


@pytest.mark.parametrize("file", sorted((ROOT / "theorems" / "checks").glob("*.py")), ids=lambda path: path.stem)
def test_a_check_imports_at_most_one_side(file):
    text = file.read_text(encoding="utf-8")

    assert not ("from dpsym" in text and "from mechanisms" in text)


@pytest.fixture(scope="module")
def graph() -> nx.DiGraph:
    """Every import among our own modules that a run can execute, those inside functions included."""
    found = grimp.build_graph(*PACKAGES, cache_dir=None, exclude_type_checking_imports=True)
    return nx.DiGraph((one, other) for one in found.modules for other in found.find_modules_directly_imported_by(one))


def rings(graph: nx.DiGraph) -> list[list[str]]:
    return [sorted(ring) for ring in nx.strongly_connected_components(graph) if len(ring) > 1]


def test_no_module_imports_itself_by_way_of_others(graph):
    assert rings(graph) == []


def test_a_ring_is_seen(graph):
    bent = graph.copy()
    bent.add_edge("dpsym.derive.strategies.mixture", "dpsym.derive")

    assert len(rings(bent)) == 1


def own_imports_in_functions(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        for inner in ast.walk(node):
            if isinstance(inner, ast.ImportFrom) and inner.module and inner.module.partition(".")[0] in PACKAGES:
                yield inner.module
            elif isinstance(inner, ast.Import):
                yield from (alias.name for alias in inner.names if alias.name.partition(".")[0] in PACKAGES)


# Modules that load numba, or NumPy and matplotlib beside symbols, which wait until they are needed.
HEAVY = ("mechanisms.exact.algorithms", "mechanisms.geometry.kernels", "dpsym.plot")

# Where our own modules are still imported inside functions: this list, too, gets longer with a command alone.
INSIDE_FUNCTIONS = {
    "dpsym/pytest_plugin.py",  # loads the plugin when a test asks for it
    "papers/__init__.py",
    # what a command does not need it does not load
    "papers/commands.py",
    "papers/site/command.py",
    "papers/tex/command.py",
}


@pytest.mark.parametrize("package", ["dpsym", "mechanisms", "papers"])
def test_functions_import_no_module_of_ours(package):
    files = (ROOT / package).rglob("*.py")
    found = {
        path.relative_to(ROOT).as_posix()
        for path in files
        if any(not name.startswith(HEAVY) for name in own_imports_in_functions(path))
    }

    assert found <= INSIDE_FUNCTIONS
