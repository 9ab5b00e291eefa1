"""The rules for parameters of the families that :mod:`mechanisms.validate` does not have."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Integral

import numpy as np

from mechanisms.errors import ParameterError
from mechanisms.validate import positive

__all__ = ["both", "count", "integer"]

_LARGEST = 2**53


def both(
    name: str, first: object, second: object, rule: Callable[[str, object], float] = positive
) -> tuple[float, float]:
    """Check a parameter of P and the same one of Q."""
    return rule(f"{name}_p", first), rule(f"{name}_q", second)


def integer(parameter: str, value: object) -> float:
    """Return an integer of at most 53 bits as a float."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral) or abs(value) > _LARGEST:
        raise ParameterError(parameter, "an integer of at most 53 bits", value)
    return float(value)


def count(parameter: str, value: object) -> float:
    """Return a positive integer of at most 53 bits as a float."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral) or not 0 < value <= _LARGEST:
        raise ParameterError(parameter, "a positive integer of at most 53 bits", value)
    return float(value)
