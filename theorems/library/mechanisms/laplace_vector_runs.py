"""Laplace noise on two answers as it is run: the profile of one of them, integrated over the loss of the other."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from mechanisms import Estimate, laplace_pair


def profile(epsilon: float, b: float, r1: float, r2: float) -> Estimate:
    """Integrate over the first answer what is left of eps for the second one; the loss is constant outside of the two centres."""
    first, second = laplace_pair(0.0, b, r1, b), laplace_pair(0.0, b, r2, b)

    def left(x: float) -> float:
        place = np.array([x])
        loss = float(first.log_p(place)[0] - first.log_q(place)[0])
        return second.hockey_stick(epsilon - loss).value

    def inside(x: float) -> float:
        return math.exp(float(first.log_p(np.array([x]))[0])) * left(x)

    from scipy.integrate import quad

    # beyond a kink, where the profile of the second answer ends
    kinks = sorted(place for sign in (-1, 1) if 0 < (place := (r1 - (epsilon - sign * r2 / b) * b) / 2) < r1)
    ends = [0.0, *kinks, r1]
    parts = [quad(inside, low, high, epsabs=0, epsrel=1e-11, limit=200)[0] for low, high in pairwise(ends)]
    below, above = left(-b) * _mass(first, -40 * b, 0.0), left(r1 + b) * _mass(first, r1, r1 + 40 * b)
    value = math.fsum([*parts, below, above])
    return Estimate(value, 1e-9)


def _mass(pair: object, low: float, high: float) -> float:
    from scipy.integrate import quad

    return quad(lambda x: math.exp(float(pair.log_p(np.array([x]))[0])), low, high, epsabs=1e-13, epsrel=1e-12)[0]  # type: ignore[attr-defined]
