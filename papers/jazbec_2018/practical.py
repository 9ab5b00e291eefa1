"""The numbered results of chapter 7, its tables and figures, and the mechanisms that it runs."""

from __future__ import annotations

from functools import partial

from papers.jazbec_2018 import tables
from papers.jazbec_2018.figures import figure_compared
from papers.result import Illustration, Result
from theorems.registry import Registry

_REGENERATED = "the fixed digits; the random numbers by their laws, for data drawn again as the text says"
_COUNTED = "the fixed digits; the random numbers by their laws, for the counts of the states that the notebook has"
_DRAWN = "records drawn again in the sizes of the notebook; what the figure shows depends on chance"


def _figure(label: str, registry: Registry) -> Illustration:
    return figure_compared(label)


CHAPTER_7: tuple[Result, ...] = (
    Result("Tabela 2", ("metric.laplace.scale.printed",), scope=_REGENERATED, illustration=tables.scales_compared),
    Result("Tabela 3", scope=_REGENERATED, illustration=tables.salaries_compared),
    Result(
        "Tabela 4",
        ("metric.error.pair",),
        scope=f"{_REGENERATED}; the least error of all mechanisms on the interval between two bounds",
        illustration=tables.bounds_compared,
    ),
    Result(
        "Opomba 7.1",
        scope="the sensitivities of five queries on all small databases",
        illustration=tables.sensitivities_compared,
    ),
    Result(
        "Opomba 7.2",
        ("laplace.pure_dp.sensitivity",),
        scope="Laplace noise calibrated to the greatest change between neighbours, for one number; what the cited system does is not judged",
    ),
    Result("Opomba 7.3", ("mechanism.domain_laplace.rescaled.printed",)),
    Result("Tabela 5", ("metric.discrete.least",), scope="all digits", illustration=tables.truths_compared),
    Result("Tabela 6", scope=_COUNTED, illustration=tables.states_compared),
    Result("Tabela 7", ("metric.error.response",), scope=_COUNTED, illustration=tables.errors_compared),
    *(Result(label, scope=_DRAWN, illustration=partial(_figure, label)) for label in ("Slika 1", "Slika 2", "Slika 3")),
)
