"""An inequality over a box: counterexamples at simple points, and branch and bound with rigorous ranges."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
from flint import ctx

from dpsym.ball import to_fmpq
from dpsym.enclose.box import Box, checked_box
from dpsym.enclose.cover import Cover, ProvedBox, read_sides, write_sides
from dpsym.enclose.expression import admitted, enclose
from dpsym.enclose.forms import Form, Sides
from dpsym.enclose.rules import prove, step
from dpsym.errors import DpsymError, ParameterError, UndecidedError

BITS = 128
_FINEST = 100  # halvings of a side
_MOST_SYMBOLS = 3
_GRID = {1: 32, 2: 12, 3: 6}  # points a side that are tried for a counterexample, by the number of symbols
_DIGITS = (20, 60, 240)
_DENOMINATORS = range(1, 65)


Point = Sequence[Fraction]
Stop = Callable[[int, int], bool]  # told the boxes proved and open, says whether to break off


def _never(proved: int, waiting: int) -> bool:
    return False


class Problem:
    """An inequality over a box, with the difference of its sides as a form."""

    def __init__(self, smaller: sp.Expr, greater: sp.Expr, box: Box, strict: bool) -> None:
        self.smaller, self.greater, self.strict = admitted(smaller), admitted(greater), strict
        ends = checked_box(box)
        self.originals, self.sides = list(ends), tuple(ends.values())
        self.names = tuple(symbol.name for symbol in self.originals)
        if not 1 <= len(ends) <= _MOST_SYMBOLS or len(set(self.names)) < len(ends):
            raise ParameterError("box", f"in one to {_MOST_SYMBOLS} symbols of different names", box)
        if any(low == high for low, high in self.sides):
            raise ParameterError("box", "of positive width in each symbol", box)
        strangers = (self.smaller.free_symbols | self.greater.free_symbols) - set(ends)
        if strangers:
            raise ParameterError("box", f"one that gives a side to {sorted(map(str, strangers))}", box)
        # Names that no one else uses, and not dummies, whose order differs from run to run and with it the forms.
        fresh = [sp.Symbol(f"{name}~", real=True) for name in self.names]
        self.back = dict(zip(fresh, self.originals, strict=True))
        smaller, greater = (
            side.xreplace(dict(zip(self.originals, fresh, strict=True))) for side in (self.smaller, self.greater)
        )
        with ctx.workprec(BITS):
            self.form = Form(greater - smaller, fresh, self.sides, anchors=(smaller, greater))
            self.form.check()

    def refuted(self, point: Point) -> Cover | None:
        """Return a refutation with a witness near a point, if balls for the two sides certify one."""
        for candidate in (*_simpler(point, self.sides), point):
            if not self.is_negative(self.form, candidate):
                continue
            gap = self.certified_gap(candidate)
            if gap is not None:
                witness = {name: sp.Rational(part) for name, part in zip(self.names, candidate, strict=True)}
                return Cover("refuted", self.names, witness=witness, margin=gap, strict=self.strict)
        return None

    def certified_gap(self, point: Point) -> float | None:
        """Return a negative upper bound of the greater side less the smaller at a point, or None."""
        values = dict(zip(self.originals, point, strict=True))
        for digits in _DIGITS:
            try:
                below, above = (enclose(side, values, digits) for side in (self.smaller, self.greater))
            except UndecidedError:
                continue
            if above.certainly_below(below):
                return math.nextafter(float((above - below).value.upper()), math.inf)
        return None

    @staticmethod
    def is_negative(form: Form, point: Point) -> bool:
        """Whether a form is certainly negative at a point."""
        try:
            return bool(form.at(point) < 0)
        except DpsymError:
            return False

    def counterexamples(self) -> Iterator[Point]:
        """Yield points of a grid of simple rationals where the inequality seems to fail, simplest first."""
        count = _GRID[len(self.sides)]
        steps = [(low, (high - low) / count) for low, high in self.sides]
        axes = [[simplest(low + k * step, low + (k + 1) * step) for k in range(count)] for low, step in steps]
        for point in sorted(product(*axes), key=_length):
            if self.is_negative(self.form, point):
                yield point

    def descents(self) -> Iterator[tuple[str, Form]]:
        """Yield the derivatives whose sign settles that of the form, the highest first."""
        for i, side in enumerate(self.sides):
            for end in side:
                for order in range(self.form.vanishing_order(i, end), 0, -1):
                    yield step("descent", self.names[i], end, order) + "; ", self.form.inwards(i, end, order)

    def search(self, prefix: str, target: Form, budget: int, stop: Stop = _never, start: Cover | None = None) -> Cover:
        """Bisect until `target` is proved not negative everywhere, or the budget is spent.

        With a descent the prefix names it; a point where the target is negative then ends the attempt, while
        without one it refutes the inequality. A search that was broken off goes on from its cover, `start`.
        """
        open_boxes, proved, margin = [self.sides], [], math.inf
        stuck: list[Sides] = []
        if start is not None:
            open_boxes, proved = list(map(read_sides, start.leftover)), list(start.boxes)
            margin = math.inf if start.margin is None else start.margin
        while open_boxes and budget > 0 and not stop(len(proved), len(open_boxes)):
            sides, budget = open_boxes.pop(), budget - 1
            found = prove(target, self.names, sides, self.strict)
            if found is not None and (not prefix or self._is_smooth(sides)):
                proved.append(ProvedBox(write_sides(sides), prefix + found[0]))
                margin = min(margin, math.nextafter(float(found[1]), -math.inf) if found[1] > 0 else 0.0)
                continue
            for point in ([simplest(*side) for side in sides], [sum(side) / 2 for side in sides]):
                if self.is_negative(target, point):
                    abandoned = Cover("undecided", self.names, strict=self.strict)
                    outcome = abandoned if prefix else self.refuted(point)
                    if outcome is not None:
                        return outcome
            halves = _halves(target, sides)
            (stuck if self._is_fine(halves[0]) else open_boxes).extend(halves)
        if open_boxes or stuck:
            leftover = tuple(map(write_sides, open_boxes + stuck))
            return Cover("undecided", self.names, tuple(proved), leftover, margin=margin, strict=self.strict)
        return Cover("proved", self.names, tuple(proved), margin=margin, strict=self.strict)

    def _is_fine(self, sides: Sides) -> bool:
        """Whether a box is too small for halving it again to help at the working precision."""
        return any(
            (high - low) * 2**_FINEST < top - bottom
            for (low, high), (bottom, top) in zip(sides, self.sides, strict=True)
        )

    def _is_smooth(self, sides: Sides) -> bool:
        try:
            self.form.over(sides, smooth=True)
        except DpsymError:
            return False
        return True


def _halves(form: Form, sides: Sides) -> list[Sides]:
    """Return the halves of a box, across the side along which the function varies most."""
    widths = [to_fmpq(high - low) for low, high in sides]
    weights: list[Any]
    try:
        weights = [(abs(form.derivative(i).over(sides)) * width).hi for i, width in enumerate(widths)]
    except DpsymError:
        weights = [width / to_fmpq(top - bottom) for width, (bottom, top) in zip(widths, form.sides, strict=True)]
    i = max(range(len(sides)), key=weights.__getitem__)
    low, high = sides[i]
    middle = (low + high) / 2
    return [(*sides[:i], half, *sides[i + 1 :]) for half in ((middle, high), (low, middle))]


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """Return the rational of least denominator in a closed interval."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest(-high, -low)
    whole = math.ceil(low)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / simplest(1 / (high - whole + 1), 1 / (low - whole + 1))


def _length(point: Point) -> tuple[int, Fraction]:
    return sum(part.denominator for part in point), sum((abs(part) for part in point), Fraction(0))


def _simpler(point: Point, sides: Sides) -> Iterator[Point]:
    """Yield the points of coarse lattices that are nearest to a point, inside the box."""
    for denominator in _DENOMINATORS:
        near = tuple(Fraction(round(part * denominator), denominator) for part in point)
        if all(low <= part <= high for part, (low, high) in zip(near, sides, strict=True)):
            yield near
