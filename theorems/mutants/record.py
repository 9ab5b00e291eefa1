"""What came of attacking an entry, written beside its certificate; unchanged entries are not attacked again."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import islice, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theorems import lines
from theorems.card import Card
from theorems.errors import CertificateError
from theorems.mutants.verdict import KINDS, LEFT_OUT, NOTICED, Verdict
from theorems.registry import Registry
from theorems.sources import own_digest
from theorems.spreading import spread
from theorems.status import Status
from theorems.store import Store

if TYPE_CHECKING:
    from theorems.entry import Theorem
    from theorems.mutants.operators import Mutant

FOLDER = "attacks"
_CODE = tuple(f"theorems.mutants.{name}" for name in ("attack", "operators", "rewriting", "verdict"))
_GONE = ("no mutant", Verdict("gone"))
_CHECKS = ("theorems.checks.", "theorems.compare", "theorems.far", "theorems.points", "theorems.reach")
_DRAWN = ("theorems.dialogues", "theorems.hostile", "theorems.iterates", "theorems.shapes")
"""What draws the instances at which checks look: where others are drawn, a mutant may meet another end."""


@cache
def _store() -> Store:
    return Store("mutants")


@dataclass(frozen=True)
class Attack:
    """What came of attacking one entry.

    Parameters
    ----------
    id : str
        Of the entry.
    fingerprint, code : str
        Of the mathematics, and of the code of its checks and of the attack.
    verdicts : tuple of (str, Verdict)
        What was changed, and what became of it.
    """

    id: str
    fingerprint: str
    code: str
    verdicts: tuple[tuple[str, Verdict], ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many mutants met each end."""
        found = Counter(verdict.kind for _, verdict in self.verdicts)
        return {kind: found[kind] for kind in KINDS if found[kind]}

    @property
    def score(self) -> tuple[int, int]:
        """How many mutants were noticed, of those that neither say the same nor follow from the entry."""
        noticed = sum(self.counts.get(kind, 0) for kind in NOTICED)
        return noticed, sum(number for kind, number in self.counts.items() if kind not in LEFT_OUT)

    def named(self, kind: str) -> tuple[str, ...]:
        """Return what was changed in the mutants that met this end."""
        return tuple(name for name, verdict in self.verdicts if verdict.kind == kind)

    def is_fresh(self, card: Card) -> bool:
        """Return whether attacking again could not change it."""
        return self.fingerprint == card.fingerprint and self.code == attack_code(card)


def attack_code(card: Card) -> str:
    """Return the digest of the code of the attack, of the entry's checks and of what draws their instances.

    What they call is the business of certificates.
    """
    return own_digest([*_CODE, *(name for name in card.modules if name.startswith(_CHECKS + _DRAWN))])


def attacked(theorem: Theorem, registry: Registry, first: int | None = None) -> Attack:
    """Attack an entry with all its mutants, or the first few; a refuted one has none, since a change of what is false tells nothing."""
    from theorems.mutants.attack import attack
    from theorems.mutants.operators import mutants

    card = theorem.card()
    status = registry.checked_status(theorem.id)
    made = () if status is Status.REFUTED else islice(mutants(theorem), first)
    verdicts = tuple((mutant.description, attack(theorem, mutant, status)) for mutant in made)
    return Attack(card.id, card.fingerprint, attack_code(card), verdicts)


def write(found: Attack, folder: Path) -> Path:
    """Write what came of an attack, whole or not at all."""
    noticed, different = found.score
    mutants = [[name, *_trimmed(asdict(verdict).values())] for name, verdict in found.verdicts]
    record = {
        "id": found.id,
        "score": f"{noticed}/{different}",
        "fingerprint": found.fingerprint,
        "code": found.code,
        "mutants": mutants,
    }
    return lines.write({**record, "digest": digest(record)}, folder / FOLDER)


def digest(record: dict[str, Any]) -> str:
    """Return the digest of what a record says, given as data."""
    said = lines.written({name: value for name, value in record.items() if name != "digest"})
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _trimmed(values: Iterable[Any]) -> list[Any]:
    kind, by, witness = values
    return [kind, by, witness] if witness else [kind, by]


def read(id: str, folder: Path) -> Attack | None:
    """Read what came of the last attack on an entry, None if there was none.

    Raises
    ------
    CertificateError
        If its line is damaged, or states a score that its mutants do not amount to.
    """
    record = lines.read(id, folder / FOLDER)
    if record is None:
        return None
    try:
        verdicts = tuple((name, Verdict(*verdict)) for name, *verdict in record["mutants"])
        found = Attack(record["id"], record["fingerprint"], record["code"], verdicts)
        stated = record["score"]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CertificateError(f"attack on {id} must have the fields of one, got {error!r}") from None
    noticed, different = found.score
    if stated != f"{noticed}/{different}":
        raise CertificateError(f"attack on {id} must have the score {noticed}/{different}, got {stated!r}")
    if record.get("digest") != digest(record):
        raise CertificateError(f"attack on {id} is not what was written: the digest is another")
    return found


def known(id: str, registry: Registry) -> Attack | None:
    """Return what came of the last attack, None where there is none about the present entry."""
    try:
        found = read(id, registry.folder_of(id))
    except CertificateError:
        return None
    return found if found is not None and found.fingerprint == registry.card(id).fingerprint else None


def outdated(registry: Registry, ids: Sequence[str]) -> list[str]:
    """Return the ids that must be attacked: never attacked, with another statement, other checks or another attack, or with a forged record."""
    found = {id: known(id, registry) for id in ids}
    return [
        id for id, last in found.items() if last is None or not last.is_fresh(registry.card(id)) or forged(registry, id)
    ]


def forged(registry: Registry, id: str) -> str:
    """Return why a record is none of attacking the entry, empty if it may be, if there is none, or if it is outdated."""
    try:
        found = read(id, registry.folder_of(id))
    except CertificateError as error:
        return str(error)
    if found is None or not found.is_fresh(registry.card(id)):
        return ""
    names = [name for name, _ in found.verdicts]
    if _listed(names) == (_listed([]) if registry.checked_status(id) is Status.REFUTED else _drawn(registry, id)):
        return ""
    return f"attack on {id} must have the mutants that are drawn from the statement, each once and in order, got {len(names)} others"


def _drawn(registry: Registry, id: str) -> str:
    """Return the digest of the mutants that the operators draw from an entry, kept by what they are drawn from."""
    key = _drawn_from(registry, id)
    known = _store().get(key)
    if known is None:
        from theorems.mutants.operators import mutants

        known = _listed([mutant.description for mutant in mutants(registry[id])])
        _store().put(key, known)
    return known


def _drawn_from(registry: Registry, id: str) -> str:
    return f"{registry.card(id).fingerprint} {own_digest(_CODE)}"


def is_known(registry: Registry, id: str) -> bool:
    """Return whether `forged` answers without drawing the mutants of an entry, which takes a quarter of a second."""
    return (
        known(id, registry) is None
        or registry.checked_status(id) is Status.REFUTED
        or _store().get(_drawn_from(registry, id)) is not None
    )


def keep() -> None:
    """Write what was drawn in this process where others read it."""
    _store().save()


def read_again() -> None:
    """Read what other processes have drawn since."""
    _store.cache_clear()


def _listed(names: list[str]) -> str:
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


def again(registry: Registry, ids: Sequence[str], first: int | None = None) -> dict[str, str]:
    """Attack entries anew, writing nothing; return where mutants meet other ends than their records say, and which.

    What a slower processor may not come to counts as neither, and what a check could not decide then and can now is no
    contradiction: an engine that learns outdates no record.

    Parameters
    ----------
    registry : Registry
    ids : sequence of str
    first : int, optional
        How many mutants of each are tried, all by default.
    """
    from theorems.mutants.attack import depends_on_time

    found = {}
    for id in ids:
        stored = known(id, registry)
        pairs = zip_longest(
            attacked(registry[id], registry, first).verdicts, stored.verdicts[:first] if stored else (), fillvalue=_GONE
        )
        for (name, now), (other, before) in pairs:
            agrees = name == other and before.kind in (now.kind, "open")
            if not agrees and not (
                depends_on_time(now) or depends_on_time(before) or _compared_late(registry[id], name, now, before)
            ):
                found[id] = f"attacked again, mutants meet other ends, such as {name}: {now.kind}, not {before.kind}"
                break
    return found


def _compared_late(theorem: Theorem, name: str, now: Verdict, before: Verdict) -> bool:
    """Return whether a mutant meets the other end once comparing it, with the entry or with the text of a source, may take its time.

    What follows from an entry may, where that took too long, have been found to say the same, or the other way round: then
    both hold at leisure.
    """
    from theorems.mutants.attack import equivalence, follows
    from theorems.mutants.operators import mutants

    looks: dict[frozenset[str], tuple[Callable[..., object], ...]] = {
        frozenset({"implied", "text"}): (follows,),
        frozenset({"equivalent", "text"}): (equivalence,),
        frozenset({"survived", "text"}): (_told_late,),
        frozenset({"implied", "equivalent"}): (follows, equivalence),
    }
    needed = looks.get(frozenset({now.kind, before.kind}))
    return needed is not None and any(
        all(look(theorem, mutant) for look in needed) for mutant in mutants(theorem) if mutant.description == name
    )


def _told_late(theorem: Theorem, mutant: Mutant) -> bool:
    """Return whether the text of a source, typed a second time, tells a mutant from the entry when nobody hurries."""
    return any(
        check.run(mutant.theorem).status is Status.CONFLICT
        for check in theorem.checks
        if type(check).__name__ == "Transcribed"
    )


def orphans(registry: Registry) -> list[str]:
    """Return the ids of attacks on entries that there are no more, and the files with lines that belong to no id."""
    folder = registry.folder / FOLDER
    return sorted([*(id for id in lines.ids(folder) if id not in registry), *lines.damaged(folder)])


def run(registry: Registry, ids: Sequence[str], jobs: int = 1) -> Iterator[str]:
    """Attack the entries, spread over processes, and write what came of each as soon as it is known; yield the ids."""
    yield from spread(attack_and_write, registry, ids, jobs)


def attack_and_write(id: str, registry: Registry) -> None:
    """Attack one entry and write what came of it."""
    write(attacked(registry[id], registry), registry.folder)
