"""Rényi differential privacy: composition, groups, events, conversion."""

from sympy import Interval, Max, Rational, S, Sum, Symbol, binomial, exp, log, oo, sqrt, symbols

from dpsym import AnyLaw, Finite, Gaussian, HockeyStick, Renyi
from dpsym.distributions import AnyKernel, Joint, Kernel, Laws, Product
from dpsym.divergences import KernelRenyi
from dpsym.parameters import alpha, delta, sigma, zeta
from theorems.checks import At, Enclose, Enumerate, Transcribed, Tight
from theorems.entry import Cite, Theorem
from theorems.library.privacy import response_profile
from theorems.statement import ABOVE_ONE, POSITIVE, UNIT_OPEN, eq, le, lt

P, Q, P0, P1, P2, Q1, Q2 = (AnyLaw(name) for name in ("P", "Q", "P0", "P1", "P2", "Q1", "Q2"))
K, L = AnyKernel("K"), AnyKernel("L")
ALL, FULL = Laws("any"), Laws("full")
ORDERS = (Rational(11, 10), 8)
n = Symbol("n", integer=True, positive=True)
m = Symbol("m", integer=True, nonnegative=True)
j = Symbol("j", integer=True, nonnegative=True)
loss, order = symbols("L a", positive=True)
_FLORES, _MIRONOV, _V3 = "flores2023", "mironov2017renyi", "arXiv:1702.07476v3"
_F = lambda *masses: Finite(*map(Rational, masses))  # noqa: E731

ADDITIVE = Theorem(
    id="rdp.composition.independent",
    title="The Rényi divergence of independent mechanisms adds up",
    statement=eq(Renyi(alpha, Product(P1, P2), Product(Q1, Q2)), Renyi(alpha, P1, Q1) + Renyi(alpha, P2, Q2)),
    domain={alpha: ABOVE_ONE, P1: FULL, P2: FULL, Q1: FULL, Q2: FULL},
    typical={alpha: ORDERS},
    cites=(Cite("vanervenharremoes2014", "Theorem 28"), Cite(_FLORES, "Cuadro 5.1, row 3")),
    checks=(Enumerate(),),
)

ADAPTIVE = Theorem(
    id="rdp.composition.adaptive",
    title="Adaptive composition under Rényi privacy",
    statement=le(Renyi(alpha, Joint(P, K), Joint(Q, L)), Renyi(alpha, P, Q) + KernelRenyi(alpha, K, L)),
    domain={alpha: ABOVE_ONE, P: ALL, Q: ALL, K: ALL, L: ALL},
    typical={alpha: ORDERS},
    cites=(Cite(_FLORES, "Proposición 4.1.2"), Cite(_MIRONOV, "Proposition 1", _V3)),
    checks=(
        Enumerate(),
        Tight(
            at={
                alpha: S(2),
                P: _F("1/2", "1/2"),
                Q: _F("1/3", "2/3"),
                K: Kernel(_F("1/2", "1/2"), _F("1/2", "1/2")),
                L: Kernel(_F("1/4", "3/4"), _F("1/4", "3/4")),
            }
        ),
    ),
    note="The second budget must hold at every output of the first mechanism, not for the marginal law of the second.",
)

ADAPTIVE_PRINTED = Theorem(
    id="rdp.composition.adaptive.marginal.printed",
    title="The sum over the second output factors out of the joint divergence (equality as printed in the proof)",
    statement=eq(Renyi(alpha, Joint(P, K), Joint(Q, L)), Renyi(alpha, P, Q) + KernelRenyi(alpha, K, L)),
    domain={alpha: ABOVE_ONE, P: FULL, Q: FULL, K: FULL, L: FULL},
    typical={alpha: ORDERS},
    cites=(Cite(_FLORES, "Proposición 4.1.2, after (4.4)"),),
    checks=(
        At(
            {
                alpha: S(2),
                P: _F("1/2", "1/2"),
                Q: _F("1/2", "1/2"),
                K: Kernel(_F("1/2", "1/2"), _F("3/4", "1/4")),
                L: Kernel(_F("1/2", "1/2"), _F("1/4", "3/4")),
            }
        ),
        Transcribed("Renyi(alpha, Joint(P, K), Joint(Q, L)) == Renyi(alpha, P, Q) + KernelRenyi(alpha, K, L)"),
    ),
)

ADAPTIVE_REPAIRED = Theorem(
    id="rdp.composition.adaptive.lower",
    title="The joint divergence is at least that of the first output",
    statement=le(Renyi(alpha, P, Q), Renyi(alpha, Joint(P, K), Joint(Q, L))),
    domain={alpha: ABOVE_ONE, P: ALL, Q: ALL, K: ALL, L: ALL},
    typical={alpha: ORDERS},
    uses=("renyi.data_processing",),
    checks=(
        Enumerate(),
        Tight(
            at={
                alpha: S(2),
                P: _F("1/2", "1/2"),
                Q: _F("1/3", "2/3"),
                K: Kernel(_F("1/2", "1/2"), _F("1/2", "1/2")),
                L: Kernel(_F("1/2", "1/2"), _F("1/2", "1/2")),
            }
        ),
    ),
    corrects="rdp.composition.adaptive.marginal.printed",
    note="Between this and adaptive composition lies the truth; the printed equality holds only where all rows have one divergence.",
)

GROUP_PRINTED = Theorem(
    id="rdp.group.printed",
    title="Group privacy for a map that is stable in the printed sense: every record written ten times, Gaussian noise",
    statement=le(
        Renyi(alpha / 2, Gaussian(0, sigma), Gaussian(10, sigma)),
        3 * Renyi(alpha, Gaussian(0, sigma), Gaussian(1, sigma)),
    ),
    domain={alpha: Interval(4, oo), sigma: POSITIVE},
    typical={alpha: (4, 16), sigma: (Rational(1, 2), 8)},
    cites=(Cite(_FLORES, "Definición 4.1.2 with Proposición 4.1.3"),),
    checks=(
        Enclose(),
        Transcribed(
            "Renyi(alpha/2, Gaussian(0, sigma), Gaussian(10, sigma)) <= 3*Renyi(alpha, Gaussian(0, sigma), Gaussian(1, sigma))"
        ),
    ),
    note="No two images of different databases are adjacent, so the map is c-stable for every c in the printed sense; the sense is reversed.",
)

_ADJACENT = Max(Renyi(alpha, P0, P1), Renyi(alpha, P1, P2), evaluate=False)
GROUP = Theorem(
    id="rdp.group",
    title="Group privacy under Rényi privacy, at distance 2",
    statement=le(Renyi(alpha / 2, P0, P2), 3 * _ADJACENT),
    domain={alpha: Interval(4, oo), P0: FULL, P1: FULL, P2: FULL},
    typical={alpha: (4, 12)},
    cites=(Cite(_FLORES, "Proposición 4.1.3, c = 1"), Cite(_MIRONOV, "Proposition 2", _V3)),
    uses=("renyi.weak_triangle.equal", "renyi.monotone"),
    checks=(
        Enumerate(),
        Transcribed("Renyi(alpha/2, P0, P2) <= 3*Max(Renyi(alpha, P0, P1), Renyi(alpha, P1, P2))"),
    ),
    corrects="rdp.group.printed",
)

GROUP_SHARP = Theorem(
    id="rdp.group.weak_triangle",
    title="Group privacy under Rényi privacy at distance 2, at the order and budget that the weak triangle inequality gives",
    statement=le(
        Renyi(alpha**2 / (2 * alpha - 1), P0, P2),
        alpha / (alpha - 1) * Renyi(alpha, P0, P1) + Renyi(alpha, P1, P2),
    ),
    domain={alpha: ABOVE_ONE, P0: FULL, P1: FULL, P2: FULL},
    typical={alpha: ORDERS},
    uses=("renyi.weak_triangle",),
    # equality for Gaussian laws at distances in the ratio of the weights
    checks=(Enumerate(), Tight(at={alpha: S(2), P0: Gaussian(0, 1), P1: Gaussian(1, 1), P2: Gaussian(3, 1)})),
    sharpens="rdp.group",
    note="At distance k: order a_k with 1 - 1/a_k = (1 - 1/alpha)^k, budget zeta (alpha - 1)((alpha/(alpha - 1))^k - 1).",
)

GROUP_STEP_PRINTED = Theorem(
    id="rdp.group.induction.printed",
    title="The induction step of group privacy at orders above 2 (hypothesis as printed)",
    statement=le((order - 1) / (order - 2) + 1, 3),
    domain={order: Interval.open(2, oo)},
    typical={order: (Rational(9, 4), 16)},
    cites=(Cite(_FLORES, "Proposición 4.1.3, after (4.8)"),),
    checks=(Enclose(), Transcribed("(a - 1)/(a - 2) + 1 <= 3")),
    note="a stands for alpha/2^c; the printed hypothesis alpha >= 2^(c+1) only gives a >= 2, where the quotient is not bounded.",
)

GROUP_STEP = Theorem(
    id="rdp.group.induction",
    title="The induction step of group privacy, with the hypothesis that it needs",
    statement=le((order - 1) / (order - 2) + 1, Rational(5, 2)),
    domain={order: Interval(4, oo)},
    typical={order: (4, 64)},
    checks=(Enclose(), Tight(at={order: S(4)})),
    corrects="rdp.group.induction.printed",
    note="So the factor 3^c may be (5/2)^c.",
)

_TRUE = Sum(binomial(n, j) * exp((n - j) * zeta), (j, 0, m)) / (1 + exp(zeta)) ** n
_FALSE = Sum(binomial(n, j) * exp(j * zeta), (j, 0, m)) / (1 + exp(zeta)) ** n
_EVENT_DOMAIN = {n: S.Naturals, m: S.Naturals0, zeta: POSITIVE}
_EVENT_BOX = {n: (1, 30), m: (0, 12), zeta: (Rational(1, 20), 2)}
EVENT = Theorem(
    id="rdp.event",
    title="Advanced composition for one event, on the extremal mechanism",
    statement=le(_TRUE, exp(2 * zeta * sqrt(n * log(1 / _FALSE))) * _FALSE),
    domain=_EVENT_DOMAIN,
    typical=_EVENT_BOX,
    hypotheses=(m < n,),
    cites=(Cite(_FLORES, "Proposición 4.2.1"), Cite(_MIRONOV, "Proposition 4", _V3)),
    uses=("rdp.composition.adaptive", "renyi.pure_dp.quadratic", "renyi.probability"),
    checks=(
        Enclose(),
        Transcribed(
            "Sum(binomial(n, j)*exp((n - j)*zeta), j, 0, m)/(1 + exp(zeta))**n <= exp(2*zeta*sqrt(n*log(1/(Sum(binomial(n, j)*exp(j*zeta), j, 0, m)"
            "/(1 + exp(zeta))**n))))*(Sum(binomial(n, j)*exp(j*zeta), j, 0, m)/(1 + exp(zeta))**n)"
        ),
    ),
    note="The event is that at most m of n randomized responses are false: by Neyman and Pearson the worst events are of this kind.",
)

EVENT_SHARP = Theorem(
    id="rdp.event.sharp",
    title="Advanced composition for one event with the constant sqrt(2)",
    statement=le(_TRUE, exp(zeta * sqrt(2 * n * log(1 / _FALSE)) - n * zeta**2 / 2) * _FALSE),
    domain=_EVENT_DOMAIN,
    typical=_EVENT_BOX,
    hypotheses=(m < n, le(n * zeta**2 / 2, log(1 / _FALSE))),
    uses=("rdp.composition.adaptive", "renyi.pure_dp.quadratic", "renyi.probability"),
    checks=(
        Enclose(),
        Transcribed(
            "Sum(binomial(n, j)*exp((n - j)*zeta), j, 0, m)/(1 + exp(zeta))**n <= exp(zeta*sqrt(2*n*log(1/(Sum(binomial(n, j)*exp(j*zeta), j, 0, m)"
            "/(1 + exp(zeta))**n))) - n*zeta**2/2)*(Sum(binomial(n, j)*exp(j*zeta), j, 0, m)/(1 + exp(zeta))**n)"
        ),
    ),
    sharpens="rdp.event",
    note="Probability preservation at order sqrt(2 log(1/q)/n)/zeta with the budget alpha n zeta^2/2.",
)

EVENT_STEP_PRINTED = Theorem(
    id="rdp.event.exponent.printed",
    title="The exponent in the proof of advanced composition for one event (step as printed, its sign mended)",
    statement=le(3 * zeta * sqrt(n * loss) - 2 * n * zeta**2, 2 * zeta * sqrt(n * loss)),
    domain={zeta: POSITIVE, n: S.Naturals, loss: POSITIVE},
    typical={zeta: (Rational(1, 20), 2), n: (1, 30), loss: (Rational(1, 10), 40)},
    hypotheses=(le(n * zeta**2, loss),),
    cites=(Cite(_FLORES, "Proposición 4.2.1, (4.11) to (4.13)"),),
    checks=(
        At({zeta: S.One, n: S.One, loss: S(9)}),
        Enclose(),
        Transcribed("3*zeta*sqrt(n*L) - 2*n*zeta**2 <= 2*zeta*sqrt(n*L)"),
    ),
    note="L stands for log(1/q). The printed (4.12) has the wrong sign, which hides that the exponent is 3 zeta sqrt(nL) - 2 n zeta^2.",
)

EVENT_STEP = Theorem(
    id="rdp.event.exponent",
    title="The exponent with the budget alpha n zeta^2/2, at its best order",
    statement=le(zeta * sqrt(2 * n * loss) - n * zeta**2 / 2, 2 * zeta * sqrt(n * loss)),
    domain={zeta: POSITIVE, n: S.Naturals, loss: POSITIVE},
    typical={zeta: (Rational(1, 20), 2), n: (1, 30), loss: (Rational(1, 10), 40)},
    checks=(Enclose(), Transcribed("zeta*sqrt(2*n*L) - n*zeta**2/2 <= 2*zeta*sqrt(n*L)")),
    corrects="rdp.event.exponent.printed",
)

COROLLARY = Theorem(
    id="rdp.composition.advanced",
    title="Advanced composition from Rényi privacy, on the extremal mechanism",
    statement=le(response_profile(4 * zeta * sqrt(2 * n * log(1 / delta)), n, zeta), delta),
    domain={zeta: POSITIVE, n: S.Naturals, delta: UNIT_OPEN},
    typical={zeta: (Rational(1, 100), 1), n: (1, 30), delta: (Rational(1, 10**6), Rational(1, 2))},
    hypotheses=(le(zeta**2 * n, log(1 / delta)),),
    cites=(Cite(_FLORES, "Corolario 4.2.1"), Cite(_MIRONOV, "Corollary 1", _V3)),
    uses=("rdp.event",),
    checks=(
        Enclose(),
        Transcribed(
            "Sum(binomial(n, j)*Max(0, exp((n - j)*zeta) - exp(4*zeta*sqrt(2*n*log(1/delta)))*exp(j*zeta))"
            "/(1 + exp(zeta))**n, j, 0, n) <= delta"
        ),
    ),
)

COROLLARY_SHARP = Theorem(
    id="rdp.composition.advanced.zcdp",
    title="Advanced composition through zero-concentrated privacy, without a hypothesis on delta",
    statement=le(response_profile(n * zeta**2 / 2 + zeta * sqrt(2 * n * log(1 / delta)), n, zeta), delta),
    domain={zeta: POSITIVE, n: S.Naturals, delta: UNIT_OPEN},
    typical={zeta: (Rational(1, 100), 1), n: (1, 30), delta: (Rational(1, 10**6), Rational(1, 2))},
    cites=(Cite("bunsteinke2016", "Proposition 1.3, with rho = n eps^2/2", "arXiv:1605.02065"),),
    uses=("renyi.pure_dp.quadratic", "rdp.to_approx"),
    checks=(
        Enclose(),
        Transcribed(
            "Sum(binomial(n, j)*Max(0, exp((n - j)*zeta) - exp(n*zeta**2/2 + zeta*sqrt(2*n*log(1/delta)))*exp(j*zeta))"
            "/(1 + exp(zeta))**n, j, 0, n) <= delta"
        ),
    ),
    sharpens="rdp.composition.advanced",
)

REGIME_PRINTED = Theorem(
    id="rdp.composition.regime.printed",
    title="In the high-privacy regime the composed budget is below (1 + sqrt 2) log(1/delta) (as printed)",
    statement=lt(4 * zeta * sqrt(2 * n * loss), (1 + sqrt(2)) * loss),
    domain={zeta: POSITIVE, n: S.Naturals, loss: POSITIVE},
    typical={zeta: (Rational(1, 20), 2), n: (1, 30), loss: (Rational(1, 10), 40)},
    hypotheses=(le(n * zeta**2, loss),),
    cites=(Cite(_FLORES, "§4.2, after Corolario 4.2.1"),),
    checks=(Enclose(), Transcribed("4*zeta*sqrt(2*n*L) < (1 + sqrt(2))*L")),
    note="L stands for log(1/delta). The constant belongs to the classical theorem, not to this one.",
)

REGIME = Theorem(
    id="rdp.composition.regime",
    title="In the high-privacy regime the composed budget is at most 4 sqrt(2) log(1/delta), attained",
    statement=le(4 * zeta * sqrt(2 * n * loss), 4 * sqrt(2) * loss),
    domain={zeta: POSITIVE, n: S.Naturals, loss: POSITIVE},
    typical={zeta: (Rational(1, 20), 2), n: (1, 30), loss: (Rational(1, 10), 40)},
    hypotheses=(le(n * zeta**2, loss),),
    checks=(Enclose(), Tight(at={zeta: S.One, n: S.One, loss: S.One})),
    corrects="rdp.composition.regime.printed",
)

CONVERSION = Theorem(
    id="rdp.to_approx",
    title="From Rényi to approximate privacy",
    statement=le(HockeyStick(Renyi(alpha, P, Q) + log(1 / delta) / (alpha - 1), P, Q), delta),
    domain={alpha: ABOVE_ONE, delta: UNIT_OPEN, P: FULL, Q: FULL},
    typical={alpha: ORDERS, delta: (Rational(1, 1000), Rational(9, 10))},
    cites=(Cite(_FLORES, "Proposición 4.3.1"), Cite(_MIRONOV, "Proposition 3", _V3)),
    uses=("renyi.probability",),
    checks=(
        Enumerate(),
        Transcribed("HockeyStick(Renyi(alpha, P, Q) + log(1/delta)/(alpha - 1), P, Q) <= delta"),
    ),
)

CONVERSION_SHARP = Theorem(
    id="rdp.to_approx.improved",
    title="From Rényi to approximate privacy, the improved conversion",
    statement=le(
        HockeyStick(
            Renyi(alpha, P, Q) + log((alpha - 1) / alpha) - (log(delta) + log(alpha)) / (alpha - 1), P, Q
        ),
        delta,
    ),
    domain={alpha: ABOVE_ONE, delta: UNIT_OPEN, P: FULL, Q: FULL},
    typical={alpha: ORDERS, delta: (Rational(1, 1000), Rational(9, 10))},
    cites=(
        Cite("balle2020hypothesis", "Theorem 21", "arXiv:1905.09982"),
        Cite("canonne2020discrete", "Proposition 12", "arXiv:2004.00010v4"),
    ),
    # attained where the privacy loss is constant under P
    checks=(
        Enumerate(),
        Tight(at={alpha: S(2), delta: Rational(1, 2), P: Finite(1, 0), Q: _F("1/4", "3/4")}),
    ),
    sharpens="rdp.to_approx",
)

CONVERSION_STEP_PRINTED = Theorem(
    id="rdp.to_approx.case_two.printed",
    title="The second case of the conversion's proof (as printed)",
    statement=le(loss ** (1 - 1 / alpha), loss * delta ** (-1 / (alpha - 1))),
    domain={alpha: ABOVE_ONE, delta: UNIT_OPEN, loss: POSITIVE},
    typical={alpha: ORDERS, delta: (Rational(1, 100), Rational(9, 10)), loss: (Rational(1, 1000), 1)},
    hypotheses=(lt(loss, delta ** (alpha / (alpha - 1))),),
    cites=(Cite(_FLORES, "Proposición 4.3.1, case 2"),),
    checks=(Enclose(), Transcribed("L**(1 - 1/alpha) <= L*delta**(-1/(alpha - 1))")),
    note="L stands for e^zeta q. The printed exponent of delta in the hypothesis has its sign reversed as well.",
)

CONVERSION_STEP = Theorem(
    id="rdp.to_approx.case_two",
    title="The second case of the conversion's proof, mended",
    statement=le(loss ** (1 - 1 / alpha), delta),
    domain={alpha: ABOVE_ONE, delta: UNIT_OPEN, loss: POSITIVE},
    typical={alpha: ORDERS, delta: (Rational(1, 100), Rational(9, 10)), loss: (Rational(1, 1000), 1)},
    hypotheses=(le(loss, delta ** (alpha / (alpha - 1))),),
    checks=(Enclose(), Tight(at={alpha: S(2), delta: Rational(1, 2), loss: Rational(1, 4)})),
    corrects="rdp.to_approx.case_two.printed",
)
