"""What rests on what, as pictures that can be walked: the neighbourhood of one entry, and the map of all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

from markupsafe import Markup, escape

from theorems.registry import Registry

_MOST = 9
_WIDTH, _HEIGHT, _GAP, _BETWEEN = 232, 26, 8, 56
_LETTERS = 31
_SWEEPS = 12
_STEP, _ACROSS = 11, 150


def neighbourhood(library: Registry, id: str) -> Markup:
    """Return a picture of an entry between what it rests on, to the left, and what uses it, to the right; empty if it stands alone."""
    below, above = sorted(library.rests_on(id)), list(library.used_by(id))
    if not below and not above:
        return Markup("")
    columns = [column for column in (_shortened(below), [id], _shortened(above)) if column]
    here = columns.index([id])
    tallest = max(map(len, columns)) * (_HEIGHT + _GAP) - _GAP
    width = len(columns) * (_WIDTH + _BETWEEN) - _BETWEEN
    middle = tallest / 2
    parts = []
    places = {}
    for number, column in enumerate(columns):
        x = number * (_WIDTH + _BETWEEN)
        top = middle - (len(column) * (_HEIGHT + _GAP) - _GAP) / 2
        for row, name in enumerate(column):
            y = top + row * (_HEIGHT + _GAP)
            places[number, name] = (x, y + _HEIGHT / 2)
            parts.append(_box(library, name, x, y, name == id))
    at = places[here, id]
    lines = [_line(places[0, name], at) for name in columns[0] if here]
    lines += [_line(at, places[here + 1, name]) for column in columns[here + 1 :] for name in column]
    words = f"{id} rests on {len(below)} entries, to the left, and {len(above)} rest on it, to the right."
    return Markup(
        '<svg class="near" role="group" aria-label="{}" viewBox="-1 -1 {} {}" width="{}" height="{}">'
        '<path class="edge" d="{}"/>{}</svg>'
    ).format(words, width + 2, tallest + 2, width + 2, tallest + 2, " ".join(lines), Markup("").join(parts))


def _shortened(names: Sequence[str]) -> list[str]:
    """Return the first of many names, and in the place of the others how many there are."""
    return list(names) if len(names) <= _MOST else [*names[: _MOST - 1], f"and {len(names) - _MOST + 1} more"]


def _box(library: Registry, name: str, x: float, y: float, is_self: bool) -> Markup:
    if name not in library:
        return Markup('<text x="{}" y="{}" class="more">{}</text>').format(x + 10, y + 17, name)
    status = library.own_status(name).value
    label = name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}…"
    box = Markup(
        '<rect x="{}" y="{}" width="{}" height="{}" rx="5" class="node {}"/><text x="{}" y="{}">{}</text><title>{}: {}</title>'
    ).format(x, y, _WIDTH, _HEIGHT, status, x + 10, y + 17, label, name, status)
    return (
        Markup('<g class="self">{}</g>').format(box)
        if is_self
        else Markup('<a href="../{}/index.html">{}</a>').format(name, box)
    )


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    (x0, y0), (x1, y1) = (start[0] + _WIDTH, start[1]), end
    bend = (x0 + x1) / 2
    return f"M{x0:g} {y0:g}C{bend:g} {y0:g} {bend:g} {y1:g} {x1:g} {y1:g}"


def atlas(library: Registry) -> Markup:
    """Return a map of all entries: a dot each, its depth its column, coloured by status; topics stand together.

    The script of the site marks what a dot rests on and what rests on it; without the script each dot is a link. A screen reader is
    spared the dots: the field beside them and its lists say the same in words.
    """
    rests = {id: library.rests_on(id) for id in library}
    depth = _depths(rests)
    columns: dict[int, list[str]] = defaultdict(list)
    for id in sorted(library, key=lambda id: (id.partition(".")[0], id)):
        columns[depth[id]].append(id)
    row = {id: float(number) for column in columns.values() for number, id in enumerate(column)}
    users = defaultdict(list)
    for id, below in rests.items():
        for one in below:
            users[one].append(id)
    for _ in range(_SWEEPS):
        for column in columns.values():
            column.sort(key=lambda id: (fmean([row[other] for other in (*rests[id], *users[id])] or [row[id]]), id))
            row.update({id: number - len(column) / 2 for number, id in enumerate(column)})
    places, right = {}, 0
    for number in sorted(columns):
        tall = 56
        for place, id in enumerate(columns[number]):
            places[id] = (8 + right + _STEP * (place // tall), 8 + _STEP * (place % tall))
        right += _STEP * ((len(columns[number]) - 1) // tall) + _ACROSS
    height = max(y for _, y in places.values()) + 8
    edges = " ".join(
        f"M{places[id][0]} {places[id][1]}L{places[one][0]} {places[one][1]}"
        for id, below in rests.items()
        for one in below
    )
    dots = Markup("").join(
        Markup(
            '<a href="../theorems/{}/index.html" tabindex="-1"><circle id="n-{}" cx="{}" cy="{}" r="4" class="node {}"/></a>'
        ).format(id, id, *places[id], library.own_status(id).value)
        for id in library
    )
    return Markup(
        '<svg id="atlas" aria-hidden="true" viewBox="0 0 {} {}"><path class="edge all" d="{}"/><path class="edge chosen" id="chosen" d=""/>{}</svg>'
    ).format(right - _ACROSS + 16, height, escape(edges), dots)


def _depths(rests: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """Return for each entry the length of the longest chain that it rests on."""
    found: dict[str, int] = {}

    def depth(id: str) -> int:
        if id not in found:
            found[id] = max((depth(one) + 1 for one in rests[id]), default=0)
        return found[id]

    for id in rests:
        depth(id)
    return found
