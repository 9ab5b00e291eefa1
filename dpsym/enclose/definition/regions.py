"""Where a function on a strip is positive, and how large it becomes: proven by its sign and that of its slope."""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, arb_series, ctx

from dpsym.enclose.arithmetic import Value, signs
from dpsym.enclose.definition import growth
from dpsym.enclose.definition.charts import End, Place
from dpsym.enclose.definition.density import Density
from dpsym.enclose.definition.growth import Part
from dpsym.enclose.definition.strips import Strip
from dpsym.errors import UndecidedError

_MOST_INTERVALS = 20000
_FARTHEST = 24
_NEWTON = 40
_ORDER = 6


@dataclass(frozen=True)
class Region:
    """A part of a strip with the sign of a function there: 1, -1 (not positive), or 0 where it is open."""

    start: Value
    end: Value
    sign: int


def regions(function: Density, strip: Strip) -> list[Region]:
    """Return the parts of a strip by the sign of a function, from left to right; open parts are slivers.

    Raises
    ------
    UndecidedError
        If the signs could not be settled.
    """
    possible = signs(function.numbers[0])
    if not function.numbers[1]:
        return [Region(strip.start, strip.end, 1 if possible == {1} else 0 if 1 in possible else -1)]
    suited = strip.suited(function)
    inner = [strip.start, strip.end]
    outer: dict[int, Region] = {}
    for side, place in ((-1, 0), (1, 1)):
        if strip.is_open(side):
            depth, sign = _settled(suited, End(strip.chart, side), inner[1 - place])
            ends = (side * depth, inner[place])
            low, high = ends if side > 0 else ends[::-1]
            outer[side] = Region(low, high, sign)
            inner[place] = side * depth
    found = _Search(suited, strip).signs(arb(inner[0]).lower(), arb(inner[1]).upper())
    if found:  # the outermost intervals go to the ends of the strip, which may be balls
        found[0] = Region(inner[0], found[0].end, found[0].sign)
        found[-1] = Region(found[-1].start, inner[1], found[-1].sign)
    whole = [*([outer[-1]] if -1 in outer else []), *found, *([outer[1]] if 1 in outer else [])]
    return _merged(whole)


def _merged(parts: list[Region]) -> list[Region]:
    merged: list[Region] = []
    for part in parts:
        if merged and merged[-1].sign == part.sign:
            merged[-1] = Region(merged[-1].start, part.end, part.sign)
        else:
            merged.append(part)
    return merged


def _depths(other: Value, end: End) -> list[arb]:
    """Return ever greater depths beyond the other end of the strip."""
    first = end.side * arb(other) if arb(other).is_finite() else arb(0)
    base = first.upper().max(arb(0)).ceil()
    return [base + arb(4) ** k for k in range(-_FARTHEST, _FARTHEST)]


def _settled(function: Density, end: End, other: Value) -> tuple[arb, int]:
    """Return a depth, and the sign of a function beyond it; 0 if it goes to 0, as far as the precision tells."""
    parts = function.growth(end)
    towards = growth.direction(parts)
    falling = parts if towards < 0 else [Part(part.shape, part.rate, -part.factor) for part in parts]
    for depth in _depths(other, end):
        try:
            rest = function.rest(end, depth)
            if towards:
                growth.decay(falling, depth)
                if growth.level(falling, depth) - towards * rest < 0:
                    return depth, towards
            elif 0 not in signs(rest) or signs(rest) == {0}:
                return depth, 1 if rest > 0 else -1
            elif _is_narrow(rest):
                return depth, 0
        except UndecidedError:
            continue
    raise UndecidedError("the sign at an end is undecided")


def _is_narrow(rest: arb) -> bool:
    return bool(rest.rad() < (1 + abs(rest)) * arb(2) ** -(ctx.prec - 20))


class _Search:
    """Bisection of an interval by the sign of a function, or else of its slope, from Taylor polynomials."""

    def __init__(self, function: Density, strip: Strip) -> None:
        self.function, self.chart = function, strip.chart
        self.budget = _MOST_INTERVALS

    def value(self, place: arb) -> arb:
        """Return the value at a point, or on a small ball."""
        return arb(self.function.at(Place(self.chart, place)))

    def _series(self, place: arb) -> list[arb]:
        try:
            found = self.function.at(Place(self.chart, arb_series([place, 1], prec=_ORDER + 1))).coeffs()
        except ValueError:  # a division by a ball around 0
            return [arb("nan")] * (_ORDER + 1)
        return [*found, *([arb(0)] * (_ORDER + 1 - len(found)))]

    def over(self, low: arb, high: arb) -> tuple[arb, arb]:
        """Return balls for the value and the slope on an interval, the narrower of two each."""
        self.budget -= 1
        if self.budget < 0:
            raise UndecidedError("the sign of the privacy loss changes too often to be followed")
        hull = low.union(high)
        wide = self._series(hull)
        if _is_settled(wide[0]) and _is_settled(wide[1]):
            return wide[0], wide[1]
        middle = hull.mid()
        near, gap = [*self._series(middle)[:_ORDER], wide[_ORDER]], hull - middle
        value, slope = arb(0), arb(0)
        for k in range(_ORDER, 0, -1):
            value, slope = (value + near[k]) * gap, slope * gap + k * near[k]
        return _narrower(value + near[0], wide[0]), _narrower(slope, wide[1])

    def signs(self, low: arb, high: arb) -> list[Region]:
        """Return the regions of [low, high], from left to right."""
        found: list[Region] = []
        waiting = [(low, high)]
        tiny = (high - low) / arb(2) ** (ctx.prec // 2)
        while waiting:
            low, high = waiting.pop()
            value, slope = self.over(low, high)
            possible, order = signs(value), signs(slope)
            if 1 not in possible or possible == {1}:
                found.append(Region(low, high, 1 if possible == {1} else -1))
            elif order in ({1}, {-1}):
                found += self._monotone(low, high, order.pop())
            elif high - low < tiny:
                found.append(Region(low, high, 0))
            else:
                middle = ((low + high) / 2).mid()
                waiting += [(middle, high), (low, middle)]
        return found

    def _monotone(self, low: arb, high: arb, order: int) -> list[Region]:
        """Return the regions where the function is monotone, its zero enclosed by Newton's method."""
        first, last = low, high
        if 1 not in signs(self.value(high if order > 0 else low)):
            return [Region(low, high, -1)]
        if -1 not in signs(self.value(low if order > 0 else high)):
            return [Region(low, high, 1)]
        between = 0
        for _ in range(_NEWTON):
            middle = ((first + last) / 2).mid()
            step = middle - self.value(middle) / self.over(first, last)[1]
            if step < first or step > last:  # no zero in between: all of it is on one side
                between = order if step < first else -order
                break
            near, far = first.max(step.lower()).mid(), last.min(step.upper()).mid()
            if not near <= far or far - near > (last - first) * 3 / 4:
                break
            first, last = near, far
        return [
            part
            for part in (Region(low, first, -order), Region(first, last, between), Region(last, high, order))
            if part.start < part.end
        ]

    def greatest(self, start: arb, end: arb) -> arb:
        """Return a ball for the greatest value between two ends, which may be balls."""
        candidates = [self.value(start), self.value(end)]
        low, high = start.upper(), end.lower()
        best = candidates[0].lower().max(candidates[1].lower())
        waiting = [(low, high)] if low < high else []
        tiny = (high - low) / arb(2) ** (ctx.prec // 2 + 4)
        while waiting:
            low, high = waiting.pop()
            value, slope = self.over(low, high)
            if value < best:
                continue
            order = signs(slope)
            if order <= {1, 0} or order <= {-1, 0}:
                candidates.append(self.value(low).max(self.value(high)))
            elif high - low < tiny:
                candidates.append(value)
            else:
                middle = ((low + high) / 2).mid()
                best = best.max(self.value(middle).lower())
                waiting += [(middle, high), (low, middle)]
        return _greatest(candidates)


def _is_settled(value: arb) -> bool:
    return bool(value > 0 or value < 0)


def _narrower(first: arb, other: arb) -> arb:
    if not first.is_finite():
        return other
    return first if not other.is_finite() or first.rad() < other.rad() else other


def _greatest(candidates: list[arb]) -> arb:
    best = candidates[0]
    for other in candidates[1:]:
        best = best.max(other)
    return best


def supremum(function: Density, strip: Strip) -> Value:
    """Return a ball for the supremum of a function over a strip, or infinity where it is proven.

    Raises
    ------
    UndecidedError
        If the precision does not suffice.
    """
    if not function.numbers[1]:
        return function.numbers[0]
    suited = strip.suited(function)
    inner, limits = [strip.start, strip.end], []
    ends = [(End(strip.chart, side), place) for side, place in ((-1, 0), (1, 1)) if strip.is_open(side)]
    growths = [(end, place, growth.direction(suited.growth(end))) for end, place in ends]
    if any(towards > 0 for _, _, towards in growths):
        return arb("inf")
    for end, place, towards in growths:
        depth, limit = _beyond(suited, end, inner[1 - place], towards)
        inner[place] = end.side * depth
        limits.append(limit)
    return _greatest([_Search(suited, strip).greatest(arb(inner[0]), arb(inner[1])), *limits])


def _beyond(function: Density, end: End, other: Value, towards: int) -> tuple[arb, arb]:
    """Return a depth, and a ball with the supremum beyond it, or with what is above it but no more than elsewhere."""
    parts = function.growth(end)
    inside = function.at(Place(end.chart, end.side * _depths(other, end)[0]))
    for depth in _depths(other, end):
        try:
            rest = function.rest(end, depth)
            if not towards and _is_narrow(rest):
                return depth, rest
            if towards < 0:
                growth.decay(parts, depth)
                if growth.level(parts, depth) + rest < inside:
                    return depth, arb(inside)
        except UndecidedError:
            continue
    raise UndecidedError("the supremum at an end is undecided")
