"""The numeric legs of conversions: pairs of laws on two points, from their masses."""

from __future__ import annotations

import math

from mechanisms import FinitePair, bernoulli_pair
from mechanisms.families import choices
from theorems.library.catalogue.asking import greatest, profile, renyi

__all__ = ["generalized_response", "greatest", "profile", "renyi", "two_candidates"]


def two_candidates(zeta: float, u1: float) -> FinitePair:
    return choices.softmax_pair((u1 + zeta, 0.0), (u1, 0.0))


class _Response:
    """The two laws of generalized randomized response with the losses (zeta + eps)/2 and that less zeta."""

    def __init__(self, zeta: float) -> None:
        self.zeta = zeta

    def hockey_stick(self, epsilon: float):  # type: ignore[no-untyped-def]
        first = math.expm1((epsilon - self.zeta) / 2) / math.expm1(-self.zeta)
        return bernoulli_pair(first, first * math.exp(-(self.zeta + epsilon) / 2)).hockey_stick(epsilon)


def generalized_response(zeta: float) -> _Response:
    return _Response(zeta)
