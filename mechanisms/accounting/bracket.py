"""Two numbers with the truth between them."""

from __future__ import annotations

from dataclasses import dataclass

from mechanisms.errors import ParameterError


@dataclass(frozen=True)
class Bracket:
    """A closed interval that contains the truth: truncation, discretisation and rounding are inside it.

    Parameters
    ----------
    lower, upper : float
        Its ends, ``lower <= upper``; either may be infinite.

    Raises
    ------
    ParameterError
        If an end is NaN or the ends are in the wrong order.
    """

    lower: float
    upper: float

    def __post_init__(self) -> None:
        if not self.lower <= self.upper:  # catches NaN as well
            raise ParameterError("upper", f"a number, at least the lower end {self.lower!r}", self.upper)

    @property
    def width(self) -> float:
        """Distance of the ends; 0 where both are the same infinity."""
        return 0.0 if self.lower == self.upper else self.upper - self.lower

    def contains(self, value: float) -> bool:
        """Return whether `value` lies in the interval, ends included."""
        return bool(self.lower <= value <= self.upper)

    def maximum(self, other: Bracket) -> Bracket:
        """Return the bracket of the larger of two quantities, as for the two directions of an adjacency."""
        return Bracket(max(self.lower, other.lower), max(self.upper, other.upper))
