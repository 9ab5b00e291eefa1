"""The optimal conversion from Rényi to approximate privacy is attained, and by a pair that keeps a concentrated promise too."""

from sympy import Interval

from dpsym import Bernoulli, HockeyStick, Renyi
from dpsym.conversion import optimal_delta, optimal_threshold
from dpsym.parameters import alpha, t, zeta
from theorems.checks import Enclose, Quadrature
from theorems.entry import Cite, Theorem
from theorems.library.runs import attained as runs
from theorems.library.space import ORDER, ranges
from theorems.statement import POSITIVE, eq

_HEAVY = (1 - t) / (1 + zeta - t)
_PAIR = Bernoulli((1 + zeta) * _HEAVY), Bernoulli(_HEAVY)

ATTAINED = Theorem(
    id="rdp.to_approx.optimal.attained",
    title="The conversion from Rényi to approximate privacy is attained by the pair on two points whose ratios it names",
    statement=eq(
        HockeyStick(optimal_threshold(alpha, t, 1 + zeta), *_PAIR),
        optimal_delta(alpha, Renyi(alpha, *_PAIR), t, 1 + zeta),
    ),
    **ranges({alpha: ORDER, t: (Interval.Ropen(0, 1), (0, "9/10")), zeta: (POSITIVE, ("1/10", 8))}),
    cites=(Cite("asoodeh2021variants", "Theorem 2", "arXiv:2008.06529"),),
    checks=(Enclose(), Quadrature(runs.attained_conversion)),
    note="u is 1 + zeta. Ours: at the best order of a budget rho alpha, up to a cutoff or not, this pair keeps the budget at every order and in "
    "both directions, so that the best order is the best that follows from the whole promise. For rho alpha (alpha - 1) - log E x^alpha has "
    "four zeros at most, as its second derivative is 2 rho less the variance of a tilted law on two points, and these are 0, 1 and the best "
    "order, twice, as the bound is least there; at a cutoff it falls through the zero. It is positive outside of all it must be, and below 0 it "
    "tells of the other direction. Where the best order is 1, as at eps = 0, the other direction can bind too: rdp.to_approx.both_ways.",
)
