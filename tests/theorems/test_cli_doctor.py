"""What looks after the command itself: doctor, completion, progress."""

import shutil
import subprocess
from importlib.metadata import version

import pytest
from click.testing import CliRunner

from theorems import cli, dependencies
from theorems.commands.progress import estimate, followed


def call(*arguments, **options):
    return CliRunner().invoke(cli.main, arguments, **options)


def test_the_doctor_finds_what_is_needed():
    result = call("doctor")
    assert result.exit_code == 0, result.output
    assert result.stdout.endswith("All that is needed is there.\n")
    assert "ok     Python 3." in result.stdout
    assert "sympy" in result.stdout


def test_the_doctor_says_what_stands_in_front_of_a_package(monkeypatch, tmp_path):
    from importlib import util

    real = util.find_spec
    (tmp_path / "papers.py").write_text("")
    monkeypatch.setattr(
        util,
        "find_spec",
        lambda name, *more: (
            util.spec_from_file_location(name, tmp_path / "papers.py") if name == "papers" else real(name, *more)
        ),
    )
    result = call("doctor")
    assert result.exit_code == 1
    assert f"papers is found {tmp_path}/papers.py, and another package stands in front of ours" in result.stdout


def test_the_doctor_names_the_library_that_outdates_certificates(monkeypatch):
    written = dependencies.versions()
    monkeypatch.setattr(dependencies, "versions", lambda: written.replace("numpy ", "numpy 9."))
    result = call("doctor")
    number = version("numpy")
    assert result.exit_code == 0
    assert f"were written with numpy {number} (here 9.{number}); dpsym check" in result.stdout
    assert "sympy" not in next(line for line in result.stdout.splitlines() if line.startswith("other"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_names_the_command(shell):
    script = call("completion", shell).stdout
    assert "_DPSYM_COMPLETE" in script
    if shell == "bash" and shutil.which("bash"):
        subprocess.run(["bash", "-n"], input=script, text=True, check=True)


def test_commands_and_ids_are_completed():
    shown = call(
        env={"_DPSYM_COMPLETE": "bash_complete", "COMP_WORDS": "dpsym show renyi.lap", "COMP_CWORD": "2"},
        prog_name="dpsym",
    )
    assert "plain,renyi.laplace" in shown.stdout.splitlines()
    assert "kl.laplace" not in shown.stdout


def test_what_is_followed_is_passed_on_and_told_if_wanted(capsys):
    assert list(followed(iter("abc"), str.upper, 3)) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""
    assert list(followed(iter("abc"), str.upper, 3, each=True)) == ["a", "b", "c"]
    assert capsys.readouterr().err.splitlines() == ["[1/3] a: A", "[2/3] b: B", "[3/3] c: C"]


@pytest.mark.parametrize(
    ("done", "seconds", "words"),
    [(0, 5.0, ""), (1, 10.0, "about 90 s left"), (5, 300.0, "about 5 min left"), (10, 5.0, ""), (9, 1.0, "")],
)
def test_an_estimate_is_what_is_left_at_the_same_pace(done, seconds, words):
    assert estimate(done, 10, seconds) == words
