"""RAPPOR as its entry runs it: exact counts of ones, and what it releases."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from mechanisms import FinitePair, Rappor

Rng = np.random.Generator
_HALF, _QUARTERS = Fraction(1, 2), Fraction(3, 4)


def reported(n: float, f: float, p: float, q: float) -> FinitePair:
    return Rappor(f, q, p).pair(int(n))


def draw_ones(rng: Rng, size: int) -> np.ndarray:
    # the number of ones in a report of a bit that is 1 and one that is 0
    bits = np.tile([True, False], (size, 1))
    return Rappor(_HALF, _QUARTERS, _HALF).release(bits, rng).sum(axis=1).astype(float)
