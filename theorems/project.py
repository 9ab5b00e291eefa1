"""A project folder of the user's own: where it is, and what it holds.

A project is the folder of a ``dpsym.toml``, or of a ``pyproject.toml`` with a table ``[tool.dpsym]``; the current folder or the
nearest one above it that belongs to the user alone, unless the variable ``DPSYM_PROJECT`` (or ``dpsym --project``) names another.
It says where things are, all of them inside the folder::

    library = "library"            # modules with entries; Python of the user's, which is run
    papers = "papers"              # a folder a paper, for `dpsym paper`
    certificates = "certificates"  # what checks and attacks find; nothing is written into this package
    bibliography = "refs.bib"      # sources that the registry does not have
    kernel = "kernel"              # Coq proofs of its entries, and what `dpsym check --kernel` accepts of them

These are the defaults. The modules of `library` are imported as a package of that name; no other text of a project is evaluated.
"""

from __future__ import annotations

import os
import stat
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from theorems.certificate import FOLDER as CERTIFICATES
from theorems.errors import RegistryError

VARIABLE = "DPSYM_PROJECT"
FILE, SHARED_FILE = "dpsym.toml", "pyproject.toml"
_told: set[str] = set()
DEFAULTS = {
    "library": "library",
    "papers": "papers",
    "certificates": "certificates",
    "bibliography": "refs.bib",
    "kernel": "kernel",
}


class ProjectError(RegistryError, ValueError):
    """A project folder is not what its configuration says, or one of its modules cannot be loaded."""


@dataclass(frozen=True)
class Project:
    """Where the parts of a project are.

    Parameters
    ----------
    root : Path
        The folder of its configuration.
    library, papers : Path or None
        Modules with entries, and papers; None where there are none.
    certificates : Path
        Where certificates and attacks of its entries are written.
    bibliography : Path or None
        Its BibTeX file; None where there is none.
    kernel : Path or None
        Coq proofs of its entries; None where there are none.
    """

    root: Path
    library: Path | None
    papers: Path | None
    certificates: Path
    bibliography: Path | None
    kernel: Path | None


def current() -> Project | None:
    """Return the project that one works in, None if there is none.

    Raises
    ------
    ProjectError
        If its configuration is malformed, or names a folder that does not exist.
    """
    named = os.environ.get(VARIABLE)
    if named:
        found = at(Path(named).resolve())
        if found is None:
            raise ProjectError(
                f"project must be a folder with a {FILE}, or a {SHARED_FILE} with [tool.dpsym], got {named!r}"
            )
        return found
    try:
        here = Path.cwd()
    except FileNotFoundError:  # the folder was deleted under us
        return None
    for folder in (here, *here.parents):
        if (path := _configuration(folder)) is None:
            continue
        if reason := _distrust(path):
            _tell(f"project {folder} is left aside: {reason}")
            continue
        _tell(f"project {folder}")
        return at(folder)
    return None


def _tell(line: str) -> None:
    """Say on standard error, once, which folder's code and data are used, or why they are not, as nobody named it."""
    if line not in _told:
        _told.add(line)
        sys.stderr.write(f"{line}\n")


def _distrust(path: Path) -> str:
    """Return why a configuration is not believed; nothing where it and its folder are the user's own, and nobody else's to write.

    What it names is imported, so that whoever can write it can run code.
    """
    for place in (path.parent, path):
        known = place.stat()
        # where every user has a group of the same number, that group is the user
        others = stat.S_IWOTH | (0 if known.st_gid == os.getuid() else stat.S_IWGRP)
        if known.st_uid != os.getuid():
            return f"{place} must belong to you, user {os.getuid()}, got user {known.st_uid}"
        if known.st_mode & others:
            return (
                f"{place} must be writable by you alone, got mode {stat.S_IMODE(known.st_mode):o}; chmod go-w {place}"
            )
    return ""


@contextmanager
def chosen(folder: Path) -> Iterator[None]:
    """Work in the project of this folder for a while, worker processes included."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(folder)
    try:
        yield
    finally:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before


def at(folder: Path) -> Project | None:
    """Return the project that this very folder configures, None if it configures none.

    Raises
    ------
    ProjectError
        If its configuration is malformed.
    """
    path = _configuration(folder)
    if path is None:
        return None
    if reason := _distrust(path):
        raise ProjectError(f"project {folder} is not believed: {reason}")
    return _project(path, _table(path, path.stat().st_mtime_ns) or {})


def _configuration(folder: Path) -> Path | None:
    """Return the file that configures a project in this very folder, None if there is none."""
    for name in (FILE, SHARED_FILE):
        path = folder / name
        try:
            if path.is_file() and (name == FILE or _table(path, path.stat().st_mtime_ns) is not None):
                return path
        except OSError:  # a folder that may not be looked into
            continue
    return None


@lru_cache(maxsize=8)
def _table(path: Path, changed: int) -> dict[str, Any] | None:
    try:
        record = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        if path.name == SHARED_FILE:  # somebody else's mistake, and not necessarily in a project
            return None
        raise ProjectError(f"{path} must be readable TOML, got: {error or type(error).__name__}") from None
    if path.name == FILE:
        return record
    tool = record.get("tool")
    stated = tool.get("dpsym") if isinstance(tool, dict) else None
    if stated is not None and not isinstance(stated, dict):
        raise ProjectError(f"tool.dpsym in {path} must be a table, got {stated!r}")
    return stated


def _project(path: Path, stated: dict[str, Any]) -> Project:
    if unknown := sorted(set(stated) - set(DEFAULTS)):
        raise ProjectError(f"{path} must have the fields {', '.join(DEFAULTS)} only, got {unknown}")
    for name, value in stated.items():
        if not isinstance(value, str) or not value or "\0" in value:
            raise ProjectError(f"{name} in {path} must be a path as text, got {value!r}")
    root = path.parent.resolve()
    places = {name: (root / stated.get(name, default)).resolve() for name, default in DEFAULTS.items()}
    for name, place in places.items():
        if not place.is_relative_to(root) or place == root:
            shown = stated.get(name, DEFAULTS[name])
            raise ProjectError(f"{name} in {path} must be a path inside {root}, got {shown!r}, which is {place}")
        there = place.is_file() if name == "bibliography" else place.is_dir()
        if name in stated and not there and name != "certificates":
            kind = "file" if name == "bibliography" else "folder"
            raise ProjectError(f"{name} in {path} must be a {kind} that exists, got {stated[name]!r}")
    for name, theirs in (("certificates", CERTIFICATES), ("kernel", Path(__file__).parent / "kernel")):
        if places[name].is_relative_to(theirs):
            raise ProjectError(f"{name} in {path} must not be the folder of the built-in registry")
    return Project(
        root,
        places["library"] if places["library"].is_dir() else None,
        places["papers"] if places["papers"].is_dir() else None,
        places["certificates"],
        places["bibliography"] if places["bibliography"].is_file() else None,
        places["kernel"] if places["kernel"].is_dir() else None,
    )
