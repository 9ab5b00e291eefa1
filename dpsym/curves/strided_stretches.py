r"""How large the moments of discrete Gaussian noise on a sample can be on a stretch of a vertical line.

The tilted masses :math:`p_j`, of losses :math:`L_j`, are taken in windows; what the moment loses in each adds up:
:math:`|\varphi| \le 1 - \sum_w \bigl(\sum_{j \in w} p_j - |\sum_{j \in w} p_j e^{iyL_j}|\bigr)`.

*Neighbours.* Whole turns from one value to the next change nothing, so that in a window of neighbours the angles are
:math:`\vartheta_j = y L_j - 2\pi m j` with one m. Where no two of them, anywhere on the stretch, are farther apart than
:math:`d \le \pi`, of masses that sum to P,

.. math:: \Bigl|\sum_j p_j e^{i\vartheta_j}\Bigr|^2 = P^2 - 2 \sum_{j,k} p_j p_k \sin^2 \frac{\vartheta_j - \vartheta_k}{2}
    \le P^2 \Bigl(1 - \Bigl(\frac{\sin(d/2)}{d/2}\Bigr)^2 \mathrm{Var}\,\vartheta\Bigr).

The variance is a convex polynomial of degree 2 in y, which is least in the middle of the stretch or at an end.

*Triples.* Of three values equally far apart, with masses of at least m, 2m and m, and the second difference :math:`\psi` of their losses,

.. math:: |m e^{iyL_-} + 2m e^{iyL_0} + m e^{iyL_+}| = 2m\,|1 + e^{iy\psi/2} \cos\delta| \le 4m \max(|\cos(y\psi/4)|, |\sin(y\psi/4)|)

for some angle :math:`\delta`, whatever the first differences are. The bound is least halfway between multiples of :math:`\pi/2` of
:math:`y\psi/4`, and has no maximum inside between two of them; far up, where angles turn much on a stretch, it still says something.
"""

from __future__ import annotations

import math
from itertools import pairwise

from flint import arb, ctx

from dpsym.curves.revivals import Stretches
from dpsym.curves.strided_moments import StridedMoments

_VALUE = 0.5  # units of work
_BITS = 120  # of the losses, whose differences are small
_SURE = 1 + 1e-8  # times what floats say, which err by less
_ULPS, _UNSURE = 1e-15, 1e-4  # radians that an angle may err by, over its whole turns, and at most
_ROUNDED = 1e-12  # of the variance, over the square of the greatest angle
_LITTLE, _MUCH = 0.05, 0.15  # that neighbours lose, where triples are looked at, and where it is enough
_SLIP = 1e-10  # of an angle of a triple
_TURN, _QUARTER = 2 * math.pi, math.pi / 2


class StridedStretches(Stretches):
    """Bounds of the moments of one such loss at one abscissa.

    Parameters
    ----------
    moments : StridedMoments
        The moments.
    c : arb
        The abscissa, exact.
    """

    def __init__(self, moments: StridedMoments, c: arb) -> None:
        self.height: arb = moments.on_line(c, arb(1), 0, 1, ctx.prec * math.log(2))[0].real
        first, self._masses = moments.cells.tilted(float(moments.power(c).mid()), float(self.height.log().upper()))
        with ctx.workprec(_BITS):
            losses = [moments.loss_at(first + k) for k in range(len(self._masses))]
            self._places = [float((loss - losses[len(losses) // 2]).mid()) for loss in losses]
            self._gaps = [float((two - one).mid()) for one, two in pairwise(losses)]
            self._losses = losses
            self._bend = self._bent(len(losses) // 2 - 1, 1) if len(losses) > 2 else 0.0
        self._inner, self._outer = (
            len(losses) // 3,
            2 * len(losses) // 3,
        )  # of the likelier ones, which mostly say enough
        self._triples: dict[int, list[tuple[float, float]]] = {}
        self.work = _VALUE * len(losses)
        self._widest = max(self._places[-1], -self._places[0])

    def ratio(self, low: arb, high: arb, inverse: arb) -> arb:
        start, end = float(low.lower()), float(high.upper())
        slip = _ULPS * end * self._widest
        if not slip < _UNSURE:
            return arb(1)
        lost, first = 0.0, self._inner
        while first < len(self._gaps) and not (first > self._outer and lost > _MUCH):
            first, more = self._window(first, start, end - start, slip)
            lost += more
        if lost < _MUCH:
            first = 0
            while first < self._inner:
                first, more = self._window(first, start, end - start, slip, self._inner)
                lost += more
        if lost < _LITTLE and self._bend > 0:
            lost = max(lost, self._lost_by_triples(start, end))
        return 1 - arb(lost / _SURE) if 0 < lost <= 1 else arb(1)

    def _window(
        self, first: int, start: float, width: float, slip: float, last: int | None = None
    ) -> tuple[int, float]:
        """Return the end of the window that begins at a value, before a last one at most, and what it loses."""
        places, masses, whole = self._places[:last], self._masses, math.pi - slip
        origin, turns = places[first], _TURN * round((start + width / 2) * self._gaps[first] / _TURN)
        # of the angles at either end of the stretch, less those of the first value
        apart = least = most = lowest = highest = 0.0
        mass, angles, slopes, squares, mixed, bends = masses[first], 0.0, 0.0, 0.0, 0.0, 0.0
        k, end = first + 1, len(places)
        while k < end:
            slope = places[k] - origin
            angle = start * slope - turns * (k - first)
            other = angle + width * slope
            if angle < least:
                least = angle
            elif angle > most:
                most = angle
            if other < lowest:
                lowest = other
            elif other > highest:
                highest = other
            if most - least > whole or highest - lowest > whole:
                break
            weight = masses[k]
            mass += weight
            angles += weight * angle
            slopes += weight * slope
            squares += weight * angle * angle
            mixed += weight * angle * slope
            bends += weight * slope * slope
            apart = max(most - least, highest - lowest)
            k += 1
        if not (mass > 0 and apart + slip > 0):
            return k, 0.0
        angle, slope = angles / mass, slopes / mass
        bend, tilt = bends / mass - slope * slope, mixed / mass - angle * slope
        y = min(max(-tilt / bend, 0.0), width) if bend > 0 else 0.0
        varied = squares / mass - angle * angle + y * (2 * tilt + y * bend) - apart * (4 * slip + _ROUNDED * apart)
        half = (apart + slip) / 2
        share = min(1.0, max(0.0, varied) * (math.sin(half) / half) ** 2)
        return k, mass * share / (1 + math.sqrt(1 - share))

    def _lost_by_triples(self, start: float, end: float) -> float:
        distance, lost = math.sqrt(math.pi / self._bend) / math.sqrt(math.sqrt(start * end)), 0.0
        for mass, bend in self._triples_at(max(1, min(round(distance), len(self._places) // 3))):
            one, other = start * bend / 4, end * bend / 4
            if one // _QUARTER == other // _QUARTER:
                lost += mass * max(0.0, min(_apart(one), _apart(other)))
        return lost

    def _triples_at(self, distance: int) -> list[tuple[float, float]]:
        """Return the masses of triples so far apart, each value in one of them at most, with their second differences."""
        if distance not in self._triples:
            size, masses = len(self._places), self._masses
            with ctx.workprec(_BITS):
                self._triples[distance] = [
                    (4 * min(masses[k], masses[k + distance] / 2, masses[k + 2 * distance]), self._bent(k, distance))
                    for block in range(0, size - 2 * distance, 3 * distance)
                    for k in range(block, min(block + distance, size - 2 * distance))
                ]
        return self._triples[distance]

    def _bent(self, k: int, distance: int) -> float:
        """Return the modulus of the second difference of the losses from one on."""
        losses = self._losses
        return float(abs(losses[k] - 2 * losses[k + distance] + losses[k + 2 * distance]).mid())


def _apart(angle: float) -> float:
    """Return 1 less the greater modulus of cosine and sine, from below."""
    return 1 - max(abs(math.cos(angle)), abs(math.sin(angle))) - _SLIP * (1 + angle)
