"""The search for an event that tells two data sets apart: learned on some runs, chosen on others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from mechanisms.audit.binomial import lower_probability, upper_probability
from mechanisms.audit.claims import Claim
from mechanisms.audit.events import Atoms, Bins, Cells, Event, Partition
from mechanisms.audit.outputs import Batch
from mechanisms.audit.statistics import Ordered, Statistic
from mechanisms.validate import Array

# Above so many statistics a first round on few runs leaves the best ones.
_MOST_STATISTICS = 48
_SCREENED_RUNS = 4096
_INNER_CELLS = 128
# A cell is learned from so many runs at least.
_SMALLEST_CELL = 16
# Values are grouped by the likelihood ratio in steps of this size, natural logarithm.
_RATIO_STEP = 1 / 16

Both = tuple[Batch, Batch]


@dataclass(frozen=True)
class Halves:
    """Runs on the two data sets, in two independent parts.

    Parameters
    ----------
    learn : pair of Batch
        Runs from which cells and their order are learned.
    choose : pair of Batch
        Runs on which the candidates are compared, so that a candidate is not preferred for having been fitted.
    """

    learn: Both
    choose: Both

    def few(self) -> Halves:
        """Return the first runs only."""
        learn, choose = (tuple(batch.rows(0, _SCREENED_RUNS) for batch in part) for part in (self.learn, self.choose))
        return Halves(learn, choose)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Candidate:
    """An event and what it promises.

    Parameters
    ----------
    score : float
        The lower bound that the choosing runs give.
    event : Event
        The event.
    swapped : bool
        Whether it is likelier on the second data set.
    """

    score: float
    event: Event
    swapped: bool


def search(statistics: Sequence[Statistic], halves: Halves, claim: Claim, level: float, number: int) -> list[Candidate]:
    """Return the best candidates, best first, each along another statistic.

    Parameters
    ----------
    statistics : sequence of Statistic
        Where to look.
    halves : Halves
        The runs to look at.
    claim : Claim
        Whose parameter is bounded.
    level : float
        Level of each of the two probability bounds of a score.
    number : int
        How many candidates at most.
    """
    if len(statistics) > _MOST_STATISTICS:
        few = halves.few()
        ranked = sorted(statistics, key=lambda statistic: -_best_score(statistic, few, claim, level))
        statistics = ranked[: _MOST_STATISTICS // 2]
    best = (max(_candidates(one, halves, claim, level), key=_score, default=None) for one in statistics)
    return sorted(filter(None, best), key=_score, reverse=True)[:number]


def _score(candidate: Candidate) -> float:
    return candidate.score


def _best_score(statistic: Statistic, halves: Halves, claim: Claim, level: float) -> float:
    return max(map(_score, _candidates(statistic, halves, claim, level)), default=-np.inf)


def _candidates(statistic: Statistic, halves: Halves, claim: Claim, level: float) -> Iterator[Candidate]:
    for partition in (bins(statistic, halves.learn), _atoms(statistic, halves.learn)):
        if partition is not None:
            yield from _best_unions(partition, halves, claim, level)


def _best_unions(partition: Partition, halves: Halves, claim: Claim, level: float) -> Iterator[Candidate]:
    """Yield, for each order of the cells, the best event among the unions of the first 1, 2, ... of them."""
    ratio = np.argsort(_log_ratio(*(partition.counts(batch) for batch in halves.learn)), kind="stable")
    counts = [partition.counts(batch) for batch in halves.choose]
    sizes = [len(batch) for batch in halves.choose]
    natural = np.arange(partition.size)
    # As if all unions were tested: otherwise small ones win by luck, and the test that follows takes it back.
    level /= 8 * partition.size
    for order in (natural, natural[::-1], ratio, ratio[::-1]):
        hits = [np.cumsum(one[order]) for one in counts]
        for swapped in (False, True):
            (p, n), (q, m) = ((hits[side], sizes[side]) for side in (swapped, not swapped))
            scores = claim.lower(lower_probability(p, n, level), upper_probability(q, m, level))
            scores[(p == n) & (q == m)] = -np.inf  # nothing is learned from an event that always happens
            last = int(np.argmax(scores))
            chosen = np.zeros(partition.size, bool)
            chosen[order[: last + 1]] = True
            yield Candidate(float(scores[last]), partition.event(chosen), swapped)


def _log_ratio(p: Cells, q: Cells) -> Array:
    """Return the log-likelihood ratio of cells from counts, kept finite by half a run in each."""
    return np.log((p + 0.5) / (q + 0.5))


def bins(statistic: Statistic, learn: Both, inner: int = _INNER_CELLS) -> Bins | None:
    """Return cells of about equal shares of the pooled runs, ever smaller in the tails; None without an order.

    Parameters
    ----------
    statistic : Statistic
        The statistic.
    learn : pair of Batch
        Runs.
    inner : int
        The number of cells of equal share; fewer if there are few runs.
    """
    if not isinstance(statistic, Ordered):
        return None
    pooled = np.concatenate([statistic.values(batch) for batch in learn])
    pooled = np.sort(pooled[~np.isnan(pooled)])
    if len(pooled) == 0:
        return None
    inner = max(2, min(inner, len(pooled) // _SMALLEST_CELL))
    tail = 1 / inner / 2.0 ** np.arange(1, 64)
    tail = tail[tail * len(pooled) >= _SMALLEST_CELL]
    shares = np.concatenate([np.arange(1, inner) / inner, tail, 1 - tail])
    places = np.floor(shares * (len(pooled) - 1)).astype(int)
    # Edges are values that were seen: an atom lies in the cell that ends with it.
    return Bins(statistic, np.unique(pooled[places]))


def _atoms(statistic: Statistic, learn: Both) -> Atoms | None:
    """Return groups of exact values of about the same likelihood ratio; None where no value repeats."""
    keys = [statistic.keys(batch) for batch in learn]
    known, inverse = np.unique(np.concatenate(keys), return_inverse=True)
    if len(known) == len(inverse):
        return None
    first = len(keys[0])
    counts = (np.bincount(part, minlength=len(known)) for part in (inverse[:first], inverse[first:]))
    steps = np.round(_log_ratio(*counts) / _RATIO_STEP)
    return Atoms(statistic, known, np.unique(steps, return_inverse=True)[1])


def cell_scores(partition: Partition, learn: Both) -> Array:
    """Return the learned log-likelihood ratio on each cell."""
    p, q = (partition.counts(batch) for batch in learn)
    return _log_ratio(p, q) + np.log(len(learn[1]) / len(learn[0]))
