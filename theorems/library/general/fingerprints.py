"""Fingerprinting: an estimate that is accurate gives its records away, so that a private one is not, with constants."""

from sympy import exp

from dpsym.divergences.fingerprint import Leaning, MeanError, NeighbourDelta, Tracing, Users
from dpsym.divergences.overall import Greatest
from dpsym.parameters import eps
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import MEDIUM, ranges
from theorems.library.variables import ALL, K
from theorems.statement import eq, le

_LEMMA = Cite("steinkeullman2015interactive", "the fingerprinting lemma, number not seen", "arXiv:1410.1228")
_SETTING = "n records are 1 with probability p each, p is uniform on [0, 1], f is an estimate of p in [0, 1] by a mechanism that sees their count. "
_MOST = (exp(eps) - 1 + 2 * NeighbourDelta(eps, K)) / (exp(eps) + 1)

IDENTITY = Theorem(
    id="lower_bound.fingerprinting.identity",
    title="Fingerprinting lemma: an estimate correlates with its records just as much as it follows the proportion",
    statement=eq(Tracing(K), Leaning(K)),
    domain={K: ALL},
    cites=(_LEMMA,),
    checks=(Hostile(), Enumerate(60)),
    note=_SETTING
    + "The derivative of g(p) = E f in p is E f sum_i (x_i - p) over p(1 - p), and p(1 - p) g'(p) is integrated by parts: both ends "
    "vanish. The source has bits 1 and -1, and a squared error on both sides; as both sides are linear in f, it drops out.",
)

TRACED = Theorem(
    id="lower_bound.fingerprinting.traced",
    title="From an (eps, delta)-private estimate of a proportion a record is traced by (e^eps - 1 + 2 delta)/(6 (e^eps + 1)) at most, on the average",
    statement=le(Tracing(K), Users(K) * _MOST / 6),
    **ranges({eps: MEDIUM, K: ALL}),
    cites=(_LEMMA,),
    uses=("dp.reconstruction",),
    checks=(Hostile(), Enumerate(60)),
    note="Ours: "
    + _SETTING
    + "Of one record, the others given, E f (x - p) is p(1 - p) times the difference of E f at 1 and at 0. With a and b these, a <= e^eps b + delta "
    "and 1 - b <= e^eps (1 - a) + delta, as f and 1 - f are means of events, which add up to (1 + e^eps)(a - b) <= e^eps - 1 + 2 delta. The mean of "
    "p(1 - p) is 1/6. The source multiplies by e^eps - 1, and adds delta.",
)

ERROR = Theorem(
    id="lower_bound.fingerprinting.error",
    title="The mean squared error of an (eps, delta)-private estimate of a proportion is at least a twelfth of the square of 1 less tau a record",
    statement=le(Greatest(0, 1 - Users(K) * _MOST) ** 2 / 12, MeanError(K)),
    **ranges({eps: MEDIUM, K: ALL}),
    cites=(_LEMMA,),
    uses=("lower_bound.fingerprinting.identity", "lower_bound.fingerprinting.traced"),
    checks=(Hostile(), Enumerate(60)),
    note="Ours: "
    + _SETTING
    + "tau = (e^eps - 1 + 2 delta)/(e^eps + 1), which is tanh(eps/2) for pure privacy: with fewer than 1/tau records a private estimate is not "
    "accurate, on the average over p. E f (2p - 1) is 1/6 + E (f - p)(2p - 1), at least 1/6 less the root of a third of the error, by "
    "Cauchy and Schwarz. Without records the answer 1/2 attains it.",
)
