"""Where Coq proofs are, and the record of what the kernel accepts of them: in this package, or in the folder of a project."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from theorems.kernel import record, texts
from theorems.kernel.errors import GateError


@dataclass(frozen=True)
class Place:
    """Folders of proof files.

    Parameters
    ----------
    proofs : Path
        Those by hand.
    record : Path
        What the kernel accepts of them.
    written : Path, optional
        Those that the program writes.
    """

    proofs: Path
    record: Path
    written: Path | None = None

    @classmethod
    def of_project(cls, folder: Path) -> Place:
        """Return the folder of a project, with the record beside the proofs."""
        return cls(folder, folder / record.FILE.name)

    def files(self) -> dict[str, Path]:
        """Return the proof files by name.

        Raises
        ------
        GateError
            If one is both by hand and by the program, or has a name that Coq cannot take.
        """
        by_hand = {path.stem: path for path in sorted(self.proofs.glob("*.v"))}
        written = {path.stem: path for path in sorted(self.written.glob("*.v"))} if self.written else {}
        if both := set(by_hand) & set(written):
            raise GateError(f"proof file must be by hand or by the program, got both of {sorted(both)}")
        if wrong := [name for name in by_hand if not (name.isidentifier() and name.isascii())]:
            raise GateError(f"proof file must be called by letters, digits and _, got {wrong}")
        return by_hand | written


BUILT_IN = Place(texts.PROOFS, record.FILE, texts.WRITTEN)
"""The proofs of this package."""
