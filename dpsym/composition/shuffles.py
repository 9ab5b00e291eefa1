"""Shuffled answers composed: their Rényi budgets added up at the orders that a search asks for, and converted at the best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import Expr, Rational, Tuple

from dpsym.ball import as_fraction
from dpsym.composition.budgets import COMPOSE_RENYI
from dpsym.conversion.asked import require_target
from dpsym.conversion.optimal_renyi import RENYI_OPTIMAL
from dpsym.conversion.orders import golden
from dpsym.curves import PrivacyCurve
from dpsym.curves.clone_hull import ClonesLoss
from dpsym.curves.loss import Parts
from dpsym.curves.paired import on_lattices
from dpsym.curves.threshold import scale_of
from dpsym.divergences import Divergence
from dpsym.divergences.clones import ClonesRenyi
from dpsym.errors import NotApplicableError, UndecidedError
from dpsym.guarantees.arrow import Arrow, Kind, Request, Source, numbers_only, require
from dpsym.guarantees.binding import BOUND_ORDER
from dpsym.guarantees.notions import ApproxDP, RenyiDP
from dpsym.guarantees.numbers import rounded_up, upper

_DIGITS = 12
_CLOSE = 0.04  # octaves of alpha - 1: the bound is flat at the best order
_FARTHEST, _GRAIN = 24, 1 << 10
_FIRST_GUESS = Fraction(1, 10**6)  # of delta
_SLIGHT = Fraction(1, 10**30)


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


def _require_a_number(request: Request) -> None:
    """Refuse questions but for eps at a rational delta strictly between 0 and 1, and for delta at a rational eps."""
    require_target(request)
    wanted: Any = request.eps if request.delta is None else request.delta
    numbers_only(wanted, "what is known of shuffled answers together")
    require(wanted.is_Rational and (request.delta is None or 0 < wanted < 1), "0 < delta < 1, and a rational number")


def _composed(parts: Sequence[tuple[Any, Expr]], request: Request) -> ApproxDP:
    open_heads = [value.budget.atoms(Divergence) for value, _ in parts]
    require(any(value.budget.has(ClonesRenyi) for value, _ in parts), "no answers are shuffled")
    require(not any(open_heads), "a divergence of a sample is left unevaluated")
    total: Any = COMPOSE_RENYI.apply(parts, request)
    _require_a_number(request)
    numbers_only(total, "the search for an order")
    inside = [order for order in _Orders(total, request).explored().items() if total.orders.contains(order[0]) == True]  # noqa: E712
    require(bool(inside), "no order was within reach")
    return RENYI_OPTIMAL.apply(RenyiDP(dict(inside)), request)  # type: ignore[return-value]


def _of_clones(parts: Sequence[tuple[Any, Expr]], request: Request) -> ApproxDP:
    """Return what the pairs of clones lose together at most, on a lattice."""
    _require_a_number(request)
    try:
        return _on_a_lattice(tuple(_clones(parts)), request.delta, request.eps)
    except UndecidedError as error:
        raise NotApplicableError(f"the certified curve is undecided: {error}") from None


@lru_cache(maxsize=64)
def _on_a_lattice(parts: Parts, delta: Expr | None, eps: Expr | None) -> ApproxDP:
    clones = PrivacyCurve(parts).components
    if delta is None:
        found = on_lattices(clones).delta_above(as_fraction(eps), _FIRST_GUESS)  # type: ignore[arg-type]
        return ApproxDP(eps, rounded_up(found, _DIGITS))
    wanted = as_fraction(delta)  # type: ignore[arg-type]
    found = on_lattices(clones).epsilon_above(wanted, scale_of(clones, wanted))
    most = sum((count * loss.local for loss, count in parts), Fraction(0))  # type: ignore[attr-defined]
    return ApproxDP(Rational(most) if found >= most else rounded_up(found, _DIGITS), delta)


def _is_told(parts: Sequence[tuple[Any, Expr]], request: Request) -> bool:
    """Return whether the pairs of clones tell all that matters: the mass that the pairs above them lose is nothing beside such a delta."""
    delta = _of_clones(parts, request).delta
    return bool(delta == 0 or delta > _SLIGHT)


def _clones(parts: Sequence[tuple[Any, Expr]]) -> list[tuple[ClonesLoss, int]]:
    """Return the losses of pairs of clones, each with its count, of which these are the Rényi divergences."""
    found = []
    for value, count in parts:
        budget = value.budget(BOUND_ORDER)
        require(
            isinstance(budget, ClonesRenyi) and budget.args[0] == BOUND_ORDER,
            "not all are shuffled answers by themselves",
        )
        _, local, users = budget.args
        numbers_only(Tuple(local, users, count), "a certified curve")
        found.append((ClonesLoss(local, users), int(count)))
    return found


COMPOSE_CLONES = Arrow(
    name="composition.clones",
    kind=Kind.COMPOSITION,
    source=RenyiDP,
    target=ApproxDP,
    theorems=("amplification.shuffle.clones.any", "dominating.composition.many", "dp.composition.grid"),
    says="the privacy profile of the composed pairs of clones, between pairs of atoms above and below each, rounded up",
    cites=(Source("feldman2021hiding", "section 3"), Source("zhu2022characteristic", "Theorem 10")),
    apply=_of_clones,
    hypotheses=(*COMPOSE_RENYI.hypotheses, "numbers", "0 < delta < 1"),
    tight="to four digits for the pairs of clones",
    settled=_is_told,
)
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
