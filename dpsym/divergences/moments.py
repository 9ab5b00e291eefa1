"""The absolute third moment of the privacy loss, which tells how near a composition is to Gaussian privacy."""

from __future__ import annotations

from typing import Any

from sympy import Abs, S, log

from dpsym.divergences.base import Divergence
from dpsym.divergences.least import masses_of


class ThirdMoment(Divergence):
    r"""The absolute third central moment of the privacy loss under P.

    .. math:: \mathbb{E}_P \left| \log\tfrac{p}{q} - D_{\mathrm{KL}}(P\|Q) \right|^3

    References
    ----------
    Dong, Roth and Su, Gaussian differential privacy, 2022, section 3 of the preprint.
    """

    printed = r"\kappa_3"

    @classmethod
    def _build(cls, *arguments: Any) -> Any:
        pairs = masses_of(arguments)
        if pairs is None:
            return super()._build(*arguments)
        charged = [(mass, other) for mass, other in pairs if mass]
        if any(not other for _, other in charged):
            return S.Infinity
        mean = sum((mass * log(mass / other) for mass, other in charged), S.Zero)
        return sum((mass * Abs(log(mass / other) - mean) ** 3 for mass, other in charged), S.Zero)
