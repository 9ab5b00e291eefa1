"""The console command `dpsym`: looks the command up, and shows every error of the project on one line."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NoReturn

import click

from theorems.commands.context import INTERRUPTED, Failure, Group

DEBUG = "DPSYM_DEBUG"
"""The variable that makes errors come with their traceback."""
BROKEN = 70
"""The exit status of a fault of the program, as opposed to a mistake in the command."""
_SHOWN, _LONGEST = 300, 2000
COMMANDS = {
    "audit": "theorems.commands.audit:audit",
    "check": "theorems.commands.check:check",
    "completion": "theorems.commands.completion:completion",
    "coverage": "theorems.commands.coverage:coverage",
    "derive": "theorems.commands.derive:derive",
    "diff": "theorems.commands.diff:diff",
    "doctor": "theorems.commands.doctor:doctor",
    "freeze": "theorems.commands.freeze:freeze",
    "graph": "theorems.commands.graph:graph",
    "list": "theorems.commands.list:list_entries",
    "peer": "theorems.commands.peer:peer",
    "plot": "theorems.commands.plot:plot",
    "project": "theorems.commands.project:project",
    "prove": "theorems.commands.prove:prove",
    "regress": "theorems.commands.regress:regress",
    "routes": "theorems.commands.routes:routes",
    "show": "theorems.commands.show:show",
    "table": "theorems.commands.table:table",
    "verify": "theorems.commands.verify:verify",
}
"""Where each command is; a package above adds its own to these, see `papers.cli`."""
_PACKAGES = ("dpsym", "mechanisms", "theorems", "papers")


class Commands(Group):
    """Commands by name, each imported when it is asked for."""

    homes: Mapping[str, str] = COMMANDS

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self.homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.homes:
            return None
        module, _, name = self.homes[cmd_name].partition(":")
        return getattr(import_module(module), name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None:
            _unknown(args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **options: Any) -> Any:
        """Run a command line; whatever goes wrong ends in one line on standard error, and in no success."""
        if not options.get("standalone_mode", True):
            return super().main(*args, **options)
        try:
            try:
                return super().main(*args, **options)
            finally:
                sys.stdout.flush()  # a device that is full says so here at the latest
        except OSError as error:
            _silence()
            _end(f"output must be writable, got: {error.strerror or error}", Failure.exit_code)
        except Exception as error:
            if os.environ.get(DEBUG):
                raise
            _end(
                f"{type(error).__name__}: {_one_line(error, _SHOWN)} (a fault of dpsym; set {DEBUG}=1 to see where)",
                BROKEN,
            )

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except Exception as error:
            if not _is_ours(error) or os.environ.get(DEBUG):
                raise
            raise Failure(_one_line(error, _LONGEST)) from None


def _one_line(error: Exception, longest: int) -> str:
    text = " ".join(str(error).split())
    return text if len(text) <= longest else f"{text[:longest]}..."


def _silence() -> None:
    """Let the interpreter not try again, when it ends, to write what could not be written."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # no file of the system stands behind it
        return


def _end(line: str, status: int) -> NoReturn:
    click.echo(f"Error: {line}", err=True)
    sys.exit(status)


def _unknown(name: str, known: list[str]) -> NoReturn:
    nearest = difflib.get_close_matches(name, known, n=1)
    said = f"No such command {name!r}{f'; the nearest is {nearest[0]!r}' if nearest else ''}."
    raise click.UsageError(said)


def _is_ours(error: Exception) -> bool:
    """Return whether a package of the project raises the error on purpose: it is from an `errors` module."""
    return any(
        kind.__module__.endswith(".errors") and kind.__module__.split(".")[0] in _PACKAGES
        for kind in type(error).__mro__
    )


def _version() -> str:
    try:
        return version("dpsym")
    except PackageNotFoundError:
        return "unknown (not installed)"


def program(kind: type[Commands]) -> click.Group:
    """Return the console command with the commands of a class."""

    @click.group(cls=kind)
    @click.version_option(_version(), prog_name="dpsym")
    @click.option(
        "--project",
        type=click.Path(path_type=Path),
        help="A project folder of your own; the current folder, or the nearest one above that is one, if left out.",
    )
    @click.pass_context
    def main(context: click.Context, project: Path | None) -> None:
        """Derive privacy bounds, and check what the registry of theorems says about them."""
        if project is not None:
            from theorems.project import chosen

            context.with_resource(chosen(project))

    return main


main = program(Commands)

if __name__ == "__main__":
    main()
