"""The commands `dpsym paper`."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from papers import cli
from papers.commands import paper
from papers.errors import UnknownPaperError
from papers.folders import keys
from theorems.registry import Registry, registry

KEY = "flores_2023"
LIBRARY = registry()
ROOT = Path(__file__).parents[2]


def run(*arguments, library=LIBRARY):
    return CliRunner().invoke(paper, arguments, obj=library, catch_exceptions=False)


def test_the_papers_are_listed():
    assert tuple(run("list").stdout.split()) == keys()
    assert {"flores_2023", "lodrant_2019"} <= set(keys())


def test_a_paper_is_told_result_by_result():
    result = run("show", KEY)

    assert result.exit_code == 0
    assert "Ricardo Flores López" in result.stdout
    assert "Proposición 3.3.2   false as printed" in result.stdout
    assert "66 numbered results" in result.stdout


def test_json_is_json():
    record = json.loads(run("show", KEY, "--json").stdout)

    assert record["paper"]["key"] == KEY
    assert record["ok"] is True


def test_the_table_is_latex():
    assert r"\toprule" in run("table", KEY).stdout


@pytest.mark.cases(1 / 4)
@pytest.mark.parametrize(
    ("form", "mark"),
    [
        ("text", "3.3.2-factor   "),
        ("latex", r"\erratum{Proposici\'{o}n 3.3.2}"),
        ("markdown", "### Proposición 3.3.2: 3.3.2-factor"),
        ("json", '"id": "3.3.2-factor"'),
    ],
)
def test_the_errata_have_four_forms(form, mark):
    assert mark in run("errata", KEY, "--format", form).stdout


@pytest.mark.slow
def test_the_figures_are_written(tmp_path):
    assert run("figures", KEY, "--out", str(tmp_path / "new")).exit_code == 0

    written = {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()}
    assert set(written) == {"figures.tex", *(f"figure_5_{n}.{ending}" for n in (1, 2, 3) for ending in ("pdf", "png"))}
    assert all(content[:4] == b"%PDF" for name, content in written.items() if name.endswith("pdf"))
    assert all(content[1:4] == b"PNG" for name, content in written.items() if name.endswith("png"))
    assert all(len(content) > 2000 for name, content in written.items() if not name.endswith("tex"))


@pytest.mark.slow
def test_a_build_is_written_where_it_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert run("build", "lodrant_2019").exit_code == 0
    assert (tmp_path / "build" / "lodrant_2019" / "main.tex").is_file()
    assert (tmp_path / "build" / "lodrant_2019" / "figure_growth.pdf").read_bytes()[:4] == b"%PDF"
    shown = run("build", "lodrant_2019", "--out", "other").stdout.split()
    assert sorted(map(Path, shown)) == sorted(path for path in Path("other").rglob("*") if path.is_file())


def test_a_folder_that_cannot_be_made_is_a_mistake_in_the_command(tmp_path):
    (tmp_path / "file").write_text("")
    result = run("figures", KEY, "--out", str(tmp_path / "file" / "below"))

    assert result.exit_code == 2
    assert "must be writable" in result.stderr


def test_a_key_in_the_place_of_a_command_says_what_to_type():
    result = run(KEY)

    assert result.exit_code == 2
    assert f"to tell the paper: dpsym paper show {KEY}" in " ".join(result.stderr.split())


def test_an_unknown_key_is_an_error_that_names_the_nearest():
    with pytest.raises(UnknownPaperError, match="the nearest is 'flores_2023'"):
        run("show", "flores")


def test_the_command_of_the_papers_is_one_of_the_program_whose_errors_are_one_line():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert declared["scripts"]["dpsym"] == "papers.cli:main"
    assert list(declared["entry-points"]) == ["pytest11"]
    assert "Papers told from the registry" in CliRunner().invoke(cli.main, ["--help"]).stdout

    result = CliRunner().invoke(cli.main, ["paper", "show", "flores"], obj=LIBRARY)

    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "Error: paper key must be one of the papers told here, got 'flores'; the nearest is 'flores_2023'"
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["show", "errata", "table", "build"])
def test_a_registry_that_disagrees_fails_the_command(tmp_path, name):
    """Without the link from the repair, the false statement is refuted and nothing corrects it."""
    entries = list(LIBRARY.values())
    unlinked = [
        type(entry)(**{**vars(entry), "corrects": ""}) if entry.id == "integral.gaussian" else entry
        for entry in entries
    ]
    doctored = Registry(unlinked, folder=LIBRARY.folder, bibliography=LIBRARY.bibliography)
    result = run(name, KEY, *(("--out", str(tmp_path)) if name == "build" else ()), library=doctored)
    assert result.exit_code == 1
    assert "A.0.3-sign" in result.stderr


def test_telling_which_papers_there_are_loads_no_mathematics():
    code = "import sys\nfrom papers.commands import paper\nprint(*(n for n in ('sympy', 'numpy') if n in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"
