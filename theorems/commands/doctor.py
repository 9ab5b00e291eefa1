"""`dpsym doctor`: whether everything that the workbench works with is there, and what each lack costs."""

from __future__ import annotations

import platform
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import click

from theorems.commands.context import Failure

_PROGRAMS = (
    ("pdflatex", "PDFs of papers: dpsym paper build --pdf; Debian has it in texlive-latex-recommended"),
    ("bibtex", "their sources; Debian has it in texlive-binaries"),
    (
        "coqc",
        "proofs for a kernel: dpsym check --kernel; Debian has it in coq, with libcoq-coquelicot and libcoq-interval",
    ),
    ("git", "dpsym diff, and shares that change with each commit"),
)
_NEEDED = re.compile(r"(?P<name>[\w.-]+)>=(?P<least>[\d.]+)")  # without an extra behind a semicolon


@click.command()
@click.pass_context
def doctor(context: click.Context) -> None:
    """Look whether what the workbench needs is there, and say what to do where it is not.

    Exit status: 0 if all that is needed is there (programs that only some commands call may be absent), 1 if not.
    """
    ok = True
    for name, look in _LOOKS.items():
        try:
            lines = list(look())
        except Failure as lack:
            ok = False
            click.echo(f"wrong  {name}: {lack.message}")
            continue
        for line in lines:
            click.echo(line)
    click.echo("All that is needed is there." if ok else "Something that is needed is missing.")
    context.exit(0 if ok else 1)


def _python() -> Iterator[str]:
    yield f"ok     Python {platform.python_version()}, {sys.executable}"


def _libraries() -> Iterator[str]:
    try:
        needed = [found for text in requires("dpsym") or () if (found := _NEEDED.fullmatch(text))]
    except PackageNotFoundError:
        raise Failure("dpsym is not installed: pip install -e . in its folder") from None
    fine: list[str] = []
    wrong: list[str] = []
    for each in needed:
        try:
            have = version(each["name"])
        except PackageNotFoundError:
            wrong.append(f"{each['name']} is missing")
            continue
        enough = _numbers(have) >= _numbers(each["least"])
        (fine if enough else wrong).append(f"{each['name']} {have}" + ("" if enough else f" is below {each['least']}"))
    if wrong:
        raise Failure(f"{', '.join(wrong)}: pip install --upgrade dpsym")
    yield f"ok     libraries: {', '.join(fine)}"


def _numbers(text: str) -> tuple[int, ...]:
    """Return a version as numbers, as far as it has them."""
    found = re.match(r"\d+(?:\.\d+)*", text)
    return tuple(map(int, found[0].split("."))) if found else ()


def _registry() -> Iterator[str]:
    from theorems.registry import registry
    from theorems.status import Status

    library = registry()
    states = [library.own_status(id) for id in library]
    stale = sum(status is Status.STALE for status in states)
    told = f"; {stale} are stale: dpsym check" if stale else ""
    yield f"ok     registry: {len(library)} entries, {sum(status is Status.PROVED for status in states)} proved{told}"


def _certificates() -> Iterator[str]:
    from theorems import lines
    from theorems.ran import CODE, differing
    from theorems.registry import registry

    library = registry()
    written = [(lines.read(id, library.folder_of(id) / CODE) or {}).get("versions", "") for id in library]
    moved = Counter(other for versions in written if versions and (other := differing(versions)))
    for other, count in moved.most_common():
        yield (
            f"other  certificates: {count} of {len(library)} were written with {other}; "
            "dpsym check runs their checks anew with what is here"
        )
    if not moved:
        yield "ok     certificates: written with the libraries that are here"


def _project() -> Iterator[str]:
    from theorems.errors import RegistryError
    from theorems.project import current

    try:
        project = current()
    except RegistryError as error:
        raise Failure(str(error)) from None
    yield (
        f"ok     project: {project.root}" if project else "ok     project: none here (dpsym project new DIR makes one)"
    )


def _packages() -> Iterator[str]:
    """Yield nothing where the packages of common names are ours."""
    from importlib.util import find_spec

    home = Path(__file__).resolve().parents[2]
    for name in ("dpsym", "mechanisms", "papers"):
        found = find_spec(name)
        if found is None or found.origin is None or not Path(found.origin).resolve().is_relative_to(home):
            where = "nowhere" if found is None else str(found.origin)
            raise Failure(f"{name} is found {where}, and another package stands in front of ours: rename it")
    yield f"ok     packages: {home}"


def _programs() -> Iterator[str]:
    for name, use in _PROGRAMS:
        place = shutil.which(name)
        yield f"ok     {name}: {place}" if place else f"absent {name}, for {use}"


_LOOKS: dict[str, Callable[[], Iterator[str]]] = {
    "Python": _python,
    "libraries": _libraries,
    "packages": _packages,
    "registry": _registry,
    "certificates": _certificates,
    "project": _project,
    "programs": _programs,
}
