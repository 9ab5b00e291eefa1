"""A number together with an estimate of how far the truth may be from it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mechanisms.errors import ParameterError


@dataclass(frozen=True)
class Estimate:
    """A computed value and an estimate of its absolute error, which is no bound that is proved.

    The truncation of a quadrature is read off the difference of two rules, what lies beyond the panels off a trend,
    and rounding is counted at the accuracy that the densities are taken to have. A function that is only known where
    it was evaluated allows no more. `benchmarks/numeric.py` counts how often the estimate is too small.

    Parameters
    ----------
    value : float
        The computed value; may be infinite.
    error : float
        Estimate of ``|value - truth|``: truncation of the quadrature plus rounding of the densities and of
        the arithmetic. Zero beside an infinite value.

    Raises
    ------
    ParameterError
        If `value` is NaN, or `error` is negative, infinite, NaN, or positive beside an infinite value.
    """

    value: float
    error: float

    def __post_init__(self) -> None:
        if math.isnan(self.value):
            raise ParameterError("value", "a number", self.value)
        if not 0 <= self.error < math.inf:
            raise ParameterError("error", "non-negative and finite", self.error)
        if math.isinf(self.value) and self.error > 0:
            raise ParameterError("error", "0 beside an infinite value", self.error)

    @property
    def lower(self) -> float:
        """The value less the estimated error, rounded down."""
        return self._end(-self.error, -math.inf)

    @property
    def upper(self) -> float:
        """The value and the estimated error, rounded up."""
        return self._end(self.error, math.inf)

    def _end(self, shift: float, direction: float) -> float:
        if shift == 0 or math.isinf(self.value):
            return self.value
        return math.nextafter(self.value + shift, direction)
