"""The exponential law."""

from __future__ import annotations

from sympy import Expr, S, log

from dpsym.distributions.base import LocationScale, Terms


class Exponential(LocationScale):
    r"""The exponential law that starts at a location, with mean :math:`b` beyond it.

    .. math:: f(x) = \frac{1}{b} e^{-(x-\mu)/b}, \qquad x \ge \mu

    Parameters
    ----------
    location : real, optional
        The least point; 0 if left out.
    scale : positive real
        The mean beyond the location, the inverse of the rate.

    Raises
    ------
    ParameterError
        If the scale is not positive and finite, or the location not real and finite.

    Examples
    --------
    >>> from dpsym import KL, Exponential
    >>> KL(Exponential(scale=1), Exponential(scale=2)).doit()
    -1/2 + log(2)
    """

    is_log_concave = True
    degenerate = ("scale -> 0: a point mass",)

    def terms(self, point: Expr) -> Terms:
        return {point: -1 / self.scale, S.One: self.location / self.scale - log(self.scale)}

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return self.location, S.Infinity
