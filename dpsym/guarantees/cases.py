"""Answers in cases: a promise that needs conditions which symbols leave open, and what holds where they fail."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from itertools import islice
from typing import Any

from sympy import (
    And,
    Expr,
    GreaterThan,
    LessThan,
    Max,
    Min,
    Piecewise,
    Rational,
    S,
    StrictGreaterThan,
    StrictLessThan,
    oo,
)
from sympy.logic.boolalg import Boolean

from dpsym.enclose import enclose
from dpsym.errors import DpsymError
from dpsym.guarantees.arrow import Arrow, Kind, Request
from dpsym.guarantees.binding import Curve
from dpsym.guarantees.notions import ApproxDP, LossDP, Notion
from dpsym.guarantees.proof import Proof
from dpsym.guarantees.ranking import is_closed, measured_at, rank, rank_at, sample_points

CASES = Arrow(
    name="cases",
    kind=Kind.CASES,
    source=Notion,
    theorems=(),
    cites=(),
    apply=lambda value: value,
    says="the first promise where its conditions hold, elsewhere the second, or what is true of every mechanism",
)
_MOST = 4
_SCALES = tuple(Rational(10) ** power for power in (0, 1, -1, 2, -2, 3, -3))
_PLACES = 4
_DIGITS, _BITS = 3, 256
_WORST: dict[str, Expr] = {
    "eps": oo,
    "delta": S.One,
    "rho": oo,
    "mu": oo,
    "budget": oo,
    "profile": S.One,
    "tradeoff": S.Zero,
}
"""What is true of every mechanism; a parameter that is not here has to be the same in both cases."""


def merged(proofs: Sequence[Proof], request: Request) -> list[Proof]:
    """Return each of the best conditional promises together with the best one that needs no condition, if there is one."""
    conditional = [proof for proof in proofs if proof.conditions]
    if not conditional:
        return []

    symbols = set().union(*(proof.value.free_symbols for proof in proofs))
    always = min(
        (proof for proof in proofs if not proof.conditions and is_closed(proof.value)),
        key=lambda proof: (*rank(proof.value, request, symbols), len(tuple(proof.steps()))),
        default=None,
    )
    best = {
        *sorted(conditional, key=lambda proof: size_within(proof, request))[:_MOST],
        *sorted(conditional, key=lambda proof: rank(proof.value, request, symbols))[:_MOST],
    }
    found = (
        in_cases(proof, always, request)
        for proof in conditional
        if proof in best and (always is None or _gains(proof, always, request))
    )
    return [proof for proof in found if proof is not None]


def _gains(proof: Proof, always: Proof, request: Request) -> bool:
    """Return whether a conditional promise is better than one that always holds anywhere where its conditions were seen to hold."""
    points = _inside(proof, always.value.free_symbols)
    pairs = zip(*(measured_at(each.value, request, points) for each in (proof, always)), strict=True)
    return not points or any(own < other for own, other in pairs)


def size_within(proof: Proof, request: Request) -> tuple[bool, int, float]:
    """Return a key by which the conditional promise comes first that is the least where its conditions hold."""
    return rank_at(proof.value, request, _inside(proof))


def _inside(proof: Proof, further: Collection[Any] = ()) -> list[dict[Any, Rational]]:
    """Return a few points of the symbols of a conditional promise, and of further ones, at which its conditions hold."""
    conditions = And(*proof.conditions)
    return _points(conditions, frozenset(proof.value.free_symbols | conditions.free_symbols | set(further)))


@lru_cache(maxsize=256)
def _points(conditions: Boolean, symbols: frozenset[Any]) -> list[dict[Any, Rational]]:
    scaled = (
        {symbol: number if symbol.is_integer else number * scale for symbol, number in point.items()}
        for scale in _SCALES
        for point in sample_points(symbols)
    )
    relations = And.make_args(conditions)
    return list(islice((point for point in scaled if all(_holds(each, point) for each in relations)), _PLACES))


def _holds(relation: Boolean, point: dict[Any, Rational]) -> bool:
    if isinstance(relation, GreaterThan | LessThan | StrictGreaterThan | StrictLessThan):
        try:
            gap = enclose(relation.gts - relation.lts, point, _DIGITS, _BITS)
        except DpsymError:
            return False
        if not gap.value.contains(0):
            return gap.is_positive()
    try:
        return bool(relation.subs(point) == True)  # noqa: E712
    except (TypeError, ValueError):  # a comparison with what is no real number there, or the greatest of such
        return False


def in_cases(first: Proof, second: Proof | None, request: Request) -> Proof | None:
    """Return the first promise where its conditions hold and the second elsewhere, None where they have no common form.

    Where they differ in one parameter alone, the better one of both stands where both hold.
    """
    value, condition = first.value, And(*first.conditions)
    other = None if second is None else second.value
    if isinstance(value, LossDP):
        return None
    changed: dict[str, tuple[Any, Any]] = {}
    for name in (field.name for field in fields(value)):
        own = getattr(value, name)
        if other is None and (name not in _WORST or _is_asked(value, name, request)):
            continue
        rest = _WORST[name] if other is None else getattr(other, name)
        if own == rest:
            continue
        if name not in _WORST:
            return None
        changed[name] = own, rest
    if other is not None and len(changed) == 1:
        changed = {name: (_better(own, rest, _WORST[name]), rest) for name, (own, rest) in changed.items()}
    split = {name: _split(own, rest, condition) for name, (own, rest) in changed.items()}
    premises = (first,) if second is None else (first, second)
    return Proof(replace(value, **split), CASES, premises)


def _is_asked(value: Notion, name: str, request: Request) -> bool:
    """Return whether a parameter is the delta, or the eps, at which the other one was asked for."""
    return isinstance(value, ApproxDP) and getattr(request, name) is not None


def _better(first: Any, second: Any, worst: Expr) -> Any:
    """Return the better one of two values of a parameter, of which the worst is known."""
    if isinstance(first, Curve):
        return Curve(first.variable, _better(first.expr, second(first.variable), worst))
    # outside of its conditions a formula may be no real number, which SymPy orders with nothing
    if not (first.is_extended_real and second.is_extended_real):
        return first
    # SymPy would try for milliseconds to order them, and mostly in vain
    return (Max if worst == 0 else Min)(first, second, evaluate=False)


def _split(first: Any, second: Any, condition: Any) -> Any:
    if isinstance(first, Curve):
        rest = second(first.variable) if isinstance(second, Curve) else second
        return Curve(first.variable, Piecewise((first.expr, condition), (rest, True)))
    return Piecewise((first, condition), (second, True))
