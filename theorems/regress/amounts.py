"""Numbers as tables write them: rates as batches, steps as epochs, bounds and brackets in one cell, powers of ten."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from theorems.regress.chains import plain
from theorems.regress.decimals import read_finite

_NUMBERS = ("value", "lower", "upper", "delta", "epsilon")
_LEAST = Fraction(1, 10**400)
_DECIMAL = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?"
_PLAIN = re.compile(r"[\d.]+(?:[eE][+-]?\d+)?|\d+/\d+", re.ASCII)
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+", re.ASCII)
_POWER = re.compile(r"(?:([\d.]+)\s*[x*]\s*)?10\s*(?:\^|\*\*)\s*[({]?([+-]?\d{1,4})[)}]?", re.ASCII)
_MARKED = re.compile(r"[<>~]|\+/?-", re.ASCII)
_BOUND = re.compile(r"\s*(<=?|>=?|~)\s*(\S.*?)\s*", re.ASCII)
_RANGE = re.compile(
    rf"\s*(?:\[\s*({_DECIMAL})\s*,\s*({_DECIMAL})\s*\]|({_DECIMAL})\s*(?:--|–|\bto\b)\s*({_DECIMAL}))\s*", re.ASCII
)
_AROUND = re.compile(rf"\s*({_DECIMAL})\s*\+/?-\s*({_DECIMAL})\s*", re.ASCII)


def of_batches(settings: dict[str, str]) -> str:
    """State the rate and the count where they are told by batches and epochs; return why they cannot be, if so.

    The rate is the size of a batch over that of the dataset, and the count the epochs over the rate, rounded up: a part of a batch at
    the end is a step.

    Parameters
    ----------
    settings : dict
        The cells ``rate``, ``count``, ``batch``, ``records`` and ``epochs`` that a row has; changed in place.
    """
    try:
        numbers = {name: number(name, text) for name, text in settings.items() if name != "scale"}
        batch, records, epochs = (numbers.get(name) for name in ("batch", "records", "epochs"))
        if "rate" not in numbers and batch is not None and records is not None:
            if not 0 < batch <= records:
                return f"batch_size must be in (0, dataset_size], got {settings['batch']!r} of {settings['records']!r}"
            numbers["rate"] = batch / records
        rate = numbers.get("rate")
        if rate is None and (batch is not None or records is not None):
            return "sampling rate must be stated, or batch_size and dataset_size together"
        if "count" not in numbers and epochs is not None:
            if rate is None or rate <= 0:
                return f"epochs must stand beside a sampling rate, or be called steps, got {settings['epochs']!r}"
            numbers["count"] = Fraction(math.ceil(epochs / rate))
    except ValueError as error:
        return str(error)
    for name in ("rate", "count"):
        if name in numbers and not _PLAIN.fullmatch(settings.get(name, "")):
            settings[name] = str(numbers[name])
    return ""


def number(name: str, text: str) -> Fraction:
    """Return a rate or a count, of which ``1 %``, ``1/100``, ``10^4`` and ``60,000`` are others' ways to write it.

    Raises
    ------
    ValueError
        If it is no number, or beyond all that is measured.
    """
    share = Fraction(1, 100) if text.endswith("%") and name == "rate" else Fraction(1)
    stated = text.removesuffix("%").strip() if share < 1 else text
    if powered := _POWER.fullmatch(stated):
        stated = f"{powered[1] or '1'}e{powered[2]}"
    try:
        found = share * read_finite(name, stated.replace(",", "") if _THOUSANDS.fullmatch(stated) else stated)
    except ValueError:
        raise ValueError(f"{name} must be a number, got {text[:80]!r}") from None
    if found and not _LEAST <= abs(found) <= 1 / _LEAST:
        raise ValueError(f"{name} must be 0 or between 1e-400 and 1e400, got {text[:80]!r}")
    return found


def _ranged(found: dict[str, Any]) -> None:
    """State a range, ``[2.2, 2.4]`` or ``2.2--2.4``, as a claimed bracket."""
    text = found.get("value")
    if isinstance(text, str) and not found.get("lower") and not found.get("upper") and (ends := _RANGE.fullmatch(text)):
        low, high = ends[1] or ends[3], ends[2] or ends[4]
        if Decimal(low) <= Decimal(high):
            found["lower"], found["upper"], found["value"] = low, high, ""


def written(found: dict[str, Any]) -> dict[str, Any]:
    """Return cells with their numbers as decimals: ``<= 2`` is an upper bound, ``2 +- 0.1`` a bracket, ``10^-5`` is 1e-5."""
    for name in _NUMBERS:
        text = found.get(name)
        if isinstance(text, str) and "10" in text and (powered := _POWER.fullmatch(plain(text.strip()))):
            found[name] = f"{powered[1] or '1'}e{powered[2]}"
    _ranged(found)
    text = found.get("value")
    if not isinstance(text, str) or not _MARKED.search(text := plain(text)):
        return found
    if bound := _BOUND.fullmatch(text):
        found["value"] = bound[2]
        if not found.get("direction") and bound[1] != "~":
            found["direction"] = "upper" if bound[1][0] == "<" else "lower"
    elif (around := _AROUND.fullmatch(text)) and not found.get("lower") and not found.get("upper"):
        middle, far = Decimal(around[1]), Decimal(around[2])
        found["lower"], found["upper"] = str(middle - far), str(middle + far)
        found["value"] = around[1]
    return found
