"""What the statuses of entries were, day by day: read from the git history of the certificates, where there is one."""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from pathlib import Path

from theorems.registry import Registry

_LOG = (
    "log",
    "--reverse",
    "--format=%x00%cs",
    "--patch",
    "--unified=0",
    "--no-color",
    "--no-ext-diff",
    "--",
    ":(glob)*.jsonl",
)
_ADDED = '+{"id": '

Moments = list[tuple[str, str]]
"""Days, each with the status that was found at its end and not at that of the day before."""


def histories(library: Registry) -> dict[str, Moments]:
    """Return for every entry on which days its status became what; nothing where there is no history, as in an installed package."""
    found: dict[str, Moments] = {}
    for home, ids in library.by_folder(library):
        known = moments(_log(home.folder))
        found |= {id: known[id] for id in ids if id in known}
    return found


def moments(log: str) -> dict[str, Moments]:
    """Return on which days the statuses of entries changed, from what git tells of their certificates, the oldest first."""
    found: dict[str, Moments] = defaultdict(list)
    for commit in log.split("\0")[1:]:
        day, _, changes = commit.partition("\n")
        for line in changes.splitlines():
            if line.startswith(_ADDED):
                record = json.loads(line[1:])
                told = found[record["id"]]
                if told and told[-1][0] == day:
                    told.pop()
                if not told or told[-1][1] != record["status"]:
                    told.append((day, record["status"]))
    return dict(found)


def _log(folder: Path) -> str:
    try:
        done = subprocess.run(["git", *_LOG], cwd=folder, capture_output=True, check=True)  # noqa: S603, S607
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.decode()
