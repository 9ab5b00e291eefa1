"""Sampling of any mechanism: Rényi budgets at every integer order, dominating pairs, and the records that are not looked at."""

from sympy import Expr, Interval, Min, Range, Rational, Sum, exp, log, oo

from dpsym import HockeyStick, Mixture, Renyi
from dpsym.amplification import fixed_size_renyi, poisson_renyi, subsampled_delta, subsampled_epsilon
from dpsym.distributions import Image
from dpsym.distributions.families import Row
from dpsym.divergences.least import ConcentratedBudget, DominationGap
from dpsym.divergences.overall import Greatest, Least, UpTo, Worst
from dpsym.parameters import BUDGET, CUTOFF, alpha, eps, q
from theorems.checks.enclose import Enumerate
from theorems.checks.hostile import Hostile
from theorems.entry import Cite, Theorem
from theorems.library.space import ORDER, SMALL, ranges
from theorems.library.variables import ALL, FULL, P1, Q1, K, L, P, Q, R, j, n, threshold
from theorems.statement import REAL, UNIT_OPEN, eq, le

rho, omega = BUDGET.symbol, CUTOFF.symbol
TENTH = Rational(1, 10)
_RATES = (Rational(1, 20), Rational(9, 10))
_ORDERS = {n: (Range(2, oo), (2, 4)), q: (UNIT_OPEN, _RATES)}
_BALLE, _BALLE_V = "balle2018improving", "arXiv:1807.01647v2"


def _written(expression: Expr) -> Expr:
    """Return an expression with its sums ready for divergences of their index, and its extremes left as they are."""
    return expression.replace(Sum, lambda term, limits: UpTo(term.xreplace({limits[0]: j}), j, *limits[1:])).replace(
        Min, Least
    )


def _either(*pairs: tuple[object, object]) -> object:
    """Return the budget for all these pairs, a function of the order."""
    return lambda order: Greatest(*(Renyi(order, *pair) for pair in pairs))


POISSON_RENYI = Theorem(
    id="amplification.poisson.renyi",
    title="Poisson sampling and a Rényi budget at every integer order, both directions",
    statement=lambda: le(
        Greatest(Renyi(n, Mixture(q, P, Q), Q), Renyi(n, Q, Mixture(q, P, Q))),
        _written(poisson_renyi(_either((P, Q), (Q, P)), n, q)),
    ),
    **ranges({**_ORDERS, P: FULL, Q: FULL}),
    cites=(Cite("zhuwang2019poisson", "Theorem 5, with the factor 3 dropped"),),
    uses=("amplification.poisson.direction",),
    checks=(Hostile(30),),
    note="P is the law with the record in the sample, Q that without it.",
)

FIXED_RENYI = Theorem(
    id="amplification.without_replacement.renyi",
    title="Sampling without replacement and a Rényi budget at every integer order",
    statement=lambda: le(
        Renyi(n, Mixture(q, P, R), Mixture(q, Q, R)),
        _written(fixed_size_renyi(_either((P, Q), (Q, P), (P, R), (R, P), (Q, R), (R, Q)), n, q)),
    ),
    **ranges({**_ORDERS, P: FULL, Q: FULL, R: FULL}),
    cites=(Cite("wang2019subsampled", "Theorem 9", "arXiv:1808.00087v2"),),
    checks=(Hostile(30),),
    note="P and Q are the laws with the one record or the other in the sample, R with neither; q = m/n.",
)

_GAPS = tuple(le(DominationGap(*pair), 0) for pair in ((P, Q, P1, Q1), (Q, P, Q1, P1)))

DOMINATING_ADDED = Theorem(
    id="dominating.poisson",
    title="Poisson sampling of a dominating pair, a record added",
    statement=le(HockeyStick(threshold, Mixture(q, P, Q), Q), HockeyStick(threshold, Mixture(q, P1, Q1), Q1)),
    **ranges({threshold: (REAL, (-1, 2)), q: (UNIT_OPEN, _RATES), P: ALL, Q: ALL, P1: ALL, Q1: ALL}),
    hypotheses=_GAPS[:1],
    cites=(Cite("zhu2022characteristic", "Theorem 11", "arXiv:2106.08567"),),
    uses=("amplification.poisson.profile",),
    checks=(Hostile(60),),
)

DOMINATING_REMOVED = Theorem(
    id="dominating.poisson.removed",
    title="Poisson sampling of a dominating pair, a record removed",
    statement=le(HockeyStick(threshold, Q, Mixture(q, P, Q)), HockeyStick(threshold, Q1, Mixture(q, P1, Q1))),
    **ranges({threshold: (REAL, (-1, 2)), q: (UNIT_OPEN, _RATES), P: ALL, Q: ALL, P1: ALL, Q1: ALL}),
    hypotheses=_GAPS[:1],
    cites=(Cite("zhu2022characteristic", "Theorem 11", "arXiv:2106.08567"),),
    uses=("amplification.poisson.profile.removed.exact",),
    checks=(Hostile(60),),
)

RARELY_REPLACED = Theorem(
    id="amplification.poisson.replaced.rare",
    title="Poisson sampling of at most half of the records, a record replaced: q times the profiles of either record beside neither",
    statement=le(
        HockeyStick(eps, Mixture(q, P, R), Mixture(q, Q, R)), q * (HockeyStick(eps, P, R) + HockeyStick(eps, R, Q))
    ),
    **ranges(
        {eps: SMALL, q: (Interval.Lopen(0, Rational(1, 2)), (Rational(1, 100), Rational(1, 2))), P: ALL, Q: ALL, R: ALL}
    ),
    cites=(),
    uses=("hockey_stick.joint_convexity",),
    checks=(Hostile(), Enumerate(40)),
    note="Ours: with probability q both sides draw P and R, with q R and Q, and with 1 - 2 q both R. P and Q are the laws with the one record or the "
    "other in the sample, R with neither. So a record replaced there costs no more than one removed or added without a sample.",
)

_WITH, _WITHOUT = Image(K, R), Image(L, R)
_ROWS = (Row(K), Row(L))

REDUCTION = Theorem(
    id="amplification.poisson.profile.any",
    title="Poisson sampling of any mechanism: the rest of the sample may be whatever it is",
    statement=le(
        HockeyStick(subsampled_epsilon(eps, q), Mixture(q, _WITH, _WITHOUT), _WITHOUT),
        subsampled_delta(Worst(HockeyStick(eps, *_ROWS)), q),
    ),
    **ranges({eps: SMALL, q: (UNIT_OPEN, _RATES), R: ALL, K: ALL, L: ALL}),
    cites=(Cite(_BALLE, "Theorem 8", _BALLE_V),),
    uses=("amplification.poisson.profile", "hockey_stick.joint_convexity"),
    checks=(Hostile(), Enumerate(40)),
    note="R is the law of the sample of the other records; K gives the answer with the one record beside it, L without.",
)

REDUCTION_REMOVED = Theorem(
    id="amplification.poisson.profile.removed.any",
    title="Poisson sampling of any mechanism, a record removed: the rest of the sample may be whatever it is",
    statement=le(
        HockeyStick(subsampled_epsilon(eps, q), _WITHOUT, Mixture(q, _WITH, _WITHOUT)),
        subsampled_delta(Worst(HockeyStick(eps, *_ROWS[::-1])), q),
    ),
    **ranges({eps: SMALL, q: (UNIT_OPEN, _RATES), R: ALL, K: ALL, L: ALL}),
    cites=(Cite(_BALLE, "Theorem 8", _BALLE_V),),
    uses=("amplification.poisson.profile.removed", "hockey_stick.joint_convexity"),
    checks=(Hostile(), Enumerate(40)),
    note="R is the law of the sample of the other records; K gives the answer with the one record beside it, L without.",
)

_FACTOR = exp(subsampled_epsilon(eps, q) - eps)

_DOMINATED = le(Worst(DominationGap(*_ROWS, P1, Q1)), 0)

DOMINATING_RENYI = Theorem(
    id="dominating.poisson.renyi",
    title="Poisson sampling and a Rényi budget at any order: no worse than the sampled dominating pair, whatever the rest of the sample",
    statement=le(Renyi(alpha, Mixture(q, _WITH, _WITHOUT), _WITHOUT), Renyi(alpha, Mixture(q, P1, Q1), Q1)),
    **ranges({alpha: ORDER, q: (UNIT_OPEN, _RATES), P1: ALL, Q1: ALL, R: ALL, K: ALL, L: ALL}),
    hypotheses=(_DOMINATED,),
    cites=(Cite("mironov2019sampled", "Theorem 4, for any dominating pair", "arXiv:1908.10530v1"),),
    uses=("dominating.poisson", "dominating.renyi"),
    checks=(Hostile(),),
    note="R is the law of the sample of the other records; K gives the answer with the one record beside it, L without. Gaussian noise on vectors is "
    "dominated by Gaussian noise on a line: that is the reduction of the sampled Gaussian mechanism to one dimension, at fractional orders too.",
)

DOMINATING_RENYI_REMOVED = Theorem(
    id="dominating.poisson.removed.renyi",
    title="Poisson sampling and a Rényi budget at any order, a record removed: no worse than the sampled dominating pair",
    statement=le(Renyi(alpha, _WITHOUT, Mixture(q, _WITH, _WITHOUT)), Renyi(alpha, Q1, Mixture(q, P1, Q1))),
    **ranges({alpha: ORDER, q: (UNIT_OPEN, _RATES), P1: ALL, Q1: ALL, R: ALL, K: ALL, L: ALL}),
    hypotheses=(_DOMINATED,),
    cites=(Cite("mironov2019sampled", "Theorem 4, for any dominating pair", "arXiv:1908.10530v1"),),
    uses=("dominating.poisson.removed", "dominating.renyi"),
    checks=(Hostile(60),),
    note="R is the law of the sample of the other records; K gives the answer with the one record beside it, L without.",
)

_TRUNCATED = tuple(
    le(ConcentratedBudget(0, omega, *pair), rho) for pair in ((P, Q), (Q, P), (P, R), (R, P), (Q, R), (R, Q))
)

TCDP = Theorem(
    id="amplification.without_replacement.tcdp",
    title="Sampling without replacement of a (rho, omega)-tCDP mechanism is (13 q^2 rho, log(1/q)/(4 rho))-tCDP",
    statement=le(Renyi(alpha, Mixture(q, P, R), Mixture(q, Q, R)), 13 * q**2 * rho * alpha),
    **ranges(
        {
            alpha: ORDER,
            rho: (Interval.Lopen(0, TENTH), ("1/1000", TENTH)),
            q: (Interval.Lopen(0, TENTH), ("1/500", TENTH)),
            omega: (Interval(3, oo), (3, 2000)),
            **dict.fromkeys((P, Q, R), FULL),
        }
    ),
    hypotheses=(
        le(3 * rho * (2 + log(1 / rho) / log(2)), log(1 / q)),
        le(log(1 / q) / (2 * rho), omega),
        alpha < log(1 / q) / (4 * rho),
        *_TRUNCATED,
    ),
    cites=(Cite("bundworkrothblumsteinke2018", "privacy amplification by subsampling, number not seen"),),
    checks=(Hostile(10),),
    note="P and Q are the laws with the one record or the other in the sample, R with neither; q = m/n.",
)

JOINT_CONVEXITY = Theorem(
    id="hockey_stick.advanced_joint_convexity",
    title="Advanced joint convexity of the hockey-stick divergence: exact for mixtures with a common part",
    statement=eq(
        HockeyStick(subsampled_epsilon(eps, q), Mixture(q, P, R), Mixture(q, Q, R)),
        q * HockeyStick(eps, P, Mixture(_FACTOR, Q, R)),
    ),
    **ranges({eps: SMALL, q: (UNIT_OPEN, _RATES), P: ALL, Q: ALL, R: ALL}),
    cites=(Cite(_BALLE, "Theorem 2", _BALLE_V),),
    checks=(Hostile(), Enumerate(60)),
)
