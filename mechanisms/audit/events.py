"""Events: sets of outputs, as unions of the cells of a partition along one statistic."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mechanisms.audit.outputs import Batch, Keys
from mechanisms.audit.statistics import Ordered, Statistic
from mechanisms.validate import Array, Mask

Cells = npt.NDArray[np.int64]

# The cell of outputs that belong to no event.
OUTSIDE = -1
_LONGEST_LIST = 6


class Partition(ABC):
    """Disjoint cells of outputs, numbered from 0; some outputs may be outside of all."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of cells."""

    @abstractmethod
    def cells(self, batch: Batch) -> Cells:
        """Return the number of the cell of each output, `OUTSIDE` where there is none."""

    @abstractmethod
    def words(self, chosen: Mask) -> str:
        """Describe the union of the chosen cells."""

    def counts(self, batch: Batch) -> Cells:
        """Return how many outputs are in each cell."""
        found = self.cells(batch)
        return np.bincount(found[found != OUTSIDE], minlength=self.size)

    def event(self, chosen: Mask) -> Event:
        """Return the union of the chosen cells."""
        return Event(self, chosen)


@dataclass(frozen=True, eq=False)
class Bins(Partition):
    r"""Intervals :math:`(-\infty, e_1], (e_1, e_2], \dots, (e_k, \infty)` of a real statistic.

    Parameters
    ----------
    statistic : Ordered
        The statistic; outputs where it is NaN are outside.
    edges : array, shape (k,)
        The ends, increasing.
    """

    statistic: Ordered
    edges: Array

    @property
    def size(self) -> int:
        return len(self.edges) + 1

    def cells(self, batch: Batch) -> Cells:
        values = self.statistic.values(batch)
        return np.where(np.isnan(values), OUTSIDE, np.searchsorted(self.edges, values))

    def words(self, chosen: Mask) -> str:
        steps = np.diff(np.concatenate([[False], chosen, [False]]).astype(np.int8))
        starts, stops = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
        ends = np.concatenate([[-np.inf], self.edges, [np.inf]])
        pieces = [_interval(ends[start], ends[stop]) for start, stop in zip(starts, stops, strict=True)]
        if len(pieces) == 1:
            return f"{self.statistic.name} {pieces[0]}"
        more = f" and {len(pieces) - _LONGEST_LIST} more" if len(pieces) > _LONGEST_LIST else ""
        return f"{self.statistic.name} {' or '.join(pieces[:_LONGEST_LIST])}{more}"


def _interval(low: float, high: float) -> str:
    if low == -np.inf:
        if high == np.inf:
            return "is a number"
        return f"<= {high:.6g}"
    return f"> {low:.6g}" if high == np.inf else f"in ({low:.6g}, {high:.6g}]"


@dataclass(frozen=True, eq=False)
class Atoms(Partition):
    """Groups of exact values of a statistic.

    Parameters
    ----------
    statistic : Statistic
        The statistic.
    known : array of uint64, shape (k,)
        Keys of values, increasing; outputs with another key are outside.
    group : array of int, shape (k,)
        The cell to which each of them belongs.
    """

    statistic: Statistic
    known: Keys
    group: Cells

    @property
    def size(self) -> int:
        return int(self.group.max()) + 1

    def cells(self, batch: Batch) -> Cells:
        keys = self.statistic.keys(batch)
        place = np.minimum(np.searchsorted(self.known, keys), len(self.known) - 1)
        return np.where(self.known[place] == keys, self.group[place], OUTSIDE)

    def words(self, chosen: Mask) -> str:
        keys = self.known[chosen[self.group]]
        if len(keys) > _LONGEST_LIST or not isinstance(self.statistic, Ordered):
            return (
                f"{self.statistic.name} has {'a value' if len(keys) == 1 else f'one of {len(keys)} values'} seen before"
            )
        return f"{self.statistic.name} is exactly {' or '.join(f'{value:.17g}' for value in keys.view(float))}"

    def event(self, chosen: Mask) -> Event:
        # Only the values of the event are kept: of a continuous law there are as many as runs.
        kept = chosen[self.group]
        return Event(Atoms(self.statistic, self.known[kept], self.group[kept]), chosen)


@dataclass(frozen=True, eq=False)
class Event:
    """A set of outputs.

    Parameters
    ----------
    partition : Partition
        The cells.
    chosen : array of bool, shape (number of cells,)
        Which of them make up the event.
    """

    partition: Partition
    chosen: Mask

    def contains(self, batch: Batch) -> Mask:
        """Return whether each output is in the event."""
        cells = self.partition.cells(batch)
        return (cells != OUTSIDE) & self.chosen[np.maximum(cells, 0)]

    def __str__(self) -> str:
        return self.partition.words(self.chosen)
