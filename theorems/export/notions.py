"""The graph of notions of privacy and the arrows between them, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dpsym.guarantees.arrow import Arrow
from dpsym.guarantees.routes import graph
from mechanisms.files import PICTURES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PLACES = {
    "loss": (0, 0),
    "gdp": (1, 1.6),
    "tradeoff": (1, -1.6),
    "pure": (1, 0),
    "zcdp": (2, 1.6),
    "profile": (2, -1.6),
    "renyi": (2, 0),
    "tcdp": (3, 1.6),
    "approx": (3, -0.4),
}
_ROUTE, _OTHER = "#c0392b", "0.75"


def draw(routes: Sequence[tuple[Arrow, ...]], path: Path, format: str) -> None:
    """Draw the notions with every arrow between them into a file, the arrows of some routes marked.

    Parameters
    ----------
    routes : sequence of tuples of Arrow
        The chains to mark.
    path : Path
        The file.
    format : {"pdf", "png"}
        Its format.
    """
    figure(routes).savefig(path, format=format, metadata=PICTURES.get(format))


def figure(routes: Sequence[tuple[Arrow, ...]] = ()) -> Figure:
    """Return the picture as a matplotlib figure of its own: parallel arrows are one line, with their number on it."""
    from matplotlib.figure import Figure

    from dpsym.guarantees.notions import NOTIONS

    marked = {(arrow.source.key, arrow.target.key) for chain in routes for arrow in chain}
    canvas = Figure(figsize=(8.5, 4.5), dpi=150)
    axes = canvas.add_axes((0, 0, 1, 1), frame_on=False, xlim=(-0.5, 3.6), ylim=(-2.3, 2.3))
    axes.set_axis_off()
    counts: dict[tuple[str, str], int] = {}
    for source, target in graph().edges():
        counts[source, target] = counts.get((source, target), 0) + 1
    boxes = {}
    for key, place in _PLACES.items():
        style = {"boxstyle": "round,pad=0.45", "facecolor": "white", "edgecolor": "0.3"}
        text = (
            NOTIONS[key]
            .words.replace(" differential privacy", "\nDP")
            .replace("privacy loss of known ", "privacy loss\nof ")
        )
        boxes[key] = axes.text(
            *place, text, ha="center", va="center", fontsize=8, bbox=style, zorder=3
        ).get_bbox_patch()
    canvas.draw_without_rendering()
    for (source, target), count in counts.items():
        colour = _ROUTE if (source, target) in marked else _OTHER
        axes.annotate(
            "",
            _PLACES[target],
            _PLACES[source],
            arrowprops={
                "arrowstyle": "-|>",
                "color": colour,
                "patchA": boxes[source],
                "patchB": boxes[target],
                "shrinkA": 2,
                "shrinkB": 2,
                "connectionstyle": "arc3,rad=0.16",
                "linewidth": 1.4 if colour == _ROUTE else 0.8,
            },
            zorder=2 if colour == _ROUTE else 1,
        )
        if count > 1:
            (x0, y0), (x1, y1) = _PLACES[source], _PLACES[target]
            # the arc bends to the right of its direction, by half its radius
            middle = ((x0 + x1) / 2 + 0.08 * (y1 - y0), (y0 + y1) / 2 - 0.08 * (x1 - x0))
            axes.text(
                *middle,
                str(count),
                fontsize=7,
                color=colour if colour == _ROUTE else "0.4",
                ha="center",
                va="center",
                zorder=4,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
            )
    return canvas
