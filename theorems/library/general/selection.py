"""Private selection: the best of a random number of runs of any private mechanism."""

from sympy import Interval, Symbol, oo

from dpsym import MaxDivergence, Renyi
from dpsym.amplification import selected_epsilon, selected_renyi
from dpsym.distributions.drawn import BestOf
from dpsym.divergences.overall import Greatest
from dpsym.parameters import alpha, beta
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, ranges
from theorems.library.variables import FULL, P, Q
from theorems.statement import UNIT_OPEN, le

eta, gamma = Symbol("eta", real=True), Symbol("gamma", positive=True)
_SPACE = {eta: (Interval.open(-1, oo), ("-1/2", 2)), gamma: (UNIT_OPEN, ("1/20", "9/10")), P: FULL, Q: FULL}
_BEST = (BestOf(eta, gamma, P), BestOf(eta, gamma, Q))
_PAPERNOT, _PAPERNOT_V = "papernotsteinke2022", "arXiv:2110.03620v2"
_NOTE = (
    "P and Q are the laws of one run on two neighbouring datasets, their points in the order of quality. The number of runs is truncated "
    "negative binomial, geometric at eta = 1, logarithmic at eta = 0."
)

PURE = Theorem(
    id="max.selection",
    title="Private selection under pure privacy: the best of a random number of runs costs 2 + eta times as much as one of them",
    statement=le(MaxDivergence(*_BEST), selected_epsilon(MaxDivergence(P, Q), MaxDivergence(Q, P), eta)),
    **ranges(_SPACE),
    cites=(
        Cite(_PAPERNOT, "the pure case, by high orders of Theorem 2", _PAPERNOT_V),
        Cite("liutalwar2019", "Theorem 3.2, 3 eps for a geometric number of runs", "arXiv:1811.07971"),
    ),
    checks=(Hostile(40),),
    note=_NOTE
    + " With a proof of ours: the derivative of the generating function is (1 - (1 - gamma) t)^(-1 - eta) up to a factor, and its "
    "quotient at the two tails is at most that of the tails to the power 1 + eta. Of the sources the definition of the number of runs "
    "was read.",
)

RENYI = Theorem(
    id="rdp.selection",
    title="Private selection under Rényi privacy: the best of a truncated negative binomial number of runs",
    statement=le(
        Renyi(alpha, *_BEST),
        selected_renyi(alpha, beta, Renyi(alpha, P, Q), Greatest(Renyi(beta, P, Q), Renyi(beta, Q, P)), eta, gamma),
    ),
    **ranges({alpha: ORDER, beta: ORDER, **_SPACE}),
    cites=(Cite(_PAPERNOT, "Theorem 2", _PAPERNOT_V),),
    checks=(Hostile(40),),
    note=_NOTE
    + " beta is the second order of the theorem, at which the budget may be another; the last term is of the mean number of runs. The "
    "theorem was not read in the text, the definition of the number of runs was.",
)
