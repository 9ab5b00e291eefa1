"""How fast a quantity grows as a variable tends to infinity, or to a singular end: terms of expansions, and sums of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key

import sympy as sp

from dpsym.errors import NotDerivedError
from dpsym.prove.ratios import ONE, Ratio, ratio
from dpsym.prove.tower import Tower


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


class Sums:
    """Arithmetic of sums of terms as one variable tends to an end.

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

    def first(self, terms: list[Term]) -> tuple[Growth, Ratio | None, list[Term]]:
        """Return the growth and the coefficient of the greatest term, and the other terms."""
        terms = self.ordered(terms)
        if not terms:
            raise NotDerivedError("an expansion of which nothing is left")
        return terms[0].growth, terms[0].coefficient, terms[1:]

    def product(self, left: list[Term], right: list[Term]) -> list[Term]:
        """Return the product of two sums."""
        return self.merged([self.times(one, other) for one in left for other in right])

    def times(self, left: Term, right: Term) -> Term:
        """Return the product of two terms, known where both are."""
        known = left.coefficient is not None and right.coefficient is not None
        return Term(
            left.growth.times(right.growth), self.tower.times(left.coefficient, right.coefficient) if known else None
        )

    def merged(self, terms: list[Term]) -> list[Term]:
        """Return the sum of terms with one for each growth, those that cancel left out."""
        groups: dict[object, Term] = {}
        for term in terms:
            known = groups.get(term.growth.key())
            if known is not None:
                exact = known.coefficient is not None and term.coefficient is not None
                term = Term(term.growth, known.coefficient + term.coefficient if exact else None)
            groups[term.growth.key()] = term
        return [term for term in groups.values() if term.coefficient is None or term.coefficient.top != 0]

    def ordered(self, terms: list[Term]) -> list[Term]:
        """Return the sum of terms, the greatest first, without what is no greater than the first that is not known."""

        def compare(one: Term, other: Term) -> int:
            return self.order(other.growth.times(one.growth, -1))

        found = sorted(self.merged(terms), key=cmp_to_key(compare))
        unknown = next((place for place, term in enumerate(found) if term.coefficient is None), len(found))
        return found[: unknown + 1]

    def of_small(self, terms: list[Term], coefficients: list[Ratio]) -> list[Term]:
        """Return the power series with these coefficients at a sum of terms that tends to 0, up to its next power."""
        small = self.ordered(terms)
        total = [Term(CONSTANT, coefficients[0])]
        if not small:
            return total
        if self.order(small[0].growth) >= 0:
            raise NotDerivedError("a power series at what does not tend to 0")
        power, greatest = [Term(CONSTANT, ratio(ONE))], CONSTANT
        for coefficient in coefficients[1:]:
            power, greatest = self.product(power, small), greatest.times(small[0].growth)
            total += [self.times(Term(CONSTANT, coefficient), term) for term in power]
        return self.merged([*total, Term(greatest.times(small[0].growth), None)])

    def inverse(self, terms: list[Term]) -> list[Term]:
        """Expand the inverse of a sum, the greatest term first: that of its first term times the geometric series of the rest."""
        growth, inverse, rest = self.relative(terms)
        signs = [ratio(ONE * (-1) ** power) for power in range(self.length)]
        first = Term(CONSTANT.times(growth, -1), inverse)
        return [self.times(first, term) for term in self.of_small(rest, signs)]

    def relative(self, terms: list[Term]) -> tuple[Growth, Ratio, list[Term]]:
        """Return a sum as its first growth, the inverse of its coefficient, and the other terms divided by the first."""
        growth, coefficient, rest = self.first(terms)
        if coefficient is None or not self.tower.sign_of(coefficient):
            raise NotDerivedError("an expansion without a certain first term")
        inverse = coefficient.inverse()
        first = Term(CONSTANT.times(growth, -1), inverse)
        return growth, inverse, [self.times(term, first) for term in rest]
