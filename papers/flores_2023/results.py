"""Every numbered result of the thesis: the entries that state it, and the steps of its proof that fail."""

from __future__ import annotations

from papers.flores_2023.figures import gauss_compared, laplace_compared, response_compared
from papers.flores_2023.tables import comparison_compared, histogram_compared
from papers.result import Result

_FINITE = "laws on finitely many points"
_EXTREMAL = "the extremal mechanism, n randomized responses; that it is the worst is taken from the sources"

_CHAPTER_2 = (
    Result("Definición 2.1.1", ("kl.bernoulli", "kl.nonnegative")),
    Result(
        "Proposición 2.1.1",
        ("kl.nonnegative", "kl.convex"),
        {"E_Q[P/Q] = 1 in (2.4)": "2.1.1-continuous", "a mean of 0 in (2.5)": "2.1.1-equality"},
        f"{_FINITE}; not that equality holds for equal laws only",
    ),
    Result("Definición 2.2.1", ("renyi.definition.printed", "max.support.printed")),
    Result("Lema 2.3.1", ("renyi.change_of_measure",), scope=_FINITE),
    Result("Proposición 2.3.1", ("renyi.order_one.printed",)),
    Result("Proposición 2.3.2", ("renyi.nonnegative",), {"E_P[Q/P] = 1": "2.3.2-continuous"}, _FINITE),
    Result("Proposición 2.3.3", ("renyi.monotone", "renyi.monotone.order_one"), scope=_FINITE),
    Result("Proposición 2.3.4", ("renyi.probability",), scope=_FINITE),
    Result("Proposición 2.3.5", ("renyi.weak_triangle",), {"the last display": "2.3.5-bracket"}, _FINITE),
    Result(
        "Corolario 2.3.1",
        ("renyi.weak_triangle.equal", "renyi.weak_triangle.max_first", "renyi.weak_triangle.max_second"),
        {"the limits in p and q": "2.3.1-continuity"},
        _FINITE,
    ),
    Result("Lema 2.3.2", ("exp.quadratic.plus", "exp.quadratic.minus")),
    Result("Proposición 2.3.6", ("power.two_sided",)),
    Result("Lema 2.3.3", ("renyi.pure_dp",), {"lambda = zeta in (2.21)": "2.3.3-substitution"}, _FINITE),
    Result("Proposición 2.3.7", ("renyi.data_processing",), scope=_FINITE),
    Result("Definición 2.4.1", ("renyi.bernoulli",)),
    Result("Proposición 2.4.1", ("renyi.bernoulli", "kl.bernoulli")),
    Result("Definición 2.4.2", ("renyi.gaussian.shared",)),
    Result(
        "Proposición 2.4.2",
        ("renyi.gaussian.pair",),
        {"the constant A": "2.4.2-constant", "(2.36) from Teorema A.0.3": "2.4.2-theorem"},
    ),
    Result("Corolario 2.4.1", ("renyi.gaussian.shared",)),
    Result("Corolario 2.4.2", ("renyi.gaussian.translation",)),
    Result("Definición 2.4.3", ("renyi.laplace.pair",)),
    Result("Proposición 2.4.3", ("renyi.laplace.pair",)),
)

_CHAPTER_3 = (
    Result("Definición 3.1.1", ("database.distance",)),
    Result("Cuadro 3.1", illustration=histogram_compared),
    Result("Definición 3.1.2", ("database.distance",)),
    Result("Definición 3.1.3", ("dp.group",)),
    Result("Definición 3.1.4", ("renyi.laplace.monotone",)),
    Result("Definición 3.1.5", ("dp.approx.event",)),
    Result("Definición 3.1.6", ("rr.pure_dp",)),
    Result("Definición 3.1.7", ("laplace.pure_dp",)),
    Result("Definición 3.1.8", ("renyi.gaussian",)),
    Result("Definición 3.2.1", ("dp.pure.max_divergence",)),
    Result("Definición 3.2.2", ("dp.approx.event",)),
    Result("Proposición 3.3.1", ("hockey_stick.data_processing",), scope=_FINITE),
    Result(
        "Proposición 3.3.2",
        ("dp.group.printed", "dp.group.factor.printed", "dp.group.pure"),
        {"the chain of databases": "3.3.2-adding"},
        f"k = 2 (the factor: every k), {_FINITE}",
    ),
    Result(
        "Lema 3.3.1",
        ("dp.composition.basic",),
        {"(3.10), second step": "3.3.1-minimum", "A <= delta1": "3.3.1-pointwise"},
        _FINITE,
    ),
    Result("Teorema 3.3.1", ("dp.composition.basic.many",), scope=f"three mechanisms, {_FINITE}"),
    Result("Proposición 3.3.3", ("dp.composition.basic.twice",), scope=_FINITE),
    Result("Teorema 3.3.2", ("dp.composition.advanced",), scope=f"delta = 0 and {_EXTREMAL}"),
)

_CHAPTER_4 = (
    Result("Definición 4.1.1", ("rdp.to_approx",)),
    Result("Proposición 4.1.1", ("renyi.data_processing", "kl.data_processing"), scope=_FINITE),
    Result("Proposición 4.1.2", ("rdp.composition.adaptive",), {"the display after (4.4)": "4.1.2-factor"}, _FINITE),
    Result("Definición 4.1.2", ("rdp.group.printed",)),
    Result(
        "Proposición 4.1.3",
        ("rdp.group.printed", "rdp.group"),
        {"the order in (4.8)": "4.1.3-hypothesis", "the middle of the chain in (4.7)": "4.1.3-middle"},
        f"c = 1; with stability the right way round, {_FINITE}",
    ),
    Result(
        "Proposición 4.2.1",
        ("rdp.event",),
        {
            "the first display": "4.2.1-steps",
            "(4.12)": "4.2.1-sign",
            "(4.11) to (4.13)": "4.2.1-exponent",
            "case 2": "4.2.1-one",
        },
        f"{_EXTREMAL}; worst events",
    ),
    Result(
        "Corolario 4.2.1",
        ("rdp.composition.advanced",),
        {"case 2, first line": "4.2.1-delta", "the last line": "4.2.1-maximum"},
        _EXTREMAL,
    ),
    Result("Proposición 4.3.1", ("rdp.to_approx",), {"case 2": "4.3.1-reversed"}, _FINITE),
)

_CHAPTER_5 = (
    Result("Proposición 5.1.1", ("rr.pure_dp",), {"the ratio": "5.1.1-ratio"}),
    Result("Proposición 5.1.2", ("renyi.rr", "kl.rr")),
    Result("Teorema 5.2.1", ("laplace.pure_dp", "laplace.pure_dp.sensitivity")),
    Result(
        "Proposición 5.2.1",
        ("renyi.laplace", "renyi.laplace.monotone", "renyi.laplace.sensitivity"),
        {"|mu1 - mu2| < 1": "5.2.1-strict"},
    ),
    Result("Corolario 5.2.1", ("max.laplace",), {"the last line": "5.2.1-all"}),
    Result("Teorema 5.3.1", ("gaussian.classical",), scope="sensitivity 1, the least noise allowed"),
    Result("Proposición 5.3.1", ("renyi.gaussian",), {"(mu1 - mu2)^2 < 1": "5.3.1-strict"}),
    Result("Figura 5.1", illustration=response_compared),
    Result("Figura 5.2", illustration=laplace_compared),
    Result("Figura 5.3", illustration=gauss_compared),
    Result("Cuadro 5.1", illustration=comparison_compared),
)

_APPENDIX = (
    Result("Definición A.0.1", ("jensen.exp",)),
    Result(
        "Teorema A.0.1", ("jensen.exp",), scope="the exponential function and two points; the rest is of measure theory"
    ),
    Result("Lema A.0.1", ("holder",), scope="two terms"),
    Result("Teorema A.0.2", ("log_sum",), scope="two terms; not that equality holds for constant quotients only"),
    Result("Teorema A.0.3", ("integral.gaussian.printed",)),
    Result("Definición A.0.2", ("f_divergence.strict.printed",)),
    Result(
        "Proposición A.0.1",
        ("hockey_stick.data_processing",),
        scope=f"hockey-stick divergences, of which the others are mixtures; {_FINITE}",
    ),
    Result("Definición A.0.3", ("renyi.data_processing",)),
)

RESULTS = (*_CHAPTER_2, *_CHAPTER_3, *_CHAPTER_4, *_CHAPTER_5, *_APPENDIX)
