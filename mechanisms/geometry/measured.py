"""Numbers and matrices together with what is known about their errors."""

from __future__ import annotations

from dataclasses import dataclass

from mechanisms.validate import Array


@dataclass(frozen=True)
class Measured:
    """A value that a formula gave, up to rounding, or an estimate from random samples.

    Parameters
    ----------
    value : float
        The value.
    error : float
        A bound on the error if `exact`, the standard error of the estimate if not.
    method : str
        How it was obtained.
    exact : bool
        Whether the error is a bound rather than a standard error.
    """

    value: float
    error: float
    method: str
    exact: bool

    def __str__(self) -> str:
        known = f"± {self.error:.1g}" if self.exact else f"standard error {self.error:.1g}"
        return f"{self.value:.6g} ({known}; {self.method})"


@dataclass(frozen=True)
class Moments:
    """A matrix of second moments, computed or estimated.

    Parameters
    ----------
    matrix : array, shape (d, d)
        The matrix.
    error : float
        Relative error of its trace: a bound if `exact`, a standard error if not.
    method : str
        How it was obtained.
    exact : bool
        Whether the error is a bound rather than a standard error.
    """

    matrix: Array
    error: float
    method: str
    exact: bool
