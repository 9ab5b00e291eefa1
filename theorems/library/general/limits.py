"""Composition of many mechanisms is near to Gaussian privacy: the bounds of Berry and Esseen."""

from sympy import Rational, S, sqrt

from dpsym import KL, LossCumulant, TradeOff
from dpsym.conversion.gaussian import gaussian_tradeoff
from dpsym.distributions.families import Answers, Copies, Step
from dpsym.divergences.least import DominationGap
from dpsym.divergences.moments import ThirdMoment
from dpsym.divergences.overall import Worst
from dpsym.parameters import t
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ranges
from theorems.library.variables import ALL, FULL, K, L, P, Q, k
from theorems.statement import UNIT_OPEN, le

_CONSTANT = Rational(56, 100)
_VARIANCE = LossCumulant(2, P, Q)
LIMIT = 2 * sqrt(k) * KL(P, Q) / sqrt(_VARIANCE)
"""The mu of the limit."""
_GAMMA = _CONSTANT * ThirdMoment(P, Q) / (sqrt(k) * _VARIANCE ** Rational(3, 2))
_SPACE = {k: (S.Naturals, (2, 5)), t: (UNIT_OPEN, ("1/5", "4/5")), P: FULL, Q: FULL}
_CITES = (Cite("dong2022gaussian", "Theorem 3.4", "arXiv:1905.02383v3"),)
_SYMMETRIC = le(DominationGap(P, Q, Q, P), 0)
_INSIDE = (_VARIANCE > 0, le(_GAMMA, t), t + _GAMMA < 1)
_NOTE = "mu is 2 sqrt(k) KL over the root of the variance of the loss, gamma 0.56 times its absolute third moment over sqrt(k) the cube of it. "

LOWER = Theorem(
    id="tradeoff.composition.central_limit",
    title="Adaptive composition of k mechanisms with one symmetric dominating pair is nearly mu-GDP: the bound of Berry and Esseen",
    statement=le(gaussian_tradeoff(t + _GAMMA, LIMIT) - _GAMMA, TradeOff(t, Answers(K, k), Answers(L, k))),
    **ranges({**_SPACE, K: ALL, L: ALL}),
    hypotheses=(_SYMMETRIC, *_INSIDE, le(Worst(DominationGap(Step(K), Step(L), P, Q), k), 0)),
    cites=_CITES,
    uses=("tradeoff.composition.many",),
    checks=(Hostile(8),),
    note=_NOTE
    + "The source has steps with different pairs, whose moments add up. With k to infinity it is the central limit theorem.",
)

UPPER = Theorem(
    id="tradeoff.composition.central_limit.converse",
    title="The k-fold product of a symmetric pair is nearly no better than mu-GDP: the other bound of Berry and Esseen",
    statement=le(TradeOff(t, Copies(P, k), Copies(Q, k)), gaussian_tradeoff(t - _GAMMA, LIMIT) + _GAMMA),
    **ranges(_SPACE),
    hypotheses=(_SYMMETRIC, _VARIANCE > 0, t > _GAMMA, le(t, 1 - _GAMMA)),
    cites=_CITES,
    checks=(Hostile(8),),
    note=_NOTE,
)
