"""Shuffled answers composed: their Rényi budgets added up at the orders that a search asks for, and converted at the best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from sympy import Expr, Rational

from dpsym.ball import as_fraction
from dpsym.composition.budgets import COMPOSE_RENYI
from dpsym.conversion.optimal_renyi import RENYI_OPTIMAL
from dpsym.conversion.orders import golden
from dpsym.divergences import Divergence
from dpsym.divergences.clones import ClonesRenyi
from dpsym.errors import NotApplicableError
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, numbers_only, require
from dpsym.guarantees.notions import ApproxDP, RenyiDP
from dpsym.guarantees.numbers import upper

_CLOSE = 0.04  # octaves of alpha - 1: the bound is flat at the best order
_FARTHEST, _GRAIN = 24, 1 << 10


class _Orders:
    """The budgets at the orders that were asked for, and about the bound that each gives."""

    def __init__(self, value: RenyiDP, request: Request) -> None:
        self.value, self.request = value, request
        self.budgets: dict[Rational, Expr] = {}

    def __call__(self, octave: float) -> float:
        """Return about eps, or the logarithm of delta, at an order 1 + 2^octave; infinite where the budget is out of reach."""
        rest = Rational(max(1, round(2.0 ** (octave % 1) * _GRAIN)), _GRAIN) * Rational(2) ** math.floor(octave)
        order = 1 + rest
        if order not in self.budgets:
            try:
                self.budgets[order] = upper(self.value.budget(order))
            except NotApplicableError:
                return math.inf
        budget, above, alpha = float(self.budgets[order]), float(rest), float(order)
        if self.request.delta is None:
            return above * (budget - float(self.request.eps) + math.log(above / alpha)) - math.log(alpha)  # type: ignore[arg-type]
        return math.log(above / alpha) + budget - (math.log(alpha) + _log(self.request.delta)) / above

    def explored(self) -> dict[Rational, Expr]:
        """Return the budgets at orders that double, up and down to where the bound grows, and between those around the best."""
        best, value = 0, self(0)
        for side in (1, -1):
            place = best + side
            while abs(place) < _FARTHEST and (here := self(place)) < value:
                best, value = place, here
                place += side
        require(bool(self.budgets), "no order was within reach")
        golden(self, best - 1.0, best + 1.0, _CLOSE)
        return self.budgets


def _log(delta: Expr) -> float:
    exact = as_fraction(delta)  # type: ignore[arg-type]
    return math.log(exact.numerator) - math.log(exact.denominator)


def _composed(parts: Sequence[tuple[Any, Expr]], request: Request) -> ApproxDP:
    open_heads = [value.budget.atoms(Divergence) for value, _ in parts]
    require(any(value.budget.has(ClonesRenyi) for value, _ in parts), "no answers are shuffled")
    require(not any(open_heads), "a divergence of a sample is left unevaluated")
    total: Any = COMPOSE_RENYI.apply(parts, request)
    wanted = request.eps if request.delta is None else request.delta
    for each in (total, wanted):
        numbers_only(each, "the search for an order")
    require(wanted.is_Rational and (request.delta is None or 0 < wanted < 1), "0 < delta < 1")  # type: ignore[union-attr,operator]
    inside = [order for order in _Orders(total, request).explored().items() if total.orders.contains(order[0]) == True]  # noqa: E712
    require(bool(inside), "no order was within reach")
    return RENYI_OPTIMAL.apply(RenyiDP(dict(inside)), request)  # type: ignore[return-value]


COMPOSE_SHUFFLED = Arrow(
    name="composition.shuffled",
    kind=Kind.COMPOSITION,
    source=RenyiDP,
    target=ApproxDP,
    theorems=(*COMPOSE_RENYI.theorems, *RENYI_OPTIMAL.theorems),
    says="the sum of the Rényi divergences of the pairs of clones, converted at about the best order",
    cites=(Source("mironov2017renyi", "Proposition 1"), Source("asoodeh2021variants", "Theorem 2")),
    apply=_composed,
    hypotheses=(*COMPOSE_RENYI.hypotheses, "numbers", "0 < delta < 1"),
)
