"""The command itself: which commands there are, and how it speaks of errors."""

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


def test_a_mistyped_command_names_the_nearest():
    assert "No such command 'chek'; the nearest is 'check'." in call("chek").stderr


@pytest.fixture
def breaking(monkeypatch):
    """Return a function that adds a command which raises an error."""

    def added(error):
        @click.command()
        def fail():
            raise error

        monkeypatch.setitem(cli.COMMANDS, "fail", "planted:fail")
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
        (EntryError("theorem id must be unique, got 'a.b' twice"), "theorem id must be unique, got 'a.b' twice"),
        (GeneratorError("rng", "a Generator", 7), "rng must be a Generator, got 7"),
    ],
)
def test_errors_of_our_packages_are_one_line_without_a_traceback(breaking, error, line):
    breaking(error)
    result = call("fail")
    assert (result.exit_code, result.output) == (2, f"Error: {line}\n")


def test_an_error_that_nobody_raised_on_purpose_is_a_fault_of_its_own_status(breaking, monkeypatch):
    breaking(ZeroDivisionError("a bug"))
    result = call("fail")
    assert (result.exit_code, len(result.stderr.splitlines())) == (cli.BROKEN, 1)
    assert result.stderr.startswith("Error: ZeroDivisionError: a bug (a fault of dpsym")
    monkeypatch.setenv(cli.DEBUG, "1")
    assert isinstance(call("fail").exception, ZeroDivisionError)


def test_an_interrupt_in_any_command_exits_with_130(breaking):
    breaking(KeyboardInterrupt())
    result = call("fail")
    assert (result.exit_code, result.output) == (130, "Interrupted.\n")


def test_the_version_is_told():
    assert call("--version").stdout.startswith("dpsym, version ")
