r"""Many runs of one step on a lattice: on a finer one at first, where the losses of one run fit, and on coarser ones as they grow.

Few great losses of a step, as those of rare samples are, would take all of a fine lattice. They are laid apart then, on the last one: of runs
that are each of an ordinary part b and a part j of great losses,

.. math:: (b + j)(b' + j') = b\,b' + \left(j\,(b' + j') + b\,j'\right) ,

the first on the fine lattice, and what the brackets hold on the last one, on which b and b' are laid too. All that is done to masses is done to
each of them alone, so that parts have the bounds that the whole has: of parts that are known apart only more is told.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from flint import arb, ctx

from dpsym.curves.lattice_bounds import Laid, Lattice
from dpsym.curves.laying import laid, listed, mean_tilt
from dpsym.curves.loss import PrivacyLoss
from dpsym.curves.outcomes import Outcomes, outcomes

_CELLS = 512  # that one run may take on a lattice finer than the last one; or half as many as that has
FEW = 64  # runs that are composed on the last lattice alone
_WORTH = 0.5  # of the error that is left where great losses are laid apart, for the work of two more products

_Runs = TypeVar("_Runs")


@dataclass(frozen=True)
class Parted:
    """Runs whose great losses are laid apart.

    Parameters
    ----------
    bulk : Laid
        Runs without a great loss, on a lattice that may be finer than the last one.
    jumps : Laid
        Runs with one or more, on the last lattice.
    infinite : arb
        What of P has an infinite loss.
    lost : arb
        Tilted mass of either part that was left out, from above.
    """

    bulk: Laid
    jumps: Laid
    infinite: arb
    lost: arb

    @property
    def total(self) -> arb:
        """All tilted mass."""
        return self.bulk.total + self.jumps.total + self.lost

    def followed_by(self, other: Parted) -> Parted:
        """Return the composition."""
        last = self.jumps.lattice
        bulk = _product(self.bulk, other.bulk, last)
        one = _coarsened(self.bulk, last)
        if self is other:
            jumps = self.jumps.followed_by(one.beside(one).beside(self.jumps))
        else:
            two = _coarsened(other.bulk, last)
            jumps = self.jumps.followed_by(two.beside(other.jumps)).beside(one.followed_by(other.jumps))
        infinite = self.infinite + other.infinite - self.infinite * other.infinite
        return _parted(bulk, jumps, infinite, self.lost * other.total + other.lost * self.total)

    def whole(self) -> Laid:
        """Return all of it on the last lattice."""
        found = _coarsened(self.bulk, self.jumps.lattice).beside(self.jumps)
        return replace(found, infinite=found.infinite + self.infinite, lost=found.lost + self.lost)


def _parted(bulk: Laid, jumps: Laid, infinite: arb, lost: arb) -> Parted:
    """Return two parts, with the infinite losses of both, and what they left out, beside those that are known."""
    nothing = arb(0)
    infinite, lost = infinite + bulk.infinite + jumps.infinite, lost + bulk.lost + jumps.lost
    bulk, jumps = (replace(part, infinite=nothing, lost=nothing) for part in (bulk, jumps))
    return Parted(bulk, jumps, infinite, lost)


def powered(loss: PrivacyLoss, lattice: Lattice, count: int, apart: bool = True) -> Laid:
    """Return so many runs of a step on a lattice, where it is of use with the great losses apart."""
    greatest = _greatest(loss, lattice)
    bottom = max(loss.bottom(lattice.rare, lattice.step), -(1 << 40))
    levels = 0 if count < FEW else _levels(lattice, count, greatest / lattice.step - bottom)
    parted = _apart(loss, lattice, count, bottom, levels) if apart and count >= FEW else None
    if parted is not None:
        return _power(parted, count, Parted.followed_by).whole()
    fine = lattice.scaled(2.0**-levels)
    room = min(fine.top, math.ceil(greatest / fine.step) + 1)
    with ctx.workprec(ctx.prec + 4 * levels):
        base = replace(laid(loss, replace(fine, top=room)), lattice=fine)
    return _coarsened(_power(base, count, lambda one, other: _product(one, other, lattice)), lattice)


def _apart(loss: PrivacyLoss, lattice: Lattice, count: int, bottom: float, levels: int) -> Parted | None:
    """Return one run with its great losses apart, None where that is of little use: where there are none, or many, or no atoms."""
    known = outcomes(loss, 2 * _room(lattice))
    if known is None:
        return None
    atoms = [(float(place.mid()), p) for place, p, _ in known.atoms if place.is_finite()]
    top = lattice.top * lattice.step

    def error(level: int, limit: float) -> float:
        """Return about the squares of steps that all runs together are off by; each product moves great losses once."""
        great = sum((float(p.mid()) for place, p in atoms if limit < place <= top), 0.0)
        return float(count * (4.0**-level + great * (1 + math.log2(count))))

    most = math.ceil(math.log2(count) / 2) + 1
    limits = [(level, (_room(lattice) * 2.0**-level + min(bottom, 0)) * lattice.step) for level in range(1, most + 1)]
    choices = [(error(level, limit), level, limit) for level, limit in limits if limit > 0]
    if not choices or min(choices)[0] > _WORTH * count * 4.0**-levels:
        return None
    _, level, limit = min(choices)
    fine, places = lattice.scaled(2.0**-level), [float(place.mid()) for place, _, _ in known.atoms]
    few, great = (
        [atom for atom, place in zip(known.atoms, places, strict=True) if (place > limit) == is_great]
        for is_great in (False, True)
    )
    end = math.ceil(limit / fine.step) + 1
    with ctx.workprec(ctx.prec + 4 * level):
        scale, start = mean_tilt(known, lattice), math.floor(bottom * 2**level)
        ordinary = listed(Outcomes(few, arb(0)), replace(fine, top=end), start, end, scale)
    far = listed(Outcomes(great, known.infinite), lattice, math.floor(limit / lattice.step), lattice.top, scale)
    return _parted(replace(ordinary, lattice=fine), far, arb(0), arb(0))


def _power(base: _Runs, count: int, product: Callable[[_Runs, _Runs], _Runs]) -> _Runs:
    """Return a power by squares."""
    found: _Runs | None = None
    while True:
        if count & 1:
            found = base if found is None else product(found, base)
        count >>= 1
        if not count:
            return found  # type: ignore[return-value]
        base = product(base, base)


def _coarsened(found: Laid, lattice: Lattice) -> Laid:
    while found.lattice.step < lattice.step:
        found = found.coarser()
    return found


def _room(lattice: Lattice) -> int:
    return max(_CELLS, lattice.top // 2)


def _greatest(loss: PrivacyLoss, lattice: Lattice) -> float:
    """Return a loss of one run above which there is nothing but an infinite loss, or too little to matter; at most the top."""
    top, bound = lattice.top * lattice.step, loss.greatest_loss()
    high = top if bound is None else min(top, float(bound.upper()))
    low, mass = 0.0, loss.infinite_mass()
    while high - low > lattice.step and high > 2 * low:
        middle = (low + high) / 2
        low, high = (low, middle) if loss.cells([arb(middle)])[-1][0] - mass < lattice.rare else (middle, high)
    return high


def _levels(lattice: Lattice, count: int, width: float) -> int:
    """Return how often the step can be halved while the losses of one run, of a width in steps, take no more than so many points."""
    return max(0, min(math.floor(math.log2(_room(lattice) / width)), math.ceil(math.log2(count) / 2) + 1))


def _product(first: Laid, second: Laid, last: Lattice) -> Laid:
    """Return two compositions together, on the coarser of their lattices, or on a still coarser one where there are too many points."""
    while first.lattice.step < second.lattice.step:
        first = first.coarser()
    while second.lattice.step < first.lattice.step:
        second = second.coarser()
    found = first.followed_by(second)
    while len(found) > 2 * _room(last) and found.lattice.step < last.step:
        found = found.coarser()
    return found
