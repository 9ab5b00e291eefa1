"""The Coq files, read: the library, what of it a proof file requires, and a digest of all that a proof hangs on."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from theorems.sources import code_digest

PROOFS = Path(__file__).parent / "proofs"
WRITTEN = Path(__file__).parent / "written"
"""Proofs by hand, and those that the program writes."""
SOURCES = Path(__file__).parent / "coq"
DEFINITIONS = ("Spaces", "Functions", "Divergences", "Suprema", "Adaptive", "Tilted", "Laws")
"""The files that one has to read to know what a statement says; the others hold lemmas, which nobody has to believe."""
_REQUIRE = re.compile(r"From Dpsym Require Import ([\w ]+)\.")


_JUDGES = ("theorems.kernel.gate", "theorems.kernel.reduction")


@cache
def sources() -> dict[str, str]:
    """Return the files of the library by name, each after those that it requires."""
    texts = {path.stem: path.read_text() for path in sorted(SOURCES.glob("*.v"))}
    ordered: dict[str, str] = {}

    def add(name: str) -> None:
        for needed in _required(texts[name]):
            if needed not in ordered:
                add(needed)
        ordered.setdefault(name, texts[name])

    for name in texts:
        add(name)
    return ordered


def behind(text: str) -> dict[str, str]:
    """Return the definitions, and what of the library a proof file requires, directly or not."""
    texts = sources()
    waiting, found = [*DEFINITIONS, *_required(text)], set()
    while waiting:
        if (name := waiting.pop()) in texts and name not in found:
            found.add(name)
            waiting.extend(_required(texts[name]))
    return {name: texts[name] for name in texts if name in found}


def _required(text: str) -> list[str]:
    return " ".join(_REQUIRE.findall(text)).split()


def digest(*texts: str) -> str:
    """Return a digest of some texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:32]


def files(text: str) -> str:
    """Return a digest of a proof file and of what it requires.

    And of the code that prints, reads back and judges statements, and says how far they reach.
    """
    return digest(_judging(), *behind(text).values(), text)


@cache
def _judging() -> str:
    return code_digest(_JUDGES, within=__package__)
