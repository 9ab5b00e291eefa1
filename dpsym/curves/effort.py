"""A limit of work, counted in evaluations and not in seconds, so that no question runs without end."""

from __future__ import annotations

from dpsym.errors import UndecidedError

MOST = 3_000_000
"""Units of work, of a few microseconds at most, that one question may cost."""


class SpentError(UndecidedError):
    """The work does not suffice, whatever the precision."""


class Effort:
    """The work that is left for one question.

    Parameters
    ----------
    most : int, optional
        In units: one multiplication of balls with what belongs to it.
    """

    def __init__(self, most: int = MOST) -> None:
        self.left = most

    def spend(self, units: float) -> None:
        """Take from what is left; what would cost more is not begun.

        Raises
        ------
        SpentError
            If less is left.
        """
        if units > self.left:
            raise SpentError("the limit of work was reached")
        self.left -= int(units)
