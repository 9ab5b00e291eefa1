"""What the commands share: the registry that they look at, and writing a file whole."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from theorems.registry import Registry

INTERRUPTED = 130
OUT = click.Path(dir_okay=False, path_type=Path)


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


def deliver(text: str, out: Path | None) -> None:
    """Write text to the file, or to standard output if there is none."""
    if out is None:
        click.echo(text, nl=False)
        return
    with replaced(out) as beside:
        beside.write_text(text, encoding="utf-8")


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """Give a place beside the path to write to, and rename it into place when all went well.

    Raises
    ------
    Failure
        If the file cannot be written.
    """
    beside = path.with_name(f".{os.getpid()}.{path.name}")
    try:
        yield beside
        beside.replace(path)
    except OSError as error:
        raise Failure(f"file {path} must be writable, got: {error.strerror}") from None
    finally:
        beside.unlink(missing_ok=True)
