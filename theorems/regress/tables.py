"""The tables of a Markdown or LaTeX document: what stands over each, its header and its rows, as text without marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from theorems.regress.markup import text_of

_RULE = re.compile(r"\\(?:hline|toprule|midrule|bottomrule|(?:cmidrule|cline)(?:\([^)]*\))?\{[^}]*\})")
_BEFORE = re.compile(r"\\(?:hline|midrule)")
_TABULAR = re.compile(r"\\begin\{(tabular[x*]?|tabulary|array)\}(.*?)\\end\{\1\}", re.DOTALL)
_FLOAT = re.compile(r"\\begin\{(table\*?|figure\*?)\}(.*?)\\end\{\1\}", re.DOTALL)
_SPAN = re.compile(r"\\multicolumn\{\s*(\d{1,3})\s*\}\s*\{[^{}]*\}\s*\{(.*)\}\s*$", re.DOTALL)
_ROWS = re.compile(r"\\multirow(?:\[[^\]]*\])?\{\s*(-?\d{1,4})\s*\}\s*\{[^{}]*\}\s*\{(.*)\}\s*$", re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)%.*")
_SEPARATOR = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_END_OF_ROW = re.compile(r"\\\\(?:\[[^\]]*\])?|\\tabularnewline")


@dataclass(frozen=True)
class Table:
    """A table of a document.

    Parameters
    ----------
    caption : str
        What is said of all its rows.
    header : tuple of str
        What stands over each column; the lines of a header of several are joined.
    lines : tuple of tuple of str
        The cells of each row.
    """

    caption: str
    header: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


def markdown(text: str) -> Iterator[Table]:
    """Yield the tables of a Markdown document, with the paragraph before each as its caption."""
    lines = text.splitlines()
    row = 0
    while row + 1 < len(lines):
        if not ("|" in lines[row] and "|" in lines[row + 1] and _SEPARATOR.fullmatch(lines[row + 1])):
            row += 1
            continue
        end = row + 2
        while end < len(lines) and "|" in lines[end]:
            end += 1
        cells = [tuple(map(text_of, _piped(line))) for line in (lines[row], *lines[row + 2 : end])]
        yield Table(_paragraph(lines[:row]), cells[0], tuple(cells[1:]))
        row = end


def _piped(line: str) -> list[str]:
    return re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))


def _paragraph(before: list[str]) -> str:
    """Return the last paragraph of some lines that is no heading."""
    said: list[str] = []
    for line in reversed(before):
        if line.startswith("#") or (said and not line.strip()):
            break
        if line.strip():
            said.append(line)
    return text_of(" ".join(reversed(said)))


def latex(text: str) -> Iterator[Table]:
    """Yield the tables of a LaTeX document, with the caption of the float around each."""
    text = "\n".join(_COMMENT.sub("", line) for line in text.splitlines()).replace("~", " ")
    floats = [(found.start(), found.end(), found[2]) for found in _FLOAT.finditer(text)]
    for found in _TABULAR.finditer(text):
        around = next((body for start, end, body in floats if start < found.start() < end), "")
        if table := _tabular(_argument(around, r"\caption"), found[2]):
            yield table


def _argument(text: str, command: str) -> str:
    """Return the argument of the first such command, without marks; nothing where there is none."""
    place = text.find(command)
    start = text.find("{", place)
    if place < 0 or start < 0:
        return ""
    depth = 0
    for end in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if not depth:
            return text_of(text[start + 1 : end])
    return ""


def _tabular(caption: str, body: str) -> Table | None:
    body = _without_columns(body)
    rules = [found.start() for found in _BEFORE.finditer(body)]
    head = next((place for place in rules if "&" in body[:place]), None)
    if head is None:
        first = _END_OF_ROW.search(body)
        head = first.end() if first else 0
    over, under = _lines(body[:head]), _lines(body[head:])
    if not over or not under:
        return None
    width = max(map(len, over))
    names = tuple(
        " ".join(dict.fromkeys(line[at] for line in over if at < len(line) and line[at])) for at in range(width)
    )
    return Table(caption, names, tuple(under))


def _without_columns(body: str) -> str:
    """Return a tabular without the arguments that say how its columns are aligned."""
    while (body := body.lstrip()).startswith(("{", "[")):
        close, depth, end = {"{": "}", "[": "]"}[body[0]], 0, 0
        while end < len(body) and (depth or not end):
            depth += (body[end] == body[0]) - (body[end] == close)
            end += 1
        body = body[end:]
    return body


def _lines(body: str) -> list[tuple[str, ...]]:
    """Return the cells of each row; what spans several stands in each of them."""
    found: list[tuple[str, ...]] = []
    below: dict[int, tuple[int, str]] = {}
    for line in _END_OF_ROW.split(_RULE.sub("", body)):
        if not line.strip():
            continue
        cells: list[str] = []
        for cell in re.split(r"(?<!\\)&", line):
            cell = cell.strip()
            wide = _SPAN.match(cell)
            inside = wide[2].strip() if wide else cell
            if tall := _ROWS.match(inside):
                inside = tall[2]
                below[len(cells)] = abs(int(tall[1])), text_of(inside)
            cells += [text_of(inside)] * (int(wide[1]) if wide else 1)
        for at, (left, said) in list(below.items()):
            if at < len(cells) and left > 0:
                cells[at] = cells[at] or said
            below[at] = left - 1, said
        found.append(tuple(cells))
    return found
