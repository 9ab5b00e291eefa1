"""Reproduction scripts: for a row, a program that imports the peer only and prints what it answered, beside the certified bracket."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from mechanisms.files import MARK, is_marked, write
from theorems.peers.adapters import adapter
from theorems.peers.base import Adapter
from theorems.peers.report import Report
from theorems.peers.verdicts import CRASH, MEMORY, NO_NUMBER, NONSENSE, OFF, SIGNED, TIME, UNSOUND, Row

REPRODUCED = (UNSOUND, OFF, SIGNED, NO_NUMBER, NONSENSE, TIME, MEMORY, CRASH)


def script(report: Report, row: Row, peer: Adapter | None = None) -> str:
    """Return the text of a stand-alone program for a row.

    Parameters
    ----------
    report : Report
        That the row is of.
    row : Row
        What it reproduces.
    peer : Adapter, optional
        The peer's; looked up by its name without it.
    """
    source = function_source((peer or adapter(report.peer)).calls, row.call)
    arguments = ", ".join(f"{name}={_literal(value)}" for name, value in row.arguments.items())
    return f"{_comment(report, row)}\n\n\n{source}\n\n\nprint({row.call}({arguments}))\n"


def _comment(report: Report, row: Row) -> str:
    source = report.sources.get(row.call, {}).get(row.direction, "")
    where = ", ".join(f"{name} = {value}" for name, value in row.at)
    lines = [
        f"{report.peer} {report.version} answered: {', '.join(row.value) or row.reason}",
        f"verdict: {row.kind}; {row.reason}",
    ]
    if row.mechanism:
        lines.append(f"this is about: {row.quantity} of {row.mechanism}" + (f" at {where}" if where else ""))
    if row.claimed:
        lines.append(f"with this noise the claim is: {row.quantity} is at most {row.claimed}")
    if row.upper:
        lines.append(f"certified bracket of the truth: [{row.lower}, {row.upper}]")
    if row.theorems:
        lines.append("theorems: " + ", ".join(row.theorems))
    lines.append(f"promised: {row.direction} ({source})")
    return "\n".join(f"# {line}" for line in lines)


def _literal(value: object) -> str:
    """Return a Python expression for an argument, NaN and infinities among them."""
    text = repr(value)
    return f'float("{text}")' if text in ("nan", "inf", "-inf") else text


def function_source(calls: Path, name: str) -> str:
    """Return the text of one function of the peer's child part."""
    return _functions(calls)[name]


@cache
def _functions(calls: Path) -> dict[str, str]:
    text = calls.read_text(encoding="utf-8")
    return {
        node.name: ast.get_source_segment(text, node) or ""
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
    }


def write_scripts(report: Report, folder: Path, peer: Adapter | None = None, force: bool = False) -> list[Path]:
    """Write a script for every row that is unsound, no number, nonsense accepted or no answer; return the paths.

    Parameters
    ----------
    report : Report
        Of a peer.
    folder : Path
        Where; scripts of an earlier run there are removed, other files stay.
    peer : Adapter, optional
        The peer's; looked up by its name without it.
    force : bool, optional
        Whether files that this program did not write are replaced.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.py"):
        if is_marked(old):
            old.unlink()
    written = []
    for row in report.of_kind(*REPRODUCED):
        path = folder / f"{file_name(row.id)}.py"
        write(path, f"{script(report, row, peer)}# {MARK}\n", force)
        written.append(path)
    return written


def file_name(id: str) -> str:
    """Return a file's name for a call: letters, digits, points, signs."""
    return re.sub(r"[^A-Za-z0-9.+-]+", "_", id).strip("_").replace("e-", "em").replace("e+", "ep")
