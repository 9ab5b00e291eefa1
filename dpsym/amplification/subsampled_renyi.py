"""Subsampling of a Rényi budget that is all that is known of a mechanism: at integer orders, and at any order."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Dummy, Expr, FiniteSet, Integer, Interval, Min, Sum, binomial, exp, expand, log, oo

from dpsym.amplification.sampling import Poisson, WithoutReplacement, along
from dpsym.amplification.subsampled_dp import Sampled
from dpsym.guarantees.arrow import Request, Source, require
from dpsym.guarantees.notions import RenyiDP

ORDERS = (*range(2, 65), *range(68, 129, 4), *range(144, 257, 16), *range(320, 513, 64))
"""The integer orders at which an amplified budget is offered."""


def convex_renyi(budget: Expr, order: Expr, rate: Expr) -> Expr:
    r"""Return the Rényi budget on a Poisson sample that joint convexity gives, at any order above 1.

    .. math:: \zeta'(\alpha) = \frac{1}{\alpha-1}\log\left(1 - q + q\,e^{(\alpha-1)\zeta(\alpha)}\right)

    Parameters
    ----------
    budget : Expr
        zeta(alpha) of the mechanism at this order, both directions covered.
    order : Expr
        The order alpha.
    rate : Expr
        The probability q with which a record is sampled.

    Notes
    -----
    :math:`(p, r) \mapsto p^\alpha r^{1-\alpha}` is jointly convex, and so convex in either place: van Erven and Harremoës,
    Theorem 13, at the moments. Of first order in q where the truth is of second; the only one that needs no other order.
    """
    return log(1 - rate + rate * exp((order - 1) * budget)) / (order - 1)


def poisson_renyi(budget: Callable[[Expr], Expr], order: Expr, rate: Expr) -> Expr:
    r"""Return the Rényi budget of any mechanism on a Poisson sample at an integer order from 2 on, both directions covered.

    .. math:: \frac{1}{\alpha-1}\log\left((1-q)^{\alpha-1}(1 + (\alpha-1)q)
        + \sum_{j=2}^{\alpha}\binom{\alpha}{j} q^j (1-q)^{\alpha-j} e^{(j-1)\zeta(j)}\right)

    Parameters
    ----------
    budget : callable
        zeta, a function of the order, for adding and for removing a record; asked at the orders 2 to alpha.
    order : Expr
        The integer order alpha.
    rate : Expr
        The probability q with which a record is sampled.

    Notes
    -----
    The binomial expansion of the sampled law against the law without the record; Zhu and Wang, "Poisson subsampled Rényi
    differential privacy", ICML 2019, Theorem 5, has the terms from j = 3 on threefold, for the sake of the other direction. They
    need not be: see `direction_weight`.
    """
    leading = (1 - rate) ** (order - 1) * (1 + (order - 1) * rate)
    rest = _sum(lambda j: (1 - rate) ** (order - j) * rate**j * exp((j - 1) * budget(j)), order, 2)
    return log(leading + rest) / (order - 1)


def binomial_renyi(budget: Callable[[Expr], Expr], order: Expr, rate: Expr) -> Expr:
    r"""Return `poisson_renyi` with the terms from j = 0 in one sum, where the moments of the orders 0 and 1 are 1 in the formula too.

    .. math:: \frac{1}{\alpha-1}\log \sum_{j=0}^{\alpha}\binom{\alpha}{j} q^j (1-q)^{\alpha-j} e^{(j-1)\zeta(j)}

    Parameters
    ----------
    budget : callable
        zeta, a function of the order.
    order : Expr
        The integer order alpha, from 2 on.
    rate : Expr
        The probability q with which a record is sampled.

    Notes
    -----
    Mironov, Talwar and Zhang, arXiv:1908.10530, Section 3.3, for Gaussian noise.
    """
    index = Dummy("j", integer=True, nonnegative=True)
    moment = exp(expand((index - 1) * budget(index)))
    if any(moment.subs(index, edge) != 1 for edge in (0, 1)):
        return poisson_renyi(budget, order, rate)
    terms = binomial(order, index) * rate**index * (1 - rate) ** (order - index) * moment
    return log(Sum(terms, (index, 0, order))) / (order - 1)


def direction_weight(order: Expr, rate: Expr) -> Expr:
    r"""Return the weight that shows the removal of a record to be no worse than its addition, for orders from 2 on.

    .. math:: \lambda = \frac{3(1-q)}{2(\alpha-2)q + 3}

    Parameters
    ----------
    order : Expr
        alpha, at least 2.
    rate : Expr
        The rate q of Poisson sampling.

    Notes
    -----
    With r the likelihood ratio of P to Q, :math:`u = 1 - q + qr` and :math:`v = q + (1-q)r`, the moments of Q against
    qP + (1-q)Q, of qP + (1-q)Q against Q, and of qQ + (1-q)P against P are the means under Q of :math:`C = u^{1-\alpha}`,
    :math:`A = u^\alpha` and :math:`B = v^\alpha r^{1-\alpha}`. The second derivative of :math:`\lambda A + (1-\lambda)B - C` in r is
    :math:`\alpha(\alpha-1)q^2 u^{-\alpha-1}(\lambda u^{2\alpha-1} + (1-\lambda)v^{\alpha-2}(u/r)^{\alpha+1} - 1)`, which is not negative: by the
    inequality of the means the bracket is at least :math:`e^{cE} - 1`, c > 0, with
    :math:`E = (3 - 2q + \alpha q)\log u + (\alpha-2)q\log v - (\alpha+1)q\log r`, and
    :math:`E' = q(1-q)(r-1)((3 - 5q + \alpha q)r + (\alpha+1)q)/(uvr)` has the sign of r - 1. So the difference is convex in r,
    lies above its tangent at r = 1, where it vanishes, and the mean of r is 1: :math:`E_Q C \le \max(E_Q A, E_Q B)`.
    """
    return 3 * (1 - rate) / (2 * (order - 2) * rate + 3)


def fixed_size_renyi(budget: Callable[[Expr], Expr], order: Expr, rate: Expr) -> Expr:
    r"""Return the Rényi budget of any mechanism on a sample without replacement at an integer order from 2 on.

    .. math:: \frac{1}{\alpha-1}\log\left(1 + \binom{\alpha}{2} q^2 \min\left(4(e^{\zeta(2)} - 1),\, 2 e^{\zeta(2)}\right)
        + 2\sum_{j=3}^{\alpha}\binom{\alpha}{j} q^j e^{(j-1)\zeta(j)}\right), \qquad q = m/n

    Parameters
    ----------
    budget : callable
        zeta, a function of the order, for replacing a record; asked at the orders 2 to alpha.
    order : Expr
        The integer order alpha.
    rate : Expr
        The share q = m/n of the population that is sampled.

    Notes
    -----
    Wang, Balle and Kasiviswanathan, "Subsampled Rényi differential privacy and analytical moments accountant", arXiv:1808.00087v2,
    Theorem 9, with the budget of order infinity left infinite.
    """
    growth = exp(budget(Integer(2)))
    second = binomial(order, 2) * rate**2 * Min(4 * (growth - 1), 2 * growth)
    rest = _sum(lambda j: rate**j * exp((j - 1) * budget(j)), order, 3)
    return log(1 + second + 2 * rest) / (order - 1)


def _sum(term: Callable[[Expr], Expr], order: Expr, first: int) -> Expr:
    """Return the sum over j from the first to the order of the binomial coefficients times a term."""
    index = Dummy("j", integer=True, positive=True)
    return Sum(binomial(order, index) * term(index), (index, first, order))


def _convex(value: RenyiDP, sampling: Poisson, request: Request) -> RenyiDP:
    return RenyiDP(lambda order: convex_renyi(value.budget(order), order, sampling.rate), value.orders)


def _integer(formula: Callable[[Callable[[Expr], Expr], Expr, Expr], Expr]) -> Callable[..., RenyiDP]:
    def apply(value: RenyiDP, sampling: Sampled, request: Request) -> RenyiDP:
        orders = _whole_orders(value)
        require(bool(orders), "the budget must be known at the orders 2, 3, ..., alpha")
        return RenyiDP(lambda order: formula(value.budget, order, sampling.rate), FiniteSet(*orders))

    return apply


def _whole_orders(value: RenyiDP) -> list[int]:
    """Return the integer orders offered up to which the budget is known at every integer order from 2 on."""
    if value.orders == Interval.open(1, oo):
        return list(ORDERS)
    unknown = next((order for order in range(2, ORDERS[-1] + 1) if value.orders.contains(order) != True), oo)  # noqa: E712
    return [order for order in ORDERS if order < unknown]


POISSON_CONVEX = along(
    Poisson,
    "renyi.convex",
    RenyiDP,
    ("amplification.poisson.renyi.convex", "amplification.poisson.renyi.convex.removed"),
    "zeta'(alpha) = log(1 - q + q e^((alpha-1) zeta(alpha)))/(alpha-1)",
    Source("vanervenharremoes2014", "Theorem 13"),
    _convex,
    tight="for pairs of disjoint support only: of first order in q",
)
POISSON_INTEGER = along(
    Poisson,
    "renyi",
    RenyiDP,
    ("amplification.poisson.renyi",),
    "zeta'(alpha) = log(sum over j of C(alpha,j) q^j (1-q)^(alpha-j) e^((j-1) zeta(j)))/(alpha-1)",
    Source("zhuwang2019poisson", "Theorem 5, with its factor 3 dropped"),
    _integer(poisson_renyi),
    "one budget for both directions",
    "integer orders",
    tight="attained by a pair whose divergences are the budget at all the orders up to alpha",
)
FIXED_INTEGER = along(
    WithoutReplacement,
    "renyi",
    RenyiDP,
    ("amplification.without_replacement.renyi",),
    "1 + C(alpha,2) q^2 min(4(e^zeta(2) - 1), 2 e^zeta(2)) + 2 sum of C(alpha,j) q^j e^((j-1) zeta(j))",
    Source("wang2019subsampled", "Theorem 9"),
    _integer(fixed_size_renyi),
    "integer orders",
    tight="of second order in q, as the truth",
)
