"""The discrete Gaussian law."""

from __future__ import annotations

from sympy import Expr, S, log

from dpsym.distributions.base import LocationFamily, Terms
from dpsym.parameters import DEVIATION, INTEGER_LOCATION
from dpsym.special import GaussianSum


class DiscreteGaussian(LocationFamily):
    r"""The discrete Gaussian law on the integers.

    .. math:: f(x) = \frac{e^{-(x-\mu)^2/(2\sigma^2)}}{\sum_{n \in \mathbb{Z}} e^{-n^2/(2\sigma^2)}}, \qquad x \in \mathbb{Z}

    Parameters
    ----------
    location : integer, optional
        The mean; 0 if left out.
    sigma : positive real
        The parameter sigma; the standard deviation is a little below it.

    Raises
    ------
    ParameterError
        If sigma is not positive and finite, or the location not an integer.

    References
    ----------
    Canonne, Kamath and Steinke, The discrete Gaussian for differential privacy, 2020, Definition 1.
    """

    parameters = (INTEGER_LOCATION, DEVIATION)
    argument_names = ("location", "sigma")
    scales = ()
    is_discrete = True
    is_symmetric = True
    is_log_concave = True
    degenerate = ("sigma -> 0: a point mass",)

    def terms(self, point: Expr) -> Terms:
        mean, sigma = self.args
        constant = -(mean**2) / (2 * sigma**2) - log(GaussianSum(S.Zero, sigma))
        return {point**2: -1 / (2 * sigma**2), point: mean / sigma**2, S.One: constant}
