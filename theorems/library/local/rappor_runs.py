"""RAPPOR as its entry runs it: exact counts of ones, and what it releases."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import numpy as np

from mechanisms import ApproximateClaim, FinitePair, Rappor
from theorems.checks.audit import Audited

Rng = np.random.Generator
_HALF, _QUARTERS = Fraction(1, 2), Fraction(3, 4)


def reported(n: float, f: float, p: float, q: float) -> FinitePair:
    return Rappor(f, q, p).pair(int(n))


def draw_ones(rng: Rng, size: int) -> np.ndarray:
    # the number of ones in a report of a bit that is 1 and one that is 0
    bits = np.tile([True, False], (size, 1))
    return Rappor(_HALF, _QUARTERS, _HALF).release(bits, rng).sum(axis=1).astype(float)


def _release(mechanism: Rappor, bits: tuple[bool, bool], rng: Rng, n: int) -> np.ndarray:
    return mechanism.release(np.tile(bits, (n, 1)), rng)


def _unrandomised(mechanism: Rappor, bits: tuple[bool, bool], rng: Rng, n: int) -> np.ndarray:
    # the report is of the bits themselves, and not of permanent answers
    return rng.random((n, 2)) < np.where(np.tile(bits, (n, 1)), float(mechanism.one), float(mechanism.zero))


def _first(x: np.ndarray) -> np.ndarray:
    return np.asarray(x[:, 0] & ~x[:, 1])


def _second(x: np.ndarray) -> np.ndarray:
    return np.asarray(~x[:, 0] & x[:, 1])


def audited(claimed: float, n: float, f: float, p: float, q: float) -> Audited:
    mechanism = Rappor(f, q, p)
    return Audited(
        partial(_release, mechanism),
        ((True, False), (False, True)),
        ApproximateClaim(claimed * (1 + 1e-12)),
        (_first, _second),
        {"no permanent answer": partial(_unrandomised, mechanism)},
    )
