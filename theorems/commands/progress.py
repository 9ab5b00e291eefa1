"""What takes longer than a moment says how far it is, and about how long it goes on, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

_EVERY = 5.0
_PATIENCE = 1.0


def followed(steps: Iterator[str], said: Callable[[str], str], total: int, each: bool = False) -> Iterator[str]:
    """Pass names on: with a bar and an estimate on a terminal, and elsewhere with a line every five seconds.

    Parameters
    ----------
    steps : iterator of str
        What is finished, as it is.
    said : callable
        Takes a name, and returns what became of it.
    total : int
        How many there will be.
    each : bool, optional
        Whether each has a line of its own where no terminal listens.
    """
    if sys.stderr.isatty():
        yield from _on_a_terminal(steps, total)
        return
    start = told = time.monotonic()
    for number, name in enumerate(steps, 1):
        now = time.monotonic()
        if each or now - told >= _EVERY:
            told = now
            left = estimate(number, total, now - start)
            click.echo(f"[{number}/{total}] {name}: {said(name)}{f'; {left}' if left else ''}", err=True)
        yield name


def estimate(done: int, total: int, seconds: float) -> str:
    """Return about how long it goes on, in words; nothing where that is below a second or nothing is done yet.

    Parameters
    ----------
    done, total : int
        How many are finished, of how many.
    seconds : float
        How long that took.
    """
    left = seconds * (total - done) / done if done else 0.0
    if left < _PATIENCE:
        return ""
    return f"about {left:.0f} s left" if left < 100 else f"about {left / 60:.0f} min left"


def _on_a_terminal(steps: Iterator[str], total: int) -> Iterator[str]:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from theorems.commands.render import console

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("about"),
        TimeRemainingColumn(),
        TextColumn("left, {task.description}"),
    )
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        for name in steps:
            bar.update(task, advance=1, description=name)
            yield name


@contextmanager
def waiting(words: str) -> Iterator[None]:
    """Show on a terminal, while something runs of which no length is known, what it is; elsewhere nothing."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from theorems.commands.render import console

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        bar.add_task(words, total=None)
        yield
