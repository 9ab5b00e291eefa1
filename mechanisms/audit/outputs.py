"""Outputs of a mechanism, of any kind, as numbers and labels."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from numbers import Complex, Real
from typing import Any

import numpy as np
import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.validate import Array

Keys = npt.NDArray[np.uint64]
_Read = tuple[Keys, Array, Array]
"""Labels, numbers and lengths of outputs."""


@dataclass(frozen=True)
class Batch:
    """The outputs of n runs.

    Parameters
    ----------
    labels : array of uint64, shape (n,)
        A digest of what is not a number in an output: its structure, its words, the keys of a dictionary.
    numbers : array, shape (n, d)
        The numbers of an output in order, NaN behind the last one of a short output.
    lengths : array, shape (n,)
        How many characters, bytes and parts an output has: those of its texts, sequences, sets and dictionaries, added up.
    custom : array, shape (n, m)
        Values of the caller's functions of an output.
    """

    labels: Keys
    numbers: Array
    lengths: Array
    custom: Array

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def width(self) -> int:
        """How many numbers the longest output has."""
        return self.numbers.shape[1]

    def column(self, index: int) -> Array:
        """Return the number at an index of every output; NaN where there is none."""
        if index >= self.width:
            return np.full(len(self), np.nan)
        return self.numbers[:, index]

    def matrix(self, width: int) -> Array:
        """Return the first `width` numbers of every output, shape (n, width); NaN where there is none."""
        if width <= self.width:
            return self.numbers[:, :width]
        return np.pad(self.numbers, ((0, 0), (0, width - self.width)), constant_values=np.nan)

    def rows(self, start: int, stop: int) -> Batch:
        """Return the runs from `start` to before `stop`."""
        kept = slice(start, stop)
        return Batch(self.labels[kept], self.numbers[kept], self.lengths[kept], self.custom[kept])


def concatenate(batches: Sequence[Batch]) -> Batch:
    """Return the runs of all batches, one behind the other."""
    width = max(batch.width for batch in batches)
    return Batch(
        np.concatenate([batch.labels for batch in batches]),
        np.concatenate([batch.matrix(width) for batch in batches]),
        np.concatenate([batch.lengths for batch in batches]),
        np.concatenate([batch.custom for batch in batches]),
    )


def to_batch(outputs: Any, functions: Sequence[Callable[[Any], Any]], batched: bool) -> Batch:
    """Return outputs as a batch.

    Parameters
    ----------
    outputs : list, or array with one output per entry of the first axis
        Outputs: numbers, strings, bytes, None, arrays, and tuples, lists, sets and dictionaries of these.
    functions : sequence of callable
        The caller's functions of an output, real-valued.
    batched : bool
        Whether the functions take all outputs at once.

    Raises
    ------
    ParameterError
        If an output is of another kind, or a function does not return real numbers, one for each output.
    """
    found = _numeric(outputs) if isinstance(outputs, np.ndarray) else _numeric_list(outputs)
    labels, numbers, lengths = _flattened(outputs) if found is None else found
    columns = [_evaluated(function, outputs, batched) for function in functions]
    custom = np.stack(columns, axis=1) if columns else np.empty((len(labels), 0))
    return Batch(labels, numbers, lengths, custom)


def _evaluated(function: Callable[[Any], Any], outputs: Any, batched: bool) -> Array:
    values = np.asarray(function(outputs) if batched else [function(output) for output in outputs])
    if values.shape != (len(outputs),) or values.dtype.kind not in "biuf":
        rule = "a function with one real value for each output"
        raise ParameterError("statistics and events", rule, values.shape if values.ndim != 1 else values)
    return values.astype(float)


def _numeric(outputs: npt.NDArray[Any]) -> _Read | None:
    """Read an array whose first axis counts runs; None if it does not hold numbers."""
    if outputs.dtype.kind not in "biufc":
        return None
    n, shape = outputs.shape[0], outputs.shape[1:]
    flat = outputs.reshape(n, -1)
    if outputs.dtype.kind == "c":
        flat = np.stack([flat.real, flat.imag], axis=2).reshape(n, -1)
    label = _array_label(shape, outputs.dtype.kind) if shape else _number_label(outputs.dtype.kind == "c")
    return (
        np.full(n, _digest(label), np.uint64),
        flat.astype(float),
        np.full(n, float(math.prod(shape) if shape else 0)),
    )


def _numeric_list(outputs: Sequence[Any]) -> _Read | None:
    """Read a list of numbers, or of arrays of numbers of one shape, at once; None if it is something else."""
    kinds = set(map(type, outputs))
    if all(issubclass(kind, (float, int, np.bool_, np.integer, np.floating)) for kind in kinds):
        try:
            return _numeric(np.array(outputs, dtype=float))
        except OverflowError:  # an integer beyond the floats
            return None
    if kinds == {np.ndarray} and len({(output.shape, output.dtype) for output in outputs}) == 1:
        return _numeric(np.stack(outputs))
    return None


def _flattened(outputs: Sequence[Any]) -> _Read:
    read = [_flat(output) for output in outputs]
    labels = np.array([_digest(label) for label, _, _ in read], np.uint64)
    width = max((len(numbers) for _, numbers, _ in read), default=0)
    table = np.full((len(read), width), np.nan)
    for row, (_, numbers, _) in zip(table, read, strict=True):
        row[: len(numbers)] = numbers
    return labels, table, np.array([length for _, _, length in read], float)


def _flat(output: Any) -> tuple[str, list[float], int]:
    """Return what is not a number in an output, as text, its numbers in order, and its length."""
    if output is None:
        return repr(output), [], 0
    if isinstance(output, (str, bytes)):
        return repr(str(output) if isinstance(output, str) else output), [], len(output)
    if isinstance(output, (bool, np.bool_, Real)):
        return _real(output)
    if isinstance(output, Complex):
        value = complex(output)
        return _number_label(True), [value.real, value.imag], 0
    if isinstance(output, np.ndarray) and output.dtype.kind in "biufc":
        label, read = _array_label(output.shape, output.dtype.kind), _numeric(output[None])
        return label, [] if read is None else read[1][0].tolist(), output.size if output.ndim else 0
    if isinstance(output, Mapping):
        return _joined([(repr(key), output[key]) for key in sorted(output, key=repr)])
    if isinstance(output, AbstractSet):
        return repr(sorted(map(repr, output))), [], len(output)
    if isinstance(output, (tuple, list, np.ndarray)):
        return _joined([("", part) for part in output])
    rule = "a function whose outputs are numbers, text, None, arrays, and tuples, lists, sets, dictionaries of them"
    raise ParameterError("mechanism", rule, output)


def _joined(parts: list[tuple[str, Any]]) -> tuple[str, list[float], int]:
    read = [(name, *_flat(part)) for name, part in parts]
    label = ",".join(f"{name}:{label}" for name, label, _, _ in read)
    inside = sum(length for _, _, _, length in read)
    return f"({label})", [number for _, _, numbers, _ in read for number in numbers], len(read) + inside


def _real(value: Any) -> tuple[str, list[float], int]:
    try:
        return _number_label(False), [float(value)], 0
    except OverflowError:  # an integer beyond the floats is told apart as a word
        return str(value), [], 0


def _number_label(is_complex: bool) -> str:
    return "complex number" if is_complex else "number"


def _array_label(shape: tuple[int, ...], kind: str) -> str:
    return f"{'complex ' if kind == 'c' else ''}array {shape}"


@lru_cache(maxsize=2**16)
def _digest(label: str) -> int:
    return int.from_bytes(hashlib.blake2b(label.encode(), digest_size=8).digest(), "little")
