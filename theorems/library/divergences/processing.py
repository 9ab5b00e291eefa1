"""What is preserved: events, post-processing, and a weak triangle inequality."""

from sympy import Rational, S, exp, log

from dpsym import KL, Finite, Gaussian, HockeyStick, MaxDivergence, Renyi
from dpsym.distributions import Event, Image, Kernel, Probability
from dpsym.parameters import alpha, eps, t
from theorems.checks import At, Enumerate, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, SMALL, ranges
from theorems.library.variables import (
    ALL,
    DWORK_ROTH,
    FLORES,
    FULL,
    HALF,
    MIRONOV,
    V3,
    VAN_ERVEN,
    A,
    K,
    P,
    Q,
    R,
    finite,
)
from theorems.statement import ABOVE_ONE, le

PROBABILITY = Theorem(
    id="renyi.probability",
    title="Probability preservation",
    statement=le(Probability(P, A), (exp(Renyi(alpha, P, Q)) * Probability(Q, A)) ** ((alpha - 1) / alpha)),
    **ranges({alpha: ORDER, P: FULL, Q: FULL, A: ALL}),
    cites=(Cite(FLORES, "Proposición 2.3.4"), Cite(MIRONOV, "Proposition 10", V3)),
    uses=("holder",),
    checks=(
        Enumerate(),
        Tight(at={alpha: S(2), P: Finite(1, 0), Q: Finite(Rational(1, 3), Rational(2, 3)), A: Event(0)}),
        Transcribed("Probability(P, A) <= (exp(Renyi(alpha, P, Q))*Probability(Q, A))**((alpha - 1)/alpha)"),
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
    **ranges({alpha: ORDER, P: FULL, Q: FULL, A: ALL}),
    cites=(Cite(VAN_ERVEN, "Theorem 9, for an indicator"),),
    uses=("renyi.data_processing",),
    checks=(
        Enumerate(),
        Tight(at={P: Finite(Rational(1, 4), Rational(3, 4)), Q: Finite(Rational(2, 3), Rational(1, 3)), A: Event(0)}),
        Transcribed(
            "(1 - Probability(P, A))**alpha*(1 - Probability(Q, A))**(1 - alpha) + Probability(P, "
            "A)**alpha*Probability(Q, A)**(1 - alpha) <= exp((alpha - 1)*Renyi(alpha, P, Q))"
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
    **ranges({alpha: ORDER, t: (ABOVE_ONE, ("6/5", 6)), P: FULL, Q: FULL, R: FULL}),
    cites=(Cite(FLORES, "Proposición 2.3.5"), Cite(MIRONOV, "Proposition 11", V3)),
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
    **ranges({alpha: ORDER, P: FULL, Q: FULL, R: FULL}),
    cites=(Cite(FLORES, "Corolario 2.3.1, 1)"), Cite(MIRONOV, "Corollary 4, 1", V3)),
    uses=("renyi.weak_triangle",),
    checks=(
        Enumerate(),
        Tight(at={alpha: S(2), P: Gaussian(0, 1), R: Gaussian(1, 1), Q: Gaussian(3, 1)}),
        Transcribed("Renyi(alpha, P, Q) <= Renyi(2*alpha - 1, R, Q) + (alpha - 1/2)*Renyi(2*alpha, P, R)/(alpha - 1)"),
    ),
)

TRIANGLE_FIRST = Theorem(
    id="renyi.weak_triangle.max_first",
    title="Weak triangle inequality with the max divergence on the first leg",
    statement=le(Renyi(alpha, P, Q), alpha / (alpha - 1) * MaxDivergence(P, R) + Renyi(alpha, R, Q)),
    **ranges({alpha: ORDER, P: FULL, Q: FULL, R: FULL}),
    cites=(Cite(FLORES, "Corolario 2.3.1, 2)"), Cite(MIRONOV, "Corollary 4, 2", V3)),
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
    **ranges({alpha: ORDER, P: FULL, Q: FULL, R: FULL}),
    cites=(Cite(FLORES, "Corolario 2.3.1, 3)"), Cite(MIRONOV, "Corollary 4, 3", V3)),
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
    **ranges({alpha: ORDER, P: ALL, Q: ALL, K: ALL}),
    cites=(Cite(FLORES, "Proposición 2.3.7 and Proposición 4.1.1"), Cite(VAN_ERVEN, "Theorem 9")),
    uses=("hockey_stick.data_processing",),
    checks=(Enumerate(), Transcribed("Renyi(alpha, Image(K, P), Image(K, Q)) <= Renyi(alpha, P, Q)")),
)

HOCKEY_DATA_PROCESSING = Theorem(
    id="hockey_stick.data_processing",
    title="A kernel does not increase the hockey-stick divergence (post-processing)",
    statement=le(HockeyStick(eps, Image(K, P), Image(K, Q)), HockeyStick(eps, P, Q)),
    **ranges({eps: SMALL, P: ALL, Q: ALL, K: ALL}),
    cites=(Cite(FLORES, "Proposición 3.3.1 and Proposición A.0.1"), Cite(DWORK_ROTH, "Proposition 2.1")),
    checks=(
        Enumerate(),
        Tight(
            at={eps: log(2), P: finite("3/4", "1/4"), Q: finite("1/4", "3/4"), K: Kernel(Finite(1, 0), Finite(0, 1))}
        ),
        Transcribed("HockeyStick(epsilon, Image(K, P), Image(K, Q)) <= HockeyStick(epsilon, P, Q)"),
    ),
    note="Every f-divergence is a mixture of hockey-stick divergences, so this is the data processing inequality for all of them.",
)

KL_DATA_PROCESSING = Theorem(
    id="kl.data_processing",
    title="A kernel does not increase the Kullback-Leibler divergence",
    statement=le(KL(Image(K, P), Image(K, Q)), KL(P, Q)),
    domain={P: ALL, Q: ALL, K: ALL},
    cites=(Cite(FLORES, "Proposición 4.1.1, at order 1"), Cite(VAN_ERVEN, "Theorem 9")),
    uses=("hockey_stick.data_processing",),
    checks=(Enumerate(), Transcribed("KL(Image(K, P), Image(K, Q)) <= KL(P, Q)")),
)

KL_TRIANGLE_PRINTED = Theorem(
    id="kl.triangle.printed",
    title="The Kullback-Leibler divergence shares the triangle inequality of the Rényi divergence (as the chapter's summary has it)",
    statement=le(KL(P, Q), KL(P, R) + KL(R, Q)),
    domain={P: FULL, Q: FULL, R: FULL},
    cites=(Cite(FLORES, "§2.4, last paragraph"),),
    checks=(
        At({P: finite("1/2", "1/2"), R: finite("1/4", "3/4"), Q: finite("1/8", "7/8")}),
        Transcribed("KL(P, Q) <= KL(P, R) + KL(R, Q)"),
    ),
)

KL_TRIANGLE = Theorem(
    id="kl.triangle",
    title="The triangle inequality that does hold at order 1: the second leg in the max divergence",
    statement=le(KL(P, Q), KL(P, R) + MaxDivergence(R, Q)),
    domain={P: FULL, Q: FULL, R: FULL},
    cites=(Cite("mironov2017renyi", "Corollary 4, 3, as the order tends to 1", "arXiv:1702.07476v3"),),
    uses=("renyi.weak_triangle.max_second",),
    checks=(
        Enumerate(),
        Tight(at={P: finite("1/2", "1/2"), R: finite("1/2", "1/2"), Q: finite("1/2", "1/2")}),
        Transcribed("KL(P, Q) <= KL(P, R) + MaxDivergence(R, Q)"),
    ),
    corrects="kl.triangle.printed",
)
