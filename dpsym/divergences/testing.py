"""The greatest power of a private test of a proportion, and the power of the test by Tulap noise."""

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

MOST_RECORDS = 8
"""Of how many records the best of all tests is looked for."""


class _Power(Head):
    """The probability that a private test of n records, each 1 with the same probability, rejects; all but n lie in (0, 1)."""

    def __new__(cls, count: object, ratio: object, *others: object) -> Any:
        records, *shares = numbers = tuple(map(_sympify, (count, ratio, *others)))
        if records.is_number and not (records.is_Integer and records.is_positive):
            raise ParameterError("number of records", "a positive integer", records)
        for share in shares:
            if share.is_number and not ((share > 0) & (share < 1)) == True:  # noqa: E712
                raise ParameterError("ratio, level and probability of a test", "strictly between 0 and 1", share)
        if not all(value.is_Rational for value in numbers):
            return Expr.__new__(cls, *numbers)
        if records > MOST_RECORDS:
            raise NotDerivedError(f"tests are compared on at most {MOST_RECORDS} records, got {records}")
        found = cls._found(int(records), *(to_fmpq(share) for share in shares))
        return Rational(int(found.p), int(found.q))

    @classmethod
    def _found(cls, records: int, *shares: fmpq) -> fmpq:
        raise NotImplementedError


class TulapPower(_Power):
    r"""The probability that the test by Tulap noise rejects.

    .. math:: \mathbb{E}\, \varphi(X), \qquad \varphi(0) = c, \quad
        \varphi(x + 1) = \min\left(\varphi(x)/a,\ 1 - a(1 - \varphi(x))\right), \quad X \sim \mathrm{Bin}(n, \theta)

    Parameters
    ----------
    count : positive integer
        The number n of records.
    ratio : number in (0, 1)
        a = exp(-eps).
    start : number in (0, 1)
        c, which tells where the test changes.
    theta : number in (0, 1)
        The probability that a record is 1.
    """

    printed = r"\operatorname{power}\left(#1, #2, #3, #4\right)"

    @classmethod
    def _found(cls, records: int, *shares: fmpq) -> fmpq:
        ratio, value, theta = shares
        total = fmpq(0)
        for mass in _binomial(records, theta):
            total += mass * value
            value = min(value / ratio, 1 - ratio * (1 - value))
        return total


class GreatestPower(_Power):
    r"""The greatest power at theta_1 of all private tests that have the power of the Tulap test at theta_0.

    .. math:: \max_\varphi \mathbb{E}_{\theta_1} \varphi(X), \qquad \mathbb{E}_{\theta_0} \varphi(X) = \text{level}, \quad
        a \le \frac{\varphi(x)}{\varphi(x + 1)}, \frac{1 - \varphi(x)}{1 - \varphi(x + 1)} \le \frac1a

    It is found exactly, by a linear program over all tests.

    Parameters
    ----------
    count : positive integer
        The number n of records.
    ratio : number in (0, 1)
        a = exp(-eps).
    start : number in (0, 1)
        The c of the Tulap test that has the level.
    first, second : numbers in (0, 1)
        The probabilities theta_0 and theta_1 that a record is 1.
    """

    printed = r"\max_\varphi \operatorname{power}_\varphi\left(#1, #2, #3, #4, #5\right)"

    @classmethod
    def _found(cls, records: int, *shares: fmpq) -> fmpq:
        ratio, start, first, second = shares
        places = range(records + 1)
        # each row: coefficients of the test, that of its slack, and the right side
        rows: list[tuple[dict[int, fmpq], int, fmpq]] = [({x: fmpq(1)}, 1, fmpq(1)) for x in places]
        for x in places[:-1]:
            for one, other in ((x, x + 1), (x + 1, x)):
                rows.append(({one: fmpq(1), other: -ratio}, -1, fmpq(0)))
                rows.append(({one: fmpq(1), other: -ratio}, 1, 1 - ratio))
        level = TulapPower._found(records, ratio, start, first)
        weights = list(_binomial(records, first))
        columns = [[row.get(x, fmpq(0)) for row, _, _ in rows] + [weights[x]] for x in places]
        slacks = [
            [fmpq(sign) if place == number else fmpq(0) for number in range(len(rows))] + [fmpq(0)]
            for place, (_, sign, _) in enumerate(rows)
        ]
        costs = [-mass for mass in _binomial(records, second)] + [fmpq(0)] * len(rows)
        return -least(costs, columns + slacks, [right for _, _, right in rows] + [level])


def _binomial(records: int, theta: fmpq) -> list[fmpq]:
    return [comb(records, x) * theta**x * (1 - theta) ** (records - x) for x in range(records + 1)]
