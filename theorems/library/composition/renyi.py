"""Composition under Rényi privacy, and what it says of events."""

from sympy import S

from dpsym import Renyi
from dpsym.distributions import Image, Joint, Kernel, ProductLaw
from dpsym.divergences import KernelRenyi
from dpsym.parameters import alpha
from theorems.checks import At, Enumerate, Tight, Transcribed
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, ranges
from theorems.library.variables import ALL, FLORES, FULL, MIRONOV, P1, P2, Q1, Q2, V3, VAN_ERVEN, K, L, P, Q, finite
from theorems.statement import eq, le

ADDITIVE = Theorem(
    id="rdp.composition.independent",
    title="The Rényi divergence of independent mechanisms adds up",
    statement=eq(Renyi(alpha, ProductLaw(P1, P2), ProductLaw(Q1, Q2)), Renyi(alpha, P1, Q1) + Renyi(alpha, P2, Q2)),
    **ranges({alpha: ORDER, P1: FULL, P2: FULL, Q1: FULL, Q2: FULL}),
    cites=(Cite(VAN_ERVEN, "Theorem 28"), Cite(FLORES, "Cuadro 5.1, row 3")),
    specializes="rdp.composition.adaptive",
    checks=(Enumerate(),),
)

ADAPTIVE = Theorem(
    id="rdp.composition.adaptive",
    title="Adaptive composition under Rényi privacy",
    corrects="rdp.composition.marginal.printed",
    statement=le(Renyi(alpha, Joint(P, K), Joint(Q, L)), Renyi(alpha, P, Q) + KernelRenyi(alpha, K, L)),
    **ranges({alpha: ORDER, P: ALL, Q: ALL, K: ALL, L: ALL}),
    cites=(Cite(FLORES, "Proposición 4.1.2"), Cite(MIRONOV, "Proposition 1", V3)),
    checks=(
        Enumerate(),
        Tight(
            at={
                alpha: S(2),
                P: finite("1/2", "1/2"),
                Q: finite("1/3", "2/3"),
                K: Kernel(finite("1/2", "1/2"), finite("1/2", "1/2")),
                L: Kernel(finite("1/4", "3/4"), finite("1/4", "3/4")),
            }
        ),
        Transcribed("Renyi(alpha, Joint(P, K), Joint(Q, L)) <= KernelRenyi(alpha, K, L) + Renyi(alpha, P, Q)"),
    ),
    specializes="rdp.composition.adaptive.many",
    note="The second budget must hold at every output of the first mechanism, not for the marginal law of the second.",
)

# the second mechanism reveals nothing at one output of the first, and much at the other
_UNEVEN = {
    alpha: S(2),
    P: finite("1/2", "1/2"),
    Q: finite("1/2", "1/2"),
    K: Kernel(finite("1/2", "1/2"), finite("3/4", "1/4")),
    L: Kernel(finite("1/2", "1/2"), finite("1/4", "3/4")),
}

ADAPTIVE_PRINTED = Theorem(
    id="rdp.composition.adaptive.marginal.printed",
    title="The sum over the second output factors out of the joint divergence (equality as printed in the proof)",
    statement=eq(Renyi(alpha, Joint(P, K), Joint(Q, L)), Renyi(alpha, P, Q) + KernelRenyi(alpha, K, L)),
    **ranges({alpha: ORDER, P: FULL, Q: FULL, K: FULL, L: FULL}),
    cites=(Cite(FLORES, "Proposición 4.1.2, after (4.4)"),),
    checks=(
        At(_UNEVEN),
        Transcribed("Renyi(alpha, Joint(P, K), Joint(Q, L)) == Renyi(alpha, P, Q) + KernelRenyi(alpha, K, L)"),
    ),
)

ADAPTIVE_REPAIRED = Theorem(
    id="rdp.composition.adaptive.lower",
    title="The joint divergence is at least that of the first output",
    statement=le(Renyi(alpha, P, Q), Renyi(alpha, Joint(P, K), Joint(Q, L))),
    **ranges({alpha: ORDER, P: ALL, Q: ALL, K: ALL, L: ALL}),
    uses=("renyi.data_processing",),
    checks=(
        Enumerate(),
        Tight(
            at={
                alpha: S(2),
                P: finite("1/2", "1/2"),
                Q: finite("1/3", "2/3"),
                K: Kernel(finite("1/2", "1/2"), finite("1/2", "1/2")),
                L: Kernel(finite("1/2", "1/2"), finite("1/2", "1/2")),
            }
        ),
        Transcribed("Renyi(alpha, P, Q) <= Renyi(alpha, Joint(P, K), Joint(Q, L))"),
    ),
    corrects="rdp.composition.adaptive.marginal.printed",
    note="Ours: the first output is a function of both: data processing.",
)

MARGINAL_PRINTED = Theorem(
    id="rdp.composition.marginal.printed",
    title="Adaptive composition with the budget of the second output's marginal law (a reading that the print admits)",
    statement=le(Renyi(alpha, Joint(P, K), Joint(Q, L)), Renyi(alpha, P, Q) + Renyi(alpha, Image(K, P), Image(L, Q))),
    **ranges({alpha: ORDER, P: FULL, Q: FULL, K: FULL, L: FULL}),
    cites=(Cite(MIRONOV, "Proposition 1, read for the marginal law", V3),),
    checks=(
        At(_UNEVEN),
        Transcribed(
            "Renyi(alpha, Joint(P, K), Joint(Q, L)) <= Renyi(alpha, P, Q) + Renyi(alpha, Image(K, P), Image(L, Q))"
        ),
    ),
)
