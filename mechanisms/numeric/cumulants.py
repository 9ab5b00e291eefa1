"""Cumulants from central moments."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mechanisms.numeric.estimate import Estimate
from mechanisms.numeric.results import difference, product


def cumulants(moments: Sequence[Estimate]) -> tuple[Estimate, ...]:
    r"""Turn the central moments of order 2, 3, ... into the cumulants of the same orders.

    .. math:: \kappa_n = \mu_n - \sum_{m=2}^{n-2} \binom{n-1}{m-1} \kappa_m \mu_{n-m}

    From the first infinite moment on they are infinite.
    """
    found: list[Estimate] = []
    for place, moment in enumerate(moments):
        order, value = place + 2, moment
        if math.isfinite(moment.value):
            for m in range(2, order - 1):
                part = product(found[m - 2], moments[order - m - 2], math.comb(order - 1, m - 1))
                value = difference(value, part)
        found.append(value)
    return tuple(found)
