"""The random numbers of the tables held against their laws.

Most laws are exact: the noise is known, and the data are as the text says, salaries uniform on an interval and states with
the counts of the notebook. The greatest counts of a table are held against releases of `measure.py`.

A number is called an outlier where a number at least as far out has a probability below `LEVEL`, twice the smaller tail. With
34 numbers one of them is an outlier by chance in less than one of a thousand such theses. A mean deviation whose scale was off
by 25 per cent would be found out with a probability above 0.99.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from papers.jazbec_2018.data import DIAMETER, HIGHEST, LOWEST, PEOPLE, STATES, Array, budget, original, released, rows
from papers.result import Illustration
from papers.stored import Row

LEVEL = 1e-3 / 34
_ENDS = (0.005, 0.995)
Tail = Callable[[float], float]


@dataclass(frozen=True)
class Law:
    """A law on the line.

    Parameters
    ----------
    at_most, at_least : callable
        The probabilities of [-oo, x] and [x, oo].
    mean : float
        Its mean.
    """

    at_most: Tail
    at_least: Tail
    mean: float

    def tail(self, value: float) -> float:
        """Return the probability of being at least as far out as a value: twice the smaller tail."""
        return min(1.0, 2 * self.at_most(value), 2 * self.at_least(value))

    def quantile(self, share: float) -> float:
        """Return a point below which the law has this share, to a part in 10^9 of the scale of the mean."""
        low, high = -1.0, 1.0
        while self.at_most(low) > share:
            low *= 2
        while self.at_most(high) < share:
            high *= 2
        for _ in range(100):
            middle = (low + high) / 2
            low, high = (middle, high) if self.at_most(middle) < share else (low, middle)
        return high


@dataclass(frozen=True)
class Held:
    """A printed random number beside its law."""

    what: str
    printed: str
    law: Law

    @property
    def tail(self) -> float:
        """The probability of being at least as far out as the printed number."""
        return self.law.tail(float(self.printed))

    @property
    def is_outlier(self) -> bool:
        """Whether that is below `LEVEL`."""
        return self.tail < LEVEL

    @property
    def range(self) -> tuple[float, float]:
        """Between which numbers 99 of 100 such numbers are."""
        low, high = map(self.law.quantile, _ENDS)
        return low, high


def scale(row: Row, diameter: float = DIAMETER) -> float:
    """Return the scale of the thesis, diam(D)/(eps - log(1 - delta)), at the budget of a row."""
    eps, delta = map(float, budget(row))
    return diameter / (eps - math.log1p(-delta))


def wrong_answer(row: Row, states: int = len(STATES)) -> float:
    """Return the probability p = (1 - delta)/(m + e^eps) of each wrong state, at the budget of a row."""
    eps, delta = map(float, budget(row))
    return (1 - delta) / (states - 1 + math.exp(eps))


def mean_deviation(b: float) -> Law:
    """Return the law of the mean absolute value of the noise on all records: Gamma."""
    from scipy.stats import gamma

    law = gamma(PEOPLE, scale=b / PEOPLE)
    return Law(lambda x: float(law.cdf(x)), lambda x: float(law.sf(x)), b)


def greatest_deviation(b: float) -> Law:
    """Return the law of the greatest absolute value of the noise."""

    def at_most(x: float) -> float:
        return math.exp(PEOPLE * math.log1p(-math.exp(-x / b))) if x > 0 else 0.0

    harmonic = math.fsum(1 / k for k in range(1, PEOPLE + 1))
    return Law(at_most, lambda x: 1 - at_most(x), b * harmonic)


def mean_released(b: float, mean: float) -> Law:
    """Return the law of the mean of a release, in the normal approximation: 1000 terms, excess of kurtosis 0.003."""
    from scipy.stats import norm

    law = norm(mean, b * math.sqrt(2 / PEOPLE))
    return Law(lambda x: float(law.cdf(x)), lambda x: float(law.sf(x)), mean)


def extreme_released(b: float, greatest: bool) -> Law:
    """Return the law of the least or of the greatest of a release of uniform salaries."""

    def integral(x: float) -> float:
        return b / 2 * math.exp(x / b) if x < 0 else x + b / 2 * math.exp(-x / b)

    def above(x: float) -> float:
        return (integral(HIGHEST - x) - integral(LOWEST - x)) / (HIGHEST - LOWEST)

    def none_above(x: float) -> float:
        return (1 - min(above(x), 1.0)) ** PEOPLE

    if greatest:
        return Law(none_above, lambda x: 1 - none_above(x), math.nan)
    middle = LOWEST + HIGHEST
    return Law(lambda x: 1 - none_above(middle - x), lambda x: none_above(middle - x), math.nan)


def salary_laws() -> tuple[Law, Law, Law]:
    """Return the laws of mean, least and greatest of salaries that are uniform on whole dollars."""
    from scipy.stats import norm

    values = HIGHEST - LOWEST + 1
    mean = (LOWEST + HIGHEST) / 2
    law = norm(mean, math.sqrt((values**2 - 1) / 12 / PEOPLE))

    def at_least(x: float) -> float:
        return min(max((HIGHEST + 1 - math.ceil(x)) / values, 0.0), 1.0) ** PEOPLE

    least = Law(lambda x: 1 - at_least(math.floor(x) + 1), at_least, math.nan)
    middle = LOWEST + HIGHEST
    greatest = Law(lambda x: least.at_least(middle - x), lambda x: least.at_most(middle - x), math.nan)
    return Law(lambda x: float(law.cdf(x)), lambda x: float(law.sf(x)), mean), least, greatest


def discrete(masses: Array) -> Law:
    """Return the law with these masses at 0, 1, 2 and so on."""
    sums = np.cumsum(masses)

    def below(x: int) -> float:
        return 0.0 if x <= 0 else float(sums[min(x, len(sums)) - 1])

    mean = float(np.arange(len(masses)) @ masses)
    return Law(lambda x: below(math.floor(x) + 1), lambda x: 1 - below(math.ceil(x)), mean)


def count_released(state: str, row: Row) -> Law:
    """Return the law of the count of a state in a release: those that keep it and those that come to it."""
    from scipy.stats import binom

    p, there = wrong_answer(row), STATES[state]
    kept = binom.pmf(np.arange(there + 1), there, 1 - (len(STATES) - 1) * p)
    come = binom.pmf(np.arange(PEOPLE - there + 1), PEOPLE - there, p)
    return discrete(np.convolve(kept, come))


def wrong_answers(row: Row) -> Law:
    """Return the law of the number of wrong states in a release."""
    from scipy.stats import binom

    p = (len(STATES) - 1) * wrong_answer(row)
    return discrete(binom.pmf(np.arange(PEOPLE + 1), PEOPLE, p))


@cache
def greatest_count(epsilon: str, rank: str) -> Law:
    """Return the law of the greatest, second or third greatest count, as measured."""
    found = [row for row in rows("measured_ranks") if (row["epsilon"], row["rank"]) == (epsilon, rank)]
    masses = np.zeros(1 + max(int(row["count"]) for row in found))
    for row in found:
        masses[int(row["count"])] += int(row["runs"])
    return discrete(masses / masses.sum())


def deviations() -> tuple[Held, ...]:
    """Return the mean deviations of Tabela 2."""
    return tuple(
        Held(f"mean deviation at {_place(row)}", row["difference"], mean_deviation(scale(row)))
        for row in released("tabela_2")
    )


def salaries_told() -> tuple[Held, ...]:
    """Return the numbers of Tabela 3, of the data first."""
    data = original("tabela_3")[0]
    told = [
        Held(f"{name} of the data", data[name], law)
        for name, law in zip(("mean", "min", "max"), salary_laws(), strict=True)
    ]
    for row in released("tabela_3"):
        b = scale(row)
        told += [
            Held(f"mean at {_place(row)}", row["mean"], mean_released(b, float(data["mean"]))),
            Held(f"min at {_place(row)}", row["min"], extreme_released(b, greatest=False)),
            Held(f"max at {_place(row)}", row["max"], extreme_released(b, greatest=True)),
        ]
    return tuple(told)


def greatest_errors() -> tuple[Held, ...]:
    """Return the greatest errors of Tabela 4."""
    return tuple(
        Held(f"greatest error at {_place(row)}", row["observed"], greatest_deviation(scale(row)))
        for row in released("tabela_4")
    )


def counts_told() -> tuple[Held, ...]:
    """Return the counts of Tabela 6: each in its place of the order, those of two states for themselves too."""
    told = [
        Held(
            f"count in place {row['rank']} at {_place(row)}", row["count"], greatest_count(row["epsilon"], row["rank"])
        )
        for row in released("tabela_6")
    ]
    # where it is sure beforehand that these two are told, telling them does not change their law
    told += [
        Held(f"{row['state']} at {_place(row)}", row["count"], count_released(row["state"], row))
        for row in released("tabela_6")
        if row["state"] in ("TX", "CA") and float(row["epsilon"]) > 1
    ]
    return tuple(told)


def errors_told() -> tuple[Held, ...]:
    """Return the wrong answers of Tabela 7, of a thousand."""
    return tuple(
        Held(f"wrong answers at {_place(row)}", f"{PEOPLE * float(row['observed']):.0f}", wrong_answers(row))
        for row in released("tabela_7")
    )


def everything() -> tuple[Held, ...]:
    """Return all random numbers of the tables."""
    return deviations() + salaries_told() + greatest_errors() + counts_told() + errors_told()


def summary(held: Iterable[Held]) -> Illustration:
    """Say how far out the farthest of some numbers is."""
    numbers = tuple(held)
    farthest = min(numbers, key=lambda one: one.tail)
    return Illustration(
        not any(one.is_outlier for one in numbers),
        f"{len(numbers)} random numbers fit their laws: the farthest out, {farthest.what}, is {farthest.printed}, and a number "
        f"as far out has probability {farthest.tail:.2g}",
    )


def _place(row: Row) -> str:
    return f"({row['epsilon']}, {row['delta']})"
