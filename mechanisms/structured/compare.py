"""All mechanisms for a query side by side, with the lower bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mechanisms.geometry.measured import Measured
from mechanisms.structured.baselines import LaplaceQueries, NoisyHistogram
from mechanisms.structured.bounds import LowerBound, projected_lower_bound, volume_lower_bound
from mechanisms.structured.knorm import KNorm
from mechanisms.structured.mechanism import LinearMechanism
from mechanisms.structured.nim import NIM
from mechanisms.validate import generator


@dataclass(frozen=True)
class Row:
    """The errors of one mechanism.

    Parameters
    ----------
    name : str
        The mechanism.
    mean_squared : Measured
        Mean squared Euclidean error.
    expected : Measured
        Expected Euclidean error.
    law : str
        How its noise is drawn.
    """

    name: str
    mean_squared: Measured
    expected: Measured
    law: str


@dataclass(frozen=True)
class Comparison:
    """Mechanisms for one query matrix at one eps; prints as a table.

    Parameters
    ----------
    rows : tuple of Row
        The mechanisms, the least mean squared error first.
    bound, projected : LowerBound
        Lower bounds from the volume of the body and of its projections.
    """

    rows: tuple[Row, ...]
    bound: LowerBound
    projected: LowerBound

    def __str__(self) -> str:
        lines = [f"{'mechanism':<26}{'mean squared':>14}{'expected':>12}{'+-':>10}  noise"]
        for row in self.rows:
            error, spread = row.expected.value, row.expected.error
            lines.append(f"{row.name:<26}{row.mean_squared.value:>14.5g}{error:>12.5g}{spread:>10.2g}  {row.law}")
        for name, bound in (("volume lower bound", self.bound), ("projected lower bound", self.projected)):
            lines.append(
                f"{name:<26}{bound.mean_squared:>14.5g}{bound.expected:>12.5g}{'':>10}  dimension {bound.rank}"
            )
        return "\n".join(lines)

    def plot(self, axes: Any = None) -> Any:
        """Draw the expected errors as bars with error bars, and the lower bounds as lines.

        Parameters
        ----------
        axes : matplotlib.axes.Axes, optional
            Where to draw; new ones by default.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.
        """
        if axes is None:
            from matplotlib.figure import Figure

            axes = Figure(layout="constrained").subplots()
        places = np.arange(len(self.rows))
        values = [row.expected.value for row in self.rows]
        axes.barh(places, values, xerr=[2 * row.expected.error for row in self.rows], color="C0", alpha=0.7)
        axes.set_yticks(places, [row.name for row in self.rows])
        axes.axvline(self.bound.expected, color="C3", linestyle="--", label="volume lower bound")
        axes.axvline(self.projected.expected, color="C3", linestyle=":", label="projected lower bound")
        axes.set_xlabel("expected Euclidean error")
        axes.invert_yaxis()
        axes.legend()
        return axes


def compare(F: npt.ArrayLike, eps: float, rng: np.random.Generator | None = None, samples: int = 2_000) -> Comparison:
    """Return the errors of K-norm, NIM, Laplace and the noisy histogram, with lower bounds.

    Parameters
    ----------
    F : array_like, shape (d, n)
        The queries, one a row.
    eps : float
        Privacy loss for histograms at l1 distance at most 1; positive.
    rng : numpy.random.Generator, optional
        The source of randomness of the estimates; by default one with a fixed seed. Nothing is released.
    samples : int
        Noise vectors a mechanism, for the expected errors.
    """
    rng = np.random.default_rng(0) if rng is None else generator(rng)
    knorm = KNorm(F, eps)
    largest = len(knorm.F) * float(np.abs(knorm.F).max())
    mechanisms: list[tuple[str, LinearMechanism]] = [
        ("K-norm", knorm),
        ("NIM, optimal split", NIM(F, eps)),
        ("NIM, cube-root split", NIM(F, eps, "cube root")),
        ("NIM, uniform split", NIM(F, eps, "uniform")),
        ("Laplace, exact l1", LaplaceQueries(F, eps)),
        ("Laplace, d times largest", LaplaceQueries(F, eps, largest)),
        ("noisy histogram", NoisyHistogram(F, eps)),
    ]
    rows = [
        Row(name, m.mean_squared_error(rng), m.expected_error(rng, samples), m.noise(1, rng).law.method)
        for name, m in mechanisms
    ]
    rows.sort(key=lambda row: row.mean_squared.value)
    return Comparison(tuple(rows), volume_lower_bound(F, eps, rng), projected_lower_bound(F, eps, rng))
