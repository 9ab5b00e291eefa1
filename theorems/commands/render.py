"""The reports as tables for people, for terminals of any width and for pipes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from theorems.describe import witness_text
from theorems.mutants.verdict import KINDS, LEFT_OUT, NOTICED
from theorems.report import Report, Row
from theorems.status import Status

if TYPE_CHECKING:
    from rich.console import Console

_WORDS = 80
_FEW = 24
_ALIKE, _NAMED = 12, 3
_STYLES = {"claimed": "dim", "sampled": "yellow", "proved": "green"}


def console(stderr: bool = False) -> Console:
    """Return a console that writes no control characters where no terminal listens, and reads no markup."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def render(found: Report, entries: bool = True) -> None:
    """Write the report for people to standard output: tables by topic unless they are not wanted, counts, what must be mended."""
    from rich.text import Text

    out = console()
    lines: list[Any] = []
    for topic, rows in groupby(sorted(found.rows if entries else (), key=_topic), key=_topic):
        lines += [Text(topic, style="bold"), *_group(list(rows), found, out.width), ""]
    how = ", ".join(f"{number} by {way}" for way, number in found.proofs.items())
    ways = {Status.PROVED.value: f" ({how})"}
    counts = ", ".join(f"{number} {status}{ways.get(status, '')}" for status, number in found.counts.items())
    ran = sum(row.ran for row in found.rows)
    lines.append(Text(f"{_entries(len(found.rows))}: {counts}; {ran} checked now" if found.rows else "no entries"))
    lines += _mutants(found, entries or len(found.rows) <= _FEW)
    if found.ok:
        lines.append(Text("Nothing must be mended.", style="green"))
    else:
        lines += ["", Text("What must be mended", style="bold"), *_problems(found)]
    _print(out, lines)


def _entries(number: int) -> str:
    return f"{number} {'entry' if number == 1 else 'entries'}"


def _mutants(found: Report, named: bool) -> list[Any]:
    """Return the mutation score in words, if wanted with what was not noticed, by name; nothing where none was tried."""
    from rich.padding import Padding
    from rich.text import Text

    if not found.mutants:
        return []
    scores = [f"{noticed} of {number} {status}" for status, (noticed, number) in found.scores.items()]
    unnoticed = [kind for kind in KINDS if kind not in (*NOTICED, *LEFT_OUT)]
    lines: list[Any] = [
        Text(
            f"mutants of {_entries(found.mutants['entries'])} refuted by their mathematical checks: {', '.join(scores) or 'none'}"
            f"; not noticed: {_listed(found.mutants, unnoticed)}; left out: {_listed(found.mutants, LEFT_OUT)}"
        )
    ]
    for row in found.rows if named else ():
        for kind in unnoticed:
            for changed in row.mutants[kind] if row.mutants else ():
                lines.append(Padding(Text.assemble((f"{row.id}: ", "dim"), f"{kind}: {changed}"), (0, 0, 0, 2)))
    return lines


def _listed(counts: Mapping[str, int], kinds: Sequence[str]) -> str:
    return ", ".join(f"{counts[kind]} {KINDS[kind]}" for kind in kinds if counts.get(kind)) or "none"


def _print(out: Console, lines: Sequence[Any]) -> None:
    """Write the lines without the blanks with which a table fills its last column."""
    with out.capture() as held:
        for line in lines:
            out.print(line)
    click.echo("\n".join(line.rstrip() for line in held.get().splitlines()))


def _group(rows: Sequence[Row], found: Report, width: int) -> list[Any]:
    """Return the entries of a topic: in columns where there is room, else with the words below each line."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    # the same widths for all topics, so that their columns stand below one another
    longest, status = (max(len(getattr(row, name)) for row in found.rows) for name in ("id", "status"))
    heads = [(Text(f"  {row.id:{longest}}"), Text(row.status, style=_style(row))) for row in rows]
    if width < longest + status + _WORDS:
        lines: list[Any] = []
        for row, (id, words) in zip(rows, heads, strict=True):
            lines.append(Text.assemble(id, "  ", words))
            below = [Text(row.title), *(Text(line, style="dim") for line in (row.how, *_remarks(row)))]
            lines += [Padding(text, (0, 0, 0, 6)) for text in below]
        return lines
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0), expand=True)
    for columns in (longest + 2, status):
        table.add_column(overflow="fold", width=columns)
    for share in (3, 2):
        table.add_column(overflow="fold", ratio=share)
    for row, head in zip(rows, heads, strict=True):
        title = Text.assemble(row.title, *((f"\n{remark}", "dim") for remark in _remarks(row)))
        table.add_row(*head, title, Text(row.how, style="dim"))
    return [table]


def _style(row: Row) -> str:
    return _STYLES.get(row.status, "red")


def _remarks(row: Row) -> list[str]:
    lines = []
    if row.status == Status.REFUTED.value and row.corrected_by:
        where = f"; fails at {witness_text(row.witness)}" if row.witness else ""
        lines.append(f"false, corrected by {row.corrected_by}{where}")
    if row.sharpened_by:
        lines.append(f"sharpened by {', '.join(row.sharpened_by)}")
    if row.conditional_on:
        lines.append(f"conditional on {', '.join(row.conditional_on)}")
    return lines


def _problems(found: Report) -> list[Any]:
    """Return what must be mended: an entry with its evidence each, but one line for the many that say the same."""
    from rich.padding import Padding
    from rich.text import Text

    lines: list[Any] = []
    alike: dict[str, list[Row]] = {}
    for row in found.rows:
        if row.problem:
            alike.setdefault(row.problem.replace(row.id, "ID"), []).append(row)
    for problem, rows in alike.items():
        if len(rows) > _ALIKE:
            named = f"{len(rows)} entries ({', '.join(row.id for row in rows[:_NAMED])}, ...)"
            lines.append(Padding(Text.assemble((named, "red"), f": {problem.replace(' ID', '')}"), (0, 0, 0, 2)))
            continue
        for row in rows:
            lines.append(Padding(Text.assemble((row.id, "red"), f": {row.problem}"), (0, 0, 0, 2)))
            where = witness_text(row.witness)
            shown = f"; fails at {where}" if where and where not in row.problem else ""
            lines += [Padding(Text(detail + shown), (0, 0, 0, 6)) for detail in row.evidence]
    for name in found.orphans:
        line = Text.assemble((name, "red"), ": a certificate of no entry; delete it, or bring the entry back")
        lines.append(Padding(line, (0, 0, 0, 2)))
    return lines


def _topic(row: Row) -> str:
    return row.id.partition(".")[0]
