r"""The profile of randomized responses run one after the other, which is that of optimal composition.

With one parameter the number of true answers is binomial, and between two values of the composed loss the profile is
:math:`A_m - e^{\varepsilon'} B_m`, the tails of the two binomial laws: incomplete Beta functions, whatever the number of answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, prod
from typing import Protocol

from flint import arb, ctx
from sympy import Expr, Max, Rational, Sum, binomial, exp
from sympy.core.symbol import Dummy

from dpsym.ball import to_fmpq
from dpsym.composition.grid import Grid, log_delta_at
from dpsym.conversion.rounding import fraction, upper

_MOST_SUMS = 4096
_SURE = 120  # nats from 1 at which delta is not told from it

Responses = Sequence[tuple[Rational, int]]
"""The parameter of each randomized response, rational, with how often it is asked."""


def response_profile(threshold: Expr, count: Expr, budget: Expr) -> Expr:
    r"""Return the profile of several randomized responses of one parameter, as a finite sum.

    .. math:: \delta(\varepsilon') = \sum_{j=0}^{k} \binom kj
        \frac{\left(e^{(k-j)\varepsilon} - e^{\varepsilon' + j\varepsilon}\right)_+}{(1 + e^\varepsilon)^k}

    Parameters
    ----------
    threshold : Expr
        eps', in nats.
    count, budget : Expr
        The number k of answers, and the eps of each.

    Notes
    -----
    Kairouz, Oh and Viswanath, Theorem 3.3.
    """
    index = Dummy("j", integer=True, nonnegative=True)
    terms = Max(0, exp((count - index) * budget) - exp(threshold) * exp(index * budget))
    return Sum(binomial(count, index) * terms / (1 + exp(budget)) ** count, (index, 0, count))


class ComposedProfile(Protocol):
    """A bound on the profile of a composition, in balls."""

    spread: float

    def delta(self, threshold: Fraction) -> arb:
        """Return a ball whose upper end bounds delta at a threshold, at the working precision."""
        ...


class Homogeneous:
    """The exact profile of randomized responses of one parameter.

    Parameters
    ----------
    budget : Rational
        The eps of each, positive.
    count : int
        How many.
    """

    def __init__(self, budget: Rational, count: int) -> None:
        self.budget, self.count = fraction(budget), count
        self.spread = float(self.budget) * count**0.5

    def delta(self, threshold: Fraction) -> arb:
        """Return delta at a threshold: the binomial tails beyond it."""
        least = (threshold / self.budget + self.count) // 2 + 1  # true answers that give a greater loss
        if least > self.count:
            return arb(0)
        lie = 1 / (1 + arb(to_fmpq(self.budget)).exp())
        # halfway to the mean of the loss Hoeffding's inequality leaves next to nothing: the tails would be slow to sum
        half = (self.count * to_fmpq(self.budget) * (1 - 2 * lie) - to_fmpq(threshold)) / 2
        missing = -(half.min(half**2 / (2 * self.count * to_fmpq(self.budget**2))))
        if half > 0 and missing < -_SURE:
            return arb(1) - arb(0).union(2 * missing.exp())
        if least <= 0:
            return -arb(to_fmpq(threshold)).expm1()
        first, second = (self._tail(int(least), chance) for chance in (1 - lie, lie))
        return first - arb(to_fmpq(threshold)).exp() * second

    def _tail(self, least: int, chance: arb) -> arb:
        if least == self.count:
            return chance**least
        return chance.beta_lower(arb(least), arb(self.count - least + 1), 1)


class Enumerated:
    """The exact profile of a few randomized responses, over all the sums of their losses.

    Parameters
    ----------
    responses : pairs of Rational and int
        Their parameters, with counts.
    """

    def __init__(self, responses: Responses) -> None:
        self.responses = responses
        self.spread = float(sum(float(each) ** 2 * count for each, count in responses)) ** 0.5
        self._sums: dict[int, dict[Fraction, arb]] = {}

    def delta(self, threshold: Fraction) -> arb:
        """Return delta at a threshold: the sum of the masses beyond it, each times one less an exponential."""
        if ctx.prec not in self._sums:
            self._sums[ctx.prec] = self._masses()
        beyond = ((place, mass) for place, mass in self._sums[ctx.prec].items() if place > threshold)
        return sum((-mass * arb(to_fmpq(threshold - place)).expm1() for place, mass in beyond), arb(0))

    def _masses(self) -> dict[Fraction, arb]:
        masses = {Fraction(0): arb(1)}
        for budget, count in self.responses:
            loss = fraction(budget)
            lie = 1 / (1 + arb(to_fmpq(loss)).exp())
            steps = [comb(count, j) * (1 - lie) ** (count - j) * lie**j for j in range(count + 1)]
            grown: dict[Fraction, arb] = {}
            for place, mass in masses.items():
                for j, step in enumerate(steps):
                    key = place + (count - 2 * j) * loss
                    grown[key] = grown.get(key, arb(0)) + mass * step
            masses = grown
        return masses


def composed_profile(
    responses: Sequence[tuple[Expr, int]], log_delta: float | None = None, eps: float = 0.0
) -> ComposedProfile:
    """Return the profile of a composition of randomized responses: exact for one parameter or a few answers, else on a grid.

    Parameters
    ----------
    responses : pairs of Expr and int
        Their parameters, positive numbers, which are rounded up to rationals, with counts.
    log_delta : float, optional
        About the logarithm of the delta in question, where the grid is best; if left out, that at `eps`.
    eps : float, optional
        About the eps in question.
    """
    counts: dict[Rational, int] = {}
    for budget, count in responses:
        exact = upper(budget)
        counts[exact] = counts.get(exact, 0) + count
    known = sorted(counts.items())
    if len(known) == 1:
        return Homogeneous(*known[0])
    if prod(count + 1 for _, count in known) <= _MOST_SUMS:
        return Enumerated(known)
    if log_delta is None:
        log_delta = log_delta_at([(float(each), count) for each, count in known], eps)
    return Grid(known, log_delta)
