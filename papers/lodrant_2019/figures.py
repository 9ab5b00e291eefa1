"""A figure that the thesis does not have: the growth that Tabela 1 states, measured."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from papers.figure import BLUE, GREEN, RED, Drawn
from papers.lodrant_2019.data import laplace_norm, rows
from theorems.registry import Registry

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_RATIO = 16
_STYLES = ((RED, "--"), (BLUE, "-"), (GREEN, ":"))


def curves() -> dict[str, tuple[list[int], list[float]]]:
    """Return the points of each curve."""
    chosen = [row for row in rows("measured_growth") if int(row["n"]) == _RATIO * int(row["d"])]
    sizes = [int(row["d"]) for row in chosen]
    return {
        "Laplace": (sizes, [d * laplace_norm(d) for d in sizes]),
        "$K$-norm": (sizes, [float(row["mean"]) for row in chosen]),
        "lower bound": (sizes, [float(row["lower"]) for row in chosen]),
    }


def _growth(plot: Axes) -> None:
    for (label, (sizes, heights)), (colour, stroke) in zip(curves().items(), _STYLES, strict=True):
        plot.plot(sizes, heights, color=colour, linestyle=stroke, marker="o", markersize=3, label=label)
        plot.annotate(label, (sizes[-1], heights[-1]), (4, 0), textcoords="offset points", color=colour, va="center")
    plot.set_xscale("log", base=2)
    plot.set_yscale("log")
    plot.set_xlim(right=sizes[-1] * math.sqrt(8))
    plot.set_xticks(sizes, [str(d) for d in sizes])
    plot.set_xlabel("queries $d$")
    plot.set_ylabel("mean error")


FAMILIES = {
    "figure_growth": Drawn(
        rf"Mean Euclidean error at $\varepsilon = 1$ for Bernoulli queries with $n = {_RATIO} d$: the Laplace mechanism "
        r"at its right scale $d/\varepsilon$, the $K$-norm mechanism (measured), and the volume bound with its constant "
        r"(measured), below which no mechanism comes. The thesis states the orders in Tabela 1 and has no figure.",
        _growth,
        has_legend=False,
    )
}


def draw(name: str, registry: Registry) -> Axes:
    """Return the figure of this name, as its axes."""
    return FAMILIES[name].draw()
