"""Both sides of an inequality as curves, drawn as SVG when the site is built: how much a bound gives away, or where a claim fails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, exp, floor, isclose, isfinite, log, log10
from typing import Any

import numpy as np
from markupsafe import Markup
from sympy import Eq, Expr, Ne, Symbol, pretty

from dpsym.errors import DpsymError
from dpsym.evaluate import numeric
from theorems.limits import in_time
from theorems.memory import remembered
from theorems.registry import Registry, registry
from theorems.status import Status

_POINTS = 33
_SECONDS = 0.4
_WIDTH, _HEIGHT, _LEFT, _BELOW, _ABOVE, _RIGHT = 560, 280, 64, 40, 12, 16
_WIDE = 50
"""From which ratio of the ends on an axis is logarithmic."""
_SEEN = 1e-3
_CLASSES = ("left", "right")


@dataclass(frozen=True)
class Sides:
    """The picture, the symbol at its axis, and the values of the others."""

    picture: Markup
    across: str
    fixed: str


def every() -> dict[str, dict[str, Any]]:
    """Return the points of every entry that has a picture."""
    library = registry()
    return {id: found for id in library if (found := points(library, id))}


def sides(found: Mapping[str, Any] | None) -> Sides | None:
    """Draw both sides of an entry from their points, along its first real symbol; nothing without points."""
    return Sides(_picture(found["curves"], found["across"]), found["across"], found["fixed"]) if found else None


def points(library: Registry, id: str) -> dict[str, Any]:
    """Return the points of both curves as JSON holds them; nothing where there is nothing to see, or not soon."""
    return remembered(f"sides {id} {library.card(id).fingerprint}", lambda: _computed(library, id), __file__) or {}


def _computed(library: Registry, id: str) -> dict[str, Any] | None:
    """Return the same, None where time ran out."""
    entry = library[id]
    is_equation = isinstance(entry.statement, (Eq, Ne))
    if entry.hypotheses or not all(isinstance(each, Symbol) for each in entry.domain):
        return {}
    if is_equation and library.own_status(id) is not Status.REFUTED:
        return {}
    across = next((each for each in entry.domain if not each.is_integer), None)
    if across is None:
        return {}
    places = _spread(*map(float, entry.typical[across]))
    fixed = {each: _middle(entry.typical[each], bool(each.is_integer)) for each in entry.domain if each != across}
    try:
        curves = in_time(
            lambda: [_curve(side, across, places, fixed) for side in (entry.statement.lhs, entry.statement.rhs)],
            _SECONDS,
        )
    except (DpsymError, ArithmeticError, TypeError, ValueError):
        return {}
    if curves is None:
        return None
    if any(curve.count(None) > _POINTS // 2 for curve in curves) or _alike(*curves):
        return {}
    return {
        "curves": [[float(f"{x:.6g}") for x in places], *curves],
        "across": pretty(across, use_unicode=True),
        "fixed": ", ".join(f"{pretty(each, use_unicode=True)} = {value:g}" for each, value in fixed.items()),
    }


def _curve(side: Expr, across: Symbol, places: list[float], fixed: dict[Symbol, float]) -> list[float | None]:
    heights = numeric(side, across, *fixed)(np.array(places), *fixed.values())
    return [float(f"{y:.6g}") if isfinite(y) else None for y in np.broadcast_to(heights, len(places))]


def _alike(first: list[float | None], second: list[float | None]) -> bool:
    """Return whether no eye tells two curves apart."""
    pairs = [(x, y) for x, y in zip(first, second, strict=True) if x is not None and y is not None]
    return all(isclose(x, y, rel_tol=_SEEN) for x, y in pairs)


def _spread(low: float, high: float) -> list[float]:
    """Return points inside an interval, evenly spaced on the scale on which it is wide."""
    shares = [(number + 0.5) / _POINTS for number in range(_POINTS)]
    if _is_wide(low, high):
        return [exp(log(low) + share * (log(high) - log(low))) for share in shares]
    return [low + share * (high - low) for share in shares]


def _is_wide(low: float, high: float) -> bool:
    return low > 0 and high / low >= _WIDE


def _middle(ends: tuple[Any, Any], is_integer: bool) -> float:
    """Return a number in the middle of an interval, with few digits."""
    low, high = map(float, ends)
    value = (low * high) ** 0.5 if _is_wide(low, high) else (low + high) / 2
    short = float(f"{value:.1g}")
    value = short if low < short < high else float(f"{value:.2g}")
    return min(max(float(round(value)), ceil(low)), floor(high)) if is_integer else value


def _picture(curves: list[list[Any]], across: str) -> Markup:
    points, first, second = curves
    known = [y for y in (*first, *second) if y is not None]
    place_x, place_y = _scale(points), _scale(known)

    def at(x: float, y: float) -> str:
        wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _ABOVE - _BELOW
        return f"{_LEFT + wide * place_x(x):.1f} {_ABOVE + high * (1 - place_y(y)):.1f}"

    lines = Markup("").join(
        Markup('<path class="{}" d="{}"/>').format(
            name, _path([(x, y) for x, y in zip(points, curve, strict=True)], at)
        )
        for name, curve in zip(_CLASSES, (first, second), strict=True)
    )
    bottom = _HEIGHT - _BELOW
    words = [
        (_LEFT, bottom + 16, "start", f"{points[0]:.3g}"),
        (_WIDTH - _RIGHT, bottom + 16, "end", f"{points[-1]:.3g}"),
        ((_LEFT + _WIDTH - _RIGHT) // 2, bottom + 32, "middle", across),
        (_LEFT - 6, bottom, "end", f"{min(known):.3g}"),
        (_LEFT - 6, _ABOVE + 10, "end", f"{max(known):.3g}"),
    ]
    told = Markup("").join(Markup('<text x="{}" y="{}" text-anchor="{}">{}</text>').format(*each) for each in words)
    return Markup(
        '<svg class="sides" role="img" aria-label="Both sides against {}" viewBox="0 0 {} {}" width="{}" height="{}">'
        '<path class="frame" d="M{} {}V{}H{}"/>{}{}</svg>'
    ).format(across, _WIDTH, _HEIGHT, _WIDTH, _HEIGHT, _LEFT, _ABOVE, bottom, _WIDTH - _RIGHT, lines, told)


def _scale(values: list[float]) -> Any:
    """Return where a value stands between the ends, from 0 to 1: on a logarithmic scale where the ends are far apart and positive."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low == high:
        return lambda value: 0.5
    if _is_wide(low, high):
        return lambda value: log10(value / low) / log10(high / low)
    return lambda value: (value - low) / (high - low)


def _path(points: list[tuple[float, float | None]], at: Any) -> str:
    """Return a line through points that stops and starts again where there is no number."""
    parts, pen = [], "M"
    for x, y in points:
        if y is not None:
            parts.append(f"{pen}{at(x, y)}")
        pen = "M" if y is None else "L"
    return "".join(parts)
