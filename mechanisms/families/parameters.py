"""The rules for parameters of the families that :mod:`mechanisms.validate` does not have."""

from __future__ import annotations

from collections.abc import Callable

from mechanisms import validate
from mechanisms.validate import positive

_LARGEST = 2**53


def both(
    name: str, first: object, second: object, rule: Callable[[str, object], float] = positive
) -> tuple[float, float]:
    """Check a parameter of P and the same one of Q."""
    return rule(f"{name}_p", first), rule(f"{name}_q", second)


def integer(parameter: str, value: object) -> float:
    """Return an integer of at most 53 bits as a float."""
    return float(validate.integer(parameter, value, -_LARGEST, _LARGEST, "an integer of at most 53 bits"))


def count(parameter: str, value: object) -> float:
    """Return a positive integer of at most 53 bits as a float."""
    return float(validate.integer(parameter, value, 1, _LARGEST, "a positive integer of at most 53 bits"))
