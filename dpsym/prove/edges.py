"""The limit of a fraction as one variable tends to an end of its interval."""

from __future__ import annotations

import sympy as sp

from dpsym.errors import DpsymError, NotDerivedError
from dpsym.prove.expansion import Expansion
from dpsym.prove.ratios import ONE, Poly, Ratio, gen, ratio
from dpsym.prove.tower import Tower

_MOST_DERIVATIVES = 8
_LENGTHS = (1, 3, 6)  # of expansions, the shorter ones first


class Edges:
    """Limits of the fractions of a tower; a limit is a fraction in the other variables, or 1 or -1 for oo or -oo."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self._values: dict[tuple[int, sp.Symbol, sp.Expr], Ratio | None] = {}
        self._expansions: dict[tuple[sp.Symbol, bool, int], Expansion] = {}

    def limit(self, value: Ratio, symbol: sp.Symbol, end: sp.Expr) -> Ratio | int | None:
        """Return the limit as a variable tends to an end, or None where it is not known."""
        try:
            if end.is_finite:
                found = self._continuous(value, symbol, end)
                if found is not None:
                    return found
            if end is sp.oo or (end == 0 and self.tower.domain[symbol][0] == 0):
                return self._asymptotic(value, symbol, end is sp.oo)
        except DpsymError:
            pass
        return None

    def _continuous(self, value: Ratio, symbol: sp.Symbol, end: sp.Expr) -> Ratio | int | None:
        """Return the limit where all quantities have finite ones, by Taylor's theorem where both vanish."""
        top, bottom = ratio(value.top), ratio(value.bottom)
        for taken in range(_MOST_DERIVATIVES):
            above, below = self._at(top, symbol, end), self._at(bottom, symbol, end)
            if above is None or below is None:
                return None
            if below.top != 0:
                if not self.tower.sign_of(below):
                    return None
                return self.tower.times(above, below.inverse())
            if above.top != 0:  # the denominator has the zero of higher order: infinite, of the sign near the end
                sign, other = self.tower.sign_of(above), self.tower.sign(value.bottom)
                side = 1 if end == self.tower.domain[symbol][0] or taken % 2 == 0 else -1
                return side * sign * other if sign and other else None
            top, bottom = (self.tower.derivative(part, symbol) for part in (top, bottom))
        return None

    def _at(self, value: Ratio, symbol: sp.Symbol, end: sp.Expr) -> Ratio | None:
        top, bottom = self._substituted(value.top, symbol, end), self._substituted(value.bottom, symbol, end)
        if top is None or bottom is None or bottom.top == 0 or not self.tower.sign_of(bottom):
            return None
        return self.tower.times(top, bottom.inverse())

    def _substituted(self, poly: Poly, symbol: sp.Symbol, end: sp.Expr) -> Ratio | None:
        total = ratio(ONE * 0)
        for exponents, coefficient in poly.to_dict().items():
            term = ratio(ONE * coefficient)
            for place, exponent in enumerate(exponents):
                if exponent:
                    value = self._value(place, symbol, end)
                    if value is None:
                        return None
                    for _ in range(int(exponent)):
                        term = self.tower.times(term, value)
            total = total + term
        return total

    def _value(self, place: int, symbol: sp.Symbol, end: sp.Expr) -> Ratio | None:
        key = (place, symbol, end)
        if key not in self._values:
            self._values[key] = self._worked_out(place, symbol, end)
        return self._values[key]

    def _worked_out(self, place: int, symbol: sp.Symbol, end: sp.Expr) -> Ratio | None:
        generator = self.tower.generators[place]
        if symbol not in generator.expression.free_symbols:
            return ratio(gen(place))
        if generator.kind == "logarithm":  # the argument first: SymPy would write log(0) without complaint
            base = self._substituted(generator.base, symbol, end)
            if base is None or self.tower.sign_of(base) != 1:
                return None
            return self.tower.read(sp.log(self.tower.write(base.top)) - sp.log(self.tower.write(base.bottom)))
        value = generator.expression.xreplace({symbol: end})
        if value.has(sp.zoo, sp.nan, sp.oo, -sp.oo):
            return None
        try:
            return self.tower.read(value)
        except NotDerivedError:
            return None

    def _asymptotic(self, value: Ratio, symbol: sp.Symbol, at_infinity: bool) -> Ratio | int | None:
        for length in _LENGTHS:
            expansion = self._expansions.setdefault(
                (symbol, at_infinity, length), Expansion(self.tower, symbol, at_infinity, length)
            )
            try:
                found = self._leading(value, expansion)
            except DpsymError:
                continue
            if found is not None:
                return found
        return None

    def _leading(self, value: Ratio, expansion: Expansion) -> Ratio | int | None:
        growth, top, _ = expansion.leading(value.top)
        other, bottom, _ = expansion.leading(value.bottom)
        sign = None if bottom is None else self.tower.sign_of(bottom)
        if not sign:
            return None
        order = expansion.order(growth.times(other, -1))
        if order < 0:
            return ratio(ONE * 0)
        if top is None:
            return None
        if order == 0:
            return self.tower.times(top, bottom.inverse())
        rising = self.tower.sign_of(top)
        return rising * sign if rising else None
