"""Data-dependent privacy of votes: where one outcome is likely, the answer tells little."""

from sympy import Interval, Rational, exp, oo, symbols

from dpsym import Renyi
from dpsym.distributions import Event, Probability
from dpsym.guarantees.votes import likely_renyi, likely_threshold
from dpsym.parameters import alpha, q
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.variables import FULL, P, Q
from theorems.statement import ABOVE_ONE, UNIT_OPEN, le

mu1, mu2 = symbols("mu1 mu2", positive=True)
_ORDERS = {alpha: ABOVE_ONE, mu1: Interval.open(1, oo), mu2: Interval.open(1, oo)}
_BOX = {alpha: (Rational(11, 10), 6), mu1: (2, 12), mu2: (Rational(3, 2), 12)}
_OTHER = 1 - Probability(P, Event(0))
_FIRST, _BACK = Renyi(mu1, P, Q), Renyi(mu2, Q, P)
_PAPERNOT = ("papernot2018scalable", "Theorem 6", "arXiv:1802.08908")

LIKELY = Theorem(
    id="rdp.likely_outcome",
    title="Rényi divergence where one outcome has all but a probability of at most q, which lies below a threshold",
    statement=le(Renyi(alpha, P, Q), likely_renyi(alpha, q, mu1, _FIRST, mu2, _BACK)),
    domain={**_ORDERS, q: UNIT_OPEN, P: FULL, Q: FULL},
    typical={**_BOX, q: (Rational(1, 1000), Rational(1, 5))},
    hypotheses=(le(alpha, mu1), le(_OTHER, q), le(q, likely_threshold(mu1, mu2, _BACK)), 1 - q * exp(_BACK) > 0),
    cites=(Cite(*_PAPERNOT),),
    uses=("renyi.probability", "holder"),
    checks=(Hostile(),),
    note="Of q itself it holds without a condition: the outcome adds P^alpha Q^(1 - alpha), where Q is at least "
    "1 - (q e^eps2)^((mu2 - 1)/mu2) by probability preservation, and on the others the moment of order alpha is at most that of order mu1, by "
    "Hölder's inequality. Up to the threshold the bound grows with q, which the source shows.",
)
