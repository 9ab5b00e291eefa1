r"""The privacy loss of noise on the integers that is not symmetric, under a query that may move up or down.

The pair (f, f moved up) and its reverse are both there, and in a composition one may be met in one run and the other in the next, so that the
product of one of them with itself is no bound. The pair whose profile is the greater one of theirs dominates both:

.. math:: H(t) = \max\left(H_t(P\|Q),\; H_t(Q\|P)\right), \qquad t = e^\varepsilon \ge 1, \qquad H(1/t) = 1 - 1/t + H(t)/t

Both are convex and piecewise linear in t, with their kinks at the losses, where the mass of Q is the change of the slope, and that of P t times as
much: where one of them is certainly the greater one its atoms are those of H, and where they cross there is one more. As each loss of one sign is the
reverse of one of the other sign, H is found above 1 and mirrored. On a Poisson sample of the rate q the pair is :math:`q P + (1-q) Q` against Q, or
the reverse, for (P, Q) the one of H.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from flint import arb, ctx

from dpsym.curves.atomic import AtomicLoss, Atoms, in_order
from dpsym.curves.count_loss import CountLoss
from dpsym.curves.loss import PrivacyLoss, ball_of
from dpsym.errors import ParameterError, UndecidedError

_BITS = (0, 64, 256)
"""More than the working precision, with which the greater one of two profiles is told."""


class _Atom(NamedTuple):
    """A loss, its exponential, and the masses of P and Q there."""

    loss: arb
    power: arb
    mass: arb
    other: arb


class _Knot(NamedTuple):
    """A kink of one of two profiles, by how much the first one is above the second there, and both masses of Q beyond it."""

    side: int
    atom: _Atom
    lead: arb
    beyond: tuple[arb, arb]


@dataclass(frozen=True)
class EitherWayLoss(AtomicLoss):
    """The privacy loss of the pair that dominates noise on the integers moved up, and moved down.

    Parameters
    ----------
    loss : CountLoss
        Of the noise, not sampled.
    rate : rational in (0, 1], optional
        Of Poisson sampling in front of it; 1 is none.
    direction : {"remove", "add"}, optional
        Whether P is the mixture, or Q.

    Raises
    ------
    ParameterError
        If the loss is sampled itself, the rate outside its domain, or the direction none of the two.
    """

    loss: CountLoss
    rate: Fraction = Fraction(1)
    direction: str = "remove"

    def __post_init__(self) -> None:
        if self.loss.rate != 1:
            raise ParameterError("loss that is met either way", "one without a sample", self.loss)
        object.__setattr__(self, "rate", replace(self.loss, rate=self.rate).rate)  # which checks it
        if self.direction not in ("remove", "add"):
            raise ParameterError("direction", "remove or add", self.direction)

    def listed(self) -> Atoms:
        for more in _BITS:
            with ctx.workprec(ctx.prec + more):
                found = self._listed()
            if found is not None:
                return found
        raise UndecidedError(f"which direction of {self.loss} is the worse one is open at a loss")

    def _listed(self) -> Atoms | None:
        """Return the atoms, None where more bits are needed to tell which profile is the greater one."""
        pair = self.loss.apart(), self.loss.reversed().apart()
        level = arb(0)  # and losses that are not told from it, on either side
        for loss in pair[0].losses:
            if not loss.is_finite():
                return None
            level = level.union(loss).union(-loss) if loss.contains(0) else level
        chosen = _greater(list(_knots(pair)))
        if chosen is None:
            return None
        most = pair[0].infinite.max(pair[1].infinite)
        rest = 1 - most - sum((each.mass + each.other for each in chosen), arb(0))
        if rest < 0:  # so much was left out that what is known is no pair of laws
            return None
        rest = rest.max(arb(0))
        atoms = [
            *chosen,
            _Atom(level, level.exp(), rest, rest),
            *(_Atom(-each.loss, 1 / each.power, each.other, each.mass) for each in chosen),
        ]
        missing = arb(0).union(2 * pair[0].missing)
        if self.rate != 1:
            return self._sampled(atoms, most, missing)
        return in_order(*_columns(atoms), most + missing, missing)

    def _sampled(self, atoms: list[_Atom], apart: arb, missing: arb) -> Atoms:
        """Return the atoms on a sample, of those without one and the mass on which either law has none of the other."""
        rate = ball_of(self.rate)
        mixed = [
            _Atom(power.log(), power, rate * each.mass + (1 - rate) * each.other, each.other)
            for each in atoms
            for power in (1 - rate + rate * each.power,)
        ]
        if not apart.is_zero():  # where P has no mass the mixture has some
            mixed.append(_Atom((1 - rate).log(), 1 - rate, (1 - rate) * apart, apart))
        losses, masses, others = _columns(mixed)
        if self.direction == "remove":
            return in_order(losses, masses, others, rate * apart + missing, missing)
        return in_order([-loss for loss in losses], others, masses, missing, missing)

    def reversed(self) -> PrivacyLoss:
        if self.rate == 1:
            return self
        return replace(self, direction="add" if self.direction == "remove" else "remove")


def _columns(atoms: list[_Atom]) -> tuple[list[arb], list[arb], list[arb]]:
    """Return the losses, the masses of P and those of Q."""
    return [each.loss for each in atoms], [each.mass for each in atoms], [each.other for each in atoms]


def _knots(pair: tuple[Atoms, Atoms]) -> Iterator[_Knot]:
    """Yield the kinks above t = 1 of the profiles of a pair and of its reverse, from the last one on."""
    atoms = [
        (side, _Atom(loss, loss.exp(), mass, other))
        for side, each in enumerate(pair)
        for loss, mass, other in zip(each.losses, each.masses, each.others, strict=True)
        if loss > 0
    ]
    height, beyond, before = [each.infinite for each in pair], [arb(0), arb(0)], None
    for side, atom in sorted(atoms, key=lambda each: -float(each[1].loss.mid())):
        if before is not None:
            gap = before - atom.power
            gap = gap if gap >= 0 else gap.union(arb(0))  # losses that are not told apart may be in either order
            height = [value + mass * gap for value, mass in zip(height, beyond, strict=True)]
        before = atom.power
        yield _Knot(side, atom, height[0] - height[1], (beyond[0], beyond[1]))
        beyond[side] += atom.other


def _greater(knots: list[_Knot]) -> list[_Atom] | None:
    """Return the atoms above 0 of the greater one of two profiles at each t, None where it is open which that is."""
    leads = [0 if knot.lead.is_zero() else 1 if knot.lead > 0 else -1 if knot.lead < 0 else None for knot in knots]
    if None in leads:
        return None
    # beyond the last losses both are 0, and what comes first is the greater one before
    first = next((lead for lead in leads if lead), 0)
    found, winner = [], first
    for knot, lead in zip(knots, leads, strict=True):
        ahead = lead or winner
        if ahead != winner:
            found.append(_crossing(knot, winner))
            winner = ahead
        if knot.side == (0 if winner == 1 else 1):
            found.append(knot.atom)
    return found


def _crossing(knot: _Knot, winner: int) -> _Atom:
    """Return the atom where two profiles cross beyond a kink, at which the one that was the greater one beyond is so no more."""
    slope = knot.beyond[1] - knot.beyond[0]  # of the first less the second
    power = knot.atom.power - knot.lead / slope
    other = slope * winner
    return _Atom(power.log(), power, power * other, other)
