"""The command itself: which commands there are, and how it speaks of errors."""

import re
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

from dpsym.errors import NotDerivedError, ParameterError
from mechanisms.errors import GeneratorError
from theorems import cli
from theorems.errors import EntryError


def call(*arguments):
    return CliRunner().invoke(cli.main, arguments)


@pytest.fixture
def register(monkeypatch):
    """Return a function that registers commands as other packages do, by module and name."""

    def registered(**values):
        points = [EntryPoint(name.replace("_", "-"), value, cli.GROUP) for name, value in values.items()]
        monkeypatch.setattr(cli, "entry_points", lambda group: points if group == cli.GROUP else [])
        cli._registered.cache_clear()

    yield registered
    cli._registered.cache_clear()


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Put a module with commands of another package on the path."""
    (tmp_path / "planted_commands.py").write_text(
        "import click\n"
        "@click.group()\n"
        "def paper():\n    'Tell what papers say.'\n"
        "@paper.command()\n@click.argument('key')\n"
        "def verdicts(key):\n    click.echo(f'verdicts of {key}')\n"
        "number = 3\n"
    )
    monkeypatch.syspath_prepend(tmp_path)


def test_commands_of_other_packages_are_listed_and_run(register, module):
    register(paper="planted_commands:paper")
    assert re.search(r"^  paper +Tell what papers say\.$", call("--help").stdout, re.MULTILINE)
    assert call("paper", "verdicts", "mironov2017").stdout == "verdicts of mironov2017\n"


def test_without_the_papers_their_command_says_what_is_missing(register):
    register()
    result = call("paper", "list")
    assert result.exit_code == 2
    assert (
        "no package registers further commands (entry point group 'dpsym.commands'): is `papers` installed?"
        in result.stderr
    )


def test_a_mistyped_command_names_the_nearest(register):
    register()
    assert "No such command 'chek'; the nearest is 'check'." in call("chek").stderr


@pytest.mark.parametrize("value", ["planted_commands:absent", "no_such_module:paper"])
def test_a_command_that_cannot_be_loaded_leaves_the_others_alone_and_says_why(register, module, value):
    register(paper=value)
    assert "(cannot be loaded)" in call("--help").stdout
    result = call("paper", "list", "--out", "file")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: command 'paper' ({value}) cannot be loaded: ")
    assert len(result.stderr.splitlines()) == 1


def test_an_entry_point_that_is_no_command_is_an_error_of_one_line(register, module):
    register(paper="planted_commands:number")
    result = call("paper")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "must be a click command, got 3" in result.stderr


def test_a_registered_command_does_not_replace_one_of_ours(register, module):
    register(list="planted_commands:paper")
    assert "List the entries" in call("list", "--help").stdout


@pytest.fixture
def breaking(monkeypatch):
    """Return a function that adds a command which raises an error."""

    def added(error):
        @click.command()
        def fail():
            raise error

        monkeypatch.setitem(cli._OWN, "fail", "planted:fail")
        monkeypatch.setattr(cli, "import_module", lambda name: SimpleNamespace(fail=fail))

    return added


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (
            ParameterError("noise scale b", "positive and finite", -1.0),
            "noise scale b must be positive and finite, got -1.0",
        ),
        (NotDerivedError("no strategy closes\nthis head"), "no strategy closes this head"),
        (
            EntryError("theorem id must be unique, got 'a.b' twice"),
            "theorem id must be unique, got 'a.b' twice",
        ),
        (GeneratorError("rng", "a Generator", 7), "rng must be a Generator, got 7"),
    ],
)
def test_errors_of_our_packages_are_one_line_without_a_traceback(breaking, error, line):
    breaking(error)
    result = call("fail")
    assert (result.exit_code, result.output) == (2, f"Error: {line}\n")


def test_an_error_that_nobody_raised_on_purpose_is_not_hidden(breaking):
    breaking(ZeroDivisionError("a bug"))
    assert isinstance(call("fail").exception, ZeroDivisionError)


def test_an_interrupt_in_any_command_exits_with_130(breaking):
    breaking(KeyboardInterrupt())
    result = call("fail")
    assert (result.exit_code, result.output) == (130, "Interrupted.\n")


def test_the_version_is_told():
    assert call("--version").stdout.startswith("dpsym, version ")
