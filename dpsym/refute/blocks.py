"""The unknowns of a search: a number, a slack, or a law on a few points; each knows its simple values and how to round."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

from sympy import Expr, FiniteSet, Interval, S, Set, Symbol, Union, log

from dpsym.refute.rationals import FAR, RATIOS, SIMPLE, as_rational, compositions, simplest_between, weight

FINENESS = tuple(map(Fraction, ["1/3", "1/10", "1/30", "1/100", "1/1000", "1/100000", "1/100000000"]))
_DENOMINATORS = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 60, 100, 300, 1000, 10**4, 10**6, 10**9)
_GRAINS = 1 << 45  # masses are dyadic, so that they add up to 1 in floats
_ZERO_SLACK = 0.7
_CLEARLY = 1e-9
_FINEST = 10**6  # the denominator of an end of a domain that is no rational
_MOST_WHOLE = 1000  # sums with more terms, and recursions as deep, take seconds a point


class Block(Protocol):
    """A part of a point; `size` numbers in (0, 1) stand for it where a search moves."""

    size: int

    @property
    def simple(self) -> Sequence[Any]:
        """Exact values, the simplest first."""

    def at(self, place: Sequence[float]) -> tuple[float, ...]:
        """Return the floats that numbers in (0, 1) stand for."""

    def floats(self, value: Any) -> tuple[float, ...]:
        """Return an exact value as floats."""

    def rounded(self, found: Sequence[float], level: int) -> Any:
        """Return a simple exact value near floats: the higher the level, the nearer."""

    def weight(self, value: Any) -> int:
        """Return how complicated an exact value makes a witness, at the least."""

    def others(self, value: Any) -> Iterator[Any]:
        """Yield values that might stand in place of an exact one, the simplest first."""


class Number:
    """A real number of a domain; `logarithmic` where its exponential is what should be rational.

    Parameters
    ----------
    symbol : Symbol
        The variable.
    domain : Set
        An interval, a set of integers, or finitely many numbers.
    logarithmic : bool
        Whether logarithms of rationals count as simple, and come first.
    """

    size = 1

    def __init__(self, symbol: Symbol, domain: Set, logarithmic: bool) -> None:
        self.symbol, self.domain, self.logarithmic = symbol, domain, logarithmic
        self.whole = domain.is_subset(S.Integers) is True
        self.low, self.high = float(domain.inf), float(domain.sup)
        self._parts = [Number(symbol, part, logarithmic) for part in domain.args] if isinstance(domain, Union) else []
        self._values = (
            sorted(domain, key=lambda value: (weight(value), float(value))) if isinstance(domain, FiniteSet) else []
        )

    @cached_property
    def simple(self) -> tuple[Expr, ...]:
        """Exact values, the simplest first, the far corners of the domain last."""
        if self._values:
            return tuple(self._values)
        found: list[Expr] = [log(as_rational(ratio)) for ratio in RATIOS] if self.logarithmic else []
        found += [as_rational(value) for value in SIMPLE]
        found += [-as_rational(value) for value in SIMPLE if value and self.low < 0]
        if math.isfinite(self.low) and math.isfinite(self.high):
            low, high = (Fraction(end).limit_denominator(_FINEST) for end in (self.low, self.high))
            found += [as_rational(low + (high - low) * share) for share in SIMPLE + FAR if share <= 1]
        found += [as_rational(value) for value in FAR]
        return tuple(value for value in dict.fromkeys(found) if self._admits(value))

    def _admits(self, value: Expr) -> bool:
        place = float(value)
        if self.whole and abs(place) > max(_MOST_WHOLE, abs(self.low)):
            return False
        if isinstance(self.domain, Interval) and min(place - self.low, self.high - place) > _CLEARLY:
            return True  # SymPy takes milliseconds to say so
        return self.domain.contains(value) == True  # noqa: E712

    def at(self, place: Sequence[float]) -> tuple[float, ...]:
        (u,) = place
        if self._values:
            return (float(self._values[int(u * len(self._values))]),)
        if self._parts:
            which, rest = divmod(u * len(self._parts), 1)
            return self._parts[int(which)].at([min(max(rest, 1e-4), 1 - 1e-4)])
        odds = u / (1 - u)
        if math.isfinite(self.low) and math.isfinite(self.high):
            found = self.low + (self.high - self.low) * odds**2 / (1 + odds**2)
        elif math.isfinite(self.low):
            found = self.low + odds**2
        elif math.isfinite(self.high):
            found = self.high - odds**2
        else:
            found = odds - 1 / odds
        if self.whole:
            found = min(max(round(min(found, max(_MOST_WHOLE, self.low))), self.low), self.high)
        return (float(found),)

    def floats(self, value: Expr) -> tuple[float, ...]:
        return (float(value),)

    def rounded(self, found: Sequence[float], level: int) -> Expr:
        (value,) = found
        if self._values:
            return min(self._values, key=lambda each: abs(float(each) - value))
        if self.whole:
            return as_rational(Fraction(round(value)))
        ends = (0.0, *filter(math.isfinite, (self.low, self.high)))
        near = min((abs(value - end) for end in ends if value != end), default=1.0)
        reach = Fraction(near) * FINENESS[level]
        low, high = Fraction(value) - reach, Fraction(value) + reach
        if self.logarithmic and abs(value) < 300:
            return log(as_rational(simplest_between(Fraction(math.exp(low)), Fraction(math.exp(high)))))
        return as_rational(simplest_between(low, high))

    def weight(self, value: Expr) -> int:
        return weight(value)

    def others(self, value: Expr) -> Iterator[Expr]:
        near = (self.rounded(self.floats(value), level) for level in range(len(FINENESS)))
        yield from sorted({*self.simple, *filter(self._admits, near)} - {value}, key=lambda v: (weight(v), float(v)))


class Slack:
    """How far a variable lies above the greatest of the sides that hypotheses put below it; mostly 0."""

    size = 1
    simple = (S.Zero, S.One, S.One / 10)

    def at(self, place: Sequence[float]) -> tuple[float, ...]:
        return (max(0.0, place[0] - _ZERO_SLACK) ** 2 * 10,)

    def floats(self, value: Expr) -> tuple[float, ...]:
        return (float(value),)

    def rounded(self, found: Sequence[float], level: int) -> Expr:
        reach = Fraction(found[0]) * FINENESS[level]
        return as_rational(simplest_between(Fraction(found[0]) - reach, Fraction(found[0]) + reach))

    def weight(self, value: Expr) -> int:
        return 0

    def others(self, value: Expr) -> Iterator[Expr]:
        yield from (candidate for candidate in self.simple if candidate != value)


class Masses:
    """A law on a few points, with its support.

    Parameters
    ----------
    support : tuple of bool
        Which of the points have mass.
    may_vanish : bool, optional
        Whether exact values may have zeros on the support nevertheless.
    """

    def __init__(self, support: tuple[bool, ...], may_vanish: bool = False) -> None:
        self.support, self.least = support, int(not may_vanish)
        self.count = sum(support)
        self.size = self.count

    @cached_property
    def simple(self) -> tuple[tuple[Fraction, ...], ...]:
        """All laws of a small denominator."""
        most = {1: 1, 2: 8, 3: 6}.get(self.count, self.count + 1)
        start = self.count if self.least else 1
        shift = 1 - self.least
        every = (
            [Fraction(part - shift, total) for part in each]
            for total in range(start, most + 1)
            for each in compositions(total + shift * self.count, self.count)
        )
        return tuple(dict.fromkeys(map(self._spread, every)))

    def _spread(self, masses: Sequence[Any]) -> tuple[Any, ...]:
        rest = iter(masses)
        return tuple(next(rest) if there else 0 * masses[0] for there in self.support)

    def at(self, place: Sequence[float]) -> tuple[float, ...]:
        weights = [(u / (1 - u)) ** 2 for u in place]
        total = sum(weights)
        grains = [max(1, round(_GRAINS * each / total)) for each in weights]
        grains[grains.index(max(grains))] += _GRAINS - sum(grains)
        return self._spread([grain / _GRAINS for grain in grains])

    def floats(self, value: tuple[Fraction, ...]) -> tuple[float, ...]:
        return tuple(map(float, value))

    def rounded(self, found: Sequence[float], level: int) -> tuple[Fraction, ...]:
        start = level * len(_DENOMINATORS) // len(FINENESS)
        return self._of_denominator(found, next(d for d in _DENOMINATORS[start:] if d >= self.count))

    def _of_denominator(self, found: Sequence[float], denominator: int) -> tuple[Fraction, ...]:
        masses = [float(mass) for mass, there in zip(found, self.support, strict=True) if there]
        parts = [max(self.least, round(denominator * mass)) for mass in masses]
        while sum(parts) != denominator:
            step = 1 if sum(parts) < denominator else -1
            gaps = [
                step * (denominator * m - n) if n + step >= self.least else -math.inf for m, n in zip(masses, parts)
            ]
            parts[gaps.index(max(gaps))] += step
        return self._spread([Fraction(part, denominator) for part in parts])

    def weight(self, value: tuple[Fraction, ...]) -> int:
        return sum(weight(as_rational(mass)) for mass in value)

    def others(self, value: tuple[Fraction, ...]) -> Iterator[tuple[Fraction, ...]]:
        near = {self._of_denominator(self.floats(value), d) for d in _DENOMINATORS if d >= self.count}
        yield from sorted({*self.simple, *near} - {value}, key=lambda masses: (self.weight(masses), masses))
