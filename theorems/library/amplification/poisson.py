"""Amplification by Poisson sampling: a record added, and removed."""

from sympy import Rational, S, exp

from dpsym import RR, HockeyStick, Laplace, MaxDivergence, Mixture, TradeOff
from dpsym.amplification import removed_profile, subsampled_delta, subsampled_epsilon, subsampled_tradeoff
from dpsym.parameters import b, eps, q, t
from theorems.checks import Enclose, Enumerate, Quadrature, Tight, Transcribed
from theorems.checks.derive import Derive
from theorems.entry import Cite, Theorem
from theorems.library.amplification import runs
from theorems.library.space import SHARE, SMALL, ranges
from theorems.library.variables import ALL, FULL, P, Q, R, finite
from theorems.statement import NONNEGATIVE, POSITIVE, UNIT_OPEN, eq, le, lt

RATES = (Rational(1, 20), Rational(9, 10))
_SAMPLED = Mixture(q, P, Q)
BALLE, BALLE_V = "balle2018improving", "arXiv:1807.01647v2"
EPS, _LAWS = subsampled_epsilon(eps, q), {P: ALL, Q: ALL}
_FULL = {P: FULL, Q: FULL}
HALVES = {q: Rational(1, 2), P: finite("3/4", "1/4"), Q: finite("1/4", "3/4"), R: finite("1/4", "3/4")}


POISSON_PURE = Theorem(
    id="amplification.poisson.pure",
    title="Poisson sampling and pure privacy, a record added",
    statement=eq(MaxDivergence(_SAMPLED, Q), subsampled_epsilon(MaxDivergence(P, Q), q)),
    **ranges({q: (UNIT_OPEN, RATES), **_FULL}),
    cites=(Cite(BALLE, "Theorem 8 at delta = 0", BALLE_V),),
    checks=(
        Enumerate(),
        Transcribed("MaxDivergence(Mixture(q, P, Q), Q) == log(1 + q*(exp(MaxDivergence(P, Q)) - 1))"),
    ),
)

POISSON_PURE_REMOVED = Theorem(
    id="amplification.poisson.pure.removed",
    title="Poisson sampling and pure privacy, a record removed",
    statement=le(MaxDivergence(Q, _SAMPLED), subsampled_epsilon(MaxDivergence(Q, P), q)),
    **ranges({q: (UNIT_OPEN, RATES), **_FULL}),
    cites=(Cite(BALLE, "Theorem 8 at delta = 0", BALLE_V),),
    checks=(
        Enumerate(),
        Transcribed("MaxDivergence(Q, Mixture(q, P, Q)) <= log(1 + q*(exp(MaxDivergence(Q, P)) - 1))"),
    ),
    note="It is -log(1 - q + q e^(-eps)), and (1 - q + q e^eps)(1 - q + q e^(-eps)) >= 1.",
)

_RESPONSES = (Mixture(q, RR(eps, 1), RR(eps, 0)), RR(eps, 0))

POISSON_RESPONSE = Theorem(
    id="amplification.poisson.pure.response",
    title="Randomized response on a Poisson sample attains the amplified pure privacy",
    statement=eq(MaxDivergence(*_RESPONSES), subsampled_epsilon(eps, q)),
    **ranges({q: (UNIT_OPEN, RATES), eps: (POSITIVE, ("1/20", 4))}),
    uses=("amplification.poisson.pure",),
    note="Ours: at the likelier answer the mass is q e^eps + 1 - q times that without the record.",
    checks=(Derive(), Quadrature(runs.greatest_sampled_response), Enclose()),
    corrects="amplification.poisson.linear.printed",
)

POISSON_LINEAR_PRINTED = Theorem(
    id="amplification.poisson.linear.printed",
    title="Sampling at rate q divides eps by 1/q (as a rule of thumb has it)",
    statement=le(MaxDivergence(*_RESPONSES), q * eps),
    **ranges({q: (UNIT_OPEN, RATES), eps: (POSITIVE, ("1/20", 4))}),
    checks=(
        Enclose(),
        Quadrature(runs.greatest_sampled_response),
        Transcribed(
            "MaxDivergence(Mixture(q, RandomizedResponse(epsilon, 1), RandomizedResponse(epsilon, 0)), RandomizedResponse(epsilon, 0)) <= q*epsilon"
        ),
    ),
    note="The logarithm is concave: log(1 - q + q e^eps) > q eps. The two agree to first order in eps.",
)

POISSON_PROFILE = Theorem(
    id="amplification.poisson.profile",
    title="Poisson sampling and the privacy profile, a record added: exact",
    statement=eq(HockeyStick(EPS, _SAMPLED, Q), subsampled_delta(HockeyStick(eps, P, Q), q)),
    **ranges({eps: SMALL, q: (UNIT_OPEN, RATES), **_LAWS}),
    cites=(Cite(BALLE, "Theorem 8", BALLE_V),),
    checks=(
        Enumerate(),
        Transcribed("HockeyStick(log(1 + q*(exp(epsilon) - 1)), Mixture(q, P, Q), Q) == q*HockeyStick(epsilon, P, Q)"),
    ),
    specializes="amplification.poisson.profile.any",
    corrects="amplification.poisson.delta.printed",
)

POISSON_DELTA_PRINTED = Theorem(
    id="amplification.poisson.delta.printed",
    title="Poisson sampling leaves delta as it is (sampling understood as acting on eps alone)",
    statement=eq(HockeyStick(EPS, _SAMPLED, Q), HockeyStick(eps, P, Q)),
    **ranges({eps: SMALL, q: (UNIT_OPEN, RATES), **_LAWS}),
    checks=(
        Enumerate(),
        Transcribed("HockeyStick(log(1 + q*(exp(epsilon) - 1)), Mixture(q, P, Q), Q) == HockeyStick(epsilon, P, Q)"),
    ),
)

POISSON_PROFILE_REMOVED = Theorem(
    id="amplification.poisson.profile.removed",
    title="Poisson sampling and the privacy profile, a record removed",
    statement=le(HockeyStick(EPS, Q, _SAMPLED), subsampled_delta(HockeyStick(eps, Q, P), q)),
    **ranges({eps: SMALL, q: (UNIT_OPEN, RATES), **_LAWS}),
    cites=(Cite(BALLE, "Theorem 8", BALLE_V),),
    uses=("amplification.poisson.profile.removed.exact",),
    specializes="amplification.poisson.profile.removed.any",
    checks=(
        Enumerate(),
        Tight(at={eps: S.Zero, **HALVES}),
        Transcribed("HockeyStick(log(1 + q*(exp(epsilon) - 1)), Q, Mixture(q, P, Q)) <= q*HockeyStick(epsilon, Q, P)"),
    ),
)

POISSON_PROFILE_REMOVED_EXACT = Theorem(
    id="amplification.poisson.profile.removed.exact",
    title="Poisson sampling and the privacy profile, a record removed: exact",
    statement=eq(
        HockeyStick(eps, Q, _SAMPLED), removed_profile(eps, lambda place: HockeyStick(place, Q, P), q).args[-1].expr
    ),
    **ranges({eps: (NONNEGATIVE, (0, 1)), q: (UNIT_OPEN, ("1/2", "19/20")), **_LAWS}),
    hypotheses=(lt((1 - q) * exp(eps), 1),),
    cites=(Cite("balle2018improving", "Theorem 2", "arXiv:1807.01647v2"),),
    checks=(
        Enumerate(),
        Transcribed(
            "HockeyStick(epsilon, Q, Mixture(q, P, Q)) == (1 - (1 - q)*exp(epsilon))"
            "*HockeyStick(log(q*exp(epsilon)/(1 - (1 - q)*exp(epsilon))), Q, P)"
        ),
    ),
    note="Where (1 - q) e^eps is at least 1 it is 0.",
)

_LAPLACE = (Mixture(q, Laplace(1, b), Laplace(0, b)), Laplace(0, b))
_LAPLACE_SPACE = ranges({eps: (NONNEGATIVE, (0, "1/2")), q: (UNIT_OPEN, RATES), b: (POSITIVE, ("1/3", "3/2"))})

LAPLACE_SAMPLED = Theorem(
    id="amplification.poisson.laplace",
    title="The Laplace mechanism on a Poisson sample, a record added",
    statement=eq(HockeyStick(EPS, *_LAPLACE), subsampled_delta(HockeyStick(eps, Laplace(1, b), Laplace(0, b)), q)),
    **_LAPLACE_SPACE,
    cites=(Cite("balle2018improving", "Theorem 8, with the Laplace profile", "arXiv:1807.01647v2"),),
    uses=("amplification.poisson.profile", "profile.laplace"),
    checks=(Quadrature(runs.profile_sampled_laplace, 8), Enclose(8)),
)

LAPLACE_SAMPLED_REMOVED = Theorem(
    id="amplification.poisson.laplace.removed",
    title="The Laplace mechanism on a Poisson sample, a record removed",
    statement=le(
        HockeyStick(EPS, *_LAPLACE[::-1]), subsampled_delta(HockeyStick(eps, Laplace(0, b), Laplace(1, b)), q)
    ),
    **_LAPLACE_SPACE,
    cites=(Cite("balle2018improving", "Theorem 8, with the Laplace profile", "arXiv:1807.01647v2"),),
    uses=("amplification.poisson.profile.removed", "profile.laplace"),
    checks=(
        Quadrature(runs.profile_removed_laplace, 8),
        Enclose(8),
        Transcribed(
            "HockeyStick(log(1 + q*(exp(epsilon) - 1)), Laplace(0, b), Mixture(q, Laplace(1, b), Laplace(0, b))) <= "
            "q*HockeyStick(epsilon, Laplace(0, b), Laplace(1, b))"
        ),
    ),
)

POISSON_TRADEOFF = Theorem(
    id="amplification.poisson.tradeoff",
    title="Poisson sampling and the trade-off function, the law without the record against the sampled one",
    statement=eq(TradeOff(t, Q, _SAMPLED), subsampled_tradeoff(t, TradeOff(t, Q, P), q)),
    **ranges({t: SHARE, q: (UNIT_OPEN, RATES), **_LAWS}),
    cites=(Cite("dong2022gaussian", "section 4, the function f_p", "arXiv:1905.02383v3"),),
    checks=(Enumerate(), Transcribed("TradeOff(t, Q, Mixture(q, P, Q)) == q*TradeOff(t, Q, P) + (1 - q)*(1 - t)")),
    specializes="amplification.poisson.tradeoff.any",
)
