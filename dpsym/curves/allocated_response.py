r"""The privacy loss of random allocation where a step is randomized response, which dominates that of any pure mechanism.

Under Q each of t steps has the ratio :math:`e^a` with probability :math:`1/(1 + e^a)`, else :math:`e^{-a}`. Where j of them have the first one,
with a binomial mass, the ratio of k selected steps is the mean over all sets of k,

.. math:: R_j = \binom tk^{-1} \sum_i \binom ji \binom{t - j}{k - i} e^{(2i - k)a}.

A ratio between :math:`e^{-a}` and :math:`e^a` whose mean is 1 is below this one in the convex order; R is affine in the ratio of each step, so that
expectations of convex functions of it only grow where one is replaced, and both directions of the profile are such expectations.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from dpsym.curves.directed import AllocatedLoss, Masses
from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.errors import ParameterError
from dpsym.parameters import POSITIVE_COUNT, PRIVACY_LOSS


@dataclass(frozen=True)
class AllocatedResponseLoss(AllocatedLoss):
    """The privacy loss of randomized response under random allocation to some of several steps.

    Parameters
    ----------
    slots : positive int
        The number t of steps.
    eps : non-negative rational
        a, the pure privacy parameter of a step, in nats.
    direction : {"remove", "add"}, optional
        ``"remove"``: the mixture against the steps without the record; ``"add"``: the reverse.
    selected : positive int, optional
        k, the number of steps in which the record takes part, from 1 to t.

    Raises
    ------
    ParameterError
        If a parameter is outside its domain or not rational.
    """

    slots: int
    eps: Fraction
    direction: str = "remove"
    selected: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "slots", int(checked_fraction(POSITIVE_COUNT, self.slots)))
        object.__setattr__(self, "selected", int(checked_fraction(POSITIVE_COUNT, self.selected)))
        if self.selected > self.slots:
            raise ParameterError("selected steps", f"at most the number of steps {self.slots}", self.selected)
        object.__setattr__(self, "eps", checked_fraction(PRIVACY_LOSS, self.eps))

    def greatest_loss(self) -> arb | None:
        return self.selected * ball_of(self.eps)

    def below(self, losses: list[arb]) -> list[Masses]:
        return [self._below(loss) for loss in losses]

    def _below(self, cut: arb) -> Masses:
        """Return the masses of the mixture and of the plain steps where the logarithm of the mean ratio is below a cut.

        A loss that cannot be told from the cut counts as above: there both laws have the same mass, up to what their balls hold.
        """
        losses, guesses, sums = _atoms(self.slots, self.selected, self.eps, ctx.prec)
        place = bisect_left(guesses, float(cut))
        while place and not losses[place - 1] < cut:
            place -= 1
        while place < len(losses) and losses[place] < cut:
            place += 1
        return sums[place]

    def bottom(self, rare: arb, step: float) -> int:
        return -int(self.selected * float(self.eps) / step) - 2


@lru_cache(32)
def _atoms(slots: int, selected: int, eps: Fraction, bits: int) -> tuple[list[arb], list[float], list[Masses]]:
    """Return the losses of the ratio from the least one on, the same as floats, and the masses of both laws below each and below all."""
    with ctx.workprec(bits + slots.bit_length() + 16):
        high = ball_of(eps).exp()
        low = 1 / high
        losses, sums = [], [(arb(0), arb(0))]
        mass = (1 + low) ** -slots
        for j in range(slots + 1):
            ratio = _ratio(slots, selected, j, high)
            losses.append(ratio.log())
            p, q = sums[-1]
            sums.append((p + mass * ratio, q + mass))
            mass *= low * (slots - j) / (j + 1)
        return losses, [float(loss) for loss in losses], sums


def _ratio(slots: int, selected: int, truths: int, high: arb) -> arb:
    """Return the mean over all sets of selected steps, where so many steps have the high ratio and the others its reciprocal."""
    first, last = max(0, selected + truths - slots), min(truths, selected)
    share = math.comb(truths, first) * math.comb(slots - truths, selected - first)
    term, total = high ** (2 * first - selected) * share / math.comb(slots, selected), arb(0)
    for i in range(first, last + 1):
        total += term
        if i < last:
            term *= high * high * ((truths - i) * (selected - i)) / ((i + 1) * (slots - truths - selected + i + 1))
    return total
