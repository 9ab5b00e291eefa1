"""Trade-off functions and profiles of any pair tell the same, and what a sample makes of a trade-off function."""

from sympy import Rational, exp

from dpsym import HockeyStick, Mixture, TradeOff
from dpsym.divergences.curve import ProfileEnvelope, SampledTradeOff, TradeOffConjugate
from dpsym.divergences.deficiency import Deficiency
from dpsym.divergences.least import DominationGap
from dpsym.divergences.overall import Least
from dpsym.parameters import q, t
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import SHARE, ranges
from theorems.library.variables import ALL, P1, Q1, P, Q, R, threshold
from theorems.statement import REAL, UNIT_OPEN, eq, le

_DONG, _DONG_V = "dong2022gaussian", "arXiv:1905.02383v3"
_LAWS = {P: ALL, Q: ALL}

CONJUGATE = Theorem(
    id="tradeoff.to_profile",
    title="The privacy profile is 1 plus the conjugate of the trade-off function at -e^eps, for any pair",
    statement=eq(HockeyStick(threshold, Q, P), 1 + TradeOffConjugate(-exp(threshold), P, Q)),
    **ranges({threshold: (REAL, (-2, 3)), **_LAWS}),
    cites=(Cite(_DONG, "Proposition 2.12", _DONG_V),),
    checks=(Hostile(60), Enumerate(40)),
    note="f-DP with a symmetric f is (eps, 1 + f*(-e^eps))-DP for every eps >= 0, and nothing less.",
)

ENVELOPE = Theorem(
    id="profile.to_tradeoff",
    title="The trade-off function is the greatest of the lines that the privacy profile puts below it, for any pair",
    statement=eq(TradeOff(t, P, Q), ProfileEnvelope(t, P, Q)),
    **ranges({t: SHARE, **_LAWS}),
    cites=(Cite(_DONG, "Proposition 2.11", _DONG_V),),
    uses=("tradeoff.profile",),
    checks=(Hostile(60), Enumerate(40)),
    note="With x = e^eps; the half lines x < 1 are those of the other direction.",
)

_SYMMETRIC = le(DominationGap(P1, Q1, Q1, P1), 0)
_RATES = (Rational(1, 20), Rational(19, 20))
_F = "f is the trade-off function of P1 and Q1, the same in both directions, and that of any two of the laws is at least f. "

SAMPLED = Theorem(
    id="amplification.without_replacement.tradeoff",
    title="Sampling without replacement of an f-DP mechanism is C_q(f)-DP",
    statement=le(SampledTradeOff(t, q, P1, Q1), TradeOff(t, Mixture(q, P, R), Mixture(q, Q, R))),
    **ranges({t: SHARE, q: (UNIT_OPEN, _RATES), P1: ALL, Q1: ALL, **_LAWS, R: ALL}),
    hypotheses=(_SYMMETRIC, *(le(DominationGap(*pair, P1, Q1), 0) for pair in ((P, Q), (P, R), (Q, R)))),
    cites=(Cite(_DONG, "Theorem 4.2", _DONG_V),),
    uses=("amplification.without_replacement.profile",),
    checks=(Hostile(60),),
    note=_F + "P and Q are the laws with the one record or the other in the sample, R with neither; q = m/n.",
)

POISSON = Theorem(
    id="amplification.poisson.tradeoff.any",
    title="Poisson sampling of an f-DP mechanism: the trade-off function of a record added is at least q f + (1 - q) Id",
    statement=le(q * TradeOff(t, P1, Q1) + (1 - q) * (1 - t), TradeOff(t, Q, Mixture(q, P, Q))),
    **ranges({t: SHARE, q: (UNIT_OPEN, _RATES), P1: ALL, Q1: ALL, **_LAWS}),
    hypotheses=(le(DominationGap(Q, P, P1, Q1), 0),),
    cites=(Cite(_DONG, "section 4, the function f_p", _DONG_V),),
    uses=("amplification.poisson.tradeoff",),
    checks=(Hostile(60),),
    note="f is the trade-off function of P1 and Q1; P is the law with the record in the sample, Q that without it.",
)

POISSON_REMOVED = Theorem(
    id="amplification.poisson.tradeoff.removed.any",
    title="Poisson sampling of an f-DP mechanism: C_q(f) is below the trade-off functions of a record added and of one removed",
    statement=le(
        SampledTradeOff(t, q, P1, Q1), Least(TradeOff(t, Mixture(q, P, Q), Q), TradeOff(t, Q, Mixture(q, P, Q)))
    ),
    **ranges({t: SHARE, q: (UNIT_OPEN, _RATES), P1: ALL, Q1: ALL, **_LAWS}),
    hypotheses=(_SYMMETRIC, le(DominationGap(P, Q, P1, Q1), 0)),
    cites=(Cite(_DONG, "section 4, the operator C_p", _DONG_V),),
    uses=("amplification.poisson.tradeoff.any",),
    checks=(Hostile(60),),
    note="Ours: the source has samples of fixed size. "
    + _F.replace("any two of the laws", "P and Q")
    + "P is the law with the record in the sample, Q that without it. One direction has f_q at least, the other its inverse, and a convex "
    "function below the lower of both is at most C_q(f). Where a record is replaced in a Poisson sample it fails: the laws with the "
    "one record and with the other are f-DP of each other in two steps only.",
)

BLACKWELL = Theorem(
    id="dominating.blackwell",
    title="A pair that another dominates is its image under a kernel: trade-off functions order pairs as post-processing does",
    statement=le(Deficiency(P, Q, P1, Q1), 0),
    domain={**_LAWS, P1: ALL, Q1: ALL},
    hypotheses=(le(DominationGap(P, Q, P1, Q1), 0),),
    cites=(Cite(_DONG, "Theorem 2.10", _DONG_V),),
    checks=(Hostile(40),),
    note="The theorem of Blackwell for two hypotheses: trade-off functions are the most informative of all measures that processing does not "
    "increase. That an image is dominated is hockey_stick.data_processing and tradeoff.data_processing.",
)
