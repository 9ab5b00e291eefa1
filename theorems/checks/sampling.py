"""Check: the mechanism's sampler follows its law, by a test with a stated false-alarm rate and power."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mechanisms.numeric.goodness import detectable_distance, goodness_of_fit
from theorems.checks.run import function_key
from theorems.entry import Theorem
from theorems.outcome import MECHANISM, Outcome
from theorems.status import Status


@dataclass(frozen=True)
class Sampling:
    """Draw from the mechanism and compare with the distribution function of the law in the statement.

    Parameters
    ----------
    draw : callable
        Takes a numpy Generator and a size, returns samples.
    cdf : callable
        The distribution function, vectorised.
    size : int
        How many samples.
    false_alarm : float
        The probability that a right sampler is refuted.
    power : float
        The probability with which a sampler at the distance stated in the outcome is refuted.
    seed : int
        Seed of the generator.
    """

    draw: Callable[[np.random.Generator, int], np.ndarray]
    cdf: Callable[[np.ndarray], np.ndarray]
    size: int = 200_000
    false_alarm: float = 1e-9
    power: float = 0.999
    seed: int = 20231113

    def key(self) -> str:
        functions = f"{function_key(self.draw)}, {function_key(self.cdf)}"
        return f"sampling({functions}, {self.size}, {self.false_alarm}, {self.power}, {self.seed})"

    def modules(self) -> tuple[str, ...]:
        return (self.draw.__module__, "mechanisms.numeric.goodness", "theorems.checks.sampling")

    def road(self) -> tuple[str, ...]:
        return (self.draw.__module__,)

    def run(self, theorem: Theorem) -> Outcome:
        samples = self.draw(np.random.default_rng(self.seed), self.size)
        verdict = goodness_of_fit(samples, self.cdf, self.false_alarm)
        distance = detectable_distance(self.size, self.false_alarm, self.power)
        detail = (
            f"Kolmogorov distance {verdict.statistic:.2e} (threshold {verdict.threshold:.2e}); false alarm {self.false_alarm:g}, "
            f"a law at distance {distance:.2e} is found with probability {self.power}; seed {self.seed}"
        )
        rows = ({"statistic": repr(float(verdict.statistic)), "size": self.size, "false_alarm": self.false_alarm},)
        if verdict.accepted:
            return Outcome("sampling", MECHANISM, Status.SAMPLED, detail, self.size, replay=rows)
        return Outcome(
            "sampling",
            MECHANISM,
            Status.REFUTED,
            detail,
            self.size,
            witness={"statistic": f"{verdict.statistic:.6g}"},
            replay=rows,
        )
