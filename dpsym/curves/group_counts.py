r"""The privacy loss of noise on the integers on a Poisson sample, of a group of records each of which is sampled by itself.

It is that of normal noise (`dpsym.curves.group_gaussian` says why): of all events of one mass under symmetric log-concave noise a half-line, drawn
at its end where that is an atom, has the most of noise moved by so many sensitivities up, and the least of noise moved down, for every number at
once (Neyman and Pearson, as the ratios are monotone). So with :math:`w_{a,i} = \binom ai q^i (1-q)^{a-i}` and f the masses of the noise the pair

.. math:: P(k) = \sum_i w_{a,i}\, f(k - i s), \qquad Q(k) = \sum_j w_{b,j}\, f(k + j s)

dominates all others, of a records removed and b others added.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dpsym.curves.atomic import Atoms
from dpsym.curves.loss import ball_of
from dpsym.curves.mirrored_counts import SampledCountLoss
from dpsym.distributions.groups import binomial_shares, checked_group


@dataclass(frozen=True)
class GroupCountLoss(SampledCountLoss):
    """The privacy loss of symmetric log-concave noise on the integers run on a Poisson sample, for a group of records.

    Parameters
    ----------
    noise : CountNoise
        Its masses, symmetric.
    sensitivity : positive integer
        Of one record added or removed.
    rate : rational in (0, 1)
        The probability q with which each record is sampled.
    removed, added : int
        How many records of the group are there in the first dataset alone, and in the second alone.

    Raises
    ------
    ParameterError
        If the noise is not symmetric, or a number outside its domain, or the group is empty.
    """

    removed: int
    added: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        checked_group(self.removed, self.added)

    def reversed(self) -> GroupCountLoss:
        return replace(self, removed=self.added, added=self.removed)

    def listed(self) -> Atoms:
        rate = ball_of(self.rate)
        return self._moved_apart(binomial_shares(rate, self.removed), binomial_shares(rate, self.added))
