"""Group privacy under Rényi privacy at one order and along a curve, at distances 3 and 4, and how sharp it is."""

from sympy import Interval, Max, Rational, S, oo, sqrt, symbols

from dpsym import AnyLaw, Gaussian, Poisson, Renyi, TradeOff
from dpsym.conversion import group_budget, group_budget_printed, group_budget_spaced, group_order, spaced_orders
from dpsym.parameters import alpha, t
from theorems.checks import Enclose, Enumerate, Quadrature, Tight, Transcribed
from theorems.checks.evaluated import Evaluated
from theorems.checks.prove import Proved
from theorems.entry import Cite, Theorem
from theorems.library.runs import calculus as runs
from theorems.library.space import ORDER, ranges
from theorems.library.variables import ALL, FULL, MIRONOV, P0, P1, P2, P3, SMALL_BUDGETS, V3, k
from theorems.statement import POSITIVE, UNIT_OPEN, eq, le

P4 = AnyLaw("P4")
mean, budget = symbols("lamda zeta", positive=True)
_MIRONOV = Cite(MIRONOV, "Proposition 11, step by step", V3)
_CHAIN = (P0, P1, P2, P3, P4)


def _greatest(order: object, length: int) -> Max:
    """Return the greatest budget of the steps of a chain."""
    return Max(*(Renyi(order, *_CHAIN[i : i + 2]) for i in range(length)), evaluate=False)


def _spaced(length: int) -> object:
    """Return the budget at the end of a chain from equally spaced orders."""
    return group_budget_spaced(
        alpha, [Renyi(order, *_CHAIN[i : i + 2]) for i, order in enumerate(spaced_orders(length, alpha))]
    )


STEP = Theorem(
    id="rdp.group.chain.step",
    title="The orders of group privacy: one step more takes the order alpha_k to alpha alpha_k/(alpha + alpha_k - 1)",
    statement=eq(group_order(k + 1, alpha), alpha * group_order(k, alpha) / (alpha + group_order(k, alpha) - 1)),
    **ranges({alpha: ORDER, k: (S.Naturals, (1, 12))}),
    checks=(Evaluated(), Enclose()),
    note="Ours: what the weak triangle inequality gives: 1 - 1/alpha_k is multiplied by 1 - 1/alpha.",
)

STEP_BUDGET = Theorem(
    id="rdp.group.chain.budget",
    title="The budgets of group privacy: one step more multiplies by alpha/(alpha - 1) and adds zeta",
    statement=eq(group_budget(k + 1, alpha, budget), alpha / (alpha - 1) * group_budget(k, alpha, budget) + budget),
    **ranges({alpha: ORDER, k: (S.Naturals, (1, 12)), budget: (POSITIVE, SMALL_BUDGETS)}),
    uses=("renyi.weak_triangle",),
    checks=(Evaluated(), Enclose()),
    note="Ours: the weak triangle inequality for the last step, whose order is alpha, and the chain before it, at the order alpha_k.",
)

CHAIN_THREE = Theorem(
    id="rdp.group.chain.three",
    title="Group privacy under Rényi privacy at distance 3, from one order",
    statement=le(Renyi(group_order(3, alpha), P0, P3), group_budget(3, alpha, _greatest(alpha, 3))),
    **ranges({alpha: ORDER, P0: FULL, P1: FULL, P2: FULL, P3: FULL}),
    cites=(_MIRONOV,),
    uses=("renyi.weak_triangle", "rdp.group.chain.step", "rdp.group.chain.budget"),
    specializes="rdp.group.any",
    checks=(
        Enumerate(60),
        Transcribed(
            "Renyi(1/(1 - (1 - 1/alpha)**3), P0, P3) <= Max(Renyi(alpha, P0, P1), Renyi(alpha, P1, P2), Renyi(alpha, P2, P3))*(alpha - "
            "1)*((alpha/(alpha - 1))**3 - 1)"
        ),
    ),
)

CHAIN_FOUR = Theorem(
    id="rdp.group.chain.four",
    title="Group privacy under Rényi privacy at distance 4, from one order",
    statement=le(Renyi(group_order(4, alpha), P0, P4), group_budget(4, alpha, _greatest(alpha, 4))),
    **ranges({alpha: ORDER, P0: FULL, P1: FULL, P2: FULL, P3: FULL, P4: FULL}),
    cites=(_MIRONOV,),
    uses=("renyi.weak_triangle", "rdp.group.chain.step", "rdp.group.chain.budget"),
    checks=(
        Enumerate(40),
        Transcribed(
            "Renyi(1/(1 - (1 - 1/alpha)**4), P0, P4) <= Max(Renyi(alpha, P0, P1), Renyi(alpha, P1, P2), Renyi(alpha, P2, P3), "
            "Renyi(alpha, P3, P4))*(alpha - 1)*((alpha/(alpha - 1))**4 - 1)"
        ),
    ),
    specializes="rdp.group.any",
    sharpens="rdp.group.four",
)

_FAR, _NEAR = (
    Renyi(group_order(2, S(2)), Poisson(mean), Poisson(mean * t**3)),
    Renyi(2, Poisson(mean * t), Poisson(mean * t**3)),
)

CHAIN_SHARP = Theorem(
    id="rdp.group.chain.sharp",
    title="Group privacy from one order up to a factor 1 - 4t/3: Poisson laws of means lambda, lambda t, lambda t^3",
    statement=le((1 - Rational(4, 3) * t) * group_budget(S(2), S(2), _NEAR), _FAR),
    **ranges({mean: (POSITIVE, ("1/2", 4)), t: (UNIT_OPEN, ("1/100", "7/10"))}),
    uses=("rdp.group.weak_triangle", "renyi.poisson"),
    checks=(
        Proved(),
        Enclose(8),
        Quadrature(runs.poisson_near, 40),
        Transcribed(
            "(1 - 4*t/3)*3*Renyi(2, Poisson(lamda*t), Poisson(lamda*t**3)) <= Renyi(4/3, Poisson(lamda), Poisson(lamda*t**3))"
        ),
    ),
    note="Ours: at order 2 and distance 2; m t^3 against m t is the greatest of the four divergences of neighbours. So no smaller budget holds, "
    "whatever zeta: m/t sets it. The same chains, with exponents alpha - 1 and alpha, serve every order.",
)

SPACED_TWO = Theorem(
    id="rdp.group.spaced.two",
    title="Group privacy under Rényi privacy at distance 2, from two orders",
    statement=le(Renyi(alpha, P0, P2), _spaced(2)),
    **ranges({alpha: ORDER, P0: FULL, P1: FULL, P2: FULL}),
    cites=(_MIRONOV,),
    uses=("renyi.weak_triangle",),
    specializes="rdp.group.spaced.any",
    checks=(
        Enumerate(),
        Tight(at={P0: Gaussian(0, 1), P1: Gaussian(1, 1), P2: Gaussian(2, 1)}),
        Transcribed(
            "Renyi(alpha, P0, P2) <= 2*alpha*(Renyi(2*alpha - 1, P0, P1)/(2*alpha - 1) + Renyi(2*alpha, P1, P2)/(2*alpha))"
        ),
    ),
)

SPACED_THREE = Theorem(
    id="rdp.group.spaced.three",
    title="Group privacy under Rényi privacy at distance 3, from three orders",
    statement=le(Renyi(alpha, P0, P3), _spaced(3)),
    **ranges({alpha: ORDER, P0: FULL, P1: FULL, P2: FULL, P3: FULL}),
    cites=(_MIRONOV,),
    uses=("renyi.weak_triangle",),
    specializes="rdp.group.spaced.any",
    checks=(
        Enumerate(60),
        Tight(at={P0: Gaussian(0, 1), P1: Gaussian(1, 1), P2: Gaussian(2, 1), P3: Gaussian(3, 1)}),
        Transcribed(
            "Renyi(alpha, P0, P3) <= 3*alpha*(Renyi(3*alpha - 2, P0, P1)/(3*alpha - 2) + Renyi(3*alpha - 1, P1, P2)/(3*alpha - 1) + "
            "Renyi(3*alpha, P2, P3)/(3*alpha))"
        ),
    ),
)

FOUR = Theorem(
    id="rdp.group.four",
    title="Group privacy under Rényi privacy at distance 4, as printed",
    statement=le(Renyi(alpha / 4, P0, P4), group_budget_printed(S(2), _greatest(alpha, 4))),
    **ranges({alpha: (Interval(8, oo), (8, 16)), P0: FULL, P1: FULL, P2: FULL, P3: FULL, P4: FULL}),
    cites=(Cite(MIRONOV, "Proposition 2", V3),),
    uses=("rdp.group",),
    specializes="rdp.group.doubled",
    checks=(
        Enumerate(40),
        Transcribed(
            "Renyi(alpha/4, P0, P4) <= 9*Max(Renyi(alpha, P0, P1), Renyi(alpha, P1, P2), Renyi(alpha, P2, P3), Renyi(alpha, P3, P4))"
        ),
    ),
)

_HALVED = (alpha + sqrt(alpha**2 - 2 * alpha)) / 2

PRINTED_FACTOR = Theorem(
    id="rdp.group.factor",
    title="The printed factor 3 of group privacy at distance 2 may be 1 + sqrt(2)",
    statement=le(group_budget(S(2), _HALVED, S.One), 1 + sqrt(2)),
    **ranges({alpha: (Interval(4, oo), (4, 64))}),
    uses=("rdp.group.weak_triangle", "renyi.monotone"),
    checks=(
        Enclose(),
        Tight(at={alpha: S(4)}),
        Transcribed(
            "(alpha/2 + sqrt(alpha**2 - 2*alpha)/2 - 1)*(((alpha + sqrt(alpha**2 - 2*alpha))/(alpha + sqrt(alpha**2 - 2*alpha) - "
            "2))**2 - 1) <= 1 + sqrt(2)"
        ),
    ),
    sharpens="rdp.group.induction",
    note="Ours: at the order b <= alpha whose order at distance 2, b^2/(2 b - 1), is alpha/2; the budget at alpha is one at b.",
)

TRADEOFF = Theorem(
    id="tradeoff.group",
    title="The trade-off function at distance 2",
    statement=le(TradeOff(1 - TradeOff(t, P0, P1), P1, P2), TradeOff(t, P0, P2)),
    **ranges({t: (Interval(0, 1), (0, 1)), P0: ALL, P1: ALL, P2: ALL}),
    cites=(Cite("dong2022gaussian", "Theorem 2.14", "arXiv:1905.02383v3"),),
    checks=(Enumerate(60), Transcribed("TradeOff(1 - TradeOff(t, P0, P1), P1, P2) <= TradeOff(t, P0, P2)")),
    note="A test of P0 at level t has level at most 1 - T(P0, P1)(t) as a test of P1; repeated, it gives any distance.",
)
