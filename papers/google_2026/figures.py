"""What sampling costs with the printed weights and with the right ones, and what the binomial approximation is off."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from papers.figure import BLUE, RED, Drawn
from papers.google_2026.exact import binomial_off, nu, reach
from papers.recount import hockey_stick
from theorems.registry import Registry

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _sampling(plot: Axes) -> None:
    rates = np.linspace(0, 1, 101)
    up = (math.e / (1 + math.e), 1 / (1 + math.e))
    lo = up[::-1]

    def delta(weight: float) -> float:
        return hockey_stick([weight * a + (1 - weight) * b for a, b in zip(up, lo, strict=True)], lo, 0.5)

    plot.plot(rates, [delta(float(q)) for q in rates], color=BLUE, linestyle="-", label="exact")
    plot.plot(rates, [delta(float(1 - q)) for q in rates], color=RED, linestyle="--", label="printed")
    plot.set_xlabel("rate $q$")
    plot.set_ylabel(r"$\delta$")


def _binomial(plot: Axes) -> None:
    n = 10**6
    places = np.linspace(0, math.floor(reach(n)), 121).round()
    off = [1e4 * binomial_off(n, int(i)) / nu(n) for i in places]
    plot.plot(places / (math.sqrt(n) / 2), off, color=BLUE, label=r"$\zeta$ over its bound, times $10^4$")
    plot.axhline(0, color="0.6", linewidth=0.8)
    plot.set_xlabel("place, in deviations")
    plot.set_ylabel("relative error")


FAMILIES = {
    "figure_sampling": Drawn(
        r"Claim 4.22: the $\delta$ at $\varepsilon = 1/2$ of randomized response of loss 1 on a Poisson sample against the rate: "
        r"exactly, and as the printed pair has it.",
        _sampling,
    ),
    "figure_binomial": Drawn(
        r"Lemma 1.6: the relative error of the binomial approximation at $n = 10^6$ out to the end of the range, over the bound of the note; in "
        r"units of 0.0001 of the bound.",
        _binomial,
    ),
}


def draw(name: str, registry: Registry) -> Axes:
    """Return the figure of this name, as its axes."""
    return FAMILIES[name].draw()
