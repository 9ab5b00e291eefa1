"""Running a mechanism many times on one data set, a chunk at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mechanisms.audit.outputs import Batch, concatenate, to_batch
from mechanisms.errors import ParameterError

_FIRST, _CHUNK = 16, 2**14
# Numbers that are kept of the runs on one data set from which an event is learned: 64 MiB.
_MOST_NUMBERS = 2**23


@dataclass(frozen=True)
class Runner:
    """A mechanism on one data set.

    Parameters
    ----------
    mechanism : callable
        ``mechanism(dataset, rng)`` returns one output, or ``mechanism(dataset, rng, n)`` n of them.
    dataset : object
        What the mechanism is run on.
    rng : numpy.random.Generator
        Handed to every run in turn, so that noise that is repeated from run to run shows.
    functions : sequence of callable
        The caller's functions of an output.
    batched : bool
        Whether the mechanism takes a number of runs, and the functions the outputs of all of them.
    """

    mechanism: Callable[..., Any]
    dataset: Any
    rng: np.random.Generator
    functions: Sequence[Callable[[Any], Any]]
    batched: bool

    def chunks(self, runs: int) -> Iterator[Batch]:
        """Run the mechanism and yield the outputs piece by piece, never many of them at once."""
        # The first outputs say how long they are.
        done, size = 0, _FIRST
        while done < runs:
            batch = self._run(min(size, runs - done))
            done += len(batch)
            size = max(1, min(_CHUNK, _MOST_NUMBERS // (8 * max(batch.width, 1))))
            yield batch

    def learn(self, runs: int) -> Batch:
        """Run the mechanism up to `runs` times, less often if the outputs are long, and keep the outputs."""
        kept: list[Batch] = []
        done = 0
        for batch in self.chunks(runs):
            kept.append(batch)
            done += len(batch)
            if done * max(batch.width, 1) >= _MOST_NUMBERS:
                break
        return concatenate(kept)

    def _run(self, runs: int) -> Batch:
        if not self.batched:
            outputs: Any = [self.mechanism(self.dataset, self.rng) for _ in range(runs)]
        else:
            outputs = self.mechanism(self.dataset, self.rng, runs)
            if not isinstance(outputs, (np.ndarray, list, tuple)) or len(outputs) != runs:
                rule = f"a function that returns an array or a list of {runs} outputs when asked for so many"
                raise ParameterError("mechanism", rule, outputs)
        return to_batch(outputs, self.functions, self.batched)
