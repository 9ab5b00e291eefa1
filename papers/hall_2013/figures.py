"""The figure of the post made again, the risks that it does not draw, and the exact delta of the noise as printed."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from mechanisms import FunctionalMechanism, Gaussian, KernelDensity
from papers.figure import BLUE, GREEN, RED, Drawn
from papers.hall_2013.data import DELTA, EPS, crossing, noise_risk, own_risk, rows, rule
from theorems.registry import Registry

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RECORDS, SEED = 500, 29


@cache
def estimates() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return places, the estimate there and its release."""
    rng = np.random.default_rng(SEED)
    centres = np.where(rng.random(RECORDS) < 0.4, -1.2, 1.0)
    estimate = KernelDensity(rng.normal(centres, 0.6), rule(RECORDS, 1, 2))
    deviation = math.sqrt(2 * math.log(2 / DELTA)) * estimate.sensitivity / EPS
    mechanism = FunctionalMechanism(estimate.kernel, 1, deviation, estimate.sensitivity)
    places = np.linspace(-4, 4, 161)
    return places, estimate(places), mechanism.open(estimate, rng).at(places)


@cache
def broken(delta: float) -> tuple[np.ndarray, np.ndarray]:
    """Return values of eps, and the exact delta of the printed noise over the promised one."""
    losses = np.linspace(0.25, 14, 56)
    scale = math.sqrt(2 * math.log(2 / delta))
    return losses, np.array([Gaussian(scale / loss).hockey_stick(float(loss)).value / delta for loss in losses])


def _density(plot: Axes) -> None:
    places, own, released = estimates()
    plot.plot(places, own, color=BLUE, label="without noise")
    plot.plot(places, released, color=RED, linestyle="--", label="private")
    plot.set_xlabel("$x$")
    plot.set_ylabel("density")


def _risk(plot: Axes) -> None:
    found = [row for row in rows("measured_risk") if row["d"] == "1"]
    sizes = np.array([int(row["n"]) for row in found])
    widths = sizes ** (-1 / 5)
    own = np.array([own_risk(int(n), float(h), 1) for n, h in zip(sizes, widths, strict=True)])
    noise = np.array([noise_risk(int(n), float(h), 1) for n, h in zip(sizes, widths, strict=True)])
    for column, exact, colour, stroke in (("own", own, BLUE, "-"), ("private", own + noise, RED, "--")):
        means = [float(row[column]) for row in found]
        spans = [2 * float(row[f"{column}_error"]) for row in found]
        plot.errorbar(sizes, means, spans, color=colour, linestyle="none", marker="o", markersize=3, capsize=2)
        plot.plot(sizes, exact, color=colour, linestyle=stroke, label="without noise" if column == "own" else "private")
    plot.axvline(crossing(1), color="0.6", linewidth=0.8, linestyle=":")
    plot.set_xscale("log")
    plot.set_yscale("log")
    plot.set_xlabel("records $n$")
    plot.set_ylabel("mean integrated square error")


def _profile(plot: Axes) -> None:
    labels = ((0.6, "0.6", BLUE, "-"), (0.1, "0.1", GREEN, ":"), (DELTA, "10^{-5}", RED, "--"))
    for delta, text, colour, stroke in labels:
        losses, ratio = broken(delta)
        plot.plot(losses, ratio, color=colour, linestyle=stroke, label=rf"$\delta = {text}$")
    plot.axhline(1, color="0.6", linewidth=0.8)
    plot.set_yscale("log")
    plot.set_ylim(1e-3, 10)
    plot.set_xlabel(r"promised $\varepsilon$")
    plot.set_ylabel(r"exact over promised $\delta$")


FAMILIES = {
    "figure_density": Drawn(
        rf"Kernel density estimate of {RECORDS} records of a mixture of two Gaussian laws without noise (solid) and released with "
        r"the printed noise (dashed), at $\varepsilon = 1$ and $\delta = 10^{-5}$ (the Figure of the post, whose data are not told); "
        r"the bandwidth is fixed beforehand.",
        _density,
    ),
    "figure_risk": Drawn(
        r"Mean integrated square error on $[-2, 2]$ against the number of records, with the bandwidth $n^{-1/5}$, for Gaussian "
        r"records: exactly (lines) and measured (points), without noise and with the printed noise at $\varepsilon = 1$ and "
        r"$\delta = 10^{-5}$.",
        _risk,
    ),
    "figure_profile": Drawn(
        r"The exact $\delta$ of Gaussian noise of scale $\sqrt{2 \log(2/\delta)}\,\Delta/\varepsilon$ over the promised one: above 1 "
        r"the promise is broken. The post states it for every $\varepsilon$, the thesis for $\varepsilon \le 1$.",
        _profile,
    ),
}


def draw(name: str, registry: Registry) -> Axes:
    """Return the figure of this name, as its axes."""
    return FAMILIES[name].draw()
