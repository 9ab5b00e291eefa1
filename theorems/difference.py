"""What differs between two versions of the registry, read from their certificates alone: no code of another version is run."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from mechanisms.files import MARK, write
from theorems.errors import CertificateError
from theorems.kernel import record
from theorems.registry import Registry

WIDER, NARROWER, OTHER, SAME = "wider", "narrower", "other", "same"
_INTERVAL = re.compile(r"in ([\[(])(.+), (.+)([\])])")
_FIELDS = ("statement", "domain", "hypotheses", "status", "fingerprint")


@dataclass(frozen=True)
class Known:
    """What a version of the registry says of one entry.

    Parameters
    ----------
    statement, domain, hypotheses
        As text, as certificates hold them.
    status : str
        Its own status.
    fingerprint : str
        Of its mathematics, links and checks.
    """

    statement: str
    domain: dict[str, str]
    hypotheses: tuple[str, ...]
    status: str
    fingerprint: str

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> Known:
        """Read it from the line of a certificate, or of a snapshot."""
        return cls(**{**{name: line[name] for name in _FIELDS}, "hypotheses": tuple(line["hypotheses"])})


Version = dict[str, Known]


@dataclass(frozen=True)
class Difference:
    """One thing that differs.

    Parameters
    ----------
    id : str
        Of the entry.
    kind : str
        ``added``, ``removed``, ``statement``, ``domain``, ``status`` or ``checks`` (the box, the links or the checks).
    how : str
        Of a domain whether it is ``wider``, ``narrower`` or ``other``; else empty.
    before, after : str
        As text; empty where there is none.
    """

    id: str
    kind: str
    how: str = ""
    before: str = ""
    after: str = ""


def differences(old: Version, new: Version) -> list[Difference]:
    """Return what differs, by id."""
    found: list[Difference] = []
    for id in sorted({*old, *new}):
        if id not in new:
            found.append(Difference(id, "removed", before=old[id].statement))
        elif id not in old:
            found.append(Difference(id, "added", after=new[id].statement))
        else:
            found += _changes(id, old[id], new[id])
    return found


def _changes(id: str, old: Known, new: Known) -> list[Difference]:
    found = []
    if old.statement != new.statement:
        found.append(Difference(id, "statement", "", old.statement, new.statement))
    if (how := _direction(old, new)) != SAME:
        found.append(Difference(id, "domain", how, _space(old), _space(new)))
    if old.status != new.status:
        found.append(Difference(id, "status", "", old.status, new.status))
    if old.fingerprint != new.fingerprint and not any(each.kind in ("statement", "domain") for each in found):
        found.append(Difference(id, "checks"))
    return found


def _space(known: Known) -> str:
    return ", ".join([*(f"{name} {values}" for name, values in known.domain.items()), *known.hypotheses])


def _direction(old: Known, new: Known) -> str:
    """Return whether the space of an entry got wider or narrower: its domain, and its hypotheses."""
    ways = {wider(old.domain[name], new.domain[name]) for name in {*old.domain} & {*new.domain}}
    if {*old.domain} != {*new.domain}:
        ways.add(OTHER)
    before, after = set(old.hypotheses), set(new.hypotheses)
    if before != after:
        ways.add(WIDER if after < before else NARROWER if before < after else OTHER)
    ways.discard(SAME)
    return ways.pop() if len(ways) == 1 else OTHER if ways else SAME


def wider(before: str, after: str) -> str:
    """Compare two sets given as text: intervals by their ends, laws by their support, anything else as it is written."""
    if before == after:
        return SAME
    if after.removesuffix(" of full support") == before or before.removesuffix(" of full support") == after:
        return NARROWER if after.endswith("full support") else WIDER
    one, other = _interval(before), _interval(after)
    if one is None or other is None:
        return OTHER
    if other[0] <= one[0] and one[1] <= other[1]:
        return WIDER
    return NARROWER if one[0] <= other[0] and other[1] <= one[1] else OTHER


def _interval(text: str) -> tuple[tuple[float | Fraction, int], tuple[float | Fraction, int]] | None:
    """Return the ends of an interval, each with a mark that puts an open end inside a closed one."""
    match = _INTERVAL.fullmatch(text)
    if match is None:
        return None
    try:
        low, high = (float(end.replace("oo", "inf")) if "oo" in end else Fraction(end) for end in (match[2], match[3]))
    except ValueError:
        return None
    return (low, match[1] == "("), (high, -(match[4] == ")"))


def present(registry: Registry) -> Version:
    """Return what the registry says now: the present statements, with the status that their certificates amount to."""
    found = {}
    for card in map(registry.card, registry):
        stated = asdict(card.stated)
        found[card.id] = Known(**stated, status=registry.own_status(card.id).value, fingerprint=card.fingerprint)
    return found


def load(name: str, repository: Path) -> Version:
    """Return the version of a folder of certificates, of a snapshot file, or of a git revision.

    Parameters
    ----------
    name : str
        A path, or what git calls a revision.
    repository : Path
        The folder of the certificates, for git.

    Raises
    ------
    CertificateError
        If there is no such thing, or it holds no certificates of this format.
    """
    place = Path(name)
    if place.is_file():
        return _snapshot(place)
    texts = _folder(place) if place.is_dir() else _revision(name, repository)
    verdicts = "" if place.is_dir() else _verdicts(name, repository)
    if not texts:
        raise CertificateError(
            f"version must hold certificates of one line an entry, in files *.jsonl, got none in {name!r}"
        )
    version = {
        id: known
        for file, text in texts.items()
        for line in text.splitlines()
        for id, known in [_known(line, f"version {name!r} must hold whole certificates, got {{}} in {file}")]
    }
    return _with_kernel(version, verdicts)


def _with_kernel(version: Version, verdicts: str) -> Version:
    """Return a version with the statuses of the entries of which a kernel had accepted a proof, or a refutation."""
    found = dict(version)
    for line in verdicts.splitlines():
        verdict = json.loads(line)
        known = found.get(verdict["id"])
        if known is None or known.fingerprint != verdict["fingerprint"] or verdict["grade"] == record.FINITE:
            continue
        if verdict["refuted"] or known.status != "claimed":
            found[verdict["id"]] = replace(known, status="refuted" if verdict["refuted"] else "proved")
    return found


def _folder(place: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(place.glob("*.jsonl"))}


def _known(text: str, complaint: str) -> tuple[str, Known]:
    try:
        line = json.loads(text)
        return line["id"], Known.of(line)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CertificateError(complaint.format(repr(error))) from None


def _snapshot(path: Path) -> Version:
    """Return the version of a file with a line an entry, as `save` writes it."""
    complaint = f"snapshot {path} must have whole lines, got {{}}"
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        if "generator" not in json.loads(first):
            raise ValueError(f"a first line that says whose it is, got {first[:40]!r}")
        return dict(_known(line, complaint) for line in lines)
    except (OSError, ValueError) as error:
        raise CertificateError(complaint.format(error)) from None


def _revision(name: str, folder: Path) -> dict[str, str]:
    """Return the certificates of a git revision, which git reads out and nothing checks out."""
    listed = _git(folder, "ls-tree", "--full-tree", f"{_commit(name, folder)}:{_inside(folder)}").decode()
    entries = [line.split("\t") for line in listed.splitlines()]
    blobs = [(head.split()[2], path) for head, path in entries if path.endswith(".jsonl")]
    output = _git(folder, "cat-file", "--batch", stdin="\n".join(blob for blob, _ in blobs).encode())
    texts, start = {}, 0
    for _, path in blobs:
        end = output.index(b"\n", start)
        size = int(output[start:end].split()[2])
        texts[path] = output[end + 1 : end + 1 + size].decode()
        start = end + size + 2
    return texts


def _verdicts(name: str, folder: Path) -> str:
    """Return the record of proofs that a kernel had accepted at a revision, empty where there was none."""
    place = f"{_commit(name, folder)}:{Path(_inside(folder)).parent / 'kernel' / record.FILE.name}"
    try:
        return _git(folder, "cat-file", "blob", place).decode()
    except CertificateError:
        return ""


def _commit(name: str, folder: Path) -> str:
    return _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}").decode().strip()


def _inside(folder: Path) -> str:
    return _git(folder, "rev-parse", "--show-prefix").decode().strip().rstrip("/")


def _git(folder: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, input=stdin, capture_output=True, check=True)  # noqa: S603, S607
    except (OSError, subprocess.CalledProcessError):
        raise CertificateError(
            f"version must be a folder, a snapshot or a git revision with certificates, got {arguments[-1]!r}"
        ) from None
    return done.stdout


def save(version: Version, path: Path, force: bool = False) -> None:
    """Write a snapshot: a line that says whose it is, then what a version says, a line an entry."""
    records = [{"id": id, **asdict(known)} for id, known in sorted(version.items())]
    rows = [{"generator": MARK}, *records]
    write(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), force)
