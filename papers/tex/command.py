"""`dpsym tex`: a paper of anyone's kept in step."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from papers.errors import PaperError
from theorems.commands.context import INTERRUPTED, library_of
from theorems.commands.progress import waiting

if TYPE_CHECKING:
    from papers.tex.document import Checked

_PAUSE = 0.5


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; a side file that is out of date is a failure too."
)
@click.option("--watch", is_flag=True, help="Look again whenever the paper changes, until interrupted.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    help="For the proof of a claim.",
)
@click.option("--force", is_flag=True, help="Replace files that this program did not write, too.")
@click.pass_context
def tex(context: click.Context, file: Path, only_check: bool, watch: bool, seconds: float, force: bool) -> None:
    r"""Keep the formulas and numbers of a LaTeX paper in step with what is proved.

    FILE says \usepackage{dpsym} and, wherever it states something,

    \b
      \dpsym{Gaussian(sigma=5).compose(1000).epsilon(1e-6)}          the number, rounded up
      \dpsym[49.32]{Gaussian(sigma=5).compose(1000).epsilon(1e-6)}   the same, typed: an error if it does not hold
      \dpsymeq[eq:loss]{Renyi(alpha, Laplace(0, b), Laplace(1, b))}  a closed form, displayed, broken where it is too wide
      \dpsymclaim{Renyi(alpha, RR(eps)) <= alpha*eps**2/2}{alpha > 1, eps <= 8}   proved there, or an error with a witness
      \dpsymproof{Gaussian(sigma).compose(k).to_zcdp()}              the steps, with sources
      \dpsymtheorem{renyi.laplace}  \dpsymstatus{renyi.laplace}  \dpsymcite{renyi.laplace}
      \dpsymtable{k = 1, 10}{Gaussian & Gaussian(5).compose(k).epsilon(1e-6) \\ ...}   needs booktabs and siunitx

    A typed number is the bound rounded up in its last digit; with \le before it, it may be any number that is not below; with
    \approx it is right to its last digit; with \ge it is a lower bound. Written are FILE's side file (main.dpsym.tex), dpsym.sty
    and, where sources are cited that the paper has not, main.dpsym.bib. Exit status: 0 if all holds, 1 if something does not, 2
    for a mistake in the command or a source that cannot be read.
    """
    if only_check and watch:
        raise click.UsageError("--check looks once and --watch goes on: give one of them")
    known: dict = {}
    try:
        for checked in _looked_at(context, file, known, seconds, watch):
            ok = _told(checked, only_check, force)
            if not watch:
                context.exit(0 if ok else 1)
    except KeyboardInterrupt:
        context.exit(INTERRUPTED)


def _looked_at(context: click.Context, file: Path, known: dict, seconds: float, watch: bool) -> Iterator[Checked]:
    """Yield the paper as it stands, and whenever it has changed again."""
    from papers.tex.document import check
    from papers.tex.shown import Desk

    sources: tuple[Path, ...] = (file,)
    while True:
        before = _times(file, sources)
        try:
            with waiting(f"looking at {file}"):
                checked = check(file, lambda source: Desk(library_of(context), source.column, seconds), known)
        except PaperError as error:
            if not watch:
                raise
            click.echo(f"Error: {error}", err=True)  # half typed, as often as not
        else:
            sources = checked.source.files
            yield checked
        if not watch:
            return
        while _times(file, sources) == before:
            time.sleep(_PAUSE)


def _times(main: Path, sources: tuple[Path, ...]) -> dict[Path, int]:
    """Return when sources, and what may become one, were last written, side files aside; one that is gone for a moment counts as 0."""
    beside = (path for pattern in ("*.tex", "*/*.tex") for path in main.parent.glob(pattern))
    return {path: _written(path) for path in {*sources, *beside} if not path.name.endswith(".dpsym.tex")}


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _told(checked: Checked, only_check: bool, force: bool) -> bool:
    """Write the files, unless nothing may be written, and say what does not hold."""
    problems = checked.problems
    if only_check:
        problems += [f"{path} is out of date; run dpsym tex {checked.source.main}" for path in checked.outdated]
    else:
        for path in checked.write(force):
            click.echo(f"{path} written", err=True)
    for line in problems:
        click.echo(line)
    wrong = sum(bool(shown.problem) for shown in checked.shown.values())
    click.echo(f"{checked.source.main}: {len(checked.shown)} looked at, {wrong or 'none'} wrong", err=True)
    return not problems
