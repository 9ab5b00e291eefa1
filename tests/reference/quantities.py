"""What is asked about two laws, from the definitions: sums over lattices, integrals between kinks and crossings.

Sums are carried until the rest is below 10^-50 of them; integrals are tanh-sinh quadratures whose own estimate of the
error is asked for. Infinity is an answer: of a moment that diverges, and of mass that the second law does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import Any

import mpmath as mp
from reference import laws as densities
from reference.laws import NEVER, Law, mixture, real

SUM_DIGITS = 60
LINE_DIGITS = 18
_NEGLIGIBLE = 140  # nats: e^-140 is below 10^-60
_NOTHING = 1000  # nats
_COUNTS, _ESTIMATE = 1e-3, 1e-11
_CLOSE_DIGITS = 240
_STEPS = 100
_MOST_TERMS = 200_000
_PANELS = (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
_FAR = (mp.mpf(10) ** 9, mp.mpf(10) ** 12)
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

    def _atoms(self, exponent: Exponent) -> Iterator[tuple[Any, Any, Any]] | None:
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

    def _cells(self, cuts: tuple[Any, ...] = ()) -> list[tuple[Any, Any]]:
        first, second = self.laws
        low, high = min(first.low, second.low), max(first.high, second.high)
        base, last = self._places[0], self._places[-1]
        steps = [4**k for k in range(1, 40) if any(cut < base - 4**k or cut > last + 4**k for cut in cuts)]
        outer = [
            place for step in steps for place in (base - step, last + step)
        ]  # no long cell beyond the last place
        inner = [place for place in sorted({*self._places, *cuts, *outer}) if low < place < high]
        return list(pairwise([low, *inner, high]))

    def _diverges(self, exponent: Exponent) -> bool:
        """Whether an exponential is not integrable at an end of the common support."""
        first, second = self.laws
        low, high = max(first.low, second.low), min(first.high, second.high)
        anchor = self._places
        for end, sign, base in ((low, 1, anchor[0]), (high, -1, anchor[-1])):
            gaps = _FAR if mp.isinf(end) else tuple(1 / gap for gap in _FAR)
            near, far = ((base - sign * gap) if mp.isinf(end) else (end + sign * gap) for gap in gaps)
            values = [exponent(*self.at(x)) + mp.log(gap) for x, gap in zip((near, far), gaps, strict=True)]
            if mp.isfinite(values[0]) and values[1] >= values[0] - mp.mpf(1) / 1000:
                return True
        return False

    def _integral(self, function: Callable[..., Any], cells: list[tuple[Any, Any]]) -> Any:
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
                total += _quadrature(lambda x: function(*self.at(x)), low, high, *poles)
            else:
                with densities.in_floats():
                    total += _quadrature(in_floats, float(low), float(high), *poles)
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
            return any(p != NEVER and q == NEVER for _, p, q in self._atoms(lambda p, q: p))
        inside = (_middle(*cell) for cell in self._cells())
        return any(p != NEVER and q == NEVER for p, q in map(self.at, inside))

    def total(self, exponent: Exponent, weight: Exponent | None = None, above: Any = None) -> Any:
        """Return the total of weight * e^exponent, over all of the space or where the privacy loss exceeds a number."""

        def term(p, q):
            power = exponent(p, q)
            if power < -_NOTHING or (above is not None and not _exceeds(p, q, above)):
                return 0
            return densities.m.exp(power) * (1 if weight is None else weight(p, q))

        if self.is_sum:
            atoms = self._atoms(exponent)
            return mp.inf if atoms is None else mp.fsum(size * term(p, q) for size, p, q in atoms)
        if self._diverges(exponent):
            return mp.inf
        cells = self._cells(() if above is None else self._crossings(above))
        if above is not None:
            cells = [cell for cell in cells if _exceeds(*self.at(_middle(*cell)), above)]
            above = None
        return self._integral(term, cells)

    def _crossings(self, threshold: Any) -> tuple[Any, ...]:
        """Return the places where the loss crosses a number; an error of a place counts by its square."""
        first, second = self.in_floats
        level = float(threshold)

        def gap(x):
            p, q = _finite(first, x), _finite(second, x)
            return 0.0 if NEVER in (p, q) else p - q - level

        found = []
        with densities.in_floats():
            for cell in self._cells():
                if NEVER in self.at(_middle(*cell)):
                    continue
                places = [float(x) for x in _grid(*cell)]
                values = [gap(x) for x in places]
                for (left, right), (one, other) in zip(pairwise(places), pairwise(values), strict=True):
                    if other == 0 != one:
                        found.append(mp.mpf(right))
                    elif one * other < 0:
                        found.append(mp.mpf(_zero(gap, left, right, 1e-16)))
        return tuple(found)

    def losses(self) -> list[Any]:
        """Return privacy losses at places close to each other, and far out, where P has mass."""
        if self.is_sum:
            return [p - q for _, p, q in self._atoms(lambda p, q: p) if p != NEVER]
        values = [self.at(x) for cell in self._cells() for x in _grid(*cell)]
        return [p - q for p, q in values if p != NEVER]


def _exceeds(p: Any, q: Any, threshold: Any) -> bool:
    return p != NEVER and (q == NEVER or p - q > threshold)


def _middle(low: Any, high: Any) -> Any:
    if mp.isinf(low) and mp.isinf(high):
        return mp.mpf(0)
    if mp.isinf(low):
        return high - 1
    return low + 1 if mp.isinf(high) else (low + high) / 2


def _grid(low: Any, high: Any) -> list[Any]:
    """Return places inside a cell, dense at finite ends and ever further apart towards infinite ones."""
    middle = _middle(low, high)
    steps = [mp.mpf(2) ** k for k in range(-24, 41, 2)]
    left = (
        [low + (middle - low) * mp.mpf(k) / 20 for k in range(1, 20)]
        if mp.isfinite(low)
        else [middle - s for s in steps]
    )
    right = (
        [middle + (high - middle) * mp.mpf(k) / 20 for k in range(1, 20)]
        if mp.isfinite(high)
        else [middle + s for s in steps]
    )
    close = [low + (middle - low) * step for step in steps if step < 1] if mp.isfinite(low) else []
    near = [high - (high - middle) * step for step in steps if step < 1] if mp.isfinite(high) else []
    return sorted({*left, middle, *right, *close, *near})


def _zero(function: Callable[[Any], Any], low: Any, high: Any, width: float = 1e-20) -> Any:
    """Return the place where a monotone function changes sign, by the Illinois rule."""
    ends, last, place = (function(low), function(high)), 0, low
    for _ in range(_STEPS):
        if ends[0] == ends[1]:
            return (low + high) / 2
        place = (low * ends[1] - high * ends[0]) / (ends[1] - ends[0])
        value = function(place)
        if abs(high - low) <= width * max(1, abs(place)) or value == 0 or place in (low, high):
            return place
        if (value > 0) == (ends[1] > 0):
            high, ends, stayed = place, (ends[0] / (2 if last == 1 else 1), value), 1
        else:
            low, ends, stayed = place, (value, ends[1] / (2 if last == -1 else 1)), -1
        last = stayed
    return place


def _finite(law: Law, x: float) -> float:
    """Return a log-density in floats; one whose exponent overflows is that of no mass."""
    try:
        return float(law.at(x))
    except OverflowError:
        return NEVER


def _quadrature(function: Callable[[Any], Any], low: Any, high: Any, at_low: bool, at_high: bool) -> Any:
    """Integrate between two places, in the logarithm of the distance from a pole, or to infinity."""
    exp = densities.m.exp
    if not (at_low or at_high):
        return _checked(function, [low, high])
    if at_low and at_high:
        middle = _middle(low, high)
        return _quadrature(function, low, middle, True, False) + _quadrature(
            function, middle, high, False, True
        )
    end, other, sign = (low, high, 1) if at_low else (high, low, -1)
    if mp.isinf(end):
        inner = _checked(function, sorted([other, other - sign]))
        return inner + _outwards(lambda u: function(other - sign * exp(u)) * exp(u), 0, 1)

    def next_to_the_pole(u: Any) -> Any:
        with mp.workdps(_CLOSE_DIGITS):  # so that the place differs from the pole
            return function(end + sign * exp(u)) * exp(u)

    return _outwards(next_to_the_pole, densities.m.log(abs(other - end)), -1)


def _outwards(function: Callable[[Any], Any], start: Any, sign: int) -> Any:
    """Integrate from a place to infinity by panels that double, until one counts no more."""
    total = mp.mpf(0)
    for near, far in pairwise(_PANELS):
        panel = _checked(function, sorted([start + sign * near, start + sign * far]))
        total += panel
        if near >= 4 and abs(panel) <= abs(total) * 1e-14:
            return total
    raise ArithmeticError("a tail that falls too slowly")


def _checked(function: Callable[[Any], Any], places: list[Any]) -> Any:
    """Integrate over a finite interval, or over eighths of it where the rule's own estimate asks for that."""
    quad = densities.m.quad
    value, error = quad(function, places, error=True, maxdegree=6)
    if error > max(abs(value), _COUNTS) * _ESTIMATE:
        value, error = quad(
            function,
            mp.linspace(*places, 9) if densities.m is mp.mp else mp.fp.linspace(*places, 9),
            error=True,
        )
        if error > max(abs(value), _COUNTS) * _ESTIMATE:
            raise ArithmeticError(f"a quadrature is known to {mp.nstr(error, 2)} only")
    return value


def _question(function: Callable[..., Any]) -> Callable[..., Any]:
    """Work at the precision of the pair."""

    def asked(pair: Pair, *arguments: Any) -> Any:
        with mp.workdps(pair.digits):
            return function(pair, *(value if value in (mp.inf,) else real(value) for value in arguments))

    asked.__doc__, asked.__name__ = function.__doc__, function.__name__
    return asked


def _moment(pair: Pair, order: Any) -> Any:
    if order > 1 and pair.leaks():
        return mp.inf

    def exponent(p, q):
        return NEVER if NEVER in (p, q) else order * p + (1 - order) * q

    return pair.total(exponent)


@_question
def mass(pair: Pair) -> Any:
    """Return the total of P, which is 1: a test of the density and of the road."""
    return pair.total(lambda p, q: p)


@_question
def renyi(pair: Pair, order: Any) -> Any:
    """Return log of the total of p^order q^(1 - order), over order - 1."""
    if order == 1:
        return kl(pair)
    if order == mp.inf:
        return maximum(pair)
    moment = _moment(pair, order)
    return mp.inf if moment == 0 else mp.log(moment) / (order - 1)


@_question
def kl(pair: Pair) -> Any:
    """Return the mean of the privacy loss."""
    return _mean_of_power(pair, 1)


def _mean_of_power(pair: Pair, degree: int) -> Any:
    if pair.leaks():
        return mp.inf
    if not pair.is_sum and _mean_diverges(pair, degree):
        return mp.inf
    return pair.total(lambda p, q: p, lambda p, q: (p - q) ** degree)


def _mean_diverges(pair: Pair, degree: int) -> bool:
    """Whether the loss grows so fast that its moment is infinite: its logarithm is added to the exponent."""

    def exponent(p, q):
        loss = abs(p - q) if NEVER not in (p, q) else mp.mpf(0)
        return p + (degree * mp.log(loss) if loss > 1 else 0)

    return pair._diverges(exponent)


@_question
def chi_squared(pair: Pair) -> Any:
    """Return the total of (p - q)^2 / q."""
    return _moment(pair, mp.mpf(2)) - 1


@_question
def hellinger(pair: Pair) -> Any:
    """Return one less the total of sqrt(p q)."""
    return 1 - _moment(pair, mp.mpf(1) / 2)


@_question
def hockey_stick(pair: Pair, eps: Any) -> Any:
    """Return the total of the positive part of p - e^eps q."""
    return pair.total(
        lambda p, q: p, lambda p, q: 1 if q == NEVER else -densities.expm1(q - p + eps), above=eps
    )


@_question
def total_variation(pair: Pair) -> Any:
    """Return half of the total of |p - q|."""
    return hockey_stick(pair, 0)


@_question
def loss_tail(pair: Pair, eps: Any) -> Any:
    """Return the P-mass where the privacy loss exceeds eps."""
    return pair.total(lambda p, q: p, above=eps)


@_question
def maximum(pair: Pair) -> Any:
    """Return the supremum of the privacy loss where P has mass."""
    if pair.leaks():
        return mp.inf
    if pair.is_sum:
        return _greatest_atom(pair)
    best, where = NEVER, None
    for cell in pair._cells():
        if pair.at(_middle(*cell))[0] == NEVER:
            continue
        places = _grid(*cell)
        for left, x, right in zip(places, places[1:], places[2:], strict=False):
            p, q = pair.at(x)
            if p - q > best:
                best, where = p - q, (left, right)
        for end, sign in ((cell[0], 1), (cell[1], -1)):
            limit = _limit(pair, end, sign, _middle(*cell))
            if limit == mp.inf:
                return mp.inf
            best, where = (limit, None) if limit > best else (best, where)
    return best if where is None else _golden(pair, *where)


def _limit(pair: Pair, end: Any, sign: int, inner: Any) -> Any:
    gaps = _FAR if mp.isinf(end) else tuple(1 / (gap * gap * gap) for gap in _FAR)
    with mp.workdps(4 * LINE_DIGITS):
        near, far = ((inner - sign * gap) if mp.isinf(end) else (end + sign * gap) for gap in gaps)
        losses = [p - q for p, q in map(pair.at, (near, far))]
        return mp.inf if losses[1] > losses[0] + mp.mpf(1) / 10 else losses[1]


def _golden(pair: Pair, low: Any, high: Any) -> Any:
    def loss(x):
        p, q = pair.at(x)
        return p - q

    with mp.workdps(2 * LINE_DIGITS):
        for _ in range(150):
            third = (high - low) / 3
            low, high = (low + third, high) if loss(low + third) < loss(high - third) else (low, high - third)
        return loss((low + high) / 2)


def _greatest_atom(pair: Pair) -> Any:
    first, _ = pair.laws
    limits = []
    if first.lattice:
        for end, sign in ((first.low, -1), (first.high, 1)):
            if mp.isinf(end):
                losses = [p - q for p, q in (pair.at(sign * 10**6), pair.at(sign * (10**6 + 1000)))]
                if losses[1] > losses[0] + mp.mpf(10) ** -9:
                    return mp.inf
                limits.append(losses[1])
    return max(*pair.losses(), *limits)


@_question
def cumulant(pair: Pair, degree: Any) -> Any:
    """Return a cumulant of the privacy loss under P, from its moments."""
    degree = int(degree)
    moments = [mp.mpf(1), *(_mean_of_power(pair, k) for k in range(1, degree + 1))]
    if mp.inf in moments:
        return mp.inf
    found = [mp.mpf(0)]
    for n in range(1, degree + 1):
        lower = mp.fsum(comb(n - 1, j - 1) * found[j] * moments[n - j] for j in range(1, n))
        found.append(moments[n] - lower)
    return found[degree]


@_question
def epsilon(pair: Pair, delta: Any) -> Any:
    """Return the least eps from 0 on at which the hockey-stick divergence is at most delta."""
    if hockey_stick(pair, 0) <= delta:
        return mp.mpf(0)
    high = mp.mpf(1)
    while hockey_stick(pair, high) > delta:
        high *= 2
        if high > 2000:
            return mp.inf
    top = maximum(pair)
    if delta == 0:
        return top
    low = high / 2 if high > 1 else mp.mpf(0)
    return _zero(lambda eps: hockey_stick(pair, eps) - delta, low, min(high, top), 1e-14)


@_question
def trade_off(pair: Pair, level: Any) -> Any:
    """Return the least type II error of a test at a level: reject P where its loss is least, the last atom in part."""
    if pair.is_sum:
        return _trade_off_of_atoms(pair, level)
    if level == 0:
        return 1 - _reverse_leak(pair)
    if level >= 1:
        return mp.mpf(0)

    def rejected(threshold):  # P-mass where the loss is at most a threshold
        return mp.mpf(1) - pair.total(lambda p, q: p, above=threshold)

    low, high = mp.mpf(-1), mp.mpf(1)
    while rejected(low) > level and low > -2000:
        low *= 2
    while rejected(high) < level and high < 2000:
        high *= 2
    with mp.workdps(
        LINE_DIGITS
    ):  # an error of the threshold shifts a tangent of a convex curve: it counts by its square
        threshold = _zero(lambda place: rejected(place) - level, low, high, 1e-9)
    kept = pair.total(lambda p, q: q, above=threshold)
    return max(mp.mpf(0), kept - (level - rejected(threshold)) * mp.exp(-threshold))


def _reverse_leak(pair: Pair) -> Any:
    inside = [cell for cell in pair._cells() if pair.at(_middle(*cell))[0] == NEVER]
    return pair._integral(lambda p, q: densities.m.exp(q), inside)


def _trade_off_of_atoms(pair: Pair, level: Any) -> Any:
    atoms = [*pair._atoms(lambda p, q: max(p, q))]
    error, used = mp.mpf(1), mp.mpf(0)

    def loss(atom):
        _, p, q = atom
        return NEVER if p == NEVER else mp.inf if q == NEVER else p - q

    for size, p, q in sorted(atoms, key=loss):
        first, second = size * mp.exp(p), size * mp.exp(q)
        if used + first >= level and first > 0:
            return max(mp.mpf(0), error - second * (level - used) / first)
        used, error = used + first, error - second
    return mp.mpf(0)


def product(first: Pair, second: Pair) -> Pair:
    """Return the pair of independent draws of two pairs of sums, as one finite law of all pairs of atoms."""

    def make() -> tuple[Law, Law]:
        def atoms(pair):
            return [*pair._atoms(lambda p, q: max(p, q))]

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


__all__ = ["Pair", "chi_squared", "cumulant", "epsilon", "hellinger", "hockey_stick", "kl", "loss_tail", "mass", "maximum", "mixture",
           "product", "renyi", "total_variation", "trade_off"]  # fmt: skip
