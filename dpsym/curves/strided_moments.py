r"""The moments of discrete Gaussian noise on a Poisson sample, from every h-th of its values.

With j the noise, counted from where the record is not, :math:`x_j = (2j\Delta - \Delta^2)/(2\sigma^2)` its loss, r the ratio on a sample and w
the power of `sampled_moments`, M(z) is the sum over the integers of

.. math:: F(j) = \frac{1}{N} e^{-j^2/(2\sigma^2)}\, r(x_j)^w .

F is analytic where :math:`|\Im x| = \theta < \pi`. Let :math:`\alpha < \beta` lie halfway between integers, h times a whole number apart. Both the
sum over the integers between them and the sum of h F over the middles of stretches of length h err from the integral of F, by the integrals
along a rectangle of :math:`F/(e^{2\pi i y/h} - 1)`: with :math:`a = \theta\sigma^2/\Delta` by at most

.. math:: \frac{1}{e^{2\pi a/h} - 1} \int_\alpha^\beta |F(y + ia)| + |F(y - ia)|\,dy
    + \frac{h \log 2}{\pi} \sum_{y = \alpha, \beta}\ \max_{|t| \le a} |F(y + it)| ,

with h = 1 for the integers: at the ends the denominator is :math:`-1 - e^{-2\pi t/h}`. There, with :math:`s = q e^x/r` the share of the sampled
records in r,

.. math:: r(x + i\theta) = r(x)\,(1 - s + s e^{i\theta}), \qquad |1 - s + s e^{i\theta}|^2 = 1 - 4s(1 - s)\sin^2(\theta/2),

so that the modulus of the power is at most :math:`r^{\Re w} e^{|\Im w| \arg(1 - s + s e^{i\theta})}`, times that square root to the power of
:math:`\Re w` where this is negative. The argument grows with s, and up to a right angle with theta; the rest is monotone on either side
of 0, so that the ends of a short cell bound what lies between them. What has to be summed grows with the turns of the loss along the line, and not
with sigma.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from flint import acb, arb

from dpsym.curves.coarse import log_sum
from dpsym.curves.loss import ball_of
from dpsym.curves.sampled_moments import SLIP, Moments
from dpsym.curves.theta import DiscreteGaussianLoss

_LEAST = 16  # the variance from which on fewer than all values may be enough
_CELLS = 4  # to a sigma
_SPARE = 4.0  # nats
_HEIGHTS = (1.5, 2.2, 3.3, 5.0, 7.5, 11.0, 17.0, 25.0, 38.0)  # sigmas by which the path is moved up
_STEEPEST = 1.5  # radians that a loss is turned at most: up to a right angle the argument grows with them
_STRIDES = sorted(k << n for k in (2, 3) for n in range(20))
_PER_OCTAVE = 2  # heights for which strides are looked for
_FAR = 700.0  # nats of a float
_LARGEST = 600  # loss
_NATS = 60.0
_WEIGHED, _LISTED = 14.0, 1 << 12  # nats below the greatest, and values at most, by which stretches are bounded
_KEPT = 64


@dataclass(frozen=True)
class Strided:
    """Every h-th value between two ends, and the error of their sum.

    Parameters
    ----------
    stride : int
        h.
    first, last : int
        The values are 1/2 + (k + 1/2) h for k from the first to the one before the last.
    log_error : float
        Of the sum, with what lies beyond, as a logarithm.
    """

    stride: int
    first: int
    last: int
    log_error: float


class _Cells:
    """What F is at most on short cells, in floats.

    Parameters
    ----------
    base : DiscreteGaussianLoss
        The loss without the sample.
    rate : Fraction
        The sampling rate q.
    """

    def __init__(self, base: DiscreteGaussianLoss, rate: Fraction) -> None:
        self.sigma, self.shift = math.sqrt(base.variance), base.sensitivity
        self.low, self.high = (
            self.shift + side * (base.last + 0.5) for side in (-1, 1)
        )  # ends of the values that are kept
        self.width = self.sigma / _CELLS
        count = math.ceil((self.high - self.low) / self.width)
        self.ends = [self.low + self.width * k for k in range(count + 1)]
        self._q, variance = float(rate), float(base.variance)
        self.logs = [self._log(j) for j in self.ends]
        self._shares = [1 / (1 + (1 - self._q) / self._q * math.exp(-self._loss(j))) for j in self.ends]
        self._falls = [
            -(0.0 if one < 0 < two else min(one * one, two * two)) / (2 * variance) for one, two in pairwise(self.ends)
        ]
        self._squares = [j * j / (2 * variance) for j in self.ends]
        self._turns: dict[float, tuple[list[float], list[float]]] = {}
        self._log_norm = float(base.norm().log().mid())
        self.is_wide = variance >= _LEAST

    def sizes(self, w: float) -> list[float]:
        """Return bounds of log F on the cells, on the real axis."""
        logs = self.logs[1:] if w > 0 else self.logs[:-1]
        return [fall + w * log - self._log_norm for fall, log in zip(self._falls, logs, strict=True)]

    def _whole(self, w: float) -> float:
        """Return about the logarithm of the sum of F."""
        return log_sum([w * log + mass for log, mass in self.planned()])

    def planned(self) -> list[tuple[float, float]]:
        """Return log r and the logarithms of masses of Q whose sums are about those of all values."""
        scale = math.log(self.width) - self._log_norm
        return [(log, scale - square) for log, square in zip(self.logs, self._squares, strict=True)]

    def tilted(self, w: float, log_whole: float) -> tuple[int, list[float]]:
        """Return the first of the values that matter, with the masses of F there as shares of a whole, from below."""
        sizes = self.sizes(w)
        top = max(sizes)
        middle = self.ends[sizes.index(top)]
        kept = [k for k, size in enumerate(sizes) if size > top - _WEIGHED]
        first = min(math.ceil(max(self.low, self.ends[kept[0]], middle - _LISTED / 2)), math.floor(self.high))
        last = max(math.floor(min(self.high, self.ends[kept[-1] + 1], middle + _LISTED / 2)), first)
        values = [w * self._log(j) - j * j / (2 * self.sigma**2) for j in range(first, last + 1)]
        whole = self._log_norm + log_whole + SLIP * (1 + max(map(abs, values)) + abs(log_whole))
        return first, [math.exp(value - whole) for value in values]

    def _loss(self, j: float) -> float:
        """Return the loss at a value, without the sample."""
        return (2 * j * self.shift - self.shift**2) / (2 * self.sigma**2)

    def _log(self, j: float) -> float:
        """Return log r at a value."""
        return math.log1p(self._q * math.expm1(self._loss(j)))

    def _lifted(self, theta: float) -> tuple[list[float], list[float]]:
        """Return bounds of the argument of 1 - s + s e^(i theta), and of minus the logarithm of its modulus, on the cells."""
        if theta not in self._turns:
            sine, cosine, half = math.sin(theta), math.cos(theta), math.sin(theta / 2) ** 2
            turns = [math.atan2(s * sine, 1 - s + s * cosine) for s in self._shares[1:]]
            mixed = [min(0.25, two * (1 - one)) for one, two in pairwise(self._shares)]
            self._turns[theta] = turns, [-math.log1p(-4 * each * half) / 2 for each in mixed]
        return self._turns[theta]

    def strided(self, w: float, height: float, nats: float) -> Strided | None:
        """Return values that are enough up to a height for an error of exp(-nats) of the moment on the axis; None where that takes all of them."""
        if not self.is_wide:
            return None
        sizes, whole = self.sizes(w), self._whole(w)
        goal = whole - nats - _SPARE
        least = goal - math.log((self.width + 1) * len(sizes))
        first = next((k for k, size in enumerate(sizes) if size > least), 0)
        last = len(sizes) - next((k for k, size in enumerate(reversed(sizes)) if size > least), 0)
        best, path = 0.0, (0.0, 0.0)
        for multiple in _HEIGHTS:
            a = multiple * self.sigma
            theta = a * self.shift / self.sigma**2
            if theta > _STEEPEST:
                break
            rise = log_sum(self._lifts(sizes, w, height, a, theta)[first:last]) + math.log(2 * self.width)
            stride = 2 * math.pi * a / max(rise - goal, 1e-3)
            if stride > best:
                best, path = stride, (a, theta)
        strides = [stride for stride in _STRIDES if stride <= best]
        if not strides:
            return None
        lifted = self._lifts(sizes, w, height, *path)
        while first > 0 and lifted[first] > goal:
            first -= 1
        while last < len(sizes) and lifted[last - 1] > goal:
            last += 1
        found = self._laid(strides[-1], sizes, lifted, first, last, path[0])
        return found if found is not None and found.log_error <= whole - nats else None

    def _lifts(self, sizes: list[float], w: float, height: float, a: float, theta: float) -> list[float]:
        """Return bounds of log F on the cells along a path that is moved by so much."""
        turns, lacks = self._lifted(theta)
        more, least = a * a / (2 * self.sigma**2), max(0.0, -w)
        return [
            size + height * turn + least * lack + more for size, turn, lack in zip(sizes, turns, lacks, strict=True)
        ]

    def _laid(
        self, stride: int, sizes: list[float], lifted: list[float], first: int, last: int, a: float
    ) -> Strided | None:
        """Return every so many values about those of some cells, with what the sum of them certainly errs by at most."""
        start = max(math.floor((self.ends[first] - 0.5) / stride), math.ceil((self.low - 0.5) / stride))
        end = min(math.ceil((self.ends[last] - 0.5) / stride), math.floor((self.high - 0.5) / stride))
        if end <= start:
            return None
        inner, outer = (
            min(math.floor((0.5 + k * stride - self.low) / self.width), len(sizes) - 1) for k in (start, end)
        )
        along = log_sum(lifted[inner : outer + 1]) + math.log(2 * self.width)
        log_error = log_sum(
            [
                *(along - math.log(math.expm1(min(2 * math.pi * a / each, _FAR))) for each in (stride, 1)),
                *(lifted[k] + math.log((stride + 1) * math.log(2) / math.pi) for k in (inner, outer)),
                *(size + math.log(self.width + 1) for size in (*sizes[: inner + 1], *sizes[outer:])),
            ]
        )
        slip = SLIP * (1 + abs(log_error) + max(map(abs, sizes)) + max(map(abs, lifted)))
        return Strided(stride, start, end, log_error + slip)


@lru_cache(maxsize=_KEPT)
def _cells_of(base: DiscreteGaussianLoss, rate: Fraction) -> _Cells:
    return _Cells(base, rate)


def can_stride(base: object) -> bool:
    """Return whether a loss is that of discrete Gaussian noise, and none so great that floats do not hold its exponential."""
    return isinstance(base, DiscreteGaussianLoss) and base.positions[-1] < _LARGEST


class StridedMoments(Moments):
    """The moments of discrete Gaussian noise on a sample, at the working precision.

    Parameters
    ----------
    base : DiscreteGaussianLoss
        The loss without the sample.
    rate : Fraction
        The sampling rate q.
    sign : {1, -1}
        1 where a record is removed, -1 where one is added.
    """

    def __init__(self, base: DiscreteGaussianLoss, rate: Fraction, sign: int) -> None:
        self.q, self.sign, self.base = ball_of(rate), sign, base
        self.intervals, self._whole = [], []
        self.cells = _cells_of(base, rate)
        self._chosen: dict[tuple[float, float, float], Strided | None] = {}
        self._points: dict[tuple[int, int], tuple[arb, arb]] = {}
        self._variance, self._shift = ball_of(base.variance), base.sensitivity
        self._norm = base.norm()

    def planned(self) -> list[tuple[float, float]]:
        return self.cells.planned() if self.cells.is_wide else super().planned()

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        w = self.power(c)
        chosen = self._choice(float(w.mid()), float(step) * (start + count - 1), nats)
        if chosen is None:
            return super().on_line(c, step, start, count, nats)
        points = []
        for k in range(chosen.first, chosen.last):
            log, mass = self._point(chosen.stride, k)
            points.append((log, mass * (w * log).exp()))
        error = arb(chosen.log_error).exp()
        return self._turned(points, error, step, start, count)

    def _choice(self, w: float, height: float, nats: float) -> Strided | None:
        """Return the values to be summed up to a height, None for all of them."""
        if height > 0:
            height = 2.0 ** (math.ceil(math.log2(height) * _PER_OCTAVE + SLIP) / _PER_OCTAVE) * (1 + SLIP)
        key = w, height, nats
        if key not in self._chosen:
            self._chosen[key] = self.cells.strided(w, height, nats)
        return self._chosen[key]

    def _point(self, stride: int, k: int) -> tuple[arb, arb]:
        """Return log r in the middle of a stretch, and its length times the density of Q."""
        if (stride, k) not in self._points:
            twice = (2 * k + 1) * stride + 1
            mass = stride * (-arb(twice * twice) / (8 * self._variance)).exp() / self._norm
            self._points[stride, k] = self.loss_at(arb(twice) / 2), mass
        return self._points[stride, k]

    def loss_at(self, j: arb | int) -> arb:
        """Return log r at a value."""
        return self._log((2 * j * self._shift - self._shift**2) / (2 * self._variance))

    def points(self, c: float, height: float, nats: float) -> float:
        chosen = self._choice(1 + c if self.sign > 0 else -c, height, nats)
        return super().points(c, height, nats) if chosen is None else float(chosen.last - chosen.first)

    def decay(self, c: arb) -> tuple[arb, arb]:
        return arb(self.on_line(c, arb(1), 0, 1, _NATS)[0].real.upper()), arb(0)
