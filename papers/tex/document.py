"""A paper brought up to date: what its macros stand for in a side file, their sources in another, and what does not hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mechanisms.files import MARK, is_marked, write
from papers.errors import PaperDataError
from papers.pages.typeset import ascii_only
from papers.tex.shown import Desk, Shown
from papers.tex.source import Source, Use, read
from theorems.bibliography import bibtex, records

STYLE = Path(__file__).with_name("dpsym.sty")
_CITED = re.compile(r"\\cite\w*\*?(?:\[(?:\{[^}]*\}|[^\]])*\])*\{([^}]*)\}")
_UNSAFE = re.compile(r"[^A-Za-z0-9 .,;:()\[\]=<>+*/'_-]+")
_LONGEST = 400


@dataclass(frozen=True)
class Checked:
    """What became of a paper's macros.

    Parameters
    ----------
    source : Source
        The paper.
    shown : dict of Use to Shown
        What stands for each macro.
    files : dict of Path to str
        What is to be written: the side file, the style file, and the sources that the paper has in no bibliography of its own.
    """

    source: Source
    shown: dict[Use, Shown]
    files: dict[Path, str]

    @property
    def problems(self) -> list[str]:
        """What does not hold, a line each, with file and line."""
        found = [(use, shown.problem) for use, shown in self.shown.items() if shown.problem]
        return [f"{use.where}: {use.key}: {problem}" for use, problem in found]

    @property
    def outdated(self) -> list[Path]:
        """The files that are not what they should be."""
        return [
            path for path, text in self.files.items() if not path.is_file() or path.read_text(encoding="utf-8") != text
        ]

    def write(self, force: bool = False) -> list[Path]:
        """Write what is outdated, and return it.

        Raises
        ------
        FileError
            If a file is in the way that this program did not write.
        """
        written = self.outdated
        for path in written:
            write(path, self.files[path], force)
        return written


def check(main: Path, desk: Callable[[Source], Desk], known: dict[tuple[str, float], Shown] | None = None) -> Checked:
    """Read a paper and look up all its macros.

    Parameters
    ----------
    main : Path
        The file that is compiled.
    desk : callable
        Returns what they are looked up with.
    known : dict, optional
        What was looked up before; it grows.

    Raises
    ------
    PaperDataError
        If the source cannot be read, or sources that its macros cite are in none of its bibliographies.
    """
    source = read(main)
    found = {} if known is None else known
    at = desk(source)
    shown: dict[Use, Shown] = {}
    for use in source.uses:
        key = use.key, source.column
        if key not in found:
            found[key] = at.shown(use)
        shown[use] = found[key]
    beside = main.with_suffix("")
    files = {beside.with_name(f"{beside.name}.dpsym.tex"): _side(main, shown)}
    style = main.parent / STYLE.name
    if not style.exists() or is_marked(style):
        files[style] = f"{STYLE.read_text(encoding='utf-8')}% {MARK}\n"
    if text := _sources(source, shown, at):
        files[beside.with_name(f"{beside.name}.dpsym.bib")] = text
    return Checked(source, shown, files)


def _side(main: Path, shown: dict[Use, Shown]) -> str:
    """Return the side file: a line for each macro, and an error for each that does not hold."""
    lines = [f"% what the macros of dpsym stand for in {main.name}; made again by: dpsym tex {main.name}"]
    for use, found in {use.key: (use, found) for use, found in shown.items()}.values():
        if found.problem:
            lines.append(f"\\dpsymfail{{{use.key}}}{{{_plain(f'{use.path.name}:{use.line}: {found.problem}')}}}")
        else:
            lines.append(f"\\dpsymset{{{use.key}}}{{{ascii_only(found.latex)}}}")
    return "\n".join(lines) + f"\n% {MARK}\n"


def _plain(text: str) -> str:
    """Return a message that TeX prints as it stands."""
    return _UNSAFE.sub(" ", text)[:_LONGEST]


def _sources(source: Source, shown: dict[Use, Shown], desk: Desk) -> str:
    """Return the BibTeX records of what the macros cite and the paper's own bibliographies lack."""
    library, home, name = desk.library, source.main.parent, f"{source.main.stem}.dpsym"
    own = [
        home / f"{each.removesuffix('.bib')}.bib" for each in source.bibliographies if each.removesuffix(".bib") != name
    ]
    have = set(records([path for path in own if path.is_file()]))
    wanted: dict[str, Use] = {}
    for use, found in shown.items():
        for key in (key.strip() for keys in _CITED.findall(found.latex) for key in keys.split(",")):
            wanted.setdefault(key, use)
    missing = sorted(set(wanted) - have)
    if not missing:
        return ""
    if source.bibliographies and name not in {each.removesuffix(".bib") for each in source.bibliographies}:
        raise PaperDataError(
            f"{wanted[missing[0]].where}: source {missing[0]} must be in a bibliography of the paper: add {name} to its \\bibliography"
        )
    return bibtex(missing, library.bibliography) + f"% {MARK}\n"
