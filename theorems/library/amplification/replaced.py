"""One record replaced, on Poisson samples: the records that move a query as far as they may, in opposite directions, are the worst."""

from sympy import Expr, Interval, Max, Min, Range, Rational, S, exp, log, oo

from dpsym import Finite, Gaussian, HockeyStick, Laplace, Mixture
from dpsym.distributions import Law
from dpsym.parameters import b, eps, q, sigma, t, zeta
from theorems.checks import Enclose, Quadrature, Tight
from theorems.entry import Cite, Theorem
from theorems.library.amplification import replaced_runs as runs
from theorems.library.amplification.poisson import RATES
from theorems.library.catalogue.space import choices, u1, u2
from theorems.library.space import LOSS, SHARE, SMALL, ranges
from theorems.statement import POSITIVE, UNIT_OPEN, le

_MOVE = (Interval(-1, 1), (-1, 1))
_CITES = (Cite("lebeda2024pitfalls", "Poisson sampling under substitution", "arXiv:2405.20769"),)
_NOTE = (
    "Ours, in this form: what the other records add up to is subtracted, and u1 and u2 are what the two records would add. Of all events of one "
    "mass under the plain noise, whose likelihood ratios are monotone, the half-line to the right has the most mass under the noise moved by 1 and "
    "the least under that moved by -1 (Neyman and Pearson), so that q (P(1) - e^eps P(-1)) + (1 - q)(1 - e^eps) P(0) is no less on it than what "
    "u1 and u2 have on the event. Joint convexity then has it for samples of the others."
)


def _sampled(moved: Law, still: Law) -> Mixture:
    return Mixture(q, moved, still)


def _stated(near: tuple[Law, Law], far: tuple[Law, Law], still: Law) -> object:
    sides = [HockeyStick(eps, *(_sampled(law, still) for law in pair)) for pair in (near, far)]
    return le(*sides)


GAUSSIAN = Theorem(
    id="amplification.poisson.replaced",
    title="Gaussian noise on Poisson samples, a record replaced: no moves lose more than those as far as may be, in opposite directions",
    statement=_stated(
        (Gaussian(u1, sigma), Gaussian(u2, sigma)), (Gaussian(1, sigma), Gaussian(-1, sigma)), Gaussian(0, sigma)
    ),
    **ranges({eps: SMALL, q: (UNIT_OPEN, RATES), sigma: (POSITIVE, ("1/2", 4)), u1: _MOVE, u2: _MOVE}),
    cites=_CITES,
    uses=("profile.subsampled_gaussian.replaced",),
    checks=(Quadrature(runs.gaussian, 8), Enclose(6), Tight(at={u1: S.One, u2: S.NegativeOne})),
    note=_NOTE,
)

LAPLACE = Theorem(
    id="amplification.poisson.replaced.laplace",
    title="Laplace noise on Poisson samples, a record replaced: no moves lose more than those as far as may be, in opposite directions",
    statement=_stated((Laplace(u1, b), Laplace(u2, b)), (Laplace(1, b), Laplace(-1, b)), Laplace(0, b)),
    **ranges({eps: SMALL, q: (UNIT_OPEN, RATES), b: (POSITIVE, ("1/2", 4)), u1: _MOVE, u2: _MOVE}),
    cites=_CITES,
    checks=(Quadrature(runs.laplace, 8), Enclose(6), Tight(at={u1: S.One, u2: S.NegativeOne})),
    note=_NOTE,
)

_FALSE = 1 / (exp(zeta) + choices - 1)


def _answers(own: int, share: Expr) -> Finite:
    """Return the masses of the answers of the rest, of either record, and of all others, where a record answers as itself so often."""
    moved = q * share * (exp(zeta) - 1) * _FALSE
    masses = [exp(zeta) * _FALSE - moved, _FALSE, _FALSE, (choices - 3) * _FALSE]
    masses[own] += moved
    return Finite(*masses)


RESPONSE = Theorem(
    id="amplification.poisson.replaced.response",
    title="Randomized response on Poisson samples, a record replaced: no answers lose more than three that differ",
    statement=le(
        HockeyStick(eps, _answers(1, u1), _answers(2, u2)), Max(0, _FALSE * (1 + q * (exp(zeta) - 1) - exp(eps)))
    ),
    **ranges({eps: SMALL, q: (UNIT_OPEN, RATES), zeta: LOSS, choices: (Range(3, oo), (3, 12)), u1: SHARE, u2: SHARE}),
    cites=_CITES,
    checks=(Quadrature(runs.response, 8), Enclose(6), Tight(at={u1: S.One, u2: S.One})),
    note="Ours, in this form: the other records alone answer as the first of k, and either record answers otherwise with probability u1 or u2, "
    "else as they do. Let b be the probability of a false answer and c = b (e^zeta - 1). Joint convexity leaves the ends of u1 and u2. For u1 = 1 "
    "the second answer alone has more of the first law, b + q c - e^eps b, whatever u2 is. For u1 = 0 and u2 = 1 the first one has "
    "b + c - e^eps (b + c - q c), which is as much at eps = 0 and falls no slower, as c is at least q c. Of two answers u1 and u2 are not both 1. "
    "Exchanging the records exchanges the laws, so that three answers that differ are the worst pair in both directions.",
)

_RISE = exp(zeta)
_MORE, _LESS = ((1 + q * (factor - 1)) / (1 + _RISE) for factor in (_RISE, 1 / _RISE))
_MOST, _LEAST = Min(_RISE * t, 1 - (1 - t) / _RISE), Max(t / _RISE, 1 - _RISE * (1 - t))

PURE = Theorem(
    id="amplification.poisson.replaced.pure",
    title="A promise of pure privacy on Poisson samples, a record replaced: no event loses more than three outcomes do",
    statement=le(
        (1 - q) * (1 - exp(eps)) * t + q * (_MOST - exp(eps) * _LEAST),
        HockeyStick(eps, Finite(_MORE, 1 - _MORE - _LESS, _LESS), Finite(_LESS, 1 - _MORE - _LESS, _MORE)),
    ),
    **ranges({eps: SMALL, q: (UNIT_OPEN, RATES), zeta: LOSS, t: SHARE}),
    cites=_CITES,
    checks=(Quadrature(runs.pure, 8), Enclose(6), Tight(at={eps: S.Zero, zeta: log(3), t: Rational(1, 4)})),
    note="Ours. The left side is the most that an event of mass t without either record can have of the first law, less e^eps times the least of the "
    "second: pure privacy bounds it with either record by e^zeta t and 1 - e^-zeta (1 - t) from above, by e^-zeta t and "
    "1 - e^zeta (1 - t) from below. It is linear but for two corners, t = 1/(1 + e^zeta) and e^zeta/(1 + e^zeta), at which events of the three "
    "outcomes have all of that, so that "
    "they attain it. Joint convexity then has it for samples of the others.",
)
