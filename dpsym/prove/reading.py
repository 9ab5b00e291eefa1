"""Read an expression into a tower: what each kind of node is as a fraction of polynomials.

Whatever is admitted is analytic inside the domain: what is divided by, or stands under a logarithm or a root, has been
shown to keep its sign there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import lcm
from typing import Any, Protocol

import sympy as sp
from flint import fmpq

from dpsym.errors import NotDerivedError
from dpsym.prove.ratios import ONE, Generator, Poly, Ratio, ratio, rational
from dpsym.special import Phi

_GREATEST_POWER = 256
_TRUE_FOR = {sp.Gt: (1,), sp.Ge: (0, 1), sp.Lt: (-1,), sp.Le: (-1, 0), sp.Eq: (0,), sp.Ne: (-1, 1)}


class Generators(Protocol):
    """What reading needs of the tower that it reads into."""

    domain: dict[sp.Symbol, tuple[sp.Expr, sp.Expr]]
    generators: list[Generator]
    places: dict[tuple[str, sp.Expr], int]

    def generator(self, kind: str, expression: sp.Expr, key: sp.Expr | None = None, **data: Any) -> Ratio:
        """Return the generator for an expression, made if it is new."""

    def times(self, left: Ratio, right: Ratio) -> Ratio:
        """Return the product, with powers of roots reduced."""

    def sign(self, poly: Poly) -> int | None:
        """Return the certain sign of a polynomial inside the domain, or None."""

    def sign_of(self, value: Ratio) -> int | None:
        """Return the certain sign of a fraction inside the domain, or None."""

    def single(self, poly: Poly) -> int | None:
        """Return the place of the generator that a polynomial is, if it is one."""

    def write(self, value: Poly | Ratio) -> sp.Expr:
        """Return a polynomial or a fraction as an expression."""


class Reader:
    """Reads expressions for one tower."""

    def __init__(self, tower: Generators) -> None:
        self.tower = tower
        self._scales: dict[sp.Expr, int] = {}  # which root of exp(monomial) will be needed
        self._made: dict[sp.Expr, int] = {}  # which root of it the generator is
        self._read: dict[sp.Expr, Ratio] = {}

    def read(self, expressions: Sequence[sp.Expr]) -> list[Ratio]:
        """Return expressions as fractions.

        Raises
        ------
        NotDerivedError
            If one holds what the tower does not know, or what may be undefined inside the domain.
        """
        plain = [_plain(expression) for expression in expressions]
        for node in {node for one in plain for node in one.atoms(sp.exp, sp.erfc)}:
            self._scale(node.args[0] if isinstance(node, sp.exp) else -(node.args[0] ** 2))
        return [self.convert(one) for one in plain]

    def _scale(self, exponent: sp.Expr) -> None:
        for term in sp.Add.make_args(sp.expand(exponent)):
            factor, monomial = term.as_coeff_Mul()
            if factor.is_Rational:
                self._scales[monomial] = lcm(self._scales.get(monomial, 1), int(factor.q))

    def convert(self, node: sp.Expr) -> Ratio:
        """Return a node in exponentials and complementary error functions alone as a fraction."""
        if node not in self._read:
            self._read[node] = self._fresh(node)
        return self._read[node]

    def _fresh(self, node: sp.Expr) -> Ratio:
        if node.is_Rational:
            return ratio(ONE * fmpq(int(node.p), int(node.q)))
        if isinstance(node, sp.Symbol) and node in self.tower.domain:
            return self.tower.generator("variable", node)
        if isinstance(node, sp.Add):
            return reduce(lambda left, right: left + right, map(self.convert, node.args))
        if isinstance(node, sp.Mul):
            return reduce(self.tower.times, map(self.convert, node.args))
        if isinstance(node, (sp.exp, type(sp.E))):
            return self._exponential(sp.expand(node.exp if isinstance(node, sp.exp) else sp.S.One))
        if isinstance(node, sp.Pow) and node.exp.is_Rational:
            return self._power(self.convert(node.base), node.exp)
        if isinstance(node, sp.Pow):
            return self._exponential(sp.expand(node.exp * sp.log(node.base)))
        if isinstance(node, sp.log):
            return self._logarithm(self.convert(node.args[0]))
        if isinstance(node, sp.erfc):
            return self._error(node.args[0])
        if isinstance(node, (sp.Max, sp.Min)):
            return reduce(self._greater if isinstance(node, sp.Max) else self._less, map(self.convert, node.args))
        if isinstance(node, sp.Piecewise):
            return self._one_case(node)
        if isinstance(node, sp.Abs):
            value = self.convert(node.args[0])
            return self._greater(value, -value)
        if node is sp.pi:
            return self.tower.generator("constant", node)
        raise NotDerivedError(f"no exact arithmetic is known for {type(node).__name__}")

    def _greater(self, one: Ratio, other: Ratio) -> Ratio:
        sign = self.tower.sign_of(one - other)
        if sign is None:
            raise NotDerivedError("a maximum of which the greater one may change inside the domain")
        return other if sign < 0 else one

    def _one_case(self, node: sp.Piecewise) -> Ratio:
        for value, condition in node.args:
            verdict = self._decided(condition)
            if verdict is None:
                break
            if verdict:
                return self.convert(value)
        raise NotDerivedError("a case that may change inside the domain")

    def _decided(self, condition: sp.Basic) -> bool | None:
        """Return whether a condition holds throughout the inside of the domain, or fails throughout; else None."""
        if condition in (sp.true, sp.false):
            return bool(condition)
        if isinstance(condition, (sp.And, sp.Or)):
            decisive = isinstance(condition, sp.Or)
            parts = [self._decided(part) for part in condition.args]
            return decisive if decisive in parts else None if None in parts else not decisive
        if type(condition) not in _TRUE_FOR:
            return None
        sign = self.tower.sign_of(self.convert(condition.lhs) - self.convert(condition.rhs))
        return None if sign is None else sign in _TRUE_FOR[type(condition)]

    def _less(self, one: Ratio, other: Ratio) -> Ratio:
        return other if self._greater(one, other) is one else one

    def _exponential(self, exponent: sp.Expr) -> Ratio:
        result = ratio(ONE)
        terms = sp.Add.make_args(exponent)
        towers = [term for term in terms if term.has(sp.exp, sp.erfc)]
        parts = [term.as_coeff_Mul() for term in terms if term not in towers]
        if towers:
            parts.append(self._together(sp.Add(*towers)))
        for factor, monomial in parts:
            if isinstance(monomial, sp.log) and factor.is_Rational:
                result = self.tower.times(result, self._power(self.convert(monomial.args[0]), factor))
            elif factor != 0:
                result = self.tower.times(result, self._one_exponential(factor, monomial))
        return result

    def _together(self, terms: sp.Expr) -> tuple[sp.Rational, sp.Expr]:
        """Return a sum as a number and one fraction, the same one for all its multiples, lest the difference of two huge terms be met."""
        whole = self.convert(terms)
        if whole.top == 0:
            return sp.S.Zero, sp.S.One
        unit = whole.top.factor()[0]
        return rational(unit), self.tower.write(whole.top / unit) / self.tower.write(whole.bottom)

    def _one_exponential(self, factor: sp.Rational, monomial: sp.Expr) -> Ratio:
        sign = self.tower.sign_of(self.convert(monomial))
        if sign == -1:
            factor, monomial = -factor, -monomial
        if monomial not in self._made:
            self._made[monomial] = self._scales.get(monomial, self._scales.get(-monomial, int(factor.q)))
        scale = self._made[monomial]
        generator = self.tower.generator("exponential", sp.exp(monomial / scale), monomial)
        return self._power(generator, factor * scale)

    def _logarithm(self, argument: Ratio) -> Ratio:
        total = ratio(ONE * 0)
        for base, power in self._positive_factors(argument):
            weight = ratio(ONE * power)
            place = self.tower.single(base)
            if place is not None and self.tower.generators[place].kind == "exponential":
                logarithm = self.convert(self.tower.generators[place].expression.as_base_exp()[1])
            elif place is not None and self.tower.generators[place].kind == "root":
                inner = self.tower.generators[place]
                logarithm = self.tower.times(self._logarithm(ratio(inner.base)), ratio(ONE * fmpq(1, inner.root)))
            else:
                logarithm = self.tower.generator("logarithm", sp.log(self.tower.write(base)), base=base)
            total = total + self.tower.times(weight, logarithm)
        return total

    def _power(self, base: Ratio, exponent: sp.Rational) -> Ratio:
        if abs(exponent) > _GREATEST_POWER:
            raise NotDerivedError(f"a power of exponent {exponent}")
        if exponent.is_Integer:
            if exponent < 0:
                if self.tower.sign_of(base) not in (1, -1):
                    raise NotDerivedError("division by what may be 0 inside the domain")
                base = base.inverse()
            return reduce(self.tower.times, [base] * abs(int(exponent)), ratio(ONE))
        result = ratio(ONE)
        for factor, power in self._positive_factors(base):
            total = power * exponent
            whole = total.p // total.q
            if whole:
                result = self.tower.times(result, self._power(ratio(factor), sp.Integer(whole)))
            if total != whole:
                rest, index = total - whole, int(total.q)
                expression = sp.root(self.tower.write(factor), index)
                root = self.tower.generator("root", expression, base=factor, root=index)
                result = self.tower.times(result, self._power(root, rest * index))
        return result

    def _positive_factors(self, argument: Ratio) -> list[tuple[Poly, Any]]:
        """Return a positive fraction as positive factors and their exponents, the rational part as primes."""
        if self.tower.sign_of(argument) != 1:
            raise NotDerivedError("the logarithm or root of what may not be positive inside the domain")
        found: list[tuple[Poly, Any]] = []
        content = sp.S.One
        for poly, side in ((argument.top, 1), (argument.bottom, -1)):
            unit, factors = poly.factor()
            content *= rational(unit) ** side
            for factor, power in factors:
                sign = self.tower.sign(factor)
                if sign is None:
                    raise NotDerivedError("the logarithm or root of a product of factors without a certain sign")
                content *= sign**power
                found.append((factor * sign, side * int(power)))
        primes = sp.factorrat(content) if content != 1 else {}
        return found + [(ONE * int(prime), power) for prime, power in primes.items()]

    def _error(self, argument: sp.Expr) -> Ratio:
        if argument.could_extract_minus_sign():
            return ratio(ONE * 2) - self._error(-argument)
        self.convert(argument)
        return self.tower.generator("error", sp.erfc(argument))


def _plain(expression: sp.Expr) -> sp.Expr:
    """Return an expression with exponentials and complementary error functions for all that can be written by them."""
    plain = expression.replace(Phi, lambda u: sp.erfc(-u / sp.sqrt(2)) / 2).replace(sp.erf, lambda u: 1 - sp.erfc(u))
    return plain.rewrite([sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech, sp.csch], sp.exp)
