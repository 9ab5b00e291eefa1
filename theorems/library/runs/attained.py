"""Numbers for the conversion that pairs on two points attain."""

from __future__ import annotations

import math

from mechanisms import Estimate, bernoulli_pair


def attained_conversion(alpha: float, t: float, zeta: float) -> Estimate:
    """Return the profile of the pair on the ratios t and 1 + zeta at the eps of the conversion, by its masses."""
    high = 1 + zeta
    heavy = (1 - t) / (high - t)
    gamma = (1 - 1 / alpha) * (high**alpha - t**alpha) / (high ** (alpha - 1) - t ** (alpha - 1))
    return bernoulli_pair(high * heavy, heavy).hockey_stick(math.log(gamma))
