"""The least error of all private mechanisms: what is printed, and the optimum that linear programs find."""

from sympy import Min, S, exp, log

from dpsym import Finite, HockeyStick, KaryResponse, TotalVariation
from dpsym.distributions import Event, Probability
from dpsym.parameters import delta, eps
from theorems.checks import At, Enclose, Enumerate, Quadrature, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.entry import Cite, Theorem
from theorems.library.conversion.approximate import WORST
from theorems.library.metric import runs
from theorems.library.metric.variables import JAZBEC, POINTS, TARGET, TWO_POINTS, Delta, kappa, m
from theorems.library.space import ranges
from theorems.library.variables import ALL, A, P, Q, finite
from theorems.statement import NONNEGATIVE, eq, le, lt

_TEXT = "Finite(delta, (1 - delta)*exp(epsilon)/(1 + exp(epsilon)), (1 - delta)/(1 + exp(epsilon)), 0)"
_BACK = "Finite(0, (1 - delta)/(1 + exp(epsilon)), (1 - delta)*exp(epsilon)/(1 + exp(epsilon)), delta)"
_WORST_TEXT = f"TotalVariation({_TEXT}, {_BACK})"
# on two points the sum of the two errors is the distance times one less the total variation
_PAIR = Delta * (1 - TotalVariation(*WORST)) / 2
_TRUTHFUL = KaryResponse(log((m + exp(eps)) / (1 - delta) - m), m + 1, 0)
_LIE = 1 - Probability(_TRUTHFUL, Event(0))
_CENTRE = Probability(Finite(delta, 1 - delta), Event(1)) / 2

EVENTS = Theorem(
    id="metric.error.events",
    title="The two error probabilities of any test between two laws that (eps, delta)-privacy ties together sum to at least 2(1 - delta)/(1 + e^eps)",
    statement=le(2 * (1 - delta) / (1 + exp(eps)), 1 - Probability(P, A) + Probability(Q, A)),
    **ranges({**TARGET, P: ALL, Q: ALL, A: ALL}),
    hypotheses=(le(HockeyStick(eps, P, Q), delta), le(HockeyStick(eps, Q, P), delta)),
    cites=(Cite("kairouz2015composition", "Theorem 2.1", "arXiv:1311.0776"),),
    uses=("dp.approx.event",),
    checks=(
        Enumerate(),
        Tight(at={eps: log(2), delta: S.One / 4, P: finite("3/4", "1/4"), Q: finite("1/4", "3/4"), A: Event(0)}),
        Transcribed("2*(1 - delta)/(1 + exp(epsilon)) <= 1 - Probability(P, A) + Probability(Q, A)"),
    ),
    note=(
        "The expected distance of an output to one point, cut off at the distance of the two points, is an integral of such probabilities; "
        "so the bound on the greatest expected error holds for every space of outputs."
    ),
)

POSITIVE_PRINTED = Theorem(
    id="metric.error.positive.printed",
    title="A private family errs on every compact space (as printed, one point included)",
    statement=lt(0, _PAIR),
    **ranges({**TARGET, Delta: (NONNEGATIVE, (0, 8))}),
    cites=(Cite(JAZBEC, "Lema 5.1, one point included"),),
    checks=(At({Delta: S.Zero, eps: S.One, delta: S.One / 2}), Transcribed(f"0 < Delta*(1 - {_WORST_TEXT})/2")),
    note="On a single point there is nothing to hide, and the mechanism that returns it makes no error.",
)

POSITIVE = Theorem(
    id="metric.error.positive",
    title="Between two points the worst pair of an approximate guarantee errs",
    statement=lt(0, _PAIR),
    **ranges(TWO_POINTS),
    cites=(Cite(JAZBEC, "Lema 5.1"),),
    uses=("metric.error.pair",),
    checks=(Enclose(), Transcribed(f"0 < Delta*(1 - {_WORST_TEXT})/2")),
    corrects="metric.error.positive.printed",
)

COMPACT = Theorem(
    id="metric.error.compact.printed",
    title="The greatest expected error on a compact space is at least (1 - delta) diam/(2 (1 + e^eps)) (as printed)",
    statement=le((1 - delta) * Delta / (2 * (1 + exp(eps))), _PAIR),
    **ranges(TWO_POINTS),
    cites=(Cite(JAZBEC, "Izrek 5.3"),),
    uses=("metric.error.pair",),
    checks=(Enclose(), Transcribed(f"(1 - delta)*(Delta/(2*(1 + exp(epsilon)))) <= Delta*(1 - {_WORST_TEXT})/2")),
    note="The right side is the least error for two points at the distance of the diameter, which more points cannot lower.",
)

PAIR = Theorem(
    id="metric.error.pair",
    title="The expected error between two points of randomized response that may tell all",
    statement=eq(_PAIR, (1 - delta) * Delta / (1 + exp(eps))),
    **ranges(TWO_POINTS),
    uses=("metric.error.events", "dp.approx.profile"),
    checks=(Enclose(), Quadrature(runs.least_error_pair, 10)),
    sharpens="metric.error.compact.printed",
    note=(
        "Ours: twice the printed bound, and attained by randomized response between the two points. In every metric space the distances of an "
        "output to the two points sum to at least theirs, so that outputs between them do not help."
    ),
)

_MIDDLE = (3 * exp(eps) - 1) / (2 * (exp(2 * eps) + 2 * exp(eps) - 1))
_ASIDE = (1 - 2 * _MIDDLE) * exp(-eps)

LINE = Theorem(
    id="metric.error.line",
    title="The expected error of a mechanism on two points and their midpoint: more than on the two alone",
    statement=eq(Delta * (1 - delta) * (_ASIDE / 2 + (1 - _ASIDE) / (1 + exp(eps))), Delta * (1 - delta) * _MIDDLE),
    **ranges(TWO_POINTS),
    uses=("metric.error.pair",),
    checks=(Evaluated(), Enclose(), Quadrature(runs.least_error_line, 10)),
    note=(
        "Ours: the left side is the error at an end of the mechanism whose odds are e^eps between the ends, and between the midpoint and them, and "
        "which errs as much at the midpoint; "
        "with probability delta it tells the truth. A bound by the diameter alone is sharp for two points only."
    ),
)

DISCRETE_PRINTED = Theorem(
    id="metric.error.discrete.printed",
    title="On m + 1 points at distance kappa the error is at least (1 - delta) kappa m/(m + e^eps), for every space of outputs (as printed)",
    statement=le((1 - delta) * kappa * m / (m + exp(eps)), kappa * _CENTRE),
    **POINTS,
    cites=(Cite(JAZBEC, "Izrek 5.5"),),
    checks=(
        At({kappa: S.One, m: S(2), eps: S.Zero, delta: S.One / 10}),
        Enclose(),
        Transcribed(
            "(1 - delta)*(kappa*m/(m + exp(epsilon))) <= kappa*(Probability(Finite(delta, 1 - delta), Event(1))/2)"
        ),
    ),
    note=(
        "The right side is the error of the mechanism that answers the truth with probability delta, and otherwise a point at distance "
        "kappa/2 from all. Where there is such a point, the balls of radius kappa in the proof are not disjoint."
    ),
)

DISCRETE = Theorem(
    id="metric.error.discrete",
    title="The expected error on m + 1 points at distance kappa of the better of the centre and the discrete mechanism",
    statement=eq(kappa * Min(_CENTRE, _LIE), (1 - delta) * kappa * Min(S.Half, m / (m + exp(eps)))),
    **POINTS,
    uses=("metric.error.events", "metric.discrete.least"),
    checks=(Evaluated(), Enclose(), Quadrature(runs.least_error_centre, 10)),
    corrects="metric.error.discrete.printed",
    note=(
        "Ours: the left side is the better of two mechanisms: the centre unless the truth is told, and the discrete mechanism. Distances of an "
        "output to any two points sum to kappa at least, so it costs no less than a mixture of the centre and a point. The printed bound "
        "holds for every space of outputs as long as m <= e^eps, and otherwise where no output is nearer than kappa to two points."
    ),
)

DISCRETE_SAME = Theorem(
    id="metric.error.discrete.same",
    title="The expected error of the discrete mechanism on m + 1 points at distance kappa: (1 - delta) kappa m/(m + e^eps)",
    statement=eq(kappa * _LIE, (1 - delta) * kappa * m / (m + exp(eps))),
    **POINTS,
    cites=(Cite(JAZBEC, "Izrek 5.5, with outputs in D"), Cite(JAZBEC, "Primer 5.6")),
    uses=("metric.discrete.least",),
    checks=(Evaluated(), Enclose(), Quadrature(runs.least_error_discrete, 10)),
    note="The left side is the error of the discrete mechanism at its least noise, the run the optimum over all private mechanisms.",
)

MECHANISM = Theorem(
    id="metric.error.response",
    title="The discrete mechanism that has exactly delta at eps errs with probability (1 - delta) m/(m + e^eps)",
    statement=eq(_LIE, (1 - delta) * m / (m + exp(eps))),
    **ranges({m: (S.Naturals, (1, 10)), **TARGET}),
    cites=(Cite(JAZBEC, "Primer 5.6"),),
    uses=("metric.discrete.least",),
    specializes="metric.error.discrete.same",
    checks=(Evaluated(), Enclose(), Quadrature(runs.discrete_error)),
)
