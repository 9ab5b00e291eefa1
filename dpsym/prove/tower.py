"""Expressions as fractions of polynomials in variables, exponentials, logarithms, roots and error functions.

Every derivative of such a fraction is one again, so that differentiating, cancelling and factoring are exact
polynomial arithmetic over the rationals, a thousand times quicker than on expression trees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from dpsym.ball import as_fraction
from dpsym.errors import NotDerivedError
from dpsym.prove.bounds import outward, sign_of_number, sign_over
from dpsym.prove.ratios import CONTEXT, MOST_GENERATORS, ONE, Generator, Poly, Ratio, coefficients, gen, ratio, rational
from dpsym.prove.reading import Reader

_MOST_FACTORS = 8  # of products compared in the place of sums of logarithms


class Tower:
    """The generators that expressions over one open box need, made as they are met.

    Parameters
    ----------
    domain : mapping of Symbol to pair
        The open interval of each variable, ends rational or infinite.
    """

    def __init__(self, domain: Mapping[sp.Symbol, tuple[sp.Expr, sp.Expr]]) -> None:
        self.domain = dict(domain)
        self.generators: list[Generator] = []
        self.seen: Callable[[Poly], set[int]] | None = None  # signs at sample points: two of them save the trouble
        self.places: dict[tuple[str, sp.Expr], int] = {}
        self._signs: dict[str, int | None] = {}
        self.reader = Reader(self)
        for symbol in self.domain:
            self._add(Generator(symbol, "variable"))

    def read(self, expression: sp.Expr) -> Ratio:
        """Return an expression as a fraction.

        Raises
        ------
        NotDerivedError
            If it holds what the tower does not know, or what may be undefined inside the domain.
        """
        return self.read_all([expression])[0]

    def read_all(self, expressions: Sequence[sp.Expr]) -> list[Ratio]:
        """Return expressions as fractions in the same quantities: the roots of exponentials that any of them needs are seen first."""
        return self.reader.read(expressions)

    # -- generators -----------------------------------------------------------------------------------------

    def generator(self, kind: str, expression: sp.Expr, key: sp.Expr | None = None, **data: Any) -> Ratio:
        place = self.places.get((kind, expression if key is None else key))
        if place is None:
            place = self._add(Generator(expression, kind, **data), key)
        return ratio(gen(place))

    def _add(self, generator: Generator, key: sp.Expr | None = None) -> int:
        place = len(self.generators)
        if place == MOST_GENERATORS:
            raise NotDerivedError(f"more than {MOST_GENERATORS} different functions")
        generator.low, generator.high = self._bounds(generator, key)
        self.generators.append(generator)
        self.places[generator.kind, generator.expression if key is None else key] = place
        return place

    def _bounds(self, generator: Generator, key: sp.Expr | None) -> tuple[Fraction | None, Fraction | None]:
        if generator.kind == "variable":
            low, high = (as_fraction(end) if end.is_finite else None for end in self.domain[generator.expression])
            return low, high
        low, high = outward(generator.expression, self.domain)
        least, most = None, None
        if generator.kind == "exponential":
            least = Fraction(self.sign_of(self.reader.convert(key)) == 1)
        elif generator.kind == "root":
            least = Fraction(self.sign(generator.base - 1) == 1)
        elif generator.kind == "error":
            sign = self.sign_of(self.reader.convert(generator.expression.args[0]))
            least, most = Fraction(sign == -1), Fraction(1 if sign == 1 else 2)
        elif generator.kind == "logarithm":
            sign = self.sign(generator.base - 1)
            least, most = (Fraction(0) if sign == 1 else None), (Fraction(0) if sign == -1 else None)
        lows, highs = [b for b in (low, least) if b is not None], [b for b in (high, most) if b is not None]
        return max(lows, default=None), min(highs, default=None)

    # -- arithmetic -----------------------------------------------------------------------------------------

    def times(self, left: Ratio, right: Ratio) -> Ratio:
        """Return the product, with powers of roots reduced."""
        return self._lowest(left * right)

    def _lowest(self, value: Ratio) -> Ratio:
        if all(generator.kind != "root" for generator in self.generators):
            return value
        return ratio(self._reduced(value.top), self._reduced(value.bottom))

    def _reduced(self, poly: Poly) -> Poly:
        for place, generator in enumerate(self.generators):
            if generator.kind == "root" and poly.degrees()[place] >= generator.root:
                total = ONE * 0
                for exponent, coefficient in coefficients(poly, place):
                    whole, rest = divmod(exponent, generator.root)
                    total += coefficient * generator.base**whole * gen(place) ** rest
                poly = total
        return poly

    def derivative(self, value: Ratio, symbol: sp.Symbol) -> Ratio:
        """Return the partial derivative."""
        top, bottom = self._slope(value.top, symbol), self._slope(value.bottom, symbol)
        rising = self.times(top, ratio(ONE, value.bottom))
        if bottom.top == 0:
            return rising
        return self._lowest(rising + self.times(bottom, ratio(-value.top, value.bottom * value.bottom)))

    def _slope(self, poly: Poly, symbol: sp.Symbol) -> Ratio:
        total = ratio(ONE * 0)
        for place in self.used(poly):
            slope = self._generator_slope(place, symbol)
            if slope.top != 0:
                total = total + self.times(ratio(poly.derivative(place)), slope)
        return total

    def _generator_slope(self, place: int, symbol: sp.Symbol) -> Ratio:
        generator = self.generators[place]
        if symbol not in generator.slopes:
            generator.slopes[symbol] = self._worked_out(generator, symbol, ratio(gen(place)))
        return generator.slopes[symbol]

    def _worked_out(self, generator: Generator, symbol: sp.Symbol, itself: Ratio) -> Ratio:
        if symbol not in generator.expression.free_symbols:
            return ratio(ONE * 0)
        if generator.kind == "variable":
            return ratio(ONE)
        if generator.kind == "logarithm":
            return self.times(self._slope(generator.base, symbol), ratio(ONE, generator.base))
        if generator.kind == "root":
            share = self.times(self._slope(generator.base, symbol), ratio(ONE, generator.base * generator.root))
            return self.times(share, itself)
        inner = generator.expression.args[0]
        change = self.reader.convert(sp.diff(inner, symbol))
        if generator.kind == "exponential":
            return self.times(change, itself)
        return self.times(change, self.read(-2 / sp.sqrt(sp.pi) * sp.exp(sp.expand(-(inner**2)))))

    # -- signs ----------------------------------------------------------------------------------------------

    def sign(self, poly: Poly) -> int | None:
        """Return 1 or -1 if a polynomial certainly has that sign inside the domain, 0 if it is 0, None if open."""
        key = poly.repr()
        if key not in self._signs:
            self._signs[key] = self._product_sign(poly)
        return self._signs[key]

    def _product_sign(self, poly: Poly) -> int | None:
        if poly == 0:
            return 0
        unit, factors = poly.factor()
        sign = 1 if unit > 0 else -1
        for factor, power in factors:
            one = self._factor_sign(factor)
            if one is None:
                return None
            sign *= one ** int(power)
        return sign

    def _factor_sign(self, factor: Poly) -> int | None:
        if not any(self.generators[place].expression.free_symbols for place in self.used(factor)):
            return sign_of_number(self.write(factor))
        if self.seen is not None and len(self.seen(factor)) > 1:
            return None
        found = sign_over(factor, [(g.low, g.high) for g in self.generators], CONTEXT)
        if found is not None:
            return found
        apart = self.apart(factor)
        if apart is not None:
            return self.sign(apart) or None  # that a factor is 0 is left to normal forms
        return self._greater_exponent(factor) or None if len(factor) == 2 else None

    def apart(self, poly: Poly) -> Poly | None:
        """Return p - q of a polynomial that is log p - log q times a positive number, else None: they have the same sign."""
        found: list[tuple[Poly, Any]] = []
        for powers, coefficient in poly.to_dict().items():
            places = [place for place, power in enumerate(powers) if power]
            if len(places) != 1 or powers[places[0]] != 1 or self.generators[places[0]].kind != "logarithm":
                return None
            found.append((self.generators[places[0]].base, coefficient))
        least = min(abs(coefficient) for _, coefficient in found)
        times = [(base, coefficient / least) for base, coefficient in found]
        if any(count.q != 1 for _, count in times) or sum(abs(count) for _, count in times) > _MOST_FACTORS:
            return None
        sides = [ONE, ONE]
        for base, count in times:
            sides[count < 0] *= base ** abs(int(count.p))
        return sides[0] - sides[1]

    def _greater_exponent(self, poly: Poly) -> int | None:
        """Return the sign of c exp(u) - d exp(v), c and d positive, where u - v has one sign and c/d agrees with it; else None."""
        (powers, one), (others, other) = poly.to_dict().items()
        change, size = ratio(ONE * 0), abs(one) - abs(other)
        for place, (power, less) in enumerate(zip(powers, others, strict=True)):
            if (power or less) and self.generators[place].kind != "exponential":
                return None
            if power != less:
                exponent = self.reader.convert(self.generators[place].expression.as_base_exp()[1])
                change = change + self.times(ratio(ONE * (int(power) - int(less))), exponent)
        sign = self.sign_of(change) if one * other < 0 else None
        if sign is None or sign * size < 0:
            return None
        return (1 if one > 0 else -1) * (sign or (size > 0) - (size < 0))

    def sign_of(self, value: Ratio) -> int | None:
        """Return the sign of a fraction, as `sign` does."""
        top, bottom = self.sign(value.top), self.sign(value.bottom)
        return None if top is None or bottom is None else top * bottom

    # -- looking in -----------------------------------------------------------------------------------------

    def used(self, poly: Poly) -> list[int]:
        """Return the places of the generators that a polynomial holds."""
        return [place for place, degree in enumerate(poly.degrees()) if degree > 0]

    def single(self, poly: Poly) -> int | None:
        """Return the place of the generator that a polynomial is, if it is one."""
        places = self.used(poly)
        return places[0] if len(places) == 1 and poly == gen(places[0]) else None

    def depends(self, poly: Poly, symbol: sp.Symbol) -> bool:
        """Whether a polynomial holds a generator that depends on a variable."""
        return any(symbol in self.generators[place].expression.free_symbols for place in self.used(poly))

    def write(self, value: Poly | Ratio) -> sp.Expr:
        """Return a polynomial or a fraction as an expression."""
        if isinstance(value, Ratio):
            return self.write(value.top) / self.write(value.bottom)
        terms = []
        for exponents, coefficient in value.to_dict().items():
            powers = [
                self.generators[place].expression ** int(exponent)
                for place, exponent in enumerate(exponents)
                if exponent
            ]
            terms.append(sp.Mul(rational(coefficient), *powers))
        return sp.Add(*terms)
