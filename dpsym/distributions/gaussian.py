"""The Gaussian law."""

from __future__ import annotations

from sympy import Expr, S, log, pi

from dpsym.distributions.base import LocationScale, Terms
from dpsym.parameters import DEVIATION, LOCATION


class Gaussian(LocationScale):
    r"""The Gaussian law with mean :math:`\mu` and standard deviation :math:`\sigma` (not the variance).

    .. math:: f(x) = \frac{1}{\sigma\sqrt{2\pi}} e^{-(x-\mu)^2/(2\sigma^2)}, \qquad x \in \mathbb{R}

    Parameters
    ----------
    location : real, optional
        The mean; 0 if left out.
    sigma : positive real
        The standard deviation, in the unit of the query.

    Raises
    ------
    ParameterError
        If sigma is not positive and finite, or the mean not real and finite.

    Examples
    --------
    >>> from dpsym import Gaussian
    >>> from dpsym.symbols import alpha, sigma
    >>> Gaussian(sigma).renyi(alpha)
    alpha/(2*sigma**2)
    """

    parameters = (LOCATION, DEVIATION)
    argument_names = ("location", "sigma")
    is_symmetric = True
    is_log_concave = True
    degenerate = ("sigma -> 0: a point mass",)

    def log_density(self, point: Expr) -> Expr:
        return -((point - self.location) ** 2) / (2 * self.scale**2) - log(2 * pi) / 2 - log(self.scale)

    def terms(self, point: Expr) -> Terms:
        variance = self.scale**2
        constant = -(self.location**2) / (2 * variance) - log(2 * pi) / 2 - log(self.scale)
        return {point**2: -1 / (2 * variance), point: self.location / variance, S.One: constant}
