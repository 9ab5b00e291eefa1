"""Check: the running mechanism keeps its promise on two neighbours, by an audit that finds planted bugs with a stated power."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sympy import Symbol, sympify

from mechanisms.audit.binomial import lower_probability, upper_probability
from mechanisms.audit.claims import Claim
from mechanisms.audit.power import audit_power
from mechanisms.audit.run import audit_events
from theorems.checks.run import function_key, stated_value
from theorems.compare import point_text
from theorems.entry import Theorem
from theorems.errors import EntryError
from theorems.outcome import MECHANISM, Outcome
from theorems.status import Status

Release = Callable[[Any, np.random.Generator, int], Any]

FAMILY = 1000
"""The most statistical checks that the registry may have: all of them together share `FAMILY_WISE`."""
FAMILY_WISE = 1e-6
"""The probability that any right mechanism of the registry is refuted by any of its statistical checks."""

# What is known of a planted bug's probabilities fails at most this often.
_DOUBT = 1e-12


@dataclass(frozen=True)
class Audited:
    """A mechanism with two neighbours, what it claims there, and wrong twins of it.

    Parameters
    ----------
    release : callable
        ``release(dataset, rng, n)`` returns n independent outputs.
    datasets : pair
        Two neighbours.
    claim : ApproximateClaim or GaussianClaim
        The promise that the statement makes.
    events : sequence of callable
        Sets of outputs, as functions of n of them, fixed beforehand.
    planted : mapping of str to callable
        Wrong releases by the name of their bug, which the same audit has to find.
    """

    release: Release
    datasets: tuple[Any, Any]
    claim: Claim
    events: Sequence[Callable[[Any], Any]]
    planted: Mapping[str, Release] = field(default_factory=dict)


@dataclass(frozen=True)
class Audit:
    """Hold what a mechanism does on two neighbours against the right side of the statement at a point.

    The audit counts given events in independent runs and bounds the privacy parameter from below by Clopper-Pearson bounds. A
    right mechanism is refuted with probability `false_alarm` at most; each planted bug must be found with probability `power` at
    least, which is computed from bounds on the probabilities of its events, from as many runs of its own.

    Parameters
    ----------
    at : mapping of Symbol to number
        The point, exact.
    setting : callable
        ``setting(claimed, **values)`` takes the right side of the statement there and the symbols by name, as floats.
    runs : int
        Runs on both data sets together.
    false_alarm : float
        The probability that a right mechanism is refuted.
    power : float
        The least probability with which each planted bug is to be found.
    seed : int
        Seed of the generator.
    """

    at: Mapping[Symbol, Any]
    setting: Callable[..., Audited]
    runs: int = 200_000
    false_alarm: float = FAMILY_WISE / FAMILY
    power: float = 0.999
    seed: int = 20231113

    def key(self) -> str:
        place = sorted((str(name), str(value)) for name, value in self.at.items())
        return (
            f"audit({place}, {function_key(self.setting)}, {self.runs}, {self.false_alarm}, {self.power}, {self.seed})"
        )

    def modules(self) -> tuple[str, ...]:
        return (self.setting.__module__, "mechanisms.audit.run", "mechanisms.audit.power", "theorems.checks.audit")

    def run(self, theorem: Theorem) -> Outcome:
        point = {name: sympify(value) for name, value in self.at.items()}
        if missing := theorem.variables - set(point):
            raise EntryError(f"audit of {theorem.id} must place every symbol, got none for {missing}")
        values = {str(name): float(value) for name, value in point.items()}
        case = self.setting(stated_value(theorem, point), **values)
        rng = np.random.default_rng(self.seed)
        found = audit_events(
            case.release,
            case.datasets,
            case.claim,
            rng,
            events=case.events,
            runs=self.runs,
            confidence=1 - self.false_alarm,
            batched=True,
        )
        powers = {name: self._power(case, release, rng) for name, release in case.planted.items()}
        bugs = "; ".join(f"{name}: {_words(power)}" for name, power in powers.items())
        (first, second), (runs, _) = found.hits, found.tested
        detail = (
            f"{found.claim.parameter} >= {found.lower:.4g}, promised {found.claim.claimed:.4g}; {found.event} in {first} and {second} "
            f"of {runs} runs each; false alarm {self.false_alarm:g}, {FAMILY_WISE:g} over the registry's at most {FAMILY} statistical "
            f"checks; a planted bug is found with probability at least: {bugs or 'none planted'}; seed {self.seed}"
        )
        row = {
            "at": point_text(point),
            "parameter": found.claim.parameter,
            "claimed": repr(found.claim.claimed),
            "lower": repr(found.lower),
            "event": found.event,
            "hits": list(found.hits),
            "tested": list(found.tested),
        }
        if found.contradicted:
            witness = {**point_text(point), "event": found.event}
            return Outcome("audit", MECHANISM, Status.REFUTED, detail, self.runs, witness=witness, replay=(row,))
        status = Status.SAMPLED if all(power >= self.power for power in powers.values()) else Status.CLAIMED
        return Outcome("audit", MECHANISM, status, detail, self.runs, replay=(row,))

    def _power(self, case: Audited, release: Release, rng: np.random.Generator) -> float:
        """Return a lower bound on the probability that this audit finds a wrong release, over its events and both directions."""
        each = self.runs // 2
        level = self.false_alarm / (4 * len(case.events))
        outputs = [release(dataset, source, each) for dataset, source in zip(case.datasets, rng.spawn(2), strict=True)]
        doubt = _DOUBT / (4 * len(case.events))
        best = 0.0
        for event in case.events:
            inside = [int(np.sum(np.asarray(event(batch)) != 0)) for batch in outputs]
            for counts in (inside, [each - count for count in inside]):
                for more, less in (counts, counts[::-1]):
                    p = float(lower_probability(more, each, doubt))
                    q = float(upper_probability(less, each, doubt))
                    best = max(best, audit_power(case.claim, p, q, each, level))
        return max(best - _DOUBT, 0.0)


def _words(power: float) -> str:
    return f"1 - {1 - power:.0e}" if power > 0.9 else f"{power:.2f}"
