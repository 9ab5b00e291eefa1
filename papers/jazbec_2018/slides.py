"""The results of the slides, which are those of the thesis in other numbers, and in what they differ."""

from __future__ import annotations

from functools import partial

from papers.jazbec_2018.figures import figure_compared
from papers.jazbec_2018.formulas import deterministic_release
from papers.jazbec_2018.tables import same_as_thesis
from papers.result import Illustration, Result
from theorems.registry import Registry

_FINITE = "laws on finitely many points"
_DRAWN = "records drawn again in the sizes of the notebook"


def _figure(label: str, registry: Registry) -> Illustration:
    return figure_compared(label, "prosojnice_slike")


def _as(label: str, more: str = "") -> str:
    return f"as {label} of the thesis{more}"


SLIDES: tuple[Result, ...] = (
    Result(
        "Prosojnice Figure 1",
        scope="a picture; why leaving out names is not enough",
        illustration=deterministic_release,
    ),
    Result("Prosojnice Table 1", scope=_as("Tabela 1"), illustration=same_as_thesis(1)),
    Result("Prosojnice Definicija 1", ("dp.approx.event",), scope=_as("Definicija 3.7", ", for eps > 0")),
    Result("Prosojnice Izrek 1", ("metric.test_sets.algebra",), scope=_as("Izrek 4.1")),
    Result("Prosojnice Izrek 2", ("hockey_stick.data_processing",), scope=_as("Izrek 4.3", f"; {_FINITE}")),
    Result("Prosojnice Posledica izreka 2", ("hockey_stick.data_processing",), scope=_as("Primer 4.5", f"; {_FINITE}")),
    Result(
        "Prosojnice Izrek 3",
        ("dp.composition.parallel",),
        scope=_as("Izrek 4.7", f"; {_FINITE}, for independent entries"),
    ),
    Result(
        "Prosojnice Laplaceov mehanizem",
        ("metric.laplace.scale.printed",),
        scope=_as("Primer 4.9", ", for compact D, where the diameter is a maximum: the slides are right"),
    ),
    Result(
        "Prosojnice Mehanizem na diskretne podatke",
        ("metric.discrete.profile", "metric.discrete.least"),
        scope=_as("Primer 4.10", ", which says that the truth is likelier than any other answer: the thesis is right"),
    ),
    Result("Prosojnice Izrek 4", ("metric.error.compact.printed",), scope=_as("Izrek 5.3")),
    Result(
        "Prosojnice Izrek 5", ("metric.error.discrete.printed", "metric.error.discrete.same"), scope=_as("Izrek 5.5")
    ),
    Result(
        "Prosojnice Definicija 2",
        ("metric.kernel.evaluation",),
        scope=_as(
            "Definicija 2.11",
            " and Opomba 2.12, with if for if and only if, and its product the other way round: in real spaces the same",
        ),
    ),
    Result(
        "Prosojnice Definicija 3",
        ("metric.paths.wiener",),
        scope=_as("Definicija 2.9", ": the Wiener process at two times"),
    ),
    Result(
        "Prosojnice Izrek 6",
        ("functional.noise.range", "cylinder.points"),
        scope=_as("Izrek 6.1", "; for eps up to 19/3"),
    ),
    Result("Prosojnice Izrek 7", ("rkhs.points",), scope=_as("Izrek 6.9")),
    Result(
        "Prosojnice Posledica 1",
        ("functional.noise.range", "rkhs.points"),
        scope=_as(
            "Posledica 6.10", ", which does not say that the mean is 0: the slides are right; for eps up to 19/3"
        ),
    ),
    Result(
        "Prosojnice Uporaba na primeru Gaussovega jedra",
        ("density.distance",),
        scope=_as(
            "Primer 6.12",
            ", without its last line: with this norm Posledica 1 gives twice the noise there, and is right",
        ),
    ),
    *(
        Result(f"Prosojnice {label}", scope=_DRAWN, illustration=partial(_figure, label))
        for label in ("Figure 2", "Figure 3")
    ),
    Result("Prosojnice Table 2", scope=_as("Tabela 2", ", without its last column"), illustration=same_as_thesis(2)),
    Result("Prosojnice Table 3", scope=_as("Tabela 3"), illustration=same_as_thesis(3)),
    Result(
        "Prosojnice Table 4",
        scope=_as(
            "Tabela 4",
            "; whether a rescaled metric is a problem is asked beside it, and answered wrongly in Opomba 7.3 of the thesis",
        ),
        illustration=same_as_thesis(4),
    ),
    *(
        Result(f"Prosojnice Table {number}", scope=_as(f"Tabela {number}"), illustration=same_as_thesis(number))
        for number in (5, 6, 7)
    ),
)
