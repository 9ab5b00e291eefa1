"""The statistics of log-masses on the integers, with what Stirling's formula says about them far out."""

from __future__ import annotations

from typing import Any

import sympy as sp
from flint import arb

from dpsym.enclose.definition.charts import End, Place
from dpsym.enclose.definition.growth import ENTROPY, LINEAR, LOGARITHM, Leading
from dpsym.enclose.definition.statistics import Statistic

_HALF = sp.Rational(1, 2)


class LogGamma(Statistic):
    """log Gamma(s x + a), s = 1 or -1."""

    def at(self, place: Place) -> Any:
        sign, shift = self.numbers
        return (arb(place.point * sign) + shift).lgamma()

    def leading(self, end: End) -> Leading:
        sign, shift = self.parameters
        if sign * end.sign < 0:
            return {}  # the argument leaves the domain: rest refuses
        return {ENTROPY: sp.S.One, LINEAR: -sp.S.One, LOGARITHM: shift - _HALF}

    def rest(self, end: End, depth: arb) -> arb:
        """Bound log Gamma(w + a) - (w + a - 1/2) log w + w.

        By Stirling it is log(2 pi)/2 + (w + a - 1/2) log(1 + a/w) - a + r with 0 <= r <= 1/(12 (w + a)). For a >= 0 the rest is bounded by
        u - u^2/2 <= log(1 + u) <= u; for a < 0 and w >= -2a by u - u^2 <= log(1 + u) <= u, which leaves what is between
        0 and (a^2 - a/2 + 1/6)/w.
        """
        sign, shift = self.numbers
        shift = arb(shift)
        if sign * end.sign < 0 or not (shift >= 0 or depth >= -2 * shift) or not depth >= 1:
            return super().rest(end, depth)
        if shift >= 0:
            slack = (shift * (shift + 1) + shift**2 * (1 + shift / depth) / 2 + arb(1) / 12) / depth
        else:
            slack = (shift**2 - shift / 2 + arb(1) / 6) / depth
        return (2 * arb.pi()).log() / 2 + arb(0, slack.upper())


class LogBessel(Statistic):
    """log I_|x - s|(c), c > 0."""

    def at(self, place: Place) -> Any:
        scale, shift = self.numbers
        return arb(scale).bessel_i(abs(arb(place.point) - shift)).log()

    def _factorial(self, end: End) -> LogGamma:
        """Return log Gamma(n + 1) of the order n, which is the distance of the point from 0 less s to the right, plus s to the left."""
        return LogGamma(sp.S.One, 1 - end.sign * self.parameters[1])

    def leading(self, end: End) -> Leading:
        towards = End(end.chart, 1)
        found = {shape: -factor for shape, factor in self._factorial(end).leading(towards).items()}
        found[LINEAR] = found[LINEAR] + sp.log(self.parameters[0] / 2)
        return found

    def rest(self, end: End, depth: arb) -> arb:
        """Bound log I_n(c) by (c/2)^n/n! <= I_n(c) <= (c/2)^n/n! e^(c^2/(4 (n+1))), term by term of the series."""
        scale, shift = map(arb, self.numbers)
        moved = -end.sign * shift
        if not depth + moved >= 0:
            return super().rest(end, depth)
        reach = scale**2 / (4 * (depth + moved + 1))
        factorial = self._factorial(end).rest(End(end.chart, 1), depth)
        return arb(0).union(reach) + moved * (scale / 2).log() - factorial
