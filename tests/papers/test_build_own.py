"""A paper of one's own in a project: its skeleton builds at once, and mistakes in it are told."""

import json

import pytest
from click.testing import CliRunner

from papers import cli
from papers.errors import PaperDataError
from papers.folders import keys
from papers.manuscript import fragments, key_numbers
from papers.paper import load
from theorems.project import chosen
from theorems.registry import registry

LIBRARY = registry()


def call(*arguments):
    return CliRunner().invoke(cli.main, [str(argument) for argument in arguments])


@pytest.fixture
def folder(tmp_path):
    """Return a project with a new paper, both made by one command."""
    project = tmp_path / "mine"
    result = call("paper", "new", "smith_2020", "--folder", project)
    assert result.exit_code == 0, result.output
    return project


def test_the_skeleton_builds_at_once_beside_an_account_of_it(folder):
    assert "smith_2020" in call("--project", folder, "paper", "list").stdout.split()
    result = call("--project", folder, "paper", "build", "smith_2020")
    assert result.exit_code == 0, result.output
    built = folder / "build" / "smith_2020"
    own = (folder / "papers" / "smith_2020" / "main.tex").read_text()
    assert (built / "main.tex").read_text().removeprefix(own.rstrip()).split() == ["%", "written", "by", "dpsym"]
    assert "what holds" in (built / "account.tex").read_text()
    assert json.loads((built / "errata.json").read_text())["errata"] == []
    assert r"\label{tab:losses}" in (built / "losses.tex").read_text()


def test_its_papers_are_seen_in_the_project_only(folder):
    with chosen(folder):
        assert load("smith_2020").facts["author"] == "The author"
    assert "smith_2020" not in keys()


@pytest.mark.parametrize("key", ["flores_2023", "pages", "errata", "Smith", "../up", "2020"])
def test_a_key_that_is_taken_or_no_name_is_refused(folder, key):
    result = call("--project", folder, "paper", "new", key)
    assert result.exit_code == 2
    assert "paper key must" in result.stderr


def test_a_paper_is_not_replaced_and_needs_a_project(folder, tmp_path, monkeypatch):
    assert "must not replace files" in call("--project", folder, "paper", "new", "smith_2020").stderr
    monkeypatch.chdir(tmp_path)
    result = call("paper", "new", "smith_2021")
    assert result.exit_code == 2
    assert "make one with dpsym project new DIR" in result.stderr


def test_a_broken_module_of_a_paper_is_named_with_what_it_raised(folder):
    path = folder / "papers" / "smith_2020" / "results.py"
    path.write_text("1/0\n")
    result = call("--project", folder, "paper", "show", "smith_2020")
    assert result.exit_code == 2
    assert result.stderr == f"Error: {path} must load, got ZeroDivisionError: division by zero\n"


@pytest.mark.slow
def test_a_file_called_like_what_is_made_and_an_unknown_source_are_refused(folder):
    home = folder / "papers" / "smith_2020"
    (home / "errata.tex").write_text("mine")
    result = call("--project", folder, "paper", "build", "smith_2020")
    assert "must not be called like those that are made, got ['errata.tex']" in result.stderr
    (home / "errata.tex").unlink()
    (home / "main.tex").write_text(r"\cite{nobody2000}")
    result = call("--project", folder, "paper", "build", "smith_2020")
    assert result.exit_code == 2
    assert "must stand in a bibliography, got nobody2000" in result.stderr


def test_a_derived_divergence_and_an_entry_are_fragments_too():
    told = {
        "bound": [{"name": "order", "formula": "Renyi(2, Laplace(0, 1), Laplace(1, 1))"}],
        "theorem": [{"name": "lemma", "id": "renyi.laplace"}],
    }
    made = fragments(told, LIBRARY)
    assert "derived from the definition" in made["order"]
    assert r"\begin{theorem}" in made["lemma"]


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ({"bound": [{"name": "one"}]}, r"each \[\[bound\]\] of paper.toml must have formula, name"),
        ({"bound": [{"name": "one", "formula": "1 + 1"}]}, "must be a promise or a divergence"),
        ({"bound": [{"name": "one", "formula": "Laplace(2).epsilon(0)"}]}, r"see \[\[number\]\]"),
        (
            {"theorem": [{"name": "one", "id": "renyi.rr"}, {"name": "one", "id": "renyi.laplace"}]},
            "must be unique, got 'one' twice",
        ),
        (
            {"table": [{"name": "one", "over": "k", "values": ["x"], "rows": []}]},
            "values of table one must be numbers",
        ),
    ],
)
def test_what_paper_toml_cannot_ask_for_is_an_error(told, complaint):
    with pytest.raises(PaperDataError, match=complaint):
        fragments(told, LIBRARY)


def test_a_number_is_rounded_up():
    told = {"number": [{"name": "loss", "formula": "Laplace(3).compose(2).to_pure()", "digits": 3}]}
    assert key_numbers(told, LIBRARY) == {"loss": r"\num{0.667}"}
