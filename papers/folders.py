"""Where papers are: the folders told here, and those of the project that one works in, whose modules are made importable."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from papers.errors import PaperDataError, UnknownPaperError
from theorems.project import current

FOLDER = Path(__file__).parent


def keys() -> tuple[str, ...]:
    """Return the keys of the papers told here, and of those of the project that one works in."""
    return tuple(sorted(_folders()))


def folder_of(key: str) -> Path:
    """Return the folder of the paper with this key.

    Raises
    ------
    UnknownPaperError
        If there is none; the message names the nearest.
    """
    folders = _folders()
    if key not in folders:
        raise UnknownPaperError(key, folders)
    return folders[key]


def part(key: str, name: str) -> ModuleType | None:
    """Return a module of a paper's folder, for example its `tables`; None if it has no such file.

    Raises
    ------
    PaperDataError
        If a module of a paper of the project cannot be loaded; it names file and reason.
    """
    path = folder_of(key) / f"{name}.py"
    if not path.is_file():
        return None
    if path.is_relative_to(FOLDER):
        return import_module(f"papers.{key}.{name}")
    try:
        return import_module(f"papers.{key}.{name}")
    except Exception as error:  # a module of the user's own may raise anything; what it raised is told
        raise PaperDataError(f"{path} must load, got {type(error).__name__}: {error}") from None


def _folders() -> dict[str, Path]:
    """Return the folder of every paper by its key; those of a project are made importable beside those told here."""
    own = _listed(FOLDER)
    project = current()
    if project is None or project.papers is None:
        return own
    _mount(project.papers)
    others = _listed(project.papers)
    for key, folder in others.items():
        complain_about(key, folder)
    return own | others


def complain_about(key: str, folder: Path) -> None:
    """Refuse a key that is no name of a Python module, or that is taken here.

    Raises
    ------
    PaperDataError
        If it is so.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", key):
        raise PaperDataError(f"paper key must be a lower-case name like smith_2020, got {folder}")
    if any((FOLDER / taken).exists() for taken in (key, f"{key}.py")):
        raise PaperDataError(f"paper key must not be taken by the built-in papers, got {folder}")


def _listed(folder: Path) -> dict[str, Path]:
    return {path.parent.name: path.parent for path in sorted(folder.glob("*/paper.toml"))}


def _mount(folder: Path) -> None:
    package = sys.modules[__package__].__path__
    if str(folder) in package:
        return
    others = [place for place in package if Path(place) != FOLDER]  # of projects looked at before
    for key in (path.name for place in others for path in Path(place).iterdir()):
        for loaded in [name for name in sys.modules if f"{name}.".startswith(f"papers.{key}.")]:
            del sys.modules[loaded]
    package[:] = [str(FOLDER), str(folder)]
