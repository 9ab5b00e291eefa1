"""A share of many things, another with each commit: what takes too long to be done each time is still done again and again."""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Sequence
from pathlib import Path


def commit(folder: Path = Path(__file__).parent) -> str:
    """Return the id of the commit at hand, empty outside a repository."""
    command = ["git", "rev-parse", "HEAD"]
    try:
        found = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError:
        return ""
    return found.stdout.strip() if found.returncode == 0 else ""


def drawn(names: Sequence[str], fraction: float, seed: str) -> list[str]:
    """Return so large a share of the names, at least one unless it is 0, drawn by a text."""
    if not fraction:
        return []
    ranked = sorted(names, key=lambda name: hashlib.sha256(f"{seed} {name}".encode()).digest())
    return ranked[: max(1, round(fraction * len(ranked)))]
