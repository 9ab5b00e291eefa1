"""The two spaces that functions are integrated over: the line, and the integers with counting measure."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from mechanisms.numeric.integers import build_integer_ladder, cut_width, merge_integers, sum_panels
from mechanisms.numeric.ladder import Ladder, build_ladder, merge_anchors
from mechanisms.numeric.panels import Rule, gauss_panels
from mechanisms.validate import Array


class Grid(NamedTuple):
    """How to cut a space into panels and to integrate over them.

    Parameters
    ----------
    merge : callable
        Sorts points, ends of a support and further points into anchors.
    build : callable
        Maps anchors and a support to a ladder.
    rule : callable
        Integrates over panels.
    place : callable
        Moves points to where the space has them.
    cut_width : callable
        Maps ends of a range of integration, located by bisection, to how far they may be off.
    """

    merge: Callable[..., tuple[float, ...]]
    build: Callable[[tuple[float, ...], tuple[float, float]], Ladder]
    rule: Rule
    place: Callable[[Array], Array]
    cut_width: Callable[[Array], Array]


def _two_floats(ends: Array) -> Array:
    return np.asarray(2 * np.spacing(np.abs(ends)))


LINE = Grid(merge_anchors, build_ladder, gauss_panels, np.array, _two_floats)
INTEGERS = Grid(merge_integers, build_integer_ladder, sum_panels, np.floor, cut_width)
