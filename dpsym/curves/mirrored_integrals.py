r"""One moment of a loss on a sample of fixed size, at a real point: by integrals of Arb over the losses above 0.

.. math:: M(c) = m_0 + \int_{\ell > 0} (r^{1 + c} + r^{-c})\,dQ(\ell), \qquad r = 1 - q + q e^{\ell}, \quad c > -1.

Of normal noise :math:`\ell` is normal under Q, of mean :math:`-\mu^2/2` and deviation :math:`\mu`, and as :math:`1 \le r \le e^{\ell}` what
lies beyond t is at most the sum over :math:`w \in \{1 + c, \max(0, -c)\}` of

.. math:: e^{w(w - 1)\mu^2/2}\; \Phi\bigl(w\mu - \mu/2 - t/\mu\bigr).
"""

from __future__ import annotations

from collections.abc import Callable

from flint import acb, arb, ctx

from dpsym.curves.fixed_size import FixedSizeLoss
from dpsym.curves.loss import ball_of
from dpsym.curves.mirrored_moments import PositivePart
from dpsym.curves.pieces import PiecewiseLoss
from dpsym.curves.sampled_moments import Moments
from dpsym.curves.subsampled import SubsampledGaussianLoss
from dpsym.curves.theta import DiscreteGaussianLoss
from dpsym.errors import UndecidedError

_SCANNED = 64  # places at which the greatest density is looked for


def mirrored_moment(loss: FixedSizeLoss, c: arb) -> arb:
    """Return M(c).

    Raises
    ------
    UndecidedError
        If the losses of the mechanism are not known as pieces.
    """
    rate, here = ball_of(loss.rate), loss.at_zero()

    def both(place: acb) -> acb:
        log = (rate * place.expm1()).log1p()
        return ((1 + c) * log).exp() + (-c * log).exp()

    removed = loss.removed
    if isinstance(removed, SubsampledGaussianLoss):
        return here + _normal(both, 1 / ball_of(removed.spread), c)
    if not isinstance(removed.base, PiecewiseLoss) or isinstance(removed.base, DiscreteGaussianLoss):
        raise UndecidedError(f"the moments of {loss} are not known")
    parts = Moments(PositivePart(removed.base), loss.rate, 1)
    total = here + sum((mass * (((1 + c) * log).exp() + (-c * log).exp()) for log, mass in parts.atoms), arb(0))
    for low, high, weight in parts.intervals:
        total += weight * acb.integral(lambda t, _: both(t) * (-t / 2).exp(), acb(low), acb(high)).real
    return total


def _normal(both: Callable[[acb], acb], mu: arb, c: arb) -> arb:
    """Return the integral of a function of the loss, which is normal, over what is above 0."""
    middle, powers = -mu * mu / 2, (1 + c, (-c).max(arb(0)))
    norm = mu * (2 * arb.pi()).sqrt()

    def density(t: acb, _: bool) -> acb:
        return both(t) * (-((t - middle) ** 2) / (2 * mu * mu)).exp() / norm

    reach = (2 * ctx.prec * arb(2).log()).sqrt() + 1
    end = arb((powers[0].max(powers[1]) * mu * mu + middle + reach * mu).max(mu).upper().mid())
    beyond = arb(0)
    for w in powers:
        past = (end - middle) / mu - w * mu
        beyond += (w * (w - 1) * mu * mu / 2).exp() * (past / arb(2).sqrt()).erfc() / 2
    peak = max(
        (density(acb(end * k / _SCANNED), False).real for k in range(1, _SCANNED)), key=lambda y: float(y.log().mid())
    )
    slack = arb(peak.mid()) * mu * arb(2) ** (8 - ctx.prec)
    return acb.integral(density, acb(0), acb(end), abs_tol=slack).real + arb(0).union(beyond)
