"""Every claim of the post: the entries that state it, and what was measured."""

from __future__ import annotations

from papers.hall_2013.measured import crossed, neighbours, own_rate, private_rate, rate_kept
from papers.hall_2013.tables import figure_drawn
from papers.result import Result

_FINITE = "laws on finitely many points"
_REMARK = "a remark; an entry bears on it"
_DEFINING = "a definition, exercised"
_EXACT = "the exact profile, over the range of eps for which it holds"

_FINITE_DIMENSION = (
    Result("Claim 1", ("dp.approx.event",), scope=_DEFINING),
    Result("Claim 2", ("dp.trivial",)),
    Result("Claim 3", about=("dp.approx.event",), scope=_REMARK),
    Result("Claim 4", about=("dp.approx.event",), scope=_REMARK),
    Result("Claim 5", ("geometry.sensitivity",), scope="two queries on records of the l1 ball"),
    Result("Claim 6", ("dp.set",), scope=f"{_FINITE}; its converse is false"),
    Result("Claim 7", ("dp.set",), scope=f"{_FINITE}, masses for densities"),
    Result("Claim 8", ("functional.noise.range", "functional.noise.exact"), scope=_EXACT),
    Result("Claim 9", ("functional.noise.exact", "mechanism.gaussian.vector"), scope="every covariance in the plane"),
    Result(
        "Claim 10",
        about=("database.distance",),
        scope="a remark; only how neighbours are counted, nothing of what an adversary knows",
    ),
    Result("Claim 11", ("dp.test.power.printed",), scope=f"{_FINITE}; one record differs, as Claim 10 has it"),
    Result("Claim 12", ("hockey_stick.data_processing",), scope=f"{_FINITE}; randomised tests too"),
)

_FUNCTIONS = (
    Result(
        "Claim 13",
        about=("cylinder.rectangles",),
        scope="preimages of the Borel sets; two points with two values, where all 16 events are there",
    ),
    Result(
        "Claim 14",
        ("cylinder.points",),
        scope="every new point may tell more; with fair independent values 0 and 1 a non-empty event over n points has a probability "
        "of at least 2^-n, the event f(x_i) = 0 for all of countably many points has 0 and is not empty: it is in no C_S with S finite",
    ),
    Result("Claim 15", ("hockey_stick.data_processing", "cylinder.points"), scope=_FINITE),
    Result("Claim 16", about=("hockey_stick.data_processing",), scope=_REMARK),
    Result("Claim 17", about=("cylinder.rectangles",), scope=_REMARK),
    Result("Claim 18", ("cylinder.rectangles.printed",), scope="two points with two values"),
    Result("Claim 19", ("dp.approx.event", "cylinder.points"), scope=_DEFINING),
    Result("Claim 20", ("mechanism.functional",), scope=_DEFINING),
    Result("Claim 21", ("mechanism.gaussian.vector",), scope=f"{_DEFINING}; not the remark on projections"),
    Result("Claim 22", ("functional.noise.range", "cylinder.points"), scope=_EXACT),
    Result("Claim 23", ("rkhs.points",), scope="the Gaussian kernel, two points and two centres; equality in the span"),
    Result("Claim 24", ("functional.noise.range", "rkhs.points"), scope=_EXACT),
)

_DENSITIES = (
    Result("Claim 25", ("density.risk.exact", "bandwidth.roughness"), scope=_DEFINING),
    Result("Claim 26", ("density.distance",), scope="its square norm"),
    Result("Claim 27", ("density.distance", "density.distance.bounded")),
    Result("Claim 28", ("density.release", "functional.noise.range"), scope=_EXACT),
    Result(
        "Claim 29",
        ("bandwidth.rule", "density.risk.exact"),
        scope="Gaussian records: the leading terms in every dimension, the exact risk on the line",
        illustration=own_rate,
    ),
    Result("Claim 30", ("density.risk.noise",), scope="Gaussian records", illustration=private_rate),
    Result("Claim 31", ("density.risk.order",), illustration=rate_kept),
    Result("Claim 32", scope="the data of the figure are not told; made again on a mixture", illustration=figure_drawn),
    Result("Claim 33", about=("density.risk.exact",), scope=_REMARK, illustration=crossed),
    Result(
        "Claim 34",
        ("bandwidth.private",),
        scope="a remark; what bandwidths of their own do to the estimates of neighbours",
    ),
    Result(
        "Claim 35",
        ("bandwidth.rule.printed", "bandwidth.quartiles"),
        scope="Gaussian records; what one record does to the range and to the estimates",
        illustration=neighbours,
    ),
)

RESULTS = (*_FINITE_DIMENSION, *_FUNCTIONS, *_DENSITIES)
