"""Properties of divergences that hold for all laws."""

from sympy import Rational, S, Sum, Symbol, exp, log

from dpsym import KL, AnyLaw, Finite, HockeyStick, MaxDivergence, Renyi
from dpsym.distributions import AnyEvent, AnyKernel, Event, Gaussian, Image, Laws, Mixture, Probability
from dpsym.parameters import alpha, beta, eps, t, zeta
from theorems.checks import At, Enclose, Enumerate, Transcribed, Tight
from theorems.entry import Cite, Theorem
from theorems.library.heads import MaxOverSecond, RenyiOverSecond, RenyiUnderFirst
from theorems.statement import ABOVE_ONE, NONNEGATIVE, POSITIVE, UNIT, eq, le

P, Q, R, P1, P2, Q1, Q2 = (AnyLaw(name) for name in ("P", "Q", "R", "P1", "P2", "Q1", "Q2"))
K, A = AnyKernel("K"), AnyEvent("A")
ALL, FULL = Laws("any"), Laws("full")
ORDERS = (Rational(11, 10), 8)
HALF = Rational(1, 2)
_FAIR, _POINT = Finite(HALF, HALF), Finite(1, 0)
_FLORES, _MIRONOV, _V3, _VEH = "flores2023", "mironov2017renyi", "arXiv:1702.07476v3", "vanervenharremoes2014"
h = Symbol("h", positive=True)
count, length = Symbol("j", integer=True, positive=True), Symbol("N", integer=True, positive=True)

CHANGE_OF_MEASURE = Theorem(
    id="renyi.change_of_measure",
    title="The Rényi divergence as an expectation under P",
    statement=eq(Renyi(alpha, P, Q), RenyiUnderFirst(alpha, P, Q)),
    domain={alpha: ABOVE_ONE, P: ALL, Q: ALL},
    typical={alpha: ORDERS},
    cites=(Cite(_FLORES, "Lema 2.3.1"), Cite(_VEH, "Definition 2")),
    checks=(Enumerate(), At({alpha: S(2), P: _FAIR, Q: _POINT})),
    note="The order 1, which the source admits, divides by zero. The expectation under P is infinite where Q alone vanishes, as it should be.",
)

RENYI_LITERAL_PRINTED = Theorem(
    id="renyi.definition.printed",
    title="The Rényi divergence as an expectation under Q is not negative (definition read as printed)",
    statement=le(0, RenyiOverSecond(alpha, P, Q)),
    domain={alpha: ABOVE_ONE, P: ALL, Q: ALL},
    typical={alpha: ORDERS},
    cites=(Cite(_FLORES, "Definición 2.2.1, (2.8)"),),
    checks=(At({alpha: S(2), P: _FAIR, Q: _POINT}), Enumerate()),
    note="An expectation under Q leaves out the points that only P charges: absolute continuity is missing.",
)

RENYI_NONNEGATIVE = Theorem(
    id="renyi.nonnegative",
    title="The Rényi divergence is not negative",
    statement=le(0, Renyi(alpha, P, Q)),
    domain={alpha: ABOVE_ONE, P: ALL, Q: ALL},
    typical={alpha: ORDERS},
    cites=(Cite(_FLORES, "Proposición 2.3.2"), Cite(_MIRONOV, "Proposition 8", _V3)),
    uses=("renyi.change_of_measure",),
    checks=(Enumerate(), Tight(at={P: _FAIR, Q: _FAIR})),
    corrects="renyi.definition.printed",
)

KL_NONNEGATIVE = Theorem(
    id="kl.nonnegative",
    title="The Kullback-Leibler divergence is not negative, and 0 at equal laws",
    statement=le(0, KL(P, Q)),
    domain={P: ALL, Q: ALL},
    cites=(Cite(_FLORES, "Proposición 2.1.1, 1)"),),
    uses=("jensen.exp",),
    checks=(Enumerate(), Tight(at={P: _FAIR, Q: _FAIR})),
)

KL_CONVEX = Theorem(
    id="kl.convex",
    title="The Kullback-Leibler divergence is convex in the pair",
    statement=le(KL(Mixture(t, P1, P2), Mixture(t, Q1, Q2)), t * KL(P1, Q1) + (1 - t) * KL(P2, Q2)),
    domain={t: UNIT, P1: ALL, P2: ALL, Q1: FULL, Q2: FULL},
    typical={t: (0, 1)},
    cites=(Cite(_FLORES, "Proposición 2.1.1, 2)"),),
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
    ),
)

MAX_PRINTED = Theorem(
    id="max.support.printed",
    title="A pair whose log-ratio is bounded on the support of Q is indistinguishable at that eps (supremum as printed)",
    statement=le(HockeyStick(MaxOverSecond(P, Q), P, Q), 0),
    domain={P: ALL, Q: ALL},
    cites=(Cite(_FLORES, "Definición 2.2.1, (2.11), with (4.2)"),),
    checks=(At({P: _FAIR, Q: _POINT}), Enumerate()),
    note="The supremum belongs over the support of P; a mechanism that reveals a record with probability 1/2 passes the printed test.",
)

MAX_PURE = Theorem(
    id="dp.pure.max_divergence",
    title="eps-DP is a bound on the max divergence",
    statement=le(HockeyStick(MaxDivergence(P, Q), P, Q), 0),
    domain={P: FULL, Q: FULL},
    cites=(Cite(_FLORES, "(4.2)"), Cite(_MIRONOV, "Section III", _V3)),
    checks=(Enumerate(), Tight(at={P: _FAIR, Q: Finite(Rational(1, 3), Rational(2, 3))})),
    corrects="max.support.printed",
)

_TAIL = 2 ** (-count * alpha) * (2 ** (-((count - 1) ** 2)) - 2 ** (-(count**2))) ** (1 - alpha)
ORDER_ONE_PRINTED = Theorem(
    id="renyi.order_one.printed",
    title="Where the Kullback-Leibler divergence is finite, the sums of the Rényi divergence of higher order are bounded (as needed)",
    statement=le(Sum(_TAIL, (count, 1, length)), 1000),
    domain={alpha: ABOVE_ONE, length: S.Naturals},
    typical={alpha: (Rational(3, 2), 4), length: (1, 16)},
    cites=(Cite(_FLORES, "Proposición 2.3.1, for arbitrary laws"),),
    checks=(Enclose(), Transcribed("Sum(2**(-j*alpha)*(2**(-(j - 1)**2) - 2**(-j**2))**(1 - alpha), j, 1, N) <= 1000")),
    note="P(j) = 2^-j and Q(j) = 2^-(j-1)^2 - 2^-j^2 have Kullback-Leibler divergence 1.077..., but D_alpha is infinite for every alpha > 1, so "
         "that the limit from above is not the Kullback-Leibler divergence.",
)

ORDER_ONE = Theorem(
    id="renyi.order_one",
    title="The Rényi divergence tends to the Kullback-Leibler divergence as the order falls to 1, at a rate",
    statement=le(Renyi(1 + h, P, Q), KL(P, Q) + h * (MaxDivergence(P, Q) + MaxDivergence(Q, P)) ** 2 / 8),
    domain={h: POSITIVE, P: FULL, Q: FULL},
    typical={h: (Rational(1, 1000), 2)},
    cites=(Cite(_FLORES, "Proposición 2.3.1"), Cite(_VEH, "Theorem 5")),
    uses=("renyi.monotone",),
    checks=(Enumerate(), Tight(at={h: HALF, P: _FAIR, Q: _FAIR})),
    corrects="renyi.order_one.printed",
    note="With monotonicity it gives the limit for bounded privacy loss; in general D_alpha has to be finite for some alpha > 1.",
)

MONOTONE = Theorem(
    id="renyi.monotone",
    title="The Rényi divergence does not decrease with the order",
    statement=le(Renyi(alpha, P, Q), Renyi(beta, P, Q)),
    domain={alpha: ABOVE_ONE, beta: ABOVE_ONE, P: ALL, Q: ALL},
    typical={alpha: ORDERS, beta: ORDERS},
    hypotheses=(alpha < beta,),
    cites=(Cite(_FLORES, "Proposición 2.3.3"), Cite(_MIRONOV, "Proposition 9", _V3), Cite(_VEH, "Theorem 3")),
    uses=("renyi.change_of_measure",),
    checks=(Enumerate(), Tight(at={P: _FAIR, Q: _FAIR, alpha: S(2), beta: S(3)})),
)

PROBABILITY = Theorem(
    id="renyi.probability",
    title="Probability preservation",
    statement=le(Probability(P, A), (exp(Renyi(alpha, P, Q)) * Probability(Q, A)) ** ((alpha - 1) / alpha)),
    domain={alpha: ABOVE_ONE, P: FULL, Q: FULL, A: ALL},
    typical={alpha: ORDERS},
    cites=(Cite(_FLORES, "Proposición 2.3.4"), Cite(_MIRONOV, "Proposition 10", _V3)),
    uses=("holder",),
    checks=(
        Enumerate(),
        Tight(at={alpha: S(2), P: Finite(1, 0), Q: Finite(Rational(1, 3), Rational(2, 3)), A: Event(0)}),
    ),
)

PROBABILITY_SHARP = Theorem(
    id="renyi.probability.binary",
    title="Probability preservation in both directions at once: the divergence of the two indicators",
    statement=le(
        Probability(P, A) ** alpha * Probability(Q, A) ** (1 - alpha)
        + (1 - Probability(P, A)) ** alpha * (1 - Probability(Q, A)) ** (1 - alpha),
        exp((alpha - 1) * Renyi(alpha, P, Q)),
    ),
    domain={alpha: ABOVE_ONE, P: FULL, Q: FULL, A: ALL},
    typical={alpha: ORDERS},
    cites=(Cite(_VEH, "Theorem 9, for an indicator"),),
    uses=("renyi.data_processing",),
    checks=(
        Enumerate(),
        Tight(
            at={
                P: Finite(Rational(1, 4), Rational(3, 4)),
                Q: Finite(Rational(2, 3), Rational(1, 3)),
                A: Event(0),
            }
        ),
    ),
    sharpens="renyi.probability",
    note="Attained by every pair on two points; it tends to equality of P(A) and Q(A) as the divergence vanishes.",
)

_dual = t / (t - 1)
WEAK_TRIANGLE = Theorem(
    id="renyi.weak_triangle",
    title="Weak triangle inequality",
    statement=le(
        Renyi(alpha, P, Q),
        (alpha - 1 / t) / (alpha - 1) * Renyi(t * alpha, P, R) + Renyi(_dual * (alpha - 1 / t), R, Q),
    ),
    domain={alpha: ABOVE_ONE, t: ABOVE_ONE, P: FULL, Q: FULL, R: FULL},
    typical={alpha: ORDERS, t: (Rational(6, 5), 6)},
    cites=(Cite(_FLORES, "Proposición 2.3.5"), Cite(_MIRONOV, "Proposition 11", _V3)),
    uses=("holder",),
    # equality for Gaussian laws whose distances are to each other as the weights of the two terms
    checks=(
        Enumerate(),
        Tight(at={alpha: S(2), t: S(2), P: Gaussian(0, 1), R: Gaussian(1, 1), Q: Gaussian(3, 1)}),
        Transcribed(
            "Renyi(alpha, P, Q) <= (alpha - 1/t)/(alpha - 1)*Renyi(t*alpha, P, R) + Renyi(t/(t - 1)*(alpha - 1/t), R, Q)"
        ),
    ),
)

TRIANGLE_TWO = Theorem(
    id="renyi.weak_triangle.equal",
    title="Weak triangle inequality at p = q = 2",
    statement=le(
        Renyi(alpha, P, Q), (alpha - HALF) / (alpha - 1) * Renyi(2 * alpha, P, R) + Renyi(2 * alpha - 1, R, Q)
    ),
    domain={alpha: ABOVE_ONE, P: FULL, Q: FULL, R: FULL},
    typical={alpha: ORDERS},
    cites=(Cite(_FLORES, "Corolario 2.3.1, 1)"), Cite(_MIRONOV, "Corollary 4, 1", _V3)),
    uses=("renyi.weak_triangle",),
    checks=(Enumerate(), Tight(at={alpha: S(2), P: Gaussian(0, 1), R: Gaussian(1, 1), Q: Gaussian(3, 1)})),
)

TRIANGLE_FIRST = Theorem(
    id="renyi.weak_triangle.max_first",
    title="Weak triangle inequality with the max divergence on the first leg",
    statement=le(Renyi(alpha, P, Q), alpha / (alpha - 1) * MaxDivergence(P, R) + Renyi(alpha, R, Q)),
    domain={alpha: ABOVE_ONE, P: FULL, Q: FULL, R: FULL},
    typical={alpha: ORDERS},
    cites=(Cite(_FLORES, "Corolario 2.3.1, 2)"), Cite(_MIRONOV, "Corollary 4, 2", _V3)),
    uses=("renyi.weak_triangle",),
    checks=(
        Enumerate(),
        Transcribed("Renyi(alpha, P, Q) <= alpha/(alpha - 1)*MaxDivergence(P, R) + Renyi(alpha, R, Q)"),
    ),
)

TRIANGLE_SECOND = Theorem(
    id="renyi.weak_triangle.max_second",
    title="Weak triangle inequality with the max divergence on the second leg",
    statement=le(Renyi(alpha, P, Q), Renyi(alpha, P, R) + MaxDivergence(R, Q)),
    domain={alpha: ABOVE_ONE, P: FULL, Q: FULL, R: FULL},
    typical={alpha: ORDERS},
    cites=(Cite(_FLORES, "Corolario 2.3.1, 3)"), Cite(_MIRONOV, "Corollary 4, 3", _V3)),
    uses=("renyi.weak_triangle",),
    checks=(
        Enumerate(),
        Tight(at={P: Finite(HALF, HALF), R: Finite(HALF, HALF), Q: Finite(HALF, HALF)}),
        Transcribed("Renyi(alpha, P, Q) <= Renyi(alpha, P, R) + MaxDivergence(R, Q)"),
    ),
)

DATA_PROCESSING = Theorem(
    id="renyi.data_processing",
    title="A kernel does not increase the Rényi divergence (post-processing)",
    statement=le(Renyi(alpha, Image(K, P), Image(K, Q)), Renyi(alpha, P, Q)),
    domain={alpha: ABOVE_ONE, P: ALL, Q: ALL, K: ALL},
    typical={alpha: ORDERS},
    cites=(Cite(_FLORES, "Proposición 2.3.7 and Proposición 4.1.1"), Cite(_VEH, "Theorem 9")),
    uses=("hockey_stick.data_processing",),
    checks=(Enumerate(), Transcribed("Renyi(alpha, Image(K, P), Image(K, Q)) <= Renyi(alpha, P, Q)")),
)

HOCKEY_DATA_PROCESSING = Theorem(
    id="hockey_stick.data_processing",
    title="A kernel does not increase the hockey-stick divergence (post-processing)",
    statement=le(HockeyStick(eps, Image(K, P), Image(K, Q)), HockeyStick(eps, P, Q)),
    domain={eps: NONNEGATIVE, P: ALL, Q: ALL, K: ALL},
    typical={eps: (0, 2)},
    cites=(
        Cite(_FLORES, "Proposición 3.3.1 and Proposición A.0.1"),
        Cite("dworkroth2014", "Proposition 2.1"),
    ),
    checks=(
        Enumerate(),
        Transcribed("HockeyStick(epsilon, Image(K, P), Image(K, Q)) <= HockeyStick(epsilon, P, Q)"),
    ),
    note="Every f-divergence is a mixture of hockey-stick divergences, so this is the data processing inequality for all of them.",
)

PURE_EXACT = Theorem(
    id="renyi.pure_dp.exact",
    title="Randomized response has the greatest Rényi divergence among eps-DP pairs",
    statement=le(
        Renyi(alpha, P, Q), log((exp(alpha * zeta) + exp((1 - alpha) * zeta)) / (1 + exp(zeta))) / (alpha - 1)
    ),
    domain={alpha: ABOVE_ONE, zeta: POSITIVE, P: FULL, Q: FULL},
    typical={alpha: ORDERS, zeta: (Rational(1, 20), 4)},
    hypotheses=(le(MaxDivergence(P, Q), zeta), le(MaxDivergence(Q, P), zeta)),
    cites=(Cite("steinke2024renyi", "Theorem 4"),),
    checks=(
        Enumerate(),
        Tight(
            at={
                zeta: log(3),
                P: Finite(Rational(3, 4), Rational(1, 4)),
                Q: Finite(Rational(1, 4), Rational(3, 4)),
            }
        ),
    ),
    sharpens="renyi.pure_dp",
)

PURE_QUADRATIC = Theorem(
    id="renyi.pure_dp.quadratic",
    title="An eps-DP pair has Rényi divergence at most alpha eps^2/2",
    statement=le(
        log((exp(alpha * zeta) + exp((1 - alpha) * zeta)) / (1 + exp(zeta))) / (alpha - 1),
        alpha * zeta**2 / 2,
    ),
    domain={alpha: ABOVE_ONE, zeta: POSITIVE},
    typical={alpha: ORDERS, zeta: (Rational(1, 20), 4)},
    cites=(Cite("bunsteinke2016", "Proposition 3.3", "arXiv:1605.02065"),),
    uses=("renyi.pure_dp.exact",),
    checks=(Enclose(), Tight(at={alpha: S(3)}, symbol=zeta, point=S.Zero)),
    sharpens="renyi.pure_dp",
)

PURE_PRINTED = Theorem(
    id="renyi.pure_dp",
    title="An eps-DP pair has Rényi divergence at most 2 alpha eps^2",
    statement=le(Renyi(alpha, P, Q), 2 * alpha * zeta**2),
    domain={alpha: ABOVE_ONE, zeta: POSITIVE, P: FULL, Q: FULL},
    typical={alpha: ORDERS, zeta: (Rational(1, 20), 4)},
    hypotheses=(le(MaxDivergence(P, Q), zeta), le(MaxDivergence(Q, P), zeta)),
    cites=(Cite(_FLORES, "Lema 2.3.3"), Cite(_MIRONOV, "Lemma 1", _V3)),
    uses=("renyi.monotone", "power.two_sided", "renyi.nonnegative"),
    checks=(Enumerate(), Transcribed("Renyi(alpha, P, Q) <= 2*alpha*zeta**2")),
)
