"""The fixed numbers of Tabela 2 to 7 from their formulas, held against the printed digits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import product

from dpsym import Finite, MaxDivergence
from papers.digits import Digits, Match, compare_digits
from papers.jazbec_2018.data import DIAMETER, STATES, budget, original, programmed, released, said
from papers.jazbec_2018.measured import scale, wrong_answer
from papers.result import Illustration
from papers.stored import Row
from theorems.registry import Registry

_ROUNDING = 1e-9


def least_scale(row: Row, diameter: float = DIAMETER) -> float:
    """Return the least scale of Laplace noise that will do, diam(D)/(eps - 2 log(1 - delta))."""
    eps, delta = map(float, budget(row))
    return diameter / (eps - 2 * math.log1p(-delta))


def exact_delta(row: Row, diameter: float = DIAMETER) -> float:
    """Return the exact delta at the printed scale of Tabela 2, on a domain of a diameter."""
    eps, _ = map(float, budget(row))
    return -math.expm1((eps - diameter / float(row["b"])) / 2)


def break_probability(row: Row) -> float:
    """Return the probability that the loss exceeds eps at the printed scale of Tabela 2."""
    eps, _ = map(float, budget(row))
    return 1 - math.exp((eps - DIAMETER / float(row["b"])) / 2) / 2


def lower_bound(row: Row) -> float:
    """Return the bound of Izrek 5.3 for the salaries."""
    eps, delta = map(float, budget(row))
    return (1 - delta) * DIAMETER / (2 * (1 + math.exp(eps)))


def scale_digits(row: Row) -> Digits:
    """Hold a scale of Tabela 2 against the formula."""
    value = scale(row)
    return compare_digits(row["b"], value, _ROUNDING * value)


def bound_digits(row: Row) -> Digits:
    """Hold a bound of Tabela 4 against the formula."""
    value = lower_bound(row)
    return compare_digits(row["bound"], value, _ROUNDING * value)


def truth_digits(row: Row, states: int = len(STATES)) -> Digits:
    """Hold a probability of Tabela 5 against the formula, for a number of states."""
    return compare_digits(row["probability"], 1 - (states - 1) * wrong_answer(row, states), _ROUNDING)


def error_digits(row: Row, states: int = len(STATES)) -> Digits:
    """Hold a bound of Tabela 7 against the formula, for a number of states."""
    return compare_digits(row["bound"], (states - 1) * wrong_answer(row, states), _ROUNDING)


def fitting_states(most: int = 100) -> list[int]:
    """Return for which sizes of D every digit of Tabela 5 and of the bounds of Tabela 7 comes out."""
    return [
        states
        for states in range(2, most + 1)
        if all_fit(truth_digits(row, states) for row in released("tabela_5"))
        and all_fit(error_digits(row, states) for row in released("tabela_7"))
    ]


def data_digits() -> list[Digits]:
    """Hold the first rows of Tabela 3 and 6, and the range, against the notebook."""
    salaries = original("tabela_3")[0]
    told = [
        compare_digits(salaries[name], programmed(f"{kind}_salary"))
        for name, kind in (("mean", "mean"), ("min", "least"), ("max", "greatest"))
    ]
    told.append(compare_digits(said("diameter"), int(salaries["max"]) - int(salaries["min"])))
    greatest = sorted(STATES.items(), key=lambda one: -one[1])[:3]
    for row, (state, count) in zip(original("tabela_6"), greatest, strict=True):
        told.append(compare_digits(row["count"] if row["state"] == state else "-1", count))
    return told


def runs_differ(table: str = "tabela_3", errors: str = "tabela_4") -> list[Row]:
    """Return the rows where the least or the greatest release is farther out than the greatest error allows."""
    data = original(table)[0]
    found = []
    for row, told in zip(released(table), released(errors), strict=True):
        below, above = int(data["min"]) - int(row["min"]), int(row["max"]) - int(data["max"])
        if max(below, above) > float(told["observed"]) + 1:
            found.append(row)
    return found


def sensitivities(values: Sequence[int] = (0, 1, 2), entries: int = 3) -> dict[str, float]:
    """Return the l1 sensitivity of several queries on all databases of a small domain, in diameters."""
    queries: dict[str, Callable[[tuple[int, ...]], tuple[float, ...]]] = {
        "identity": lambda d: d,
        "sum": lambda d: (sum(d),),
        "mean": lambda d: (sum(d) / len(d),),
        "identity twice": lambda d: (*d, *d),
        "sums of first rows": lambda d: tuple(sum(d[: i + 1]) for i in range(len(d))),
    }
    pairs = [
        (d, (*d[:i], other, *d[i + 1 :]))
        for d in product(values, repeat=entries)
        for i in range(entries)
        for other in values
    ]
    diameter = max(values) - min(values)
    return {
        name: max(sum(abs(a - b) for a, b in zip(query(one), query(next_), strict=True)) for one, next_ in pairs)
        / diameter
        for name, query in queries.items()
    }


def deterministic_release(registry: Registry) -> Illustration:
    """Ask what a release costs that only leaves names out: it is deterministic."""
    from sympy import oo

    cost = MaxDivergence(Finite(1, 0), Finite(0, 1)).doit()
    return Illustration(cost == oo, f"two different tables without names have max divergence {cost}: no eps will do")


def all_fit(digits: Iterable[Digits]) -> bool:
    """Return whether no digits differ."""
    return all(one.match is not Match.DIFFERENT for one in digits)


def counted(digits: Sequence[Digits]) -> str:
    """Say how many numbers are equal, equal after rounding, and so on."""
    counts: dict[str, int] = {}
    for one in digits:
        counts[str(one)] = counts.get(str(one), 0) + 1
    return ", ".join(f"{number} {match}" for match, number in counts.items())
