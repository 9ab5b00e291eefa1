"""Every numbered result of the thesis: the entries that state it, what was measured, and the steps of its proof that fail."""

from __future__ import annotations

from papers.lodrant_2019.boxes import FIRST_LEVEL, LEVELS_TOGETHER, NIM_ERROR
from papers.lodrant_2019.measured import (
    BOUND_LOWER,
    ERROR_ISOTROPIC,
    ERROR_LOWER,
    ERROR_UPPER,
    SECOND_MOMENT,
    VOLUME_LOWER,
    VOLUME_UPPER,
    other_queries,
    solver_accuracy,
    solver_time,
)
from papers.lodrant_2019.tables import (
    bounds_compared,
    data_compared,
    example_compared,
    results_compared,
    truth_compared,
)
from papers.result import Result

_FINITE = "laws on finitely many points"
_PLANE = "two columns in the plane; in d dimensions by the same inclusion"
_SLICING = (
    "the conjecture was proved by Klartag and Lehec (2024, arXiv:2412.15044), so the statement no longer depends on it"
)
_BERNOULLI = "Bernoulli queries with n = 2 d, 4 d and 16 d; the order itself is taken from the sources"
_DEFINING = "a definition, exercised"
_REMARK = "a remark on conventions; an entry bears on it"

_CHAPTER_2 = (
    Result("Izrek 2.1", ("markov",), scope="variables with two values"),
    Result("Izrek 2.2", ("jensen.exp",), scope="the exponential function and two points"),
    Result("Lema 2.3", ("geometry.hull",), scope="two columns on the line"),
    Result("Definicija 2.4", ("asymptotic.dominant",)),
    Result("Opomba 2.5", ("asymptotic.dominant",), scope="the example, with its constant"),
    Result("Lema 2.6", ("geometry.projection",), scope="on lines of the plane"),
    Result("Definicija 2.7", ("gamma.integral",)),
    Result("Definicija 2.8", ("laplace.moment",)),
    Result("Trditev 2.9", ("laplace.moment",)),
    Result("Definicija 2.10", ("gamma.moment",)),
    Result("Trditev 2.11", ("gamma.moment",), scope="natural shapes"),
)

_CHAPTER_3 = (
    Result("Primer 3.1", illustration=example_compared),
    Result("Definicija 3.2", ("knorm.gauge",), scope=_DEFINING),
    Result("Opomba 3.3", about=("knorm.privacy",), scope=_REMARK),
    Result("Primer 3.4", illustration=truth_compared),
    Result("Definicija 3.5", ("dp.pure.max_divergence",)),
    Result("Opomba 3.6", about=("database.distance",), scope=_REMARK),
    Result("Definicija 3.7", ("dp.approx.event",)),
    Result("Trditev 3.8", ("dp.group.pure",), scope=f"lambda = 2, {_FINITE}"),
    Result("Trditev 3.9", ("geometry.sensitivity",), scope=_PLANE),
    Result("Definicija 3.10", ("laplace.error", "knorm.error.moment")),
    Result("Izrek 3.11", ("hockey_stick.data_processing",), scope=_FINITE),
    Result("Tabela 1", illustration=bounds_compared),
)

_CHAPTER_4 = (
    Result("Definicija 4.1", ("volume.packing",)),
    Result("Lema 4.2", ("volume.packing",), scope="the constant; the greedy packing is argued in the entry's note"),
    Result(
        "Izrek 4.3",
        ("lower_bound.constant", "lower_bound.cross_polytope"),
        {"Trditev 3.8 at lambda = d/2 eps": "4.3-natural"},
        "the constant, and the cross-polytope; measured with the constant on Bernoulli queries",
        BOUND_LOWER,
    ),
    Result(
        "Posledica 4.4",
        ("geometry.projection", "lower_bound.cross_polytope"),
        scope="as the theorem that it follows from",
    ),
    Result("Izrek 4.5", ("volume.hull.cube",), scope=f"constant 2, the entries being at most 1; {_PLANE}"),
    Result("Izrek 4.6", scope=_BERNOULLI, illustration=VOLUME_UPPER),
    Result("Posledica 4.7", ("volume.hull.cube",), scope=_BERNOULLI, illustration=VOLUME_UPPER),
)

_CHAPTER_5 = (
    Result("Definicija 5.1", ("exponential.privacy",)),
    Result("Opomba 5.2", about=("knorm.radius",), scope="K-norm noise, where the integral is finite"),
    Result("Izrek 5.3", ("exponential.privacy",), scope="two outcomes"),
    Result("Opomba 5.4", about=("exponential.privacy",), scope=_REMARK),
    Result(
        "Opomba 5.5",
        ("knorm.privacy",),
        scope="K-norm noise as an exponential mechanism; the factor 2 is lost on the way",
    ),
    Result("Definicija 5.6", ("laplace.queries", "laplace.queries.fixed")),
    Result("Trditev 5.7", ("laplace.queries.printed",), scope="two answers"),
    Result("Trditev 5.8", ("laplace.error",), scope="exactly: E|a|^2 = 2 d^3/eps^2"),
    Result("Definicija 5.9", ("knorm.radius.printed", "knorm.mixture", "knorm.gauge")),
    Result(
        "Izrek 5.10",
        ("knorm.privacy.printed", "knorm.error.factor", "knorm.error.moment"),
        scope="the moments: p = 2 for all bodies, every p for balls",
    ),
    Result("Opomba 5.11", ("knorm.privacy",), scope="no smaller eps is needed"),
)

_CHAPTER_6 = (
    Result("Izrek 6.1", scope=_BERNOULLI, illustration=VOLUME_LOWER),
    Result("Izrek 6.2", scope=_BERNOULLI, illustration=ERROR_LOWER),
    Result("Izrek 6.3", scope=_BERNOULLI, illustration=SECOND_MOMENT),
    Result(
        "Posledica 6.4",
        steps={"the mean over a body that is contained in the cube": "6.4-contained"},
        scope=_BERNOULLI,
        illustration=ERROR_UPPER,
    ),
)

_CHAPTER_7 = (
    Result("Definicija 7.1", ("isotropic.box", "isotropic.ball")),
    Result("Trditev 7.2", about=("isotropic.box",), scope="boxes: the constant is the same for all sides"),
    Result("Definicija 7.3", ("isotropic.box",)),
    Result(
        "Izrek 7.4",
        ("knorm.error.isotropic",),
        scope="balls, with the constant (d + 1)/d; measured on Bernoulli queries",
        illustration=ERROR_ISOTROPIC,
    ),
    Result(
        "Domneva 7.5",
        about=(
            "isotropic.ball.bounded",
            "isotropic.cross_polytope.bounded",
            "isotropic.simplex.bounded",
            "isotropic.box",
        ),
        scope=f"balls, cross-polytopes, simplices and boxes, with constants; {_SLICING}",
    ),
    Result("Izrek 7.6", scope=f"{_BERNOULLI}; {_SLICING}", illustration=ERROR_UPPER),
)

_CHAPTER_8 = (
    Result("Definicija 8.1", ("geometry.eigenvalue", "isotropic.simplex")),
    Result("Algoritem 1", ("nim.budget", "nim.budget.two")),
    Result("Opomba 8.2", about=("nim.budget",), scope=_REMARK),
    Result("Lema 8.3", ("nim.budget.printed", "nim.budget.two")),
    Result(
        "Izrek 8.4",
        ("volume.section.ball.least", "volume.section.ball.greatest"),
        scope=f"balls, between 1 and sqrt(e); {_SLICING}, and both constants L are of the order of 1",
    ),
    Result("Posledica 8.5", ("volume.section.ball.least",), scope=f"balls; {_SLICING}"),
    Result("Lema 8.6", ("volume.image",), scope="boxes in the plane, k = d, positive eigenvalues"),
    Result("Trditev 8.7", ("isotropic.box", "isotropic.ball", "isotropic.cross_polytope", "isotropic.simplex")),
    Result(
        "Izrek 8.8",
        ("volume.section.ball.least", "volume.image"),
        {"the last step": "8.8-power"},
        f"balls, and maps of boxes; {_SLICING}",
    ),
    Result("Trditev 8.9", ("geometry.eigenvalue",), scope="boxes in the plane, turned by any angle"),
    Result("Lema 8.10", scope=f"boxes; {_SLICING}", illustration=FIRST_LEVEL),
    Result("Lema 8.11", scope=f"boxes; {_SLICING}", illustration=LEVELS_TOGETHER),
    Result(
        "Posledica 8.12",
        steps={"the share eps/log d of each level": "8.12-budget"},
        scope=f"boxes; {_SLICING}",
        illustration=NIM_ERROR,
    ),
)

_CHAPTER_9 = (
    Result("Opomba 9.1", illustration=solver_accuracy),
    Result("Izrek 9.2", ("barthe.density.printed", "volume.lp_ball")),
    Result("Opomba 9.3", about=("dp.approx.event",), scope=_REMARK),
    Result("Opomba 9.4", illustration=solver_time),
    Result("Tabela 2", illustration=data_compared),
    Result("Opomba 9.5", illustration=other_queries),
    Result("Tabela 3", illustration=results_compared),
)

RESULTS = (*_CHAPTER_2, *_CHAPTER_3, *_CHAPTER_4, *_CHAPTER_5, *_CHAPTER_6, *_CHAPTER_7, *_CHAPTER_8, *_CHAPTER_9)
