"""What can go wrong in `dpsym`: one class a mistake, each also the builtin that one would expect."""

from __future__ import annotations


class DpsymError(Exception):
    """Any error that `dpsym` raises on purpose."""


class ParameterError(DpsymError, ValueError):
    """A parameter was given a value outside its domain."""

    def __init__(self, parameter: str, rule: str, value: object) -> None:
        super().__init__(parameter, rule, value)
        self.parameter = parameter
        self.rule = rule
        self.value = value

    def __str__(self) -> str:
        return f"{self.parameter} must be {self.rule}, got {self.value!r}"


class ParseError(DpsymError, ValueError):
    """A formula given as text is not one that the whitelist admits."""


class NotDerivedError(DpsymError, NotImplementedError):
    """No strategy of the engine closes this quantity."""


class UndecidedError(DpsymError, ArithmeticError):
    """A ball could not be made narrow enough, or is not a number, so that nothing may be concluded."""


class NoNumberError(DpsymError, TypeError):
    """A quantity was asked for as a number, and its value is out of reach."""


class AdjacencyError(DpsymError, ValueError):
    """Guarantees about different pairs of datasets were combined."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first, second)
        self.first, self.second = first, second

    def __str__(self) -> str:
        return f"adjacency of combined guarantees must be the same, got {self.first} and {self.second}"


class NotApplicableError(DpsymError, ValueError):
    """A theorem was asked for where one of its hypotheses fails."""


class NoRouteError(DpsymError, LookupError):
    """No chain of known theorems leads from a guarantee to the notion that is asked for.

    Parameters
    ----------
    message : str
        What was asked for, and the first few reasons.
    reasons : tuple of str, optional
        Why each chain that was tried does not lead there, the likeliest first.
    """

    def __init__(self, message: str, reasons: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.reasons = reasons
