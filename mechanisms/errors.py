"""Errors of the package; each is also the builtin exception that one would expect.

The message names the parameter, the rule it broke and the value that was given.
"""

from __future__ import annotations

__all__ = ["ConvergenceError", "GeneratorError", "MechanismError", "ParameterError"]


class MechanismError(Exception):
    """Base of every error that this package raises on purpose."""


class ParameterError(MechanismError, ValueError):
    """A parameter broke its rule: ``<parameter> must be <rule>, got <value!r>``.

    Parameters
    ----------
    parameter : str
        Name of the parameter, as in the signature.
    rule : str
        What the parameter must be, so that "must be ..." reads on.
    value : object
        What was given.
    """

    def __init__(self, parameter: str, rule: str, value: object) -> None:
        # The three arguments stay in `args`: that is what makes the error survive pickling.
        super().__init__(parameter, rule, value)
        self.parameter = parameter
        self.rule = rule
        self.value = value

    def __str__(self) -> str:
        return f"{self.parameter} must be {self.rule}, got {self.value!r}"


class GeneratorError(ParameterError, TypeError):
    """The source of randomness is not a ``numpy.random.Generator``."""


class ConvergenceError(MechanismError, ArithmeticError):
    """Floating-point evaluation of the densities cannot decide the value that was asked for.

    Raised instead of returning a number: an undecided quantity stays undecided.
    """
