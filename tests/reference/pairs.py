"""Two laws on one space: sums over lattices, integrals between kinks and crossings.

Sums are carried until the rest is below 10^-50 of them; integrals are tanh-sinh quadratures. Infinity is an answer: of a moment
that diverges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any

import mpmath as mp
from reference import laws as densities
from reference.laws import NEVER, Law, real
from reference.quadrature import grid, middle, quadrature, zero

SUM_DIGITS = 60
LINE_DIGITS = 18
FAR = (mp.mpf(10) ** 9, mp.mpf(10) ** 12)
_NEGLIGIBLE = 140  # nats: e^-140 is below 10^-60
_NOTHING = 1000  # nats
_MOST_TERMS = 200_000
Exponent = Callable[[Any, Any], Any]


class Pair:
    """Two laws on one space."""

    def __init__(self, make: Callable[[], tuple[Law, Law]]) -> None:
        self.make = make
        with mp.workdps(SUM_DIGITS):
            first, _ = make()
        self.digits = SUM_DIGITS if first.lattice or first.kinks is not None else LINE_DIGITS

    @cached_property
    def laws(self) -> tuple[Law, Law]:
        return self.make()

    @cached_property
    def in_floats(self) -> tuple[Law, Law]:
        """The laws with floats for their parameters."""
        with densities.in_floats():
            return self.make()

    def reversed(self) -> Pair:
        return Pair(lambda: self.make()[::-1])

    def at(self, x: Any) -> tuple[Any, Any]:
        """Return both log-densities at a point."""
        first, second = self.laws
        return first.at(x), second.at(x)

    # -- sums ----------------------------------------------------------------------------------------------------------

    def atoms(self, exponent: Exponent) -> Iterator[tuple[Any, Any, Any]] | None:
        """Yield the size and both log-densities of the atoms that count, or return None where the sum diverges."""
        first, second = self.laws
        if first.kinks is not None:
            places = sorted({*first.kinks(_NEGLIGIBLE), *second.kinks(_NEGLIGIBLE)})
            return [
                (right - left, *self.at((left + right) / 2))
                for left, right in pairwise(places)
                if right - left > mp.mpf(10) ** -30  # else one kink, rounded twice
            ]
        low, high = min(first.low, second.low), max(first.high, second.high)
        inner = range(min(*first.points, *second.points), max(*first.points, *second.points) + 1)
        found = [(1, *self.at(x)) for x in inner if low <= x <= high]
        for start, step, last in ((inner[0] - 1, -1, low), (inner[-1] + 1, 1, high)):
            tail = self._tail(exponent, start, step, last)
            if tail is None:
                return None
            found += tail
        return found

    def _tail(
        self, exponent: Exponent, start: int, step: int, last: Any
    ) -> list[tuple[Any, Any, Any]] | None:
        found, x, previous, top = [], start, mp.inf, NEVER
        if mp.isinf(last):
            far = [exponent(*self.at(step * 10**6 + step * k)) for k in (0, 1000)]
            if mp.isfinite(far[0]) and far[1] >= far[0]:
                return None
        while step * x <= step * last:
            there = self.at(x)
            value = exponent(*there)
            top = max(top, value)
            if mp.isinf(last) and value < top - _NEGLIGIBLE - 40 and value < previous:
                return found
            found.append((1, *there))
            previous, x = value, x + step
            if len(found) > _MOST_TERMS:
                raise ArithmeticError("too many terms")
        return found

    # -- integrals -----------------------------------------------------------------------------------------------------

    @cached_property
    def _places(self) -> list[Any]:
        first, second = self.laws
        ends = [end for law in (first, second) for end in (law.low, law.high) if mp.isfinite(end)]
        return sorted({*first.points, *second.points, *ends})

    def cells(self, cuts: tuple[Any, ...] = ()) -> list[tuple[Any, Any]]:
        first, second = self.laws
        low, high = min(first.low, second.low), max(first.high, second.high)
        base, last = self._places[0], self._places[-1]
        steps = [4**k for k in range(1, 40) if any(cut < base - 4**k or cut > last + 4**k for cut in cuts)]
        outer = [
            place for step in steps for place in (base - step, last + step)
        ]  # no long cell beyond the last place
        inner = [place for place in sorted({*self._places, *cuts, *outer}) if low < place < high]
        return list(pairwise([low, *inner, high]))

    def diverges(self, exponent: Exponent) -> bool:
        """Whether an exponential is not integrable at an end of the common support."""
        first, second = self.laws
        low, high = max(first.low, second.low), min(first.high, second.high)
        anchor = self._places
        for end, sign, base in ((low, 1, anchor[0]), (high, -1, anchor[-1])):
            gaps = FAR if mp.isinf(end) else tuple(1 / gap for gap in FAR)
            near, far = ((base - sign * gap) if mp.isinf(end) else (end + sign * gap) for gap in gaps)
            values = [exponent(*self.at(x)) + mp.log(gap) for x, gap in zip((near, far), gaps, strict=True)]
            if mp.isfinite(values[0]) and values[1] >= values[0] - mp.mpf(1) / 1000:
                return True
        return False

    def integral(self, function: Callable[..., Any], cells: list[tuple[Any, Any]]) -> Any:
        """Integrate a function of both log-densities over cells: in floats, but next to a pole that is not at 0."""
        first, second = self.in_floats

        def in_floats(x: float) -> Any:
            return function(_finite(first, x), _finite(second, x))

        total = mp.mpf(0)
        ends = {law.low for law in self.laws} | {law.high for law in self.laws}
        for low, high in cells:
            poles = [end in ends and self._has_pole(end, sign) for end, sign in ((low, 1), (high, -1))]
            if any(
                pole and mp.isfinite(end) and end != 0 for pole, end in zip(poles, (low, high), strict=True)
            ):
                total += quadrature(lambda x: function(*self.at(x)), low, high, *poles)
            else:
                with densities.in_floats():
                    total += quadrature(in_floats, float(low), float(high), *poles)
        return total

    def _has_pole(self, end: Any, sign: int) -> bool:
        """Whether a log-density is infinite at an end of its support, or the end is."""
        if mp.isinf(end):
            return True
        places = [end + sign * mp.mpf(10) ** -k for k in (9, 12)]
        near, far = (self.at(place) for place in places)
        return any(p != NEVER and abs(p - q) > mp.mpf(1) / 10 for p, q in zip(near, far, strict=True))

    # -- what both have ------------------------------------------------------------------------------------------------

    @property
    def is_sum(self) -> bool:
        return self.digits == SUM_DIGITS

    def leaks(self) -> bool:
        """Whether P has mass where Q has none."""
        if self.is_sum:
            return any(p != NEVER and q == NEVER for _, p, q in self.atoms(lambda p, q: p))
        inside = (middle(*cell) for cell in self.cells())
        return any(p != NEVER and q == NEVER for p, q in map(self.at, inside))

    def total(self, exponent: Exponent, weight: Exponent | None = None, above: Any = None) -> Any:
        """Return the total of weight * e^exponent, over all of the space or where the privacy loss exceeds a number."""

        def term(p, q):
            power = exponent(p, q)
            if power < -_NOTHING or (above is not None and not _exceeds(p, q, above)):
                return 0
            return densities.m.exp(power) * (1 if weight is None else weight(p, q))

        if self.is_sum:
            atoms = self.atoms(exponent)
            return mp.inf if atoms is None else mp.fsum(size * term(p, q) for size, p, q in atoms)
        if self.diverges(exponent):
            return mp.inf
        cells = self.cells(() if above is None else self._crossings(above))
        if above is not None:
            cells = [cell for cell in cells if _exceeds(*self.at(middle(*cell)), above)]
            above = None
        return self.integral(term, cells)

    def _crossings(self, threshold: Any) -> tuple[Any, ...]:
        """Return the places where the loss crosses a number; an error of a place counts by its square."""
        first, second = self.in_floats
        level = float(threshold)

        def gap(x):
            p, q = _finite(first, x), _finite(second, x)
            return 0.0 if NEVER in (p, q) else p - q - level

        found = []
        with densities.in_floats():
            for cell in self.cells():
                if NEVER in self.at(middle(*cell)):
                    continue
                places = [float(x) for x in grid(*cell)]
                values = [gap(x) for x in places]
                for (left, right), (one, other) in zip(pairwise(places), pairwise(values), strict=True):
                    if other == 0 != one:
                        found.append(mp.mpf(right))
                    elif one * other < 0:
                        found.append(mp.mpf(zero(gap, left, right, 1e-16)))
        return tuple(found)

    def losses(self) -> list[Any]:
        """Return privacy losses at places close to each other, and far out, where P has mass."""
        if self.is_sum:
            return [p - q for _, p, q in self.atoms(lambda p, q: p) if p != NEVER]
        values = [self.at(x) for cell in self.cells() for x in grid(*cell)]
        return [p - q for p, q in values if p != NEVER]


def _exceeds(p: Any, q: Any, threshold: Any) -> bool:
    return p != NEVER and (q == NEVER or p - q > threshold)


def _finite(law: Law, x: float) -> float:
    """Return a log-density in floats; one whose exponent overflows is that of no mass."""
    try:
        return float(law.at(x))
    except OverflowError:
        return NEVER


def product(first: Pair, second: Pair) -> Pair:
    """Return the pair of independent draws of two pairs of sums, as one finite law of all pairs of atoms."""

    def make() -> tuple[Law, Law]:
        def atoms(pair):
            return [*pair.atoms(lambda p, q: max(p, q))]

        both = [
            (size * other, p + p2, q + q2)
            for size, p, q in atoms(first)
            for other, p2, q2 in atoms(second)
            if max(p + p2, q + q2) > -_NEGLIGIBLE
        ]
        laws = [[mp.log(size) + value[k] for size, *value in both] for k in (0, 1)]
        return tuple(
            Law(lambda x, logs=logs: logs[int(x)], (0,), 0, len(both) - 1, lattice=True) for logs in laws
        )

    return Pair(make)


def question(function: Callable[..., Any]) -> Callable[..., Any]:
    """Work at the precision of the pair."""

    def asked(pair: Pair, *arguments: Any) -> Any:
        with mp.workdps(pair.digits):
            return function(pair, *(value if value in (mp.inf,) else real(value) for value in arguments))

    asked.__doc__, asked.__name__ = function.__doc__, function.__name__
    return asked
