"""The least cost of noise that is added to an integer, and that of staircase noise."""

from __future__ import annotations

from math import comb
from typing import Any

from flint import fmpq
from sympy import Expr, Rational
from sympy.core.sympify import _sympify

from dpsym.ball import to_fmpq
from dpsym.distributions.printed import Head
from dpsym.divergences.linear import least
from dpsym.errors import NotDerivedError, ParameterError

MOST_PLACES = 8
"""How far from 0 the noise may be of any shape."""


class _Cost(Head):
    """An expected cost |X|^p of noise on the integers that is private for shifts up to d."""

    def __new__(cls, power: object, ratio: object, *shift: object) -> Any:
        exponent, bound, *places = numbers = tuple(map(_sympify, (power, ratio, *shift)))
        if bound.is_number and not ((bound > 0) & (bound < 1)) == True:  # noqa: E712
            raise ParameterError("least ratio of two masses", "strictly between 0 and 1", bound)
        for name, value in (("power of the cost", exponent), *(("number of places", place) for place in places)):
            if value.is_number and not (value.is_Integer and value.is_positive):
                raise ParameterError(name, "a positive integer", value)
        if not all(value.is_Rational for value in numbers):
            return Expr.__new__(cls, *numbers)
        if sum(places) > MOST_PLACES or exponent > MOST_PLACES:
            raise NotDerivedError(f"noise is compared up to {MOST_PLACES} places from 0 and this power, got {numbers}")
        exact = to_fmpq(bound)
        found = cls._found(int(exponent), exact, *map(int, places))
        return Rational(int(found.p), int(found.q))

    @classmethod
    def _found(cls, power: int, ratio: fmpq, *places: int) -> fmpq:
        raise NotImplementedError


class LeastNoiseCost(_Cost):
    r"""The least expected cost of noise X on the integers, among all laws that decay by the ratio a every d places from N on.

    .. math:: \min \sum_x P(x) |x|^p, \qquad a \le \frac{P(x)}{P(x + s)} \le \frac1a \ (|s| \le d), \qquad
        P(x \pm d) = a P(x) \ (\pm x \ge N)

    It is found exactly, by a linear program over the laws that are alike on both sides of 0, which cost no more than others.

    Parameters
    ----------
    power : positive integer
        The p of the cost.
    ratio : number in (0, 1)
        a = exp(-eps).
    shift : positive integer
        The sensitivity d.
    places : positive integer
        N.
    """

    printed = r"{\min}_{#2, #3, #4} \mathbb{E} |X|^{#1}"

    @classmethod
    def _found(cls, power: int, ratio: fmpq, shift: int, places: int) -> fmpq:  # type: ignore[override]
        free = places + shift
        masses, costs = _sums(power, ratio, shift, free, places)
        near = ((abs(x), abs(x + s)) for x in range(free) for s in range(-shift, shift + 1))
        pairs = {(pair, ratio) for near_pair in near for pair in (near_pair, near_pair[::-1]) if max(pair) < free}
        # what is compared with the next repetition of the tail
        pairs |= {((x, y), fmpq(1)) for y in range(places, free) for x in range(places, y)}
        rows = sorted((pair, factor) for pair, factor in pairs if pair[0] != pair[1])
        # P(x) - factor P(y) - slack = 0, and the total mass is 1
        columns = [
            [int(x == place) - factor * int(y == place) for (x, y), factor in rows] + [masses[place]]
            for place in range(free)
        ]
        slacks = [[fmpq(-int(place == row)) for place in range(len(rows))] + [fmpq(0)] for row in range(len(rows))]
        goal = [fmpq(0)] * len(rows) + [fmpq(1)]
        return least(costs + [fmpq(0)] * len(rows), columns + slacks, goal)


class StaircaseCost(_Cost):
    r"""The expected cost of staircase noise on the integers, its step where it is best.

    .. math:: \min_{1 \le r \le d} \sum_x P_r(x) |x|^p, \qquad P_r(x) \propto a^{\lfloor (|x| + d - r)/d \rfloor}

    Parameters
    ----------
    power : positive integer
        The p of the cost.
    ratio : number in (0, 1)
        a = exp(-eps).
    shift : positive integer
        The sensitivity d.
    """

    printed = r"{\min_r}_{#2, #3} \mathbb{E} |X|^{#1}"

    @classmethod
    def _found(cls, power: int, ratio: fmpq, shift: int) -> fmpq:  # type: ignore[override]
        masses, costs = _sums(power, ratio, shift, 2 * shift, shift)
        found = []
        for step in range(1, shift + 1):
            law = [ratio ** ((x + shift - step) // shift) for x in range(2 * shift)]
            weigh = [sum((p * value for p, value in zip(law, sums, strict=True)), fmpq(0)) for sums in (costs, masses)]
            found.append(weigh[0] / weigh[1])
        return min(found)


def _sums(power: int, ratio: fmpq, shift: int, free: int, places: int) -> tuple[list[fmpq], list[fmpq]]:
    """Return for each place the mass and the cost of it, of its mirror image, and of the tail that repeats it."""
    masses, costs = [], []
    for x in range(free):
        sides = fmpq(1 if x == 0 else 2)
        repeats = x >= places
        masses.append(sides / (1 - ratio) if repeats else sides)
        costs.append(sides * _tail(power, ratio, shift, x) if repeats else sides * fmpq(x) ** power)
    return masses, costs


def _tail(power: int, ratio: fmpq, shift: int, x: int) -> fmpq:
    """Return the sum over k from 0 of a^k (x + k d)^p: by the binomial theorem from the moments of a geometric law."""
    moments = [1 / (1 - ratio)]
    for order in range(1, power + 1):
        # sum of a^k k^n = a/(1 - a) * sum over i < n of C(n, i) times that of order i
        lower = sum((comb(order, i) * moments[i] for i in range(order)), fmpq(0))
        moments.append(ratio / (1 - ratio) * lower)
    terms = (comb(power, i) * fmpq(x) ** (power - i) * fmpq(shift) ** i * moments[i] for i in range(power + 1))
    return sum(terms, fmpq(0))
