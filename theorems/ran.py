"""What ran while the checks of an entry did, and whether it is still what it was."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from theorems import dependencies, lines, names
from theorems.errors import CertificateError

CODE, NAMES = "code", "names.txt"


@dataclass(frozen=True)
class Ran:
    """What ran while the checks of an entry did.

    Parameters
    ----------
    fingerprint : str
        Of the mathematics that was checked.
    code : str
        Digest of what ran.
    versions : str
        Of the libraries.
    names : frozenset of str
        Functions ``module:name``, and files ``package/path``.
    """

    fingerprint: str
    code: str
    versions: str
    names: frozenset[str]

    @classmethod
    def now(cls, fingerprint: str, ran: frozenset[str]) -> Ran:
        """Return what ran, with what it says now."""
        return cls(fingerprint, dependencies.digest(ran), dependencies.versions(), ran)

    def moved(self, fingerprint: str) -> str:
        """Return why running the checks again could give something else, empty if it could not."""
        if self.fingerprint != fingerprint:
            return "its checks ran on another statement"
        if other := differing(self.versions):
            return f"its checks ran with {other}"
        return "" if self.code == dependencies.digest(self.names) else "its checks run code that changed since"


def differing(versions: str) -> str:
    """Return in words which libraries have other versions here than those that are written, empty if none has."""
    then, here = map(_by_name, (versions, dependencies.versions()))
    return ", ".join(
        f"{name} {then.get(name, 'unnamed')} (here {here.get(name, 'not counted')})"
        for name in {**then, **here}
        if then.get(name) != here.get(name)
    )


def _by_name(versions: str) -> dict[str, str]:
    parts = (one.partition(" ") for one in versions.split(", "))
    return {name: number for name, _, number in parts}


def put(id: str, found: Ran, folder: Path) -> None:
    """Write what ran when an entry was checked."""
    lines.write({"id": id, **asdict(found), "names": names.written(found.names, folder / CODE / NAMES)}, folder / CODE)


def ran(id: str, folder: Path) -> Ran | None:
    """Read what ran when an entry was checked last, None if nothing is known of it.

    Raises
    ------
    CertificateError
        If its line is damaged.
    """
    record = lines.read(id, folder / CODE)
    if record is None:
        return None
    try:
        return Ran(
            record["fingerprint"],
            record["code"],
            record["versions"],
            names.meant(record["names"], folder / CODE / NAMES),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CertificateError(f"code of {id} must have the fields of such a line, got {error!r}") from None
