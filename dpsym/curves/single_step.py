r"""delta of one step of the subsampled Gaussian: the loss is monotone in the output, so a threshold decides.

With r the likelihood ratio, s the standard deviation in sensitivities and
:math:`x_u = s^2 \log((u - 1 + q)/q) + 1/2` the output at which r = u > 1 - q,

.. math:: \delta(\varepsilon) = P(x > x_u) - u\,Q(x > x_u), \quad u = e^{\varepsilon} \text{ ("remove")}, \qquad
    \delta(\varepsilon) = Q(x < x_u) - e^{\varepsilon} P(x < x_u), \quad u = e^{-\varepsilon} \text{ ("add")}.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dpsym.curves.loss import ball_of
from dpsym.curves.subsampled import SubsampledGaussianLoss
from dpsym.errors import UndecidedError


class SingleStep:
    """One step of the subsampled Gaussian, P the mixture and Q the noise alone.

    Parameters
    ----------
    loss : SubsampledGaussianLoss
        The step.
    """

    def __init__(self, loss: SubsampledGaussianLoss) -> None:
        self.loss = loss

    def delta(self, eps: Fraction) -> arb:
        """Return a ball at a threshold."""
        q, s, factor = ball_of(self.loss.rate), ball_of(self.loss.spread), ball_of(eps).exp()
        ratio = factor if self.loss.sign > 0 else 1 / factor
        if ratio <= 1 - q:  # below every ratio that occurs
            return 1 - factor if self.loss.sign > 0 else arb(0)
        if not ratio > 1 - q:
            raise UndecidedError("eps cannot be told from the least ratio that occurs")
        place = s * s * ((ratio - 1 + q) / q).log() + arb(1) / 2
        side, root = self.loss.sign, s * arb(2).sqrt()
        noise, shifted = ((side * x / root).erfc() / 2 for x in (place, place - 1))
        mixture = (1 - q) * noise + q * shifted
        return mixture - factor * noise if side > 0 else noise - factor * mixture
