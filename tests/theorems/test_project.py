"""A project folder of the user's own: found by configuration, its entries beside the registry, its evidence in its own folder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from papers import cli
from theorems import dependencies, sources
from theorems.certificate import FOLDER as CERTIFICATES
from theorems.check import outdated
from theorems.commands.project import FILES
from theorems.independence import road
from theorems.lines import ids, write
from theorems.loading import modules
from theorems.project import ProjectError, at, chosen, current
from theorems.registry import BIBLIOGRAPHY, registry
from theorems.status import Status

ID = "example.laplace.order_two"


def call(*arguments):
    return CliRunner().invoke(cli.main, [str(argument) for argument in arguments])


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "mine"
    assert call("project", "new", folder).exit_code == 0
    return folder


def module(folder, name, text):
    path = folder / "library" / f"{name}.py"
    path.write_text(text)
    return path


ENTRY = """
from sympy import Rational, cosh, exp
from theorems.entry import Cite, Theorem
from theorems.statement import POSITIVE, eq
from dpsym.parameters import eps
ONE = Theorem(id={id!r}, title="One", statement=eq(2 * cosh(eps), exp(eps) + exp(-eps)), domain={{eps: POSITIVE}}, typical={{eps: (1, 2)}}, {more})
"""


def entry(id, more=""):
    return ENTRY.format(id=id, more=more)


@pytest.mark.parametrize("name", ["dpsym.toml", "pyproject.toml"])
def test_a_project_is_found_from_below_by_either_file(tmp_path, monkeypatch, name):
    table = "[tool.dpsym]\n" if name == "pyproject.toml" else ""
    (tmp_path / name).write_text(f'{table}library = "entries"\ncertificates = "found"\n')
    (tmp_path / "entries").mkdir()
    (tmp_path / "below" / "deeper").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "below" / "deeper")

    found = current()
    assert (found.root, found.library) == (tmp_path, tmp_path / "entries")
    assert (found.papers, found.bibliography) == (None, None)
    assert found.certificates == tmp_path / "found"


def test_a_pyproject_of_somebody_else_is_no_project(tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_text("[tool.ruff]\nline-length = 80\n")
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    assert current() is None
    (tmp_path / "below" / "pyproject.toml").write_text("not TOML at all [")
    assert current() is None


@pytest.mark.slow
def test_the_variable_names_a_project_and_an_option_another(project, tmp_path, monkeypatch):
    monkeypatch.setenv("DPSYM_PROJECT", str(project))
    assert current().root == project
    assert ID in call("list", "order two").stdout
    other = tmp_path / "other"
    call("project", "new", other)
    (other / "library" / "entries.py").write_text(entry("other.one"))
    shown = call("--project", other, "list").stdout
    assert "other.one" in shown
    assert ID not in shown
    assert os.environ["DPSYM_PROJECT"] == str(project)


def test_a_link_does_not_lead_out_of_a_project(tmp_path):
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    (inside / "library").mkdir(parents=True)
    outside.mkdir()
    (inside / "papers").symlink_to(outside)
    (inside / "dpsym.toml").touch()
    with pytest.raises(ProjectError, match=r"papers in .* must be a path inside"):
        at(inside)
    (inside / "papers").unlink()
    (outside / "other.py").write_text("raise SystemExit")
    (inside / "library" / "other.py").symlink_to(outside / "other.py")
    with pytest.raises(ProjectError, match="must be inside the library, got a link to"):
        modules(at(inside))


@pytest.mark.parametrize("text", ["tool = 1\n", "[tool]\ndpsym = 1\n", "tool = [1]\n", "[[tool]]\ndpsym = 1\n"])
def test_a_pyproject_of_any_shape_is_none_or_refused_by_name(tmp_path, monkeypatch, text):
    (tmp_path / "pyproject.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    if text.startswith("[tool]"):
        with pytest.raises(ProjectError, match=r"tool.dpsym in .* must be a table, got 1"):
            current()
    else:
        assert current() is None


@pytest.mark.parametrize("mode", [0o777, 0o757, 0o775])
@pytest.mark.parametrize("name", ["", "dpsym.toml"])
def test_a_project_that_others_can_write_is_left_aside_where_found_and_refused_where_named(
    tmp_path, monkeypatch, capsys, mode, name
):
    """Its modules would be run."""
    (tmp_path / "dpsym.toml").touch()
    place = tmp_path / name
    os.chown(place, -1, os.getuid() + 1) if os.getuid() == 0 else None
    if mode == 0o775 and place.stat().st_gid == os.getuid():
        pytest.skip("the group is the user's own")
    place.chmod(mode)
    monkeypatch.chdir(tmp_path)
    assert current() is None
    assert (
        f"project {tmp_path} is left aside: {place} must be writable by you alone, got mode {mode:o}"
        in capsys.readouterr().err
    )
    with chosen(tmp_path), pytest.raises(ProjectError, match="is not believed"):
        current()


@pytest.mark.skipif(os.getuid() != 0, reason="files of others are made by root")
def test_a_project_of_somebody_else_is_not_believed(tmp_path, monkeypatch, capsys):
    (tmp_path / "dpsym.toml").touch()
    os.chown(tmp_path / "dpsym.toml", 12345, -1)
    monkeypatch.chdir(tmp_path)
    assert current() is None
    assert "must belong to you, user 0, got user 12345" in capsys.readouterr().err


def test_a_project_that_is_found_by_its_place_is_named_once(tmp_path, monkeypatch, capsys):
    (tmp_path / "dpsym.toml").touch()
    monkeypatch.chdir(tmp_path)
    assert current().root == current().root == tmp_path
    assert capsys.readouterr().err == f"project {tmp_path}\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("library = ", "must be readable TOML"),
        ('libary = "library"', r"must have the fields .* only, got \['libary'\]"),
        ("library = 3", "library in .* must be a path as text, got 3"),
        ('library = "gone"', "must be a folder that exists, got 'gone'"),
        ('bibliography = "gone.bib"', "must be a file that exists, got 'gone.bib'"),
        (f'certificates = "{CERTIFICATES}"', "certificates in .* must be a path inside"),
        ('library = "/etc"', "library in .* must be a path inside .*, got '/etc', which is /etc"),
        ('certificates = "../elsewhere"', "certificates in .* must be a path inside"),
        ('papers = "."', "papers in .* must be a path inside"),
        ('library = "\\u0000"', "library in .* must be a path as text"),
        ("a = " + "[" * 2000, "must be readable TOML"),
    ],
)
def test_a_configuration_that_cannot_be_followed_is_an_error_that_names_file_and_reason(tmp_path, text, complaint):
    (tmp_path / "dpsym.toml").write_text(text)
    with pytest.raises(ProjectError, match=complaint):
        at(tmp_path)
    result = call("--project", tmp_path, "list")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert str(tmp_path / "dpsym.toml") in result.stderr


def test_a_folder_without_configuration_is_no_project(tmp_path):
    result = call("--project", tmp_path, "list")
    assert result.exit_code == 2
    assert "project must be a folder with a dpsym.toml" in result.stderr


def test_its_entries_stand_beside_the_built_in_ones(project):
    with chosen(project):
        library = registry()
        assert library.own == (ID,)
        assert library[ID].uses == ("renyi.laplace",)
        assert ID in library.used_by("renyi.laplace")
        assert library.folder_of(ID) == project / "certificates"
        assert library.folder_of("renyi.laplace") == CERTIFICATES
        assert library.bibliography == (BIBLIOGRAPHY, project / "refs.bib")
    assert ID not in registry()


@pytest.mark.slow
def test_checks_and_attacks_are_written_into_the_project_and_nothing_into_the_package(project):
    before = {path: path.stat().st_mtime_ns for path in CERTIFICATES.rglob("*.jsonl")}
    result = call("--project", project, "check", "--mutants")

    assert result.exit_code == 0, result.output
    assert "1 entry: 1 proved (1 by derivation); 1 checked now" in result.stdout
    assert {path.relative_to(project / "certificates") for path in (project / "certificates").rglob("*.*")} == {
        *(Path(folder) / f"{ID.partition('.')[0]}.jsonl" for folder in ("", "replay", "code", "attacks")),
        Path("code") / "names.txt",
    }
    assert {path: path.stat().st_mtime_ns for path in CERTIFICATES.rglob("*.jsonl")} == before
    again = call("--project", project, "check", "--mutants")
    assert "0 checked now" in again.stdout
    assert "refuted by their mathematical checks: 19 of 19 proved; not noticed: none" in " ".join(again.stdout.split())
    assert call("--project", project, "check", "--frozen").exit_code == 0


@pytest.mark.slow
def test_the_other_commands_see_its_entries(project):
    call("--project", project, "check")

    def told(*arguments):
        result = call("--project", project, *arguments)
        assert result.exit_code == 0, result.output
        return result.stdout

    assert "proved by derivation: holds over its whole domain" in told("show", ID)
    assert r"\begin{theorem}" in told("show", ID, "--latex")
    assert "The author. An example of a theorem of one's own" in told("show", ID)
    assert r"\cite{example,mironov2017renyi} (the first lemma; Corollary 2)" in told("table", ID)
    assert f'"{ID}" -> "renyi.laplace"' in told("graph")
    assert "1 certificates: " in told("verify")
    assert "0 failed" not in told("verify")


def test_a_built_in_entry_is_reported_but_never_run(project):
    result = call("--project", project, "check", "renyi.laplace", "--full")
    assert result.exit_code == 0
    assert "0 checked now" in result.stdout


@pytest.mark.slow
def test_parallel_checks_find_its_modules(project):
    module(project, "more", entry("example.one") + entry("example.two").replace("ONE", "TWO"))
    result = subprocess.run(
        [sys.executable, "-m", "theorems.cli", "check", "--jobs", "2"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert set(ids(project / "certificates")) == {ID, "example.one", "example.two"}
    assert "3 entries: 2 claimed, 1 proved (1 by derivation); 3 checked now" in result.stdout


@pytest.mark.slow
def test_a_change_of_its_code_outdates_its_certificates(project):
    call("--project", project, "check")
    runs = project / "library" / "runs.py"
    with chosen(project):
        library = registry()
        assert outdated(library, [ID]) == {}
        runs.write_text(runs.read_text() + "\nCHANGED = 1\n")
        sources.forget()
        dependencies.forget()
        assert outdated(library, [ID]) == {ID: "its checks run code that changed since"}


@pytest.mark.slow
def test_a_run_that_asks_the_engine_is_no_second_road(project):
    runs, entries = project / "library" / "runs.py", project / "library" / "entries.py"
    asking = "    from dpsym.derive import derive  # noqa: F401\n\n    return Laplace("
    runs.write_text(runs.read_text().replace("    return Laplace(", asking))
    entries.write_text(entries.read_text().replace(", Enclose())", ")"))
    result = call("--project", project, "check")
    assert result.exit_code == 1
    assert "derive and quadrature share code, dpsym.derive" in " ".join(result.stdout.split())
    with chosen(project):
        derived, run = registry().card(ID).roads
        assert "library.runs" in road(run)
        assert road(derived) & road(run)


def test_an_id_of_the_built_in_registry_is_refused(project):
    path = module(project, "copied", entry("renyi.laplace"))
    with (
        chosen(project),
        pytest.raises(ProjectError, match=f"got 'renyi.laplace' in {path}; the built-in registry has it"),
    ):
        registry()


def test_an_id_that_two_modules_have_is_refused(project):
    path = module(project, "twice", entry(ID))
    with chosen(project), pytest.raises(ProjectError, match=f"got '{ID}' in {path}; .*entries.py has it"):
        registry()


@pytest.mark.slow
def test_a_module_may_import_entries_of_the_built_in_registry(project):
    module(
        project,
        "more",
        "from theorems.library.catalogue.laplace_mechanism import RENYI_LAPLACE\n" + entry("example.one"),
    )
    with chosen(project):
        assert registry().own == (ID, "example.one")


def test_a_broken_module_is_named_with_what_it_raised(project):
    path = module(project, "broken", "1/0\n")
    result = call("--project", project, "list")
    assert result.exit_code == 2
    assert result.stderr == f"Error: {path} must load, got ZeroDivisionError: division by zero\n"


def test_a_library_called_like_an_installed_package_is_refused(tmp_path):
    (tmp_path / "dpsym.toml").write_text('library = "numpy"\n')
    (tmp_path / "numpy").mkdir()
    (tmp_path / "numpy" / "entries.py").write_text("")
    result = call("--project", tmp_path, "list")
    assert result.exit_code == 2
    assert "must not be called like an installed package" in result.stderr


def test_an_unknown_source_and_a_key_of_another_work_are_refused(project):
    path = module(project, "more", entry("example.one", more='cites=(Cite("nobody2000", "1"),)'))
    assert "must stand in refs.bib or refs.bib, got ['nobody2000']" in call("--project", project, "list").stderr
    path.unlink()
    (project / "refs.bib").write_text(
        "@book{mironov2017renyi,\n title = {Another book},\n}\n@misc{example, title={A}}\n"
    )
    assert (
        "must not stand for other works in the built-in registry, got ['mironov2017renyi']"
        in call("--project", project, "list").stderr
    )


@pytest.mark.slow
def test_a_certificate_of_no_entry_of_its_is_told(project):
    call("--project", project, "check")
    write({"id": "example.gone"}, project / "certificates")
    result = call("--project", project, "check")
    assert result.exit_code == 1
    assert "example.gone" in result.stdout


def test_a_new_project_replaces_nothing(project):
    result = call("project", "new", project)
    assert result.exit_code == 2
    assert "must not replace files" in result.stderr
    assert {str(path.relative_to(project)) for path in project.rglob("*") if path.is_file()} >= set(FILES)


def test_nothing_of_a_project_but_its_library_is_run(project):
    (project / "papers" / "evil_2020").mkdir()
    (project / "papers" / "evil_2020" / "paper.toml").write_text("")
    (project / "papers" / "evil_2020" / "results.py").write_text("raise SystemExit('run')\n")
    (project / "conftest.py").write_text("raise SystemExit('run')\n")
    assert call("--project", project, "list", "order two").exit_code == 0
    assert call("--project", project, "paper", "list").exit_code == 0


@pytest.mark.slow
def test_the_ten_minutes_from_a_statement_to_a_pdf_s_sources(tmp_path, monkeypatch):
    """The path of the README: a statement in the REPL, an entry, its checks, LaTeX with its citation."""
    from dpsym import Laplace, Renyi
    from dpsym.parameters import eps
    from papers import holds

    assert str(Renyi(2, Laplace(0, 1 / eps), Laplace(1, 1 / eps)).doit()) == "log(2*exp(epsilon)/3 + exp(-2*epsilon)/3)"
    assert holds("Renyi(2, Laplace(0, 1), Laplace(1, 1)) <= 2/3")
    call("project", "new", tmp_path / "mine")
    monkeypatch.chdir(tmp_path / "mine")
    assert call("check", "--mutants").exit_code == 0
    assert call("paper", "new", "mine_2026").exit_code == 0
    result = call("paper", "build", "mine_2026")
    assert result.exit_code == 0, result.output
    built = tmp_path / "mine" / "build" / "mine_2026"
    main = (built / "main.tex").read_text()
    assert [line.split(" %")[0] for line in main.splitlines() if line.startswith((r"\input", r"\bibliography{"))] == [
        r"\input{numbers}",
        r"\input{bound}",
        r"\input{losses}",
        r"\bibliography{refs}",
    ]
    assert r"it follows that $\rho = \frac{k}{2 \sigma^{2}}$" in (built / "bound.tex").read_text()
    assert r"\newcommand{\loss}{\num{10.998}}" in (built / "numbers.tex").read_text()
    assert "@unpublished{example," in (built / "refs.bib").read_text()
    record = json.loads((built / "results.json").read_text())
    assert [one["verdict"] for one in record["results"]] == ["holds"]
    assert ID in (built / "evidence.tex").read_text().replace(r"\allowbreak{}", "").replace(r"\char95{}", "_")
    with chosen(Path()):
        assert registry().own_status(ID) is Status.PROVED
