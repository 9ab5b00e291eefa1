r"""A composition of one loss of three atoms, one of them at 0, as of k-ary response or staircase noise on a sample.

With the losses :math:`h > 0 > \ell` and 0, the probability :math:`r_P` that a loss is not 0 and :math:`p` that it is then h (of Q
:math:`r_Q` and q), m of n losses are not 0 and K of these are h. Given m the losses are those of two atoms, so that for every m one k decides:

.. math:: \delta(\varepsilon) = \sum_m \max_k \left(\binom nm r_P^m (1 - r_P)^{n-m} P(K \ge k) -
    e^{\varepsilon} \binom nm r_Q^m (1 - r_Q)^{n-m} Q(K \ge k)\right), \qquad K \sim \mathrm{Bin}(m, p) \text{ or } \mathrm{Bin}(m, q).

The m that are left out have, for every :math:`c \ge 0`, at most :math:`e^{-c\varepsilon} M(c)^n` times the mass there of a binomial law of
probability :math:`1 - P(0)/M(c)`; c is the abscissa of the saddle point.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from dpsym.curves.effort import Effort
from dpsym.curves.loss import ball_of
from dpsym.curves.planning import Plan
from dpsym.errors import UndecidedError

_MOST_TERMS = 120_000  # of 10^8 runs no more matter
_WORK = 2  # of a term, in units of `Effort`
_WIDER = 1.5


@dataclass(frozen=True)
class ThreeMasses:
    """The greater and the smaller loss, on either side of 0, and the masses of P and Q at both."""

    high: arb
    low: arb
    p_high: arb
    q_high: arb
    p_low: arb
    q_low: arb

    def reversed(self) -> ThreeMasses:
        """Return those of the pair (Q, P)."""
        return ThreeMasses(-self.low, -self.high, self.q_low, self.p_low, self.q_high, self.p_high)


class ThreeAtoms:
    """The composition of so many runs.

    Parameters
    ----------
    masses : callable
        The loss of one run, at the working precision.
    count : int
        The runs.
    plan : Plan
        The saddle point, and the error that may be made.
    effort : Effort
        The work that is left.
    """

    def __init__(self, masses: Callable[[], ThreeMasses], count: int, plan: Plan, effort: Effort) -> None:
        self.masses, self.count, self.plan, self.effort = masses, count, plan, effort

    def delta(self, eps: Fraction) -> arb:
        """Return a ball at a threshold.

        Raises
        ------
        UndecidedError
            If the threshold is negative, or too many terms matter.
        """
        if eps < 0:
            raise UndecidedError("three atoms are for a threshold from 0 on")
        masses, threshold = self.masses(), ball_of(eps)
        first, last, left_out = self._range(masses, threshold)
        self.effort.spend(_WORK * (last - first + 1))
        start = (threshold / masses.high).lower().floor().unique_fmpz()
        if start is None:
            return arb("nan")
        total = _Terms(masses, self.count, threshold).total(max(first, int(start), 1), last)
        return total + arb(0).union(left_out)

    def _range(self, masses: ThreeMasses, threshold: arb) -> tuple[int, int, arb]:
        """Return the first and the last m that matter, and a bound of what the others come to."""
        c, n = arb(self.plan.c), self.count
        moved = masses.p_high * (c * masses.high).exp() + masses.p_low * (c * masses.low).exp()
        still = 1 - masses.p_high - masses.p_low
        share = moved / (still + moved)
        scale = n * (still + moved).log() - c * threshold
        nats = max(float((scale - self.plan.log_error).mid()), 1.0)
        middle, spread = n * float(share.mid()), math.sqrt(n * max(0.0, float((share * (1 - share)).mid())))
        width = math.sqrt(2 * nats) * spread + nats
        goal = arb(self.plan.log_error).exp()
        while True:
            first, last = max(0, math.floor(middle - width)), min(n, math.ceil(middle + width))
            if last - first > _MOST_TERMS:
                raise UndecidedError("too many losses that are not 0 matter")
            left_out = scale.exp() * (_below(share, n, first) + _below(1 - share, n, n - last))
            if left_out < goal or (first == 0 and last == n):
                return first, last, left_out
            width *= _WIDER


def _below(share: arb, count: int, place: int) -> arb:
    """Return the mass of a binomial law below a place."""
    return arb(0) if place <= 0 else (1 - share).beta_lower(count - place + 1, place, True)


class _Terms:
    """The terms, each from the one before it."""

    def __init__(self, masses: ThreeMasses, count: int, threshold: arb) -> None:
        self.masses, self.count, self.threshold = masses, count, threshold
        slope = masses.high - masses.low
        self.start, self.step = threshold / slope, -masses.low / slope

    def total(self, first: int, last: int) -> arb:
        """Return the sum of the terms from one m, where all losses at once exceed the threshold or do nearly so, to another."""
        total = arb(0)
        if first > last:
            return total
        k = self._decisive(first)
        p = _Side(self.masses.p_high, self.masses.p_low, self.count, first, k, arb(1))
        q = _Side(self.masses.q_high, self.masses.q_low, self.count, first, k, self.threshold.exp())
        for m in range(first, last + 1):
            if m > first:
                p.next()
                q.next()
            place = self.start + m * self.step
            while place > p.k:
                p.shorten()
                q.shorten()
            total += p.tail - q.tail
            if not place < p.k:
                # the mass at k lies at the threshold, on one side or the other: what it adds is at least 0
                if not place < p.k + 1:
                    raise UndecidedError("the losses are not told apart")
                here = p.mass - q.mass
                total += here.max(arb(0)) - here
        return total

    def _decisive(self, m: int) -> int:
        """Return the least k at which the loss may exceed the threshold; of more losses it is no smaller, and at most one greater for each."""
        k = (self.start + m * self.step).lower().ceil().unique_fmpz()
        if k is None:
            raise UndecidedError("the losses are not told apart")
        return int(k)


class _Side:
    """One of the two laws, times a factor: the mass of m losses that are not 0 with k greater ones among them, and with at least k."""

    def __init__(self, high: arb, low: arb, count: int, m: int, k: int, factor: arb) -> None:
        self.moved, self.count, self.m, self.k, self.factor = high + low, count, m, k, factor
        self.share, self.rest, self.greater = high / self.moved, low / self.moved, high / low
        self.odds = self.moved / (1 - self.moved)
        self._look()

    def _look(self) -> None:
        weight = self.factor * _binomial(self.moved, self.count, self.m)
        self.mass = weight * _binomial(self.share, self.m, self.k)
        self.tail = weight * _at_least(self.share, self.m, self.k)

    def next(self) -> None:
        """Go to one more loss that is not 0."""
        m, k = self.m, self.k
        self.m = m + 1
        if k > m:
            self._look()
            return
        more = self.odds * (self.count - m)
        smaller = self.mass * self.rest / (m - k + 1)
        self.tail = (self.tail + smaller * k) * more / (m + 1)
        self.mass = smaller * more

    def shorten(self) -> None:
        """Go to one more greater loss."""
        m, k = self.m, self.k
        self.tail = self.tail - self.mass
        self.mass = self.mass * self.greater * (m - k) / (k + 1)
        self.k = k + 1


def _binomial(share: arb, count: int, place: int) -> arb:
    if not 0 <= place <= count:
        return arb(0)
    total = arb(count + 1).lgamma() - arb(place + 1).lgamma() - arb(count - place + 1).lgamma()
    return (total + place * share.log() + (count - place) * (1 - share).log()).exp()


def _at_least(share: arb, count: int, place: int) -> arb:
    if place <= 0:
        return arb(1)
    return arb(0) if place > count else share.beta_lower(place, count - place + 1, True)
