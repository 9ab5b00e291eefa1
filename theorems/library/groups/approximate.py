"""Group privacy, approximate and Rényi."""

from sympy import Max, Rational, S, Sum, exp, log

from dpsym import HockeyStick
from dpsym.parameters import eps
from theorems.checks import At, Enclose, Enumerate, Tight, Transcribed
from theorems.checks.integrated import Integrated
from theorems.entry import Cite, Theorem
from theorems.library.space import MEDIUM, ranges
from theorems.library.variables import ALL, DWORK_ROTH, FLORES, FULL, P0, P1, P2, SMALL_BUDGETS, bernoulli, j, k
from theorems.statement import NONNEGATIVE, POSITIVE, eq, le

# the chain of the counterexample: e^eps = 14, delta = 1/30
_CHAIN = {P0: bernoulli(Rational(1, 2)), P1: bernoulli(Rational(1, 30)), P2: bernoulli(S.Zero), eps: log(14)}

_ADJACENT = Max(
    HockeyStick(eps, P0, P1),
    HockeyStick(eps, P1, P0),
    HockeyStick(eps, P1, P2),
    HockeyStick(eps, P2, P1),
    evaluate=False,
)

GROUP_PRINTED = Theorem(
    id="dp.group.printed",
    title="Group privacy at distance 2 with the factor k e^k on delta (as printed)",
    statement=le(HockeyStick(2 * eps, P0, P2), 2 * exp(2) * _ADJACENT),
    **ranges({eps: MEDIUM, P0: ALL, P1: ALL, P2: ALL}),
    cites=(Cite(FLORES, "Proposición 3.3.2"),),
    checks=(
        At(_CHAIN),
        Transcribed(
            "HockeyStick(2*epsilon, P0, P2) <= 2*exp(2)*Max(HockeyStick(epsilon, P0, P1), HockeyStick(epsilon, P1, P0), "
            "HockeyStick(epsilon, P1, P2), HockeyStick(epsilon, P2, P1))"
        ),
    ),
    note="False for eps > log(2 e^2 - 1) = 2.62...; the proof itself ends with k e^(k eps).",
)

GROUP = Theorem(
    id="dp.group",
    title="Group privacy at distance 2, step by step",
    statement=le(HockeyStick(2 * eps, P0, P2), HockeyStick(eps, P0, P1) + exp(eps) * HockeyStick(eps, P1, P2)),
    **ranges({eps: MEDIUM, P0: ALL, P1: ALL, P2: ALL}),
    cites=(Cite("vadhan2017", "Lemma 2.2, its proof"),),
    checks=(
        Enumerate(),
        Tight(at=_CHAIN),
        Transcribed(
            "HockeyStick(2*epsilon, P0, P2) <= exp(epsilon)*HockeyStick(epsilon, P1, P2) + HockeyStick(epsilon, P0, P1)"
        ),
    ),
    corrects="dp.group.printed",
    note="Repeated k times it gives (k eps, delta (e^(k eps) - 1)/(e^eps - 1)), attained by the chain in the check.",
)

GROUP_SUM = Theorem(
    id="dp.group.factor",
    title="The factor on delta at distance k",
    statement=eq(Sum(exp(j * eps), (j, 0, k - 1)), (exp(k * eps) - 1) / (exp(eps) - 1)),
    **ranges({eps: (POSITIVE, SMALL_BUDGETS), k: (S.Naturals, (1, 12))}),
    cites=(Cite("vadhan2017", "Lemma 2.2, its proof"),),
    uses=("dp.group",),
    checks=(Integrated(), Enclose()),
    sharpens="dp.group.factor.loose",
)

GROUP_FACTOR_LOOSE = Theorem(
    id="dp.group.factor.loose",
    title="The factor on delta at distance k is at most k e^(k eps)",
    statement=le((exp(k * eps) - 1) / (exp(eps) - 1), k * exp(k * eps)),
    **ranges({eps: (POSITIVE, SMALL_BUDGETS), k: (S.Naturals, (1, 12))}),
    cites=(Cite(FLORES, "Proposición 3.3.2, last line of the proof"), Cite("vadhan2017", "Lemma 2.2")),
    checks=(
        Enclose(),
        Tight(at={k: S(5)}, symbol=eps, point=S.Zero),
        Transcribed("(exp(epsilon*k) - 1)/(exp(epsilon) - 1) <= k*exp(epsilon*k)"),
    ),
    corrects="dp.group.factor.printed",
)

GROUP_FACTOR_PRINTED = Theorem(
    id="dp.group.factor.printed",
    title="The factor on delta at distance k is at most k e^k (as printed)",
    statement=le((exp(k * eps) - 1) / (exp(eps) - 1), k * exp(k)),
    **ranges({eps: (POSITIVE, (1, 4)), k: (S.Naturals, (1, 12))}),
    cites=(Cite(FLORES, "Proposición 3.3.2"),),
    checks=(Enclose(), Transcribed("(exp(k*epsilon) - 1)/(exp(epsilon) - 1) <= k*exp(k)")),
)

GROUP_PURE = Theorem(
    id="dp.group.pure",
    title="Group privacy under pure privacy at distance 2: 2 eps",
    statement=le(HockeyStick(2 * eps, P0, P2), 0),
    **ranges({eps: (NONNEGATIVE, ("1/2", 3)), P0: FULL, P1: FULL, P2: FULL}),
    hypotheses=(le(HockeyStick(eps, P0, P1), 0), le(HockeyStick(eps, P1, P2), 0)),
    cites=(Cite(DWORK_ROTH, "Theorem 2.2"), Cite(FLORES, "Cuadro 5.1, row 4")),
    uses=("dp.group",),
    specializes="dp.group.pure.any",
    checks=(
        Enumerate(),
        Tight(
            at={
                eps: log(2),
                P0: bernoulli(Rational(2, 3)),
                P1: bernoulli(Rational(1, 3)),
                P2: bernoulli(Rational(1, 6)),
            }
        ),
        Transcribed("HockeyStick(2*epsilon, P0, P2) <= 0"),
    ),
)
