r"""The moments of a loss on a sample of fixed size: of what lies above 0, of its mirror image, and of the atom between them.

With r the likelihood ratio of a record removed from a Poisson sample, and Q the law without the record,

.. math:: M(z) = m_0 + \int_{r > 1} (r^{1 + z} + r^{-z})\,dQ, \qquad m_0 = 1 - \int_{r > 1} (r + 1)\,dQ - m_\infty :

the two parts of the integral are the moments of a sampled loss (`sampled_moments`), a record removed and one added, of a mechanism whose losses
not above 0 are left out; :math:`m_\infty` is the mass of an infinite loss.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

from flint import acb, arb, ctx

from dpsym.curves.loss import ball_of
from dpsym.curves.pieces import PiecewiseLoss, Terms
from dpsym.curves.revivals import Revivals, Stretches
from dpsym.curves.sampled_moments import Moments

_PLAN_BITS = 80


@dataclass(frozen=True)
class PositivePart(PiecewiseLoss):
    """What lies above 0 of a loss of atoms and edges.

    Parameters
    ----------
    whole : PiecewiseLoss
        The loss.
    """

    whole: PiecewiseLoss

    def terms(self) -> Terms:
        kept = {place: pair for place, pair in self.whole.terms().items() if place > 0}
        # an edge leaves a density below itself as far as another one ends it: here that is at 0
        end = sum((edge * (-ball_of(place) / 2).exp() for place, (_, edge) in kept.items()), arb(0))
        return {**kept, Fraction(0): (arb(0), -end)} if any(edge != 0 for _, edge in kept.values()) else kept


class Floats(Protocol):
    """Moments in floats."""

    def log_mgf(self, c: float) -> float:
        """Return about log M(c)."""


class MirroredMoments:
    """The moments on both sides of the atom at 0.

    Parameters
    ----------
    half : callable
        From 1, or -1, to the moments of what lies above 0, of a record removed, or added, at the working precision.
    coarse : callable
        From these to moments in floats.
    at_zero : callable
        The mass at 0, at the working precision.
    """

    def __init__(
        self, half: Callable[[int], Moments], coarse: Callable[[Any], Floats], at_zero: Callable[[], arb]
    ) -> None:
        self.half, self.coarse, self.at_zero = half, coarse, at_zero
        self._known: dict[int, tuple[Moments, Moments, arb]] = {}

    def parts(self) -> tuple[Moments, Moments, arb]:
        """Return the moments above 0 and below, and the mass at 0, at the working precision."""
        if ctx.prec not in self._known:
            above, below = (self.half(sign) for sign in (1, -1))
            self._known[ctx.prec] = above, below, self.at_zero()
        return self._known[ctx.prec]

    @cached_property
    def _coarse(self) -> tuple[Floats, Floats, float]:
        with ctx.workprec(_PLAN_BITS):
            above, below, here = self.parts()
            return self.coarse(above), self.coarse(below), float(here.mid())

    def log_mgf(self, c: float) -> float:
        """Return about log M(c)."""
        above, below, here = self._coarse
        logs = [above.log_mgf(c), below.log_mgf(c), math.log(here) if here > 0 else -math.inf]
        top = max(logs)
        return top + math.log(sum(math.exp(each - top) for each in logs))

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        """Return M(c + i k step) for k from a start on."""
        above, below, here = self.parts()
        pairs = zip(*(side.on_line(c, step, start, count, nats) for side in (above, below)), strict=True)
        return [here + one + other for one, other in pairs]

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        """Return what that costs."""
        above, below, _ = self.parts()
        return (above.points(c, height, nats) + below.points(c, height, nats)) * (2 * math.sqrt(count) + count / 10)

    def decay(self, c: arb) -> tuple[arb, arb]:
        """Return what the atoms may come to anywhere, and a number that bounds the integrals times a height."""
        above, below, here = self.parts()
        (one, fall), (other, rise) = above.decay(c), below.decay(c)
        return abs(here) + one + other, fall + rise


class MirroredStretches(Stretches):
    """Bounds of the moments on stretches: of the atoms as they come and go, of the integrals as they fall.

    Parameters
    ----------
    moments : MirroredMoments
        The moments.
    c : arb
        The abscissa, exact.
    """

    def __init__(self, moments: MirroredMoments, c: arb) -> None:
        above, below, here = moments.parts()
        terms: list[tuple[arb, arb, arb | None]] = [(arb(0), here, None)]
        terms += [(log, mass * log.exp(), None) for log, mass in above.atoms]
        terms += [(-log, mass, None) for log, mass in below.atoms]
        self._atoms = Revivals(terms, c)
        self._smooth, (_, self._falling) = above.smooth(c) + below.smooth(c), moments.decay(c)
        self.height: arb = self._atoms.height + self._smooth

    def ratio(self, low: arb, high: arb, inverse: arb) -> arb:
        atoms = self._atoms.ratio(low, high, inverse) * self._atoms.height
        return ((atoms + self._smooth.min(self._falling / low)) / self.height).min(arb(1))
