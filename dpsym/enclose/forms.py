"""A function whose sign over a box is wanted: its ranges, its derivatives, the faces where it vanishes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property

import sympy as sp
from flint import arb, ctx

from dpsym.ball import to_fmpq
from dpsym.enclose.arithmetic import signs
from dpsym.enclose.ranges import Range, between
from dpsym.enclose.rewriting import factored, is_identically_zero, paired, with_tanh
from dpsym.enclose.walker import Walker
from dpsym.errors import DpsymError, UndecidedError

Side = tuple[Fraction, Fraction]
Sides = tuple[Side, ...]
_GREATEST_ORDER = 6
_CHECK_BITS, _AGREEING_BITS = 512, 256
_SAMPLES = ((3, 5, 2), (1, 4, 6), (5, 2, 3), (6, 1, 5))  # in sevenths of the sides


class Form:
    """A function of real symbols over a box, in several forms whose ranges are intersected.

    A rewritten form is kept only where it agrees with the expression to many digits at sample points: SymPy's
    rewriting and differentiation are trusted, but not blindly.

    Parameters
    ----------
    expression : Expr
        The function.
    symbols : sequence of Symbol
        Its variables, which assume nothing but being real, lest SymPy simplify by a sign that the box lacks.
    sides : tuple of pairs of Fraction
        The box.
    anchors : sequence of Expr, optional
        What must have a value wherever the function is said to have one, even where SymPy has cancelled it.
    """

    def __init__(
        self, expression: sp.Expr, symbols: Sequence[sp.Symbol], sides: Sides, anchors: Sequence[sp.Expr] = ()
    ) -> None:
        self.symbols, self.sides, self.anchors = tuple(symbols), sides, tuple(anchors)
        self._derivatives: dict[int, Form] = {}
        self._orders: dict[tuple[int, Fraction], int] = {}
        plain = with_tanh(paired(expression))
        rewritten = [form for form in (plain, factored(plain)) if self._agree(expression, form)]
        self.forms = list(dict.fromkeys((*rewritten, expression)))

    def at(self, place: Sequence[Fraction], bits: int = 0) -> arb:
        """Return a ball at a point.

        Raises
        ------
        DpsymError
            If there is no certain value.
        """
        return self._at(self.forms[-1], place, bits or ctx.prec)

    def over(self, sides: Sides, smooth: bool = False) -> Range:
        """Return the range over a box; with `smooth`, refuse if the function might not be analytic there.

        Raises
        ------
        UndecidedError
            If there is no certain range.
        NotDerivedError
            If the expression has a node without one.
        """
        ends = zip(self.symbols, sides, strict=True)
        leaves = {symbol: between(to_fmpq(low), to_fmpq(high)) for symbol, (low, high) in ends}
        defined = Walker(leaves, hull=True)
        for anchor in self.anchors:
            defined(anchor)
        walk = Walker(leaves, smooth=True) if smooth else defined
        found: Range | None = None
        for form in self.forms:
            try:
                value = Range.of(walk(form))
            except UndecidedError:
                continue
            found = value if found is None else found.intersection(value)
            if found.lo >= 0 or found.hi <= 0:
                break
        if found is None:
            raise UndecidedError("no form of the function has a certain range over the box")
        return found

    def check(self) -> None:
        """Refuse an expression with a node that has no range, whatever the box.

        Raises
        ------
        NotDerivedError
            If there is such a node.
        """
        with suppress(UndecidedError):
            self.over(self.sides)

    def derivative(self, i: int, order: int = 1) -> Form:
        """Return the derivative with respect to variable `i`."""
        if order == 0:
            return self
        if i not in self._derivatives:
            self._derivatives[i] = Form(sp.diff(self.forms[0], self.symbols[i]), self.symbols, self.sides)
        return self._derivatives[i].derivative(i, order - 1)

    @cached_property
    def negative(self) -> Form:
        """The function times -1."""
        return Form(-self.forms[0], self.symbols, self.sides)

    def inwards(self, i: int, end: Fraction, order: int) -> Form:
        """Return the derivative of an order whose sign, near the face, is that of the function."""
        derived = self.derivative(i, order)
        return derived.negative if order % 2 and end == self.sides[i][1] else derived

    def vanishing_order(self, i: int, end: Fraction) -> int:
        """Return how many derivatives, from the 0th, are identically 0 where variable `i` equals `end`."""
        key = (i, end)
        if self.forms[0] == 0:
            return 0  # no derivative of the zero function tells more
        if key not in self._orders:
            order = 0
            while order < _GREATEST_ORDER and self.derivative(i, order)._vanishes(i, end):
                order += 1
            self._orders[key] = order
        return self._orders[key]

    def _vanishes(self, i: int, end: Fraction) -> bool:
        """Whether the function is identically 0 on a face: by exact rewriting, and by balls at points."""
        for place in self._sample_points():
            face = [end if k == i else part for k, part in enumerate(place)]
            try:
                if signs(self.at(face, _CHECK_BITS)) in ({1}, {-1}):
                    return False
            except DpsymError:
                return False
        face_value = {self.symbols[i]: sp.Rational(end)}
        return any(is_identically_zero(form.xreplace(face_value)) for form in self.forms)

    def _agree(self, first: sp.Expr, other: sp.Expr) -> bool:
        """Whether two expressions have the same value at points, to many digits."""
        try:
            for place in self._sample_points():
                left, right = (self._at(form, place, _CHECK_BITS) for form in (first, other))
                gap = abs(left - right)
                if not (gap.contains(0) and gap < (1 + abs(left)) / 2**_AGREEING_BITS):
                    return False
        except DpsymError:
            return False
        return True

    def _at(self, expression: sp.Expr, place: Sequence[Fraction], bits: int) -> arb:
        with ctx.workprec(bits):
            leaves = {symbol: to_fmpq(part) for symbol, part in zip(self.symbols, place, strict=True)}
            return arb(Walker(leaves)(expression))

    def _sample_points(self) -> list[list[Fraction]]:
        return [
            [low + (high - low) * Fraction(k, 7) for k, (low, high) in zip(row, self.sides, strict=False)]
            for row in _SAMPLES
        ]
