"""Every numbered result of the thesis and its slides: the entries that state it, and the steps of its proof that fail."""

from __future__ import annotations

from papers.jazbec_2018.examples import (
    conditions_counted,
    hobbies,
    hobby_queries,
    monotone_classes,
    optima,
    patients,
    pictures,
    pigeonholes,
    records,
    repeated_query,
    two_probabilities,
)
from papers.jazbec_2018.functional import CHAPTER_6
from papers.jazbec_2018.practical import CHAPTER_7
from papers.jazbec_2018.slides import SLIDES
from papers.result import Result

_FINITE = "laws on finitely many points"
_REMARK = "a remark; an entry bears on it"
_DEFINING = "a definition, exercised"
_THREE_POINTS = (
    "all families of subsets of three points, where every family is a monotone class and every algebra a sigma-algebra: what is "
    "left of the theorem there is that an algebra is needed"
)
_NEAR = "three points of an interval, two of which are near; compactness itself, a matter of infinite sequences, is not tested"
_TWO_KERNELS = "combinations of two functions of the Gaussian kernel"
_ALGEBRA = (
    "two laws on [0, 1] and the finite unions of k equal intervals; that less than an algebra will not do is shown by "
    "metric.test_sets.half_lines and metric.test_sets.points"
)

_CHAPTER_1 = (Result("Tabela 1", illustration=patients),)

_CHAPTER_2 = (
    Result("Definicija 2.1", scope="all families of subsets of three points", illustration=monotone_classes),
    Result("Izrek 2.2", scope=_THREE_POINTS, illustration=monotone_classes),
    Result("Definicija 2.3", ("metric.packing",), scope=_NEAR),
    Result("Opomba 2.4", about=("metric.packing",), scope=_NEAR),
    Result("Lema 2.5", scope="all sequences of length 7 of three points", illustration=pigeonholes),
    Result("Definicija 2.6", ("database.distance",)),
    Result("Definicija 2.7", ("metric.kernel.gaussian",)),
    Result("Opomba 2.8", ("metric.kernel.gaussian",)),
    Result("Definicija 2.9", ("metric.paths.wiener",), scope="the Wiener process at two times"),
    Result("Opomba 2.10", ("metric.paths.wiener",), scope="the Wiener process at two times"),
    Result("Definicija 2.11", ("metric.kernel.evaluation",), scope=_TWO_KERNELS),
    Result("Opomba 2.12", ("metric.kernel.positive", "metric.kernel.evaluation"), scope=_TWO_KERNELS),
    Result("Opomba 2.13", ("metric.kernel.square_integrable",)),
    Result("Definicija 2.14", ("renyi.change_of_measure",), scope=_FINITE),
    Result("Izrek 2.15", ("renyi.change_of_measure",), scope=f"{_FINITE}: expectations under P by the density"),
    Result("Opomba 2.16", ("metric.laplace.profile",), scope="Laplace laws, their densities integrated"),
)

_CHAPTER_3 = (
    Result("Primer 3.1", illustration=hobbies),
    Result("Primer 3.2", illustration=pictures),
    Result("Primer 3.3", illustration=records),
    Result(
        "Primer 3.4", about=("metric.kernel.square_integrable",), scope="a norm in L2 beside the values of functions"
    ),
    Result("Primer 3.5", illustration=hobby_queries),
    Result("Definicija 3.6", ("metric.error.response",), scope="the expected error of the discrete mechanism"),
    Result("Definicija 3.7", ("dp.approx.event",)),
    Result("Opomba 3.8", ("dp.approx.tail",), scope="delta and the probability that the loss exceeds eps"),
    Result("Primer 3.9", illustration=two_probabilities),
    Result("Definicija 3.10", ("dp.approx.event", "hockey_stick.data_processing"), scope=_DEFINING),
)

_CHAPTER_4 = (
    Result("Izrek 4.1", ("metric.test_sets.algebra",), scope=_ALGEBRA),
    Result(
        "Primer 4.2",
        ("metric.paths.wiener", "metric.test_sets.algebra"),
        scope="Wiener paths with a drift, at two times",
    ),
    Result("Izrek 4.3", ("hockey_stick.data_processing",), scope=f"{_FINITE}, and every kernel as a query"),
    Result("Opomba 4.4", about=("hockey_stick.data_processing",), scope=_REMARK),
    Result(
        "Primer 4.5",
        ("hockey_stick.data_processing", "metric.discrete.profile", "metric.response.twice"),
        illustration=repeated_query,
    ),
    Result("Opomba 4.6", about=("dp.composition.parallel",), scope=_REMARK),
    Result("Izrek 4.7", ("dp.composition.parallel",), scope=f"{_FINITE}: with equality"),
    Result("Primer 4.8", illustration=conditions_counted),
    Result(
        "Primer 4.9",
        ("metric.laplace.scale.printed", "dp.composition.parallel"),
        {"from the condition to the scale": "4.9-equivalence"},
    ),
    Result("Primer 4.10", ("metric.discrete.profile", "metric.discrete.profile.any", "metric.discrete.least")),
)

_CHAPTER_5 = (
    Result(
        "Lema 5.1",
        ("metric.error.positive",),
        {"the case that is left": "5.1-case"},
        "the sharp bound, which is positive",
    ),
    Result("Opomba 5.2", ("metric.delta.one",)),
    Result(
        "Izrek 5.3",
        ("metric.error.compact.printed",),
        scope="two points at the distance of the diameter, every space of outputs; more points cannot lower the error",
        illustration=optima,
    ),
    Result("Lema 5.4", about=("metric.packing",), scope=_NEAR),
    Result(
        "Izrek 5.5",
        ("metric.error.discrete.printed", "metric.error.discrete.same"),
        scope="points at one mutual distance, up to six of them; other distances are not smaller, so that they can only raise the error",
        illustration=optima,
    ),
    Result("Primer 5.6", ("metric.error.response", "metric.error.discrete.same")),
)

RESULTS = (*_CHAPTER_1, *_CHAPTER_2, *_CHAPTER_3, *_CHAPTER_4, *_CHAPTER_5, *CHAPTER_6, *CHAPTER_7, *SLIDES)
