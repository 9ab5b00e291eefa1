r"""The moments of a mechanism on a Poisson sample whose loss, unsampled, is made of atoms and edges.

With :math:`r(\ell) = 1 - q + q e^{\ell}` and w = 1 + z where a record is removed, -z where one is added,

.. math:: M(z) = \sum_k Q_k\, r(\ell_k)^w + \sum_j \kappa_j \int_{a_j}^{b_j} e^{-t/2}\, r(t)^w\,dt .

The integrals are sums of Gauss and Legendre. On :math:`|\Im t| \le \beta < \pi` the argument of r is at most beta and its modulus at most that
on the axis; for beta up to a right angle it is at least :math:`1 - q + q e^{\Re t} \cos\beta`. So on the ellipse of Bernstein of parameter
rho around [a, b], of half axes :math:`\frac{b-a}{4}(\rho \pm 1/\rho)`, the integrand is at most some B, and the sum of n points errs by no
more than

.. math:: \frac{b - a}{2} \cdot \frac{64}{15} \cdot \frac{B\,\rho^{-2(n-1)}}{1 - \rho^{-2}} .

There the argument is at most that of :math:`1 + U e^{i\beta}` with :math:`U = q e^{\Re t}/(1 - q)` at its greatest, which for a small q is far
below beta; beyond a right angle, where it turns for U < 1, at most arcsin U.

Along a line the integrals fall: with the derivative :math:`\lambda' = q e^t/r` of the loss, integration by parts leaves
:math:`\frac1y\bigl(|g(a)| + |g(b)| + V(g)\bigr)`, g the integrand over lambda', which is proportional to :math:`e^{-3t/2} r^{w + 1}`. The derivative
of its logarithm, :math:`-3/2 + (w + 1) q e^t/r`, rises or is negative, so that g falls, then rises, and this is at most
:math:`\frac2y\bigl(|g(a)| + |g(b)|\bigr)`.

References
----------
Trefethen, "Approximation Theory and Approximation Practice", Theorem 19.3.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise

from flint import acb, arb, ctx

from dpsym.curves.loss import ball_of, turned
from dpsym.curves.pieces import PiecewiseLoss
from dpsym.curves.revivals import Revivals, Stretches
from dpsym.errors import UndecidedError

_LONGEST = 3.0  # of an interval for one sum
_MOST_INTERVALS = 1 << 10
MOST_POINTS = 1 << 12
"""Of the sums for all intervals together."""
_LONGEST_RULE, _LEAST_RULE = 160, 8  # points of one sum
_SIZES = tuple(1 + 2.0 ** (k / 2) for k in range(-8, 14))  # parameters of ellipses
SLIP = 1e-9
"""Times a logarithm, more than floats err in it."""
_LARGE = 600.0  # a loss whose exponential is a float
_FAR = 20  # nats below which an atom does not count in an estimate

Intervals = list[tuple[arb, arb, arb]]


class Moments:
    """The moments of one sampled loss, at the working precision.

    Parameters
    ----------
    base : PiecewiseLoss
        The loss without the sample.
    rate : Fraction
        The sampling rate q.
    sign : {1, -1}
        1 where a record is removed, -1 where one is added.
    """

    def __init__(self, base: PiecewiseLoss, rate: Fraction, sign: int) -> None:
        self.q, self.sign, self.base = ball_of(rate), sign, base
        terms = sorted(base.terms().items())
        self.intervals: Intervals = []
        self._whole: Intervals = []
        kappa = arb(0)
        for k in range(len(terms) - 1, 0, -1):
            (place, (_, v)), (low, _) = terms[k], terms[k - 1]
            kappa += v * (-ball_of(place) / 2).exp() / 2
            if not v.is_zero() or self.intervals:
                self._divide(low, place, kappa)

    @cached_property
    def atoms(self) -> list[tuple[arb, arb]]:
        """Log r at the atoms, with the masses of Q."""
        terms = sorted(self.base.terms().items())
        found = [(self._log(ball_of(place)), u * (-ball_of(place)).exp()) for place, (u, _) in terms if not u.is_zero()]
        missing = self.base.infinite_mass()
        return (
            found if missing.is_zero() or not self.base.left_out().is_zero() else [*found, ((-self.q).log1p(), missing)]
        )

    def planned(self) -> list[tuple[float, float]]:
        """Return the logarithms of r and of the masses at the atoms in floats, which certify nothing."""
        return [(float(log.mid()), float(mass.log().mid())) for log, mass in self.atoms if mass > 0]

    def _divide(self, low: Fraction, high: Fraction, kappa: arb) -> None:
        count = math.ceil(float(high - low) / _LONGEST)
        if count > _MOST_INTERVALS:
            raise UndecidedError("the losses lie too far apart for their moments")
        ends = [ball_of(low + (high - low) * k / count) for k in range(count + 1)]
        self._whole.append((ends[0], ends[-1], kappa))
        self.intervals += [(a, b, kappa) for a, b in pairwise(ends)]

    def _log(self, loss: arb) -> arb:
        """Return log r."""
        return (self.q * loss.expm1()).log1p()

    def power(self, c: arb) -> arb:
        """Return the real part of w."""
        return 1 + c if self.sign > 0 else -c

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        """Return M(c + i k step) for k from a start on, with a relative error, compared with M(c), of about exp(-nats)."""
        w = self.power(c)
        (atoms, missing), (points, slack) = self._sizes(w, nats), self._sums(w, float(step) * (start + count), nats)
        return self._turned([*atoms, *points], missing + slack, step, start, count)

    def split_on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> tuple[list[acb], list[acb]]:
        """Return the shares of the atoms and of the integrals in the same."""
        w = self.power(c)
        sides = self._sizes(w, nats), self._sums(w, float(step) * (start + count), nats)
        one, other = (self._turned(points, error, step, start, count) for points, error in sides)
        return one, other

    def _turned(self, points: list[tuple[arb, arb]], error: arb, step: arb, start: int, count: int) -> list[acb]:
        error = arb(0, error.upper())
        if start == 0 and count == 1:
            return [acb(sum((weight for _, weight in points), error))]
        if not points:
            return [acb(error, error)] * count
        return turned(points, acb(0, self.sign) * step, start, count, acb(error, error))

    def _sizes(self, w: arb, nats: float) -> tuple[list[tuple[arb, arb]], arb]:
        """Return log r at the atoms that count with their masses times r^w, and what the others may come to."""
        if not self.atoms:
            return [], arb(0)
        logs = [float(w.mid()) * log + mass for log, mass in self._logs]
        goal = max(logs) - nats - math.log(len(logs)) - 4
        points = [
            (log, (w * log).exp() * mass) for (log, mass), size in zip(self.atoms, logs, strict=True) if size > goal
        ]
        slip = SLIP * (1 + max(map(abs, logs)))
        return points, (len(logs) - len(points)) * arb(goal + slip).exp()

    def _sums(self, w: arb, height: float, nats: float) -> tuple[list[tuple[arb, arb]], arb]:
        """Return log r at the points of the sums for all integrals with their weights, and a bound of their errors up to a height."""
        points: list[tuple[arb, arb]] = []
        left, error = self._laid(w, nats)
        ends = [end for a, b, _ in left for end in (a, b)]
        reach = float(ends[0].mid() - ends[-1].mid()) if left else 0.0  # more than the other factors change by, in nats
        tops = [self._size(end, w) for end in ends]
        while left:
            a, b, kappa = left.pop()
            below = max(tops) - max(self._size(a, w), self._size(b, w)) - abs(reach)
            count, rho = self._rule_for(a, b, w, height, nats - max(0.0, below))
            if count > _LONGEST_RULE:
                middle = arb(((a + b) / 2).mid())
                left += [(a, middle, kappa), (middle, b, kappa)]
            else:
                more, slack = self._sum((a, b, kappa), count, rho, w, height)
                points += more
                error += slack
            if len(points) + _LEAST_RULE * len(left) > MOST_POINTS:
                raise UndecidedError("too many points for the moments on a sample")
        return points, error

    def _laid(self, w: arb, nats: float) -> tuple[Intervals, arb]:
        """Return the intervals that matter to a power, and a bound of what is left out."""
        return list(self.intervals), arb(0)

    @cached_property
    def _logs(self) -> list[tuple[float, float]]:
        """The logarithms of r and of the masses, as floats, of what the latter may be at most."""
        return [
            (float(log.mid()), float(mass.upper().log().mid()) if mass.upper() > 0 else -math.inf)
            for log, mass in self.atoms
        ]

    def points(self, c: float, height: float, nats: float) -> float:
        """Return about how many points the moments at an abscissa up to a height need: r^w counts where it is near its greatest.

        Raises
        ------
        UndecidedError
            If they are too many.
        """
        lengths = sum(float(self._log(b).mid()) - float(self._log(a).mid()) for a, b, _ in self.intervals)
        power = abs(1 + c if self.sign > 0 else c)
        lengths = min(lengths, (nats + sum(float((b - a).mid()) for a, b, _ in self._whole)) / max(power, 1e-300))
        atoms = sum(mass > -nats - _FAR for _, mass in self._logs)
        if height * lengths / 2 > MOST_POINTS:
            raise UndecidedError("too many points for the moments on a sample")
        return atoms + len(self.intervals) * nats / 2 + height * lengths / 2

    def _rule_for(self, a: arb, b: arb, w: arb, height: float, nats: float) -> tuple[int, arb]:
        """Return about how many points an interval needs, and the parameter of the ellipse that is to prove it, by floats."""
        power, rate, half, middle = (
            float(w.mid()),
            float(self.q.mid()),
            float(((b - a) / 2).mid()),
            float(a.mid() + b.mid()) / 2,
        )
        end = float(b.mid() if self.sign > 0 else a.mid())
        share = 1 / (1 + (1 / rate - 1) * math.exp(max(-end, -_LARGE)))  # of q e^t in r
        widest = min(math.pi * (0.95 if self.sign > 0 else 0.49), 4.0)
        best: tuple[float, float] = (math.inf, 0.0)
        largest = widest / half + math.hypot(1, widest / half)
        for size in (largest, *(size for size in _SIZES if size < largest)):
            beta = half * (size - 1 / size) / 2
            beyond = half * (size - 1) ** 2 / (2 * size)  # of the ellipse, to either side
            fall = math.cos(beta) * math.expm1(-beyond) - 2 * math.sin(beta / 2) ** 2
            more = math.expm1(min(beyond, _LARGE)) if self.sign > 0 else fall
            rise = height * _turn(rate, middle + half + beyond, beta) + power * math.log1p(share * more)
            rise += self._lift(middle - half, beyond, beta)
            best = min(best, ((nats + rise + 5) / (2 * math.log(size)) + 2, size))
        count = _LEAST_RULE * max(1, math.ceil(best[0] / _LEAST_RULE))  # few rules serve all
        return count, arb(best[1] * (1 - 1e-12))

    def _lift(self, start: float, beyond: float, beta: float) -> float:
        """Return by how much the density may be greater on an ellipse around an interval than on it."""
        return 0.0

    def _size(self, loss: arb, w: arb) -> float:
        """Return about the logarithm of r^w."""
        return float((w * self._log(loss)).mid())

    def _weight(self, kappa: arb, t: arb) -> arb:
        """Return the density of Q at a loss."""
        return kappa * (-t / 2).exp()

    def _most(self, kappa: arb, least: arb, depth: arb) -> arb:
        """Return a bound of its modulus from a real part on, up to an imaginary part."""
        return abs(kappa) * (-least / 2).exp()

    def _sum(
        self, interval: tuple[arb, arb, arb], count: int, rho: arb, w: arb, height: float
    ) -> tuple[list[tuple[arb, arb]], arb]:
        """Return log r at the points of a sum with their weights, and a bound of its error up to a height."""
        a, b, kappa = interval
        half, middle = (b - a) / 2, (a + b) / 2
        axis, depth = half * (rho + 1 / rho) / 2, half * (rho - 1 / rho) / 2
        most = self._most(kappa, middle - axis, depth) * (arb(height) * self._argument(middle + axis, depth)).exp()
        most *= (w * self._extreme(middle, axis, depth)).exp()
        error = half * 64 / 15 * most * rho ** (-2 * (count - 1)) / (1 - 1 / (rho * rho))
        points = []
        for root, weight in legendre(count, ctx.prec):
            t = middle + half * root
            log = self._log(t)
            points.append((log, half * weight * self._weight(kappa, t) * (w * log).exp()))
        return points, error

    def _argument(self, most: arb, beta: arb) -> arb:
        """Return a bound of the argument of r up to a real part, and an imaginary part below pi."""
        odds = self.q * most.exp() / (1 - self.q)
        sine, cosine = beta.sin_cos()
        if cosine > 0 or odds > 1:
            return arb(arb.atan2(odds * sine, 1 + odds * cosine).upper()).min(beta)
        return arb(odds.asin().upper()).min(beta) if odds < 1 else beta

    def _extreme(self, middle: arb, axis: arb, beta: arb) -> arb:
        """Return a bound of log abs(r) up to an imaginary part on the side that w asks for: from above, or from below."""
        if self.sign > 0:
            return self._log(middle + axis)
        return (self.q * ((middle - axis).exp() * beta.cos() - 1)).log1p()

    def decay(self, c: arb) -> tuple[arb, arb]:
        """Return what the atoms may come to anywhere, and a number that bounds the integrals times a height."""
        w, total, falling = self.power(c), arb(0), arb(0)
        for log, mass in self.atoms:
            total += abs(mass) * (w * log).exp()
        for a, b, kappa in self._whole:
            falling += (
                2 * abs(kappa) / self.q * sum((((w + 1) * self._log(t) - 3 * t / 2).exp() for t in (a, b)), arb(0))
            )
        return total, falling

    def smooth(self, c: arb) -> arb:
        """Return a bound of the integrals on the axis."""
        w, total = self.power(c), arb(0)
        for a, b, kappa in self.intervals:
            ends = [(w * self._log(end)).exp() for end in (a, b)]
            total += 2 * abs(kappa) * ((-a / 2).exp() - (-b / 2).exp()) * ends[0].max(ends[1])
        return total


class SampledStretches(Stretches):
    """Bounds of the moments on stretches: of the atoms as they come and go, of the integrals as they fall.

    Parameters
    ----------
    moments : Moments
        The moments.
    c : arb
        The abscissa, exact.
    """

    def __init__(self, moments: Moments, c: arb) -> None:
        sign = moments.sign
        terms: list[tuple[arb, arb, arb | None]] = [
            (sign * log, mass * log.exp() if sign > 0 else mass, None) for log, mass in moments.atoms
        ]
        self._atoms = Revivals(terms, c)
        self._smooth, (_, self._falling) = moments.smooth(c), moments.decay(c)
        self.height: arb = self._atoms.height + self._smooth

    def ratio(self, low: arb, high: arb, inverse: arb) -> arb:
        atoms = self._atoms.ratio(low, high, inverse) * self._atoms.height
        return ((atoms + self._smooth.min(self._falling / low)) / self.height).min(arb(1))


def _turn(rate: float, loss: float, beta: float) -> float:
    """Return about what `Moments._argument` bounds."""
    odds = rate * math.exp(min(loss, _LARGE)) / (1 - rate)
    sine, cosine = math.sin(beta), math.cos(beta)
    if cosine > 0 or odds > 1:
        return min(math.atan2(odds * sine, 1 + odds * cosine), beta)
    return min(math.asin(odds), beta)


@lru_cache(maxsize=256)
def legendre(count: int, bits: int) -> list[tuple[arb, arb]]:
    """Return the points of a sum of Gauss and Legendre between -1 and 1 with their weights."""
    with ctx.workprec(bits + 10):
        half = [arb.legendre_p_root(count, k, weight=True) for k in range((count + 1) // 2)]
    other = [(-root, weight) for root, weight in half[: count // 2]]
    return half + other
