"""The tilt with which a lattice is laid for a tiny delta, by floats: any is sound."""

from __future__ import annotations

import math

from dpsym.curves.lattice_bounds import Lattice
from dpsym.curves.laying import laid, not_rare
from dpsym.curves.loss import Parts, PrivacyLoss
from dpsym.curves.outcomes import outcomes

_MOST_ATOMS = 1 << 13
_MOST, _OFF = 1e5, 1e-3  # over the greatest loss of a lattice; how far a tilt may be off

_Points = list[tuple[float, float]]


def tilt_of(parts: Parts, lattice: Lattice, log_delta: float) -> tuple[float, float]:
    """Return about the c at which Chernoff's bound of the mass above some threshold is least, and a delta; 0 for none.

    With the logarithm of the mean of e^(c l) of all runs.

    Parameters
    ----------
    parts : pairs of PrivacyLoss and int
        The composition.
    lattice : Lattice
        What is above it, or too rare for it, is left out.
    log_delta : float
        The logarithm of the delta.
    """
    top = lattice.top * lattice.step
    laws = [(_points(loss, lattice), count) for loss, count in parts]

    def bound(c: float) -> float:
        tilted = [(*_tilted(points, c), count) for points, count in laws]
        return sum(count * (log - c * mean) for log, mean, count in tilted)

    low, high = 0.0, 1 / top
    while bound(high) > log_delta:
        low, high = high, 2 * high
        if high > _MOST / top:
            return 0.0, 0.0
    while high - low > high * _OFF:
        middle = (low + high) / 2
        low, high = (middle, high) if bound(middle) > log_delta else (low, middle)
    return low, sum(count * _tilted(points, low)[0] for points, count in laws)


def _points(loss: PrivacyLoss, lattice: Lattice) -> _Points:
    """Return about the losses of one run with the logarithms of their masses under P: its atoms, or what is laid on the lattice."""
    known = outcomes(loss, _MOST_ATOMS)
    if known is None:
        found = laid(loss, lattice)
        masses = [(lattice.step * (found.low + k), int(mass)) for k, mass in enumerate(found.masses.coeffs())]
        return [(place, math.log(mass) - lattice.bits * math.log(2)) for place, mass in masses if mass > 0]
    top = lattice.top * lattice.step
    atoms = [(min(float(place.mid()), top), p) for place, p, _ in known.atoms if place.is_finite() and p > 0]
    atoms.sort(key=lambda atom: atom[0])
    return [(place, float(p.log().mid())) for place, p in atoms[: not_rare([p for _, p in atoms], lattice)]]


def _tilted(points: _Points, c: float) -> tuple[float, float]:
    """Return the logarithm of the mean of e^(c l), and the mean of l that is tilted by it."""
    most = max((log + c * place for place, log in points), default=0.0)
    sizes = [(place, math.exp(log + c * place - most)) for place, log in points]
    whole = sum(size for _, size in sizes) or 1.0
    return most + math.log(whole), sum(place * size for place, size in sizes) / whole
