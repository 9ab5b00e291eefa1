"""Two records on Poisson samples before discrete Gaussian noise: the moves as far as may be, in one direction, are the worst."""

from sympy import Expr, Range, symbols

from dpsym import DiscreteGaussian, HockeyStick, Mixture
from dpsym.distributions import Law
from dpsym.parameters import eps, q, sigma
from theorems.checks import Enclose, Quadrature, Tight
from theorems.entry import Cite, Theorem
from theorems.library.amplification import group_counts_runs as runs
from theorems.library.amplification.poisson import RATES
from theorems.library.space import SMALL, ranges
from theorems.statement import POSITIVE, UNIT_OPEN, le

m1, m2, m3 = symbols("m1 m2 m3", integer=True)
_ONE = {move: (Range(-1, 2), (-1, 1)) for move in (m1, m2)}
_MOVES = {**_ONE, m3: (Range(-2, 3), (-2, 2))}
_SPACE = {eps: SMALL, q: (UNIT_OPEN, RATES), sigma: (POSITIVE, ("1/2", 4))}
_CITES = (Cite("ganesh2024group", "mixture of Gaussians mechanisms", "arXiv:2401.10294"),)
_USES = ("amplification.poisson.group", "hockey_stick.joint_convexity")
_NOTE = (
    "Ours, in this form: what the rest adds up to is subtracted, and the two records move the answer by m1 or m2 where one of them is sampled, by "
    "m3 where both are. The noise is log-concave and symmetric: of all tests of one level against it the half-line, drawn at its end, has the most "
    "power against noise moved by 1 and by 2 at once, and no less than against noise that is moved by less, or down (Neyman and Pearson). So the "
    "mean over the samples of what an event has is at most that of a half-line. Larger groups are the same; joint convexity has it for samples of "
    "the rest."
)


def _two(one: Expr | int, other: Expr | int, both: Expr | int) -> Law:
    """Return the noise behind samples of two records."""
    moved = (DiscreteGaussian(move, sigma) for move in (both, one, other, 0))
    return Mixture(q, Mixture(q, next(moved), next(moved)), Mixture(q, next(moved), next(moved)))


def _one(move: Expr | int) -> Law:
    return Mixture(q, DiscreteGaussian(move, sigma), DiscreteGaussian(0, sigma))


_PLAIN = DiscreteGaussian(0, sigma)

REMOVED = Theorem(
    id="amplification.poisson.group.discrete_gaussian",
    title="Discrete Gaussian noise on Poisson samples, two records removed: no moves lose more than those as far as may be in one direction",
    statement=le(HockeyStick(eps, _two(m1, m2, m3), _PLAIN), HockeyStick(eps, _two(1, 1, 2), _PLAIN)),
    **ranges({**_SPACE, **_MOVES}),
    cites=_CITES,
    uses=_USES,
    checks=(Quadrature(runs.removed, 8), Enclose(6), Tight(at={m1: 1, m2: 1, m3: 2})),
    note=_NOTE,
)

ADDED = Theorem(
    id="amplification.poisson.group.discrete_gaussian.added",
    title="Discrete Gaussian noise on Poisson samples, two records added: no moves lose more than those as far as may be in one direction",
    statement=le(HockeyStick(eps, _PLAIN, _two(m1, m2, m3)), HockeyStick(eps, _PLAIN, _two(1, 1, 2))),
    **ranges({**_SPACE, **_MOVES}),
    cites=_CITES,
    uses=_USES,
    checks=(Quadrature(runs.added, 8), Enclose(6), Tight(at={m1: 1, m2: 1, m3: 2})),
    note=_NOTE,
)

BOTH = Theorem(
    id="amplification.poisson.group.discrete_gaussian.both",
    title="Discrete Gaussian noise on Poisson samples, a record removed and one added: no moves lose more than those as far as may be",
    statement=le(HockeyStick(eps, _one(m1), _one(m2)), HockeyStick(eps, _one(1), _one(-1))),
    **ranges({**_SPACE, **_ONE}),
    cites=_CITES,
    uses=_USES,
    checks=(Quadrature(runs.both, 8), Enclose(6), Tight(at={m1: 1, m2: -1})),
    note=_NOTE + " A record replaced is one of either.",
)
