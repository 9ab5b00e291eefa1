"""Cells of a sweep: parameter dictionaries, the text that stands for one, and the seed that follows from it."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mechanisms.errors import ParameterError

_RULE = "a dictionary of numbers, text, booleans, None, lists and dictionaries with words as keys"


def grid(**axes: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Yield one cell for each combination of values; the last axis varies fastest.

    Parameters
    ----------
    **axes : iterable
        The values of each parameter.
    """
    for values in itertools.product(*axes.values()):
        yield dict(zip(axes, values, strict=True))


def plain(cell: Any) -> dict[str, Any]:
    """Return a cell as plain JSON values: numpy scalars become numbers, tuples lists.

    Parameters
    ----------
    cell : mapping
        Words to numbers, text, booleans, None, and lists and dictionaries of these; floats are finite.

    Raises
    ------
    ParameterError
        If it holds anything else.
    """
    if not isinstance(cell, Mapping):
        raise ParameterError("cell", _RULE, cell)
    return _plain(cell, cell)


def _plain(value: Any, cell: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: _plain(part, cell) for key, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return [_plain(part, cell) for part in value]
    raise ParameterError("cell", _RULE, cell)


def canonical(value: Any) -> str:
    """Return the one JSON text of a plain value, whatever the order of its keys."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def cell_seed(cell: Mapping[str, Any], seed: int) -> np.random.SeedSequence:
    """Return the seed of a cell: it depends on the cell's content and the sweep's seed, and on nothing else.

    Parameters
    ----------
    cell : mapping
        A plain cell.
    seed : int
        Seed of the sweep, non-negative.
    """
    words = np.frombuffer(hashlib.sha256(canonical(cell).encode()).digest(), "<u4")
    return np.random.SeedSequence([seed, *words.tolist()])
