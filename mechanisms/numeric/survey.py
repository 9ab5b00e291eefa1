"""Where two laws vary on a scale that the panels of a ladder do not show.

Panels double away from the anchors, so that whatever varies on the scale of its distance from them is seen. A narrow
mode or dip, a kink or a jump elsewhere is looked for here: each panel is sampled, a value that its neighbours do not
foretell starts a closer look there, and so on down to the scale of the structure, which becomes an anchor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ConvergenceError
from mechanisms.numeric.kernels import LogLaws
from mechanisms.numeric.ladder import Ladder
from mechanisms.validate import Array, Mask

SAMPLES = 256
"""Places that are looked at in a panel: what is wider than that part of it is seen."""
# Panels with more than this of the mass, in logarithms, are sampled, and those of a width within this part of that of
# the widest of these and its inverse.
_SEEN, _AROUND = 25.0, 2.0**-10
_MOST_FEATURES = 48
# Steps of the look, and what a value may be off by in them where the laws are not deep. What is smooth in steps of one
# may be too rough for the panels in steps of four, where it is foretold 256 times worse.
_STRIDES = {1: 1e-8, 4: 1e-5}
_INNER = 33  # places in a closer look, whose width is that of four steps
_ROUNDS, _WINDOWS = 20, 256
# It may be off by this part of its depth below the top as well; what is deeper does not matter.
_OF_DEPTH, _DEEPEST = 1e-4, 2000.0
_ALTERNATES = 0.25
_RESOLVED = 16  # at so many times its scale from an anchor, a feature is seen by the panels there
_EPS = float(np.finfo(float).eps)


class _Seen(NamedTuple):
    """A function at points (NaN where unknown), what a guess may be off by there for depth and rounding, how deep the laws are."""

    value: Array
    tolerated: Array
    depth: Array


def unresolved_places(
    laws_at: Callable[[Array], LogLaws], ladder: Ladder, support: tuple[float, float], samples: int = SAMPLES
) -> list[tuple[float, float]]:
    """Return places of narrow structure of the densities, or of the loss, each with its scale, 0 for a jump.

    Parameters
    ----------
    laws_at : callable
        Maps points to the two laws there.
    ladder : Ladder
        The panels.
    support : tuple of float
        What lies outside is not looked at.
    samples : int
        Places to look at in a panel.
    """
    tops, chosen = _where_to_look(laws_at(ladder.x), ladder)
    lo, step = ladder.lo[chosen], (ladder.hi - ladder.lo)[chosen] / samples
    if ladder.on_integers:
        lo, step = lo[step >= 0.5], np.ceil(step[step >= 0.5])  # in shorter blocks all terms are added
    else:
        lo = lo + step / 2

    def see(x: Array) -> tuple[_Seen, _Seen, _Seen]:
        inside = (x >= support[0]) & (x <= support[1])
        laws = LogLaws(*(np.where(inside, part, np.nan) for part in laws_at(x)))
        return _views(laws, tops)

    if not len(lo):
        return []
    x = lo[:, None] + step[:, None] * np.arange(samples)
    found: list[tuple[float, float]] = []
    for which, seen in enumerate(see(x)):
        for stride, least in _STRIDES.items():
            off = _deviation(_Seen(*(part[:, ::stride] for part in seen)), least)
            odd = off > 1
            # Integers that alternate, a lattice in the lattice, show everywhere: no place is narrow.
            rows = odd.any(axis=1) & ~(ladder.on_integers & (odd.mean(axis=1) > _ALTERNATES))
            if rows.any():
                start = (x[rows, ::stride], stride * step[rows], off[rows])
                found += _zoomed(partial(_view, see, which), start, least, ladder.on_integers)
    return found


def _view(see: Callable[[Array], tuple[_Seen, _Seen, _Seen]], which: int, x: Array) -> _Seen:
    return see(x)[which]


def _where_to_look(scanned: LogLaws, ladder: Ladder) -> tuple[list[float], Mask]:
    """Return the tops of the two log-densities, and the panels where there is mass or that are about as wide."""
    size = ladder.hi - ladder.lo
    chosen = np.zeros(len(size), dtype=bool)
    tops = []
    for log in (scanned.log_p, scanned.log_q):
        known = np.where(np.isfinite(log), log, -np.inf).max(axis=1)
        mass = known + np.log(size)
        tops.append(float(known.max(initial=-np.inf)))
        heavy = mass > mass.max(initial=-np.inf) - _SEEN
        if heavy.any():
            widest = size[heavy].max()
            chosen |= heavy | ((size >= widest * _AROUND) & (size <= widest / _AROUND))
    return tops, chosen


def _views(laws: LogLaws, tops: Sequence[float]) -> tuple[_Seen, _Seen, _Seen]:
    """Return both log-densities and the loss as what is looked at."""
    with np.errstate(invalid="ignore"):
        depths = [np.maximum(top - log, 0.0) for top, log in zip(tops, laws[:2], strict=True)]
        common = np.isfinite(laws.loss)
        loss = _Seen(
            np.where(common, laws.loss, np.nan),
            _OF_DEPTH * np.abs(np.where(common, laws.loss, 0.0)) + 8 * laws.noise_loss,
            np.maximum(*depths),
        )
        first, second = (
            _Seen(log, _OF_DEPTH * np.where(np.isfinite(depth), depth, 0.0) + 8 * noise, depth)
            for log, depth, noise in zip(laws[:2], depths, laws[3:5], strict=True)
        )
    return first, second, loss


def _zoomed(
    look: Callable[[Array], _Seen], rows_of: tuple[Array, Array, Array], least: float, on_integers: bool
) -> list[tuple[float, float]]:
    """Look closer at all that surprises in rows of equidistant places, until it does not any more."""
    x, step, off = rows_of
    found: list[tuple[float, float]] = []
    for _ in range(_ROUNDS):
        rows, places = _surprises(off)
        if not len(rows):
            break
        start, width = x[rows, places - 2], 4 * step[rows]
        middle, step = start + width / 2, width / (_INNER - 1)
        if on_integers:
            step = np.maximum(np.ceil(step), 1.0)
        x = start[:, None] + step[:, None] * np.arange(_INNER)
        seen = look(x)
        off = _deviation(seen, least)
        finest = step <= (1.0 if on_integers else _EPS / 4 * np.abs(middle))
        place = np.where(finest, _jump(x, seen.value), middle)
        resolved = (off.max(axis=1) <= 1) | finest
        scale = np.where(finest & (off.max(axis=1) > 1), 0.0, width / 4)
        found += zip(place[resolved].tolist(), scale[resolved].tolist(), strict=True)
        x, off, step = x[~resolved], off[~resolved], step[~resolved]
    return found


def _jump(x: Array, value: Array) -> Array:
    """Return the places of the largest jumps between neighbours."""
    level = np.where(np.isfinite(value), value, -1e300)
    place = np.argmax(np.abs(np.diff(level, axis=1)), axis=1)
    return np.asarray(x[np.arange(len(x)), place + 1])


def _deviation(seen: _Seen, least: float) -> Array:
    """Return by how much values differ from the cubic through four neighbours, in units of what is tolerated, but at least so much."""
    value, tolerated, depth = seen
    finite = np.isfinite(value)
    known = np.where(finite, value, 0.0)
    with np.errstate(over="ignore", invalid="ignore"):
        guess = (4 * (known[:, 1:-3] + known[:, 3:-1]) - known[:, :-4] - known[:, 4:]) / 6
        off = np.abs(known[:, 2:-2] - guess) / (_largest(tolerated) + least)
    # The end of a support inside the window; where nothing is known there is nothing to see.
    inside = [finite[:, i : finite.shape[1] - 4 + i] for i in range(5)]
    off = np.where(np.all(inside, axis=0), off, np.where(np.any(inside, axis=0), np.inf, 0.0))
    hidden = _largest(np.isnan(value)) | (-_largest(-np.where(np.isnan(depth), np.inf, depth)) > _DEEPEST)
    return np.where(hidden, 0.0, off)


def _largest(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the largest of each five neighbours."""
    return np.max([values[:, i : values.shape[1] - 4 + i] for i in range(5)], axis=0)


def _surprises(off: Array) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return rows and places at which values surprise most among their neighbours, the most surprising first."""
    padded = np.pad(off, ((0, 0), (1, 1)), constant_values=-1.0)
    rows, places = np.nonzero((off > 1) & (off >= padded[:, :-2]) & (off > padded[:, 2:]))
    order = np.argsort(-off[rows, places], kind="stable")[:_WINDOWS]
    return rows[order], places[order] + 2


def worth_an_anchor(features: Sequence[tuple[float, float]], anchors: Sequence[float]) -> list[float]:
    """Return the places that panels around the anchors, and around places taken before, do not resolve.

    Raises
    ------
    ConvergenceError
        If there are too many.
    """
    taken = np.array(anchors, dtype=float)
    added: list[float] = []
    for place, scale in sorted(features, key=lambda feature: feature[1]):
        if taken.size and np.min(np.abs(taken - place)) <= _RESOLVED * scale:
            continue
        taken = np.append(taken, place)
        added.append(place)
        if len(added) > _MOST_FEATURES:
            raise ConvergenceError(
                f"the densities have more than {_MOST_FEATURES} narrow modes, kinks or jumps that are not listed"
            )
    return added
