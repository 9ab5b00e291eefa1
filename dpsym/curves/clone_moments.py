r"""The Rényi divergences of the pair of clones, as balls at the working precision, at every order above 0.

Given the number C of clones, with :math:`k = C + 1`, m of k fair coins and :math:`s = (2m - k)/k`, the two laws of the answers are
:math:`(1 \pm \rho s)` times those of the coins, :math:`\rho = \tanh(\varepsilon_0/2)`. So with l the loss at s, :math:`\tanh(l/2) = \rho s`,

.. math:: e^{(\alpha - 1) D_\alpha} - 1 = \alpha (\alpha - 1)\, E\, \varphi(s), \qquad
    \varphi = \frac{2 \sinh(\alpha l/2) \sinh((\alpha - 1) l/2)}{\alpha (\alpha - 1) \cosh(l/2)},

and :math:`D_1 = E \varphi`. Both directions are alike, as s is as likely as -s. In powers of :math:`u = \rho s` the even part of
:math:`(1 + u)^\alpha (1 - u)^{1 - \alpha}`, less 1, is :math:`\alpha (\alpha - 1) \sum_j e_{2j} u^{2j}` with

.. math:: e_2 = 2, \qquad e_3 = \tfrac23 \beta, \qquad e_{i+1} = \frac{\beta e_i + (i - 2) e_{i-1}}{i + 1}, \qquad \beta = 2 \alpha - 1,

so that no :math:`e_{2j}`, a polynomial in :math:`\beta^2`, is negative: phi is convex, and greatest at the ends. Three bounds follow.

*Few clones are left out.* phi is at most that of the loss eps0. *Many are left out.* The means of k and of k + 1 coins are a reversed martingale, so
that :math:`E \varphi` falls in k: those left out have a smaller mean than those looked at. *Terms are left out.* For many coins the sum over m is the
series, whose moments are those of :math:`\cosh(t/k)^k`. They are at most :math:`E s^{2j} \le (2j - 1)!!\, k^{-j}`, those of the normal law, for
:math:`\cosh t \le e^{t^2/2}` in every coefficient; and as :math:`s^2 \le 1`, what follows a power 2J is at most the greatest value of phi times
:math:`E s^{2J+2}`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from flint import arb, arb_series, ctx

from dpsym.curves.clones import binomial, window
from dpsym.curves.loss import ball_of
from dpsym.errors import UndecidedError

_TERMS = (8, 16, 32, 64, 128, 256)
"""How many powers of a series are taken: so that neighbouring orders share their moments."""
_MOST_PLACES, _MOST_STEPS = 400_000, 40_000
_BITS, _GUARD = 128, 8
"""More bits than these are not looked for."""
_NATS = 64
"""Windows of the number of clones reach so far, or twice, four times, ... as far."""


def clones_renyi(local: Fraction, users: int, order: arb) -> arb:
    """Return the Rényi divergence of the pair of clones at an order, either way, at the working precision.

    Parameters
    ----------
    local : Fraction
        eps0, positive.
    users : int
        n.
    order : arb
        The order alpha, positive; at 1 the divergence of Kullback and Leibler is meant.

    Raises
    ------
    UndecidedError
        If there are too many cases, or the order is a ball about 1.
    """
    rest = order - 1
    if rest.contains(0) and not rest.is_zero():
        raise UndecidedError("an order next to 1 is not told from it")
    mean = _Window(local, users, order).mean()
    return mean if rest.is_zero() else (order * rest * mean).log1p() / rest


def _height(half: arb, order: arb) -> arb:
    """Return phi where half of the loss is so much."""
    rest = order - 1
    second = half if rest.is_zero() else (rest * half).sinh() / rest
    return 2 * (order * half).sinh() / order * second / half.cosh()


class _Window:
    """What is looked at for one order, of one eps0 and one number of users, at the working precision."""

    def __init__(self, local: Fraction, users: int, order: arb) -> None:
        self.local, self.users, self.order = local, users, order
        loss = ball_of(local)
        self.square, self.top = (loss / 2).tanh() ** 2, _height(loss / 2, order)
        goal = (min(ctx.prec, _BITS) - _GUARD) * math.log(2)
        # the mean is at least the first term, whose mean of 1/k is at least that of the mean of k
        self.least = 2 * self.square / (1 + (users - 1) * (-loss).exp())
        self.slack = self.least * arb(-goal).exp()
        self.nats = float((self.top / self.slack).log().upper())
        reach = _NATS
        while reach < self.nats:
            reach *= 2
        self.first, self.last, self.below, self.above = window(users - 1, loss, reach, goal)
        if self.last - self.first > _MOST_STEPS:
            raise UndecidedError(f"number of users is too large for an exact sum: {users}")

    def mean(self) -> arb:
        r"""Return :math:`E \varphi(s)`."""
        fewest, terms, rest = self._split()
        total = rest.union(arb(0))
        if fewest > self.first + 1:
            listed = _listed(self.local, self.users, self.first, min(fewest - 2, self.last), ctx.prec)
            total += sum((weight * _height(half, self.order) for weight, half in listed), arb(0))
        if fewest <= self.last + 1:
            moments = _moments(self.local, self.users, fewest - 1, self.last, terms, ctx.prec)
            for each, moment, _ in zip(self._series(), moments, range(terms)):
                total += each * moment
        return total.union(((total + self.below * self.top) / (1 - self.above)).upper())

    def _split(self) -> tuple[int, int, arb]:
        """Return the least number of coins for which the series is taken, how many powers of it, and a bound of the others."""
        fewest = self.first + 1
        if fewest < 2 * self.nats:  # with so many the moments become small enough
            fewest = _rounded_up(2 * self.nats)
        while fewest <= self.last + 1:
            terms, rest = self._powers(fewest)
            if terms:
                break
            fewest = _rounded_up(1.5 * fewest)
        else:
            fewest, terms, rest = self.last + 2, 0, arb(0)
        listed = min(fewest - 2, self.last)
        if listed >= self.first and (listed - self.first + 1) * (listed + self.first + 4) > 4 * _MOST_PLACES:
            raise UndecidedError(
                f"order {self.order.str(6, radius=False)} is too large for an exact sum over {self.users} users"
            )
        return fewest, terms, rest

    def _powers(self, coins: int) -> tuple[int, arb]:
        """Return how many powers are taken for so many coins or more, 0 for too many, and a bound of what follows them."""
        moment, bounds = arb(1), []
        for j, each in enumerate(self._series(), 1):
            moment *= arb(2 * j - 1) / coins
            bounds.append(each * moment)
            if moment * self.top < self.slack:
                break
            if 2 * j > coins:
                return 0, arb(0)
        rest = moment * self.top
        for j in range(len(bounds), 0, -1):
            if rest + bounds[j - 1] > 2 * self.slack or j == 1:
                terms = next((each for each in _TERMS if each >= j), 0)
                return terms, rest
            rest += bounds[j - 1]
        raise AssertionError

    def _series(self) -> Iterator[arb]:
        """Yield the coefficients of the even powers of s."""
        beta, before, here, power, i = 2 * self.order - 1, arb(0), arb(2), self.square, 2
        while True:
            yield here * power
            before = (beta * here + (i - 2) * before) / (i + 1)
            here = (beta * before + (i - 1) * here) / (i + 2)
            power *= self.square
            i += 2


def _rounded_up(coins: float) -> int:
    """Return a number not below another, of a few: so that neighbouring orders share what is listed."""
    return math.ceil(2 ** (math.ceil(2 * math.log2(coins)) / 2))


def _weights(local: arb, users: int, first: int, last: int) -> Iterator[tuple[int, arb]]:
    """Yield the probabilities of so many clones, with the number of coins."""
    chance, rest = (-local).exp(), -(-local).expm1()
    weight, odds = binomial(users - 1, first, chance, rest), chance / rest
    for c in range(first, last + 1):
        yield c + 1, weight
        weight = weight * odds * (users - 1 - c) / (c + 1)


@lru_cache(8)
def _listed(local: Fraction, users: int, first: int, last: int, bits: int) -> list[tuple[arb, arb]]:
    """Return the probabilities of s above 0 and their mirror images together, with half of the loss there."""
    found = []
    with ctx.workprec(bits):
        loss = ball_of(local)
        growth = loss.exp()
        for k, weight in _weights(loss, users, first, last):
            mass = 2 * weight / arb(2) ** k
            for m in range(k, k // 2, -1):
                if 2 * m > k:
                    found.append((mass, ((m * growth + (k - m)) / (m + (k - m) * growth)).log() / 2))
                mass = mass * m / (k - m + 1)
    return found


@lru_cache(8)
def _moments(local: Fraction, users: int, first: int, last: int, terms: int, bits: int) -> list[arb]:
    """Return the means of the even powers of s, from the second on; for certain numbers of clones alone."""
    with ctx.workprec(bits):
        cumulants, totals = _cumulants(terms), [arb(0)] * (terms + 1)
        old, ctx.cap = ctx.cap, terms + 1
        try:
            for k, weight in _weights(ball_of(local), users, first, last):
                square, power, scaled = 1 / arb(k * k), arb(k), [arb(0)]
                for each in cumulants:
                    power *= square
                    scaled.append(each * power)
                part = arb_series(scaled).exp() * weight
                totals = [total + part[j] for j, total in enumerate(totals)]
        finally:
            ctx.cap = old
        return [totals[j] * math.factorial(2 * j) for j in range(1, terms + 1)]


def _cumulants(terms: int) -> list[arb]:
    r"""Return the coefficients of :math:`\log\cosh\sqrt z` from that of z on."""
    old, ctx.cap = ctx.cap, terms + 1
    try:
        series = arb_series([1 / arb(math.factorial(2 * j)) for j in range(terms + 1)]).log()
        return [series[j] for j in range(1, terms + 1)]
    finally:
        ctx.cap = old
