"""The local randomisers as the entries audit them: two values, the answers that tell most, and wrong twins with one bug each."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from mechanisms import (
    ApproximateClaim,
    HadamardResponse,
    HybridMean,
    OneBitMean,
    PiecewiseMean,
    SubsetSelection,
    UnaryEncoding,
)
from theorems.checks.audit import Audited, Release
from theorems.library.local import runs

Rng = np.random.Generator
_ROUNDING = 1 + 1e-12


def _answers(oracle: Any, value: int, rng: Rng, n: int) -> np.ndarray:
    return np.asarray(oracle.held(oracle.release(np.full(n, value), rng)))


def _second_alone(held: np.ndarray) -> np.ndarray:
    return held[:, 1] & ~held[:, 0]


def _first_alone(held: np.ndarray) -> np.ndarray:
    return held[:, 0] & ~held[:, 1]


def _of_oracle(right: Any, claimed: float, planted: dict[str, Release]) -> Audited:
    claim = ApproximateClaim(claimed * _ROUNDING)
    return Audited(partial(_answers, right), (0, 1), claim, (_second_alone, _first_alone), planted)


def _one_bit_twice(oracle: UnaryEncoding, value: int, rng: Rng, n: int) -> np.ndarray:
    # two reports of one value, of which the analyst takes what both say
    return _answers(oracle, value, rng, n) & _answers(oracle, value, rng, n)


def unary(claimed: float, zeta: float, q: float) -> Audited:
    right = runs.unary(zeta, q)
    planted = {
        "hits off": partial(_answers, UnaryEncoding(4, (1 + float(right.p)) / 2, q)),
        "reported twice": partial(_one_bit_twice, right),
    }
    return _of_oracle(right, claimed, planted)


def subset(claimed: float, zeta: float, n: float, m: float) -> Audited:
    wrong = SubsetSelection(int(n + m), 2 * zeta, int(n))
    return _of_oracle(runs.subset(zeta, n, m), claimed, {"eps doubled": partial(_answers, wrong)})


def hadamard(claimed: float, zeta: float) -> Audited:
    wrong = HadamardResponse(5, 2 * zeta)
    return _of_oracle(runs.hadamard(zeta), claimed, {"eps doubled": partial(_answers, wrong)})


def _numbers(oracle: Any, value: float, rng: Rng, n: int) -> np.ndarray:
    return np.asarray(oracle.release(np.full(n, value), rng))


def _above_one(x: np.ndarray) -> np.ndarray:
    return x > 1


def _below_minus_one(x: np.ndarray) -> np.ndarray:
    return x < -1


def _of_mean(kind: type[Any], claimed: float, zeta: float, places: tuple[float, float]) -> Audited:
    planted = {"eps doubled": partial(_numbers, kind(2 * zeta))}
    claim = ApproximateClaim(claimed * _ROUNDING)
    return Audited(partial(_numbers, kind(zeta)), places, claim, (_above_one, _below_minus_one), planted)


def one_bit(claimed: float, zeta: float, u1: float, u2: float) -> Audited:
    return _of_mean(OneBitMean, claimed, zeta, (u1, u2))


def piecewise(claimed: float, zeta: float, t: float) -> Audited:
    return _of_mean(PiecewiseMean, claimed, zeta, (1.0, -1.0))


def hybrid(claimed: float, zeta: float) -> Audited:
    return _of_mean(HybridMean, claimed, zeta, (1.0, -1.0))
