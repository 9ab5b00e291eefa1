"""How a log-density grows towards an end of a chart, and what that proves about its tail.

Near an end every log-density here is G(w) plus something that stays in a ball for all w >= W, where G is a sum of
e^(k w), w^2, w log w, w and log w with exact coefficients. Everything about tails follows from G.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

import sympy as sp
from flint import arb

from dpsym.enclose.arithmetic import Value, signs
from dpsym.errors import UndecidedError

_RANKS = ("log", "linear", "entropy", "square", "rate")


@dataclass(frozen=True)
class Shape:
    """A function of w that grows: ``log``, ``linear``, ``entropy`` (w log w), ``square``, or ``rate`` (e^(k w))."""

    kind: str
    rate: sp.Expr = sp.S.Zero

    def value(self, depth: arb, rate: Value) -> Any:
        """Return the function at w = `depth`."""
        return {
            "log": depth.log,
            "linear": lambda: depth,
            "entropy": lambda: depth * depth.log(),
            "square": lambda: depth * depth,
            "rate": lambda: (depth * rate).exp(),
        }[self.kind]()

    def slope(self, depth: arb, rate: Value) -> Any:
        """Return its derivative at w = `depth`."""
        return {
            "log": lambda: 1 / depth,
            "linear": lambda: arb(1),
            "entropy": lambda: depth.log() + 1,
            "square": lambda: 2 * depth,
            "rate": lambda: rate * (depth * rate).exp(),
        }[self.kind]()


LINEAR, SQUARE, ENTROPY, LOGARITHM = Shape("linear"), Shape("square"), Shape("entropy"), Shape("log")
Leading = dict[Shape, sp.Expr]


@dataclass(frozen=True)
class Part:
    """One term of a growth: its shape, with the rate as a number, and its coefficient, which is not exactly 0."""

    shape: Shape
    rate: Value
    factor: Value


def parts_of(leading: Leading, evaluate: Any) -> list[Part]:
    """Return the terms that are not exactly 0, the fastest first.

    Raises
    ------
    UndecidedError
        If two rates cannot be told apart.
    """
    parts = [Part(shape, evaluate(shape.rate), evaluate(factor)) for shape, factor in leading.items()]
    parts = [part for part in parts if signs(part.factor) != {0}]
    return sorted(parts, key=cmp_to_key(_slower), reverse=True)


def _slower(left: Part, right: Part) -> int:
    ranks = _RANKS.index(left.shape.kind) - _RANKS.index(right.shape.kind)
    if ranks or left is right:
        return ranks
    order = signs(left.rate - right.rate)
    if len(order) != 1 or order == {0}:
        raise UndecidedError("two rates of growth cannot be told apart")
    return order.pop()


def direction(parts: list[Part]) -> int:
    """Return the sign of the fastest term; 0 if nothing grows.

    Raises
    ------
    UndecidedError
        If it is open.
    """
    if not parts:
        return 0
    order = signs(parts[0].factor)
    if len(order) != 1:
        raise UndecidedError("the sign of the fastest growth at an end is undecided")
    return order.pop()


def level(parts: list[Part], depth: arb) -> Any:
    """Return G at w = `depth`."""
    return sum((part.factor * part.shape.value(depth, part.rate) for part in parts), arb(0))


def decay(parts: list[Part], depth: arb) -> arb:
    """Return a positive number below -G'(w) for all w >= `depth`.

    The slope of the fastest term is g(w) times its value at the start, with g nondecreasing. Each slower slope grows
    by less than that, from the depth on that `_is_late` asks for, so that the positive ones may be taken at the start
    times g, and the negative ones left out.

    Raises
    ------
    UndecidedError
        If none is found at this depth.
    """
    if direction(parts) != -1:
        raise UndecidedError("the tail does not decay")
    fastest, *slower = parts
    if not _is_late(fastest, slower, depth):
        raise UndecidedError("the tail is looked at too early")
    total = arb(fastest.factor) * fastest.shape.slope(depth, fastest.rate)
    for part in slower:
        slope = arb(part.factor) * part.shape.slope(depth, part.rate)
        total = total + slope.max(arb(0))
    found = (-total).lower()
    if fastest.shape.kind == "log" or not found > 0:
        raise UndecidedError("the tail of the integral does not certainly decay")
    return found


def _is_late(fastest: Part, slower: list[Part], depth: arb) -> bool:
    """Whether each slower slope grows by less than the fastest from a depth on.

    Constants and slower exponentials always do; 2 w and 1/w do from w = 1/k on beside e^(k w), and 1/w always beside
    what does not fall; log w + 1 does from w = 1 on.
    """
    kinds = {part.shape.kind for part in slower}
    if not depth > 0 or ("entropy" in kinds | {fastest.shape.kind} and not depth >= 1):
        return False
    return not (fastest.shape.kind == "rate" and kinds & {"square", "entropy"}) or bool(depth * fastest.rate >= 1)


def envelope(parts: list[Part], depth: arb, gentle: arb) -> tuple[arb, Value]:
    """Return A and r with the sum of the terms' absolute values at most A e^(r (w - W)) for w >= W = `depth`.

    Exponentials keep their rate; for the others, w <= (W + 1/s) e^(s (w - W)) with s = `gentle`, and |log w| is at
    most |log W| + w.
    """
    total, rate = arb(0), arb(0)
    reach = depth + 1 / gentle
    for part in parts:
        kind, size = part.shape.kind, abs(arb(part.factor))
        if kind == "rate":
            total, rate = total + size * part.shape.value(depth, part.rate), rate.max(arb(part.rate))
            continue
        power = {"log": 1, "linear": 1, "entropy": 2, "square": 2}[kind]
        steep = abs(depth.log()) if kind in ("log", "entropy") else arb(0)
        total, rate = total + size * (reach + steep) ** power, rate.max(power * gentle)
    return total, rate


def is_integrable(parts: list[Part], factor: list[Part]) -> bool:
    """Whether e^G times another growth is certainly integrable at the end (True) or certainly not (False).

    Raises
    ------
    UndecidedError
        If that is open.
    """
    if direction(parts) >= 0:
        return False
    first = parts[0]
    rates = [part.rate for part in factor if part.shape.kind == "rate"]
    if not rates or first.shape.kind in ("rate", "square", "entropy"):
        return True
    if first.shape.kind != "linear":
        raise UndecidedError("a growth against a slow decay")
    margin = signs(rates[0] + first.factor)
    if margin == {-1}:
        return True
    if margin in ({0}, {1}, {0, 1}) and len(parts) == 1:
        return False
    raise UndecidedError("the integral is neither certainly finite nor certainly infinite")
