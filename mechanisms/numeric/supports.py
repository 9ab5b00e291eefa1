"""Where a log-density is finite: unlisted ends of its support, and tails in which evaluation overflows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.numeric.ladder import Cell, Ladder, bisect
from mechanisms.validate import Array, Mask

LogDensity = Callable[[Array], Array]

# A log-density that runs off to -inf below this has overflowed; one that jumps to -inf from above the second
# level is at the end of its support; in between it has probably been taken of an underflowed density.
_OVERFLOWED, _UNDERFLOWED = -1e200, -500.0
_FAR = 1e50  # powers overflow out there, supports do not end


class Support(NamedTuple):
    """Ends of a support that were not listed, and intervals in which the log-density cannot be evaluated."""

    edges: list[float]
    blind: list[tuple[float, float]]

    def hide(self, x: Array, values: Array) -> Array:
        """Replace values in the blind intervals by NaN."""
        hidden = np.zeros(x.shape, dtype=bool)
        for lo, hi in self.blind:
            hidden |= (x >= lo) & (x <= hi)
        return np.where(hidden, np.nan, values)


def evaluate(name: str, function: LogDensity, x: Array) -> Array:
    """Evaluate a log-density, checking that it is vectorised and real."""
    rule = "a vectorised function that returns real numbers in the shape of its argument"
    try:
        with np.errstate(all="ignore"):
            values = np.asarray(function(x))
    except TypeError as error:  # what functions of scalars say to an array
        raise ParameterError(name, rule, function) from error
    if values.shape != x.shape or values.dtype.kind not in "iuf":
        raise ParameterError(name, rule, f"{values.dtype} of shape {values.shape}")
    return values.astype(float, copy=False)


def find_support(name: str, function: LogDensity, ladder: Ladder) -> Support:
    """Scan a log-density on a ladder and locate every change between finite and -inf.

    Raises
    ------
    ParameterError
        If the log-density is NaN other than toward infinity, or drops to -inf from a value so low that it
        looks like the logarithm of an underflow.
    """
    values = evaluate(name, function, ladder.x)
    support = Support([], [])
    for cell in ladder.cells:
        x, y = (part[cell.start : cell.stop].ravel() for part in (ladder.x, values))
        unknown = np.isnan(y)
        if unknown.any():
            support.blind.extend(_unknown_tails(name, cell, x, unknown))
            x, y = x[~unknown], y[~unknown]
        positive = y > -np.inf
        change = np.flatnonzero(positive[1:] != positive[:-1])
        if len(change):
            _locate_ends(name, function, cell, (x[change], x[change + 1], positive[change]), support)
    return support


def _locate_ends(
    name: str, function: LogDensity, cell: Cell, brackets: tuple[Array, Array, Mask], support: Support
) -> None:
    """Bisect the changes between finite and -inf inside a cell and say what they are."""
    left, right, falls = brackets
    inside, outside = bisect(
        lambda at: evaluate(name, function, at) > -np.inf, np.where(falls, left, right), np.where(falls, right, left)
    )
    last = evaluate(name, function, inside)
    for value, point, beyond, fall in zip(last.tolist(), inside.tolist(), outside.tolist(), falls, strict=True):
        if value < _OVERFLOWED or abs(point) > _FAR:
            support.blind.append((beyond, cell.hi) if fall else (cell.lo, beyond))
        elif value < _UNDERFLOWED:
            rule = (
                f"computed in logarithms (it drops from {value!r} to -inf at {point!r}; "
                "if its support ends there, list that point as a breakpoint)"
            )
            raise ParameterError(name, rule, -math.inf)
        else:
            support.edges.append(beyond)


def _unknown_tails(name: str, cell: Cell, x: Array, unknown: Mask) -> list[tuple[float, float]]:
    """Allow NaN toward an infinite end only, where intermediate results of a log-density overflow."""
    known = np.flatnonzero(~unknown)
    first, last = (int(known[0]), int(known[-1])) if known.size else (len(x), -1)
    before, after = first > 0, last < len(x) - 1
    amid = unknown[first : last + 1].any() or not known.size
    if amid or (before and math.isfinite(cell.lo)) or (after and math.isfinite(cell.hi)):
        raise ParameterError(name, f"a number or -inf at {float(x[np.argmax(unknown)])!r}", math.nan)
    tails = [(cell.lo, float(x[first - 1]))] if before else []
    return [*tails, (float(x[last + 1]), cell.hi)] if after else tails
