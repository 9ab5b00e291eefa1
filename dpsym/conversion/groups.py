"""Group privacy: what a promise for neighbours says of datasets several steps apart."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from sympy import Add, Expr, Min, S, exp

from dpsym.conversion.asked import is_number, to_one
from dpsym.conversion.gaussian import gaussian_tradeoff
from dpsym.conversion.hypotheses import at_edge, greater
from dpsym.conversion.profile import gaussian_of_tradeoff
from dpsym.conversion.rounding import sign, upper
from dpsym.errors import NotApplicableError, ParameterError
from dpsym.guarantees.arrow import Arrow, Conditional, Kind, Request, Source, require, under
from dpsym.guarantees.notions import GDP, ZCDP, ApproxDP, ProfileDP, PureDP, TradeOffDP, TruncatedCDP

MOST_NESTED = 16
"""The greatest distance for which a trade-off function or a sum of budgets is written out."""


def group_epsilon(count: Expr, budget: Expr) -> Expr:
    r"""Return the eps at distance k.

    .. math:: \varepsilon_k = k \varepsilon

    Parameters
    ----------
    count, budget : Expr
        The distance k, and eps at distance 1.

    Notes
    -----
    Dwork and Roth, Theorem 2.2. Attained, by Laplace noise for instance.
    """
    return count * budget


def group_delta(count: Expr, budget: Expr, delta: Expr) -> Expr:
    r"""Return the delta at distance k and k eps.

    .. math:: \delta_k = \delta\, \frac{e^{k\varepsilon} - 1}{e^\varepsilon - 1}

    Parameters
    ----------
    count, budget, delta : Expr
        The distance k, eps (positive) and delta at distance 1.

    Notes
    -----
    Vadhan, *The complexity of differential privacy*, Lemma 2.2, its proof. Attained by chains of laws.
    """
    return delta * (exp(count * budget) - 1) / (exp(budget) - 1)


def group_zcdp(count: Expr, rho: Expr) -> Expr:
    r"""Return the zCDP budget at distance k.

    .. math:: \rho_k = k^2 \rho

    Parameters
    ----------
    count, rho : Expr
        The distance k, and rho at distance 1.

    Notes
    -----
    Bun and Steinke, Proposition 1.9. Attained by Gaussian noise.
    """
    return count**2 * rho


def group_ratio(count: Expr, mu: Expr) -> Expr:
    r"""Return the mu of Gaussian privacy at distance k.

    .. math:: \mu_k = k \mu

    Parameters
    ----------
    count, mu : Expr
        The distance k, and mu at distance 1.

    Notes
    -----
    Dong, Roth and Su, Theorem 2.14. Attained by Gaussian noise.
    """
    return count * mu


def _delta(count: Expr, budget: Expr, delta: Expr) -> Expr:
    """Return `group_delta`; the quotient is written out as a sum for a small number of steps, which has a value at eps = 0 too."""
    if count.is_Integer and count <= MOST_NESTED:
        return delta * Add(*(exp(step * budget) for step in range(int(count))))
    return at_edge(budget, S.Zero, count * delta, group_delta(count, budget, delta))


def _approx(value: ApproxDP, count: Expr, request: Request) -> ApproxDP:
    total = _delta(count, value.eps, value.delta)
    if is_number(total):
        require(sign(total - 1) != 1, "the delta at this distance exceeds 1")
        total = upper(total)
    return ApproxDP(group_epsilon(count, value.eps), to_one(total))


def asks_group(request: Request, count: Expr) -> Request:
    """Return the request for neighbours: a share of eps, or of delta a k-th; what eps adds to it is not known beforehand."""
    if request.eps is not None:
        return Request(eps=request.eps / count)
    return Request(delta=None if request.delta is None else request.delta / count)


def group_profile(eps: Expr, count: Expr, profile: Callable[[Expr], Expr]) -> Expr:
    r"""Return the profile at distance k.

    .. math:: \delta_k(\varepsilon) = \delta(\varepsilon/k)\, \frac{e^\varepsilon - 1}{e^{\varepsilon/k} - 1}

    Parameters
    ----------
    eps, count : Expr
        Where, in nats, and the distance k.
    profile : callable
        The profile at distance 1, a function of eps.

    Notes
    -----
    Vadhan, *The complexity of differential privacy*, Lemma 2.2, its proof, at every eps.
    """
    return _delta(count, eps / count, profile(eps / count))


def _profile(value: ProfileDP, count: Expr, request: Request) -> ProfileDP:
    def found(eps: Expr) -> Expr:
        return group_profile(eps, count, value.profile)

    try:
        return ProfileDP(found)
    except ParameterError:  # at some eps it is no bound, as 1 is
        return ProfileDP(lambda eps: Min(S.One, found(eps)))


def _zcdp(value: ZCDP, count: Expr, request: Request) -> ZCDP:
    require(value.xi.is_zero or count == 1, "the quadratic growth of rho is proved for xi = 0")
    return ZCDP(group_zcdp(count, value.rho), value.xi)


def _tcdp(value: TruncatedCDP, count: Expr, request: Request) -> TruncatedCDP | Conditional:
    open_ = greater(value.omega, count, "the distance has to be below the order up to which the promise holds")
    return under(open_, TruncatedCDP(group_zcdp(count, value.rho), value.omega / count))


def group_tradeoff(level: Expr, count: int, tradeoff: Callable[[Expr], Expr]) -> Expr:
    r"""Return the trade-off function at distance k.

    .. math:: f_k = 1 - (1 - f)^{\circ k}

    Parameters
    ----------
    level : Expr
        The type I error t.
    count : int
        The distance k.
    tradeoff : callable
        The trade-off function f at distance 1.

    Notes
    -----
    Dong, Roth and Su, Theorem 2.14.
    """
    inner: Any = reduce(lambda nested, _: 1 - tradeoff(nested), range(count), level)
    return 1 - inner


def _tradeoff(value: TradeOffDP, count: Expr, request: Request) -> TradeOffDP:
    mu = gaussian_of_tradeoff(value.tradeoff)
    if mu is not None:
        return TradeOffDP(lambda level: gaussian_tradeoff(level, group_ratio(count, mu)))
    require(count.is_Integer and count <= MOST_NESTED, f"the distance has to be a number up to {MOST_NESTED}")
    return TradeOffDP(lambda level: _nested(level, int(count), value.tradeoff))


def _nested(level: Expr, count: int, tradeoff: Callable[[Expr], Expr]) -> Expr:
    try:
        return group_tradeoff(level, count, tradeoff)
    except (
        TypeError
    ):  # SymPy compares the ends of cases inside of cases, and gives up where these are sums of exponentials
        raise NotApplicableError("the cases of the nested trade-off function are not told apart") from None


_BUN, _DONG = "bunsteinke2016", "dong2022gaussian"
CHAIN = "datasets k apart are joined by k steps"

GROUP_PURE = Arrow(
    name="group.pure",
    kind=Kind.GROUP,
    source=PureDP,
    theorems=("dp.group.pure.any",),
    says="eps_k = k eps",
    cites=(Source("dworkroth2014", "Theorem 2.2"),),
    apply=lambda value, count, request: PureDP(group_epsilon(count, value.eps)),
    hypotheses=(CHAIN,),
    tight="Laplace noise",
    attained=True,
)
GROUP_APPROX = Arrow(
    name="group.approx",
    kind=Kind.GROUP,
    source=ApproxDP,
    theorems=("dp.group.any",),
    says="eps_k = k eps, delta_k = delta (e^(k eps) - 1)/(e^eps - 1)",
    cites=(Source("vadhan2017", "Lemma 2.2"),),
    apply=_approx,
    hypotheses=(CHAIN,),
    tight="chains of laws",
    asks=asks_group,
)
GROUP_PROFILE = Arrow(
    name="group.profile",
    kind=Kind.GROUP,
    source=ProfileDP,
    theorems=("dp.group.any",),
    says="delta_k(eps) = delta(eps/k) (e^eps - 1)/(e^(eps/k) - 1)",
    cites=(Source("vadhan2017", "Lemma 2.2"),),
    apply=_profile,
    hypotheses=(CHAIN,),
    tight="no: at each eps it is, for another chain",
)
GROUP_ZCDP = Arrow(
    name="group.zcdp",
    kind=Kind.GROUP,
    source=ZCDP,
    theorems=("zcdp.group.any",),
    says="rho_k = k^2 rho",
    cites=(Source(_BUN, "Proposition 1.9"),),
    apply=_zcdp,
    hypotheses=(CHAIN, "xi = 0"),
    tight="Gaussian noise",
)
GROUP_TCDP = Arrow(
    name="group.tcdp",
    kind=Kind.GROUP,
    source=TruncatedCDP,
    theorems=("tcdp.group.any",),
    says="rho_k = k^2 rho, up to the order omega/k",
    cites=(Source(_BUN, "Proposition 1.9, its proof"),),
    apply=_tcdp,
    hypotheses=(CHAIN, "omega > k"),
    tight="Gaussian noise",
)
GROUP_GDP = Arrow(
    name="group.gdp",
    kind=Kind.GROUP,
    source=GDP,
    theorems=("gdp.group.any",),
    says="mu_k = k mu",
    cites=(Source(_DONG, "Theorem 2.14"),),
    apply=lambda value, count, request: GDP(group_ratio(count, value.mu)),
    hypotheses=(CHAIN,),
    tight="Gaussian noise",
)
GROUP_TRADEOFF = Arrow(
    name="group.tradeoff",
    kind=Kind.GROUP,
    source=TradeOffDP,
    theorems=("tradeoff.group", "gdp.group.any"),
    says="f_k = 1 - (1 - f) composed k times",
    cites=(Source(_DONG, "Theorem 2.14"),),
    apply=_tradeoff,
    hypotheses=(CHAIN,),
    tight="attained by chains of laws",
)
