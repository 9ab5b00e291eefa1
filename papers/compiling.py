"""A folder of LaTeX made into a PDF by pdflatex and bibtex, and its log read: nothing undefined, nothing overfull."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from papers.errors import BuildError

PACKAGES = "texlive-latex-recommended texlive-science"
_SLACK = 1.0
_OVERFULL = re.compile(r"Overfull \\[hv]box \((\d+\.?\d*)pt too (?:wide|high)\).*")
_UNDEFINED = re.compile(r"LaTeX Warning: (?:Reference|Citation|Label)\S* .*|Missing character: .*", re.MULTILINE)
_UNKNOWN = re.compile(r"I (?:didn't find a database entry for|couldn't open) .*")
_SHOWN = 6


def compile_pdf(folder: Path, name: str = "main") -> Path:
    """Run pdflatex, bibtex and pdflatex twice in a folder, and return the PDF.

    Parameters
    ----------
    folder : Path
        Where the sources are; everything is written there.
    name : str
        The main file, without its ending.

    Raises
    ------
    BuildError
        If a program is missing or fails, or the log tells of something undefined, missing, or more than 1 pt too wide or high.
    """
    latex = ("pdflatex", "-halt-on-error", "-interaction=nonstopmode", name)
    for program in (latex[0], "bibtex"):
        if shutil.which(program) is None:
            raise BuildError(
                f"{program} must be installed to make a PDF, and is not on the path; Debian has it in {PACKAGES}"
            )
    _run(latex, folder)
    if r"\citation" in (folder / f"{name}.aux").read_text(encoding="utf-8", errors="replace"):
        _run(("bibtex", name), folder)
    _run(latex, folder)
    _run(latex, folder)
    log = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    if "Rerun" in log:  # long tables may take a run more to settle
        _run(latex, folder)
        log = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    notes = folder / f"{name}.blg"
    found = complaints(log, notes.read_text(encoding="utf-8", errors="replace") if notes.exists() else "")
    if found:
        more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise BuildError(f"{folder / name}.pdf is not fit to be handed on: {'; '.join(found[:_SHOWN])}{more}")
    return folder / f"{name}.pdf"


def complaints(log: str, notes: str = "") -> list[str]:
    """Return what the log of pdflatex, and that of bibtex, tell that a reader would see.

    Parameters
    ----------
    log, notes : str
        Of pdflatex, and of bibtex.
    """
    wide = [found[0] for found in _OVERFULL.finditer(log) if float(found[1]) > _SLACK]
    return list(dict.fromkeys([*wide, *_UNDEFINED.findall(log), *_UNKNOWN.findall(notes)]))


def _run(command: tuple[str, ...], folder: Path) -> None:
    # a log of which the lines are not broken, so that what is looked for stands on one
    environment = {**os.environ, "max_print_line": "10000"}
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)  # noqa: S603
    if ended.returncode != 0:
        said = ended.stdout.decode("utf-8", errors="replace").splitlines()
        start = next((number for number, line in enumerate(said) if line.startswith("!")), max(0, len(said) - _SHOWN))
        told = " ".join(said[start : start + _SHOWN])
        raise BuildError(f"{command[0]} must go through {command[-1]} in {folder}, got: {told}")
