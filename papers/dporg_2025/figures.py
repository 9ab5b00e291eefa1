"""The pictures of the posts on conversion and on sampling made again, and what truncated noise keeps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from papers.dporg_2025.exact import response_budget, response_rho, sampled_loss, truncated_delta
from papers.figure import STROKES, Drawn
from theorems.registry import Registry

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _renyi(plot: Axes) -> None:
    orders = 1 + np.logspace(-2, 3, 120)
    for eps, (colour, stroke) in zip((0.5, 1.0, 2.0), STROKES, strict=False):
        ratio = [response_budget(float(a), eps) / min(eps, float(a) * response_rho(eps)) for a in orders]
        plot.plot(orders, ratio, color=colour, linestyle=stroke, label=rf"$\varepsilon = {eps:g}$")
    plot.set_xscale("log")
    plot.set_xlabel(r"order $\alpha$")
    plot.set_ylabel("exact over the lesser bound")


def _rho(plot: Axes) -> None:
    places = np.linspace(0.01, 6, 120)
    bounds = ((r"over $\varepsilon$", lambda e: e), (r"over $\varepsilon^2/2$", lambda e: e * e / 2))
    for (label, bound), (colour, stroke) in zip(bounds, STROKES, strict=False):
        plot.plot(
            places,
            [response_rho(float(e)) / bound(float(e)) for e in places],
            color=colour,
            linestyle=stroke,
            label=label,
        )
    plot.set_xlabel(r"$\varepsilon$")
    plot.set_ylabel(r"$\rho$ over a bound")


def _truncated(plot: Axes) -> None:
    places = np.linspace(0.05, 4, 120)
    curves = (
        ("printed, 1/2", 0.4999999, False),
        ("printed, $10^{-6}$", 1e-6, False),
        ("mended, $10^{-6}$", 1e-6, True),
    )
    for (label, delta, mended), (colour, stroke) in zip(curves, STROKES, strict=False):
        log = math.log(1 / (2 * delta))
        ratio = [truncated_delta(float(e), 1 + log / e if mended else (1 + log) / e) / delta for e in places]
        plot.plot(places, ratio, color=colour, linestyle=stroke, label=label)
    plot.axhline(1, color="0.6", linewidth=0.8)
    plot.set_yscale("log")
    plot.set_xlabel(r"promised $\varepsilon$")
    plot.set_ylabel(r"exact over promised $\delta$")


def _sampling(plot: Axes) -> None:
    places = np.logspace(-3, 1, 120)
    for rate, (colour, stroke) in zip((0.5, 0.1, 0.01, 0.001), STROKES, strict=True):
        ratio = [rate * sampled_loss(float(e), rate) / e for e in places]
        plot.plot(places, ratio, color=colour, linestyle=stroke, label=f"$p = {rate:g}$")
    plot.set_xscale("log")
    plot.set_xlabel(r"$\varepsilon$")
    plot.set_ylabel("noise of the whole over the sample's")


FAMILIES = {
    "figure_renyi": Drawn(
        r"Figure 5.7: the exact R\'enyi budget of $\varepsilon$-private mechanisms over the lesser of the two bounds, $\varepsilon$ and "
        r"$\alpha\rho$, against the order. The bounds are near to it at either end, and leave up to 30 per cent between.",
        _renyi,
    ),
    "figure_rho": Drawn(
        r"Figure 5.8: $\rho = \varepsilon \tanh(\varepsilon/2)$ over the trivial bound $\varepsilon$ and over $\varepsilon^2/2$.",
        _rho,
    ),
    "figure_truncated": Drawn(
        r"Note 6.2: the exact $\delta$ of truncated Laplace noise over the promised one, with the printed bound (for $\delta = 1/2$ and $10^{-6}$) "
        r"and with the mended one (for $10^{-6}$); above 1 the promise is broken.",
        _truncated,
    ),
    "figure_sampling": Drawn(
        r"Post 8: the noise of the whole over that of a Poisson sample of rate $p$, $p\varepsilon_p/\varepsilon$, against $\varepsilon$.",
        _sampling,
    ),
}


def draw(name: str, registry: Registry) -> Axes:
    """Return the figure of this name, as its axes."""
    return FAMILIES[name].draw()
