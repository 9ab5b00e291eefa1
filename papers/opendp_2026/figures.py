"""What thresholds tell over what is charged, and the canonical noise."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from papers.figure import STROKES, Drawn
from papers.opendp_2026.canonical import below
from papers.opendp_2026.exact import gaussian_reaches, laplace_charged, laplace_reaches, normal_reaches
from theorems.registry import Registry

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _threshold(plot: Axes) -> None:
    scales = np.logspace(-0.6, 1.5, 60)
    distances = [math.ceil(3 * s) for s in scales]
    laplace = [laplace_reaches(d, s) / laplace_charged(d, s) for d, s in zip(distances, scales, strict=True)]
    gaussian = [gaussian_reaches(d, s) / normal_reaches(d, s) for d, s in zip(distances, scales, strict=True)]
    for label, ratio, (colour, stroke) in zip(("Laplace", "Gaussian"), (laplace, gaussian), STROKES, strict=False):
        plot.plot(scales, ratio, color=colour, linestyle=stroke, label=label)
    plot.axhline(1, color="0.6", linewidth=0.8)
    plot.set_xscale("log")
    plot.set_yscale("log")
    plot.set_xlabel("scale")
    plot.set_ylabel("told over charged")


def _canonical(plot: Axes) -> None:
    places = np.linspace(-4.5, 4.5, 721)
    for delta, (colour, stroke) in zip((0.0, 0.05, 0.3), STROKES, strict=False):
        values = np.array([below(float(x), 1.0, delta) for x in places])
        plot.plot(
            (places[1:] + places[:-1]) / 2,
            np.diff(values) / np.diff(places),
            color=colour,
            linestyle=stroke,
            label=rf"$\delta = {delta:g}$",
        )
    plot.set_xlabel("noise, in sensitivities")
    plot.set_ylabel("density")


FAMILIES = {
    "figure_threshold": Drawn(
        r"Theorems 4.2 and 4.3: the exact probability that a count is told, three scales below the threshold, over the one that is charged, "
        r"against the scale; above 1 more is told than is charged.",
        _threshold,
    ),
    "figure_canonical": Drawn(
        r"Theorem 9.4: the density of canonical noise for $\varepsilon = 1$ and three $\delta$; it is constant on steps of length 1, and ends "
        r"where the trade-off curve is 0.",
        _canonical,
    ),
}


def draw(name: str, registry: Registry) -> Axes:
    """Return the figure of this name, as its axes."""
    return FAMILIES[name].draw()
