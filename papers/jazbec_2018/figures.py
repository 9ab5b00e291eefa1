"""Slika 1 to 3 drawn again: the density estimate, and below it the noise as printed, by the corollary, as programmed, and the least.

The records of the thesis are not told; they are drawn again in the sizes of the notebook, half of them from N(1, 1) and half
from N(5, 1), n = 200, h = 0.6. All noise of a figure is one path of the Gaussian process, in four sizes. The notebook takes the value
at the left end off the path, and is in Python 2, in which the power d/2 of its coefficient is 0 at d = 1, and not 1/2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dpsym.calibration import analytic_delta, gaussian_scale
from dpsym.enclose import enclose
from dpsym.plot import axes
from mechanisms import FunctionalMechanism, KernelDensity
from papers.jazbec_2018.data import Array, budget, mixture, programmed, rows
from papers.result import Illustration
from papers.stored import Row
from theorems.registry import Registry

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE = (4.8, 3.7)
_POINTS, _SEED = 161, 2018
# distinguishable in black and white, and by every kind of colour vision (Okabe and Ito)
_STYLES = {
    "estimate": ("#000000", "-"),
    "released as printed": ("#D55E00", "--"),
    "as printed": ("#D55E00", "--"),
    "by the corollary": ("#CC79A7", (0, (1, 1))),
    "as in the notebook": ("#009E73", "-"),
    "least noise": ("#0072B2", "-."),
}


@dataclass(frozen=True)
class Noise:
    """The noise of a figure, as standard deviations in sensitivities of the estimate (`programmed`: before the pin).

    Parameters
    ----------
    eps, delta : Fraction
        What the figure claims.
    printed : float
        By the formula at the end of Primer 6.12, sqrt(log(2/delta))/(sqrt(2) eps).
    programmed : float
        By the notebook, whose power of 2 pi h^2 is rounded down to 0.
    corollary : float
        By Posledica 6.10, from which that formula is said to follow: twice as much.
    least : float
        The least that will do, rounded up.
    exact : float
        The delta at eps of the printed noise.
    """

    eps: Fraction
    delta: Fraction
    printed: float
    programmed: float
    corollary: float
    least: float
    exact: float

    @property
    def is_private(self) -> bool:
        """Whether the printed noise, on the whole path, keeps what the figure claims."""
        return self.printed >= self.least


@cache
def noise(eps: Fraction, delta: Fraction) -> Noise:
    """Return the noise of a figure for (eps, delta)."""
    from sympy import Rational, log, sqrt

    loss = Rational(eps)
    printed = sqrt(log(2 / Rational(delta)) / 2) / loss
    least = gaussian_scale(eps, delta).law.args[1]
    return Noise(
        eps,
        delta,
        float(printed),
        float(printed) * math.sqrt(2 * math.pi) * float(programmed("bandwidth")),
        2 * float(printed),
        float(least),
        float(enclose(analytic_delta(loss, printed), {}, 15).mid),
    )


@dataclass(frozen=True)
class Drawn:
    """A figure of the thesis, drawn again."""

    row: Row

    @property
    def caption(self) -> str:
        """Its caption, as LaTeX."""
        found = noise(*budget(self.row))
        verdict = (
            rf"which is {found.printed / found.least:.2g} times the least that will do"
            if found.is_private
            else rf"which is too small: its exact $\delta$ is {found.exact:.3f}, and {found.least / found.printed:.2g} times as much "
            "would do"
        )
        return (
            rf"{self.row['figure']} of the thesis, $\varepsilon = {self.row['epsilon']}$, $\delta = {self.row['delta']}$, with "
            rf"records drawn again. Above: the density estimate, and as it is released with the noise as printed, {verdict}. Below: the "
            r"noise alone, one path in four sizes, in units of the sensitivity; the notebook takes the value at the left end off the "
            r"path (dot), and so gives that value of the estimate away."
        )


FAMILIES = {f"slika_{place}": Drawn(row) for place, row in enumerate(rows("slike"), 1)}


@cache
def curves(name: str) -> tuple[Array, dict[str, Array], dict[str, Array]]:
    """Return the points of a figure, its densities, and its noises in sensitivities."""
    rng = np.random.default_rng((_SEED, list(FAMILIES).index(name)))
    estimate = KernelDensity(mixture(rng), float(programmed("bandwidth")))
    found = noise(*budget(FAMILIES[name].row))
    points = np.linspace(float(programmed("left_end")), float(programmed("right_end")), _POINTS)
    mechanism = FunctionalMechanism(estimate.kernel, 1, 1.0, 1.0)
    path = mechanism.open(lambda x: np.zeros(len(x)), rng).at(points)
    true = estimate(points)
    noises = {
        "as printed": found.printed * path,
        "by the corollary": found.corollary * path,
        "as in the notebook": found.programmed * (path - path[0]),
        "least noise": found.least * path,
    }
    return points, {"estimate": true, "released as printed": true + estimate.sensitivity * noises["as printed"]}, noises


def draw(name: str, registry: Registry) -> Axes:
    """Return the figure of this name, as the upper of its axes."""
    points, densities, noises = curves(name)
    figure = axes(*_SIZE).figure
    figure.clear()
    upper, lower = figure.subplots(2, sharex=True)
    for plot, drawn, what in ((upper, densities, "density"), (lower, noises, "noise/sensitivity")):
        for label, heights in drawn.items():
            colour, stroke = _STYLES[label]
            plot.plot(points, heights, color=colour, linestyle=stroke, linewidth=1.2, label=label)
        plot.set_ylabel(what)
        plot.legend(frameon=False, fontsize="x-small", ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))
        plot.spines[["top", "right"]].set_visible(False)
    lower.axhline(0, color="#999999", linewidth=0.6)
    lower.plot(points[:1], noises["as in the notebook"][:1], "o", color=_STYLES["as in the notebook"][0], clip_on=False)
    lower.set_xlabel("$x$")
    return upper


def modes(points: Array, heights: Array) -> list[float]:
    """Return where a curve has its local maxima."""
    inner = (heights[1:-1] > heights[:-2]) & (heights[1:-1] > heights[2:])
    return [float(x) for x in points[1:-1][inner]]


def figure_compared(figure: str, file: str = "slike") -> Illustration:
    """Draw a figure again, and say what its noise is worth."""
    row = next(row for row in rows(file) if row["figure"] == figure)
    found = noise(*budget(row))
    name = next(name for name, family in FAMILIES.items() if budget(family.row) == budget(row))
    points, densities, noises = curves(name)
    peaks = modes(points, densities["estimate"])
    pinned = noises["as in the notebook"][0] == 0
    size = (
        f"{found.printed / found.least:.3g} times the least that will do ({found.least:.4g})"
        if found.is_private
        else f"too small: the exact delta is {found.exact:.3g}, and {found.least / found.printed:.3g} times as much would do "
        f"({found.least:.4g})"
    )
    return Illustration(
        bool(pinned) and len(peaks) == 2,
        f"drawn again, the estimate has its modes at {' and '.join(f'{x:.2g}' for x in peaks)}; the noise as printed is "
        f"{found.printed:.4g} sensitivities, half of that of Posledica 6.10, {size}; the notebook has {found.programmed / found.printed:.3g} times "
        "the printed noise by a division of whole numbers, and takes its value at the left end off it, where it hides nothing",
    )
