"""The error of a sweep in which some cells failed."""

from __future__ import annotations

from mechanisms.errors import MechanismError


class CellError(MechanismError, RuntimeError):
    """Cells of a sweep raised an error; the results of the others are kept.

    Parameters
    ----------
    failed, total : int
        How many cells failed, and how many there are.
    path : str
        The results file, where the traceback of each is.
    first : str
        The first failed cell and its error, in one line.
    """

    def __init__(self, failed: int, total: int, path: str, first: str) -> None:
        # The arguments stay in `args`: that is what makes the error survive pickling.
        super().__init__(failed, total, path, first)
        self.failed, self.total, self.path, self.first = failed, total, path, first

    def __str__(self) -> str:
        return f"{self.failed} of {self.total} cells failed, the rest is in {self.path}; the first: {self.first}"
