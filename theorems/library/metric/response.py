"""The discrete mechanism, which tells the truth or any other value with one probability: its exact condition, and its use twice."""

from sympy import Interval, Max, Rational, S, exp, log

from dpsym import Bernoulli, Finite, HockeyStick, KaryResponse, ProductLaw
from dpsym.parameters import delta, eps, p
from theorems.checks import Enclose, Quadrature
from theorems.checks.derive import Derive
from theorems.entry import Cite, Theorem
from theorems.library.metric import runs
from theorems.library.metric.variables import JAZBEC, TARGET, m
from theorems.library.space import SMALL, ranges
from theorems.statement import UNIT_OPEN, eq, le


def _pair(odds: object) -> tuple[KaryResponse, KaryResponse]:
    return KaryResponse(log(odds), m + 1, 1), KaryResponse(log(odds), m + 1, 0)


PROFILE = Theorem(
    id="metric.discrete.profile",
    title="The discrete mechanism on m + 1 points is (eps, delta)-private if and only if 1 - p m <= p e^eps + delta",
    statement=eq(HockeyStick(eps, *_pair(1 / p - m)), Max(0, 1 - p * m - p * exp(eps))),
    **ranges({eps: SMALL, m: (S.Naturals, (1, 10)), p: (UNIT_OPEN, ("1/100", "1/3"))}),
    hypotheses=(le(p * (m + 1), 1),),
    cites=(Cite(JAZBEC, "Primer 4.10"), Cite(JAZBEC, "Primer 4.5, for two answers")),
    uses=("profile.kary", "dp.approx.event"),
    checks=(Enclose(), Quadrature(runs.kary_profile)),
    note="p is the probability of each wrong answer, the true one being the likeliest.",
)

ANY = Theorem(
    id="metric.discrete.profile.any",
    title="The discrete mechanism without the assumption that the true answer is the likeliest: two conditions instead of one",
    statement=eq(
        HockeyStick(eps, Finite(1 - p * m, p, (m - 1) * p), Finite(p, 1 - p * m, (m - 1) * p)),
        Max(0, 1 - p * m - p * exp(eps), p - (1 - p * m) * exp(eps)),
    ),
    **ranges({eps: SMALL, m: (S.Naturals, (1, 6)), p: (UNIT_OPEN, ("1/50", "49/50"))}),
    hypotheses=(le(p * m, 1),),
    uses=("metric.discrete.profile",),
    checks=(Enclose(), Quadrature(runs.kary_any)),
    note="Ours: the m - 1 answers that are wrong for both entries are taken together, as they are equally likely for both.",
)

LEAST = Theorem(
    id="metric.discrete.least",
    title="The discrete mechanism that gives each wrong answer with probability (1 - delta)/(m + e^eps) has exactly delta at eps",
    statement=eq(HockeyStick(eps, *_pair((m + exp(eps)) / (1 - delta) - m)), delta),
    **ranges({m: (S.Naturals, (1, 10)), **TARGET}),
    cites=(Cite(JAZBEC, "Primer 4.10"),),
    uses=("metric.discrete.profile", "calibration.response.kary"),
    checks=(Derive(), Enclose(), Quadrature(runs.kary_least)),
)

TWICE = Theorem(
    id="metric.response.twice",
    title="Randomized response asked twice: its exact delta",
    statement=eq(
        HockeyStick(eps, ProductLaw(Bernoulli(1 - p), Bernoulli(1 - p)), ProductLaw(Bernoulli(p), Bernoulli(p))),
        Max(0, (1 - p) ** 2 - exp(eps) * p**2),
    ),
    **ranges({eps: SMALL, p: (Interval.open(0, Rational(1, 2)), ("1/50", "12/25"))}),
    cites=(Cite(JAZBEC, "Primer 4.5"),),
    uses=("metric.discrete.profile",),
    checks=(Derive(), Enclose(), Quadrature(runs.response_twice)),
    note="Two true answers are the event; answers that differ are equally likely under both laws.",
)
