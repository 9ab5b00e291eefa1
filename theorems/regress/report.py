"""What is said about many rows together: counts and the worst rows, for people; JUnit for continuous integration."""

from __future__ import annotations

import heapq
import math
import re
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import IO, Any
from xml.sax.saxutils import escape, quoteattr

from mechanisms.files import MARK, replaced
from theorems.regress.record import Record, place_of
from theorems.regress.verdict import Kind

SHOWN = 10
_STYLES = {
    Kind.RIGHT: "green",
    Kind.SOUND: "cyan",
    Kind.UNSOUND: "bold red",
    Kind.UNDECIDED: "yellow",
    Kind.NOT_UNDERSTOOD: "magenta",
}
_MEANINGS = {
    Kind.RIGHT: "agrees with the certified value",
    Kind.SOUND: "certainly not below the truth, and loose",
    Kind.UNSOUND: "contradicted: privacy loss under-reported, or no number",
    Kind.UNDECIDED: "no theorem or ball settles it",
    Kind.NOT_UNDERSTOOD: "the row does not say what is claimed",
}
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Summary:
    """Counts, and the worst rows of each kind, of records that come one by one.

    Parameters
    ----------
    shown : int, optional
        How many rows of each kind are kept.
    """

    def __init__(self, shown: int = SHOWN) -> None:
        self.shown = shown
        self.counts: Counter[str] = Counter()
        self._worst: dict[str, list[tuple[float, int, Record]]] = {}

    def add(self, row: Record) -> None:
        """Take a record into account."""
        kind = row["verdict"]
        self.counts[kind] += 1
        if kind == Kind.RIGHT.value:
            return
        rows = self._worst.setdefault(kind, [])
        entry = (_badness(row), -row["row"], row)
        if len(rows) < self.shown:
            heapq.heappush(rows, entry)
        elif entry[:2] > rows[0][:2]:
            heapq.heapreplace(rows, entry)

    def worst(self, kind: Kind) -> list[Record]:
        """Return the rows of a kind that are farthest from the truth, the worst first."""
        found = self._worst.get(kind.value, [])
        return [row for _, _, row in sorted(found, key=lambda entry: entry[:2], reverse=True)]

    @property
    def is_unsound(self) -> bool:
        """Whether a row is unsound."""
        return self.counts[Kind.UNSOUND.value] > 0

    @property
    def is_open(self) -> bool:
        """Whether a row is undecided or not understood."""
        return self.counts[Kind.UNDECIDED.value] + self.counts[Kind.NOT_UNDERSTOOD.value] > 0

    @property
    def is_unread(self) -> bool:
        """Whether no row was understood, so that nothing was checked."""
        return self.counts[Kind.NOT_UNDERSTOOD.value] == sum(self.counts.values())

    def as_json(self) -> dict[str, int]:
        """Return the number of rows, and of those of each kind."""
        return {"rows": sum(self.counts.values()), **{kind.value: self.counts[kind.value] for kind in Kind}}


def _badness(row: Record) -> float:
    """Return how far a row is from the truth: what is no number is farthest, then the relative gap, as a factor either way."""
    gap = row.get("gap")
    if gap is None or gap["relative"] is None:
        return math.inf if row["verdict"] in (Kind.UNSOUND.value, Kind.SOUND.value) else 0.0
    factor = 1 + gap["relative"]
    return abs(math.log(factor)) if factor > 0 else math.inf


def show(summary: Summary) -> None:
    """Write a summary for people to standard output."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    counts = Table(title=f"{sum(summary.counts.values())} claims")
    for name in ("verdict", "rows", "meaning"):
        counts.add_column(name, justify="right" if name == "rows" else "left")
    for kind in Kind:
        style = _STYLES[kind] if summary.counts[kind.value] else "dim"
        counts.add_row(kind.value, str(summary.counts[kind.value]), _MEANINGS[kind], style=style)
    console.print(counts)
    for kind in (Kind.UNSOUND, Kind.SOUND, Kind.UNDECIDED, Kind.NOT_UNDERSTOOD):
        if rows := summary.worst(kind):
            table = Table(
                title=f"{kind.value}: {'the worst of ' if summary.counts[kind.value] > len(rows) else ''}"
                f"{summary.counts[kind.value]}",
                title_style=_STYLES[kind],
            )
            table.add_column("row", justify="right")
            table.add_column("claim, truth and theorems", overflow="fold")
            for row in rows:
                cells = f"{row['row']} {row.get('name', '')}".strip(), "\n".join(_lines(row))
                table.add_row(*map(Text, cells))
            console.print(table)


def _lines(row: Record) -> list[str]:
    truth, theorems = _truth(row), " ".join(row.get("theorems", ()))
    return [place_of(row), row["reason"], *([f"truth: {truth}, by {theorems}"] if truth else [])]


def _truth(row: Record) -> str:
    if row.get("upper") is None:
        return ""
    if row["lower"] == row["upper"]:
        return str(row["upper"])
    return f"[{row['lower'] or '?'}, {row['upper']}]"


class JUnit:
    """Records as JUnit's XML, written as they come; an unsound row is a failure, one not understood an error, an undecided one skipped.

    Parameters
    ----------
    path : Path
        Where it is written when all rows are there.
    name : str
        Of the suite.
    force : bool, optional
        Whether a file that this program did not write is replaced.
    """

    def __init__(self, path: Path, name: str, force: bool = False) -> None:
        self.path, self.name, self.force = path, name, force
        self.counts: Counter[str] = Counter()
        self._body: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 (closed when it is left)

    def __enter__(self) -> JUnit:
        return self

    def add(self, row: Record) -> None:
        """Write a row's case."""
        kind = row["verdict"]
        self.counts[kind] += 1
        name = f"{row['row']} {row.get('name', '')}".strip()
        self._body.write(f"  <testcase classname={_quoted(self.name)} name={_quoted(name + ': ' + place_of(row))}>\n")
        tag = {"unsound": "failure", "not understood": "error", "undecided": "skipped"}.get(kind)
        if tag is not None:
            self._body.write(f"    <{tag} message={_quoted(row['reason'])}>{_escaped(_details(row))}</{tag}>\n")
        else:
            self._body.write(f"    <system-out>{_escaped(_details(row))}</system-out>\n")
        self._body.write("  </testcase>\n")

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        with self._body:
            if kind is None:
                self._write()

    def _write(self) -> None:
        self._body.seek(0)
        counts = self.counts
        with replaced(self.path, self.force) as beside, beside.open("w", encoding="utf-8") as file:
            file.write('<?xml version="1.0" encoding="utf-8"?>\n')
            file.write(
                f'<testsuite name={_quoted(self.name)} tests="{sum(counts.values())}" failures="{counts["unsound"]}" '
                f'errors="{counts["not understood"]}" skipped="{counts["undecided"]}">\n'
            )
            shutil.copyfileobj(self._body, file)
            file.write(f"</testsuite>\n<!-- {MARK} -->\n")


def _details(row: Record) -> str:
    lines = [f"{row['verdict']}: {row['reason']}"]
    if row.get("upper") is not None:
        lines += [f"certified: {_truth(row)}", f"road: {row['road']}", f"theorems: {' '.join(row['theorems'])}"]
    return "\n".join(lines)


def _escaped(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))


def _quoted(text: str) -> str:
    return quoteattr(_NOT_XML.sub("\ufffd", text))
