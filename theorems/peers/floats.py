r"""Whether the floats that a sampler releases give the answer away: a lower bound on epsilon from one event, fixed beforehand.

A sum of a float answer and float noise lies on the grid of the greater of the two. Of answers 0 and 1, a release of less than a quarter
is on the grid of :math:`2^{-53}` for certain in the second case if the sum is rounded to a float, and hardly ever in the first. The
event is "less than a quarter, and not on that grid". With probability :math:`1 - a` both Clopper-Pearson bounds on its probabilities
hold, and pure privacy of epsilon would bound their ratio by :math:`e^\varepsilon` (entry `dp.pure.max_divergence`).

Source: Mironov, "On significance of the least significant bits for differential privacy", CCS 2012; Haney, Desfontaines, Hartman,
Shrestha and Hay, "Precision-based attacks and interval refining: how to break, then fix, differential privacy on finite computers", 2022.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from theorems.peers.adapters import adapter
from theorems.peers.errors import PeerError
from theorems.peers.runner import Limits, Runner

CALL = "release_laplace"
PEERS = ("diffprivlib", "opendp")
FALSE_ALARM = 1e-6
_SIZE, _SEED = 20_000, 20_240_601
_GRID, _WINDOW = 2.0**53, 0.25


@dataclass(frozen=True)
class FloatsCheck:
    """What the floats of a sampler say.

    Parameters
    ----------
    peer, version : str
        Whose.
    claimed : float
        The epsilon that is promised, the reciprocal of the scale.
    lower : float
        A lower bound on the true epsilon, 0 where the event says nothing.
    false_alarm : float
        The probability that the bound is above the truth is at most this.
    hits : tuple of (int, int)
        How often the event was seen with the answers 0 and 1.
    n : int
        Releases of each answer.
    """

    peer: str
    version: str
    claimed: float
    lower: float
    false_alarm: float
    hits: tuple[int, int]
    n: int


def check_floats(
    peer: str, python: str | None = None, scale: float = 1.0, n: int = _SIZE, calls: Path | None = None
) -> FloatsCheck:
    """Release two neighbouring answers many times and bound epsilon from below.

    Parameters
    ----------
    peer : str
        One whose child's part has `release_laplace`: "diffprivlib" or "opendp".
    python : str, optional
        An interpreter that has it; the current one without it.
    scale : float, optional
        Of the Laplace noise, in sensitivities.
    n : int, optional
        Releases of each answer.
    calls : Path, optional
        Other functions than the peer's.

    Raises
    ------
    PeerError
        If the peer cannot be imported, or releases nothing.
    """
    from mechanisms.audit.binomial import lower_probability, upper_probability

    counts = []
    with Runner(calls or adapter(peer).calls, python, Limits(120.0)) as runner:
        for answer in (0.0, 1.0):
            arguments = {"b": scale, "answer": answer, "n": n, "seed": _SEED + int(answer)}
            found = runner.ask(CALL, arguments)
            if found.error or found.failed:
                raise PeerError("release", "a list of floats", found.error or found.failed)
            counts.append(int(off_grid(np.asarray(found.value, dtype=float)).sum()))
        version = runner.version
    ratio = lower_probability(counts[0], n, FALSE_ALARM / 2) / upper_probability(counts[1], n, FALSE_ALARM / 2)
    bound = max(0.0, math.log(ratio)) if ratio > 0 else 0.0
    return FloatsCheck(peer, version, 1 / scale, bound, FALSE_ALARM, (counts[0], counts[1]), n)


def off_grid(releases: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Return which releases are below a quarter and off the grid of 2^-53."""
    scaled = releases * _GRID  # exact: a power of two
    return np.asarray((np.abs(releases) < _WINDOW) & (scaled != np.floor(scaled)))
