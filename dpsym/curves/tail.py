r"""How small the moments are beyond a height: one certified bound at a few heights gives one everywhere.

Let phi be the characteristic function of the tilted loss, :math:`|M(c + iy)| = M(c)|\phi(y)|`. Then
:math:`|\phi|^2` is the characteristic function of a symmetric law, and :math:`1 - \cos kx \le k^2(1 - \cos x)` gives

.. math:: 1 - |\phi(ky)|^2 \le k^2\,(1 - |\phi(y)|^2), \qquad k = 1, 2, \dots

So if :math:`|\phi| \le b` beyond a height H, then for :math:`Y \le y \le H`, with :math:`k = \lceil H/y \rceil \le H/y + 1`,
:math:`|\phi(y)|^2 \le 1 - (1 - b^2)\,(Y/(H + Y))^2`, and the same holds beyond H.

A loss in an interval of length W has :math:`|\phi(y)|^2 = E\cos(y(L - L'))` with :math:`|L - L'| \le W`, which falls up to
:math:`y = \pi/W`: there the value at Y bounds what follows up to :math:`\pi/W`, and the ladder above what comes after.
"""

from __future__ import annotations

import math

from flint import arb, ctx

from dpsym.curves.effort import SpentError
from dpsym.curves.loss import Parts, PrivacyLoss, more_bits

_BITS = 64
_NATS = 60.0
_LOOK = 14  # heights above a given one that may help it


class Tail:
    """Bounds of the moments of a composition beyond a height, at one abscissa."""

    def __init__(self, parts: Parts, c: float) -> None:
        self.parts, self.c = parts, c
        self._bits = _BITS + more_bits(parts)
        with ctx.workprec(self._bits):
            self._tops = [loss.at(arb(c)) for loss, _ in parts]
            self.log_height: arb = sum(
                (count * top.log() for top, (_, count) in zip(self._tops, parts, strict=True)), arb(0)
            )
        with ctx.workprec(_BITS):
            self._decays = [loss.decay(c) for loss, _ in parts]
            self._turns = [_turn(loss) for loss, _ in parts]
        self._known: dict[tuple[int, int], arb] = {}

    def log_bound(self, height: float) -> arb:
        """Return an upper bound of the logarithm of abs(M(c + i y)/M(c)) for all abs(y) >= height."""
        with ctx.workprec(_BITS):
            bounds = zip(self.log_bounds(height), self.parts, strict=True)
            return sum((count * bound for bound, (_, count) in bounds), arb(0))

    def log_bounds(self, height: float) -> list[arb]:
        """Return the same of one run of each part."""
        with ctx.workprec(_BITS):
            first = last_step_below(height)
            return [self._of_part(part, height, first).min(arb(0)) for part in range(len(self.parts))]

    def _of_part(self, part: int, height: float, first: int) -> arb:
        ladder, turn = self._best(part, height, first), self._turns[part]
        if not height < turn:
            return ladder
        after = self._best(part, turn, last_step_below(turn))
        if not after < ladder:
            return ladder
        with ctx.workprec(_BITS + self._bits):
            here = abs(self.parts[part][0].on_line(arb(self.c), arb(height), 1, 1, _NATS)[0]) / self._tops[part]
        return ladder.min(arb(here.log().upper()).max(after))

    def _best(self, part: int, height: float, first: int) -> arb:
        direct = self._squared(part, first)
        best = direct.log() / 2 if direct > 0 else arb("-inf")
        for index in range(first + 1, first + _LOOK):
            above, low = arb(step_of(index)), arb(height)
            share = (low / (above + low)) ** 2
            if best < (-share).log1p() / 2:
                break  # not even moments that vanish there, nor further up, would help
            squared = self._squared(part, index)
            if squared < 1:
                bound = (-(1 - squared) * share).log1p() / 2
                best = bound if bound < best else best
            if squared < 0.01:
                break
        return arb(best.upper())

    def _squared(self, part: int, index: int) -> arb:
        """Return a bound, at most 1, of the squared ratio beyond a height of the ladder."""
        if (part, index) not in self._known:
            ratio = self._decays[part](arb(step_of(index))) / self._tops[part]
            self._known[part, index] = arb((ratio * ratio).min(arb(1)).upper())
        return self._known[part, index]

    def beyond(self, step: arb, count: int) -> arb:
        """Return an upper bound of the logarithm of abs(M) at the nodes beyond the count-th."""
        return self.log_height + self.log_bound(math.nextafter(float(step) * (count + 1), 0))

    def nodes(self, step: float, excess: float, most: int) -> int:
        """Return a number of nodes beyond which the rest is below exp(-excess) of M(c).

        Raises
        ------
        SpentError
            If it is greater than `most`.
        """

        def enough(count: int) -> bool:
            height = step * (count + 1)
            return float(self.log_bound(height).mid()) - math.log(height * count / (count + 1) * math.pi) <= -excess

        high = 16
        while not enough(high):
            high *= 2
            if high > 2 * most:
                raise SpentError(f"the moments do not certainly fall within {most} nodes")
        low = high // 2
        while high - low > max(1, high // 32):
            middle = (low + high) // 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        if high > most:
            raise SpentError(f"the moments do not certainly fall within {most} nodes")
        return high


def _turn(loss: PrivacyLoss) -> float:
    """Return a height up to which the modulus of the moments of a loss certainly falls; 0 where none is known."""
    span = loss.span()
    return 0.0 if span is None or not span > 0 else float((arb.pi() / span).lower()) * (1 - 1e-12)


def step_of(index: int) -> float:
    """Return a step of the ladder 1, 1.5, 2, 3, 4, 6, ... of heights, exact as floats."""
    return math.ldexp(1.5 if index % 2 else 1.0, index // 2)


def last_step_below(height: float) -> int:
    """Return the greatest step that is not above a positive height."""
    mantissa, exponent = math.frexp(height)
    return 2 * (exponent - 1) + (mantissa >= 0.75)
