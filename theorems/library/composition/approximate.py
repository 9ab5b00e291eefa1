"""Composition of approximate guarantees."""

from sympy import Max, Rational, S, Sum, binomial, exp, log, sqrt, tanh

from dpsym import RR, Finite, HockeyStick
from dpsym.distributions import ProductLaw
from dpsym.parameters import delta, eps, zeta
from theorems.checks import Enclose, Enumerate, Tight, Transcribed
from theorems.checks.derive import Derive
from theorems.entry import Cite, Theorem
from theorems.library.space import MEDIUM, SMALL, ranges
from theorems.library.variables import (
    ALL,
    DWORK_ROTH,
    FLORES,
    KAIROUZ,
    P1,
    P2,
    P3,
    Q1,
    Q2,
    Q3,
    SMALL_BUDGETS,
    eps1,
    eps2,
    eps3,
    j,
    k,
)
from theorems.statement import POSITIVE, UNIT_OPEN, eq, le

_PAIRS = (HockeyStick(eps1, P1, Q1), HockeyStick(eps2, P2, Q2))

_TWO = HockeyStick(eps1 + eps2, ProductLaw(P1, P2), ProductLaw(Q1, Q2))

_LEAK = {
    P1: Finite(Rational(1, 4), Rational(3, 4), 0),
    Q1: Finite(0, Rational(3, 4), Rational(1, 4)),
    P2: Finite(Rational(1, 3), Rational(2, 3), 0),
    Q2: Finite(0, Rational(2, 3), Rational(1, 3)),
}

# randomized response has no delta at its eps, and some at every lesser one
_RESPONSES = {eps: log(3)} | dict.fromkeys((P1, P2), Finite(Rational(3, 4), Rational(1, 4)))
_RESPONSES |= dict.fromkeys((Q1, Q2), Finite(Rational(1, 4), Rational(3, 4)))

COMPOSITION = Theorem(
    id="dp.composition.basic",
    title="Basic composition of two mechanisms",
    statement=le(_TWO, _PAIRS[0] + _PAIRS[1]),
    **ranges({eps1: SMALL, eps2: SMALL, P1: ALL, P2: ALL, Q1: ALL, Q2: ALL}),
    cites=(Cite(FLORES, "Lema 3.3.1"), Cite(DWORK_ROTH, "Theorem 3.16")),
    specializes="dp.composition.adaptive",
    checks=(
        Enumerate(),
        Transcribed(
            "HockeyStick(epsilon1 + epsilon2, ProductLaw(P1, P2), ProductLaw(Q1, Q2)) <= "
            "HockeyStick(epsilon1, P1, Q1) + HockeyStick(epsilon2, P2, Q2)"
        ),
    ),
)

COMPOSITION_SHARP = Theorem(
    id="dp.composition.basic.sharp",
    title="Basic composition at the sum of the eps: the deltas multiply as probabilities that nothing leaks",
    statement=le(_TWO, 1 - (1 - _PAIRS[0]) * (1 - _PAIRS[1])),
    **ranges({eps1: SMALL, eps2: SMALL, P1: ALL, P2: ALL, Q1: ALL, Q2: ALL}),
    cites=(Cite(KAIROUZ, "Theorem 3.3, at the greatest eps", "arXiv:1311.0776"),),
    checks=(
        Enumerate(),
        Tight(at=_LEAK),
        Transcribed(
            "HockeyStick(epsilon1 + epsilon2, ProductLaw(P1, P2), ProductLaw(Q1, Q2)) <= -(1 - "
            "HockeyStick(epsilon1, P1, Q1))*(1 - HockeyStick(epsilon2, P2, Q2)) + 1"
        ),
    ),
    sharpens="dp.composition.basic",
    specializes="dp.composition.adaptive.sharp",
    note="Keep of each law the part below e^eps times the other: it has mass 1 - delta, and the product of the two parts is below e^(eps1+eps2).",
)

COMPOSITION_MANY = Theorem(
    id="dp.composition.basic.many",
    title="Basic composition of several mechanisms, here three",
    statement=le(
        HockeyStick(eps1 + eps2 + eps3, ProductLaw(P1, P2, P3), ProductLaw(Q1, Q2, Q3)),
        HockeyStick(eps1, P1, Q1) + HockeyStick(eps2, P2, Q2) + HockeyStick(eps3, P3, Q3),
    ),
    **ranges({eps1: SMALL, eps2: SMALL, eps3: SMALL, P1: ALL, P2: ALL, P3: ALL, Q1: ALL, Q2: ALL, Q3: ALL}),
    cites=(Cite(FLORES, "Teorema 3.3.1"), Cite(DWORK_ROTH, "Theorem 3.16")),
    uses=("dp.composition.basic",),
    specializes="dp.composition.adaptive.many",
    checks=(
        Enumerate(60),
        Transcribed(
            "HockeyStick(epsilon1 + epsilon2 + epsilon3, ProductLaw(P1, P2, P3), ProductLaw(Q1, Q2, Q3)) <= "
            "HockeyStick(epsilon1, P1, Q1) + HockeyStick(epsilon2, P2, Q2) + HockeyStick(epsilon3, P3, Q3)"
        ),
    ),
)

COMPOSITION_TWICE = Theorem(
    id="dp.composition.basic.twice",
    title="Two (eps, delta)-DP mechanisms are together (2 eps, 2 delta)-DP",
    statement=le(
        HockeyStick(2 * eps, ProductLaw(P1, P2), ProductLaw(Q1, Q2)),
        2 * Max(HockeyStick(eps, P1, Q1), HockeyStick(eps, P2, Q2)),
    ),
    **ranges({eps: SMALL, P1: ALL, P2: ALL, Q1: ALL, Q2: ALL}),
    cites=(Cite(FLORES, "Proposición 3.3.3"),),
    uses=("dp.composition.basic",),
    specializes="dp.composition.adaptive.many",
    checks=(
        Enumerate(),
        Tight(at=_RESPONSES),
        Transcribed(
            "HockeyStick(2*epsilon, ProductLaw(P1, P2), ProductLaw(Q1, Q2)) <= "
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
        HockeyStick(zeta, ProductLaw(RR(eps), RR(eps)), ProductLaw(RR(eps, 0), RR(eps, 0))),
        response_profile(zeta, S(2)),
    ),
    **ranges({eps: (POSITIVE, SMALL_BUDGETS), zeta: MEDIUM}),
    cites=(Cite(KAIROUZ, "Theorem 3.3", "arXiv:1311.0776"),),
    checks=(
        Derive(),
        Enclose(),
        Transcribed(
            "HockeyStick(zeta, ProductLaw(RR(epsilon), RR(epsilon)), ProductLaw(RR(epsilon, 0), RR(epsilon, 0))) == "
            "Sum(binomial(2, j)*Max(0, exp((2 - j)*epsilon) - exp(zeta)*exp(j*epsilon))/(1 + exp(epsilon))**2, j, 0, 2)"
        ),
    ),
    sharpens="dp.composition.advanced",
    specializes="dp.composition.adaptive.optimal",
    note="Randomized response is the extremal mechanism of composition (cited); the sum for k answers is the same with k for 2.",
)

ADVANCED = Theorem(
    id="dp.composition.advanced",
    title="Advanced composition, on the extremal mechanism",
    statement=le(response_profile(sqrt(2 * k * log(1 / delta)) * eps + k * eps * (exp(eps) - 1)), delta),
    **ranges({eps: (POSITIVE, ("1/100", 1)), delta: (UNIT_OPEN, ("1e-6", "1/2")), k: (S.Naturals, (1, 40))}),
    cites=(Cite(FLORES, "Teorema 3.3.2"), Cite(DWORK_ROTH, "Theorem 3.20")),
    uses=("dp.composition.optimal",),
    checks=(
        Enclose(),
        Transcribed(
            "Sum(binomial(k, j)*Max(0, exp((k - j)*epsilon) - exp(sqrt(2*k*log(1/delta))*epsilon + k*epsilon*(exp(epsilon) - 1))"
            "*exp(j*epsilon))/(1 + exp(epsilon))**k, j, 0, k) <= delta"
        ),
    ),
    specializes="dp.composition.adaptive.advanced",
    note="For delta = 0 mechanisms; delta > 0 adds k delta. The source does not ask delta' <= 1, without which the root is not real.",
)

ADVANCED_TANH = Theorem(
    id="dp.composition.advanced.tanh",
    title="Advanced composition with the exact mean of the privacy loss",
    statement=le(response_profile(sqrt(2 * k * log(1 / delta)) * eps + k * eps * tanh(eps / 2)), delta),
    **ranges({eps: (POSITIVE, ("1/100", 1)), delta: (UNIT_OPEN, ("1e-6", "1/2")), k: (S.Naturals, (1, 40))}),
    cites=(Cite("dworkrothblumvadhan2010", "Theorem III.3"), Cite(KAIROUZ, "Theorem 3.4", "arXiv:1311.0776")),
    uses=("dp.composition.optimal", "kl.rr.eps"),
    checks=(
        Enclose(),
        Transcribed(
            "Sum(binomial(k, j)*Max(0, exp((k - j)*epsilon) - exp(sqrt(2*k*log(1/delta))*epsilon + k*epsilon*tanh(epsilon/2))"
            "*exp(j*epsilon))/(1 + exp(epsilon))**k, j, 0, k) <= delta"
        ),
    ),
    specializes="dp.composition.adaptive.advanced.tanh",
    sharpens="dp.composition.advanced",
)
