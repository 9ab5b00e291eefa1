"""Group privacy under Rényi privacy."""

from sympy import Interval, Max, Rational, S, Symbol, oo

from dpsym import Gaussian, Renyi
from dpsym.parameters import alpha, sigma
from theorems.checks import Enclose, Enumerate, Tight, Transcribed
from theorems.checks.prove import Proved
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, ranges
from theorems.library.variables import FLORES, FULL, MIRONOV, P0, P1, P2, V3
from theorems.statement import POSITIVE, le

order = Symbol("a", positive=True)

GROUP_PRINTED = Theorem(
    id="rdp.group.printed",
    title="Group privacy for a map that is stable in the printed sense: every record written ten times, Gaussian noise",
    statement=le(
        Renyi(alpha / 2, Gaussian(0, sigma), Gaussian(10, sigma)),
        3 * Renyi(alpha, Gaussian(0, sigma), Gaussian(1, sigma)),
    ),
    **ranges({alpha: (Interval(4, oo), (4, 16)), sigma: (POSITIVE, ("1/2", 8))}),
    cites=(Cite(FLORES, "Definición 4.1.2 with Proposición 4.1.3"),),
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
    **ranges({alpha: (Interval(4, oo), (4, 12)), P0: FULL, P1: FULL, P2: FULL}),
    cites=(Cite(FLORES, "Proposición 4.1.3, c = 1"), Cite(MIRONOV, "Proposition 2", V3)),
    uses=("renyi.weak_triangle.equal", "renyi.monotone"),
    checks=(Enumerate(), Transcribed("Renyi(alpha/2, P0, P2) <= 3*Max(Renyi(alpha, P0, P1), Renyi(alpha, P1, P2))")),
    specializes="rdp.group.doubled",
    corrects="rdp.group.printed",
)

GROUP_SHARP = Theorem(
    id="rdp.group.weak_triangle",
    title="Group privacy under Rényi privacy at distance 2, at the order and budget that the weak triangle inequality gives",
    statement=le(
        Renyi(alpha**2 / (2 * alpha - 1), P0, P2), alpha / (alpha - 1) * Renyi(alpha, P0, P1) + Renyi(alpha, P1, P2)
    ),
    **ranges({alpha: ORDER, P0: FULL, P1: FULL, P2: FULL}),
    uses=("renyi.weak_triangle",),
    # equality for Gaussian laws at distances in the ratio of the weights
    checks=(
        Enumerate(),
        Tight(at={alpha: S(2), P0: Gaussian(0, 1), P1: Gaussian(1, 1), P2: Gaussian(3, 1)}),
        Transcribed(
            "Renyi(alpha**2/(2*alpha - 1), P0, P2) <= alpha*Renyi(alpha, P0, P1)/(alpha - 1) + Renyi(alpha, P1, P2)"
        ),
    ),
    sharpens="rdp.group",
    specializes="rdp.group.any",
    note="Ours: at distance k: order a_k with 1 - 1/a_k = (1 - 1/alpha)^k, budget zeta (alpha - 1)((alpha/(alpha - 1))^k - 1).",
)

GROUP_STEP_PRINTED = Theorem(
    id="rdp.group.induction.printed",
    title="The induction step of group privacy at orders above 2 (hypothesis as printed)",
    statement=le((order - 1) / (order - 2) + 1, 3),
    **ranges({order: (Interval.open(2, oo), ("9/4", 16))}),
    cites=(Cite(FLORES, "Proposición 4.1.3, after (4.8)"),),
    checks=(Enclose(), Transcribed("(a - 1)/(a - 2) + 1 <= 3")),
    note="a stands for alpha/2^c; the printed hypothesis alpha >= 2^(c+1) only gives a >= 2, where the quotient is not bounded.",
)

GROUP_STEP = Theorem(
    id="rdp.group.induction",
    title="The induction step of group privacy, with the hypothesis that it needs",
    statement=le((order - 1) / (order - 2) + 1, Rational(5, 2)),
    **ranges({order: (Interval(4, oo), (4, 64))}),
    checks=(Proved(), Enclose(), Tight(at={order: S(4)}), Transcribed("1 + (a - 1)/(a - 2) <= 5/2")),
    corrects="rdp.group.induction.printed",
    note="Ours: so the factor 3^c may be (5/2)^c.",
)
