"""Basic composition of pure and of approximate guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import arb
from sympy import Expr, Mul, S

from dpsym.conversion.asked import certified, certified_upper, is_number
from dpsym.conversion.rounding import sign
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, require
from dpsym.guarantees.notions import ApproxDP, PureDP
from dpsym.guarantees.numbers import counted_sum

Parts = Sequence[tuple[Any, Expr]]
"""Promises, each with how often its mechanism is run."""


def total_epsilon(budgets: Sequence[tuple[Expr, Expr]]) -> Expr:
    r"""Return the eps of a composition as the sum.

    .. math:: \varepsilon = \sum_i k_i \varepsilon_i

    Parameters
    ----------
    budgets : pairs of Expr
        Each eps_i with its count k_i.

    Notes
    -----
    Dwork and Roth, Theorem 3.16; holds for adaptive composition.
    """
    return counted_sum(budgets)


def total_delta(deltas: Sequence[tuple[Expr, Expr]]) -> Expr:
    r"""Return the delta of a composition at the sum of the eps, exactly.

    .. math:: \delta = 1 - \prod_i (1 - \delta_i)^{k_i}

    Parameters
    ----------
    deltas : pairs of Expr
        Each delta_i with its count k_i.

    Notes
    -----
    Kairouz, Oh and Viswanath, Theorem 3.3, at the greatest eps; holds for adaptive composition.
    """
    return 1 - Mul(*((1 - each) ** count for each, count in deltas))


def certified_total_delta(deltas: Sequence[tuple[Expr, Expr]]) -> Expr:
    """Return `total_delta`; of numbers a rational rounded up, for SymPy would write the power out."""
    rest = [(each, count) for each, count in deltas if not each.is_zero]
    if not is_number(*(value for pair in rest for value in pair)):
        return total_delta(rest)
    if not rest:
        return S.Zero

    def bound() -> arb:
        logs = (certified(count) * (-certified(each)).log1p() for each, count in rest)
        return -sum(logs, arb(0)).expm1()

    if any(sign(1 - each) == 0 for each, _ in rest):
        return S.One
    return certified_upper(bound)


def share(request: Request, count: Expr, part: Expr = S.One) -> Request:
    """Return the request for each of `count` parts: an equal share of a part of delta, or of eps; none where none is made."""
    if request.delta is not None:
        return Request(delta=request.delta * part / count)
    return request if request.eps is None else Request(eps=request.eps / count)


def epsilons(parts: Parts) -> list[tuple[Expr, Expr]]:
    """Return the eps of each part with its count."""
    return [(value.eps, count) for value, count in parts]


def deltas(parts: Parts) -> list[tuple[Expr, Expr]]:
    """Return the delta of each part with its count."""
    return [(value.delta, count) for value, count in parts]


def _approx(parts: Parts, request: Request) -> ApproxDP:
    total = total_epsilon(deltas(parts))
    require(sign(total - 1) != 1, "the deltas add up to more than 1")
    return ApproxDP(total_epsilon(epsilons(parts)), total)


_BASIC = Source("dworkroth2014", "Theorem 3.16")
ADAPTIVE = "each mechanism private whatever the answers before it were"

COMPOSE_PURE = Arrow(
    name="composition.pure",
    kind=Kind.COMPOSITION,
    source=PureDP,
    theorems=("dp.composition.pure.adaptive",),
    says="eps = sum of k eps",
    cites=(_BASIC,),
    apply=lambda parts, request: PureDP(total_epsilon(epsilons(parts))),
    hypotheses=(ADAPTIVE,),
    tight="randomized response",
)
COMPOSE_APPROX = Arrow(
    name="composition.basic",
    kind=Kind.COMPOSITION,
    source=ApproxDP,
    theorems=("dp.composition.adaptive", "dp.composition.adaptive.many"),
    says="eps = sum of k eps, delta = sum of k delta",
    cites=(_BASIC,),
    apply=_approx,
    hypotheses=(ADAPTIVE,),
    tight="no: the deltas overlap",
    asks=share,
)
COMPOSE_SHARP = Arrow(
    name="composition.basic.sharp",
    kind=Kind.COMPOSITION,
    source=ApproxDP,
    theorems=("dp.composition.adaptive.sharp", "dp.composition.basic.deltas"),
    says="eps = sum of k eps, delta = 1 - product of (1 - delta)^k",
    cites=(Source("kairouz2015composition", "Theorem 3.3"),),
    apply=lambda parts, request: ApproxDP(total_epsilon(epsilons(parts)), certified_total_delta(deltas(parts))),
    hypotheses=(ADAPTIVE,),
    tight="at this eps",
    asks=share,
)
