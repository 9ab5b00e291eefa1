"""Other forms of a claim that are true where it is: a logarithm or a power taken on both sides, a valley in one variable."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

import sympy as sp

from dpsym.errors import NotDerivedError
from dpsym.prove.ratios import ONE, Poly, Ratio, coefficients, gen, ratio
from dpsym.prove.tower import Tower


def turned(tower: Tower, core: Poly, place: int) -> Ratio | None:
    """Return what has the sign of a polynomial of two terms in an exponential or a root, and is free of it; None if nothing has.

    Of p x^k - q with p, q positive, where x is exp(u), this is k u + log p - log q; where x is the n-th root of b,
    it is p^m b^j - q^m with m = n/gcd(n, k) and j = k m/n. Of q - p x^k it is the negative.
    """
    generator, parts = tower.generators[place], coefficients(core, place)
    if generator.kind not in ("exponential", "root") or len(parts) != 2 or parts[0][0] != 0:
        return None
    (_, rest), (power, factor) = parts
    side = tower.sign(factor)
    if not side or tower.sign(rest) != -side:
        return None
    more, less = factor * side, rest * -side
    if generator.kind == "exponential":
        exponent = generator.expression.as_base_exp()[1]
        expression = power * exponent + sp.log(tower.write(more)) - sp.log(tower.write(less))
        gap = tower.read(expression)
    else:
        times = generator.root // gcd(generator.root, power)
        gap = ratio(more**times * generator.base ** (power * times // generator.root)) - ratio(less**times)
    return tower.times(ratio(gap.top * side, gap.bottom), ratio(ONE))


def valleys(tower: Tower, slope: Ratio, symbol: sp.Symbol) -> Iterator[Ratio]:
    """Yield the places inside the interval of a variable at which a linear factor of a derivative changes its sign."""
    yield from (at for at in zeros(tower, slope.top, symbol) if is_inside(tower, at, symbol))


def zeros(tower: Tower, poly: Poly, symbol: sp.Symbol) -> Iterator[Ratio]:
    """Yield the places, perhaps outside its interval, at which a factor of a polynomial that is linear in a variable changes its sign."""
    place = list(tower.domain).index(symbol)
    for factor, power in poly.factor()[1]:
        parts = dict(coefficients(factor, place))
        if power % 2 and set(parts) <= {0, 1} and 1 in parts and tower.sign(factor) is None:
            bottom = tower.sign(parts[1])
            if bottom:
                yield ratio(-parts.get(0, ONE * 0) * bottom, parts[1] * bottom)


def is_inside(tower: Tower, at: Ratio, symbol: sp.Symbol) -> bool:
    """Whether a fraction free of a variable is certainly inside the interval of the variable."""
    if any(tower.depends(part, symbol) for part in (at.top, at.bottom)):
        return False
    low, high = tower.domain[symbol]
    above = not low.is_finite or tower.sign_of(at + tower.read(-low)) == 1
    return above and (not high.is_finite or tower.sign_of(tower.read(high) - at) == 1)


def away_from(tower: Tower, slope: Ratio, symbol: sp.Symbol, at: Ratio) -> Ratio:
    """Return a derivative divided by the distance from a place: not negative where that is the lowest place of a valley.

    Raises
    ------
    NotDerivedError
        If the derivative does not vanish there, so that a pole would be left.
    """
    distance = ratio(gen(list(tower.domain).index(symbol))) - at
    found = tower.times(slope, distance.inverse())
    if not tower.sign(found.bottom):
        raise NotDerivedError("a derivative that does not vanish at the lowest place")
    return found


def value_at(tower: Tower, value: Ratio, symbol: sp.Symbol, at: Ratio) -> Ratio:
    """Return a fraction with a variable replaced by a fraction of the others."""
    return tower.read(tower.write(value).xreplace({symbol: tower.write(at)}))
