"""Approximate differential privacy: groups, composition, advanced composition."""

from sympy import Abs, Max, Rational, S, Sum, Symbol, binomial, exp, log, sqrt, symbols, tanh

from dpsym import RR, AnyLaw, Finite, HockeyStick
from dpsym.distributions import AnyEvent, Event, Laws, Probability, Product
from dpsym.parameters import delta, eps, zeta
from theorems.checks import At, Enclose, Enumerate, Transcribed, Tight
from theorems.entry import Cite, Theorem
from theorems.statement import NONNEGATIVE, POSITIVE, UNIT_OPEN, eq, le

P0, P1, P2, P3, Q1, Q2, Q3 = (AnyLaw(name) for name in ("P0", "P1", "P2", "P3", "Q1", "Q2", "Q3"))
ALL, A = Laws("any"), AnyEvent("A")
eps1, eps2, eps3 = symbols("epsilon1 epsilon2 epsilon3", nonnegative=True)
k = Symbol("k", integer=True, positive=True)
j = Symbol("j", integer=True, nonnegative=True)
_FLORES, _DR, _KOV = "flores2023", "dworkroth2014", "kairouz2015composition"
_COUNTS = S.Naturals
_BUDGETS = (Rational(1, 20), 2)


def _bernoulli(mass: Rational) -> Finite:
    return Finite(mass, 1 - mass)


# the chain of the counterexample: e^eps = 14, delta = 1/30
_CHAIN = {
    P0: _bernoulli(Rational(1, 2)),
    P1: _bernoulli(Rational(1, 30)),
    P2: _bernoulli(S.Zero),
    eps: log(14),
}
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
    domain={eps: NONNEGATIVE, P0: ALL, P1: ALL, P2: ALL},
    typical={eps: (0, 3)},
    cites=(Cite(_FLORES, "Proposición 3.3.2"),),
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
    title="Group privacy at distance 2, the exact step",
    statement=le(
        HockeyStick(2 * eps, P0, P2), HockeyStick(eps, P0, P1) + exp(eps) * HockeyStick(eps, P1, P2)
    ),
    domain={eps: NONNEGATIVE, P0: ALL, P1: ALL, P2: ALL},
    typical={eps: (0, 3)},
    cites=(Cite("vadhan2017", "Lemma 2.2, its proof"),),
    checks=(Enumerate(), Tight(at=_CHAIN)),
    corrects="dp.group.printed",
    note="Repeated k times it gives (k eps, delta (e^(k eps) - 1)/(e^eps - 1)), attained by the chain in the check.",
)

GROUP_SUM = Theorem(
    id="dp.group.factor",
    title="The factor on delta at distance k",
    statement=eq(Sum(exp(j * eps), (j, 0, k - 1)), (exp(k * eps) - 1) / (exp(eps) - 1)),
    domain={eps: POSITIVE, k: _COUNTS},
    typical={eps: _BUDGETS, k: (1, 12)},
    cites=(Cite("vadhan2017", "Lemma 2.2, its proof"),),
    uses=("dp.group",),
    checks=(Enclose(),),
    sharpens="dp.group.factor.loose",
)

GROUP_FACTOR_LOOSE = Theorem(
    id="dp.group.factor.loose",
    title="The factor on delta at distance k is at most k e^(k eps)",
    statement=le((exp(k * eps) - 1) / (exp(eps) - 1), k * exp(k * eps)),
    domain={eps: POSITIVE, k: _COUNTS},
    typical={eps: _BUDGETS, k: (1, 12)},
    cites=(Cite(_FLORES, "Proposición 3.3.2, last line of the proof"), Cite("vadhan2017", "Lemma 2.2")),
    checks=(Enclose(), Tight(at={k: S(5)}, symbol=eps, point=S.Zero)),
    corrects="dp.group.factor.printed",
)

GROUP_FACTOR_PRINTED = Theorem(
    id="dp.group.factor.printed",
    title="The factor on delta at distance k is at most k e^k (as printed)",
    statement=le((exp(k * eps) - 1) / (exp(eps) - 1), k * exp(k)),
    domain={eps: POSITIVE, k: _COUNTS},
    typical={eps: (1, 4), k: (1, 12)},
    cites=(Cite(_FLORES, "Proposición 3.3.2"),),
    checks=(Enclose(), Transcribed("(exp(k*epsilon) - 1)/(exp(epsilon) - 1) <= k*exp(k)")),
)

GROUP_PURE = Theorem(
    id="dp.group.pure",
    title="Group privacy of an eps-DP mechanism: k eps, attained",
    statement=le(HockeyStick(2 * eps, P0, P2), 0),
    domain={eps: NONNEGATIVE, P0: Laws("full"), P1: Laws("full"), P2: Laws("full")},
    typical={eps: (Rational(1, 2), 3)},
    hypotheses=(le(HockeyStick(eps, P0, P1), 0), le(HockeyStick(eps, P1, P2), 0)),
    cites=(Cite(_DR, "Theorem 2.2"), Cite(_FLORES, "Cuadro 5.1, row 4")),
    uses=("dp.group",),
    checks=(
        Enumerate(),
        Tight(
            at={
                eps: log(2),
                P0: _bernoulli(Rational(2, 3)),
                P1: _bernoulli(Rational(1, 3)),
                P2: _bernoulli(Rational(1, 6)),
            }
        ),
    ),
)

DEFINITION = Theorem(
    id="dp.approx.event",
    title="The hockey-stick divergence is the least delta for every event at once",
    statement=le(Probability(P0, A) - exp(eps) * Probability(P1, A), HockeyStick(eps, P0, P1)),
    domain={eps: NONNEGATIVE, P0: ALL, P1: ALL, A: ALL},
    typical={eps: (0, 2)},
    cites=(Cite(_FLORES, "Definición 3.2.2"), Cite("balle2018improving", "privacy profiles")),
    checks=(Enumerate(), Tight(at={eps: log(2), P0: _bernoulli(Rational(1, 2)), P1: _bernoulli(Rational(1, 8)), A: Event(0)})),
)

_PAIRS = (HockeyStick(eps1, P1, Q1), HockeyStick(eps2, P2, Q2))
_TWO = HockeyStick(eps1 + eps2, Product(P1, P2), Product(Q1, Q2))
_LEAK = {
    P1: Finite(Rational(1, 4), Rational(3, 4), 0),
    Q1: Finite(0, Rational(3, 4), Rational(1, 4)),
    P2: Finite(Rational(1, 3), Rational(2, 3), 0),
    Q2: Finite(0, Rational(2, 3), Rational(1, 3)),
}
COMPOSITION = Theorem(
    id="dp.composition.basic",
    title="Basic composition of two mechanisms",
    statement=le(_TWO, _PAIRS[0] + _PAIRS[1]),
    domain={eps1: NONNEGATIVE, eps2: NONNEGATIVE, P1: ALL, P2: ALL, Q1: ALL, Q2: ALL},
    typical={eps1: (0, 2), eps2: (0, 2)},
    cites=(Cite(_FLORES, "Lema 3.3.1"), Cite(_DR, "Theorem 3.16")),
    checks=(
        Enumerate(),
        Transcribed(
            "HockeyStick(epsilon1 + epsilon2, Product(P1, P2), Product(Q1, Q2)) <= "
            "HockeyStick(epsilon1, P1, Q1) + HockeyStick(epsilon2, P2, Q2)"
        ),
    ),
)

COMPOSITION_SHARP = Theorem(
    id="dp.composition.basic.sharp",
    title="Basic composition with the exact delta at the sum of the eps",
    statement=le(_TWO, 1 - (1 - _PAIRS[0]) * (1 - _PAIRS[1])),
    domain={eps1: NONNEGATIVE, eps2: NONNEGATIVE, P1: ALL, P2: ALL, Q1: ALL, Q2: ALL},
    typical={eps1: (0, 2), eps2: (0, 2)},
    cites=(Cite(_KOV, "Theorem 3.3, at the greatest eps", "arXiv:1311.0776"),),
    checks=(Enumerate(), Tight(at=_LEAK)),
    sharpens="dp.composition.basic",
    note="Keep of each law the part below e^eps times the other: it has mass 1 - delta, and the product of the two parts is below e^(eps1+eps2).",
)

COMPOSITION_MANY = Theorem(
    id="dp.composition.basic.many",
    title="Basic composition of several mechanisms, here three",
    statement=le(
        HockeyStick(eps1 + eps2 + eps3, Product(P1, P2, P3), Product(Q1, Q2, Q3)),
        HockeyStick(eps1, P1, Q1) + HockeyStick(eps2, P2, Q2) + HockeyStick(eps3, P3, Q3),
    ),
    domain={
        eps1: NONNEGATIVE,
        eps2: NONNEGATIVE,
        eps3: NONNEGATIVE,
        P1: ALL,
        P2: ALL,
        P3: ALL,
        Q1: ALL,
        Q2: ALL,
        Q3: ALL,
    },
    typical={eps1: (0, 2), eps2: (0, 2), eps3: (0, 2)},
    cites=(Cite(_FLORES, "Teorema 3.3.1"), Cite(_DR, "Theorem 3.16")),
    uses=("dp.composition.basic",),
    checks=(
        Enumerate(60),
        Transcribed(
            "HockeyStick(epsilon1 + epsilon2 + epsilon3, Product(P1, P2, P3), Product(Q1, Q2, Q3)) <= "
            "HockeyStick(epsilon1, P1, Q1) + HockeyStick(epsilon2, P2, Q2) + HockeyStick(epsilon3, P3, Q3)"
        ),
    ),
)

COMPOSITION_TWICE = Theorem(
    id="dp.composition.basic.twice",
    title="Two (eps, delta)-DP mechanisms are together (2 eps, 2 delta)-DP",
    statement=le(
        HockeyStick(2 * eps, Product(P1, P2), Product(Q1, Q2)),
        2 * Max(HockeyStick(eps, P1, Q1), HockeyStick(eps, P2, Q2)),
    ),
    domain={eps: NONNEGATIVE, P1: ALL, P2: ALL, Q1: ALL, Q2: ALL},
    typical={eps: (0, 2)},
    cites=(Cite(_FLORES, "Proposición 3.3.3"),),
    uses=("dp.composition.basic",),
    checks=(
        Enumerate(),
        Transcribed(
            "HockeyStick(2*epsilon, Product(P1, P2), Product(Q1, Q2)) <= "
            "2*Max(HockeyStick(epsilon, P1, Q1), HockeyStick(epsilon, P2, Q2))"
        ),
    ),
)


def response_profile(threshold: object, count: object = k, budget: object = eps) -> Sum:
    """Return delta at `threshold` of `count` randomized responses together, as a finite sum over the number of false answers."""
    terms = Max(0, exp((count - j) * budget) - exp(threshold) * exp(j * budget))
    return Sum(binomial(count, j) * terms / (1 + exp(budget)) ** count, (j, 0, count))


OPTIMAL = Theorem(
    id="dp.composition.optimal",
    title="The profile of two randomized responses together, which is that of optimal composition",
    statement=eq(
        HockeyStick(zeta, Product(RR(eps), RR(eps)), Product(RR(eps, 0), RR(eps, 0))),
        response_profile(zeta, S(2)),
    ),
    domain={eps: POSITIVE, zeta: NONNEGATIVE},
    typical={eps: _BUDGETS, zeta: (0, 3)},
    cites=(Cite(_KOV, "Theorem 3.3", "arXiv:1311.0776"),),
    checks=(Enclose(),),
    sharpens="dp.composition.advanced",
    note="Randomized response is the extremal mechanism of composition (cited); the sum for k answers is the same with k for 2.",
)

ADVANCED = Theorem(
    id="dp.composition.advanced",
    title="Advanced composition, on the extremal mechanism",
    statement=le(response_profile(sqrt(2 * k * log(1 / delta)) * eps + k * eps * (exp(eps) - 1)), delta),
    domain={eps: POSITIVE, delta: UNIT_OPEN, k: _COUNTS},
    typical={eps: (Rational(1, 100), 1), delta: (Rational(1, 10**6), Rational(1, 2)), k: (1, 40)},
    cites=(Cite(_FLORES, "Teorema 3.3.2"), Cite(_DR, "Theorem 3.20")),
    uses=("dp.composition.optimal",),
    checks=(
        Enclose(),
        Transcribed(
            "Sum(binomial(k, j)*Max(0, exp((k - j)*epsilon) - exp(sqrt(2*k*log(1/delta))*epsilon + k*epsilon*(exp(epsilon) - 1))"
            "*exp(j*epsilon))/(1 + exp(epsilon))**k, j, 0, k) <= delta"
        ),
    ),
    note="For delta = 0 mechanisms; delta > 0 adds k delta. The source does not ask delta' <= 1, without which the root is not real.",
)

ADVANCED_TANH = Theorem(
    id="dp.composition.advanced.tanh",
    title="Advanced composition with the exact mean of the privacy loss",
    statement=le(response_profile(sqrt(2 * k * log(1 / delta)) * eps + k * eps * tanh(eps / 2)), delta),
    domain={eps: POSITIVE, delta: UNIT_OPEN, k: _COUNTS},
    typical={eps: (Rational(1, 100), 1), delta: (Rational(1, 10**6), Rational(1, 2)), k: (1, 40)},
    cites=(Cite("dworkrothblumvadhan2010", "advanced composition"), Cite(_KOV, "the bound with (e^eps - 1)/(e^eps + 1)", "arXiv:1311.0776")),
    uses=("dp.composition.optimal", "kl.rr.eps"),
    checks=(
        Enclose(),
        Transcribed(
            "Sum(binomial(k, j)*Max(0, exp((k - j)*epsilon) - exp(sqrt(2*k*log(1/delta))*epsilon + k*epsilon*tanh(epsilon/2))"
            "*exp(j*epsilon))/(1 + exp(epsilon))**k, j, 0, k) <= delta"
        ),
    ),
    sharpens="dp.composition.advanced",
)

before, after = symbols("d_x e_x", integer=True, nonnegative=True)
DISTANCE_PRINTED = Theorem(
    id="database.distance.printed",
    title="The l1 distance of two histograms is the number of records that differ (as printed; one record of two is replaced)",
    statement=eq(Abs(before - after) + Abs((2 - before) - (2 - after)), Abs(before - after)),
    domain={before: S.Naturals0, after: S.Naturals0},
    typical={before: (0, 2), after: (0, 2)},
    hypotheses=(le(before, 2), le(after, 2)),
    cites=(Cite(_FLORES, "§3.1, after Definición 3.1.2"),),
    checks=(Enclose(), Transcribed("Abs(d_x - e_x) + Abs((2 - d_x) - (2 - e_x)) == Abs(d_x - e_x)")),
    note="Two databases of two records over two values; d_x and e_x count the first value. A replacement counts twice.",
)

DISTANCE = Theorem(
    id="database.distance",
    title="The l1 distance of two histograms of one size is twice the number of records replaced",
    statement=eq(Abs(before - after) + Abs((2 - before) - (2 - after)), 2 * Abs(before - after)),
    domain={before: S.Naturals0, after: S.Naturals0},
    typical={before: (0, 2), after: (0, 2)},
    hypotheses=(le(before, 2), le(after, 2)),
    checks=(Enclose(),),
    corrects="database.distance.printed",
)
