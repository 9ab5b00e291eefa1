"""Formulas of the posts in doubles: conversions, truncated noise, conditioning, sampling."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

Law = Sequence[float]


def response_budget(alpha: float, eps: float) -> float:
    r"""Return the Rényi budget of randomized response.

    .. math:: \frac{1}{\alpha - 1} \log\frac{e^{\alpha\varepsilon} + e^{(1 - \alpha)\varepsilon}}{e^\varepsilon + 1}
    """
    return float(np.logaddexp(alpha * eps, (1 - alpha) * eps) - np.logaddexp(eps, 0)) / (alpha - 1)


def response_rho(eps: float) -> float:
    r"""Return the least rho of an eps-private mechanism, :math:`\varepsilon\tanh(\varepsilon/2)`."""
    return eps * math.tanh(eps / 2)


def truncated_delta(eps: float, bound: float) -> float:
    r"""Return the exact delta at eps of Laplace noise of scale 1/eps truncated to a bound above 1, at sensitivity 1.

    .. math:: \frac{(e^\varepsilon - 1) e^{-\varepsilon\tau}}{2 (1 - e^{-\varepsilon\tau})}
    """
    return math.expm1(eps) * math.exp(-eps * bound) / (-2 * math.expm1(-eps * bound))


def sampled_loss(eps: float, rate: float) -> float:
    r"""Return the loss whose mechanism on a Poisson sample has eps, :math:`\log(1 + (e^\varepsilon - 1)/p)`."""
    return math.log1p(math.expm1(eps) / rate)


def replaced(law: Law, failing: Sequence[bool], instead: int) -> list[float]:
    """Return the law of an algorithm whose failing outputs are replaced by a right one.

    Parameters
    ----------
    law : sequence of float
        Of the algorithm.
    failing : sequence of bool
        Which outputs fail.
    instead : int
        The place of the output that is given for them.
    """
    moved = math.fsum(mass for mass, fails in zip(law, failing, strict=True) if fails)
    kept = [0.0 if fails else mass for mass, fails in zip(law, failing, strict=True)]
    return [mass + moved * (place == instead) for place, mass in enumerate(kept)]
