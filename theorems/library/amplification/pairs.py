"""Mixtures of laws are private together; amplification by sampling without replacement, and by shuffling."""

from sympy import Max, S, Sum, binomial, exp, log

from dpsym import HockeyStick, MaxDivergence, Mixture
from dpsym.amplification import shuffled_epsilon, subsampled_delta, subsampled_epsilon
from dpsym.divergences.clones import ClonesRenyi
from dpsym.parameters import alpha, delta, eps, q, zeta
from theorems.checks import Enclose, Enumerate, Quadrature, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.amplification import runs
from theorems.library.amplification.poisson import BALLE, BALLE_V, EPS, HALVES, RATES
from theorems.library.space import SMALL, ranges
from theorems.library.variables import ALL, FULL, P1, P2, Q1, Q2, P, Q, R, j, k, m
from theorems.statement import ABOVE_ONE, POSITIVE, UNIT_OPEN, eq, le

_FIRST, _SECOND = Mixture(q, P, R), Mixture(q, Q, R)
_LAWS = {P: ALL, Q: ALL}
_FULL = {P: FULL, Q: FULL}


JOINT_CONVEXITY = Theorem(
    id="hockey_stick.joint_convexity",
    title="The hockey-stick divergence is jointly convex",
    statement=le(
        HockeyStick(eps, Mixture(q, P1, P2), Mixture(q, Q1, Q2)),
        q * HockeyStick(eps, P1, Q1) + (1 - q) * HockeyStick(eps, P2, Q2),
    ),
    **ranges({eps: SMALL, q: (UNIT_OPEN, RATES), P1: ALL, P2: ALL, Q1: ALL, Q2: ALL}),
    cites=(Cite(BALLE, "section 2, properties of the divergences", BALLE_V),),
    checks=(
        Enumerate(),
        Transcribed(
            "HockeyStick(epsilon, Mixture(q, P1, P2), Mixture(q, Q1, Q2)) <= q*HockeyStick(epsilon, P1, Q1) + (1-q)*HockeyStick(epsilon, P2, Q2)"
        ),
    ),
    specializes="hockey_stick.joint_convexity.any",
    note="So that a mechanism on a random sample is no worse than its worst pair of inputs, sample by sample.",
)

FIXED_PURE = Theorem(
    id="amplification.without_replacement.pure",
    title="Sampling without replacement and pure privacy",
    statement=le(MaxDivergence(_FIRST, _SECOND), subsampled_epsilon(Max(MaxDivergence(P, Q), MaxDivergence(P, R)), q)),
    **ranges({q: (UNIT_OPEN, RATES), **_FULL, R: FULL}),
    cites=(Cite(BALLE, "Theorem 9 at delta = 0", BALLE_V),),
    checks=(
        Enumerate(),
        Tight(at=HALVES),
        Transcribed(
            "MaxDivergence(Mixture(q, P, R), Mixture(q, Q, R)) <= log(1 + q*(exp(Max(MaxDivergence(P, Q), MaxDivergence(P, R))) - 1))"
        ),
    ),
    note="P and Q are the laws with the one record or the other in the sample, R with neither; q = m/n.",
)

FIXED_PROFILE = Theorem(
    id="amplification.without_replacement.profile",
    title="Sampling without replacement and the privacy profile",
    statement=le(
        HockeyStick(EPS, _FIRST, _SECOND), subsampled_delta(Max(HockeyStick(eps, P, Q), HockeyStick(eps, P, R)), q)
    ),
    **ranges({eps: SMALL, q: (UNIT_OPEN, RATES), **_LAWS, R: ALL}),
    cites=(Cite(BALLE, "Theorem 9", BALLE_V),),
    checks=(
        Enumerate(),
        Tight(at={eps: S.Zero, **HALVES}),
        Transcribed(
            "HockeyStick(log(1 + q*(exp(epsilon) - 1)), Mixture(q, P, R), Mixture(q, Q, R)) <= "
            "q*Max(HockeyStick(epsilon, P, Q), HockeyStick(epsilon, P, R))"
        ),
    ),
    note="P and Q are the laws with the one record or the other in the sample, R with neither; q = m/n.",
)


_TRUTH, _LIE = exp(zeta) / (1 + exp(zeta)), 1 / (1 + exp(zeta))
_GROWTH = exp(shuffled_epsilon(zeta, k, delta))
_FEWER, _MORE = binomial(j, m) / 2**j, binomial(j, m - 1) / 2**j

_ONE, _ZERO = _TRUTH * _FEWER + _LIE * _MORE, _LIE * _FEWER + _TRUTH * _MORE

CLONES_COINS = Theorem(
    id="renyi.clones",
    title="The Rényi divergence of the pair of clones is a mean over fair coins",
    statement=eq(
        log(
            Sum(
                binomial(k - 1, j)
                * exp(-zeta * j)
                * (1 - exp(-zeta)) ** (k - 1 - j)
                * Sum(_ONE**alpha * _ZERO ** (1 - alpha), (m, 0, j + 1)),
                (j, 0, k - 1),
            )
        )
        / (alpha - 1),
        ClonesRenyi(alpha, zeta, k).as_sum(j, m),
    ),
    **ranges({zeta: (POSITIVE, ("1/10", 4)), k: (S.Naturals, (1, 12)), alpha: (ABOVE_ONE, ("11/10", 8))}),
    cites=(Cite("feldman2021hiding", "section 3, the pair of clones", "arXiv:2012.12803v3"),),
    checks=(Quadrature(runs.renyi_clones, 8), Enclose(6)),
    note="Ours: with w = e^zeta/(1 + e^zeta) the mass of m of j + 1 answers is binomial(j + 1, m)/2^j times (w (j + 1 - m) + (1 - w) m)/(j + 1).",
)

SHUFFLE_CLONES = Theorem(
    id="amplification.shuffle.clones",
    title="Shuffling: the closed form covers the pair of clones of a pure local randomiser",
    statement=le(
        Sum(
            binomial(k - 1, j)
            * exp(-zeta * j)
            * (1 - exp(-zeta)) ** (k - 1 - j)
            * Sum(Max(0, _TRUTH * _FEWER + _LIE * _MORE - _GROWTH * (_LIE * _FEWER + _TRUTH * _MORE)), (m, 0, j + 1)),
            (j, 0, k - 1),
        ),
        delta,
    ),
    **ranges({zeta: (POSITIVE, ("1/10", "3/2")), k: (S.Naturals, (60, 110)), delta: (UNIT_OPEN, ("1/100", "1/2"))}),
    hypotheses=(le(zeta, log(k / (16 * log(2 / delta)))),),
    cites=(Cite("feldman2021hiding", "Theorem 3.1 and its reduction to clones", "arXiv:2012.12803v3"),),
    checks=(
        Quadrature(runs.shuffled_clones, 8),
        Enclose(3),
        Transcribed(
            "Sum(binomial(k - 1, j)*exp(-zeta*j)*(1 - exp(-zeta))**(k - 1 - j)*Sum(Max(0, (exp(zeta)*binomial(j, m) + "
            "binomial(j, m - 1))/(1 + exp(zeta))/2**j - (1 + (exp(zeta) - 1)/(exp(zeta) + 1)*(8*sqrt(exp(zeta)*log(4/delta))/sqrt(k) "
            "+ 8*exp(zeta)/k))*(binomial(j, m) + exp(zeta)*binomial(j, m - 1))/(1 + exp(zeta))/2**j), m, 0, j + 1), j, 0, k - 1) <= delta"
        ),
    ),
    note="zeta is the local parameter. Of the k - 1 other users a binomial number answers alike on both inputs, half and half.",
)
