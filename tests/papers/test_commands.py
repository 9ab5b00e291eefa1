"""The command `dpsym paper`."""

import json
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner

from papers.commands import paper
from papers.errors import UnknownPaperError
from theorems import cli
from theorems.registry import Registry, registry

KEY = "flores_2023"
LIBRARY = registry()
ROOT = Path(__file__).parents[2]


def run(*arguments, library=LIBRARY):
    return CliRunner().invoke(paper, arguments, obj=library, catch_exceptions=False)


def test_a_paper_is_told_result_by_result():
    result = run(KEY)

    assert result.exit_code == 0
    assert "Ricardo Flores López" in result.stdout
    assert "Proposición 3.3.2   false as printed" in result.stdout
    assert "66 numbered results" in result.stdout


def test_json_is_json():
    record = json.loads(run(KEY, "--json").stdout)

    assert record["paper"]["key"] == KEY
    assert record["ok"] is True


def test_the_table_is_latex():
    assert r"\toprule" in run(KEY, "--table").stdout


def test_the_errata_are_text_or_latex():
    assert "3.3.2-factor" in run(KEY, "--errata").stdout
    assert r"\begin{longtable}" in run(KEY, "--errata", "--latex").stdout


def test_the_figures_are_written(tmp_path):
    assert run(KEY, "--figures", str(tmp_path / "new")).exit_code == 0

    written = {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()}
    assert set(written) == {
        "figures.tex",
        *(f"figure_5_{n}.{ending}" for n in (1, 2, 3) for ending in ("pdf", "png")),
    }
    assert all(content[:4] == b"%PDF" for name, content in written.items() if name.endswith("pdf"))
    assert all(content[1:4] == b"PNG" for name, content in written.items() if name.endswith("png"))
    assert all(len(content) > 2000 for name, content in written.items() if not name.endswith("tex"))


def test_everything_is_built_twice_the_same(tmp_path):
    for folder in ("one", "two"):
        assert run(KEY, "--build", str(tmp_path / folder)).exit_code == 0

    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert {
        "results.txt",
        "results.json",
        "errata.txt",
        "errata.tex",
        "table.tex",
        "figures.tex",
        "figure_5_1.pdf",
    } <= set(names)
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_the_other_paper_is_built_too(tmp_path):
    assert run("lodrant_2019", "--build", str(tmp_path)).exit_code == 0

    assert "71 numbered results" in (tmp_path / "results.txt").read_text()
    assert (tmp_path / "figure_growth.pdf").read_bytes()[:4] == b"%PDF"


def test_a_folder_that_cannot_be_made_is_a_mistake_in_the_command(tmp_path):
    (tmp_path / "file").write_text("")
    result = run(KEY, "--figures", str(tmp_path / "file" / "below"))

    assert result.exit_code == 2
    assert "must be writable" in result.stderr


@pytest.mark.parametrize(
    ("options", "complaint"),
    [(["--json", "--table"], "give one of them"), (["--latex"], "--latex is a form of --errata")],
)
def test_options_that_contradict_are_refused(options, complaint):
    result = run(KEY, *options)

    assert result.exit_code == 2
    assert complaint in " ".join(result.stderr.split())


def test_an_unknown_key_is_an_error_that_names_the_nearest():
    with pytest.raises(UnknownPaperError, match="the nearest is 'flores_2023'"):
        run("flores")


def test_the_command_is_registered_and_its_errors_are_one_line(monkeypatch):
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"][cli.GROUP]
    points = {name: EntryPoint(name, value, cli.GROUP) for name, value in declared.items()}
    monkeypatch.setattr(cli, "_registered", lambda: points)
    result = CliRunner().invoke(cli.main, ["paper", "flores"], obj=LIBRARY)

    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "Error: paper key must be one of the papers told here, got 'flores'; the nearest is 'flores_2023'"
    ]


def test_a_registry_that_disagrees_fails_the_command(tmp_path):
    """Without the link from the repair, the false statement is refuted and nothing corrects it."""
    entries = list(LIBRARY.values())
    unlinked = [
        type(entry)(**{**vars(entry), "corrects": ""}) if entry.id == "integral.gaussian" else entry
        for entry in entries
    ]
    result = run(KEY, library=Registry(unlinked, folder=LIBRARY.folder, bibliography=LIBRARY.bibliography))

    assert result.exit_code == 1
    assert "A.0.3-sign" in result.stderr
