r"""Audits of a mechanism on a pair of neighbouring data sets.

An event that is learned takes half of the runs: a quarter shapes candidates, a quarter chooses among them. The other half,
which the choice has not seen, tests the chosen ones. Candidates are half-lines and sets of high likelihood ratio along each
coordinate of the output, differences of coordinates, their sum, norm and learned directions, sets of exact values (of a
coordinate, or of the whole output), sets of structures and words, lowest set bits, and the caller's statistics.

For m finalists each of the 2m Clopper-Pearson bounds on probabilities has level (1 - confidence)/(2 m family); for m given
events each event and its complement are tried in both orders of the data sets, and the 4m bounds have level
(1 - confidence)/(4 m family). By the union bound all of them hold together, for all audits of the family, with probability
`confidence`. That needs runs that are independent given the event; where a mechanism repeats its noise from run to run they
are not, and the verdict then is about that repetition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from mechanisms.audit.claims import Claim
from mechanisms.audit.directions import NAMES, statistics_of
from mechanisms.audit.outputs import Batch
from mechanisms.audit.result import Audit
from mechanisms.audit.runs import Runner
from mechanisms.audit.search import Halves, search
from mechanisms.audit.trial import Setting, Trial
from mechanisms.errors import ParameterError
from mechanisms.validate import Mask, generator, integer

# Fewer runs than these can not be divided.
_FEWEST = 16


def audit_mechanism(
    mechanism: Callable[..., Any],
    datasets: tuple[Any, Any],
    claim: Claim,
    rng: np.random.Generator,
    *,
    runs: int = 1_000_000,
    confidence: float = 0.99,
    statistics: Sequence[str | Callable[[Any], Any]] = NAMES,
    finalists: int = 1,
    family: int = 1,
    batched: bool = False,
) -> Audit:
    """Bound a privacy parameter from below by runs on two neighbouring data sets, on an event that is learned.

    Parameters
    ----------
    mechanism : callable
        ``mechanism(dataset, rng)`` returns an output: a number, a word, None, an array, or tuples, lists, sets and
        dictionaries of these. If `batched`, ``mechanism(dataset, rng, n)`` returns n independent ones, as array or list.
    datasets : pair
        Two neighbours; what they are is the mechanism's business.
    claim : ApproximateClaim or GaussianClaim
        What is claimed, and the parameter to be bounded.
    rng : numpy.random.Generator
        The source of randomness.
    runs : int
        How often the mechanism is run, both data sets together; at least 16.
    confidence : float
        Probability with which the bound holds, strictly between 0 and 1.
    statistics : sequence of str and callable
        Where to look. ``"usual"``: structure, exact outputs, coordinates, differences, learned directions. ``"lowest-bit"``:
        the lowest set bit of every number that is no integer, which betrays noise that is drawn in floating point (left
        out, an audit is about the law that such a sampler stands for). A callable: a real function of an output, of n
        outputs if `batched`; a privacy loss where the densities are known makes the search one over likelihood-ratio sets.
    finalists, family : int
        How many events are tested, at most, and how many audits share the confidence.
    batched : bool
        Whether the mechanism returns many outputs at a call.

    Raises
    ------
    ParameterError
        If an argument breaks its rule, or the mechanism returns something else.
    GeneratorError
        If `rng` is not a ``numpy.random.Generator``; also a TypeError.
    """
    setting = Setting(claim, confidence, integer("family", family, 1))
    named, functions = _looked_along(statistics)
    runners = _runners(mechanism, datasets, rng, functions, batched)
    each, most = integer("runs", runs, _FEWEST) // 2, integer("finalists", finalists, 1)
    learn, choose = (_both(runners, each // 4) for _ in range(2))
    looked_along = statistics_of(learn, named, _names("statistic", functions))
    level = setting.level(2 * most)
    trials = [
        Trial(found.event.contains, str(found.event), found.swapped)
        for found in search(looked_along, Halves(learn, choose), claim, level, most)
    ]
    left = [each - len(first) - len(second) for first, second in zip(learn, choose, strict=True)]
    return setting.decide(trials, runners, (left[0], left[1]), level, 2 * each)


def audit_events(
    mechanism: Callable[..., Any],
    datasets: tuple[Any, Any],
    claim: Claim,
    rng: np.random.Generator,
    *,
    events: Sequence[Callable[[Any], Any]],
    runs: int = 1_000_000,
    confidence: float = 0.99,
    family: int = 1,
    batched: bool = False,
) -> Audit:
    """Bound a privacy parameter from below by runs on two neighbouring data sets, on events that were fixed before.

    Parameters
    ----------
    mechanism, datasets, claim, rng, runs, confidence, family, batched
        As in :func:`audit_mechanism`.
    events : sequence of callable
        Functions of an output, of n outputs if `batched`, whose value is true or false.

    Raises
    ------
    ParameterError
        If an argument breaks its rule, or the mechanism returns something else.
    GeneratorError
        If `rng` is not a ``numpy.random.Generator``; also a TypeError.
    """
    setting = Setting(claim, confidence, integer("family", family, 1))
    runners = _runners(mechanism, datasets, rng, _functions("events", events), batched)
    if not events:
        raise ParameterError("events", "a non-empty sequence of functions of an output", events)
    each = integer("runs", runs, _FEWEST) // 2
    trials = [
        Trial(partial(_given, index=index, wanted=wanted), name if wanted else f"not {name}", swapped)
        for index, name in enumerate(_names("event", events))
        for wanted in (True, False)
        for swapped in (False, True)
    ]
    return setting.decide(trials, runners, (each, each), setting.level(4 * len(events)), 2 * each)


def _given(batch: Batch, index: int, wanted: bool) -> Mask:
    return (batch.custom[:, index] != 0) == wanted


def _both(runners: tuple[Runner, Runner], runs: int) -> tuple[Batch, Batch]:
    return runners[0].learn(runs), runners[1].learn(runs)


def _names(kind: str, functions: Sequence[Callable[[Any], Any]]) -> list[str]:
    return [getattr(function, "__name__", f"{kind} {index}") for index, function in enumerate(functions)]


def _looked_along(statistics: Any) -> tuple[list[str], list[Callable[[Any], Any]]]:
    """Return the names and the functions among statistics."""
    rule = f"a non-empty sequence of functions of an output and of {' and '.join(NAMES)}"
    if isinstance(statistics, str) or not isinstance(statistics, Sequence) or not statistics:
        raise ParameterError("statistics", rule, statistics)
    for one in statistics:
        if not (callable(one) or one in NAMES):
            raise ParameterError("statistics", rule, one)
    return [one for one in statistics if isinstance(one, str)], [one for one in statistics if not isinstance(one, str)]


def _functions(parameter: str, functions: Any) -> Sequence[Callable[[Any], Any]]:
    if not isinstance(functions, Sequence) or not all(map(callable, functions)):
        raise ParameterError(parameter, "a sequence of functions of an output", functions)
    return functions


def _runners(
    mechanism: Any, datasets: Any, rng: Any, functions: Sequence[Callable[[Any], Any]], batched: bool
) -> tuple[Runner, Runner]:
    if not callable(mechanism):
        raise ParameterError("mechanism", "a function of a data set and a generator", mechanism)
    if not isinstance(datasets, (tuple, list)) or len(datasets) != 2:
        raise ParameterError("datasets", "a pair of neighbouring data sets", datasets)
    first, second = generator(rng).spawn(2)
    return (
        Runner(mechanism, datasets[0], first, functions, batched),
        Runner(mechanism, datasets[1], second, functions, batched),
    )
