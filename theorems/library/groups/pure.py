"""What a promise of pure privacy leaves of a group: the trade-off function of two-sided geometric noise, moved by all of its records."""

from sympy import Interval, Max, S, exp

from dpsym import DiscreteLaplace, TradeOff
from dpsym.parameters import eps, t
from theorems.checks import Enclose, Quadrature
from theorems.entry import Theorem
from theorems.library.groups import pure_runs as runs
from theorems.library.space import LOSS, ranges
from theorems.library.variables import n
from theorems.statement import eq


def _moved(shift: object) -> TradeOff:
    return TradeOff(t, DiscreteLaplace(0, 1 / eps), DiscreteLaplace(shift, 1 / eps))


_NEARER = _moved(n)

CHAIN = Theorem(
    id="tradeoff.group.pure",
    title="Pure privacy at a distance: two-sided geometric noise attains what the chain leaves, step by step",
    statement=eq(_moved(n + 1), Max(0, 1 - exp(eps) * (1 - _NEARER), exp(-eps) * _NEARER)),
    **ranges({eps: LOSS, n: (S.Naturals, (1, 6)), t: (Interval(0, 1), (0, 1))}),
    uses=("tradeoff.group",),
    checks=(Enclose(), Quadrature(runs.one_step_farther)),
    note="Ours: with F the distribution function of the noise, the step x -> 1 - max(0, 1 - e^eps x, e^-eps (1 - x)) takes F(c) to F(c + 1) at each "
    "integer c, and is linear between two of these, where the trade-off functions of the shifts have their corners. At one step the noise is "
    "randomized response, the worst pair of the promise; and it keeps the promise, so that nothing better follows from it.",
)
