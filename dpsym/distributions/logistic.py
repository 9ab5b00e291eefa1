"""The logistic law."""

from __future__ import annotations

from sympy import Expr, S, exp, log

from dpsym.distributions.base import LocationScale, Terms


class Logistic(LocationScale):
    r"""The logistic law.

    .. math:: f(x) = \frac{e^{-z}}{b (1 + e^{-z})^2}, \qquad z = \frac{x-\mu}{b}

    Parameters
    ----------
    location : real, optional
        The centre; 0 if left out.
    scale : positive real
        The scale b; the variance is pi^2 b^2/3.

    Raises
    ------
    ParameterError
        If the scale is not positive and finite, or the location not real and finite.
    """

    is_symmetric = True
    is_log_concave = True
    degenerate = ("scale -> 0: a point mass",)

    def terms(self, point: Expr) -> Terms:
        place = (point - self.location) / self.scale
        return {
            log(1 + exp(-place)): -2 * S.One,
            point: -1 / self.scale,
            S.One: self.location / self.scale - log(self.scale),
        }
