"""What one mu can tell of a mechanism: how far its trade-off function is from the Gaussian one, and what a sample does to mu."""

from sympy import Rational, erfc, log, sqrt, symbols

from dpsym import TradeOff
from dpsym.divergences.diagonal import DiagonalGap
from dpsym.parameters import RATIO, q, t
from theorems.checks import Enclose, Proved, Quadrature, Transcribed
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.general.tails import sampled_tail
from theorems.library.variables import ALL, P1, Q1, P, Q
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
