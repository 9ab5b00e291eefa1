"""The figures of chapters 6 and 8 made again beside exact losses, and what the printed test and the slices of chapter 7 do."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from mechanisms import Gaussian
from papers.figure import BLUE, GREEN, ORANGE, RED, Drawn
from papers.near_2021.exact import RECORDS, advanced, advanced_programmed, chunk_loss, release_delta, response_loss
from papers.result import Illustration
from theorems.registry import Registry

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DELTA, SIGMA, TARGET = 1e-4, 200.0, 1e-5


@cache
def gaussian_loss(k: int) -> float:
    """Return the least loss of k Gaussian mechanisms of deviation `SIGMA` at `TARGET`, rounded up: together they are one, with sigma/sqrt k."""
    noise = Gaussian(SIGMA / math.sqrt(k))
    low, high = 0.0, 10.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if noise.hockey_stick(middle).upper > TARGET else (low, middle)
    return high


def accounts(k: float) -> dict[str, float]:
    """Return the losses that the program of chapter 8 draws."""
    log, rho = math.log(1 / TARGET), 1 / (2 * SIGMA**2)
    one = math.sqrt(2 * math.log(1.25 / TARGET)) / SIGMA
    return {
        "advanced": 2 * one * math.sqrt(2 * k * log),
        "zCDP": k * rho + 2 * math.sqrt(k * rho * log),
        "RDP": 60 * k * rho + log / 59,
    }


def composition_drawn(registry: Registry) -> Illustration:
    """Say from which k on what is drawn for advanced composition is below the loss of k randomized responses."""
    falls = next(k for k in range(1, 1000) if advanced_programmed(k, 1.0, DELTA) < response_loss(k, 1.0, DELTA))
    below = all(advanced(k, 1.0, DELTA) >= response_loss(k, 1.0, DELTA) for k in (1, 10, 144, 1000, 10_000))
    crosses = next(k for k in range(1, 1000) if advanced_programmed(k, 1.0, DELTA) < k)
    return Illustration(
        below and crosses == 74,
        f"the drawn curve crosses that of sequential composition at k = {crosses}, as told, and is too small from k = {falls} on",
        ("the drawn curve, called a bound",) if falls < 10_000 else (),
    )


def accounts_drawn(registry: Registry) -> Illustration:
    """Say how far the curves of the figure are above the exact losses."""
    sizes = (1, 50, 265, 500)
    over = {k: {name: value / gaussian_loss(k) for name, value in accounts(k).items()} for k in sizes}
    words = "; ".join(
        f"k = {k}: {', '.join(f'{name} {value:.2f}' for name, value in row.items())}" for k, row in over.items()
    )
    touches = accounts(264.6)["RDP"] - accounts(264.6)["zCDP"]
    return Illustration(
        all(value >= 1 for row in over.values() for value in row.values()) and 0 <= touches < 1e-6,
        f"over the exact losses: {words}",
    )


def _composition(plot: Axes) -> None:
    sizes = sorted({round(10 ** (place / 12)) for place in range(49)})
    curves = (
        ("theorem", advanced, BLUE, "-"),
        ("as programmed", advanced_programmed, RED, "--"),
        ("exact, responses", response_loss, GREEN, ":"),
    )
    for label, loss, colour, stroke in curves:
        plot.plot(sizes, [loss(k, 1.0, DELTA) / k for k in sizes], color=colour, linestyle=stroke, label=label)
    plot.axhline(1, color="0.6", linewidth=0.8)
    plot.set_xscale("log")
    plot.set_yscale("log")
    plot.set_xlabel("mechanisms $k$")
    plot.set_ylabel(r"loss over $k \varepsilon$")


def _accounts(plot: Axes) -> None:
    sizes = np.unique(np.linspace(1, 500, 26).round().astype(int))
    for name, colour, stroke in (("advanced", RED, "--"), ("zCDP", ORANGE, "-"), ("RDP", GREEN, ":")):
        ratio = [accounts(int(k))[name] / gaussian_loss(int(k)) for k in sizes]
        plot.plot(sizes, ratio, color=colour, linestyle=stroke, label=name)
    plot.axhline(1, color="0.6", linewidth=0.8)
    plot.set_yscale("log")
    plot.set_xlabel("iterations $k$")
    plot.set_ylabel("loss over the exact one")


def _test(plot: Axes) -> None:
    deltas = np.logspace(-12, -0.4, 60)
    for label, colour, stroke, way in (("as printed", RED, "--", 0), ("mended", BLUE, "-", 1)):
        ratio = []
        for delta in deltas:
            threshold = math.log(1 / (2 * delta)) if way else math.log(2 / delta) / 2
            ratio.append(release_delta(1.0, threshold, (0, 0), math.inf, 2.0 if way else 1.0) / delta)
        plot.plot(deltas, ratio, color=colour, linestyle=stroke, label=label)
    plot.set_xscale("log")
    plot.set_yscale("log")
    plot.set_xlabel(r"promised $\delta$")
    plot.set_ylabel(r"exact over promised $\delta$")


def _slices(plot: Axes) -> None:
    sizes = np.unique(np.logspace(0, math.log10(RECORDS), 1500).astype(int))
    plot.plot(sizes, [chunk_loss(RECORDS, int(k)) for k in sizes], color=BLUE, linewidth=0.8, label="all sizes")
    shown = [10, 600, 1000, 6000]
    plot.plot(
        shown, [chunk_loss(RECORDS, k) for k in shown], color=RED, linestyle="none", marker="o", label="of the page"
    )
    plot.set_xscale("log")
    plot.set_xlabel("chunks $k$")
    plot.set_ylabel(r"loss over promised $\varepsilon$")


FAMILIES = {
    "figure_composition": Drawn(
        r"Program 6.15: losses of $k$ mechanisms with $\varepsilon = 1$ at $\delta = 10^{-4}$, as shares of the $k$ of sequential composition. "
        r"What the program draws for advanced composition (dashed) falls below the exact loss of $k$ randomized responses (dotted) from $k = 144$ "
        r"on: no bound is there. The theorem of the page (solid) is above 1 for every $k$.",
        _composition,
    ),
    "figure_accounts": Drawn(
        r"Figure 8.13: losses of $k$ Gaussian mechanisms with $\sigma = 200$ at $\delta = 10^{-5}$, over the exact one: as the program draws them, "
        r"by zCDP and by RDP of order 60. The last two touch at $k = 265$.",
        _accounts,
    ),
    "figure_test": Drawn(
        r"Definition 7.4: the exact $\delta$ of propose-test-release over the promised one, for neighbours of high local sensitivity and "
        r"answers far apart, with the printed threshold and with $\log(1/(2\delta))/\varepsilon$; above 1 the promise is broken.",
        _test,
    ),
    "figure_slices": Drawn(
        rf"Program 7.11: what one chunk of {RECORDS} rows loses, over the promised $\varepsilon$, against the number $k$ "
        r"of chunks that is asked for: $k$ over the number of slices of $\lceil n/k \rceil$ rows.",
        _slices,
    ),
}


def draw(name: str, registry: Registry) -> Axes:
    """Return the figure of this name, as its axes."""
    return FAMILIES[name].draw()
