"""The graph of entries for other programs (DOT, JSON) and as a picture, layered by what rests on what."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theorems.graph import to_dot
from theorems.registry import Registry
from theorems.status import Status

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = {
    Status.CLAIMED: "#e0e0e0",
    Status.SAMPLED: "#fff3bf",
    Status.DERIVED: "#c9e7cb",
    Status.ENCLOSED: "#c9e7cb",
    Status.BOTH: "#93d3a2",
    Status.REFUTED: "#f4b6b6",
    Status.STALE: "#f9d8a8",
    Status.VACUOUS: "#f9d8a8",
    Status.CONFLICT: "#f08080",
}
_ARROW = {"arrowstyle": "-|>", "color": "0.6", "shrinkA": 0, "shrinkB": 1, "connectionstyle": "arc3,rad=0.08"}


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
        for id, entry in library.items()
    ]
    edges: list[dict[str, Any]] = [
        {"from": entry.id, "to": to, "kind": kind}
        for entry in library.values()
        for kind, targets in (
            ("uses", entry.uses),
            ("corrects", (entry.corrects,)),
            ("sharpens", (entry.sharpens,)),
        )
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
    figure(library).savefig(path, format=format, dpi=150, bbox_inches="tight")


def figure(library: Registry) -> Figure:
    """Return the picture as a matplotlib figure that belongs to no window."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    places = _places(library)
    rows = 1 + max((-y for _, y in places.values()), default=0)
    columns = 1 + max((x for x, _ in places.values()), default=0)
    canvas = Figure(figsize=(3.2 * columns, 0.5 * rows + 0.6))
    axes = canvas.add_axes((0, 0, 1, 1), frame_on=False, xlim=(-0.6, columns - 0.4), ylim=(0.4 - rows, 1.2))
    axes.set_axis_off()
    boxes = {}
    for id, (x, y) in places.items():
        style = {
            "boxstyle": "round,pad=0.3",
            "facecolor": COLOURS[library.own_status(id)],
            "edgecolor": "0.4",
        }
        boxes[id] = axes.text(
            x, y, id, ha="center", va="center", fontsize=8, bbox=style, zorder=3
        ).get_bbox_patch()
    for source, target in library.graph.edges:
        ends = {**_ARROW, "patchA": boxes[source], "patchB": boxes[target]}
        axes.annotate("", places[target], places[source], arrowprops=ends)
    shown = sorted({library.own_status(id) for id in library}, key=list(Status).index)
    key = [Patch(facecolor=COLOURS[status], edgecolor="0.4", label=status.value) for status in shown]
    axes.legend(handles=key, loc="upper left", ncols=len(Status), fontsize=8, frameon=False)
    return canvas


def _places(library: Registry) -> dict[str, tuple[int, int]]:
    """Return a column (the depth) and a row for each id; neighbours of one topic stay together."""
    layers: dict[int, list[str]] = defaultdict(list)
    for id, depth in depths(library).items():
        layers[depth].append(id)
    return {id: (depth, -row) for depth, ids in layers.items() for row, id in enumerate(sorted(ids))}
