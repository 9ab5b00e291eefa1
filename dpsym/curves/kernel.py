r"""The kernels k_m(s), the inverse transforms of 1/((2z + 1)^m z (z + 1)), and powers of A + D t.

.. math:: k_m(s) = 1 - (-1)^m e^{-s} - 2e^{-s/2} \sum_{i < m,\ i \not\equiv m (2)} \frac{(s/2)^i}{i!}, \qquad s > 0,

which is :math:`(1 - e^{-s})_+` for m = 0: the residues at 0, -1 and -1/2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from flint import acb, acb_poly, acb_series, arb, arb_poly, ctx

from dpsym.curves.loss import ball_of

_NEAR = 1.3  # radii below which the sums are computed upwards


class Residues:
    r"""A sum over m of weights W_m times k_m(s), as a polynomial in s/2 and three exponentials.

    .. math:: A - B e^{-s} - 2e^{-s/2} \sum_i \frac{(s/2)^i}{i!} \sum_{m > i,\ m \not\equiv i (2)} W_m, \qquad
        A = \sum_m W_m, \quad B = \sum_m (-1)^m W_m

    Parameters
    ----------
    weights : sequence of arb
        Of k_0, k_1, ...
    """

    def __init__(self, weights: Sequence[arb]) -> None:
        self.even, self.odd = sum(weights[::2], arb(0)), sum(weights[1::2], arb(0))
        sums, one, two = [], arb(0), arb(0)  # of the weights beyond, of either parity
        for weight in reversed(weights[1:]):
            one, two = two + weight, one
            sums.append(one)
        terms, factorial = [], 1
        for i, total in enumerate(reversed(sums)):
            factorial *= max(i, 1)
            terms.append(total / factorial)
        self.polynomial = arb_poly(terms)

    def at(self, s: Fraction) -> arb:
        """Return the sum at s > 0."""
        half = ball_of(s / 2)
        edge, whole = (-half).exp(), (-2 * half).expm1()
        return -self.even * whole + self.odd * (2 + whole) - 2 * edge * self.polynomial(half)


def kernel_bound(z: acb, step: arb) -> arb:
    """Return a number that the modulus of the m-th sum of a `Kernel`, times abs(2z + 1)^m, does not exceed."""
    return 1 / (abs(z * (z + 1)) * step) + step / 4


class Kernel:
    r"""Weighted sums over m of :math:`\hat k_m`, the sums over a half lattice of k_m(s) exp(-z s), s = first, first + step, ...

    With :math:`S(\tau) = \sum_j e^{-(z + 1/2 - \tau/2)s_j}`, a power series of radius :math:`|2z + 1|`, they obey
    :math:`\hat k_m = \hat k_{m+2} + 2 S_{m+1}`. Everything is scaled by powers of a number just below the radius. As

    .. math:: S(\tau) = \frac{e^{-(z + 1/2) s_0}\, e^{\tau s_0/2}}{1 - e^{-(z + 1/2 - \tau/2)\,\mathrm{step}}}

    a weighted sum is a polynomial in the first point s_0, but for factors that are exponentials: found once, it serves every s_0.

    Parameters
    ----------
    z : acb
        Where.
    step : arb
        Of the half lattice.
    radius : arb
        Not above abs(2z + 1).
    weights : sequence of acb
        Of the sums times the powers of the radius.
    is_upward : bool, optional
        Whether they are found from the first two, which takes as many terms as there are weights, and more digits, as they fall.
    """

    def __init__(self, z: acb, step: arb, radius: arb, weights: Sequence[acb], is_upward: bool = False) -> None:
        self.z, self.half = z, radius / 2
        self.rests = 1 - (-z * step).exp(), 1 - (-(z + 1) * step).exp()
        if is_upward or float(radius.mid()) < _NEAR or len(weights) == 1:
            shares, self.ends, self.ball = *_upwards(weights, radius), acb(0)
        else:
            length = len(weights) + max(2, math.ceil(ctx.prec * math.log(2) / math.log(float(radius.mid()))))
            shares, self.ends = _downwards(weights, radius, length), (acb(0), acb(0))
            size = sum((abs(weight) * radius ** (m - length) for m, weight in enumerate(weights)), arb(0))
            limit = arb(0, (size * kernel_bound(z, step)).upper())
            self.ball = acb(limit, limit)
        self.polynomial = self._polynomial(shares, step)

    def _polynomial(self, shares: list[acb], step: arb) -> acb_poly:
        """Return the sum over i of so many S_i, over the exponential of the first point, as a polynomial in radius times it over 2."""
        count = len(shares)
        if not count:
            return acb_poly([])
        ratio = -(-(self.z + 0.5) * step).exp()
        with _cut(count):
            inverse = 1 / (1 + ratio * acb_series([0, step * self.half], prec=count).exp())
            product = acb_series(shares[::-1], prec=count) * inverse
        terms, factorial = [], arb(1)
        for j in range(count):
            factorial *= max(j, 1)
            terms.append(product[count - 1 - j] / factorial)
        return acb_poly(terms)

    def at(self, first: arb) -> acb:
        """Return the weighted sum on the half lattice that begins at a point, above 0 and at most the step."""
        middle = (-(self.z + 0.5) * first).exp()
        total = middle * self.polynomial(self.half * first) + self.ball
        one, two = self.ends
        if one != 0 or two != 0:
            total += one * (-self.z * first).exp() / self.rests[0] + two * (-(self.z + 1) * first).exp() / self.rests[1]
        return total


def _upwards(weights: Sequence[acb], radius: arb) -> tuple[list[acb], tuple[acb, acb]]:
    """Return how often each S_i is in the weighted sum by the recurrence from k_0 and k_1, and how often the sums at z and at z + 1 are."""
    shares = [acb(0)] * (len(weights) + 1)
    for i in range(len(weights) - 2, -1, -1):
        shares[i] = radius * (radius * shares[i + 2] - 2 * weights[i + 1]) if i + 2 < len(shares) else acb(0)
    even, odd, power = acb(0), acb(0), arb(1)
    for m, weight in enumerate(weights):
        if m % 2:
            odd += weight * power
        else:
            even += weight * power
        power *= radius
    return shares[: len(weights) - 1], (odd + even, odd - even)


def _downwards(weights: Sequence[acb], radius: arb, length: int) -> list[acb]:
    """Return how often each S_i is in the weighted sum by the recurrence from the far k_m, of which no more is known than their bound."""
    shares = [acb(0), acb(0)]
    for i in range(1, length + 1):
        shares.append(((2 * weights[i - 1] if i <= len(weights) else 0) + shares[-2] / radius) / radius)
    return shares[1:]


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
    terms, chosen = [], 1
    for m in range(last + 1):
        terms.append(ups[m] * downs[last - m] * chosen)
        chosen = chosen * (exponent - m) // (m + 1)
    return acb_poly(terms)
