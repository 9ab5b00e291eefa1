"""The Gumbel law."""

from __future__ import annotations

from sympy import Expr, S, exp, log

from dpsym.distributions.base import LocationScale, Terms


class Gumbel(LocationScale):
    r"""The Gumbel law (of the maximum), the noise that turns "report noisy max" into the exponential mechanism.

    .. math:: f(x) = \frac{1}{b} e^{-z - e^{-z}}, \qquad z = \frac{x-\mu}{b}

    Parameters
    ----------
    location : real, optional
        The mode; 0 if left out.
    scale : positive real
        The scale b; the variance is pi^2 b^2/6.

    Raises
    ------
    ParameterError
        If the scale is not positive and finite, or the location not real and finite.
    """

    is_log_concave = True
    degenerate = ("scale -> 0: a point mass",)

    def terms(self, point: Expr) -> Terms:
        shift = self.location / self.scale
        return {exp(-point / self.scale): -exp(shift), point: -1 / self.scale, S.One: shift - log(self.scale)}
