"""What a battery found: counts, rows, and how both moved since another version; as JSON, Markdown and LaTeX."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from theorems.peers.base import Adapter
from theorems.peers.errors import PeerError
from theorems.peers.verdicts import KINDS, REFUSES_NONSENSE, RIGHT, SOUND, UNSOUND, Row

REPORTS = Path(__file__).with_name("reports")
FORMAT = 2
_NOTABLE = KINDS[: KINDS.index(SOUND)]


@dataclass(frozen=True)
class Report:
    """The battery of one peer.

    Parameters
    ----------
    peer, version, python : str
        The distribution, its version, and that of the interpreter.
    beside : mapping of str to str
        The versions of the packages that the peer computes with.
    limits : str
        What a call could use.
    conventions : tuple of str
        What the adapter translates.
    sources : mapping of str to mapping of str to str
        For each function what its answers promise, and for each promise where its documentation says so.
    rows : tuple of Row
        What is said of each case.
    """

    peer: str
    version: str
    python: str
    beside: Mapping[str, str]
    limits: str
    conventions: tuple[str, ...]
    sources: Mapping[str, Mapping[str, str]]
    rows: tuple[Row, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many rows are of each kind, the gravest kind first."""
        found = Counter(row.kind for row in self.rows)
        return {kind: found[kind] for kind in KINDS if found[kind]}

    def of_kind(self, *kinds: str) -> list[Row]:
        """Return the rows of some kinds; unsound ones by how far they are below the truth."""
        chosen = [row for row in self.rows if row.kind in kinds]
        return sorted(
            chosen, key=lambda row: (KINDS.index(row.kind), row.relative if row.relative is not None else 0.0)
        )


@dataclass(frozen=True)
class Move:
    """A row that another version answers differently.

    Parameters
    ----------
    id : str
        The call.
    before, after : str
        Kind and value; "absent" where the case was not asked.
    """

    id: str
    before: str
    after: str


def report_of(adapter: Adapter, about: Mapping[str, Any], rows: Iterable[Row]) -> Report:
    """Return the report of an adapter's rows."""
    limits = f"{about['seconds']:g} s and {about['memory'] / (1 << 30):g} GiB a call"
    return Report(
        adapter.name,
        about["version"],
        about["python"],
        about["beside"],
        limits,
        adapter.conventions,
        sources_of(adapter),
        tuple(rows),
    )


def sources_of(adapter: Adapter) -> dict[str, dict[str, str]]:
    """Return where the documentation states each promise of each function: the same one may promise either side."""
    found: dict[str, dict[str, str]] = {}
    for function in adapter.functions:
        found.setdefault(function.name, {})[function.direction] = function.source
    return found


def moved(before: Report, after: Report) -> list[Move]:
    """Return the rows whose kind moved, or whose value moved in its first nine digits, from one version to another.

    Parameters
    ----------
    before, after : Report
        Of the same peer.
    """
    old, new = ({row.id: row for row in report.rows} for report in (before, after))
    found = []
    for id in dict.fromkeys((*old, *new)):
        first, second = _shown(old.get(id)), _shown(new.get(id))
        if first != second:
            found.append(Move(id, first, second))
    return found


def _shown(row: Row | None) -> str:
    if row is None:
        return "absent"
    return row.kind + (f" {', '.join(map(rounded, row.value))}" if row.value else "")


def rounded(value: str, digits: int = 9) -> str:
    """Return decimal text of so many significant digits; what is no number stays."""
    try:
        return f"{float(value):.{digits}g}"
    except ValueError:
        return value


def to_json(report: Report) -> str:
    """Return the report as JSON: a row a line, without what is empty."""
    head = {
        "format": FORMAT,
        "peer": report.peer,
        "version": report.version,
        "python": report.python,
        "beside": dict(report.beside),
        "limits": report.limits,
        "counts": report.counts,
        "conventions": list(report.conventions),
        "sources": {name: dict(told) for name, told in report.sources.items()},
    }
    lines = [json.dumps(_lean(row), ensure_ascii=False, allow_nan=False) for row in report.rows]
    text = json.dumps(head, indent=1, ensure_ascii=False)
    return text[:-2] + ',\n "rows": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"


def _lean(row: Row) -> dict[str, Any]:
    empty = {field.name: field.default for field in fields(Row)}
    record = asdict(row)
    record["arguments"] = {name: _strict(value) for name, value in row.arguments.items()}
    record["relative"] = _strict(row.relative)
    return {name: value for name, value in record.items() if value != empty[name]}


def slim(report: Report) -> Report:
    """Return a report to be kept: of rows that nothing is wrong with, only what a later version is compared with."""
    fine = (SOUND, RIGHT, REFUSES_NONSENSE)
    rows = (
        Row(row.id, row.call, row.arguments, row.kind, row.value, digits=row.digits, relative=row.relative)
        if row.kind in fine
        else row
        for row in report.rows
    )
    return replace(report, rows=tuple(rows))


def _strict(value: Any) -> Any:
    """Return a number as JSON knows it: what is not finite as text."""
    return repr(value) if isinstance(value, float) and not math.isfinite(value) else value


def from_json(text: str) -> Report:
    """Return a report that was written as JSON.

    Raises
    ------
    PeerError
        If the text is not one.
    """
    try:
        record = json.loads(text)
        rows = tuple(map(row_from, record["rows"]))
        sources = {name: dict(told) for name, told in record["sources"].items()}
        return Report(
            record["peer"],
            record["version"],
            record["python"],
            record["beside"],
            record["limits"],
            tuple(record["conventions"]),
            sources,
            rows,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise PeerError("stored report", f"one of format {FORMAT}", str(error)) from None


def row_from(record: Mapping[str, Any]) -> Row:
    """Return a row that was written as JSON."""
    lists = {name: tuple(record[name]) for name in ("value", "theorems") if name in record}
    at = tuple((name, value) for name, value in record.get("at", ()))
    arguments = {name: _number(value) for name, value in record["arguments"].items()}
    return Row(**{**record, **lists, "at": at, "arguments": arguments, "relative": _number(record.get("relative"))})


def _number(value: Any) -> Any:
    """Return what strict JSON has as text as the number that it is."""
    return float(value) if value in ("nan", "inf", "-inf") else value


def stored(peer: str, folder: Path = REPORTS) -> Report | None:
    """Return the report that is kept of a peer, if there is one."""
    path = folder / f"{peer}.json"
    return from_json(path.read_text(encoding="utf-8")) if path.exists() else None


def to_markdown(report: Report, moves: Sequence[Move] = ()) -> str:
    """Return the report as Markdown: conventions, counts by function, the notable rows, and what moved."""
    beside = ", ".join(f"{name} {version}" for name, version in {"Python": report.python, **report.beside}.items())
    parts = [f"# {report.peer} {report.version}\n", f"With {beside}; {report.limits}.\n"]
    parts.append("\n".join(f"- {line}" for line in report.conventions) + "\n")
    parts.append(_table(("function", "promise", *report.counts), _by_function(report)))
    notable = report.of_kind(*_NOTABLE)
    if notable:
        parts.append("## Rows that are neither right nor sound\n")
        parts.append(
            _table(("call", "verdict", "value", "certified bracket", "what is wrong", "theorems"), map(_cells, notable))
        )
    if moves:
        parts.append("## Moved since the stored report\n")
        parts.append(_table(("call", "before", "after"), ((f"`{m.id}`", m.before, m.after) for m in moves)))
    return "\n".join(parts)


def _by_function(report: Report) -> Iterable[tuple[str, ...]]:
    for name, told in report.sources.items():
        found = Counter(row.kind for row in report.rows if row.call == name)
        if found:
            yield (f"`{name}`", ", ".join(told), *(str(found[kind] or "") for kind in report.counts))


def row_line(row: Row) -> str:
    """Return a notable row as a line of a Markdown table."""
    return _line(_cells(row))


def _cells(row: Row) -> tuple[str, ...]:
    bracket = f"[{rounded(row.lower)}, {rounded(row.upper)}]" if row.upper else ""
    names = ", ".join(f"`{name}`" for name in row.theorems[:3]) + (", …" if len(row.theorems) > 3 else "")
    return f"`{row.id}`", row.kind, ", ".join(map(rounded, row.value)), bracket, row.reason, names


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(map(_line, [head, ["---"] * len(head), *rows])) + "\n"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def to_latex(reports: Sequence[Report]) -> str:
    """Return the counts of several peers as a booktabs table."""
    kinds = [kind for kind in KINDS if any(report.counts.get(kind) for report in reports)]
    head = " & ".join(["peer", "version", "rows", *(rf"\rotatebox{{90}}{{{kind}}}" for kind in kinds)])
    lines = [
        " & ".join(
            [report.peer, report.version, str(len(report.rows)), *(str(report.counts.get(kind, 0)) for kind in kinds)]
        )
        for report in reports
    ]
    body = " \\\\\n".join(lines)
    return f"\\begin{{tabular}}{{ll{'r' * (len(kinds) + 1)}}}\n\\toprule\n{head} \\\\\n\\midrule\n{body} \\\\\n\\bottomrule\n\\end{{tabular}}\n"


def summary(report: Report) -> str:
    """Return the report on a line for people."""
    counts = ", ".join(f"{number} {kind}" for kind, number in report.counts.items())
    fine = sum(report.counts.get(kind, 0) for kind in (RIGHT, SOUND))
    worst = report.of_kind(UNSOUND)[:1]
    tail = f"; the furthest below: {worst[0].id}, {worst[0].reason}" if worst else ""
    return f"{report.peer} {report.version}: {len(report.rows)} calls, {fine} right or sound ({counts}){tail}"
