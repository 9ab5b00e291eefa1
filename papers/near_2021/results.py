"""Every result and program of the book: the entries that state it, and what is run or counted again."""

from __future__ import annotations

from papers.near_2021.figures import accounts_drawn, composition_drawn
from papers.near_2021.moves import (
    catastrophe,
    clipped_gradients,
    clipped_sum,
    counted,
    deviations,
    difference_moves,
    distance_moves,
    histogram_moves,
    local_noise,
    numbers_moved,
    range_moves,
)
from papers.near_2021.printed import occupations, sales
from papers.near_2021.programs import (
    anonymity,
    attack_averaged,
    bounds_tried,
    candidates_chosen,
    gradients,
    last_bits,
    maxima,
    memory,
    release_tested,
    rounded,
    sliced,
    smoothed,
)
from papers.result import Result

_PARTS = "the parts, each by its entry; the program composes them"
_PARALLEL = ("max.composition.parallel",)
_PTR = ("mechanism.propose_test_release", "mechanism.propose_test_release.chance")

_CHAPTERS_2_TO_4 = (
    Result("Program 2.1", illustration=anonymity),
    Result("Program 2.2", illustration=rounded),
    Result("Definition 3.1", ("dp.pure.max_divergence",)),
    Result("Claim 3.2", ("dp.pure.max_divergence",), scope="laws on finitely many points"),
    Result("Definition 3.3", ("mechanism.laplace", "laplace.pure_dp")),
    Result("Claim 3.4", illustration=counted),
    Result("Program 3.5", ("laplace.pure_dp",)),
    Result("Claim 3.6", ("dp.group.pure.any",), scope="365 eps for 365 days, which is attained"),
    Result("Definition 3.7", ("database.distance",)),
    Result("Theorem 4.1", ("dp.composition.pure.adaptive",), scope="any k, adaptive, each with its own randomness"),
    Result("Claim 4.2", about=("max.data_processing",)),
    Result("Theorem 4.3", _PARALLEL, scope="a row that is in one chunk only, of either data set"),
    Result("Program 4.4", about=_PARALLEL),
    Result("Program 4.5", about=_PARALLEL),
    Result("Theorem 4.6", ("max.data_processing",), scope="randomised functions too"),
)

_CHAPTER_5 = (
    Result("Definition 5.1", ("mechanism.laplace",)),
    Result("Definition 5.2", ("database.distance",)),
    Result("Claim 5.3", illustration=numbers_moved),
    Result("Claim 5.4", ("mechanism.laplace.sum.printed",), illustration=range_moves),
    Result("Claim 5.5", ("dp.composition.pure.adaptive", "max.data_processing")),
    Result("Program 5.6", illustration=clipped_sum),
    Result("Program 5.7", illustration=bounds_tried),
    Result("Claim 5.8", about=("mechanism.laplace",)),
    Result("Program 5.9", illustration=last_bits),
)

_CHAPTER_6 = (
    Result("Definition 6.1", ("metric.test_sets.points", "dp.approx.event")),
    Result("Claim 6.2", ("dp.set.converse",)),
    Result("Theorem 6.3", ("dp.composition.adaptive",), scope="the second may depend on the first"),
    Result("Claim 6.4", ("tradeoff.data_processing", "dp.composition.parallel")),
    Result(
        "Definition 6.5",
        ("gaussian.classical", "mechanism.gaussian"),
        scope="eps below 1; beyond that, see the erratum",
    ),
    Result("Program 6.6", about=("gaussian.classical",)),
    Result("Claim 6.7", illustration=histogram_moves),
    Result("Claim 6.8", ("max.laplace.vector", "mechanism.laplace.vector"), scope="two entries"),
    Result("Claim 6.9", ("gaussian.classical", "functional.noise.exact"), scope="two entries, eps below 1"),
    Result("Definition 6.10", illustration=catastrophe),
    Result("Claim 6.11", about=("gaussian.not_pure_dp",)),
    Result("Program 6.12", ("dp.composition.pure.adaptive",)),
    Result("Theorem 6.13", ("dp.composition.adaptive.advanced",)),
    Result("Claim 6.14", illustration=attack_averaged),
    Result("Program 6.15", about=("dp.composition.adaptive.advanced",), illustration=composition_drawn),
    Result("Theorem 6.16", ("dp.composition.adaptive.advanced.approx",), scope="a bound that is smaller in both"),
)

_CHAPTER_7 = (
    Result("Definition 7.1", illustration=distance_moves),
    Result("Claim 7.2", about=("mechanism.smooth.laplace",)),
    Result("Claim 7.3", illustration=local_noise),
    Result("Definition 7.4", ("mechanism.propose_test_release.chance.printed",), about=_PTR),
    Result("Claim 7.5", illustration=distance_moves),
    Result("Program 7.6", illustration=release_tested),
    Result("Program 7.7", ("dp.composition.pure.adaptive", "max.data_processing"), scope="ages from 0 on"),
    Result("Definition 7.8", about=("mechanism.smooth.laplace",)),
    Result("Program 7.9", illustration=smoothed),
    Result("Definition 7.10", ("mechanism.laplace",), scope="one of k clipped answers changes, k fixed beforehand"),
    Result("Program 7.11", illustration=sliced),
)

_CHAPTER_8 = (
    Result("Claim 8.1", ("laplace.queries.fixed",), scope="four answers that all move by their sensitivity"),
    Result(
        "Claim 8.2", ("laplace.queries.fixed", "knorm.error.cube"), scope="four answers; the cube in every dimension"
    ),
    Result(
        "Claim 8.3",
        ("dp.composition.adaptive.advanced.approx",),
        scope="small eps, which leaves half of it to the second term",
    ),
    Result("Definition 8.4", ("dp.pure.max_divergence",)),
    Result("Definition 8.5", ("renyi.change_of_measure",)),
    Result("Claim 8.6", ("rdp.to_approx",)),
    Result("Definition 8.7", ("calibration.gaussian.renyi", "renyi.gaussian.vector"), scope="two entries"),
    Result("Theorem 8.8", ("rdp.composition.adaptive",), scope="the second may depend on the first"),
    Result("Claim 8.9", ("zcdp.data_processing",), scope="zCDP, by way of every order of RDP"),
    Result("Claim 8.10", ("zcdp.to_approx.any",)),
    Result("Definition 8.11", ("calibration.gaussian.zcdp", "renyi.gaussian.vector"), scope="two entries"),
    Result("Theorem 8.12", ("zcdp.composition",), scope="any k, adaptive"),
    Result("Figure 8.13", illustration=accounts_drawn),
    Result("Claim 8.14", about=("zcdp.to_approx.any",)),
)

_CHAPTERS_9_TO_11 = (
    Result("Theorem 9.1", ("mechanism.exponential",), scope="three candidates"),
    Result("Program 9.2", illustration=candidates_chosen),
    Result("Claim 9.3", about=("mechanism.report_noisy_max.printed",), illustration=maxima),
    Result("Program 9.4", illustration=candidates_chosen),
    Result("Claim 9.5", ("mechanism.laplace",), {"the second display": "9.5-sensitivity"}),
    Result("Program 10.1", ("mechanism.above_threshold",), scope="stopping at the second of two answers"),
    Result("Program 10.2", ("dp.composition.pure.adaptive", "max.data_processing")),
    Result("Claim 10.3", illustration=difference_moves),
    Result("Claim 10.4", about=("mechanism.above_threshold.accuracy",)),
    Result("Program 10.5", ("mechanism.above_threshold", "dp.composition.pure.adaptive"), scope=_PARTS),
    Result("Program 10.6", ("mechanism.above_threshold", "dp.composition.pure.adaptive"), scope=_PARTS),
    Result("Program 10.7", ("mechanism.above_threshold", "dp.composition.pure.adaptive"), scope=_PARTS),
    Result("Claim 11.1", illustration=deviations),
)

_CHAPTERS_12_TO_15 = (
    Result("Claim 12.1", about=("mechanism.gaussian",)),
    Result("Program 12.2", illustration=clipped_gradients),
    Result("Program 12.3", ("dp.composition.adaptive.many", "gaussian.classical"), scope=_PARTS),
    Result("Claim 12.4", illustration=gradients),
    Result("Program 12.5", about=("gaussian.classical",)),
    Result("Claim 13.1", ("rr.pure_dp",)),
    Result("Program 13.2", illustration=sales),
    Result("Claim 13.3", ("mechanism.unary_encoding",), scope="two of the bits, every p and q"),
    Result("Program 13.4", illustration=occupations),
    Result("Program 14.1", _PARALLEL),
    Result("Claim 14.2", about=("laplace.moment",)),
    Result("Program 14.3", about=("max.data_processing",)),
    Result("Program 14.4", about=_PARALLEL),
    Result("Program 15.1", illustration=memory),
)

RESULTS = (
    *_CHAPTERS_2_TO_4,
    *_CHAPTER_5,
    *_CHAPTER_6,
    *_CHAPTER_7,
    *_CHAPTER_8,
    *_CHAPTERS_9_TO_11,
    *_CHAPTERS_12_TO_15,
)
