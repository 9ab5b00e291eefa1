"""`dpsym paper`: a paper told from the registry, result by result."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from theorems.commands.context import deliver, echo_json, library_of, replaced

if TYPE_CHECKING:
    from papers.verdict import Account
    from theorems.registry import Registry

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FORMATS: Mapping[str, Mapping[str, Any]] = {
    "pdf": {"metadata": {"CreationDate": None}},
    "png": {"dpi": 200, "metadata": {"Software": None}},
}


@click.command()
@click.argument("key")
@click.option("--json", "as_json", is_flag=True, help="Results, errata and counts as one JSON object.")
@click.option(
    "--table",
    "as_table",
    is_flag=True,
    help="The paper's comparison table, made again from the registry, as booktabs LaTeX.",
)
@click.option("--errata", "errata", is_flag=True, help="Every erratum with its witness.")
@click.option("--latex", "as_latex", is_flag=True, help="With --errata: as a LaTeX page.")
@click.option("--figures", type=_FOLDER, help="Draw the figures again, as PDF and PNG, into this folder.")
@click.option("--build", type=_FOLDER, help="Write all of this into this folder.")
@click.pass_context
def paper(
    context: click.Context,
    key: str,
    as_json: bool,
    as_table: bool,
    errata: bool,
    as_latex: bool,
    figures: Path | None,
    build: Path | None,
) -> None:
    """Tell a paper: every numbered result with its verdict, in reading order.

    Exit status: 0 if all is well, 1 if a verdict disagrees with the registry or an erratum does not come
    out, 2 for a mistake in the command.
    """
    if sum(map(bool, (as_json, as_table, errata, figures, build))) > 1:
        raise click.UsageError(
            "--json, --table, --errata, --figures and --build are different products: give one of them"
        )
    if as_latex and not errata:
        raise click.UsageError("--latex is a form of --errata: give both")
    from papers.paper import load
    from papers.verdict import judge

    library = library_of(context)
    account = judge(load(key), library)
    if build is not None:
        _build(account, library, build)
    elif figures is not None:
        draw_figures(account, library, figures)
    elif as_json:
        from papers.text import as_record

        echo_json(as_record(account))
    else:
        click.echo(_product(account, library, as_table, errata, as_latex), nl=False)
    if not account.ok:
        from papers.text import summary_lines

        click.echo("\n".join(summary_lines(account)), err=True)
        context.exit(1)


def draw_figures(account: Account, library: Registry, folder: Path) -> list[Path]:
    """Draw the figures of a paper into a folder, as PDF and PNG, with their captions; return the files."""
    from papers.latex import figure_environments

    figures = import_module(f"papers.{account.paper.key}.figures")
    _make(folder)
    written = [folder / "figures.tex"]
    deliver(
        figure_environments({name: family.caption for name, family in figures.FAMILIES.items()}), written[0]
    )
    for name in figures.FAMILIES:
        figure = figures.draw(name, library).figure
        for ending, options in _FORMATS.items():
            path = folder / f"{name}.{ending}"
            with replaced(path) as beside:
                figure.savefig(beside, format=ending, **options)
            written.append(path)
    return written


def _product(account: Account, library: Registry, as_table: bool, errata: bool, as_latex: bool) -> str:
    from papers.latex import errata_page
    from papers.text import errata_text, results_text

    if as_table:
        return table_text(account, library)
    if errata:
        return errata_page(account) if as_latex else errata_text(account)
    return results_text(account)


def table_text(account: Account, library: Registry) -> str:
    """Return the comparison table of a paper as LaTeX."""
    return import_module(f"papers.{account.paper.key}.tables").comparison(account, library)


def _build(account: Account, library: Registry, folder: Path) -> None:
    import json

    from papers.latex import errata_page
    from papers.text import as_record, errata_text, results_text

    _make(folder)
    products = {
        "results.txt": results_text(account),
        "results.json": json.dumps(as_record(account), indent=1, ensure_ascii=False) + "\n",
        "errata.txt": errata_text(account),
        "errata.tex": errata_page(account),
        "table.tex": table_text(account, library),
    }
    for name, text in products.items():
        deliver(text, folder / name)
    written = [folder / name for name in products] + draw_figures(account, library, folder)
    for path in written:
        click.echo(path)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"folder {folder} must be writable, got: {error.strerror}") from None
