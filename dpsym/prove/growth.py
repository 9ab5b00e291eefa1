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
    """

    def __init__(self, tower: Tower, symbol: sp.Symbol, at_infinity: bool) -> None:
        self.tower, self.symbol, self.at_infinity = tower, symbol, at_infinity
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
        terms = self._collected(self.series(poly))
        for place, term in enumerate(terms):
            if term.coefficient is None or term.coefficient.top != 0:
                return term.growth, term.coefficient, terms[place + 1 :]
        raise NotDerivedError("an expansion of which nothing is left")

    def series(self, poly: Poly) -> list[Term]:
        """Return terms whose sum is the polynomial."""
        found: list[Term] = []
        for exponents, coefficient in poly.to_dict().items():
            terms = [Term(CONSTANT, ratio(ONE * coefficient))]
            for place, exponent in enumerate(exponents):
                for _ in range(int(exponent)):
                    terms = [self._times(left, right) for left in terms for right in self._generator(place)]
            found += terms
            if len(found) > _MOST_SERIES:
                raise NotDerivedError("an expansion of too many terms")
        return found

    def _times(self, left: Term, right: Term) -> Term:
        known = left.coefficient is not None and right.coefficient is not None
        return Term(
            left.growth.times(right.growth), self.tower.times(left.coefficient, right.coefficient) if known else None
        )

    def _collected(self, terms: list[Term]) -> list[Term]:
        groups: dict[object, Term] = {}
        for term in terms:
            known = groups.get(term.growth.key())
            if known is not None:
                exact = known.coefficient is not None and term.coefficient is not None
                term = Term(term.growth, known.coefficient + term.coefficient if exact else None)
            groups[term.growth.key()] = term

        def compare(one: Term, other: Term) -> int:
            return self.order(other.growth.times(one.growth, -1))

        return sorted(groups.values(), key=cmp_to_key(compare))

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
        inner = generator.expression.args[0]
        return self._exponential(inner) if generator.kind == "exponential" else self._error(inner)

    def _root(self, base: Poly, index: int) -> list[Term]:
        """Expand the root of p: that of its first term, with the same relative error."""
        growth, coefficient, rest = self._first(base)
        share = Growth(
            tuple((k, self.tower.times(c, ratio(ONE, ONE * index))) for k, c in growth.exponents), growth.power / index
        )
        constant = self.tower.read(
            sp.root(self.tower.write(coefficient.top) / self.tower.write(coefficient.bottom), index)
        )
        return [Term(share, constant), *(Term(term.growth.times(growth, -1).times(share), None) for term in rest)]

    def _first(self, base: Poly) -> tuple[Growth, Ratio, list[Term]]:
        growth, coefficient, rest = self.leading(base)
        if coefficient is None or growth.logs or self.tower.sign_of(coefficient) != 1:
            raise NotDerivedError("the logarithm or root of what has no certain first term")
        return growth, coefficient, rest

    def _monomial(self, exponent: sp.Expr) -> tuple[Fraction, sp.Expr]:
        """Return a term c x^k as its power, in terms of what tends to infinity, and c."""
        coefficient, rest = exponent.as_independent(self.symbol)
        base, power = rest.as_base_exp()
        if base != self.symbol or not power.is_Rational:
            raise NotDerivedError(f"the expansion of the exponential of {exponent}")
        return as_fraction(power) * (1 if self.at_infinity else -1), coefficient

    def _exponential(self, exponent: sp.Expr) -> list[Term]:
        power, coefficient = self._monomial(exponent)
        if power < 0:
            return [Term(CONSTANT, ratio(ONE)), Term(Growth(power=power), None)]
        return [Term(Growth(((power, self.tower.read(coefficient)),)), ratio(ONE))]

    def _error(self, inner: sp.Expr) -> list[Term]:
        """Expand erfc(v): below exp(-v^2) where v tends to infinity, as 2 - erfc(-v) where it tends to -oo."""
        found = [self._monomial(term) for term in sp.Add.make_args(sp.expand(inner)) if term.has(self.symbol)]
        power = max(one for one, _ in found)
        coefficient = sp.Add(*(factor for one, factor in found if one == power))
        if power <= 0:
            raise NotDerivedError("the expansion of an error function at a finite place")
        sign = self.tower.sign_of(self.tower.read(coefficient))
        if not sign:
            raise NotDerivedError("an error function of what has no certain sign")
        tail = [Term(CONSTANT, ratio(ONE))]
        for term in sp.Add.make_args(sp.expand(-(inner**2))):
            if term.has(self.symbol):
                tail = [self._times(tail[0], self._exponential(term)[0])]
        bound = Term(tail[0].growth, None)
        return [bound] if sign == 1 else [Term(CONSTANT, ratio(ONE * 2)), bound]

    def _logarithm(self, base: Poly) -> list[Term]:
        """Expand log p: the growth of p by its exponents, powers and coefficient, and a relative error."""
        growth, coefficient, rest = self._first(base)
        found = [Term(Growth(power=k), c) for k, c in growth.exponents]
        if growth.power:
            found.append(
                Term(Growth(logs=1), ratio(ONE * int(growth.power)))
                if growth.power.denominator == 1
                else Term(Growth(logs=1), None)
            )
        constant = self.tower.read(
            sp.log(self.tower.write(coefficient.top)) - sp.log(self.tower.write(coefficient.bottom))
        )
        return [*found, Term(CONSTANT, constant), *(Term(term.growth.times(growth, -1), None) for term in rest)]
