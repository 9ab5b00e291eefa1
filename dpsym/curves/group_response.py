"""The privacy loss of a promise of pure privacy on a Poisson sample, of a group of records: the worst answers of `dpsym.distributions.groups`.

Let the sample of all other records be given: an event of mass t without the group has at most the sum over j of its bounds for j records of the
group in the sample, and the answers have all of that at once. Samples of the others are mixed by joint convexity.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from dpsym.curves.atomic import AtomicLoss, Atoms, in_order
from dpsym.curves.families import RandomizedResponseLoss
from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.curves.subsampled import SAMPLING_RATE
from dpsym.distributions.groups import checked_group, worst_answers


@dataclass(frozen=True)
class GroupResponseLoss(AtomicLoss):
    """The privacy loss of the worst answers that keep a promise of pure privacy, on a Poisson sample.

    Parameters
    ----------
    base : RandomizedResponseLoss
        Of one record.
    rate : rational in (0, 1)
        The probability q with which each record is sampled.
    removed, added : int
        How many records of the group are there in the first dataset alone, and in the second alone.

    Raises
    ------
    ParameterError
        If a number is outside its domain, or the group is empty.
    """

    base: RandomizedResponseLoss
    rate: Fraction
    removed: int
    added: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", checked_fraction(SAMPLING_RATE, self.rate))
        checked_group(self.removed, self.added)

    def reversed(self) -> GroupResponseLoss:
        return GroupResponseLoss(self.base, self.rate, self.added, self.removed)

    def listed(self) -> Atoms:
        rise, rate = ball_of(self.base.eps).exp(), ball_of(self.rate)
        first, second = worst_answers(rise, rate, self.removed, self.added)
        losses = [(p / q).log() for p, q in zip(first, second, strict=True)]
        if self.removed == self.added:
            losses[self.removed] = arb(0)
        return in_order(losses, first, second, arb(0), arb(0))
