"""Formulas as quotients of polynomials in symbols, roots, powers and exponentials, cancelled, and written in several shapes.

A generator is ``base**(monomial/L)``, L the least common denominator of the coefficients with which the monomial occurs as an
exponent, so that every power in the formula is a whole power of a generator, exactly, whatever the base.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, reduce
from itertools import product

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from sympy import Add, E, Expr, Integer, Mul, Pow, Rational, S, cosh, exp, expand, ilcm, log, sinh, tanh

Unit = tuple[Expr, Expr]
"""A base and the monomial that is its exponent."""
Factors = list[tuple[fmpq_mpoly, int]]
Shorten = Callable[[Expr], Expr]
_MOST_TERMS, _MOST_UNITS, _GREATEST_DEGREE, _MOST_FACTORED, _MOST_IN_A_SINE = 240, 16, 40, 60, 3
_HYPERBOLIC = (sinh, cosh, tanh)


class TooLongError(ValueError):
    """A formula whose polynomials would take more time than a shorter form is worth."""


class Quotient:
    """A formula as a quotient of two polynomials without a common factor.

    Parameters
    ----------
    expression : Expr
        Without hyperbolic functions.
    shorten : callable
        Gives exponents their shortest form.
    keeps_sums : bool, optional
        Whether a sum in brackets is a generator of its own, or multiplied out.

    Raises
    ------
    TooLongError
        If it has too many generators or terms.
    """

    def __init__(self, expression: Expr, shorten: Shorten, keeps_sums: bool = False) -> None:
        self._shorten, self._keeps_sums = shorten, keeps_sums
        self._parts: dict[Unit, int] = {}
        self._exponentials: dict[Expr, Expr] = {}
        self._scan(expression)
        if len(self._parts) > _MOST_UNITS:
            raise TooLongError(f"{len(self._parts)} generators")
        self.units = list(self._parts)
        self._context = fmpq_mpoly_ctx.get([f"x{place}" for place in range(max(len(self.units), 1))], Ordering.lex)
        self._bases = {base for base, _ in self.units if base.is_Add}
        self._gens = dict(zip(self.units, self._context.gens(), strict=False))
        upper, lower = self._convert(expression)
        common = upper.gcd(lower)
        self.upper, self.lower = self._reduced(upper / common), self._reduced(lower / common)

    def _units(self, node: Expr) -> Iterator[tuple[Unit, Rational]]:
        """Yield the powers of units whose product a node is."""
        base, exponent = (E, node.args[0]) if isinstance(node, exp) else node.as_base_exp()
        if base.is_Rational and not base.is_Integer:
            base, exponent = 1 / base, -exponent
        if base.is_Add and base.could_extract_minus_sign() and exponent.is_Integer:
            base = -base  # the sign is the caller's
        for term in Add.make_args(_expanded(exponent)):
            number, monomial = term.as_coeff_Mul()
            yield ((base, monomial), number) if number.is_Rational else ((base, term), S.One)

    def _is_unit(self, node: Expr, inside: bool) -> bool:
        """Return whether a node is a power of units, rather than a sum or product of such."""
        if node.is_Rational or node.is_Mul or node.is_Add:
            return bool(node.is_Add and inside and self._keeps_sums)
        if isinstance(node, Pow) and not isinstance(node, exp) and node.exp.is_Integer:
            return bool(not (node.base.is_Add or node.base.is_Mul) or (node.base.is_Add and self._keeps_sums))
        return True

    def _scan(self, node: Expr, inside: bool = False) -> None:
        if self._is_unit(node, inside):
            for unit, power in self._units(node):
                self._parts[unit] = ilcm(self._parts.get(unit, 1), power.q)
        elif not node.is_Rational:
            for part in (node.base,) if node.is_Pow else node.args:
                self._scan(part, inside or not node.is_Add)

    def _convert(self, node: Expr, inside: bool = False) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        one = self._context.constant(1)
        if node.is_Rational:
            return self._context.constant(fmpq(int(node.p), int(node.q))), one
        if self._is_unit(node, inside):
            return self._of_unit(node, one)
        if node.is_Add:
            return reduce(self._plus, (self._convert(part, inside) for part in node.args))
        if node.is_Mul:
            return reduce(self._times, (self._convert(part, True) for part in node.args))
        upper, lower = self._convert(node.base, True)
        power = int(node.exp)
        if abs(power) > _GREATEST_DEGREE or len(upper) ** abs(power) + len(lower) ** abs(power) > 16 * _MOST_TERMS:
            raise TooLongError(f"the power {power}")
        return (upper**power, lower**power) if power > 0 else (lower**-power, upper**-power)

    def _of_unit(self, node: Expr, one: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        upper = lower = one
        base, exponent = node.as_base_exp()
        if base.is_Add and base.could_extract_minus_sign() and exponent.is_Integer and exponent.is_odd:
            upper = -one
        for unit, power in self._units(node):
            times = int(power * self._parts[unit])
            if abs(times) > 16 * _GREATEST_DEGREE:
                raise TooLongError(f"the power {times}")
            upper, lower = (
                (upper * self._gens[unit] ** times, lower) if times > 0 else (upper, lower * self._gens[unit] ** -times)
            )
        return upper, lower

    def _plus(self, one: tuple[fmpq_mpoly, fmpq_mpoly], other: tuple[fmpq_mpoly, fmpq_mpoly]):  # type: ignore[no-untyped-def]
        common = one[1].gcd(other[1])
        left, right = other[1] / common, one[1] / common
        if len(one[0]) * len(left) + len(other[0]) * len(right) > 4 * _MOST_TERMS:
            raise TooLongError("a long sum")
        return one[0] * left + other[0] * right, one[1] * left

    def _times(self, one: tuple[fmpq_mpoly, fmpq_mpoly], other: tuple[fmpq_mpoly, fmpq_mpoly]):  # type: ignore[no-untyped-def]
        if max(len(one[0]) * len(other[0]), len(one[1]) * len(other[1])) > 4 * _MOST_TERMS:
            raise TooLongError("a long product")
        return one[0] * other[0], one[1] * other[1]

    def _reduced(self, poly: fmpq_mpoly) -> fmpq_mpoly:
        """Put numbers in place of whole powers of the roots of numbers."""
        roots = [(place, unit[0]) for place, unit in enumerate(self.units) if unit[0].is_Integer and unit[1] == 1]
        if len(poly) > _MOST_TERMS:
            raise TooLongError(f"{len(poly)} terms")
        for place, number in roots:
            parts = self._parts[self.units[place]]
            found: dict[tuple[int, ...], fmpq] = {}
            for powers, factor in poly.to_dict().items():
                whole, rest = divmod(powers[place], parts)
                reduced = (*powers[:place], rest, *powers[place + 1 :])
                found[reduced] = found.get(reduced, fmpq(0)) + factor * fmpq(int(number)) ** whole
            poly = self._context.from_dict(found)
        return poly

    def fraction(self) -> Expr:
        """Return the formula as one fraction, factored."""
        if self.upper == 0:
            return S.Zero
        (number, above), (divisor, below) = (_ways(poly)[0] for poly in (self.upper, self.lower))
        return next(self._written(number / divisor, [*above, *((poly, -power) for poly, power in below)]))

    def shapes(self) -> Iterator[Expr]:
        """Yield the formula as one fraction: factored or multiplied out, in exponentials or in hyperbolic functions."""
        if self.upper == 0:
            yield S.Zero
            return
        sides = [_ways(poly) for poly in (self.upper, self.lower)]
        for (number, above), (divisor, below) in product(*sides):
            factors = [*above, *((poly, -power) for poly, power in below)]
            yield from self._written(number / divisor, factors)

    def sides(self) -> tuple[Expr, Expr]:
        """Return the numerator multiplied out, and the denominator factored."""
        divisor, below = _ways(self.lower)[0]
        return self._sum(self.upper), next(self._written(divisor, below))

    def terms(self) -> list[Expr]:
        """Return the fraction term by term of its numerator."""
        below = _ways(self.lower)[0]
        rest = [(poly, -power) for poly, power in below[1]]
        single = (self._context.from_dict({powers: factor}) for powers, factor in self.upper.to_dict().items())
        return [next(self._written(1 / below[0], [(term, 1), *rest])) for term in single]

    def _split(self, number: fmpq, factors: Factors) -> tuple[fmpq, list[int], Factors]:
        """Take the monomials out of the factors, and let each have the sign with which it is shorter to read."""
        outer, rest = [0] * max(len(self.units), 1), []
        for poly, power in factors:
            monoms = poly.monoms()
            least = [min(column) for column in zip(*monoms, strict=True)]
            outer = [sum_ + power * each for sum_, each in zip(outer, least, strict=True)]
            poly = poly if not any(least) else poly / self._context.from_dict({tuple(least): fmpq(1)})
            if len(monoms) == 1:
                number *= poly.leading_coefficient() ** power
                continue
            if self._is_turned(poly):
                poly, number = -poly, -number if power % 2 else number
            rest.append((poly, power))
        if number < 0:
            odd = next(
                (place for place, (poly, power) in enumerate(rest) if power % 2 and not _is_one_sided(poly)), None
            )
            if odd is not None:
                rest[odd], number = (-rest[odd][0], rest[odd][1]), -number
        return number, outer, rest

    def _is_turned(self, poly: fmpq_mpoly) -> bool:
        """Return whether the negative of a sum is to be written: it is a base, or more of its terms are positive."""
        if self._bases:
            written = self._sum(poly)
            if written in self._bases or -written in self._bases:
                return written not in self._bases
        return 2 * sum(factor > 0 for factor in poly.coeffs()) < len(poly)

    def _written(self, number: fmpq, factors: Factors) -> Iterator[Expr]:
        number, outer, rest = self._split(number, factors)
        plain = Mul(
            _rational(number),
            *(self._power(unit, count) for unit, count in zip(self.units, outer, strict=False) if unit[0] is not E),
        )
        exponent = self._exponent(outer)
        sums = [(self._sum(poly), power) for poly, power in rest]
        yield plain * self._exp(exponent) * Mul(*(total**power for total, power in sums))
        if exponent != 0:
            for place, (poly, power) in enumerate(rest):
                if abs(power) == 1:
                    others = Mul(*(total**each for spot, (total, each) in enumerate(sums) if spot != place))
                    yield plain * others * self._sum(poly, power * exponent) ** power
        if any(base is E for base, _ in self.units):
            yield from self._hyperbolic(plain, exponent, rest)

    def _hyperbolic(self, plain: Expr, exponent: Expr, rest: Factors) -> Iterator[Expr]:
        """Yield the product with a sum of two exponentials as twice a hyperbolic sine or cosine around their mean."""
        sines: dict[Expr, int] = {}
        cosines: dict[Expr, int] = {}
        others = S.One
        for poly, power in rest:
            pair = self._pair(poly)
            if pair is None:
                others *= self._sum(poly) ** power
                continue
            factor, mean, half, is_sum = pair
            plain, exponent = plain * (2 * factor) ** power, exponent + power * mean
            found = cosines if is_sum else sines
            found[half] = found.get(half, 0) + power
        if not (sines or cosines):
            return
        outer = self._exp(exponent)
        for joined in (True, False):
            sine, cosine, made = dict(sines), dict(cosines), S.One
            for half in [each for each in sine if each in cosine]:
                both = min(abs(sine[half]), abs(cosine[half]))
                turn = 1 if sine[half] > 0 else -1
                if sine[half] * cosine[half] < 0:
                    made *= tanh(half) ** (turn * both)
                    sine[half], cosine[half] = sine[half] - turn * both, cosine[half] + turn * both
                elif joined:
                    made *= (sinh(self._shorten(2 * half)) / 2) ** (turn * both)
                    sine[half], cosine[half] = sine[half] - turn * both, cosine[half] - turn * both
            whole = Mul(
                made,
                *(sinh(half) ** power for half, power in sine.items()),
                *(cosh(half) ** power for half, power in cosine.items()),
            )
            yield plain * outer * others * whole

    def _pair(self, poly: fmpq_mpoly) -> tuple[Expr, Expr, Expr, bool] | None:
        """Return the factor, the mean and half the difference of two exponentials whose sum or difference a polynomial is."""
        terms = list(poly.to_dict().items())
        if len(terms) != 2 or abs(terms[0][1]) != abs(terms[1][1]):
            return None
        (first, factor), (second, other) = terms
        plain = [
            [count for (base, _), count in zip(self.units, powers, strict=False) if base is not E]
            for powers in (first, second)
        ]
        if plain[0] != plain[1]:
            return None
        high, low = self._exponent(first), self._exponent(second)
        if (high - low).has(log) or len(Add.make_args(high - low)) > _MOST_IN_A_SINE:
            return None
        half = self._shorten((high - low) / 2)
        number = _rational(factor)
        if half.could_extract_minus_sign():
            half, number = self._shorten(-half), number if factor == other else -number
        written = Mul(
            *(self._power(unit, count) for unit, count in zip(self.units, first, strict=False) if unit[0] is not E)
        )
        return number * written, (high + low) / 2, half, factor == other

    def _power(self, unit: Unit, count: int) -> Expr:
        return Pow(unit[0], unit[1] * Rational(count, self._parts[unit])) if count else S.One

    def _exponent(self, powers: object) -> Expr:
        pairs = zip(self.units, powers, strict=False)  # type: ignore[call-overload]
        return Add(*(unit[1] * Rational(count, self._parts[unit]) for unit, count in pairs if unit[0] is E and count))

    def _exp(self, exponent: Expr) -> Expr:
        if exponent not in self._exponentials:
            self._exponentials[exponent] = exp(self._shorten(_expanded(exponent))) if exponent != 0 else S.One
        return self._exponentials[exponent]

    def _sum(self, poly: fmpq_mpoly, shift: Expr = S.Zero) -> Expr:
        """Return a polynomial times an exponential, written over distinct exponentials."""
        groups: dict[Expr, list[Expr]] = {}
        for powers, factor in poly.to_dict().items():
            plain = Mul(
                _rational(factor),
                *(
                    self._power(unit, count)
                    for unit, count in zip(self.units, powers, strict=False)
                    if unit[0] is not E
                ),
            )
            groups.setdefault(self._exponent(powers), []).append(plain)
        return Add(*(Add(*parts) * self._exp(exponent + shift) for exponent, parts in groups.items()))


def _ways(poly: fmpq_mpoly) -> list[tuple[fmpq, Factors]]:
    """Return a polynomial as its factors, and multiplied out where that is different."""
    one = fmpq(1)
    if len(poly) > _MOST_FACTORED or poly.is_constant():
        return [(one, [(poly, 1)])]
    number, factors = poly.factor()
    whole = [(one, [(poly, 1)])]
    long = [(each, power) for each, power in factors if len(each) > 1]
    return [(fmpq(number), factors), *(whole if len(long) > 1 or any(power > 1 for _, power in long) else ())]


@lru_cache(maxsize=4096)
def _expanded(exponent: Expr) -> Expr:
    """Return an exponent multiplied out; SymPy is asked only where a sum stands in a product."""
    factors = (part for term in Add.make_args(exponent) for part in Mul.make_args(term) if term.is_Mul or term.is_Pow)
    return expand(exponent) if any(part.is_Add or (part.is_Pow and part.base.is_Add) for part in factors) else exponent


def _is_one_sided(poly: fmpq_mpoly) -> bool:
    """Return whether all coefficients have one sign."""
    return len({factor > 0 for factor in poly.coeffs()}) == 1


def _rational(value: fmpq) -> Rational:
    return Rational(int(value.p), int(value.q)) if value.q != 1 else Integer(int(value.p))


def as_exponentials(expression: Expr) -> Expr:
    """Return a formula with exponentials in place of hyperbolic functions."""
    return expression.replace(lambda node: isinstance(node, _HYPERBOLIC), lambda node: node.rewrite(exp))
