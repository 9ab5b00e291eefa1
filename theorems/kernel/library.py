"""The Coq library compiled, in the folder of caches, by the digest of what it says; and which Coq there is."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from theorems.kernel import gate
from theorems.kernel.errors import GateError
from theorems.kernel.texts import digest, sources
from theorems.store import folder as caches


@cache
def version() -> str:
    """Return the version of Coq, empty if there is none on this machine."""
    coqc = shutil.which("coqc")
    if coqc is None:
        return ""
    said = subprocess.run([coqc, "--print-version"], capture_output=True, text=True, check=False).stdout  # noqa: S603 of no user's words
    return said.split(" ")[0].strip()


def compiled(seconds: float = 600) -> Path:
    """Return the folder of the compiled library, which is compiled if it is not there.

    Raises
    ------
    GateError
        If a file of it does not compile.
    """
    texts = sources()
    place = caches() / "kernel" / digest(version(), *texts, *texts.values())
    if place.exists():
        return place
    place.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=place.parent))  # beside, and renamed: another process may compile it too
    try:
        for name, text in texts.items():
            (made / f"{name}.v").write_text(text)
            gate.coqc(made / f"{name}.v", {"Dpsym": made}, seconds)
        with contextlib.suppress(OSError):  # the other process was first
            made.rename(place)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return place


def require_coq() -> None:
    """Raise if there is no Coq.

    Raises
    ------
    GateError
        If coqc is not on the path.
    """
    if not version():
        raise GateError(
            "coqc must be on the path, got none (Debian: apt-get install coq libcoq-coquelicot libcoq-interval)"
        )
