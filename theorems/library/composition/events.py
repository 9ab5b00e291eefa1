"""Advanced composition through Rényi privacy, event by event."""

from sympy import S, Sum, binomial, exp, log, sqrt

from dpsym.parameters import delta, zeta
from theorems.checks import At, Enclose, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.composition.approximate import response_profile
from theorems.library.space import ranges
from theorems.library.variables import FLORES, MIRONOV, V3, j, loss, m, n
from theorems.statement import POSITIVE, UNIT_OPEN, le, lt

_TRUE = Sum(binomial(n, j) * exp((n - j) * zeta), (j, 0, m)) / (1 + exp(zeta)) ** n

_FALSE = Sum(binomial(n, j) * exp(j * zeta), (j, 0, m)) / (1 + exp(zeta)) ** n

_EVENT = ranges({n: (S.Naturals, (1, 30)), m: (S.Naturals0, (0, 12)), zeta: (POSITIVE, ("1/20", 2))})

EVENT = Theorem(
    id="rdp.event",
    title="Advanced composition for one event, on the extremal mechanism",
    statement=le(_TRUE, exp(2 * zeta * sqrt(n * log(1 / _FALSE))) * _FALSE),
    **_EVENT,
    hypotheses=(m < n,),
    cites=(Cite(FLORES, "Proposición 4.2.1"), Cite(MIRONOV, "Proposition 4", V3)),
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
    **_EVENT,
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
    note="Ours: probability preservation at order sqrt(2 log(1/q)/n)/zeta with the budget alpha n zeta^2/2.",
)

EVENT_STEP_PRINTED = Theorem(
    id="rdp.event.exponent.printed",
    title="The exponent in the proof of advanced composition for one event (step as printed, its sign mended)",
    statement=le(3 * zeta * sqrt(n * loss) - 2 * n * zeta**2, 2 * zeta * sqrt(n * loss)),
    **ranges({zeta: (POSITIVE, ("1/20", 2)), n: (S.Naturals, (1, 30)), loss: (POSITIVE, ("1/10", 40))}),
    hypotheses=(le(n * zeta**2, loss),),
    cites=(Cite(FLORES, "Proposición 4.2.1, (4.11) to (4.13)"),),
    checks=(
        At({zeta: S.One, n: S.One, loss: S(9)}),
        Enclose(),
        Transcribed("3*zeta*sqrt(n*L) - 2*n*zeta**2 <= 2*zeta*sqrt(n*L)"),
    ),
    note="L stands for log(1/q). The printed (4.12) has the wrong sign, which hides that the exponent is 3 zeta sqrt(nL) - 2 n zeta^2.",
)

EVENT_STEP = Theorem(
    id="rdp.event.exponent",
    title="The exponent with the budget alpha n zeta^2/2, at the order at which it is stationary",
    statement=le(zeta * sqrt(2 * n * loss) - n * zeta**2 / 2, 2 * zeta * sqrt(n * loss)),
    **ranges({zeta: (POSITIVE, ("1/20", 2)), n: (S.Naturals, (1, 30)), loss: (POSITIVE, ("1/10", 40))}),
    note="Ours: at the order sqrt(2 L/n)/zeta the exponent is the left side, and sqrt(2) <= 2.",
    checks=(Enclose(), Transcribed("zeta*sqrt(2*n*L) - n*zeta**2/2 <= 2*zeta*sqrt(n*L)")),
    corrects="rdp.event.exponent.printed",
)

COROLLARY = Theorem(
    id="rdp.composition.advanced",
    title="Advanced composition from Rényi privacy, on the extremal mechanism",
    statement=le(response_profile(4 * zeta * sqrt(2 * n * log(1 / delta)), n, zeta), delta),
    **ranges({zeta: (POSITIVE, ("1/100", 1)), n: (S.Naturals, (1, 30)), delta: (UNIT_OPEN, ("1e-6", "1/2"))}),
    hypotheses=(le(zeta**2 * n, log(1 / delta)),),
    cites=(Cite(FLORES, "Corolario 4.2.1"), Cite(MIRONOV, "Corollary 1", V3)),
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
    **ranges({zeta: (POSITIVE, ("1/100", 1)), n: (S.Naturals, (1, 30)), delta: (UNIT_OPEN, ("1e-6", "1/2"))}),
    cites=(Cite("bunsteinke2016", "Proposition 1.3, with rho = n eps^2/2", "arXiv:1605.02065v1"),),
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
    **ranges({zeta: (POSITIVE, ("1/20", 2)), n: (S.Naturals, (1, 30)), loss: (POSITIVE, ("1/10", 40))}),
    hypotheses=(le(n * zeta**2, loss),),
    cites=(Cite(FLORES, "§4.2, after Corolario 4.2.1"),),
    checks=(Enclose(), Transcribed("4*zeta*sqrt(2*n*L) < (1 + sqrt(2))*L")),
    note="L stands for log(1/delta). The constant belongs to the classical theorem, not to this one.",
)

REGIME = Theorem(
    id="rdp.composition.regime",
    title="In the high-privacy regime the composed budget is at most 4 sqrt(2) log(1/delta), attained",
    statement=le(4 * zeta * sqrt(2 * n * loss), 4 * sqrt(2) * loss),
    **ranges({zeta: (POSITIVE, ("1/20", 2)), n: (S.Naturals, (1, 30)), loss: (POSITIVE, ("1/10", 40))}),
    hypotheses=(le(n * zeta**2, loss),),
    note="Ours: from n zeta^2 <= L: sqrt(L n) zeta <= L.",
    checks=(
        Enclose(),
        Tight(at={zeta: S.One, n: S.One, loss: S.One}),
        Transcribed("4*sqrt(2)*sqrt(L)*sqrt(n)*zeta <= 4*sqrt(2)*L"),
    ),
    corrects="rdp.composition.regime.printed",
)
