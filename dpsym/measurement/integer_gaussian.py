r"""The least mu of discrete Gaussian noise, from both sides: not that of Gaussian noise of its sigma, but a little more.

The tests that matter reject from some integer k on. With the tail :math:`\bar F(k)` of the noise of scale sigma, a query that moves by d, and
:math:`z(k) = \bar\Phi^{-1}(\bar F(k))`,

.. math:: \mu^* = \sup_k \left(z(k) - z(k - d)\right),

for between the levels of these tests the trade-off function is its own chord, and that of Gaussian noise is convex; the mirrored tests say the same.

Integers up to some K are looked at one by one. From there on, with the mass p as a function of the reals, :math:`A = \bar\Phi^{-1}(p)` and h the
hazard rate of the normal law, :math:`z \le A`, and :math:`A'(x) = x / (\sigma^2 h(A(x)))`, which falls where
:math:`h / (h - A) \le x^2/\sigma^2` at A, as :math:`h' = h (h - A)`. By :math:`2 h \ge A + \sqrt{A^2 + 4}` the left side is at most
:math:`A^2 + 2`, and :math:`A^2 + 2 \le x^2/\sigma^2` where
:math:`\bar\Phi(\sqrt{x^2/\sigma^2 - 2}) \le p(x)`, for which it is enough that :math:`e S \le \sqrt{2\pi}\sqrt{x^2/\sigma^2 - 2}` with S the sum of
all :math:`e^{-j^2/(2\sigma^2)}`. So :math:`A(k) - A(k - d)` falls from :math:`k - d \ge x` on. The tail is at most
:math:`p(k) / (1 - r)` with :math:`r = e^{-(2k + 1)/(2\sigma^2)}`, which costs z at most :math:`-\log(1 - r) / z`, as :math:`h \ge z`, and falls
as well.

In the limit of large k the difference is :math:`d/\sigma`. The losses of n runs are told by the sum of their answers, whose tail falls as
:math:`e^{-k^2/(2 n \sigma^2)}` but for factors that are powers of k or depend on k modulo n alone, so that their mu is
at least :math:`\sqrt{n}\, d/\sigma`. It is at most :math:`\sqrt{n}` times that of one, and so it is of runs on Poisson samples: the sample is another
mixture of the pair with tests that see nothing, and of the tail nearly all of a sample's mu is left, as of Gaussian noise.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from flint import arb, ctx

from dpsym.curves.loss import ball_of
from dpsym.errors import NotApplicableError
from dpsym.measurement.gaussian_curve import place_of

_BITS = 128
_MOST_INTEGERS = 20_000


@dataclass(frozen=True)
class IntegerGaussian:
    """Discrete Gaussian noise on a query that moves by an integer.

    Parameters
    ----------
    square : Fraction
        That of the scale sigma, positive.
    move : int
        How far the query moves, positive.

    Raises
    ------
    NotApplicableError
        If too many integers would have to be looked at.
    """

    square: Fraction
    move: int

    def ratio(self) -> tuple[arb, arb]:
        """Return the least mu of one run between two balls: of the tests that were looked at, and with those farther out."""
        with ctx.workprec(_BITS):
            last = self._last()
            masses = [self._mass(ball_of(j)) for j in range(last + 1)]
            tails = [self._tail(last)]
            for mass in reversed(masses[:-1]):
                tails.append(tails[-1] + mass)
            tails.reverse()
            total = 2 * tails[0] - masses[0]
            places = [place_of(tail / total) for tail in tails[1:]]  # of the tails from 1 on; z(k) = -z(1 - k)
            both = [-place for place in reversed(places)] + places
            found = arb(0)
            for index in range(len(places), len(both)):
                found = found.max(both[index] - both[index - self.move])
            return found, found.max(self._beyond(last, total))

    def _last(self) -> int:
        """Return an integer from which on what is beyond falls, and is hardly more than the limit."""
        last = 14 * int(self.square + 1) + 4 * (isqrt(int(self.square)) + 1) + 2 * self.move
        if last > _MOST_INTEGERS:
            raise NotApplicableError(
                f"discrete Gaussian noise of variance {self.square} has more levels than are looked at; ask for those above some small one, as by "
                "best_gaussian(1e-9)"
            )
        return last

    def _beyond(self, last: int, total: arb) -> arb:
        """Return what bounds the differences from the last integer on."""
        x = ball_of(last - self.move)
        if not x > 1 or not arb(1).exp() * total <= (2 * arb.pi() * (x**2 / ball_of(self.square) - 2)).sqrt():
            raise NotApplicableError(
                f"the tail of discrete Gaussian noise of variance {self.square} is not known to fall"
            )
        near, far = (place_of(self._mass(place) / total) for place in (x, ball_of(last)))
        slack = -(1 - self._quotient(x)).log()
        return far - near + slack / place_of(self._mass(x) / total / (1 - self._quotient(x)))

    def _mass(self, place: arb) -> arb:
        return (-(place**2) / (2 * ball_of(self.square))).exp()

    def _quotient(self, place: arb) -> arb:
        """Return how much less the next integer has, at most; farther out it is less yet."""
        return (-(2 * place + 1) / (2 * ball_of(self.square))).exp()

    def _tail(self, first: int) -> arb:
        """Return the mass from an integer on, by a geometric sum from above."""
        mass = self._mass(ball_of(first))
        return mass.union(mass / (1 - self._quotient(ball_of(first))))
