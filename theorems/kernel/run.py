"""Compile what changed, judge it, and record what the kernel accepts."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mechanisms import files
from theorems.kernel import library, record, texts
from theorems.kernel.errors import GateError
from theorems.kernel.gate import Accepted, Case, claims, compiled, judge, prepared, statements
from theorems.kernel.place import BUILT_IN, Place
from theorems.kernel.printer import coq_name
from theorems.kernel.reduction import obstacle
from theorems.kernel.writing import script
from theorems.share import commit, drawn
from theorems.store import folder as caches

if TYPE_CHECKING:
    from theorems.entry import Theorem
    from theorems.registry import Registry


@dataclass(frozen=True)
class Group:
    """A proof file, with the ids of what it proves, and whether the program wrote it."""

    name: str
    text: str
    ids: tuple[str, ...]
    key: str
    files: str
    written: bool


@dataclass(frozen=True)
class Report:
    """What a run found."""

    verdicts: Mapping[str, record.Verdict]
    compiled: tuple[str, ...]
    complaints: Mapping[str, str]

    @property
    def ok(self) -> bool:
        """Whether every proof file passed."""
        return not self.complaints


def groups(registry: Registry, place: Place = BUILT_IN) -> Iterator[Group]:
    """Yield the proof files of a place, which may prove the entries of that place alone.

    Raises
    ------
    GateError
        If one claims what is no entry, or two claim the same.
    """
    ids = {coq_name(id): id for id in registry if registry.place_of(id) == place}
    whose = "the registry" if place == BUILT_IN else "the project's own entries"
    seen: dict[str, str] = {}
    for name, path in place.files().items():
        text = path.read_text()
        names = [claim.statement for claim in claims(text)]
        if unknown := [one for one in names if one not in ids]:
            raise GateError(f"{name} must prove statements of {whose}, got {unknown}")
        if twice := [one for one in names if seen.setdefault(one, name) != name]:
            raise GateError(f"{name} must prove what no other file proves, got {twice}")
        found = tuple(ids[one] for one in names)
        said = statements(registry[id] for id in found)[0]
        behind = texts.files(text)
        yield Group(
            name, text, found, texts.digest(library.version(), behind, said), behind, path.parent == place.written
        )


def check(registry: Registry, jobs: int = 2, again: float = 0, place: Place = BUILT_IN, seconds: float = 600) -> Report:
    """Compile the proof files of which something changed, and return what the kernel accepts.

    Parameters
    ----------
    registry : Registry
        The entries.
    jobs : int
        How many files are compiled at once.
    again : float
        How large a share of the others to compile too, another with each commit; all of them with 1.
    place : Place
        Where the proofs are, and the record of what was accepted before.
    seconds : float
        How long one file may take.

    Raises
    ------
    GateError
        If there is no Coq, or the library does not compile.
    """
    library.require_coq()
    known = record.read(place.record)
    everything = list(groups(registry, place))
    anew = drawn([group.name for group in everything], again, commit())
    verdicts = {
        verdict.id: verdict
        for group in everything
        if group.name not in anew
        for verdict in known.values()
        if verdict.group == group.name and verdict.key == group.key and verdict.id in group.ids
        if verdict.fingerprint == registry.card(verdict.id).fingerprint
    }
    waiting = [group for group in everything if not group.ids or not set(group.ids) <= set(verdicts)]
    complaints: dict[str, str] = {}
    ready = library.compiled(seconds) if waiting else Path()
    cases: dict[str, Case] = {}
    for group in waiting:
        try:
            cases[group.name] = prepared(group.name, group.text, {coq_name(id): registry[id] for id in group.ids})
        except GateError as error:
            complaints[group.name] = str(error)
    with ThreadPoolExecutor(jobs) as pool:
        running = {
            pool.submit(_compiled, cases[group.name], ready, seconds): group for group in waiting if group.name in cases
        }
        for done in as_completed(running):
            group = running[done]
            try:
                accepted = judge(cases[group.name], done.result())
            except GateError as error:
                complaints[group.name] = str(error)
            else:
                verdicts |= {id: _verdict(group, registry, id, accepted[coq_name(id)]) for id in group.ids}
    return Report(verdicts, tuple(group.name for group in waiting), complaints)


def _compiled(case: Case, ready: Path, seconds: float) -> str:
    caches().mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="kernel-", dir=caches()))
    try:
        return compiled(case, ready, folder, seconds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _grade(entry: Theorem, accepted: Accepted) -> str:
    if not accepted.finite or accepted.refutes:  # finite laws are among those that the entry is about
        return record.EXACT
    return record.FINITE if obstacle(entry) else record.COUNTABLE


def _verdict(group: Group, registry: Registry, id: str, accepted: Accepted) -> record.Verdict:
    card = registry.card(id)
    return record.Verdict(
        card.id,
        group.name,
        _grade(registry[id], accepted),
        accepted.refutes,
        accepted.axioms,
        group.key,
        card.fingerprint,
        group.files,
        group.written,
    )


def write(registry: Registry) -> None:
    """Write the proof files of the program anew: of all entries that it can prove and that no person has."""
    by_hand = {claim.statement for path in texts.PROOFS.glob("*.v") for claim in claims(path.read_text())}
    entries = [entry for entry in registry.values() if coq_name(entry.id) not in by_hand]
    files.write(texts.WRITTEN / "cells.v", script.file("cells", script.writable(entries)), force=True)
