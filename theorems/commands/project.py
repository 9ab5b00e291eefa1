"""`dpsym project`: a folder for theorems and papers of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from mechanisms.files import write
from theorems.commands.context import Failure, Group

_CONFIGURATION = """\
# A project of dpsym. Any command run in this folder, or below it, sees what is configured here beside the built-in registry.
library = "library"            # modules with entries: Python that you wrote, and that is run
papers = "papers"              # a folder a paper: dpsym paper new KEY
certificates = "certificates"  # written by dpsym check; keep them under version control
bibliography = "refs.bib"      # sources that the registry does not have
# kernel = "kernel"            # Coq proofs of your entries, for dpsym check --kernel
"""

_ENTRIES = '''\
"""Entries: every `Theorem` that is a constant of a module here stands beside the built-in registry."""

from library import runs
from sympy import Rational, exp, log

from dpsym import Laplace, Renyi
from dpsym.parameters import eps
from theorems.checks import Derive, Enclose, Quadrature
from theorems.entry import Cite, Theorem
from theorems.statement import POSITIVE, eq

ORDER_TWO = Theorem(
    id="example.laplace.order_two",  # permanent, and no id of the built-in registry
    title="The Rényi divergence of order two of Laplace noise of scale 1/eps",
    statement=eq(
        Renyi(2, Laplace(0, 1 / eps), Laplace(1, 1 / eps)),
        log(2 * exp(eps) / 3 + exp(-2 * eps) / 3),
    ),
    domain={eps: POSITIVE},
    typical={eps: (Rational(1, 10), 4)},  # where checks look
    cites=(Cite("example", "the first lemma"), Cite("mironov2017renyi", "Corollary 2")),
    uses=("renyi.laplace",),  # entries of the built-in registry too
    # worked out from the definition; run by code that has never seen the formula; enclosed by balls
    checks=(Derive(), Quadrature(runs.order_two), Enclose()),
)
'''

_RUNS = '''\
"""Runs: what the running mechanism says. Nothing here may import dpsym, so that the two roads stay apart."""

from mechanisms import Estimate, Laplace


def order_two(epsilon: float) -> Estimate:
    """Integrate the densities; the argument is called like the symbol of the entry."""
    return Laplace(scale=1 / epsilon, sensitivity=1.0).renyi(2.0)
'''

_SOURCES = """\
@unpublished{example,
  author = {{The author}},
  title  = {An example of a theorem of one's own},
  note   = {Manuscript},
  year   = {2000},
}
"""

FILES = {"dpsym.toml": _CONFIGURATION, "library/entries.py": _ENTRIES, "library/runs.py": _RUNS, "refs.bib": _SOURCES}


@click.group(cls=Group)
def project() -> None:
    """Theorems and papers of your own, in a folder of your own."""


@project.command()
@click.argument("folder", type=click.Path(path_type=Path))
def new(folder: Path) -> None:
    """Make a project folder with a working example: an entry, its runs, and its source."""
    for path in create(folder):
        click.echo(path)


def create(folder: Path) -> list[Path]:
    """Write the files of a new project, and return them.

    Raises
    ------
    Failure
        If one of them is there already, or cannot be written.
    """
    there = [str(folder / name) for name in FILES if (folder / name).exists()]
    if there:
        raise Failure(f"a new project must not replace files, got {', '.join(there)}")
    make(folder / "library", folder / "papers", folder / "certificates")
    for name, text in FILES.items():
        write(folder / name, text)
    return [folder / name for name in FILES]


def make(*folders: Path) -> None:
    """Make folders that are not there yet.

    Raises
    ------
    Failure
        If one cannot be made.
    """
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Failure(f"folder {folder} must be writable, got: {error.strerror}") from None
