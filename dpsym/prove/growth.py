"""How fast a quantity grows as a variable tends to infinity, or to a singular end, as the first term of an expansion."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key

import sympy as sp

from dpsym.ball import as_fraction
from dpsym.errors import NotDerivedError
from dpsym.prove.ratios import ONE, Poly, Ratio, gen, ratio
from dpsym.prove.tower import Tower

_MOST_SERIES = 200


@dataclass(frozen=True)
class Growth:
    r"""The growth :math:`\exp(\sum_k c_k x^k)\, x^a \log^b x`, the exponents k positive."""

    exponents: tuple[tuple[Fraction, Ratio], ...] = ()
    power: Fraction = Fraction(0)
    logs: int = 0

    def key(self) -> tuple[object, ...]:
        """Return what is equal for equal growths."""
        return (tuple((k, c.top.repr(), c.bottom.repr()) for k, c in self.exponents), self.power, self.logs)

    def times(self, other: Growth, sign: int = 1) -> Growth:
        """Return the growth of the product, or of the quotient where `sign` is -1."""
        total = dict(self.exponents)
        for k, c in other.exponents:
            scaled = ratio(c.top * sign, c.bottom)
            total[k] = total[k] + scaled if k in total else scaled
        kept = tuple((k, total[k]) for k in sorted(total) if total[k].top != 0)
        return Growth(kept, self.power + sign * other.power, self.logs + sign * other.logs)


@dataclass(frozen=True)
class Term:
    """A growth times a coefficient free of the variable; a coefficient of None stands for any bounded one."""

    growth: Growth
    coefficient: Ratio | None


CONSTANT = Growth()


class Expansion:
    """Expansions of polynomials of a tower as one variable tends to an end.

    Parameters
    ----------
    tower : Tower
        Where the polynomials live.
    symbol : Symbol
        The variable.
    at_infinity : bool
        Whether it tends to infinity; otherwise it falls to 0, and growth is in 1/x.
    length : int
        How many terms of a power series are kept: f(r) is known up to a bounded factor times r to this power.
    """

    def __init__(self, tower: Tower, symbol: sp.Symbol, at_infinity: bool, length: int = 1) -> None:
        self.tower, self.symbol, self.at_infinity, self.length = tower, symbol, at_infinity, length
        self._generators: dict[int, list[Term]] = {}

    def order(self, growth: Growth) -> int:
        """Return 1, 0 or -1 as the growth tends to infinity, is constant, or tends to 0.

        Raises
        ------
        NotDerivedError
            If that depends on the other variables.
        """
        for _, coefficient in reversed(growth.exponents):
            sign = self.tower.sign_of(coefficient)
            if not sign:
                raise NotDerivedError("a rate of growth without a certain sign")
            return sign
        rate = growth.power or growth.logs
        return (rate > 0) - (rate < 0)

    def leading(self, poly: Poly) -> tuple[Growth, Ratio | None, list[Term]]:
        """Return the greatest term that does not cancel, and the rest."""
        return self._first(self.series(poly))

    def _first(self, terms: list[Term]) -> tuple[Growth, Ratio | None, list[Term]]:
        terms = self._sorted(terms)
        if not terms:
            raise NotDerivedError("an expansion of which nothing is left")
        return terms[0].growth, terms[0].coefficient, terms[1:]

    def series(self, poly: Poly) -> list[Term]:
        """Return terms whose sum is the polynomial."""
        found: list[Term] = []
        for exponents, coefficient in poly.to_dict().items():
            terms = [Term(CONSTANT, ratio(ONE * coefficient))]
            for place, exponent in enumerate(exponents):
                for _ in range(int(exponent)):
                    terms = self._product(terms, self._generator(place))
            found = self._merged([*found, *terms])
            if len(found) > _MOST_SERIES:
                raise NotDerivedError("an expansion of too many terms")
        return found

    def _product(self, left: list[Term], right: list[Term]) -> list[Term]:
        return self._merged([self._times(one, other) for one in left for other in right])

    def _times(self, left: Term, right: Term) -> Term:
        known = left.coefficient is not None and right.coefficient is not None
        return Term(
            left.growth.times(right.growth), self.tower.times(left.coefficient, right.coefficient) if known else None
        )

    def _merged(self, terms: list[Term]) -> list[Term]:
        """Return the sum of terms with one for each growth, those that cancel left out."""
        groups: dict[object, Term] = {}
        for term in terms:
            known = groups.get(term.growth.key())
            if known is not None:
                exact = known.coefficient is not None and term.coefficient is not None
                term = Term(term.growth, known.coefficient + term.coefficient if exact else None)
            groups[term.growth.key()] = term
        return [term for term in groups.values() if term.coefficient is None or term.coefficient.top != 0]

    def _sorted(self, terms: list[Term]) -> list[Term]:
        """Return the sum of terms, the greatest first, without what is no greater than the first that is not known."""

        def compare(one: Term, other: Term) -> int:
            return self.order(other.growth.times(one.growth, -1))

        found = sorted(self._merged(terms), key=cmp_to_key(compare))
        unknown = next((place for place, term in enumerate(found) if term.coefficient is None), len(found))
        return found[: unknown + 1]

    def _of_small(self, terms: list[Term], coefficients: list[Ratio]) -> list[Term]:
        """Return the power series with these coefficients at a sum of terms that tends to 0, up to its next power."""
        small = self._sorted(terms)
        total = [Term(CONSTANT, coefficients[0])]
        if not small:
            return total
        if self.order(small[0].growth) >= 0:
            raise NotDerivedError("a power series at what does not tend to 0")
        power, greatest = [Term(CONSTANT, ratio(ONE))], CONSTANT
        for coefficient in coefficients[1:]:
            power, greatest = self._product(power, small), greatest.times(small[0].growth)
            total += [self._times(Term(CONSTANT, coefficient), term) for term in power]
        return self._merged([*total, Term(greatest.times(small[0].growth), None)])

    def _quotient(self, value: Ratio) -> list[Term]:
        """Expand a fraction."""
        return self._product(self.series(value.top), self._inverse(self.series(value.bottom)))

    def _inverse(self, terms: list[Term]) -> list[Term]:
        """Expand the inverse of a sum, the greatest term first: that of its first term times the geometric series of the rest."""
        growth, inverse, rest = self._relative(terms)
        signs = [ratio(ONE * (-1) ** power) for power in range(self.length)]
        first = Term(CONSTANT.times(growth, -1), inverse)
        return [self._times(first, term) for term in self._of_small(rest, signs)]

    def _relative(self, terms: list[Term]) -> tuple[Growth, Ratio, list[Term]]:
        """Return a sum as its first growth, the inverse of its coefficient, and the other terms divided by the first."""
        growth, coefficient, rest = self._first(terms)
        if coefficient is None or not self.tower.sign_of(coefficient):
            raise NotDerivedError("an expansion without a certain first term")
        inverse = coefficient.inverse()
        first = Term(CONSTANT.times(growth, -1), inverse)
        return growth, inverse, [self._times(term, first) for term in rest]

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
        return [self._times(Term(share, constant), term) for term in self._of_small(rest, binomial)]

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
        return self._merged([*found, *self._of_small(rest, mercator)])

    def _positive(self, base: Poly) -> tuple[Growth, Ratio, list[Term]]:
        growth, inverse, rest = self._relative(self.series(base))
        if self.tower.sign_of(inverse) != 1:
            raise NotDerivedError("the logarithm or root of what has no certain first term")
        return growth, inverse.inverse(), rest

    def _exponential(self, exponent: list[Term]) -> list[Term]:
        """Expand exp(u): what of u grows goes into the growth, its constant before it, what tends to 0 into a series."""
        growth, constant, small = CONSTANT, ratio(ONE), []
        for term in self._sorted(exponent):
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
        return [self._times(Term(growth, constant), term) for term in self._of_small(small, series)]

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
        terms = self._sorted(inner)
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
        square = [self._times(minus, term) for term in self._product(terms, terms)]
        below = self._inverse(terms)
        mills = [*below, Term(below[0].growth.times(terms[0].growth, -1).times(terms[0].growth, -1), None)]
        root = Term(CONSTANT, self.tower.read(1 / sp.sqrt(sp.pi)))
        tail = [self._times(root, term) for term in self._product(self._exponential(square), mills)]
        return tail if sign == 1 else [Term(CONSTANT, ratio(ONE * 2)), *tail]

    def _error_nearby(self, small: list[Term], middle: Ratio | None) -> list[Term]:
        """Expand erfc(c + r) where r tends to 0: the first two terms of Taylor's series, all that are asked of it at c = 0."""
        slope = -2 / sp.sqrt(sp.pi)
        if middle is None:
            odd = [
                slope * (-1) ** (power // 2) / (power * sp.factorial(power // 2)) if power % 2 else sp.S.Zero
                for power in range(1, self.length)
            ]
            return self._of_small(small, [ratio(ONE), *map(self.tower.read, odd)])
        at = self.tower.write(middle)
        known = [sp.erfc(at), slope * sp.exp(-sp.expand(at**2))]
        return self._of_small(small, [self.tower.read(value) for value in known[: self.length]])


def _number(value: sp.Rational) -> Ratio:
    return ratio(ONE * int(value.p), ONE * int(value.q))
