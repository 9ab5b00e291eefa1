"""`dpsym site`: everything as pages for a browser."""

from __future__ import annotations

import time
from importlib.util import find_spec
from pathlib import Path

import click

from theorems.commands.context import Failure, library_of, output
from theorems.commands.progress import waiting
from theorems.commands.project import make

_NEEDED = ("jinja2", "latex2mathml", "markdown_it")


@click.command()
@output(folder=True, required=True, help="The folder.")
@click.pass_context
def site(context: click.Context, out: Path) -> None:
    """Write the registry, the papers and the documentation as a static site, to be opened from disk or served."""
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        raise Failure(f"a site needs the extra of that name: pip install 'dpsym[site]', got no {', '.join(missing)}")
    from papers.site.build import build

    start = time.perf_counter()
    make(out)
    with waiting("building the site, in a minute or two, or some seconds where the last one is remembered"):
        sizes = build(library_of(context), out)
    pages = {name: size for name, size in sizes.items() if name.endswith(".html")}
    largest = max(pages, key=pages.__getitem__)
    click.echo(
        f"{out / 'index.html'}: {len(pages)} pages, {sum(sizes.values()) / 1e6:.1f} MB; the largest, {largest}, has "
        f"{pages[largest] / 1e3:.0f} kB; {time.perf_counter() - start:.0f} s"
    )
