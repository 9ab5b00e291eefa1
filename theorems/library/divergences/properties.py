"""What the divergences are, and how they behave in the order and in the pair."""

from sympy import Rational, S, Sum, Symbol

from dpsym import KL, Finite, HockeyStick, MaxDivergence, Renyi
from dpsym.distributions import Mixture
from dpsym.divergences.variants import MaxOverSecond, RenyiOverSecond, RenyiUnderFirst
from dpsym.parameters import alpha, beta, t
from theorems.checks import At, Enclose, Enumerate, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, SHARE, ranges
from theorems.library.variables import ALL, FLORES, FULL, HALF, MIRONOV, P1, P2, Q1, Q2, V3, VAN_ERVEN, P, Q
from theorems.statement import ABOVE_ONE, POSITIVE, eq, le

_FAIR, _POINT = Finite(HALF, HALF), Finite(1, 0)

h = Symbol("h", positive=True)

count, length = Symbol("j", integer=True, positive=True), Symbol("N", integer=True, positive=True)

CHANGE_OF_MEASURE = Theorem(
    id="renyi.change_of_measure",
    title="The Rényi divergence as an expectation under P",
    statement=eq(Renyi(alpha, P, Q), RenyiUnderFirst(alpha, P, Q)),
    **ranges({alpha: ORDER, P: ALL, Q: ALL}),
    cites=(Cite(FLORES, "Lema 2.3.1"), Cite(VAN_ERVEN, "Definition 2")),
    checks=(Enumerate(), At({alpha: S(2), P: _FAIR, Q: _POINT})),
    note="The order 1, which the source admits, divides by zero. The expectation under P is infinite where Q alone vanishes, as it should be.",
)

RENYI_LITERAL_PRINTED = Theorem(
    id="renyi.definition.printed",
    title="The Rényi divergence as an expectation under Q is not negative (definition read as printed)",
    statement=le(0, RenyiOverSecond(alpha, P, Q)),
    **ranges({alpha: ORDER, P: ALL, Q: ALL}),
    cites=(Cite(FLORES, "Definición 2.2.1, (2.8)"),),
    checks=(At({alpha: S(2), P: _FAIR, Q: _POINT}), Enumerate(), Transcribed("0 <= RenyiOverSecond(alpha, P, Q)")),
    note="An expectation under Q leaves out the points that only P charges: absolute continuity is missing.",
)

RENYI_NONNEGATIVE = Theorem(
    id="renyi.nonnegative",
    title="The Rényi divergence is not negative",
    statement=le(0, Renyi(alpha, P, Q)),
    **ranges({alpha: ORDER, P: ALL, Q: ALL}),
    cites=(Cite(FLORES, "Proposición 2.3.2"), Cite(MIRONOV, "Proposition 8", V3)),
    uses=("renyi.change_of_measure",),
    checks=(Enumerate(), Tight(at={P: _FAIR, Q: _FAIR}), Transcribed("0 <= Renyi(alpha, P, Q)")),
    corrects="renyi.definition.printed",
)

KL_NONNEGATIVE = Theorem(
    id="kl.nonnegative",
    title="The Kullback-Leibler divergence is not negative, and 0 at equal laws",
    statement=le(0, KL(P, Q)),
    domain={P: ALL, Q: ALL},
    cites=(Cite(FLORES, "Proposición 2.1.1, 1)"),),
    uses=("jensen.exp",),
    checks=(Enumerate(), Tight(at={P: _FAIR, Q: _FAIR}), Transcribed("0 <= KL(P, Q)")),
)

KL_CONVEX = Theorem(
    id="kl.convex",
    title="The Kullback-Leibler divergence is convex in the pair",
    statement=le(KL(Mixture(t, P1, P2), Mixture(t, Q1, Q2)), t * KL(P1, Q1) + (1 - t) * KL(P2, Q2)),
    **ranges({t: SHARE, P1: ALL, P2: ALL, Q1: FULL, Q2: FULL}),
    cites=(Cite(FLORES, "Proposición 2.1.1, 2)"),),
    uses=("log_sum",),
    checks=(
        Enumerate(),
        Tight(
            at={
                t: HALF,
                P1: _FAIR,
                P2: _FAIR,
                Q1: Finite(Rational(1, 3), Rational(2, 3)),
                Q2: Finite(Rational(1, 3), Rational(2, 3)),
            }
        ),
        Transcribed("KL(Mixture(t, P1, P2), Mixture(t, Q1, Q2)) <= t*KL(P1, Q1) + (1 - t)*KL(P2, Q2)"),
    ),
)

MAX_PRINTED = Theorem(
    id="max.support.printed",
    title="A pair whose log-ratio is bounded on the support of Q is indistinguishable at that eps (supremum as printed)",
    statement=le(HockeyStick(MaxOverSecond(P, Q), P, Q), 0),
    domain={P: ALL, Q: ALL},
    cites=(Cite(FLORES, "Definición 2.2.1, (2.11), with (4.2)"),),
    checks=(At({P: _FAIR, Q: _POINT}), Enumerate(), Transcribed("HockeyStick(MaxOverSecond(P, Q), P, Q) <= 0")),
    note="The supremum belongs over the support of P; a mechanism that reveals a record with probability 1/2 passes the printed test.",
)

MAX_PURE = Theorem(
    id="dp.pure.max_divergence",
    title="eps-DP is a bound on the max divergence",
    statement=le(HockeyStick(MaxDivergence(P, Q), P, Q), 0),
    domain={P: FULL, Q: FULL},
    cites=(Cite(FLORES, "(4.2)"), Cite(MIRONOV, "Section III", V3)),
    checks=(
        Enumerate(),
        Tight(at={P: _FAIR, Q: Finite(Rational(1, 3), Rational(2, 3))}),
        Transcribed("HockeyStick(MaxDivergence(P, Q), P, Q) <= 0"),
    ),
    corrects="max.support.printed",
)

_TAIL = 2 ** (-count * alpha) * (2 ** (-((count - 1) ** 2)) - 2 ** (-(count**2))) ** (1 - alpha)

ORDER_ONE_PRINTED = Theorem(
    id="renyi.order_one.printed",
    title="Where the Kullback-Leibler divergence is finite, the sums of the Rényi divergence of higher order are bounded (as needed)",
    statement=le(Sum(_TAIL, (count, 1, length)), 1000),
    **ranges({alpha: (ABOVE_ONE, ("3/2", 4)), length: (S.Naturals, (1, 16))}),
    cites=(Cite(FLORES, "Proposición 2.3.1, for arbitrary laws"),),
    checks=(Enclose(), Transcribed("Sum(2**(-j*alpha)*(2**(-(j - 1)**2) - 2**(-j**2))**(1 - alpha), j, 1, N) <= 1000")),
    note="P(j) = 2^-j and Q(j) = 2^-(j-1)^2 - 2^-j^2 have Kullback-Leibler divergence 1.077..., but D_alpha is infinite for every alpha > 1, so "
    "that the limit from above is not the Kullback-Leibler divergence.",
)

ORDER_ONE = Theorem(
    id="renyi.order_one",
    title="The Rényi divergence tends to the Kullback-Leibler divergence as the order falls to 1, at a rate",
    statement=le(Renyi(1 + h, P, Q), KL(P, Q) + h * (MaxDivergence(P, Q) + MaxDivergence(Q, P)) ** 2 / 8),
    **ranges({h: (POSITIVE, ("1/1000", 2)), P: FULL, Q: FULL}),
    cites=(Cite(FLORES, "Proposición 2.3.1"), Cite(VAN_ERVEN, "Theorem 5")),
    uses=("renyi.monotone",),
    checks=(
        Enumerate(),
        Tight(at={h: HALF, P: _FAIR, Q: _FAIR}),
        Transcribed("Renyi(h + 1, P, Q) <= h*(MaxDivergence(P, Q) + MaxDivergence(Q, P))**2/8 + KL(P, Q)"),
    ),
    corrects="renyi.order_one.printed",
    note="With monotonicity it gives the limit for bounded privacy loss; in general D_alpha has to be finite for some alpha > 1.",
)

MONOTONE = Theorem(
    id="renyi.monotone",
    title="The Rényi divergence does not decrease with the order",
    statement=le(Renyi(alpha, P, Q), Renyi(beta, P, Q)),
    **ranges({alpha: ORDER, beta: ORDER, P: ALL, Q: ALL}),
    hypotheses=(alpha < beta,),
    cites=(Cite(FLORES, "Proposición 2.3.3"), Cite(MIRONOV, "Proposition 9", V3), Cite(VAN_ERVEN, "Theorem 3")),
    uses=("renyi.change_of_measure",),
    checks=(
        Enumerate(),
        Tight(at={P: _FAIR, Q: _FAIR, alpha: S(2), beta: S(3)}),
        Transcribed("Renyi(alpha, P, Q) <= Renyi(beta, P, Q)"),
    ),
)

MONOTONE_FROM_ONE = Theorem(
    id="renyi.monotone.order_one",
    title="The Kullback-Leibler divergence is below every Rényi divergence of higher order",
    statement=le(KL(P, Q), Renyi(beta, P, Q)),
    **ranges({beta: ORDER, P: ALL, Q: ALL}),
    cites=(Cite(FLORES, "Proposición 2.3.3, from order 1"), Cite(VAN_ERVEN, "Theorem 3")),
    uses=("renyi.change_of_measure",),
    checks=(Enumerate(), Tight(at={P: _FAIR, Q: _FAIR}), Transcribed("KL(P, Q) <= Renyi(beta, P, Q)")),
)
