"""Everything that is made of a paper, in one folder that compiles: fragments, figures, sources, records, and a main file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from mechanisms.files import MARK, PICTURES, write
from papers.errata import errata_markdown, errata_record
from papers.errors import BuildError
from papers.folders import folder_of, part
from papers.manuscript import fragments, key_numbers
from papers.mechanism import held
from papers.pages import document, errata, evidence, results
from papers.pages.typeset import ascii_only
from papers.paper import read_toml
from papers.proofs import FOLDER, attach, supplement
from papers.text import as_record
from papers.verdict import Account
from theorems.bibliography import bibtex, records
from theorems.commands.context import deliver, is_forced, replaced
from theorems.registry import Registry

OWN = "main.tex"
_COPIED = (".tex", ".sty", ".cls", ".bst", ".pdf", ".png")
_FORMS = {".tex": "latex", ".json": "json", ".md": "markdown", ".bib": "bibtex"}
_CITED = re.compile(r"\\(?:no)?cite\w*\*?(?:\[(?:\{[^}]*\}|[^\]])*\])*\{([^}]*)\}")
_FORMATS: Mapping[str, Mapping[str, Any]] = {
    "pdf": {"metadata": {"CreationDate": None, **PICTURES["pdf"]}},
    "png": {"dpi": 200, "metadata": PICTURES["png"]},
}


def build(account: Account, registry: Registry, folder: Path) -> list[Path]:
    """Write everything that is made of a paper into a folder that is there, and return the files.

    A paper with a `main.tex` of its own keeps it, beside the account of it, which is then called `account.tex`. Its `tables.py` may have
    ``comparison(account, registry)``, which returns LaTeX with a tabular for each table, with their `CAPTIONS`;
    ``printed_mechanisms(account, registry)``, which returns a `papers.mechanism.PrintedMechanism` for each mechanism that is printed; and
    ``key_numbers(account, registry)``, which returns texts by the names of the macros that they become. Its `figures.py` has `FAMILIES`,
    in which each name has a caption, and ``draw(name, registry)``, which returns axes. Where the kernel of Coq accepts proofs of what the
    paper rests on, they stand in the folder ``proofs`` (`papers.proofs`).

    Raises
    ------
    BuildError
        If a source that is cited is in no bibliography, or a file of the paper's has the name of one that is made.
    PaperDataError
        If the data of the paper are malformed.
    """
    key = account.paper.key
    told = read_toml(folder_of(key) / "paper.toml")
    texts = _fragments(account, registry, told)
    drawn = draw_figures(account, registry, folder, ("pdf",)) if part(key, "figures") else []
    made = {f"{name}.tex" for name in texts} | {path.name for path in drawn}
    own = {path.name: path for path in sorted(folder_of(key).iterdir()) if path.suffix in _COPIED}
    if twice := sorted(made & set(own)):
        raise BuildError(f"files of {key} must not be called like those that are made, got {twice}")
    whole = document.account_document(
        account, mechanisms="mechanisms" in texts, tables="tables" in texts, figures=bool(drawn)
    )
    texts["account" if OWN in own else "main"] = whole
    files = {f"{name}.tex": text for name, text in texts.items()} | _records(account, registry)
    sources = [*files.values(), *(path.read_text(encoding="utf-8") for path in own.values() if path.suffix == ".tex")]
    files["refs.bib"] = _bibliography(sources, registry)
    for name, text in files.items():
        deliver(text, folder / name, _FORMS[Path(name).suffix])
    for name, path in own.items():  # behind its end every one of these forms may have a line more
        write(folder / name, path.read_bytes() + f"\n% {MARK}\n".encode(), is_forced())
    proofs = supplement(account, registry, (one["id"] for one in told.get("theorem", ())))
    for id, reason in proofs.left_out.items():
        click.echo(f"{FOLDER}: {id} is left out: {reason}", err=True)
    return sorted([*(folder / name for name in (*files, *own)), *drawn, *attach(proofs, folder)])


def draw_figures(
    account: Account, registry: Registry, folder: Path, endings: tuple[str, ...] = tuple(_FORMATS)
) -> list[Path]:
    """Draw the figures of a paper into a folder that is there, with their captions in figures.tex; return the files.

    Raises
    ------
    BuildError
        If the paper has no figures.
    """
    figures = part(account.paper.key, "figures")
    if figures is None:
        raise BuildError(f"paper must have a figures.py to have its figures drawn, got {account.paper.key!r}")
    written = [folder / "figures.tex"]
    captions = {name: ascii_only(family.caption) for name, family in figures.FAMILIES.items()}
    deliver(results.figures(captions), written[0])
    for name in figures.FAMILIES:
        figure = figures.draw(name, registry).figure
        for ending in endings:
            path = folder / f"{name}.{ending}"
            with replaced(path) as beside:
                figure.savefig(beside, format=ending, **_FORMATS[ending])
            written.append(path)
    return written


def table_text(account: Account, registry: Registry) -> str:
    """Return the comparison of a paper, its tables made again, as LaTeX.

    Raises
    ------
    BuildError
        If the paper has none.
    """
    tables = part(account.paper.key, "tables")
    if tables is None or not hasattr(tables, "comparison"):
        raise BuildError(
            f"paper must have a tables.py with a function comparison to have its tables made, got {account.paper.key!r}"
        )
    return tables.comparison(account, registry)


def _fragments(account: Account, registry: Registry, told: Mapping[str, Any]) -> dict[str, str]:
    """Return every fragment by its name."""
    key = account.paper.key
    tables = part(key, "tables")
    more = dict(tables.key_numbers(account, registry)) if tables and hasattr(tables, "key_numbers") else {}
    found = {
        "preamble": document.PREAMBLE,
        "numbers": document.numbers(account, more | key_numbers(told, registry)),
        "summary": results.summary(account),
        "results": results.results(account),
        "errata": errata.errata(account, registry),
        "evidence": evidence.entries(evidence.used(account), registry),
    }
    if tables and hasattr(tables, "comparison"):
        found["tables"] = document.tables(table_text(account, registry), tuple(getattr(tables, "CAPTIONS", ())))
    if tables and hasattr(tables, "printed_mechanisms"):
        found["mechanisms"] = results.mechanisms(held(tables.printed_mechanisms(account, registry), account, registry))
    own = fragments(told, registry)
    if twice := sorted(set(found) & set(own)):
        raise BuildError(f"bounds, tables and theorems of {key} must not be called like what is made, got {twice}")
    return {name: ascii_only(text) for name, text in (found | own).items()}


def _records(account: Account, registry: Registry) -> dict[str, str]:
    """Return what is written for programs and for the web."""
    return {
        "results.json": json.dumps(as_record(account), indent=1, ensure_ascii=False) + "\n",
        "errata.json": json.dumps(errata_record(account, registry), indent=1, ensure_ascii=False) + "\n",
        "errata.md": errata_markdown(account, registry),
    }


def _bibliography(sources: list[str], registry: Registry) -> str:
    """Return the records of everything that the sources cite."""
    cited = {key.strip() for text in sources for keys in _CITED.findall(text) for key in keys.split(",")}
    known = records(registry.bibliography)
    if missing := sorted(cited - set(known)):
        raise BuildError(f"sources that are cited must stand in a bibliography, got {', '.join(missing)}")
    return bibtex(cited, registry.bibliography)
