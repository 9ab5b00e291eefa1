"""`dpsym show`: one entry in full."""

from __future__ import annotations

import shutil

import click

from theorems.commands.completion import complete_ids
from theorems.commands.context import echo_json, library_of


@click.command()
@click.argument("id", shell_complete=complete_ids)
@click.option("--latex", "as_latex", is_flag=True, help="As a LaTeX theorem environment.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
@click.pass_context
def show(context: click.Context, id: str, as_latex: bool, as_json: bool) -> None:
    """Show an entry: statement, domain, sources, evidence, links."""
    if as_latex and as_json:
        raise click.UsageError("--latex and --json are two forms of the same: give one of them")
    library = library_of(context)
    if as_latex:
        from theorems.export.latex import entry

        click.echo(entry(library, id), nl=False)
        return
    from theorems.describe import describe, record

    if as_json:
        echo_json({**record(library, id), "latex": library.card(id).latex.statement})
    else:
        click.echo(describe(id, library, min(shutil.get_terminal_size().columns, 100)))
