"""What an approximate guarantee says of all thresholds and of all tests, and parallel composition."""

from sympy import Max, Rational, S, exp, log

from dpsym import Finite, HockeyStick, TradeOff
from dpsym.conversion import approx_power, approx_profile, approx_tradeoff
from dpsym.distributions import ProductLaw
from dpsym.parameters import delta, eps, t, zeta
from theorems.checks import Enclose, Enumerate, Quadrature, Tight, Transcribed
from theorems.checks.derive import Derive
from theorems.entry import Cite, Theorem
from theorems.library.runs import calculus as runs
from theorems.library.space import MEDIUM, SHARE, SMALL, ranges
from theorems.library.variables import ALL, KAIROUZ, P1, Q1, P, Q, R, finite
from theorems.statement import POSITIVE, UNIT_OPEN, eq, le

_WASSERMAN, _DONG = (
    Cite("wassermanzhou2010", "Theorem 2.4"),
    Cite("dong2022gaussian", "Proposition 2.5", "arXiv:1905.02383v3"),
)
_BOTH = Max(HockeyStick(eps, P, Q), HockeyStick(eps, Q, P), evaluate=False)
_EVEN = {eps: log(2), P: finite("2/3", "1/3"), Q: finite("1/3", "2/3")}

TRUTH, LIE = (1 - delta) * exp(eps) / (1 + exp(eps)), (1 - delta) / (1 + exp(eps))
WORST = Finite(delta, TRUTH, LIE, 0), Finite(0, LIE, TRUTH, delta)
_WORST_SPACE = {eps: (POSITIVE, ("1/10", 2)), delta: (UNIT_OPEN, ("1/100", "1/2"))}

PROFILE = Theorem(
    id="dp.approx.profile",
    title="The profile under an approximate guarantee is at most that of randomized response that may tell all",
    statement=le(HockeyStick(zeta, P, Q), approx_profile(zeta, eps, _BOTH)),
    **ranges({zeta: MEDIUM, eps: SMALL, P: ALL, Q: ALL}),
    cites=(Cite(KAIROUZ, "Theorem 3.3", "arXiv:1311.0776"),),
    uses=("hockey_stick.data_processing",),
    checks=(
        Enumerate(),
        Tight(at={**_EVEN, zeta: S.Zero}),
        Transcribed(
            "HockeyStick(zeta, P, Q) <= Max(HockeyStick(epsilon, P, Q), HockeyStick(epsilon, Q, P)) + (1 - Max(HockeyStick(epsilon, P, "
            "Q), HockeyStick(epsilon, Q, P)))*Max(0, exp(epsilon) - exp(zeta))/(1 + exp(epsilon))"
        ),
    ),
)

WORST_PROFILE = Theorem(
    id="dp.approx.profile.worst",
    title="The profile of the worst pair of an approximate guarantee: randomized response that may tell all",
    statement=eq(HockeyStick(zeta, *WORST), approx_profile(zeta, eps, delta)),
    **ranges({zeta: MEDIUM, **_WORST_SPACE}),
    cites=(Cite(KAIROUZ, "Theorem 3.3", "arXiv:1311.0776"),),
    checks=(Derive(), Enclose(), Quadrature(runs.worst_profile)),
)

TRADEOFF = Theorem(
    id="dp.approx.tradeoff",
    title="The trade-off function under an approximate guarantee is at least that of randomized response that may tell all",
    statement=le(approx_tradeoff(t, eps, _BOTH), TradeOff(t, P, Q)),
    **ranges({t: SHARE, eps: SMALL, P: ALL, Q: ALL}),
    cites=(_WASSERMAN, _DONG),
    uses=("tradeoff.profile",),
    checks=(
        Enumerate(60),
        Tight(at={**_EVEN, t: Rational(1, 3)}),
        Transcribed(
            "Max(0, 1 - Max(HockeyStick(epsilon, P, Q), HockeyStick(epsilon, Q, P)) - exp(epsilon)*t, exp(-epsilon)*(1 - "
            "Max(HockeyStick(epsilon, P, Q), HockeyStick(epsilon, Q, P)) - t)) <= TradeOff(t, P, Q)"
        ),
    ),
)

WORST_TRADEOFF = Theorem(
    id="dp.approx.tradeoff.worst",
    title="The trade-off function of the worst pair of an approximate guarantee",
    statement=eq(TradeOff(t, *WORST), approx_tradeoff(t, eps, delta)),
    **ranges({t: SHARE, **_WORST_SPACE}),
    cites=(_WASSERMAN, _DONG),
    checks=(Enclose(8), Quadrature(runs.worst_tradeoff)),
)

POWER = Theorem(
    id="dp.approx.power",
    title="A bound on the power of a test between the worst pair of an approximate guarantee",
    statement=le(1 - TradeOff(t, *WORST), approx_power(t, eps, delta)),
    **ranges({t: SHARE, **_WORST_SPACE}),
    cites=(_WASSERMAN, Cite(KAIROUZ, "Theorem 2.1", "arXiv:1311.0776")),
    uses=("dp.approx.tradeoff",),
    checks=(
        Enclose(8),
        Quadrature(runs.worst_power),
        Tight(at={eps: log(2), delta: Rational(1, 10), t: Rational(1, 5)}),
        Transcribed(
            "1 - TradeOff(t, Finite(delta, (1 - delta)*exp(epsilon)/(1 + exp(epsilon)), (1 - delta)/(1 + exp(epsilon)), 0), Finite(0, "
            "(1 - delta)/(1 + exp(epsilon)), (1 - delta)*exp(epsilon)/(1 + exp(epsilon)), delta)) <= Min(1, exp(epsilon)*t + delta, 1 "
            "- exp(-epsilon)*(1 - delta - t))"
        ),
    ),
    note="On the worst pair it is attained at every level.",
)

CONJUGATE = Theorem(
    id="tradeoff.profile",
    title="Each point of the profile gives a line below the trade-off function",
    statement=le(1 - exp(eps) * t - HockeyStick(eps, Q, P), TradeOff(t, P, Q)),
    **ranges({t: SHARE, eps: SMALL, P: ALL, Q: ALL}),
    cites=(Cite("dong2022gaussian", "Proposition 2.12", "arXiv:1905.02383v3"),),
    checks=(
        Enumerate(60),
        Tight(at={**_EVEN, t: Rational(1, 3)}),
        Transcribed("1 - exp(epsilon)*t - HockeyStick(epsilon, Q, P) <= TradeOff(t, P, Q)"),
    ),
    note="The trade-off function is the supremum of these lines, over all real eps: the two determine each other.",
)

PARALLEL = Theorem(
    id="dp.composition.parallel",
    title="Parallel composition: a part of the data that does not change adds nothing",
    statement=eq(HockeyStick(eps, ProductLaw(P1, R), ProductLaw(Q1, R)), HockeyStick(eps, P1, Q1)),
    **ranges({eps: SMALL, P1: ALL, Q1: ALL, R: ALL}),
    cites=(Cite("mcsherry2009privacy", "Theorem 4"),),
    specializes="dp.composition.parallel.adaptive",
    checks=(Enumerate(60),),
)
