r"""A privacy loss of atoms that lie on no lattice: those of a pair of mass functions, one after the other.

.. math:: M(z) = \sum_k p_k e^{z\ell_k}, \qquad \ell_k = \log(p_k/q_k)

Of infinitely many outcomes all but a mass below any delta are kept; what is left out may have any loss, and both of its masses are balls
from 0 on. An atom counts in a moment as far as it is not below the digits that are wanted, and the others are bounded.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from functools import cached_property
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import ClassVar, NamedTuple

from flint import acb, arb, ctx

from dpsym.curves.loss import PrivacyLoss, turned
from dpsym.curves.revivals import Revivals, Stretches
from dpsym.curves.three_atoms import ThreeMasses
from dpsym.errors import UndecidedError

_STRIDE = 8  # atoms that floats bound together
_PLANNED = 40.0  # nats below the greatest atom that they plan with
_WORD = 64  # bits, to whole multiples of which the precision of the atoms is rounded
_PLAN_BITS = 64
_SLIP = 1e-9
_ROW, _POWER, _PRODUCT = 4.0, 0.3, 0.02  # units of work of an atom
_REMEMBERED = 8  # abscissas and accuracies
_NONE = arb(0), arb(0)


class Atoms(NamedTuple):
    """The atoms of a loss, at the working precision.

    Parameters
    ----------
    losses : list of arb
        Increasing, in nats.
    masses, others : list of arb
        Of P and of Q at each.
    infinite : arb
        The mass of P where Q has none, or that was left out.
    missing : arb
        The mass of Q whose loss may lie anywhere.
    """

    losses: list[arb]
    masses: list[arb]
    others: list[arb]
    infinite: arb
    missing: arb


def in_order(losses: list[arb], masses: list[arb], others: list[arb], infinite: arb, missing: arb) -> Atoms:
    """Return atoms in the order of their losses, as floats see it."""
    places = sorted(range(len(losses)), key=lambda k: float(losses[k].mid()))
    losses, masses, others = ([values[k] for k in places] for values in (losses, masses, others))
    return Atoms(losses, masses, others, infinite, missing)


def _log_upper(mass: arb) -> float:
    """Return the logarithm of what a mass is at most, as a float."""
    most = mass.upper()
    return float(most.log().mid()) if most > 0 else -math.inf


def _whole_words() -> int:
    """Return the working precision, or a little more."""
    return -(-ctx.prec // _WORD) * _WORD


class AtomicLoss(PrivacyLoss):
    """A loss of atoms; a subclass lists them."""

    has_cells: ClassVar[bool] = True
    is_monotone: ClassVar[bool] = True

    @property
    def has_three_atoms(self) -> bool:
        """Whether there are only two losses beside 0, one on either side, told by `three_atoms`."""
        return False

    def three_atoms(self) -> ThreeMasses:
        """Return these two with their masses, where there are no others."""
        raise UndecidedError(f"{self} has more than three losses")

    def listed(self) -> Atoms:
        """Return the atoms, at the working precision."""
        raise NotImplementedError

    @cached_property
    def _by_bits(self) -> dict[int, Atoms]:
        return {}

    def atoms(self) -> Atoms:
        """Return the atoms at the working precision or a little more; they are remembered."""
        bits = _whole_words()
        if bits not in self._by_bits:
            with ctx.workprec(bits):
                self._by_bits[bits] = self.listed()
        return self._by_bits[bits]

    @cached_property
    def _floats(self) -> tuple[list[float], list[float]]:
        """The losses, and the logarithms of the masses of P, as floats to plan with."""
        with ctx.workprec(_PLAN_BITS):
            return self._as_floats()

    @cached_property
    def _floats_by_bits(self) -> dict[int, tuple[list[float], list[float]]]:
        return {}

    def _as_floats(self) -> tuple[list[float], list[float]]:
        """Return the same of the atoms at the working precision, in their order: that of atoms of equal losses differs from one to another."""
        found, bits = self.atoms(), _whole_words()
        if not found.losses:
            raise UndecidedError(f"{self} has no finite loss")
        if bits not in self._floats_by_bits:
            losses, logs = [float(loss.mid()) for loss in found.losses], [_log_upper(mass) for mass in found.masses]
            self._floats_by_bits[bits] = losses, logs
        return self._floats_by_bits[bits]

    @cached_property
    def _blurs(self) -> dict[int, float]:
        return {}

    def _blur(self) -> float:
        """Return more than the radius of any loss: the balls of few bits are wide."""
        bits = _whole_words()
        if bits not in self._blurs:
            self._blurs[bits] = 2 * max((float(loss.rad()) for loss in self.atoms().losses), default=0.0)
        return self._blurs[bits]

    def _slip(self, place: float) -> float:
        """Return more than the float of a loss near a place errs."""
        return _SLIP * (1 + abs(place)) + self._blur()

    def infinite_mass(self) -> arb:
        return self.atoms().infinite

    def greatest_loss(self) -> arb | None:
        losses = self.atoms().losses
        if not losses:
            return arb(0)
        top, floats = losses[-1], self._as_floats()[0]
        least = floats[-1] - self._slip(floats[-1])
        for k in range(len(losses) - 2, -1, -1):  # floats do not tell which of them is the greatest
            if floats[k] < least:
                break
            top = top.max(losses[k])
        return top

    def span(self) -> arb | None:
        losses = self.atoms().losses
        return losses[-1] - losses[0] + arb(0, self._blur()) if losses else arb(0)

    def log_mgf(self, c: float) -> float:
        if c not in self._planned:
            losses, logs = self._floats
            last = losses[-1]

            def sizes(block: range) -> list[float]:
                return [logs[k] + c * (losses[k] - last) for k in block]

            bounds = [(top + c * (losses[block[-1]] - last), block) for top, block in self._blocks]
            _, largest = max(bounds, key=itemgetter(0))
            least = max(sizes(largest)) - _PLANNED
            kept = [size for bound, block in bounds if bound >= least for size in sizes(block)]
            top = max(kept)
            self._planned[c] = top + math.log(sum(math.exp(size - top) for size in kept))
        return self._planned[c]

    def finite_masses(self) -> tuple[arb, arb]:
        above, below = self._sums()
        return above[0], below[0]

    def behind(self, c: arb) -> arb:
        found = self.atoms()
        return sum((mass * (-c * loss).exp() for loss, mass in zip(found.losses, found.others, strict=True)), arb(0))

    def log_behind(self, c: float) -> float:
        losses, logs = self._floats
        sizes = [log - (1 + c) * loss for loss, log in zip(losses, logs, strict=True)]
        top = max(sizes)
        return top + math.log(sum(math.exp(size - top) for size in sizes))

    @cached_property
    def _planned(self) -> dict[float, float]:
        return {}

    @cached_property
    def _blocks(self) -> list[tuple[float, range]]:
        """The greatest logarithm of a mass among a few neighbours, which need not be alike, and their places."""
        logs = self._floats[1]
        blocks = [range(first, min(first + _STRIDE, len(logs))) for first in range(0, len(logs), _STRIDE)]
        return [(max(logs[block.start : block.stop]), block) for block in blocks]

    def on_line(self, c: arb, step: arb, start: int, count: int, nats: float) -> list[acb]:
        points, error = self._weighed(c, nats)
        if start == 0 and count == 1:
            return [acb(sum((weight for _, weight in points), error))]
        return turned(points, acb(0, 1) * step, start, count, acb(error, error))

    def _weighed(self, c: arb, nats: float) -> tuple[list[tuple[arb, arb]], arb]:
        """Return the losses of the atoms that count, with their weights at an abscissa, and a ball for the others; the last are remembered."""
        asked = ctx.prec, float(c.mid()), math.ceil(nats)
        if asked not in self._latest:
            losses, logs = self._as_floats()
            point, found = float(c.mid()), self.atoms()
            sizes = [log + point * loss for loss, log in zip(losses, logs, strict=True)]
            goal = max(sizes) - math.ceil(nats) - math.log(len(sizes)) - 4
            points = [
                (loss, (c * loss).exp() * mass)
                for loss, mass, size in zip(found.losses, found.masses, sizes, strict=True)
                if size > goal
            ]
            largest = max((abs(size) for size in sizes if size > -math.inf), default=0.0)
            slip = _SLIP * (1 + largest) + abs(point) * self._blur()  # more than floats err
            rest = sum(math.exp(max(size - goal, -700.0)) for size in sizes if size <= goal)
            error = arb(0, (arb(rest) * arb(goal + 2 * slip).exp()).upper())
            if len(self._latest) >= _REMEMBERED:
                self._latest.clear()
            self._latest[asked] = points, error
        return self._latest[asked]

    @cached_property
    def _latest(self) -> dict[tuple[int, float, int], tuple[list[tuple[arb, arb]], arb]]:
        return {}

    def work(self, c: float, height: float, count: int, nats: float) -> float:
        losses, logs = self._floats
        sizes = [log + c * loss for loss, log in zip(losses, logs, strict=True)]
        goal = max(sizes) - nats
        return sum(size > goal for size in sizes) * (_ROW + _POWER * math.sqrt(count) + _PRODUCT * count)

    def decay(self, c: float) -> Callable[[arb], arb]:
        whole = self.at(arb(c))
        return lambda height: whole

    def revivals(self, c: arb) -> Stretches:
        found = self.atoms()
        return Revivals([(loss, mass, None) for loss, mass in zip(found.losses, found.masses, strict=True)], c)

    def cells(self, cuts: list[arb]) -> list[tuple[arb, arb]]:
        above = [self._above(cut) for cut in cuts]
        pairs = pairwise([(arb(1), arb(1)), *above, _NONE])
        return [(before[0] - after[0], before[1] - after[1]) for before, after in pairs]

    def exceeding(self, threshold: arb) -> arb:
        """Return delta of one run without an infinite loss, at a threshold, whether or not this is an atom."""
        found, first, last = self._near(threshold)
        above, below = self._sums()
        total, rise = above[last], threshold.exp()
        total -= rise * below[last]
        for k in range(first, last):
            total += (found.masses[k] - rise * found.others[k]).max(arb(0))
        return total

    def _near(self, cut: arb) -> tuple[Atoms, int, int]:
        """Return the atoms, and the first of them and the one after the last that floats do not tell from a loss."""
        places, place = self._as_floats()[0], float(cut.mid())
        slip = self._slip(place)
        return self.atoms(), bisect_left(places, place - slip), bisect_left(places, place + slip)

    def _above(self, cut: arb) -> tuple[arb, arb]:
        """Return the masses of P and Q at losses not below a cut; of an atom that is not told from it they may be on either side."""
        found, first, last = self._near(cut)
        above, below = self._sums()
        p, q = found.infinite + above[last], arb(0).union(found.missing) + below[last]
        for k in range(first, last):
            if found.losses[k] >= cut:
                p, q = p + found.masses[k], q + found.others[k]
            elif not found.losses[k] < cut:
                p, q = p + arb(0).union(found.masses[k]), q + arb(0).union(found.others[k])
        return p, q

    def _sums(self) -> tuple[list[arb], list[arb]]:
        """Return the masses of P and of Q from each atom on."""
        if ctx.prec not in self._summed:
            found = self.atoms()
            above, below = (
                list(accumulate(reversed(values), initial=arb(0)))[::-1] for values in (found.masses, found.others)
            )
            self._summed[ctx.prec] = above, below
        return self._summed[ctx.prec]

    @cached_property
    def _summed(self) -> dict[int, tuple[list[arb], list[arb]]]:
        return {}

    def bottom(self, rare: arb, step: float) -> int:
        above, _ = self._sums()
        whole = above[0] - rare
        low, high = 0, len(above) - 1
        while low < high:  # the last atom from which on all but a rare mass lies
            middle = (low + high + 1) // 2
            low, high = (middle, high) if above[middle] > whole else (low, middle - 1)
        return math.floor(self._as_floats()[0][min(low, len(above) - 2)] / step) - 2
