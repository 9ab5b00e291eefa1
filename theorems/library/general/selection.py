"""Private selection: the best of a random number of runs of any private mechanism."""

from sympy import Interval, Rational, Symbol, log, oo

from dpsym import HockeyStick, MaxDivergence, Renyi
from dpsym.amplification import poisson_selected_renyi, selected_epsilon, selected_renyi
from dpsym.distributions.drawn import BestOf
from dpsym.distributions.selected import BestOfPoisson
from dpsym.divergences.overall import Greatest
from dpsym.parameters import alpha, beta, m
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, ranges
from theorems.library.variables import FULL, ORDERS, P, Q
from theorems.statement import ABOVE_ONE, POSITIVE, UNIT_OPEN, le

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

POISSON = Theorem(
    id="rdp.selection.poisson",
    title="Private selection under Rényi privacy: the best of a Poisson number of runs, which may be none",
    statement=le(
        Renyi(alpha, BestOfPoisson(m, P), BestOfPoisson(m, Q)),
        poisson_selected_renyi(alpha, Renyi(alpha, P, Q), HockeyStick(log(alpha / (alpha - 1)), Q, P), m),
    ),
    domain={alpha: ABOVE_ONE, m: POSITIVE, P: FULL, Q: FULL},
    typical={alpha: ORDERS, m: (Rational(1, 4), 20)},
    cites=(Cite(_PAPERNOT, "the Poisson number of runs", _PAPERNOT_V),),
    checks=(Hostile(40),),
    note="P and Q are the laws of one run on two neighbouring datasets, their points in the order of quality; that there is no run is told by an "
    "answer of its own. Ours, after the source: with the generating function f and the shares F, G of what is no better, the moment is at most "
    "that of one run times the greatest f'(F)^alpha f'(G)^(1 - alpha), which is m e^(m(alpha F - (alpha - 1) G - 1)), and 1 - G is at most "
    "alpha/(alpha - 1) (1 - F) + delta. No run adds e^-m.",
)
