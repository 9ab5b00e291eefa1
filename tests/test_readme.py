"""The front page and the guides do what they say."""

import doctest
import importlib
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TEXTS = {"README": README} | {
    path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "papers" / "guide").glob("*.md"))
}
BLOCKS = {name: re.findall(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL) for name, text in TEXTS.items()}
SESSIONS = {
    name: "".join(text for language, text in blocks if language == "python" and ">>>" in text)
    for name, blocks in BLOCKS.items()
}
SHELL = [
    line
    for blocks in BLOCKS.values()
    for language, text in blocks
    if language == "sh"
    for line in text.splitlines()
    if line
]
SET_UP = [line for line in SHELL if line.startswith("python3 -m venv")]
COMMANDS = list(dict.fromkeys(line for line in SHELL if line not in SET_UP))
EXAMPLES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in ("dpsym", "mechanisms", "theorems", "papers")
    for path in (ROOT / package).rglob("*.py")
    if re.search(r"^ {4,}>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
)
"""Modules with examples in their docstrings."""


def shown(name, language, word=""):
    (found,) = (text for kind, text in BLOCKS[name] if kind == language and word in text and ">>>" not in text)
    return found


def test_the_front_page_is_short_and_what_it_links_to_is_there():
    assert len(README.splitlines()) <= 150
    for name, text in TEXTS.items():
        home = ROOT if name == "README" else ROOT / "papers" / "guide"
        linked = re.findall(r"\]\(([^)#]+)\)", text)
        assert [
            link for link in linked if "://" not in link and not link.startswith("site:") and not (home / link).exists()
        ] == []


@pytest.mark.cases(1 / 2)
@pytest.mark.parametrize("module", EXAMPLES)
def test_an_example_in_a_docstring_prints_what_is_shown(module):
    found = doctest.testmod(importlib.import_module(module))
    assert found.attempted
    assert found.failed == 0


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name == "tutorial" else name
        for name, text in SESSIONS.items()
        if text
    ],
)
def test_a_session_prints_what_is_shown(name):
    session = doctest.DocTestParser().get_doctest(SESSIONS[name], {}, name, f"{name}.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(session)

    assert session.examples
    assert runner.failures == 0


@pytest.mark.cases(1 / 3)
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=pytest.mark.slow) if "coverage" in line or "paper build" in line else line
        for line in COMMANDS
    ],
)
def test_each_command_runs(line, tmp_path, monkeypatch):
    from papers.cli import main

    monkeypatch.chdir(tmp_path)  # some write files

    program, *arguments = shlex.split(line, comments=True)
    result = CliRunner().invoke(main, arguments)

    assert program == "dpsym"
    assert result.exit_code == 0, result.output


@pytest.mark.slow
def test_the_claims_file_is_judged_as_the_guide_says(tmp_path, monkeypatch):
    from papers.cli import main

    monkeypatch.chdir(tmp_path)
    Path("claims.csv").write_text(shown("numbers", "csv"))
    session = shown("numbers", "console", "regress")
    found = [CliRunner().invoke(main, shlex.split(line, comments=True)[1:]) for line in session.splitlines()]

    assert [result.exit_code for result in found] == [1, 1, 1], [result.output for result in found]
    assert "Gaussian(sigma=1).subsample(0.01).compose(10000): epsilon = 5.99" in found[1].output
    assert Path("report.xml").exists()


def test_the_paper_of_the_guide_holds_and_its_wrong_number_is_told_as_the_guide_says(tmp_path, monkeypatch):
    from papers.cli import main

    monkeypatch.chdir(tmp_path)
    text = shown("tex", "latex")
    Path("main.tex").write_text(text)
    watched = shown("tex", "console").splitlines()
    for line in watched[:2]:
        assert CliRunner().invoke(main, shlex.split(line)[1:]).exit_code == 0
    Path("main.tex").write_text(text.replace("49.32", "49.31"))
    wrong = CliRunner().invoke(main, ["tex", "main.tex"])

    assert wrong.exit_code == 1
    assert wrong.stdout == shown("tex", "text")


@pytest.mark.parametrize("name", ["README", "numbers"])
def test_the_fixture_does_what_is_shown(privacy, name):
    from dpsym import Gaussian, Laplace

    names = {
        "Gaussian": Gaussian,
        "Laplace": Laplace,
        "my_accountant": lambda sigma, steps, delta: Gaussian(sigma=sigma).compose(steps).epsilon(delta),
        "my_laplace": lambda rng, n: rng.laplace(scale=2, size=n),
        "my_mechanism": lambda answer, rng: answer + rng.geometric(0.3) - rng.geometric(0.3),
        "data": 0,
        "neighbour": 1,
    }
    exec(shown(name, "python", "def test_"), names)  # noqa: S102
    names["test_eps"](privacy)


def test_who_cites_the_program_cites_its_version():
    with (ROOT / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_hooks_that_are_shown_are_there():
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    named = re.findall(r"- id: (\S+)", shown("numbers", "yaml", "hooks"))

    assert named == re.findall(r"^- id: (\S+)", hooks, re.MULTILINE)
    action = (ROOT / ".ci/action/action.yml").read_text(encoding="utf-8")
    given = re.findall(r"^    (\w+):", shown("numbers", "yaml", "uses"), re.MULTILINE)
    assert set(given) <= set(re.findall(r"^  (\w+):", action, re.MULTILINE))


def test_the_step_of_a_workflow_looks_at_every_file_and_marks_the_lines_that_do_not_hold(tmp_path):
    (tmp_path / "dpsym").write_text('#!/bin/sh\necho "$3:5: wrong"\n[ "$3" = good.tex ]\n')
    (tmp_path / "dpsym").chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "PAPERS": "bad.tex\n\ngood.tex\n", "CLAIMS": ""}
    done = subprocess.run(
        ["bash", ROOT / ".ci/action/check"], env=environment, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert "::error file=bad.tex,line=5::wrong" in done.stdout
    assert "== dpsym tex --check good.tex" in done.stdout
    assert "file=good.tex" not in done.stdout


def test_the_step_of_a_workflow_marks_a_file_of_which_no_line_is_named(tmp_path):
    (tmp_path / "dpsym").write_text("#!/bin/sh\necho unsound: 1\nexit 1\n")
    (tmp_path / "dpsym").chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "CLAIMS": "claims.csv\n"}
    done = subprocess.run(
        ["bash", ROOT / ".ci/action/check"], env=environment, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert "::error file=claims.csv::it does not hold, says dpsym regress" in done.stdout


def test_the_two_set_up_commands_are_one_line_each_and_ci_runs_them_as_written():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")

    assert [line.split(" && ")[-1] for line in SET_UP] == [".venv/bin/dpsym check", ".venv/bin/python -m pytest"]
    assert script.count("readme_command") >= 3


def test_ci_finds_the_set_up_commands_in_the_readme():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    function = re.search(r"^readme_command\(\) \{.*?^\}", script, re.MULTILINE | re.DOTALL).group()

    found = [
        subprocess.run(
            ["bash", "-c", f'{function}; readme_command "{end}"'], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()
        for end in ("dpsym check", "-m pytest")
    ]

    assert found == SET_UP


def test_importing_dpsym_loads_no_numeric_library():
    # SymPy may load python-flint for its own arithmetic: only what comes on top counts
    heavy = "{'numpy', 'scipy', 'matplotlib', 'networkx', 'flint', 'numba'}"
    code = f"import sys, sympy; before = set(sys.modules); import dpsym; sys.exit(bool({heavy} & set(sys.modules) - before))"

    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
