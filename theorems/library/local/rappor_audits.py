"""RAPPOR as its entry audits it: two values, the events that tell most, and a wrong twin."""

from __future__ import annotations

from functools import partial

import numpy as np

from mechanisms import ApproximateClaim, Rappor
from theorems.checks.audit import Audited

Rng = np.random.Generator
_ROUNDING = 1e-12


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
        ApproximateClaim(claimed * (1 + _ROUNDING)),
        (_first, _second),
        {"no permanent answer": partial(_unrandomised, mechanism)},
    )
