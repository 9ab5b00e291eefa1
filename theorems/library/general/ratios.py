"""What one mu can tell of a mechanism: how far its trade-off function is from the Gaussian one, and what a sample does to mu."""

from sympy import Rational, erfc, log, sqrt, symbols

from dpsym import MaxDivergence, TradeOff
from dpsym.conversion import pure_ratio
from dpsym.divergences.diagonal import DiagonalGap
from dpsym.divergences.least import GaussianRatio
from dpsym.parameters import RATIO, eps, q, t, zeta
from theorems.checks import Enclose, Proved, Quadrature, Tight, Transcribed
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.general.tails import sampled_tail
from theorems.library.space import LOSS, ranges
from theorems.library.variables import ALL, FULL, P1, Q1, P, Q, finite
from theorems.statement import NONNEGATIVE, POSITIVE, UNIT, UNIT_OPEN, le

mu = RATIO.symbol
kappa, x = symbols("kappa", nonnegative=True), symbols("x", positive=True)

SHIFT = Theorem(
    id="tradeoff.shift",
    title="A trade-off function moved down the diagonal by the greatest gap of the profiles is below the other one",
    statement=le(TradeOff(t + kappa, Q, P) - kappa, TradeOff(t, Q1, P1)),
    domain={t: UNIT, kappa: NONNEGATIVE, P: ALL, Q: ALL, P1: ALL, Q1: ALL},
    typical={t: (0, Rational(1, 2)), kappa: (0, Rational(1, 2))},
    hypotheses=(le(DiagonalGap(P, Q, P1, Q1), kappa), le(t + kappa, 1)),
    cites=(Cite("kaissis2024calibration", "the approximate Blackwell dominance", "arXiv:2406.08918"),),
    uses=("profile.to_tradeoff",),
    checks=(Hostile(120), Enumerate(60)),
    note="With (P1, Q1) Gaussian, and P and Q as private as it is, the least kappa is the regret of telling P and Q by their mu alone. Ours: the "
    "function is the greatest of the lines 1 - H_gamma(P, Q) - gamma t. Moved by kappa such a line is "
    "1 - H_gamma(P, Q) - gamma t - (1 + gamma) kappa, and below the line of P1 and Q1 of the same slope if and only if (1 + gamma) kappa is at "
    "least the difference of the profiles: so the greatest quotient is the least shift, too.",
)

_WORST = GaussianRatio(P, Q)
_RESPONSE = {P: finite("3/4", "1/4"), Q: finite("1/4", "3/4")}

PURE = Theorem(
    id="gdp.pure",
    title="The least mu of a pure guarantee: that of the test of randomized response, whose two errors are alike",
    statement=le(_WORST, pure_ratio(eps)),
    **ranges({eps: LOSS, P: FULL, Q: FULL}),
    hypotheses=(le(MaxDivergence(P, Q), eps), le(MaxDivergence(Q, P), eps)),
    cites=(Cite("dong2022gaussian", "Definition 2.6", "arXiv:1905.02383v3"),),
    uses=("dp.pure.dominating",),
    checks=(Hostile(), Enumerate(40), Tight(at={eps: log(3), **_RESPONSE})),
    note="Ours, in this form: the trade-off function is above the chords from (0, 1) to the test with both errors 1/(1 + e^eps), and on to (1, 0). "
    "G_mu meets them there, and is convex, so that it is below them.",
)

RANGE = Theorem(
    id="gdp.range",
    title="The least mu of a bounded range: that of half of the range as pure privacy",
    statement=le(_WORST, pure_ratio(zeta / 2)),
    **ranges({zeta: (POSITIVE, ("1/20", 3)), P: FULL, Q: FULL}),
    hypotheses=(le(MaxDivergence(P, Q) + MaxDivergence(Q, P), zeta),),
    cites=(Cite("dongdurfeerogers2020", "Section 2.1, of events", "arXiv:1909.13830"),),
    uses=("range.tradeoff.any",),
    checks=(Hostile(), Enumerate(40), Tight(at={zeta: 2 * log(3), **_RESPONSE})),
    note="Ours: the log odds x of the power of a test exceed those of its level by zeta at most. With g the normal quantile of a probability by its "
    "log odds, mu is the greatest g(x + zeta) - g(x). g is odd, and concave from 0 on, for its derivative L (1 - L)/phi(u) at u = g, L = Phi(u), "
    "falls: u L (1 - L) < phi(u) (2 L - 1) for u > 0, as u/4 is below phi(u) (2 L - 1) for small u, and Mills' bound for great ones. So the "
    "difference is greatest where x = -zeta/2, in the middle. It grows with the root of the number of exponential mechanisms that are run one "
    "after the other, where half of the range as pure privacy would not compose as that.",
)

SAMPLED = Theorem(
    id="gdp.subsampled_gaussian",
    title="Far out a sample keeps the mu of Gaussian noise but for log(1/q)/x: what the tail of the sampled law is at least",
    statement=le(
        erfc((x + log(1 / q) / x) / sqrt(2)) / 2, q * erfc(x / sqrt(2)) / 2 + (1 - q) * erfc((x + mu) / sqrt(2)) / 2
    ),
    domain={x: POSITIVE, q: UNIT_OPEN, mu: POSITIVE},
    typical={x: (Rational(1, 2), 20), q: (Rational(1, 1000), Rational(9, 10)), mu: (Rational(1, 4), 2)},
    cites=(),
    uses=("amplification.poisson.tradeoff", "tradeoff.gaussian"),
    checks=(
        Proved(),
        Enclose(40),
        Quadrature(sampled_tail),
        Transcribed("erfc((x + log(1/q)/x)/sqrt(2))/2 <= q*erfc(x/sqrt(2))/2 + (1 - q)*erfc((x + mu)/sqrt(2))/2"),
    ),
    note="Ours: there is no mu below 1/sigma for which the Gaussian mechanism on a Poisson sample is mu-GDP. With mu = 1/sigma the right side is "
    "the power 1 - f(t) at the level t = Phi(-mu - x), at which Gaussian noise has 1 - G(t) = Phi(-x): so the least mu that serves at this "
    "level is mu - log(1/q)/x at least, and x is any. Proof: Phi(-x - s) <= exp(-x s) Phi(-x), since the hazard rate of the normal law at x "
    "is x at least; s = log(1/q)/x. Of k runs the same holds with sqrt(k)/sigma and q^k, for the record is in all of the samples with this "
    "probability. What is told as the mu of a sampled mechanism is that of the levels above some small one.",
)
