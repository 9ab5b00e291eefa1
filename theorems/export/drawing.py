"""The graph of entries for other programs (DOT, JSON) and as a picture, layered by what rests on what."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from mechanisms.files import PICTURES
from theorems.graph import to_dot
from theorems.registry import Registry
from theorems.status import Status

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = {
    Status.CLAIMED: "#e0e0e0",
    Status.SAMPLED: "#fff3bf",
    Status.PROVED: "#c9e7cb",
    Status.REFUTED: "#f4b6b6",
    Status.STALE: "#f9d8a8",
    Status.VACUOUS: "#f9d8a8",
    Status.CONFLICT: "#f08080",
}
_ARROW = {"arrowstyle": "-|>", "color": "0.6", "shrinkA": 0, "shrinkB": 1, "connectionstyle": "arc3,rad=0.05"}
_SWEEPS = 8
_DOTS = {"png": 150, "pdf": 72}  # matplotlib writes PDF in points


def depths(library: Registry) -> dict[str, int]:
    """Return for each id the length of the longest chain of entries that it rests on."""
    import networkx

    found: dict[str, int] = {}
    for id in reversed(list(networkx.topological_sort(library.graph))):
        found[id] = max((found[used] + 1 for used in library.graph.successors(id)), default=0)
    return {id: found[id] for id in library}


def as_dot(library: Registry) -> str:
    """Return the graph in the DOT language, each node with its status."""
    return to_dot(library.graph, {id: library.own_status(id).value for id in library})


def as_json(library: Registry) -> str:
    """Return nodes (id, title, both statuses, depth) and edges (from, to, kind) as a JSON object."""
    depth = depths(library)
    nodes = [
        {
            "id": id,
            "title": entry.title,
            "status": library.own_status(id).value,
            "effective": library.effective_status(id).value,
            "depth": depth[id],
        }
        for id, entry in ((id, library.card(id)) for id in library)
    ]
    edges: list[dict[str, Any]] = [
        {"from": entry.id, "to": to, "kind": kind}
        for entry in map(library.card, library)
        for kind, targets in (("uses", entry.uses), ("corrects", (entry.corrects,)), ("sharpens", (entry.sharpens,)))
        for to in targets
        if to
    ]
    return json.dumps({"nodes": nodes, "edges": edges}, indent=1, ensure_ascii=False) + "\n"


def draw(library: Registry, path: Path, format: str) -> None:
    """Draw the graph into a file.

    Parameters
    ----------
    library : Registry
        What to draw; an entry stands to the right of everything that it rests on.
    path : Path
        The file.
    format : {"png", "pdf"}
        Its format.
    """
    picture = figure(library, _DOTS[format])
    # arrows end at the rims of boxes, which have their size once their texts were laid out
    picture.draw_without_rendering()
    picture.savefig(path, format=format, dpi="figure", metadata=PICTURES[format])


def figure(library: Registry, dpi: int = 100) -> Figure:
    """Return the picture as a matplotlib figure of its own, with that many dots per inch."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    places = _places(library)
    columns = 1 + max((x for x, _ in places.values()), default=0)
    top, bottom = (end((y for _, y in places.values()), default=0) for end in (max, min))
    canvas = Figure(figsize=(3.2 * columns, 0.4 * (top - bottom) + 1), dpi=dpi)
    axes = canvas.add_axes((0, 0, 1, 1), frame_on=False, xlim=(-0.6, columns - 0.4), ylim=(bottom - 0.7, top + 1.8))
    axes.set_axis_off()
    boxes = {}
    for id, (x, y) in places.items():
        style = {"boxstyle": "round,pad=0.3", "facecolor": COLOURS[library.own_status(id)], "edgecolor": "0.4"}
        boxes[id] = axes.text(x, y, id, ha="center", va="center", fontsize=8, bbox=style, zorder=3).get_bbox_patch()
    for source, target in library.graph.edges:
        ends = {**_ARROW, "patchA": boxes[source], "patchB": boxes[target]}
        axes.annotate("", places[target], places[source], arrowprops=ends, zorder=1)
    shown = sorted({library.own_status(id) for id in library}, key=list(Status).index)
    key = [Patch(facecolor=COLOURS[status], edgecolor="0.4", label=status.value) for status in shown]
    axes.legend(handles=key, loc="upper left", ncols=len(Status), fontsize=8, frameon=False)
    return canvas


def _places(library: Registry) -> dict[str, tuple[int, float]]:
    """Return a column (the depth) and a row for each id, near its neighbours; those without stand below."""
    graph = library.graph.to_undirected()
    layers: dict[int, list[str]] = defaultdict(list)
    for id, depth in depths(library).items():
        if graph.degree(id):
            layers[depth].append(id)
    row: dict[str, float] = {}
    for _ in range(_SWEEPS):
        for layer in layers.values():
            layer.sort(key=lambda id: (-fmean(row.get(other, 0) for other in graph[id]), id))
            row.update({id: (len(layer) - 1) / 2 - number for number, id in enumerate(layer)})
    alone = [id for id in library if not graph.degree(id)]
    columns, below = max(len(layers), 3), min(row.values(), default=1) - 1
    places = {id: (depth, row[id]) for depth, layer in layers.items() for id in layer}
    return places | {id: (number % columns, below - number // columns) for number, id in enumerate(alone)}
