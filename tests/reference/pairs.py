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
            self._precise = make()
        first, _ = self._precise
        self.digits = SUM_DIGITS if first.lattice or first.kinks is not None else LINE_DIGITS
        self._atoms: dict[Any, tuple[Any, Any]] = {}

    @cached_property
    def laws(self) -> tuple[Law, Law]:
        return self._precise if self.is_sum else self.make()

    @cached_property
    def in_floats(self) -> tuple[Law, Law]:
        """The laws with floats for their parameters."""
        with densities.in_floats():
            return self.make()

    @cached_property
    def answers(self) -> dict[Any, Any]:
        """What was asked of the pair, and the answers."""
        return {}

    def reversed(self) -> Pair:
        return self._mirrored

    @cached_property
    def _mirrored(self) -> Pair:
        return Pair(lambda: self.make()[::-1])

    def at(self, x: Any) -> tuple[Any, Any]:
        """Return both log-densities at a point."""
        first, second = self.laws
        if not self.is_sum:
            return first.at(x), second.at(x)
        if x not in self._atoms:
            self._atoms[x] = first.at(x), second.at(x)
        return self._atoms[x]

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

    def _tail(self, exponent: Exponent, start: int, step: int, last: Any) -> list[tuple[Any, Any, Any]] | None:
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
        outer = [place for step in steps for place in (base - step, last + step)]  # no long cell beyond the last place
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
            if any(pole and mp.isfinite(end) and end != 0 for pole, end in zip(poles, (low, high), strict=True)):
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
        level, found = float(threshold), []
        with densities.in_floats():
            for places, losses in self._losses:
                gaps = [0.0 if loss is None else loss - level for loss in losses]
                for (left, right), (one, other) in zip(pairwise(places), pairwise(gaps), strict=True):
                    if other == 0 != one:
                        found.append(mp.mpf(right))
                    elif one * other < 0:
                        found.append(mp.mpf(zero(lambda x: self._gap(x, level), left, right, 1e-16)))
        return tuple(found)

    def _gap(self, x: float, level: float) -> float:
        loss = self._loss(x)
        return 0.0 if loss is None else loss - level

    @cached_property
    def _losses(self) -> list[tuple[list[float], list[float | None]]]:
        """Places in each cell where both laws have mass, and the losses there in floats."""
        grids = [[float(x) for x in grid(*cell)] for cell in self.cells() if NEVER not in self.at(middle(*cell))]
        return [(places, [self._loss(x) for x in places]) for places in grids]

    def _loss(self, x: float) -> float | None:
        p, q = (_finite(law, x) for law in self.in_floats)
        return None if NEVER in (p, q) else p - q

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
    """Return the pair of independent draws of two pairs of sums, as one finite law of all pairs of losses."""

    def make() -> tuple[Law, Law]:
        both = [(p + p2, q + q2) for p, q in _by_loss(first) for p2, q2 in _by_loss(second)]
        return tuple(Law(lambda x, k=k: both[int(x)][k], (0,), 0, len(both) - 1, lattice=True) for k in (0, 1))

    return Pair(make)


def _by_loss(pair: Pair) -> list[tuple[Any, Any]]:
    """Return the log-masses of the privacy losses of a pair of sums: all that a divergence depends on, and few where tails have one."""
    masses: dict[Any, list[Any]] = {}
    for size, p, q in pair.atoms(lambda p, q: max(p, q)):
        kind = mp.nstr(p - q, SUM_DIGITS - 15) if NEVER not in (p, q) else (p == NEVER, q == NEVER)
        total = masses.setdefault(kind, [mp.mpf(0), mp.mpf(0)])
        total[0] += size * mp.exp(p)
        total[1] += size * mp.exp(q)
    return [tuple(mp.log(mass) if mass > 0 else NEVER for mass in total) for total in masses.values()]


def question(function: Callable[..., Any]) -> Callable[..., Any]:
    """Work at the precision of the pair, once a question."""

    def asked(pair: Pair, *arguments: Any) -> Any:
        key = (function, *arguments)
        if key not in pair.answers:
            with mp.workdps(pair.digits):
                exact = (value if value in (mp.inf,) else real(value) for value in arguments)
                pair.answers[key] = function(pair, *exact)
        return pair.answers[key]

    asked.__doc__, asked.__name__ = function.__doc__, function.__name__
    return asked
