r"""Pairs on two points that keep a Rényi promise, certified at every order and in both directions.

Whatever pair (P, Q) keeps a Rényi promise, the event on which :math:`P > e^\varepsilon Q` makes of it a pair on two points that keeps
it too and has the same delta at eps. So the best that follows from a promise is attained by two points, and each pair (p, q) of them that
is certified to keep the promise bounds it from below by :math:`p - e^\varepsilon q`.

Of a budget :math:`\xi + \rho\alpha` the excess :math:`g(\alpha) = (\xi + \rho\alpha)(\alpha - 1) - \log M(\alpha)`, with
:math:`M(\alpha) = p^\alpha q^{1-\alpha} + (1-p)^\alpha (1-q)^{1-\alpha}`, has the second derivative
:math:`2\rho - h^2/(4\cosh^2(y/2))` at :math:`y = \mathrm{logit}\,q + h\alpha`, with h the difference of the logits: it is convex, concave
and convex again, and its sign is settled by a few of its values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.loss import ball_of

Order = Fraction

_BITS = 320
_NEWTON_STEPS = 60
_CLOSE = Fraction(1, 10**18)  # around the points of inflection, relative


@dataclass(frozen=True)
class TwoPoints:
    r"""Two laws on two points: the first has the mass p, the second the mass q at the first point.

    Parameters
    ----------
    p, q : Fraction
        In (0, 1), p not below q.
    """

    p: Fraction
    q: Fraction

    @property
    def swapped(self) -> TwoPoints:
        """The second law against the first."""
        return TwoPoints(self.q, self.p)

    def nearer(self, share: Fraction) -> TwoPoints:
        """Return the pair whose first law is mixed with a share of the second: every divergence decreases."""
        return TwoPoints(self.p - share * (self.p - self.q), self.q)

    def log_moment(self, order: arb) -> arb:
        """Return log M, order - 1 times the Rényi divergence."""
        near = order * ball_of(self.p).log() + (1 - order) * ball_of(self.q).log()
        far = order * ball_of(1 - self.p).log() + (1 - order) * ball_of(1 - self.q).log()
        return near.max(far) + (-abs(near - far)).exp().log1p()

    def slope(self, order: arb) -> arb:
        """Return the derivative of log M, the mean of the privacy loss under the law tilted by the order."""
        near, far = (ball_of(self.p) / ball_of(self.q)).log(), (ball_of(1 - self.p) / ball_of(1 - self.q)).log()
        gap = near - far
        tilt = 1 / (1 + (-(ball_of(self.q) / ball_of(1 - self.q)).log() - gap * order).exp())
        return far + gap * tilt

    def delta(self, threshold: Fraction) -> arb:
        """Return delta at an eps, not below 0."""
        return (ball_of(self.p) - ball_of(threshold).exp() * ball_of(self.q)).max(arb(0))

    def epsilon(self, delta: Fraction) -> arb:
        """Return the least eps at a delta, not below 0."""
        return arb(0) if self.p - delta <= self.q else (ball_of(self.p - delta) / ball_of(self.q)).log()


def keeps_orders(pair: TwoPoints, budgets: Sequence[tuple[Order, Callable[[], arb]]]) -> bool:
    """Return whether both divergences of a pair are certainly within budgets at finitely many orders.

    Parameters
    ----------
    pair : TwoPoints
        The pair.
    budgets : sequence of (order, callable)
        Each order above 1 with a ball of its budget.
    """
    with ctx.workprec(_BITS):
        return all(
            bool(each.log_moment(ball_of(order)) <= (ball_of(order) - 1) * budget())
            for order, budget in budgets
            for each in (pair, pair.swapped)
        )


def keeps_line(pair: TwoPoints, rho: Fraction, xi: Fraction = Fraction(0), last: Fraction | None = None) -> bool:
    r"""Return whether :math:`D_\alpha \le \xi + \rho\alpha` certainly holds in both directions at every order from 1 to the last one.

    Parameters
    ----------
    pair : TwoPoints
        The pair.
    rho, xi : Fraction
        The budget, not negative.
    last : Fraction, optional
        None for all orders.
    """
    if pair.p == pair.q:
        return True
    with ctx.workprec(_BITS):
        return all(_Excess(each, rho, xi, last).is_kept() for each in (pair, pair.swapped))


class _Excess:
    """The excess g of a budget on a line over that of one direction of a pair."""

    def __init__(self, pair: TwoPoints, rho: Fraction, xi: Fraction, last: Fraction | None) -> None:
        self.pair, self.rho, self.xi, self.last = pair, rho, xi, last
        self.place = (ball_of(pair.q) / ball_of(1 - pair.q)).log()
        self.gap = (ball_of(pair.p) / ball_of(1 - pair.p)).log() - self.place

    def __call__(self, order: arb) -> arb:
        return (ball_of(self.xi) + ball_of(self.rho) * order) * (order - 1) - self.pair.log_moment(order)

    def slope(self, order: arb) -> arb:
        return ball_of(self.xi) + ball_of(self.rho) * (2 * order - 1) - self.pair.slope(order)

    def is_kept(self) -> bool:
        """Whether g is certainly not negative at every order."""
        if self.rho == 0:  # concave, and 0 at 1: the last order decides
            if self.last is not None:
                return bool(self(ball_of(self.last)) >= 0)
            greatest = max(self.pair.p / self.pair.q, (1 - self.pair.p) / (1 - self.pair.q))
            return bool(ball_of(self.xi) >= ball_of(greatest).log())
        if not self.slope(arb(1)) >= 0:
            return False
        middle = abs(self.gap) / (8 * ball_of(self.rho)).sqrt()
        if middle <= 1:
            return True  # convex, and it does not fall at 1
        if not middle > 1:
            return False
        ends = sorted(as_fraction(((side * 2 * middle.acosh() - self.place) / self.gap).mid()) for side in (-1, 1))
        return self._beyond(ends[0], ends[1], middle)

    def _beyond(self, first: Fraction, second: Fraction, middle: arb) -> bool:
        """Return whether g is not negative, given about the orders between which it is concave."""
        low, inner_start = sorted(first * (1 + side * _CLOSE) for side in (-1, 1))
        inner_end, high = sorted(second * (1 + side * _CLOSE) for side in (-1, 1))
        places = [(self.place + self.gap * ball_of(each)) / 2 for each in (low, inner_start, inner_end, high)]
        bent = [bool(place.cosh() >= middle) for place in places], [bool(place.cosh() <= middle) for place in places]
        if bent != ([True, False, False, True], [False, True, True, False]) or not places[0] * places[3] < 0:
            return False
        if low <= 1 < inner_start:
            return False  # too near to tell
        if self._stops(low) or high <= 1:
            return True  # convex so far, and it does not fall at 1
        if low > 1 and not self._positive(low, inner_start):
            return False
        end = inner_end if self.last is None else min(inner_end, self.last)
        if end > 1 and not self(ball_of(end)) >= 0:
            return False
        return self._stops(inner_end) or (self._positive(max(inner_end, Fraction(1)), high) and self._after(high))

    def _stops(self, order: Fraction) -> bool:
        return self.last is not None and self.last <= order

    def _positive(self, start: Fraction, end: Fraction) -> bool:
        """Return whether g is positive between two orders that lie close to one another."""
        return bool(self(ball_of((start + end) / 2) + arb(0, (ball_of(end - start) / 2).upper())) > 0)

    def _after(self, start: Fraction) -> bool:
        """Return whether g is not negative from an order on, behind which it is convex."""
        if self.slope(ball_of(start)) >= 0:
            return bool(self(ball_of(start)) >= 0)
        if self.last is not None and self.slope(ball_of(self.last)) <= 0:
            return bool(self(ball_of(self.last)) >= 0)
        least = self._least(start)
        value, slope = self(ball_of(least)), self.slope(ball_of(least))
        if not value > 0:
            return False
        if slope.contains(0) and not abs(slope).upper() > 0:
            return True
        # the tangent is positive as far as this on either side, and beyond it the slope has turned
        reach = as_fraction((value / (2 * abs(slope).upper())).lower().mid())
        left, right = least - reach, least + reach
        falls = left <= start or bool(self.slope(ball_of(left)) <= 0)
        rises = self._stops(right) or bool(self.slope(ball_of(right)) >= 0)
        return falls and rises

    def _least(self, start: Fraction) -> Fraction:
        """Return about where g is least behind an order at which it falls: by bisection of its slope."""
        low, high = ball_of(start), 2 * ball_of(start) + 1
        while not self.slope(high) >= 0:
            low, high = high, 2 * high
        for _ in range(_BITS // 2):
            middle = ((low + high) / 2).mid()
            low, high = (low, middle) if self.slope(middle) >= 0 else (middle, high)
        return as_fraction(high.mid())
