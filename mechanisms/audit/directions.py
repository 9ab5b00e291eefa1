"""The statistics that an audit looks along: those that go by a name, and the caller's."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

import numpy as np

from mechanisms.audit.search import Both, bins, cell_scores
from mechanisms.audit.statistics import (
    Coordinate,
    Custom,
    Difference,
    Length,
    LinearForm,
    LowestBit,
    Norm,
    Ordered,
    ProductRatio,
    Rounded,
    Statistic,
    Structure,
    Whole,
)
from mechanisms.validate import Array

NAMES = ("usual", "lowest-bit")
"""The statistics that go by a name; an audit that is told nothing looks along all of them."""

# All pairs of so many numbers are compared; of longer outputs neighbours are, and learned directions do the rest.
_ALL_PAIRS = 16
# A learned direction needs a covariance matrix.
_WIDEST = 512
_RUNS_FOR_COVARIANCE = 20_000
# Directions whose variance is below this part of the largest one count as free of noise.
_SINGULAR = 1e-12
_CELLS_OF_A_COORDINATE = 32
# Computed statistics are told apart to this part of their typical size, far above their rounding errors.
_RESOLUTION = 2.0**-36


def statistics_of(learn: Both, named: Collection[str], custom: Sequence[str]) -> list[Statistic]:
    """Return the statistics to search.

    Parameters
    ----------
    learn : pair of Batch
        Runs on the two data sets from which directions are learned.
    named : collection of str
        Some of :data:`NAMES`: ``usual`` for structure, length, exact outputs, coordinates, differences and learned directions,
        ``lowest-bit`` for the lowest set bit of every number that is not an integer.
    custom : sequence of str
        Names of the caller's statistics.
    """
    width = max(batch.width for batch in learn)
    # Of equally good events the first one is taken: the plainer ones come first.
    found: list[Statistic] = []
    computed: list[Ordered] = [Custom(index, name) for index, name in enumerate(custom)]
    if "usual" in named:
        found += [Structure(), *map(Coordinate, range(width)), Whole()]
        found += [Length()] if len(np.unique(np.concatenate([batch.lengths for batch in learn]))) > 1 else []
        computed += _combinations(learn, width) if width > 1 else []
    found += [Rounded(statistic, _step(statistic, learn)) for statistic in computed]
    if "lowest-bit" in named:
        found += [
            LowestBit(index) for index in range(width) if any(_drawn_in_floats(batch.column(index)) for batch in learn)
        ]
    return found


def _drawn_in_floats(column: Array) -> bool:
    finite = column[np.isfinite(column)]
    return bool((finite != np.rint(finite)).any())


def _combinations(learn: Both, width: int) -> list[Ordered]:
    pairs = combinations(range(width), 2) if width <= _ALL_PAIRS else zip(range(1, width), range(width - 1))
    found: list[Ordered] = [Difference(first, second) for first, second in pairs]
    found += [LinearForm(np.ones(width), "sum of the coordinates"), Norm(width)]
    if width <= _WIDEST:
        weights = _discriminant(*(batch.matrix(width)[:_RUNS_FOR_COVARIANCE] for batch in learn))
        if weights is not None:
            found.append(LinearForm(weights, "learned linear form"))
        found.append(_product_ratio(learn, width))
    return found


def _step(statistic: Ordered, learn: Both) -> float:
    sizes = np.abs(np.concatenate([statistic.values(batch) for batch in learn]))
    sizes = sizes[np.isfinite(sizes)]
    return float(np.quantile(sizes, 0.9)) * _RESOLUTION if len(sizes) else 0.0


def _discriminant(first: Array, second: Array) -> Array | None:
    r"""Return the direction :math:`\Sigma^{-1}(m_1 - m_2)` that separates two clouds; None without spread or numbers."""
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        return None
    with np.errstate(over="ignore", invalid="ignore"):
        shift = first.mean(axis=0) - second.mean(axis=0)
        centred = np.concatenate([first - first.mean(axis=0), second - second.mean(axis=0)])
        covariance = centred.T @ centred / len(centred)
    if not np.isfinite(covariance).all():
        return None
    variances, axes = np.linalg.eigh(covariance)
    if not variances[-1] > 0:
        return shift
    return axes @ ((axes.T @ shift) / (np.maximum(variances, 0) + _SINGULAR * variances[-1]))


def _product_ratio(learn: Both, width: int) -> ProductRatio:
    cells = {index: bins(Coordinate(index), learn, _CELLS_OF_A_COORDINATE) for index in range(width)}
    known = {index: one for index, one in cells.items() if one is not None}
    scores = tuple(cell_scores(one, learn) for one in known.values())
    return ProductRatio(tuple(known), tuple(one.edges for one in known.values()), scores)
