"""Composition of the notions whose budgets add up: Rényi, zero-concentrated, truncated, Gaussian, and known losses."""

from __future__ import annotations

from collections.abc import Sequence

from sympy import Add, Expr, Min, sqrt

from dpsym.composition.basic import ADAPTIVE, Parts
from dpsym.conversion.gaussian import gaussian_tradeoff
from dpsym.conversion.listed_orders import budget_from, is_listed
from dpsym.conversion.profile import gaussian_of_tradeoff
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.notions import GDP, ZCDP, LossDP, RenyiDP, TradeOffDP, TruncatedCDP
from dpsym.guarantees.numbers import counted_sum

Counted = Sequence[tuple[Expr, Expr]]


def total_budget(budgets: Counted) -> Expr:
    r"""Return the budget of a composition as the sum; at one order for Rényi privacy, for zCDP of each coefficient.

    .. math:: \zeta = \sum_i k_i \zeta_i

    Parameters
    ----------
    budgets : pairs of Expr
        Each budget with its count k_i.

    Notes
    -----
    Mironov, Proposition 1; Bun and Steinke, Lemma 2.3. Holds for adaptive composition.
    """
    return counted_sum(budgets)


def total_ratio(ratios: Counted) -> Expr:
    r"""Return the mu of a composition of Gaussian-private mechanisms.

    .. math:: \mu = \sqrt{\sum_i k_i \mu_i^2}

    Parameters
    ----------
    ratios : pairs of Expr
        Each mu_i with its count k_i.

    Notes
    -----
    Dong, Roth and Su, Corollary 3.3. Holds for adaptive composition; attained by Gaussian noise.
    """
    return sqrt(Add(*(count * each**2 for each, count in ratios)))


def _renyi(parts: Parts, request: Request) -> RenyiDP:
    orders = parts[0][0].orders
    for value, _ in parts[1:]:
        if value.orders != orders:
            orders = orders.intersect(value.orders)
    require(not orders.is_empty, "the parts are stated at no common order")
    return RenyiDP(lambda order: total_budget([(value.budget(order), count) for value, count in parts]), orders)


def _renyi_listed(parts: Parts, request: Request) -> RenyiDP:
    lists = [set(value.orders.args) for value, _ in parts if is_listed(value)]
    require(any(each != lists[0] for each in lists), "no two parts are stated at different single orders")
    orders = {order for each in lists for order in each if all(order <= max(other) for other in lists)}
    others = [value.orders for value, _ in parts if not is_listed(value)]
    orders = {order for order in orders if all(other.contains(order) == True for other in others)}  # noqa: E712
    require(orders, "the parts are stated up to no common order")
    return RenyiDP(
        {order: total_budget([(budget_from(value, order), count) for value, count in parts]) for order in orders}
    )


def _zcdp(parts: Parts, request: Request) -> ZCDP:
    return ZCDP(*(total_budget([(getattr(value, name), count) for value, count in parts]) for name in ("rho", "xi")))


def _tcdp(parts: Parts, request: Request) -> TruncatedCDP:
    cutoffs = {value.omega for value, _ in parts}
    return TruncatedCDP(total_budget([(value.rho, count) for value, count in parts]), Min(*cutoffs))


def _tradeoff(parts: Parts, request: Request) -> TradeOffDP:
    ratios = [(gaussian_of_tradeoff(value.tradeoff), count) for value, count in parts]
    require(
        all(mu is not None for mu, _ in ratios), "the product of trade-off functions is known of Gaussian ones only"
    )
    return TradeOffDP(lambda level: gaussian_tradeoff(level, total_ratio(ratios)))


def _loss(parts: Parts, request: Request) -> LossDP:
    return LossDP(tuple((mechanism, count * each) for value, count in parts for mechanism, each in value.parts))


_BUN, _DONG = "bunsteinke2016", "dong2022gaussian"

COMPOSE_RENYI = Arrow(
    name="composition.renyi",
    kind=Kind.COMPOSITION,
    source=RenyiDP,
    theorems=("rdp.composition.adaptive", "rdp.composition.adaptive.many"),
    says="zeta = sum of k zeta, at the common orders",
    cites=(Source("mironov2017renyi", "Proposition 1"),),
    apply=_renyi,
    hypotheses=(ADAPTIVE,),
    tight="independent mechanisms",
)
COMPOSE_RENYI_LISTED = Arrow(
    name="composition.renyi.listed",
    kind=Kind.COMPOSITION,
    source=RenyiDP,
    theorems=("rdp.composition.adaptive", "rdp.composition.adaptive.many", "renyi.monotone"),
    says="zeta = sum of k zeta, of each part the least budget at its orders from there on",
    cites=(Source("mironov2017renyi", "Propositions 1 and 9"),),
    apply=_renyi_listed,
    hypotheses=(ADAPTIVE, "two parts stated at different single orders"),
    tight="no: between single orders the divergence is less",
)
COMPOSE_ZCDP = Arrow(
    name="composition.zcdp",
    kind=Kind.COMPOSITION,
    source=ZCDP,
    theorems=("zcdp.composition", "rdp.composition.adaptive"),
    says="rho = sum of k rho, xi = sum of k xi",
    cites=(Source(_BUN, "Lemma 2.3"),),
    apply=_zcdp,
    hypotheses=(ADAPTIVE,),
    tight="Gaussian noise",
)
COMPOSE_TCDP = Arrow(
    name="composition.tcdp",
    kind=Kind.COMPOSITION,
    source=TruncatedCDP,
    theorems=("tcdp.composition", "rdp.composition.adaptive"),
    says="rho = sum of k rho, omega = the least",
    cites=(Source("bundworkrothblumsteinke2018", "Lemma 2"),),
    apply=_tcdp,
    hypotheses=(ADAPTIVE,),
    tight="Gaussian noise",
)
COMPOSE_GDP = Arrow(
    name="composition.gdp",
    kind=Kind.COMPOSITION,
    source=GDP,
    theorems=("gdp.composition.adaptive",),
    says="mu = sqrt(sum of k mu^2)",
    cites=(Source(_DONG, "Corollary 3.3"),),
    apply=lambda parts, request: GDP(total_ratio([(value.mu, count) for value, count in parts])),
    hypotheses=(ADAPTIVE,),
    tight="Gaussian noise",
)
COMPOSE_TRADEOFF = Arrow(
    name="composition.tradeoff",
    kind=Kind.COMPOSITION,
    source=TradeOffDP,
    theorems=("tradeoff.composition", "gdp.composition.adaptive", "gdp.to_tradeoff"),
    says="the product of Gaussian trade-off functions is Gaussian, mu = sqrt(sum of k mu^2)",
    cites=(Source(_DONG, "Theorem 3.2"),),
    apply=_tradeoff,
    hypotheses=(ADAPTIVE, "Gaussian trade-off functions"),
    tight="Gaussian noise",
)
COMPOSE_LOSS = Arrow(
    name="composition.loss",
    kind=Kind.COMPOSITION,
    source=LossDP,
    theorems=("dominating.composition",),
    says="the losses of the worst pairs add up",
    cites=(Source("zhu2022characteristic", "Theorem 10"),),
    apply=_loss,
    hypotheses=(ADAPTIVE,),
    tight="exact where each worst pair is",
)
