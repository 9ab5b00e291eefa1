"""Composition of approximate guarantees: how the deltas split off, and mechanisms of different parameters."""

from sympy import Expr, Rational, S, exp, symbols

from dpsym import RR, Finite, HockeyStick, MaxDivergence
from dpsym.composition import advanced_epsilon, advanced_epsilon_printed, total_delta, total_epsilon
from dpsym.distributions import ProductLaw
from dpsym.parameters import delta, eps, p, q, zeta
from theorems.checks import Enclose, Enumerate, Quadrature, Tight, Transcribed
from theorems.checks.derive import Derive
from theorems.entry import Cite, Theorem
from theorems.library.runs import calculus as runs
from theorems.library.space import MEDIUM, ranges
from theorems.library.variables import FULL, KAIROUZ, P1, P2, Q1, Q2, eps1, eps2, k
from theorems.statement import NONNEGATIVE, POSITIVE, UNIT_OPEN, eq, le

delta1, delta2 = symbols("delta1 delta2", positive=True)
_MURTAGH, _DRV = (
    Cite("murtaghvadhan2018", "Theorem 1.5", "arXiv:1507.03113"),
    Cite("dworkrothblumvadhan2010", "Theorem III.3"),
)
_KAIROUZ = Cite(KAIROUZ, "Theorem 3.3", "arXiv:1311.0776")
_LOSSES, _DELTAS = (Rational(1, 20), 2), (Rational(1, 1000), Rational(1, 2))
_PARTS = {**dict.fromkeys((eps1, eps2), (POSITIVE, _LOSSES)), **dict.fromkeys((delta1, delta2), (UNIT_OPEN, _DELTAS))}


def _worst(loss: Expr, mass: Expr) -> tuple[Finite, Finite]:
    """Return the worst pair of an approximate guarantee."""
    truth, lie = (1 - mass) * exp(loss) / (1 + exp(loss)), (1 - mass) / (1 + exp(loss))
    return Finite(mass, truth, lie, 0), Finite(0, lie, truth, mass)


_FIRST, _SECOND = _worst(eps1, delta1), _worst(eps2, delta2)
_TWO = tuple(ProductLaw(*laws) for laws in zip(_FIRST, _SECOND, strict=True))
_TWO_RESPONSES = ProductLaw(RR(eps1), RR(eps2)), ProductLaw(RR(eps1, 0), RR(eps2, 0))
_THREE_RESPONSES = ProductLaw(RR(eps1), RR(eps1), RR(eps2)), ProductLaw(RR(eps1, 0), RR(eps1, 0), RR(eps2, 0))
_COUNTED = ((eps1, S(2)), (eps2, S.One))

DELTAS = Theorem(
    id="dp.composition.basic.deltas",
    title="Two randomized responses that may tell all, at the sum of their eps: the deltas multiply as probabilities that nothing leaks",
    statement=eq(
        HockeyStick(total_epsilon(((eps1, S.One), (eps2, S.One))), *_TWO),
        total_delta(((delta1, S.One), (delta2, S.One))),
    ),
    **ranges(_PARTS),
    cites=(_KAIROUZ,),
    uses=("dp.composition.basic.sharp",),
    checks=(Derive(), Enclose(8), Quadrature(runs.two_worst_sum)),
)

DELTAS_SUM = Theorem(
    id="dp.composition.basic.deltas.sum",
    title="k deltas together are at most their sum",
    statement=le(total_delta(((delta, k),)), k * delta),
    **ranges({delta: (UNIT_OPEN, _DELTAS), k: (S.Naturals, (1, 40))}),
    uses=("dp.composition.basic.deltas",),
    note="Ours: Bernoulli's inequality.",
    checks=(Enclose(), Tight(at={k: S(5)}, symbol=delta, point=S.Zero), Transcribed("1 - (1 - delta)**k <= k*delta")),
)

SPLIT = Theorem(
    id="dp.composition.split",
    title="The profile of two approximate guarantees together: the deltas split off from randomized response",
    statement=eq(
        HockeyStick(zeta, *_TWO),
        total_delta(((delta1, S.One), (delta2, S.One), (HockeyStick(zeta, *_TWO_RESPONSES), S.One))),
    ),
    **ranges({zeta: MEDIUM, **_PARTS}),
    cites=(_KAIROUZ, _MURTAGH),
    checks=(Enclose(8), Quadrature(runs.two_worst_profile)),
)

OPTIMAL = Theorem(
    id="dp.composition.optimal.two",
    title="No two pure pairs have a greater profile together than two randomized responses",
    statement=le(HockeyStick(zeta, ProductLaw(P1, P2), ProductLaw(Q1, Q2)), HockeyStick(zeta, *_TWO_RESPONSES)),
    **ranges(
        {zeta: MEDIUM, eps1: (NONNEGATIVE, (1, 4)), eps2: (NONNEGATIVE, (1, 4)), P1: FULL, P2: FULL, Q1: FULL, Q2: FULL}
    ),
    hypotheses=(
        le(MaxDivergence(P1, Q1), eps1),
        le(MaxDivergence(Q1, P1), eps1),
        le(MaxDivergence(P2, Q2), eps2),
        le(MaxDivergence(Q2, P2), eps2),
    ),
    cites=(_MURTAGH, Cite("kairouz2015composition", "Theorem 3.3", "arXiv:1311.0776")),
    uses=("dp.pure.dominating",),
    checks=(
        Enumerate(60),
        Transcribed(
            "HockeyStick(zeta, ProductLaw(P1, P2), ProductLaw(Q1, Q2)) <= HockeyStick(zeta, ProductLaw(RR(epsilon1), RR(epsilon2)), "
            "ProductLaw(RR(epsilon1, 0), RR(epsilon2, 0)))"
        ),
    ),
    note="Domination of each pair passes to the products; where the worst pairs are others, their products are the worst.",
    specializes="dominating.composition.each",
)

ADVANCED = Theorem(
    id="dp.composition.advanced.two",
    title="Advanced composition of randomized responses of different parameters, with the exact mean of the loss: two of one, one of another",
    statement=le(HockeyStick(advanced_epsilon(_COUNTED, delta), *_THREE_RESPONSES), delta),
    **ranges({eps1: (POSITIVE, _LOSSES), eps2: (POSITIVE, _LOSSES), delta: (UNIT_OPEN, ("1/1000", "9/10"))}),
    cites=(_DRV, Cite(KAIROUZ, "Theorem 3.5", "arXiv:1311.0776")),
    uses=("dp.composition.optimal.two", "kl.rr.eps"),
    checks=(
        Enclose(8),
        Quadrature(runs.advanced_three),
        Transcribed(
            "HockeyStick(2*epsilon1*tanh(epsilon1/2) + epsilon2*tanh(epsilon2/2) + sqrt(2*log(1/delta)*(2*epsilon1**2 + "
            "epsilon2**2)), ProductLaw(RR(epsilon1), RR(epsilon1), RR(epsilon2)), ProductLaw(RR(epsilon1, 0), RR(epsilon1, 0), RR(epsilon2, "
            "0))) <= delta"
        ),
    ),
    sharpens="dp.composition.advanced.two.printed",
)

ADVANCED_PRINTED = Theorem(
    id="dp.composition.advanced.two.printed",
    title="Advanced composition of different parameters with the printed bound on the mean: two of one, one of another",
    statement=le(HockeyStick(advanced_epsilon_printed(_COUNTED, delta), *_THREE_RESPONSES), delta),
    **ranges({eps1: (POSITIVE, _LOSSES), eps2: (POSITIVE, _LOSSES), delta: (UNIT_OPEN, ("1/1000", "9/10"))}),
    cites=(_DRV, Cite("dworkroth2014", "Theorem 3.20")),
    uses=("dp.composition.optimal.two",),
    checks=(
        Enclose(8),
        Quadrature(runs.advanced_three_printed),
        Transcribed(
            "HockeyStick(2*epsilon1*(exp(epsilon1) - 1) + epsilon2*(exp(epsilon2) - 1) + sqrt(2*log(1/delta)*(2*epsilon1**2 + "
            "epsilon2**2)), ProductLaw(RR(epsilon1), RR(epsilon1), RR(epsilon2)), ProductLaw(RR(epsilon1, 0), RR(epsilon1, 0), RR(epsilon2, "
            "0))) <= delta"
        ),
    ),
)

_TRUTH, _LOST = exp(eps) / (1 + exp(eps)), (exp(-p) - 1) / (exp(-p - q) - 1)
_OUTER, _INNER = _TRUTH * _LOST, _TRUTH * (1 - _LOST)
_SPLIT = (_INNER, _OUTER, _INNER * exp(p - eps), _OUTER * exp(-q - eps))
_APART = Finite(*_SPLIT), Finite(*_SPLIT[2:], *_SPLIT[:2])

GRID = Theorem(
    id="dp.composition.grid",
    title="Randomized response with its outcomes moved apart, to the losses eps - p and eps + q, dominates it",
    statement=le(HockeyStick(zeta, RR(eps), RR(eps, 0)), HockeyStick(zeta, *_APART)),
    **ranges({zeta: MEDIUM, eps: (POSITIVE, ("1/20", 3)), p: (UNIT_OPEN, _DELTAS), q: (UNIT_OPEN, _DELTAS)}),
    cites=(Cite("murtaghvadhan2018", "Theorem 1.7, with a finer rounding", "arXiv:1507.03113"),),
    uses=("hockey_stick.data_processing",),
    checks=(
        Enclose(),
        Quadrature(runs.response_profile_apart),
        Transcribed(
            "HockeyStick(zeta, RR(epsilon), RR(epsilon, 0)) <= HockeyStick(zeta, Finite(exp(epsilon)/(1 + exp(epsilon))*(1 - (exp(-p) "
            "- 1)/(exp(-p - q) - 1)), exp(epsilon)/(1 + exp(epsilon))*(exp(-p) - 1)/(exp(-p - q) - 1), 1/(1 + exp(epsilon))*exp(p)*(1 "
            "- (exp(-p) - 1)/(exp(-p - q) - 1)), 1/(1 + exp(epsilon))*exp(-q)*(exp(-p) - 1)/(exp(-p - q) - 1)), Finite(1/(1 + "
            "exp(epsilon))*exp(p)*(1 - (exp(-p) - 1)/(exp(-p - q) - 1)), 1/(1 + exp(epsilon))*exp(-q)*(exp(-p) - 1)/(exp(-p - q) - 1), "
            "exp(epsilon)/(1 + exp(epsilon))*(1 - (exp(-p) - 1)/(exp(-p - q) - 1)), exp(epsilon)/(1 + exp(epsilon))*(exp(-p) - "
            "1)/(exp(-p - q) - 1)))"
        ),
    ),
    note="Merging the outcomes again gives randomized response back: the masses under both laws add up to its masses.",
)
