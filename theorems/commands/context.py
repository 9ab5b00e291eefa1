"""What the commands share: the registry that they look at, and the files that they write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mechanisms import files
from mechanisms.files import marked, write

if TYPE_CHECKING:
    from theorems.registry import Registry

INTERRUPTED = 130
_SENTENCE = 300
"""How long the first sentence about a command may be."""
_FORCE = "dpsym.force"
Command = TypeVar("Command", bound=Callable[..., Any])


class Group(click.Group):
    """A command with commands of its own, of each of which the list has the whole first sentence."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        found = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(_SENTENCE)) for name, one in found if one is not None])


class Failure(click.ClickException):
    """A mistake that the command line shows on one line, without a traceback."""

    exit_code = 2


def library_of(context: click.Context) -> Registry:
    """Return the registry that the caller handed in as the context's object, else this package's with the project's."""
    if context.obj is not None:
        return context.obj
    from theorems.registry import registry

    return registry()


def chosen(library: Registry, ids: Sequence[str]) -> list[str]:
    """Return the ids without repetition; if there are none, those of the project one works in, or else all.

    Raises
    ------
    UnknownIdError
        If one of them has no entry.
    """
    return [library.card(id).id for id in dict.fromkeys(ids)] or list(library.own or library)


def echo_json(record: Any) -> None:
    """Write a record to standard output as JSON."""
    import json

    click.echo(json.dumps(record, indent=1, ensure_ascii=False))


def output(name: str = "--out", *, folder: bool = False, **options: Any) -> Callable[[Command], Command]:
    """Return the decorator of a command that writes a file: the option that names it, and ``--force``."""
    kind = click.Path(file_okay=not folder, dir_okay=folder, path_type=Path)

    def decorate(command: Command) -> Command:
        force = click.option(
            "--force",
            is_flag=True,
            expose_value=False,
            callback=_remember,
            help="Replace files that this program did not write, too.",
        )
        return click.option(name, **{"type": kind, **options})(force(command))

    return decorate


def _remember(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    context.meta[_FORCE] = value


def is_forced() -> bool:
    """Return whether the command that runs was given ``--force``."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_FORCE))


def deliver(text: str, out: Path | None, form: str = "latex") -> None:
    """Write text to the file, with the mark of this program, or to standard output, without it, if there is none.

    Parameters
    ----------
    form : str, optional
        The form of the text, as `mechanisms.files.marked` has it.
    """
    if out is None:
        click.echo(text, nl=False)
    else:
        write(out, marked(text, form), is_forced())


def replaced(path: Path) -> AbstractContextManager[Path]:
    """Give a place beside the path to write to, as `mechanisms.files.replaced` does, with the command's ``--force``."""
    return files.replaced(path, is_forced())
