"""`dpsym paper`: papers told from the registry, result by result, and everything that is made of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from theorems.commands.context import Group, echo_json, library_of, output
from theorems.commands.progress import waiting
from theorems.commands.project import make

if TYPE_CHECKING:
    from papers.verdict import Account
    from theorems.registry import Registry

_FOLDER = click.Path(file_okay=False, path_type=Path)


class _Papers(Group):
    """The commands about papers; the key of a paper in the place of one is a mistake that says what to type."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None:
            from papers.folders import keys

            if args[0] in keys():
                raise click.UsageError(f"No such command {args[0]!r}; to tell the paper: dpsym paper show {args[0]}")
        return super().resolve_command(ctx, args)


@click.group(cls=_Papers)
def paper() -> None:
    """Papers told from the registry: verdicts, errata, tables, figures, and a PDF of it all.

    KEY is the name of the paper's folder; `dpsym paper list` knows all. Exit status of all commands about one paper: 0 if all is well, 1 if
    a verdict disagrees with the registry or an erratum does not come out, 2 for a mistake in the command.
    """


@paper.command("list")
def list_papers() -> None:
    """List the keys of the papers, those of your project included."""
    from papers.folders import keys

    for key in keys():
        click.echo(key)


@paper.command()
@click.argument("key")
@click.option("--json", "as_json", is_flag=True, help="Results, errata and counts as one JSON object.")
@click.pass_context
def show(context: click.Context, key: str, as_json: bool) -> None:
    """Tell a paper: every numbered result with its verdict, in reading order."""
    from papers.text import as_record, results_text

    account, _ = _account(context, key)
    if as_json:
        echo_json(as_record(account))
    else:
        click.echo(results_text(account), nl=False)
    _finish(context, account)


@paper.command()
@click.argument("key")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "latex", "markdown", "json"]),
    default="text",
    show_default=True,
    help="For a terminal, a page of its own, the web, or a program (`pydoc papers.errata` tells the fields).",
)
@click.pass_context
def errata(context: click.Context, key: str, form: str) -> None:
    """Tell every erratum of a paper: where, printed, right, effect on privacy, and a line that recomputes it."""
    from papers.errata import errata_markdown, errata_record
    from papers.pages.document import errata_document
    from papers.text import errata_text

    account, library = _account(context, key)
    if form == "json":
        echo_json(errata_record(account, library))
    elif form == "text":
        click.echo(errata_text(account), nl=False)
    else:
        write = errata_document if form == "latex" else errata_markdown
        click.echo(write(account, library), nl=False)
    _finish(context, account)


@paper.command()
@click.argument("key")
@click.pass_context
def table(context: click.Context, key: str) -> None:
    """Make the paper's tables again from the registry, as booktabs LaTeX."""
    from papers.build import table_text

    account, library = _account(context, key)
    click.echo(table_text(account, library), nl=False)
    _finish(context, account)


@paper.command()
@click.argument("key")
@output(folder=True, required=True, help="The folder for them.")
@click.pass_context
def figures(context: click.Context, key: str, out: Path) -> None:
    """Draw the paper's figures again, as PDF and PNG, with their captions."""
    from papers.build import draw_figures

    account, library = _account(context, key)
    make(out)
    for path in draw_figures(account, library, out):
        click.echo(path)
    _finish(context, account)


@paper.command()
@click.argument("key")
@output(folder=True, help="The folder; build/KEY, in the project if there is one, if left out.")
@click.option("--pdf", "as_pdf", is_flag=True, help="Run pdflatex and bibtex as well, and read their logs.")
@click.pass_context
def build(context: click.Context, key: str, out: Path | None, as_pdf: bool) -> None:
    """Write everything that is made of a paper into a folder: LaTeX that compiles, figures, sources, records, Coq proofs.

    With --pdf the exit status is 2 if the PDF has anything undefined, missing, or more than 1 pt too wide.
    """
    from papers.build import OWN
    from papers.build import build as write
    from papers.compiling import compile_pdf

    account, library = _account(context, key)
    folder = _home() / "build" / key if out is None else out
    make(folder)
    with waiting(f"writing {folder}"):
        written = write(account, library, folder)
    if as_pdf:
        mains = {OWN, "account.tex"} & {path.name for path in written}
        with waiting("running LaTeX"):
            written += [compile_pdf(folder, name.removesuffix(".tex")) for name in sorted(mains)]
    for path in written:
        click.echo(path)
    _finish(context, account)


@paper.command()
@click.argument("key")
@click.option(
    "--folder", type=_FOLDER, help="The project folder, which is made if there is none; the one you are in if left out."
)
def new(key: str, folder: Path | None) -> None:
    """Make the skeleton of a paper of your own, in a project folder: it builds at once."""
    from papers.skeleton import create

    for path in create(key, folder):
        click.echo(path)


def _account(context: click.Context, key: str) -> tuple[Account, Registry]:
    from papers.paper import load
    from papers.verdict import judge

    library = library_of(context)
    with waiting(f"judging {key}"):
        return judge(load(key), library), library


def _finish(context: click.Context, account: Account) -> None:
    if not account.ok:
        from papers.text import summary_lines

        click.echo("\n".join(summary_lines(account)), err=True)
        context.exit(1)


def _home() -> Path:
    from theorems.project import current

    project = current()
    return Path() if project is None else project.root
