"""Groups of records on Poisson samples, each record sampled by itself: the worst pairs of Gaussian noise and of promises of pure privacy."""

from collections.abc import Callable

from sympy import Abs, Expr, Interval, Max, Min, Range, S, Sum, binomial, erfc, exp, sqrt, symbols

from dpsym import Gaussian, HockeyStick, Mixture
from dpsym.distributions import Law
from dpsym.parameters import eps, q, sigma, t, zeta
from theorems.checks import Enclose, Quadrature, Tight
from theorems.entry import Cite, Theorem
from theorems.library.amplification import group_runs as runs
from theorems.library.amplification.poisson import RATES
from theorems.library.catalogue.space import u1, u2
from theorems.library.space import LOSS, SHARE, SMALL, ranges
from theorems.library.variables import j, k, m, n
from theorems.statement import POSITIVE, REAL, UNIT_OPEN, le

_x = symbols("x", real=True)
_removed, _added = symbols("a b", integer=True, nonnegative=True)
_CITES = (Cite("ganesh2024group", "mixture of Gaussians mechanisms", "arXiv:2401.10294"),)
_MOVE, _SIGMAS, _FEW = (Interval(-1, 1), (-1, 1)), (POSITIVE, ("1/2", 4)), (Range(1, 5), (1, 4))


def _normal(place: Expr) -> Expr:
    return erfc(-place / sqrt(2)) / 2


def _sampled(of_records: Expr, first: Expr = S.Zero, last: Expr | None = None, records: Expr = k) -> Expr:
    """Return the mean over how many of so many records are in the sample, of those numbers from a first to a last one."""
    share = binomial(records, j) * q**j * (1 - q) ** (records - j)
    return Sum(share * of_records, (j, first, records if last is None else last))


def _event(up: Expr, down: Expr) -> Expr:
    above, below = _normal(_x + up * j / sigma), _normal(_x + down * j / sigma)
    return _sampled(above, records=_removed) - exp(eps) * _sampled(below, records=_added)


GAUSSIAN = Theorem(
    id="amplification.poisson.group",
    title="Gaussian noise on Poisson samples, a group of records: no event tells more than a half-line where they move the answer as far as may be",
    statement=le(_event(u1, u2), _event(S.One, S.NegativeOne)),
    **ranges(
        {
            eps: SMALL,
            q: (UNIT_OPEN, RATES),
            sigma: _SIGMAS,
            _removed: (S.Naturals0, (0, 4)),
            _added: (S.Naturals0, (0, 4)),
            _x: (REAL, (-3, 3)),
            u1: _MOVE,
            u2: _MOVE,
        }
    ),
    cites=_CITES,
    checks=(Quadrature(runs.event, 8), Enclose(6), Tight(at={u1: S.One, u2: S.NegativeOne})),
    note="Ours, in this form: of the group a records are removed and b others added; what the rest adds up to is subtracted, and j sampled records "
    "of the group move the answer by at most j, in units of the sensitivity. An event whose mass under the plain noise is that of the half-line up "
    "to x has under noise moved by at most j no more than Phi(x + j/sigma) and no less than Phi(x - j/sigma) (Neyman and Pearson), and moved by j of "
    "a share u it may have Phi(x + u j/sigma). So P(A) - e^eps Q(A) is at most the right side, which half-lines attain for all j at once: of removed "
    "records that all move the answer up, and added ones that all move it down. The ratio of that pair is monotone, so that half-lines are its best "
    "events. Joint convexity then has it for samples of the rest. Records that do not move the answer may be added on either side, so that datasets "
    "k steps of adding or removing apart are those with a + b = k, and records replaced k of either.",
)


def _two(first: Expr, second: Expr) -> Law:
    """Return the noise of two sampled records that move the answer."""
    still, one, other, both = (Gaussian(move, sigma) for move in (0, first, second, first + second))
    return Mixture(q, Mixture(q, both, one), Mixture(q, other, still))


_PLAIN = Gaussian(0, sigma)
_TWO = {eps: SMALL, q: (UNIT_OPEN, RATES), sigma: _SIGMAS, u1: _MOVE, u2: _MOVE}
_TWO_NOTE = (
    "amplification.poisson.group of two records, in whole: the moves are any, so that they may undo one another, and the divergence looks at all "
    "events."
)

TWO = Theorem(
    id="amplification.poisson.group.two",
    title="Gaussian noise on Poisson samples, two records removed: no moves lose more than those as far as may be in one direction",
    statement=le(HockeyStick(eps, _two(u1, u2), _PLAIN), HockeyStick(eps, _two(S.One, S.One), _PLAIN)),
    **ranges(_TWO),
    cites=_CITES,
    uses=("amplification.poisson.group",),
    checks=(Quadrature(runs.two, 8), Enclose(6), Tight(at={u1: S.One, u2: S.One})),
    note=_TWO_NOTE,
)

TWO_ADDED = Theorem(
    id="amplification.poisson.group.two.added",
    title="Gaussian noise on Poisson samples, two records added: no moves lose more than those as far as may be in one direction",
    statement=le(HockeyStick(eps, _PLAIN, _two(u1, u2)), HockeyStick(eps, _PLAIN, _two(S.One, S.One))),
    **ranges(_TWO),
    cites=_CITES,
    uses=("amplification.poisson.group",),
    checks=(Quadrature(runs.two_added, 8), Enclose(6), Tight(at={u1: S.One, u2: S.One})),
    note=_TWO_NOTE,
)

_RISE = exp(j * zeta)
_MOST, _LEAST = Min(_RISE * t, 1 - (1 - t) / _RISE), Max(t / _RISE, 1 - _RISE * (1 - t))


def _first(told: Expr) -> Expr:
    """Return the mass of the outcomes at which so many records or more are told."""
    return 1 / (1 + exp(told * zeta))


def _ratio(told: Expr, records: Expr) -> Expr:
    return _sampled(_RISE, last=told, records=records) + _sampled(1 / _RISE, told + 1, records=records)


def _told(excess: Callable[[Expr], Expr], records: Expr = k) -> Expr:
    """Return the sum over the outcomes of an excess of the ratio, where at least one record is told."""
    fewer = Sum((_first(m) - _first(m + 1)) * excess(_ratio(m, records)), (m, 1, records - 1))
    return fewer + _first(records) * excess(_sampled(_RISE, records=records))


_NONE = {records: _sampled(1 / _RISE, records=records) for records in (k, n)}


def _positive(number: Expr) -> Expr:
    """Return the positive part; SymPy's `Max` does not compare the sums that are 0 where all of the numbers are simple."""
    return (number + Abs(number)) / 2


_PURE = {eps: SMALL, q: (UNIT_OPEN, RATES), zeta: LOSS, k: _FEW, t: SHARE}
_PURE_NOTE = (
    "Ours. The left side is the most that an event of mass t without the group can have, less e^eps times the least: pure privacy bounds it with "
    "j of its records by e^(j zeta) t and 1 - e^(-j zeta) (1 - t) from above, and by e^(-j zeta) t and 1 - e^(j zeta) (1 - t) from below. Lay the "
    "plain law on an interval of length 1: under the density e^(j zeta) on its first 1/(1 + e^(j zeta)) and e^(-j zeta) beyond, events from the "
    "left have all of the upper bounds at once, for every j, under its mirror image all of the lower ones. The right side is the divergence of the "
    "mixtures of these, for groups of any size; here of at most four records. Joint convexity then has it for samples of the others."
)

PURE = Theorem(
    id="amplification.poisson.group.pure",
    title="A promise of pure privacy on Poisson samples, a group removed: no event loses more than nested outcomes do",
    statement=le(
        _sampled(_MOST) - exp(eps) * t,
        _told(lambda ratio: _positive(ratio - exp(eps))) + (1 - _first(S.One)) * _positive(_NONE[k] - exp(eps)),
    ),
    **ranges(_PURE),
    cites=_CITES,
    checks=(Quadrature(runs.pure, 8), Enclose(3)),
    note=_PURE_NOTE,
)

PURE_ADDED = Theorem(
    id="amplification.poisson.group.pure.added",
    title="A promise of pure privacy on Poisson samples, a group added: no event loses more than nested outcomes do",
    statement=le(
        t - exp(eps) * _sampled(_LEAST),
        _told(lambda ratio: _positive(1 - exp(eps) * ratio)) + (1 - _first(S.One)) * _positive(1 - exp(eps) * _NONE[k]),
    ),
    **ranges(_PURE),
    cites=_CITES,
    checks=(Quadrature(runs.pure_added, 8), Enclose(3)),
    note=_PURE_NOTE,
)

PURE_REPLACED = Theorem(
    id="amplification.poisson.group.pure.replaced",
    title="A promise of pure privacy on Poisson samples, some records removed and others added: no event loses more than nested outcomes do",
    statement=le(
        _sampled(_MOST) - exp(eps) * _sampled(_LEAST, records=n),
        _told(lambda ratio: _positive(ratio - exp(eps) * _NONE[n]))
        + (1 - 2 * _first(S.One)) * _positive(_NONE[k] - exp(eps) * _NONE[n])
        + _told(lambda ratio: _positive(_NONE[k] - exp(eps) * ratio), n),
    ),
    **ranges({**_PURE, n: _FEW}),
    cites=_CITES,
    checks=(Quadrature(runs.pure_replaced, 8), Enclose(3)),
    note=_PURE_NOTE,
)
