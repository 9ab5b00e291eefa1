"""What a paper's folder may say of a mechanism that is printed: is it private as printed, how private exactly, what would do."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from papers.erratum import FALSE, HYPOTHESIS, UNDER_NOISES
from papers.errors import PaperDataError
from theorems.status import Status

if TYPE_CHECKING:
    from papers.verdict import Account
    from theorems.registry import Registry


@dataclass(frozen=True)
class PrintedMechanism:
    """One mechanism as a paper prints it; `tables.py` may have ``printed_mechanisms(account, registry)``, which returns these.

    Parameters
    ----------
    where : str
        Label of the numbered result or section that prints it: ``"Razdelek 9.1"``.
    name : str
        The mechanism with its noise as printed: ``"Laplace noise with b = 2/eps on each of d answers"``.
    promised : str
        What is promised of it: ``"eps-DP"``.
    private : bool
        Whether it keeps that.
    exact : str
        How private it is exactly, as printed: ``"d eps/2: 20 eps at d = 40"``.
    least : str
        The least noise that would keep the promise: ``"b = d/eps"``.
    by : tuple of str
        Ids of entries and errata that show it; at least one.

    Raises
    ------
    PaperDataError
        If a text is missing, or nothing shows it.
    """

    where: str
    name: str
    promised: str
    private: bool
    exact: str
    least: str
    by: tuple[str, ...]

    def __post_init__(self) -> None:
        for field in ("where", "name", "promised", "exact", "least"):
            if not getattr(self, field):
                raise PaperDataError(f"{field} of a printed mechanism must not be empty, got {self.name!r}")
        if not self.by:
            raise PaperDataError(f"what shows that {self.name!r} is so must be named, got nothing")


def stored(file: Path, **numbers: float | str) -> tuple[PrintedMechanism, ...]:
    """Return the mechanisms of a CSV file, whose columns are the fields: `private` is yes or no, names in `by` are apart by blanks.

    Parameters
    ----------
    file : Path
        The file.
    **numbers
        What stands for the fields in braces of `exact` and `least`.
    """
    with file.open(encoding="utf-8", newline="") as lines:
        return tuple(
            PrintedMechanism(
                row["where"],
                row["name"],
                row["promised"],
                row["private"] == "yes",
                row["exact"].format(**numbers),
                row["least"].format(**numbers),
                tuple(row["by"].split()),
            )
            for row in csv.DictReader(lines)
        )


def held(printed: Iterable[PrintedMechanism], account: Account, registry: Registry) -> tuple[PrintedMechanism, ...]:
    """Return the mechanisms, after what is said of each was held against what is named as showing it.

    Raises
    ------
    PaperDataError
        If a name is of no entry or erratum, a mechanism is called private although an erratum named says that it takes too little
        noise, or is called not private although nothing named is refuted or such an erratum.
    """
    told = tuple(printed)
    errata = {erratum.id: erratum for erratum in account.paper.errata}
    for one in told:
        if unknown := [name for name in one.by if name not in errata and name not in registry]:
            raise PaperDataError(f"what shows that {one.name!r} is so must be entries and errata, got {unknown}")
        slips = [errata[name] for name in one.by if name in errata]
        refuted = any(name in registry and registry.own_status(name) is Status.REFUTED for name in one.by)
        short = any(slip.privacy == UNDER_NOISES for slip in slips)
        if one.private and short:
            raise PaperDataError(f"{one.name!r} of {one.where} must not be called private: {one.by} under-noises")
        if not one.private and not (short or refuted or any(slip.kind in (FALSE, HYPOTHESIS) for slip in slips)):
            raise PaperDataError(f"{one.name!r} of {one.where} must be refuted by what is named, got {one.by}")
    return told
