r"""delta of one step of sampled normal noise: the loss is monotone in the output, so one place of it decides.

With A the outputs at which the loss exceeds eps, :math:`\delta(\varepsilon) = P(A) - e^{\varepsilon} Q(A)`.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dpsym.curves.atomic import AtomicLoss
from dpsym.curves.loss import PrivacyLoss, ball_of


class SingleStep:
    """One step whose loss is monotone in the output.

    Parameters
    ----------
    loss : PrivacyLoss
        The step.
    """

    def __init__(self, loss: PrivacyLoss) -> None:
        self.loss = loss

    def delta(self, eps: Fraction) -> arb:
        """Return a ball at a threshold."""
        threshold = ball_of(eps)
        if isinstance(self.loss, AtomicLoss):
            return self.loss.infinite_mass() + self.loss.exceeding(threshold)
        above, below = self.loss.cells([threshold])[-1]
        return above - threshold.exp() * below


class FinitePart(SingleStep):
    """The same without what an infinite loss adds to delta."""

    def delta(self, eps: Fraction) -> arb:
        """Return a ball at a threshold."""
        if isinstance(self.loss, AtomicLoss):
            return self.loss.exceeding(ball_of(eps))
        return super().delta(eps) - self.loss.infinite_mass()
