"""What thresholds and stopping cost exactly against what is charged, and the mechanisms of the documents."""

from __future__ import annotations

import math
from pathlib import Path

from papers.mechanism import PrintedMechanism, stored
from papers.opendp_2026.exact import gaussian_reaches, laplace_charged, laplace_reaches, normal_reaches, once
from papers.tabular import tabular
from papers.verdict import Account
from theorems.registry import Registry

SCALES = (0.25, 0.5, 1.0, 2.0, 10.0)
STOPS = (0.5, 0.1, 0.01, 0.001)
CAPTIONS = (
    r"Theorems 4.2 and 4.3: the exact probability that a count is told at a distance $T - \Delta_\infty$ of three scales below the threshold, "
    r"rounded up to an integer, over the $\delta_1$ that is charged for it, at several scales. Above 1 more is told than is charged.",
    r"Theorem 6.1: the stop probability $\gamma$ that is asked for, that of the program, and the mean number of runs of both where no score passes.",
)


def told(scale: float) -> tuple[int, float, float]:
    """Return a distance of three scales, and the exact probability over the charged one for either law."""
    distance = math.ceil(3 * scale)
    return (
        distance,
        laplace_reaches(distance, scale) / laplace_charged(distance, scale),
        gaussian_reaches(distance, scale) / normal_reaches(distance, scale),
    )


def stopping(gamma: float) -> float:
    """Return the stop probability of the program as printed."""
    return once(-1 / math.log1p(-gamma))


def comparison(account: Account, registry: Registry) -> str:
    """Return the costs of thresholds and the stop probabilities, as LaTeX tables."""
    first = []
    for scale in SCALES:
        distance, laplace, gaussian = told(scale)
        first.append((f"{scale:g}", f"{distance}", f"{laplace:.3f}", f"{gaussian:.3g}"))
    second = [
        (f"{gamma:g}", f"{stopping(gamma):.4f}", f"{1 / gamma:.0f}", f"{1 / stopping(gamma):.3g}") for gamma in STOPS
    ]
    tables = (
        tabular("rrrr", ("scale", r"$T - \Delta_\infty$", "Laplace", "Gaussian"), first),
        tabular("rrrr", (r"$\gamma$", "of the program", "runs asked for", "runs"), second),
    )
    return "\n\n".join(tables) + "\n"


def printed_mechanisms(account: Account, registry: Registry) -> tuple[PrintedMechanism, ...]:
    """Return the mechanisms of the documents: whether they keep their promise, what they are exactly, and what would do."""
    return stored(Path(__file__).with_name("mechanisms.csv"), laplace=told(1.0)[1], gaussian=told(1.0)[2])
