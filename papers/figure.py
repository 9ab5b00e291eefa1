"""A figure of a paper: its size, colours that everyone tells apart, and what is plotted under its caption."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpsym.plot import axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (4.8, 3.2)
"""Width and height in inches."""
# distinguishable in black and white, and by every kind of colour vision (Okabe and Ito)
BLUE, RED, GREEN, ORANGE = "#0072B2", "#D55E00", "#009E73", "#E69F00"
STROKES = ((RED, "-"), (GREEN, "--"), (BLUE, ":"), (ORANGE, "-."))
"""Colours and line styles of curves that are told apart by nothing else."""


@dataclass(frozen=True)
class Drawn:
    """A figure with its caption.

    Parameters
    ----------
    caption : str
        As LaTeX.
    plotted : callable
        Draws its curves into given axes, and labels these.
    has_legend : bool, optional
        Whether a legend tells the curves apart.
    """

    caption: str
    plotted: Callable[[Axes], None]
    has_legend: bool = True

    def draw(self) -> Axes:
        """Return the figure, as its axes."""
        plot = axes(*SIZE)
        self.plotted(plot)
        plot.spines[["top", "right"]].set_visible(False)
        if self.has_legend:
            plot.legend(frameon=False)
        return plot
