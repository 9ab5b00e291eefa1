r"""The privacy loss of random allocation where a step is randomized response, which dominates that of any pure mechanism.

Under Q each of t steps has the ratio :math:`e^a` with probability :math:`1/(1 + e^a)`, else :math:`e^{-a}`, so that the mean ratio is
:math:`(k e^a + (t - k) e^{-a})/t` with the binomial mass of k. A ratio between :math:`e^{-a}` and :math:`e^a` whose mean is 1 is below this
one in the convex order, which means of independent copies keep, and both directions of the profile are means of convex functions of
the ratio.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from dpsym.curves.directed import AllocatedLoss, Masses
from dpsym.curves.loss import ball_of, checked_fraction
from dpsym.parameters import POSITIVE_COUNT, PRIVACY_LOSS


@dataclass(frozen=True)
class AllocatedResponseLoss(AllocatedLoss):
    """The privacy loss of randomized response under random allocation to one of several steps.

    Parameters
    ----------
    slots : positive int
        The number t of steps.
    eps : non-negative rational
        a, the pure privacy parameter of a step, in nats.
    direction : {"remove", "add"}, optional
        ``"remove"``: the mixture against the steps without the record; ``"add"``: the reverse.

    Raises
    ------
    ParameterError
        If a parameter is outside its domain or not rational.
    """

    slots: int
    eps: Fraction
    direction: str = "remove"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "slots", int(checked_fraction(POSITIVE_COUNT, self.slots)))
        object.__setattr__(self, "eps", checked_fraction(PRIVACY_LOSS, self.eps))

    def greatest_loss(self) -> arb | None:
        return ball_of(self.eps)

    def below(self, losses: list[arb]) -> list[Masses]:
        return [self._below(loss) for loss in losses]

    def _below(self, cut: arb) -> Masses:
        """Return the masses of the mixture and of the plain steps where the logarithm of the mean ratio is below a cut.

        A loss that cannot be told from the cut counts as above: there both laws have the same mass, up to what their balls hold.
        """
        losses, guesses, sums = _atoms(self.slots, self.eps, ctx.prec)
        place = bisect_left(guesses, float(cut))
        while place and not losses[place - 1] < cut:
            place -= 1
        while place < len(losses) and losses[place] < cut:
            place += 1
        return sums[place]

    def bottom(self, rare: arb, step: float) -> int:
        return -int(float(self.eps) / step) - 2


@lru_cache(32)
def _atoms(slots: int, eps: Fraction, bits: int) -> tuple[list[arb], list[float], list[Masses]]:
    """Return the losses of the mean ratio from the least one on, the same as floats, and the masses of both laws below each and below all."""
    with ctx.workprec(bits + slots.bit_length() + 16):
        high = ball_of(eps).exp()
        low = 1 / high
        losses, sums = [], [(arb(0), arb(0))]
        mass = (1 + low) ** -slots
        for k in range(slots + 1):
            ratio = (k * high + (slots - k) * low) / slots
            losses.append(ratio.log())
            p, q = sums[-1]
            sums.append((p + mass * ratio, q + mass))
            mass *= low * (slots - k) / (k + 1)
        return losses, [float(loss) for loss in losses], sums
