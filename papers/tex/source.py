r"""The macros of `dpsym.sty` in LaTeX source: where they stand, and what they say; comments and verbatim text are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from papers.errors import PaperDataError

MACROS = {
    "dpsym": "om",
    "dpsymeq": "om",
    "dpsymclaim": "mm",
    "dpsymclaimeq": "omm",
    "dpsymproof": "m",
    "dpsymtheorem": "m",
    "dpsymstatus": "om",
    "dpsymcite": "m",
    "dpsymtable": "mm",
}
"""The macros, with their optional (o) and mandatory (m) arguments."""
_NARROW, _WIDE = 23.0, 32.0
_NARROW_CLASSES = re.compile(r"IEEEtran|acmart|revtex|sigconf|svjour|elsarticle-5p")
_ONE_COLUMN = re.compile(r"\b(?:onecolumn|manuscript|acmsmall|acmlarge|acmtog|peerreview|draftcls|journal=false)\b")
_CLASS = re.compile(r"\\documentclass\s*(?:\[([^\]]*)\])?\s*\{([^}]*)\}")
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*?$", re.MULTILINE)
_VERBATIM = re.compile(
    r"\\begin\{(verbatim\*?|lstlisting|minted|comment|filecontents\*?)\}.*?\\end\{\1\}|\\(?:verb|lstinline)\*?([^\sA-Za-z{]).*?\2",
    re.DOTALL,
)
_DEFINED = re.compile(r"\\(?:(?:re)?new|provide|Declare\w*)command\*?\s*\{?\s*\\\w+|\\def\s*\\\w+")
_INPUT = re.compile(r"\\(?:input|include|subfile)\s*\{([^}]*)\}")
_BIBLIOGRAPHY = re.compile(r"\\(?:bibliography|addbibresource)\s*(?:\[[^\]]*\])?\s*\{([^}]*)\}")
_END = re.compile(r"\\end\{document\}")
_MOST_FILES = 200


@dataclass(frozen=True)
class Use:
    """A macro in the source.

    Parameters
    ----------
    path : Path
        The file.
    line : int
        Where it begins, from 1 on.
    macro : str
        Its name.
    typed : str or None
        Its optional argument.
    arguments : tuple of str
        The others, blanks folded.
    """

    path: Path
    line: int
    macro: str
    typed: str | None
    arguments: tuple[str, ...]

    @property
    def where(self) -> str:
        """File and line, as compilers print them."""
        return f"{self.path}:{self.line}"

    @property
    def key(self) -> str:
        """The macro with its arguments, under which the style file looks for what it stands for."""
        typed = "" if self.typed is None else f"[{self.typed}]"
        return self.macro + typed + "".join(f"{{{each}}}" for each in self.arguments)


@dataclass(frozen=True)
class Source:
    r"""A paper: its files, the macros in them, its bibliographies, and how wide its columns are.

    Parameters
    ----------
    main : Path
        The file that is compiled.
    files : tuple of Path
        It, and all that it reads.
    uses : tuple of Use
        In the order of the text.
    bibliographies : tuple of str
        The names behind ``\bibliography`` and ``\addbibresource``.
    column : float
        In em.
    """

    main: Path
    files: tuple[Path, ...]
    uses: tuple[Use, ...]
    bibliographies: tuple[str, ...]
    column: float


def read(main: Path) -> Source:
    """Read a paper and the files that it inputs.

    Raises
    ------
    PaperDataError
        If a file cannot be read, or a macro has not its arguments; the message names file and line.
    """
    texts: dict[Path, str] = {}
    uses = tuple(_walk(main, main.parent, texts))
    whole = "\n".join(texts.values())
    names = [name.strip() for listed in _BIBLIOGRAPHY.findall(whole) for name in listed.split(",")]
    return Source(main, tuple(texts), uses, tuple(filter(None, names)), _column(whole))


def _column(text: str) -> float:
    """Return about the width of a column, by the class of the document and its options."""
    found = _CLASS.search(text)
    if found is None or _ONE_COLUMN.search(found[1] or ""):
        return _WIDE
    named = f"{found[1] or ''} {found[2]}"
    return _NARROW if _NARROW_CLASSES.search(named) or "twocolumn" in named else _WIDE


def _walk(path: Path, home: Path, texts: dict[Path, str]) -> Iterator[Use]:
    if path in texts or len(texts) >= _MOST_FILES:
        return
    try:
        text = blanked(path.read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise PaperDataError(f"source {path} must be readable, got: {error.strerror}") from None
    texts[path] = text
    places = [(found.start(), found[1].strip()) for found in _INPUT.finditer(text)]
    place = 0
    for start, name in [*places, (len(text), "")]:
        yield from _uses(path, text, place, start)
        place = start
        if name and (inner := _file(home, name)) is not None:
            yield from _walk(inner, home, texts)


def _file(home: Path, name: str) -> Path | None:
    """Return the file that is read by a name; None where there is none, which LaTeX tells itself, or one that is made."""
    for each in (home / f"{name}.tex", home / name):
        if each.is_file():
            return None if each.name.endswith(".dpsym.tex") else each
    return None


def blanked(text: str) -> str:
    """Return a source with comments, verbatim text and everything behind its end as blanks, at the same places."""
    shown = _VERBATIM.sub(lambda found: _blank(found[0]), text)
    shown = _COMMENT.sub(lambda found: found[1] + _blank(found[0][len(found[1]) :]), shown)
    end = _END.search(shown)
    return shown if end is None else shown[: end.end()] + _blank(shown[end.end() :])


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _uses(path: Path, text: str, start: int, stop: int) -> Iterator[Use]:
    names = "|".join(sorted(MACROS, key=len, reverse=True))
    for found in re.compile(rf"\\({names})(?![A-Za-z@])").finditer(text, start, stop):
        line = text.count("\n", 0, found.start()) + 1
        if _DEFINED.search(text[text.rfind("\n", 0, found.start()) + 1 : found.end()]) and text[found.end()] == "}":
            continue  # it is named, not used
        typed: str | None = None
        arguments: list[str] = []
        place = found.end()
        for kind in MACROS[found[1]]:
            if kind == "o":
                if (bracket := re.compile(r"\s*\[([^\]]*)\]").match(text, place)) is not None:
                    typed, place = bracket[1], bracket.end()
                continue
            inside, place = _group(path, line, found[1], text, place)
            arguments.append(" ".join(inside.split()))
        if any("#" in each for each in (*arguments, typed or "")):
            raise PaperDataError(f"{path}:{line}: argument of \\{found[1]} must be written out, got one with #")
        yield Use(path, line, found[1], None if typed is None else " ".join(typed.split()), tuple(arguments))


def _group(path: Path, line: int, macro: str, text: str, place: int) -> tuple[str, int]:
    """Return what stands between the next braces, and the place behind them."""
    opening = re.compile(r"\s*\{").match(text, place)
    if opening is None:
        raise PaperDataError(
            f"{path}:{line}: \\{macro} must have its arguments in braces, got {text[place : place + 20]!r}"
        )
    depth = 1
    for brace in re.compile(r"(?<!\\)[{}]").finditer(text, opening.end()):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return text[opening.end() : brace.start()], brace.end()
    raise PaperDataError(f"{path}:{line}: \\{macro} must close its braces, got none to the end of the file")
