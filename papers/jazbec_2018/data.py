"""The printed and the measured data of this folder, and data like those of the thesis.

Files of `expected/`: `tabela_*` and `slike` hold the thesis, `besedilo` the numbers of its text, `prosojnice_*` the slides, and
`program*` what the notebook that chapter 7 links to (`jazbec2018program`) prints beyond it: sizes that the thesis does not
say, and the counts of the states. `measured_*` are made by `measure.py`. The records themselves are not kept here; they
are drawn again as the text says, the salaries uniform, the states by their counts.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt

from papers.stored import Row, reader

EXPECTED = Path(__file__).parent / "expected"
rows = reader(EXPECTED)
"""The rows of a file of `expected/`."""
Array = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def released(name: str) -> tuple[Row, ...]:
    """Return the rows of a printed table that belong to a release, that is, have an epsilon."""
    return tuple(row for row in rows(name) if row["epsilon"])


def original(name: str) -> tuple[Row, ...]:
    """Return the rows of a printed table that tell the data before any release."""
    return tuple(row for row in rows(name) if not row["epsilon"])


def said(name: str) -> str:
    """Return a number of the text of chapter 7, as printed."""
    return _named("besedilo", name)


def programmed(name: str) -> str:
    """Return a number of the notebook, as printed there."""
    return _named("program", name)


def _named(file: str, name: str) -> str:
    return next(row["printed"] for row in rows(file) if row["name"] == name)


def budget(row: Row) -> tuple[Fraction, Fraction]:
    """Return the epsilon and the delta of a row."""
    return Fraction(row["epsilon"]), Fraction(row["delta"])


PEOPLE = int(said("people"))
LOWEST, HIGHEST = int(said("lowest_salary")), int(said("highest_salary"))
DIAMETER = int(said("diameter"))
"""The range of the salaries in the data, which the thesis takes for the diameter of D."""
STATES = {row["state"]: int(row["count"]) for row in rows("program_states")}
"""How many people of the data live in each state."""


def salaries(rng: np.random.Generator) -> Integers:
    """Draw as many salaries as the data have, uniform on whole dollars.

    Parameters
    ----------
    rng : numpy.random.Generator
        The source of randomness.
    """
    return rng.integers(LOWEST, HIGHEST, PEOPLE, endpoint=True)


def residences() -> Integers:
    """Return the state of each person, as its place in `STATES`."""
    return np.repeat(np.arange(len(STATES)), list(STATES.values()))


def mixture(rng: np.random.Generator) -> Array:
    """Draw records like those of the figures: normal around two means, half of them around each.

    Parameters
    ----------
    rng : numpy.random.Generator
        The source of randomness.
    """
    deviation = float(programmed("deviation"))
    halves = [
        rng.normal(float(programmed(f"{half}_mean")), deviation, int(programmed(f"{half}_records")))
        for half in ("first", "second")
    ]
    return np.concatenate(halves)
