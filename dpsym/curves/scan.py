r"""Bounds of the moments on many short stretches of a line at once, from values in the middle of each.

Of few different losses, and of noise on the integers, the moments themselves are taken. With mu any number and E the mean under the loss tilted by c,

.. math:: |\varphi(y + t)| \le |\varphi(y)| + |t|\,E|L - \mu|, \qquad
    E(L - \mu)^2 \le \frac{e^{-s\mu} M(c + s) + e^{s\mu} M(c - s) - 2 M(c)}{s^2 M(c)},

since :math:`\cosh x - 1 \ge x^2/2`. Of many losses, two atoms of each. With T the sum of the atoms, w and w' two of them, 2g their distance,
and X a bound of the edges beyond the height, :math:`|\varphi(y)| \le \frac{T + X}{M(c)} \sqrt{1 - a \sin^2 gy}` with
:math:`a = \frac{4ww'}{T(T + X)}`, as the root is concave. From :math:`\log(1 - x) \le -x` follows

.. math:: \log\prod_k |\varphi_k(y + t)| \le \sum_k \log\frac{T_k + X_k}{M_k(c)} - \frac14\Bigl(\sum_k a_k
    - \Bigl|\sum_k a_k e^{2ig_k y}\Bigr| - 2|t| \sum_k a_k |g_k - \bar g|\Bigr) :

the angles turn together, but for their distance from a mean.
"""

from __future__ import annotations

import math
from typing import ClassVar

from flint import acb, arb, ctx

from dpsym.curves.atomic import AtomicLoss
from dpsym.curves.loss import Parts, PrivacyLoss, turned
from dpsym.curves.revivals import Revivals
from dpsym.errors import UndecidedError

_BITS = 53
_NATS = 25.0
_FEW = 4  # different losses whose moments are taken themselves
_VOICES = 256  # losses that are enough of many
_CLOSE = 0.05  # what the moments may change on half a stretch
_TYPICAL = 1 << 10  # stretches of a block
_SHORT, _RARELY = 64, 8  # a block that is not halved any more, and when it is: of so many stretches one is left
_COARSE = -4.0  # nats of the moments of noise on the integers
_USUAL, _WIDEST, _FALL = (
    0.25,
    0.25,
    12.0,
)  # such a moment far out, what it may change at most, and the nats by which all have to fall
_ENOUGH = 64  # runs of which stretches say enough
_MARGIN = 1e-6  # in nats, more than floats err


class Scan:
    """Bounds of the product of the moments, as a share of that on the axis, on stretches of an odd number of nodes.

    Parameters
    ----------
    step : arb
        The distance of the nodes.
    """

    nodes: int
    """How many nodes a stretch has."""

    work: float
    """What a stretch costs, in units of `Effort`."""

    is_sharp: ClassVar[bool]
    """Whether looking closer would not say more."""

    def __init__(self, step: arb, reach: float) -> None:
        if not math.isfinite(reach):
            raise UndecidedError("how fast the moments turn is not certainly known")
        self.step = step
        self.nodes = 2 * max(0, math.floor(reach / float(step))) + 1

    @property
    def _half(self) -> float:
        """Half the width of a stretch, rounded up."""
        return float(self.step) * (self.nodes // 2) * (1 + 1e-9)

    def bounds(self, first: int, count: int, inverse: arb, wanted: float) -> list[float]:
        """Return the logarithms of bounds on stretches whose middles are whole multiples of their length.

        Parameters
        ----------
        first, count : int
            The first stretch, and how many.
        inverse : arb
            A bound of abs(1/(2z + 1)) there.
        wanted : float
            How small a bound need not be smaller.
        """
        raise NotImplementedError


class FewScan(Scan):
    """Of few different losses, all of whose moments are taken."""

    is_sharp: ClassVar[bool] = True

    def __init__(self, parts: Parts, c: arb, step: arb, close: float = _CLOSE, nats: float = _NATS) -> None:
        self.parts, self.c, self._nats = parts, c, nats
        self._whole = [loss.at(c) for loss, _ in parts]
        self._spreads = [float(_spread(loss, c).upper()) * (1 + 1e-9) for loss, _ in parts]
        super().__init__(step, close / max(*self._spreads, 1e-300))
        self.work = 1 + sum(loss.work(float(c), 0.0, _TYPICAL, nats) for loss, _ in parts[:_FEW]) / _TYPICAL

    def bounds(self, first: int, count: int, inverse: arb, wanted: float) -> list[float]:
        found: list[float] = []
        for start in range(first, first + count, _TYPICAL):
            size = min(_TYPICAL, first + count - start)
            with ctx.workprec(_BITS):
                found += self._block(start, [_MARGIN] * size, 0, wanted)
        return found

    def _block(self, first: int, totals: list[float], voice: int, wanted: float) -> list[float]:
        """Return the sums with the bounds of all losses from one on; where few stretches are left, those without any are left early."""
        for k in range(voice, len(self.parts)):
            (loss, runs), whole, spread = self.parts[k], self._whole[k], self._spreads[k]
            change, size = spread * self._half, float(whole.lower()) * (1 - 1e-9)
            values = loss.on_line(self.c, self.step * self.nodes, first, len(totals), self._nats)
            shares = (float(value.abs_upper()) / size + change for value in values)
            totals = [
                total + (runs * math.log(share) if share < 1 else 0.0)
                for total, share in zip(totals, shares, strict=True)
            ]
            left = sum(total >= wanted for total in totals)
            if not left:
                break
            if len(totals) > _SHORT and left * _RARELY < len(totals):
                half = len(totals) // 2
                sides = (first, totals[:half]), (first + half, totals[half:])
                return [bound for start, side in sides for bound in self._rest(start, side, k + 1, wanted)]
        return totals

    def _rest(self, first: int, totals: list[float], voice: int, wanted: float) -> list[float]:
        return totals if max(totals) < wanted else self._block(first, totals, voice, wanted)


class ManyScan(Scan):
    """Of many different losses, by two atoms of each."""

    is_sharp: ClassVar[bool] = False

    def __init__(self, parts: Parts, c: arb, step: arb) -> None:
        stride = -(-len(parts) // _VOICES)
        with ctx.workprec(_BITS):
            chosen = [(loss.revivals(c), loss.at(c), count) for loss, count in parts[::stride]]
        self._voices = [(one, whole, count) for one, whole, count in chosen if isinstance(one, Revivals)]
        gaps = [float(one.gap.mid()) for one, _, _ in self._voices] or [0.0]
        self._mean = sum(gaps) / len(gaps)
        off = sum(abs(gap - self._mean) for gap in gaps) / len(gaps)
        super().__init__(step, _CLOSE / max(off, 1e-300))
        self.work = 1 + len(self._voices) / _VOICES

    def bounds(self, first: int, count: int, inverse: arb, wanted: float) -> list[float]:
        with ctx.workprec(_BITS):
            points, fixed, total, off, mean = [], arb(0), arb(0), arb(0), arb(self._mean)
            for one, whole, runs in self._voices:
                top = one.top + one.edges * inverse
                weight = runs * one.share / (one.top * top)
                fixed += runs * (top / whole).log()
                points.append((2 * one.gap, weight))
                total += weight
                off += 2 * weight * abs(one.gap - mean)
            values = turned(points, acb(0, 1) * self.step * self.nodes, first, count, acb(0))
            rest = float((fixed + (off * self._half - total) / 4).upper()) + _MARGIN
        return [rest + float(value.abs_upper()) / 4 for value in values]


def scan_of(parts: Parts, c: arb, step: arb) -> Scan | None:
    """Return a scan for a composition, None where stretches that are looked at one by one are as quick."""
    if any(loss.has_sharp_stretches and count >= _ENOUGH for loss, count in parts):
        return None
    atomic = tuple((loss, count) for loss, count in parts if isinstance(loss, AtomicLoss))
    if atomic:
        close = math.exp(-_FALL / sum(count for _, count in atomic)) - _USUAL
        chosen = sorted(atomic, key=lambda part: -part[1])[:_VOICES]
        return FewScan(tuple(chosen), c, step, min(_WIDEST, max(_CLOSE, close)), _COARSE)
    scan: Scan = FewScan(parts, c, step) if len(parts) <= _FEW else ManyScan(parts, c, step)
    return scan if scan.nodes > 1 else None


def _spread(loss: PrivacyLoss, c: arb) -> arb:
    """Return a bound of the mean distance of the tilted loss from its mean."""
    s = arb(float(c) / 8)
    above, here, below = (loss.at(c + k * s) for k in (1, 0, -1))
    mean = arb((((above / below).log()) / (2 * s)).mid())
    rest = ((-s * mean).exp() * above + (s * mean).exp() * below - 2 * here) / (s * s * here)
    return arb(rest.upper()).max(arb(0)).sqrt()
