"""The runs of Student noise by smooth sensitivity: the densities, and their greatest loss, by the names of the entries' symbols."""

from __future__ import annotations

import math

from mechanisms import Pair
from mechanisms.families import locations


def student_pair(nu: float, mu1: float, b: float, mu2: float, beta: float) -> Pair:
    return locations.student_pair(nu, mu1, b, mu2, beta)


def smooth_student(nu: float, b: float, zeta: float, u: float, r: float) -> Pair:
    """Return the answers of two neighbours, whose sensitivities are 1 and e^(r zeta)."""
    return locations.student_pair(nu, 0.0, b, u * math.exp(min(r, 0.0) * zeta), b * math.exp(r * zeta))


def smooth_cauchy(epsilon: float, a: float, u: float, r: float) -> Pair:
    """Return the same of Cauchy noise of scale 1/((1 - a) eps), the sensitivity (a eps)-smooth."""
    return smooth_student(1.0, 1 / ((1 - a) * epsilon), a * epsilon, u, r)
