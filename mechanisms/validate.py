"""The rules for input, in one place; each raises :class:`mechanisms.errors.ParameterError`."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

import numpy as np
import numpy.typing as npt

from mechanisms.errors import GeneratorError, ParameterError

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
_EXACT = 1 << 53


def _number(parameter: str, value: object, rule: str) -> float:
    """Turn a real scalar into a float; booleans, strings, complex numbers and arrays are refused."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Real):
        raise ParameterError(parameter, rule, value)
    try:
        return float(value)
    except OverflowError:
        raise ParameterError(parameter, rule, value) from None


def real(parameter: str, value: object, rule: str = "a finite real number") -> float:
    """Return `value` as a finite float."""
    number = _number(parameter, value, rule)
    if not math.isfinite(number):
        raise ParameterError(parameter, rule, value)
    return number


def positive(parameter: str, value: object) -> float:
    """Return `value` as a positive finite float."""
    rule = "positive and finite"
    number = real(parameter, value, rule)
    if number <= 0:
        raise ParameterError(parameter, rule, value)
    return number


def non_negative(parameter: str, value: object) -> float:
    """Return `value` as a non-negative finite float."""
    rule = "non-negative and finite"
    number = real(parameter, value, rule)
    if number < 0:
        raise ParameterError(parameter, rule, value)
    return number


def probability(parameter: str, value: object) -> float:
    """Return `value` as a float in the closed unit interval."""
    rule = "a probability in [0, 1]"
    number = real(parameter, value, rule)
    if not 0 <= number <= 1:
        raise ParameterError(parameter, rule, value)
    return number


def open_probability(parameter: str, value: object) -> float:
    """Return `value` as a float strictly between 0 and 1."""
    rule = "a probability strictly between 0 and 1"
    number = real(parameter, value, rule)
    if not 0 < number < 1:
        raise ParameterError(parameter, rule, value)
    return number


def order(value: object) -> float:
    """Return the order of a divergence as a float in (0, inf]."""
    rule = "an order in (0, inf]"
    number = _number("order", value, rule)
    if not number > 0:  # catches NaN as well
        raise ParameterError("order", rule, value)
    return number


def integer(parameter: str, value: object, least: int, most: int | None = None, rule: str = "") -> int:
    """Return `value` as an int from `least` on, up to `most` if there is one; the rule is worded so unless given."""
    words = rule or (f"an integer of at least {least}" if most is None else f"an integer from {least} to {most}")
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise ParameterError(parameter, words, value)
    number = int(value)
    if number < least or (most is not None and number > most):
        raise ParameterError(parameter, words, value)
    return number


def plain_array(parameter: str, values: Any, rule: str) -> npt.NDArray[Any]:
    """Return `values` as an array; a masked one is refused, as what is masked would be released with the rest."""
    parts = values if isinstance(values, (list, tuple)) else (values,)
    if any(isinstance(part, np.ma.MaskedArray) for part in parts):
        raise ParameterError(parameter, f"{rule}, without a mask", values)
    try:
        return np.asarray(values)
    except (ValueError, OverflowError):  # a ragged nesting, or integers beyond what numpy holds
        raise ParameterError(parameter, rule, values) from None


def real_array(
    parameter: str, values: Any, rule: str = "real numbers, a scalar or a rectangular array, free of NaN"
) -> Array:
    """Return `values` as a float array of any shape without NaN; infinities are let through."""
    array = plain_array(parameter, values, rule)
    if array.dtype.kind not in "iuf":
        raise ParameterError(parameter, rule, values)
    if array.dtype.kind in "iu" and (rounded := (array > _EXACT) | (array < -_EXACT)).any():
        # neighbours that differ by 1 would be rounded to differ by 2 or by nothing
        raise ParameterError(parameter, f"{rule}, integers of at most 2^53", int(array[rounded][0]))
    # Wider floats than binary64 would be rounded silently and narrower ones are exact: one type inside.
    result = array.astype(np.float64)
    bad = np.isnan(result)
    if bad.any():
        raise ParameterError(parameter, rule, float(result[bad][0]))
    return result


def finite_array(parameter: str, values: Any) -> Array:
    """Return `values` as a non-empty float array of any shape with finite entries only."""
    rule = "finite real numbers, a scalar or a non-empty rectangular array"
    array = real_array(parameter, values, rule)
    if array.size == 0:
        raise ParameterError(parameter, rule, values)
    bad = ~np.isfinite(array)
    if bad.any():
        raise ParameterError(parameter, rule, float(array[bad][0]))
    return array


def line(breakpoints: Any, support: Any) -> tuple[tuple[float, ...], tuple[float, float]]:
    """Return breakpoints (finite reals) and a support (a pair ``(lo, hi)`` with ``lo < hi``) as floats."""
    rule = "a sequence of finite real numbers"
    if isinstance(breakpoints, str) or not isinstance(breakpoints, Iterable):
        raise ParameterError("breakpoints", rule, breakpoints)
    points = tuple(real("breakpoints", point, rule) for point in breakpoints)
    rule = "a pair (lo, hi) of real numbers with lo < hi"
    if isinstance(support, str) or not isinstance(support, Iterable):
        raise ParameterError("support", rule, support)
    ends = tuple(_number("support", end, rule) for end in support)
    if len(ends) != 2 or not ends[0] < ends[1]:
        raise ParameterError("support", rule, support)
    return points, (ends[0], ends[1])


def generator(rng: object) -> np.random.Generator:
    """Return `rng` if it is a ``numpy.random.Generator``; seeds and the legacy state are refused."""
    if not isinstance(rng, np.random.Generator):
        raise GeneratorError("rng", "a numpy.random.Generator", rng)
    return rng


def scalar_or_array(array: Array) -> float | Array:
    """Return a float for a zero-dimensional array and the array itself otherwise."""
    return float(array) if array.ndim == 0 else array
