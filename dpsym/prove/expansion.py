"""Expansions of polynomials of a tower as one variable tends to an end."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from dpsym.ball import as_fraction
from dpsym.errors import NotDerivedError
from dpsym.prove.growth import CONSTANT, Growth, Sums, Term
from dpsym.prove.ratios import ONE, Poly, Ratio, gen, ratio
from dpsym.prove.tower import Tower

_MOST_SERIES = 200


class Expansion(Sums):
    """Expansions of polynomials of a tower, each quantity by its own; the parameters are those of `Sums`."""

    def __init__(self, tower: Tower, symbol: sp.Symbol, at_infinity: bool, length: int = 1) -> None:
        super().__init__(tower, symbol, at_infinity, length)
        self._generators: dict[int, list[Term]] = {}

    def leading(self, poly: Poly) -> tuple[Growth, Ratio | None, list[Term]]:
        """Return the greatest term that does not cancel, and the rest."""
        return self.first(self.series(poly))

    def series(self, poly: Poly) -> list[Term]:
        """Return terms whose sum is the polynomial."""
        found: list[Term] = []
        for exponents, coefficient in poly.to_dict().items():
            terms = [Term(CONSTANT, ratio(ONE * coefficient))]
            for place, exponent in enumerate(exponents):
                for _ in range(int(exponent)):
                    terms = self.product(terms, self._generator(place))
            found = self.merged([*found, *terms])
            if len(found) > _MOST_SERIES:
                raise NotDerivedError("an expansion of too many terms")
        return found

    def _quotient(self, value: Ratio) -> list[Term]:
        """Expand a fraction."""
        return self.product(self.series(value.top), self.inverse(self.series(value.bottom)))

    def _generator(self, place: int) -> list[Term]:
        if place not in self._generators:
            self._generators[place] = self._expanded(place)
        return self._generators[place]

    def _expanded(self, place: int) -> list[Term]:
        generator, x = self.tower.generators[place], self.symbol
        if x not in generator.expression.free_symbols:
            return [Term(CONSTANT, ratio(gen(place)))]
        if generator.kind == "variable":
            return [Term(Growth(power=Fraction(1 if self.at_infinity else -1)), ratio(ONE))]
        if generator.kind == "logarithm":
            return self._logarithm(generator.base)
        if generator.kind == "root":
            return self._root(generator.base, generator.root)
        inner = self._quotient(self.tower.reader.convert(generator.expression.args[0]))
        return self._exponential(inner) if generator.kind == "exponential" else self._error(inner)

    def _root(self, base: Poly, index: int) -> list[Term]:
        """Expand the root of p: that of its first term times the binomial series of the rest."""
        growth, coefficient, rest = self._positive(base)
        if growth.logs % index:
            raise NotDerivedError("the root of a logarithm")
        share = Growth(
            tuple((k, self.tower.times(c, ratio(ONE, ONE * index))) for k, c in growth.exponents),
            growth.power / index,
            growth.logs // index,
        )
        constant = self.tower.read(sp.root(self.tower.write(coefficient), index))
        binomial = [_number(sp.binomial(sp.Rational(1, index), power)) for power in range(self.length)]
        return [self.times(Term(share, constant), term) for term in self.of_small(rest, binomial)]

    def _logarithm(self, base: Poly) -> list[Term]:
        """Expand log p: the growth of p by its exponents, powers and coefficient, and the series of log(1 + r)."""
        growth, coefficient, rest = self._positive(base)
        if growth.logs:
            raise NotDerivedError("the logarithm of a logarithm")
        found = [Term(Growth(power=k), c) for k, c in growth.exponents]
        if growth.power:
            found.append(Term(Growth(logs=1), _number(sp.Rational(growth.power))))
        constant = self.tower.read(
            sp.log(self.tower.write(coefficient.top)) - sp.log(self.tower.write(coefficient.bottom))
        )
        mercator = [constant, *(_number(-(sp.Rational(-1) ** power) / power) for power in range(1, self.length))]
        return self.merged([*found, *self.of_small(rest, mercator)])

    def _positive(self, base: Poly) -> tuple[Growth, Ratio, list[Term]]:
        growth, inverse, rest = self.relative(self.series(base))
        if self.tower.sign_of(inverse) != 1:
            raise NotDerivedError("the logarithm or root of what has no certain first term")
        return growth, inverse.inverse(), rest

    def _exponential(self, exponent: list[Term]) -> list[Term]:
        """Expand exp(u): what of u grows goes into the growth, its constant before it, what tends to 0 into a series."""
        growth, constant, small = CONSTANT, ratio(ONE), []
        for term in self.ordered(exponent):
            order = self.order(term.growth)
            if order < 0:
                small.append(term)
            elif term.coefficient is None:
                raise NotDerivedError("the exponential of what is known up to a bounded term only")
            elif order == 0:
                constant = self.tower.read(sp.exp(self.tower.write(term.coefficient)))
            else:
                growth = growth.times(self._raised(term.growth, term.coefficient))
        series = [_number(1 / sp.factorial(power)) for power in range(self.length)]
        return [self.times(Term(growth, constant), term) for term in self.of_small(small, series)]

    def _raised(self, growth: Growth, coefficient: Ratio) -> Growth:
        """Return the exponential of a term c x^k, or of r log x with a rational r, as a growth."""
        if growth.exponents or growth.logs not in (0, 1) or (growth.logs and growth.power):
            raise NotDerivedError("the exponential of what grows neither like a power nor like a logarithm")
        if not growth.logs:
            return Growth(((growth.power, coefficient),))
        rate = self.tower.write(coefficient)
        if not rate.is_Rational:
            raise NotDerivedError("a power with an exponent that is no rational number")
        return Growth(power=as_fraction(rate))

    def _error(self, inner: list[Term]) -> list[Term]:
        """Expand erfc(v): by Mills' ratio where v tends to infinity, as 2 - erfc(-v) where it tends to -oo, by Taylor elsewhere."""
        terms = self.ordered(inner)
        order = self.order(terms[0].growth) if terms else -1
        if order <= 0:
            return self._error_nearby(terms if order < 0 else terms[1:], terms[0].coefficient if order == 0 else None)
        if terms[0].coefficient is None or any(
            term.coefficient is None and self.order(term.growth) > 0 for term in terms
        ):
            raise NotDerivedError("an error function of what is not known up to a bounded term")
        sign = self.tower.sign_of(terms[0].coefficient)
        if not sign:
            raise NotDerivedError("an error function of what has no certain sign")
        minus = Term(CONSTANT, ratio(ONE * -1))
        square = [self.times(minus, term) for term in self.product(terms, terms)]
        below = self.inverse(terms)
        mills = [*below, Term(below[0].growth.times(terms[0].growth, -1).times(terms[0].growth, -1), None)]
        root = Term(CONSTANT, self.tower.read(1 / sp.sqrt(sp.pi)))
        tail = [self.times(root, term) for term in self.product(self._exponential(square), mills)]
        return tail if sign == 1 else [Term(CONSTANT, ratio(ONE * 2)), *tail]

    def _error_nearby(self, small: list[Term], middle: Ratio | None) -> list[Term]:
        """Expand erfc(c + r) where r tends to 0: the first two terms of Taylor's series, all that are asked of it at c = 0."""
        slope = -2 / sp.sqrt(sp.pi)
        if middle is None:
            odd = [
                slope * (-1) ** (power // 2) / (power * sp.factorial(power // 2)) if power % 2 else sp.S.Zero
                for power in range(1, self.length)
            ]
            return self.of_small(small, [ratio(ONE), *map(self.tower.read, odd)])
        at = self.tower.write(middle)
        known = [sp.erfc(at), slope * sp.exp(-sp.expand(at**2))]
        return self.of_small(small, [self.tower.read(value) for value in known[: self.length]])


def _number(value: sp.Rational) -> Ratio:
    return ratio(ONE * int(value.p), ONE * int(value.q))
