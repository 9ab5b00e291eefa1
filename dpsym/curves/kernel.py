r"""The kernels k_m(s), the inverse transforms of 1/((2z + 1)^m z (z + 1)), and powers of A + D t.

.. math:: k_m(s) = 1 - (-1)^m e^{-s} - 2e^{-s/2} \sum_{i < m,\ i \not\equiv m (2)} \frac{(s/2)^i}{i!}, \qquad s > 0,

which is :math:`(1 - e^{-s})_+` for m = 0: the residues at 0, -1 and -1/2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from flint import acb, acb_poly, acb_series, arb, ctx

from dpsym.curves.loss import ball_of

_NEAR = 1.3  # radii below which the sums are computed upwards


def kernels(s: Fraction, count: int) -> list[arb]:
    """Return k_0(s), ..., k_{count - 1}(s) for s > 0."""
    half = ball_of(s / 2)
    values, term = [-(-2 * half).expm1(), (-half).expm1() ** 2], (-half).exp()
    for m in range(2, count):
        term = term * half / (m - 1)
        values.append(values[m - 2] - 2 * term)
    return values[:count]


class Kernel:
    r"""The sums :math:`\hat k_m` over a half lattice of k_m(s) exp(-z s), s = first, first + step, ...

    With :math:`S(\tau) = \sum_j e^{-(z + 1/2 - \tau/2)s_j}`, a power series of radius :math:`|2z + 1|`, they obey
    :math:`\hat k_m = \hat k_{m+2} + 2 S_{m+1}`. Everything is scaled by powers of a number just below the radius.

    Parameters
    ----------
    first, step : Fraction
        The half lattice; 0 < first <= step.
    count : int
        The number of kernels.
    """

    def __init__(self, first: Fraction, step: Fraction, count: int) -> None:
        self.first, self.step, self.count = ball_of(first), ball_of(step), count

    def bound(self, z: acb) -> arb:
        """Return a number that the modulus of the m-th sum, times abs(2z + 1)^m, does not exceed."""
        return 1 / (abs(z * (z + 1)) * self.step) + self.step / 4

    def divisor(self, z: acb, radius: arb) -> acb_series:
        """Return what S(radius tau) has as its divisor, inverted: of the step alone, so that it serves every first point."""
        length = self._length(float(radius.mid()))
        ratio = -(-(z + 0.5) * self.step).exp()
        with _cut(length):
            return 1 / (1 + ratio * acb_series([0, self.step * radius / 2], prec=length).exp())

    def at(self, z: acb, radius: arb, divisor: acb_series) -> list[acb]:
        """Return the sums times the powers of `radius`, which is not above abs(2z + 1)."""
        one, two = ((-x * self.first).exp() / (1 - (-x * self.step).exp()) for x in (z, z + 1))
        if self.count == 1:
            return [one - two]
        span = float(radius.mid())
        series = self._series(z, radius, divisor, self._length(span))
        if span < _NEAR:
            values = [one - two, radius * (one + two - 2 * series[0])]
            for m in range(2, self.count):
                values.append(radius * (radius * values[m - 2] - 2 * series[m - 1]))
            return values
        limit = self.bound(z).upper()
        ball = acb(arb(0, limit), arb(0, limit))
        backwards = [ball, ball]  # of the numbers after the last two
        for m in range(len(series) - 2, -1, -1):
            backwards.append((backwards[-2] / radius + 2 * series[m + 1]) / radius)
        return backwards[: -self.count - 1 : -1]

    def _length(self, span: float) -> int:
        """Return how many coefficients are needed: downwards, more than there are kernels, by what the first ones forget."""
        if span < _NEAR:
            return self.count
        return self.count + max(2, math.ceil(ctx.prec * math.log(2) / math.log(span))) + 1

    def _series(self, z: acb, radius: arb, divisor: acb_series, count: int) -> list[acb]:
        """Return the first coefficients of S(radius tau)."""
        with _cut(count):
            above = acb_series([0, self.first * radius / 2], prec=count).exp()
            found = (-(z + 0.5) * self.first).exp() * above * divisor
        return [found[i] for i in range(count)]


@contextmanager
def _cut(count: int) -> Iterator[None]:
    """Let power series have so many coefficients."""
    before = ctx.cap
    try:
        ctx.cap = count
        yield
    finally:
        ctx.cap = before


def power_series(atoms: acb, edges: acb, exponent: int, count: int) -> acb_poly:
    """Return (atoms + edges t)^exponent, without the powers of t from `count` on."""
    if edges.is_zero() or count == 1:
        return acb_poly([atoms**exponent])
    last = min(exponent, count - 1)
    ups = [acb(1)]
    for _ in range(last):
        ups.append(ups[-1] * edges)
    downs = [atoms ** (exponent - last)]
    for _ in range(last):
        downs.append(downs[-1] * atoms)
    return acb_poly([ups[m] * downs[last - m] * math.comb(exponent, m) for m in range(last + 1)])
