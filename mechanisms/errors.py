"""Errors of the package; each is also the builtin exception that one would expect.

The message names the parameter, the rule it broke and the value that was given.
"""

from __future__ import annotations


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


class FileError(MechanismError, OSError):
    """A file cannot be written, or must not be: ``file <path> must be <rule>, got <value>``.

    Parameters
    ----------
    path : path
        The file.
    rule : str
        What it must be.
    value : object
        What it is, in words.
    """

    def __init__(self, path: object, rule: str, value: object) -> None:
        super().__init__(path, rule, value)
        self.path, self.rule, self.value = path, rule, value

    def __str__(self) -> str:
        return f"file {self.path} must be {self.rule}, got: {self.value}"


class ConvergenceError(MechanismError, ArithmeticError):
    """Floating-point evaluation of the densities cannot decide the value that was asked for.

    Raised instead of returning a number: an undecided quantity stays undecided.
    """
