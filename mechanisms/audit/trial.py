"""Testing fixed events on fresh runs, with one budget of error for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from mechanisms.audit.binomial import lower_probability, upper_probability
from mechanisms.audit.claims import Claim
from mechanisms.audit.outputs import Batch
from mechanisms.audit.result import Audit
from mechanisms.audit.runs import Runner
from mechanisms.validate import Mask, open_probability


@dataclass(frozen=True)
class Trial:
    """One inequality between the probabilities of an event on two data sets.

    Parameters
    ----------
    contains : callable
        Which runs of a batch are in the event.
    words : str
        The event, for a reader.
    swapped : bool
        Whether the event is held to be likelier on the second data set.
    """

    contains: Callable[[Batch], Mask]
    words: str
    swapped: bool


@dataclass(frozen=True)
class Setting:
    """What an audit is to decide, and how surely.

    Parameters
    ----------
    claim : Claim
        The parameter to be bounded.
    confidence : float
        Strictly between 0 and 1.
    family : int
        How many audits share it.
    """

    claim: Claim
    confidence: float
    family: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "confidence", open_probability("confidence", self.confidence))

    def level(self, bounds: int) -> float:
        """Return the level of each of so many bounds on probabilities, so that all hold together."""
        return (1 - self.confidence) / (bounds * self.family)

    def decide(
        self, trials: Sequence[Trial], runners: tuple[Runner, Runner], runs: tuple[int, int], level: float, total: int
    ) -> Audit:
        """Run the mechanism, count, and return the best bound.

        Parameters
        ----------
        trials : sequence of Trial
            At least one, fixed before.
        runners : pair of Runner
            The mechanism on the two data sets.
        runs : pair of int
            How often it is run on each.
        level : float
            Level of each bound on a probability.
        total : int
            How many runs are reported.
        """
        hits = [_hits(trials, runner, number) for runner, number in zip(runners, runs, strict=True)]
        bounds = []
        for index, trial in enumerate(trials):
            more, less = (1, 0) if trial.swapped else (0, 1)
            p = lower_probability(hits[more][index], runs[more], level)
            q = upper_probability(hits[less][index], runs[less], level)
            bounds.append(float(self.claim.lower(p, q)))
        best = int(np.argmax(bounds))
        return Audit(
            claim=self.claim,
            lower=max(bounds[best], 0.0),
            confidence=self.confidence,
            family=self.family,
            event=trials[best].words,
            likelier_on=int(trials[best].swapped),
            hits=(int(hits[0][best]), int(hits[1][best])),
            tested=runs,
            runs=total,
            level=level,
        )


def _hits(trials: Sequence[Trial], runner: Runner, runs: int) -> list[int]:
    total = np.zeros(len(trials), np.int64)
    for batch in runner.chunks(runs):
        total += [int(trial.contains(batch).sum()) for trial in trials]
    return total.tolist()
