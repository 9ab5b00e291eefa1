r"""Privacy losses made of atoms and of the pieces that a Laplace density leaves between them.

Laplace noise, truncated or not, two-sided geometric noise and randomized response all have

.. math:: M(z) = \sum_\ell \left(u_\ell + \frac{v_\ell}{2z + 1}\right) e^{z\ell}

with rational positions: the atom :math:`u_\ell` is mass on which the loss is constant, and the edges
:math:`v_\ell` come from :math:`\int e^{-ax} e^{za(1-2x)}\,dx`. This form is closed under composition.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any, ClassVar

from flint import acb, arb, ctx

from dpsym.ball import as_fraction
from dpsym.curves.loss import PrivacyLoss, ball_of, powers
from dpsym.curves.revivals import Revivals, Stretches
from dpsym.errors import UndecidedError

_NOTHING = arb(0), arb(0)
_CANCELLED, _BITS = 1e-6, 256  # the share of floats that may be left of them, and what is taken instead

Terms = dict[Fraction, tuple[arb, arb]]
Places = list[tuple[Fraction, arb]]


class PiecewiseLoss(PrivacyLoss):
    """A loss of atoms and edges at rational positions."""

    has_cells: ClassVar[bool] = True

    def terms(self) -> Terms:
        """Return the atom and the edge at each position, at the working precision."""
        raise NotImplementedError

    @cached_property
    def positions(self) -> list[Fraction]:
        """The positions in increasing order, in nats."""
        return sorted(self.terms())

    @property
    def size(self) -> int:
        """How many positions there are."""
        return len(self.positions)

    @cached_property
    def has_edges(self) -> bool:
        """Whether the loss is more than atoms."""
        return any(edge != 0 for _, edge in self.terms().values())

    def left_out(self) -> arb:
        """Return a ball from 0 on, of what either law has where its loss is counted as if it were any; exactly 0 where nothing is left out."""
        return arb(0)

    def greatest_loss(self) -> arb | None:
        return ball_of(self.positions[-1]) if self.positions else None

    def span(self) -> arb | None:
        return ball_of(self.positions[-1] - self.positions[0]) if self.positions else None

    def log_mgf(self, c: float) -> float:
        terms = [(u + v / (2 * c + 1)) * math.exp(c * place) for place, u, v in self._floats]
        return _log_of(terms, lambda: self._moment(arb(c)) * (-arb(c) * ball_of(self.positions[-1])).exp(), -math.inf)

    def finite_masses(self) -> tuple[arb, arb]:
        return self._moment(0), self._moment(-1)

    def behind(self, c: arb) -> arb:
        return self._moment(-1 - c)

    def _moment(self, z: Any) -> arb:
        """Return M(z) at a real point other than -1/2."""
        inverse = 1 / arb(2 * z + 1)
        return sum(
            (arb(z * place).exp() * (u if v is None else u + v * inverse) for place, u, v in self.balls()), arb(0)
        )

    def log_behind(self, c: float) -> float:
        lowest = min(place for place, _, _ in self._floats)
        terms = [(u - v / (2 * c + 1)) * math.exp((1 + c) * (lowest - place)) for place, u, v in self._floats]
        log = _log_of(
            terms, lambda: self._moment(-1 - arb(c)) * ((1 + arb(c)) * ball_of(self.positions[0])).exp(), math.inf
        )
        return log - (1 + c) * float(self.positions[0])

    @cached_property
    def _floats(self) -> list[tuple[float, float, float]]:
        """The positions less the greatest, with their atoms and edges, as floats."""
        terms = self.terms()
        return [(float(place - self.positions[-1]), float(u.mid()), float(v.mid())) for place, (u, v) in terms.items()]

    @cached_property
    def cancelling_bits(self) -> int:  # type: ignore[override]
        """Twice those of the greatest term, which is known no better than its own cancelling leaves it; atoms alone do not cancel."""
        if not self.has_edges:
            return 0
        greatest = max((max(abs(u), abs(v)) for _, u, v in self._floats), default=0.0)
        return max(0, 2 * math.frexp(greatest)[1])

    @cached_property
    def _by_bits(self) -> dict[int, list[tuple[arb, arb, arb | None]]]:
        return {}

    def balls(self) -> list[tuple[arb, arb, arb | None]]:
        """Return the positions as balls with their atoms and edges (None for none), at the working precision."""
        if ctx.prec not in self._by_bits:
            terms = self.terms().items()
            self._by_bits[ctx.prec] = [(ball_of(place), u, None if v == 0 else v) for place, (u, v) in terms]
        return self._by_bits[ctx.prec]

    def split(self, z: acb) -> tuple[acb, acb]:
        """Return the atomic part of M at z, and the factor of 1/(2z + 1) in the rest."""
        atoms, edges = acb(0), acb(0)
        for place, u, v in self.balls():
            power = (z * place).exp()
            atoms += u * power
            if v is not None:
                edges += v * power
        return atoms, edges

    def cells(self, cuts: list[arb]) -> list[tuple[arb, arb]]:
        r"""Return the masses between losses.

        .. math:: P = \sum_{\ell \ge t} u_\ell + v_\ell\,(1 - e^{(t - \ell)/2}), \qquad
            Q = \sum_{\ell \ge t} u_\ell e^{-\ell} + v_\ell e^{-\ell/2} (e^{-t/2} - e^{-\ell/2}),

        are those above a loss t: an edge is the density :math:`\frac{v}{2} e^{(t - \ell)/2}` below its position.
        """
        places, sums = self._in_order()
        mass, above = self.infinite_mass(), []
        for cut in cuts:
            p, edges, q = sums[self._count_from(cut, places)]
            inside = cut.max(places[0][1]) if places else cut
            above.append((mass + p - (inside / 2).exp() * edges, q + (-inside / 2).exp() * edges))
        whole = arb(1), arb(1)
        pairs = pairwise([whole, *above, _NOTHING])
        return [(before[0] - after[0], before[1] - after[1]) for before, after in pairs]

    def _in_order(self) -> tuple[Places, list[tuple[arb, arb, arb]]]:
        """Return the positions in increasing order, and the sums that make the masses above a loss, by how many are not below it."""
        if ctx.prec not in self._ordered:
            terms = sorted(self.terms().items())
            places, sums = [(place, ball_of(place)) for place, _ in terms], [(arb(0),) * 3]
            for (_, ball), (_, (u, v)) in zip(reversed(places), reversed(terms), strict=True):
                p, edges, q = sums[-1]
                sums.append((p + u + v, edges + v * (-ball / 2).exp(), q + (u - v) * (-ball).exp()))
            self._ordered[ctx.prec] = places, sums
        return self._ordered[ctx.prec]

    @cached_property
    def _ordered(self) -> dict[int, tuple[Places, list[tuple[arb, arb, arb]]]]:
        return {}

    @staticmethod
    def _count_from(cut: arb, places: Places) -> int:
        """Return how many positions are not below a loss, which is compared exactly where it is exact."""
        if cut.is_exact():
            return len(places) - bisect_left(places, as_fraction(cut), key=itemgetter(0))
        below = bisect_left(places, True, key=lambda place: not place[1] < cut)
        if below < len(places) and not places[below][1] >= cut:
            raise UndecidedError(f"a loss cannot be told from the atom at {places[below][0]}")
        return len(places) - below

    def bottom(self, rare: arb, step: float) -> int:
        return math.floor(float(self.positions[0]) / step) - 1 if self.positions else 0

    def revivals(self, c: arb) -> Stretches:
        """Return bounds of the moments on stretches of the line through an abscissa."""
        return Revivals(self.balls(), c)

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        nodes = (acb(c, step * k) for k in range(start, start + count))
        inverses = [1 / (2 * z + 1) for z in nodes] if self.has_edges else []
        values, first = [acb(0)] * count, acb(c, step * start)
        for place, u, v in self.balls():
            lead, turns = (first * place).exp(), powers((acb(0, step) * place).exp(), count)
            atom = u * lead
            if v is None:
                values = [old + atom * turn for old, turn in zip(values, turns, strict=True)]
                continue
            edge = v * lead
            values = [
                old + (atom + edge * inverse) * turn for old, inverse, turn in zip(values, inverses, turns, strict=True)
            ]
        return values

    def decay(self, c: float) -> Callable[[arb], arb]:
        """Return the bound by the triangle inequality: abs(2z + 1) is at least 2 abs(y), and at least 2c + 1."""
        point = arb(c)
        sizes = [((point * ball_of(place)).exp(), u, abs(v)) for place, (u, v) in self.terms().items()]

        def bound(height: arb) -> arb:
            inverse = 1 / (2 * height).max(2 * point + 1)
            return sum((size * (u + v * inverse) for size, u, v in sizes), arb(0))

        return bound


Pieces = tuple[tuple[PiecewiseLoss, int], ...]


def _log_of(terms: list[float], moment: Callable[[], arb], otherwise: float) -> float:
    """Return about the logarithm of a sum of floats, from a moment in balls where they cancel, as for scales far above the sensitivity."""
    total = sum(terms)
    if abs(total) > _CANCELLED * sum(map(abs, terms)):
        return math.log(total) if total > 0 else otherwise
    with ctx.workprec(_BITS):
        value = moment()
        return float(value.log().mid()) if value > 0 else otherwise


def lattice_of(parts: Pieces) -> tuple[Fraction, Fraction]:
    """Return the lowest position of the composed loss, and the step of the lattice that carries it."""
    step, offset = Fraction(0), Fraction(0)
    for loss, count in parts:
        low, *others = loss.positions
        offset += count * low
        for place in others:
            step = _common(step, place - low)
    return offset, step or Fraction(1)


def _common(first: Fraction, second: Fraction) -> Fraction:
    """Return the greatest rational of which both are whole multiples."""
    denominator = math.lcm(first.denominator, second.denominator)
    return Fraction(math.gcd(int(first * denominator), int(second * denominator)), denominator)
