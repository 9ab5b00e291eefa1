"""Laws on the positive half line of the Gamma kind: Gamma, chi-squared, inverse Gaussian, Weibull, Rayleigh."""

from __future__ import annotations

from sympy import Expr, Integer, S, log, pi

from dpsym.distributions.base import Positive, Terms
from dpsym.parameters import DEGREES, DEVIATION, MEAN, RATE, SCALE, SHAPE
from dpsym.special import log_gamma


class Gamma(Positive):
    r"""The Gamma law, by shape and rate.

    .. math:: f(x) = \frac{r^k}{\Gamma(k)} x^{k-1} e^{-rx}, \qquad x > 0

    Parameters
    ----------
    shape : positive real
        The shape k.
    rate : positive real
        The rate r, the inverse of the scale.

    Raises
    ------
    ParameterError
        If a parameter is not positive and finite.
    """

    parameters = (SHAPE, RATE)
    degenerate = ("shape -> 0: the point 0", "rate -> oo: the point 0")

    def terms(self, point: Expr) -> Terms:
        shape, rate = self.args
        return {log(point): shape - 1, point: -rate, S.One: shape * log(rate) - log_gamma(shape)}


class ChiSquared(Positive):
    r"""The chi-squared law.

    .. math:: f(x) = \frac{x^{\nu/2-1} e^{-x/2}}{2^{\nu/2}\,\Gamma(\nu/2)}, \qquad x > 0

    Parameters
    ----------
    dof : positive real
        The degrees of freedom nu.

    Raises
    ------
    ParameterError
        If the degrees of freedom are not positive and finite.
    """

    parameters = (DEGREES,)
    degenerate = ("dof -> 0: the point 0",)

    def terms(self, point: Expr) -> Terms:
        half = self.args[0] / 2
        return {log(point): half - 1, point: -S.Half, S.One: -half * log(2) - log_gamma(half)}


class InverseGaussian(Positive):
    r"""The inverse Gaussian law: when a Brownian motion with drift first reaches a level.

    .. math:: f(x) = \sqrt{\frac{k}{2\pi x^3}}\, e^{-k(x-m)^2/(2m^2x)}, \qquad x > 0

    Parameters
    ----------
    mean : positive real
        The mean m.
    shape : positive real
        The shape k; the variance is m^3/k.

    Raises
    ------
    ParameterError
        If a parameter is not positive and finite.
    """

    parameters = (MEAN, SHAPE)
    degenerate = ("shape -> oo: the point m", "shape -> 0: the point 0")

    def terms(self, point: Expr) -> Terms:
        mean, shape = self.args
        return {
            point: -shape / (2 * mean**2),
            1 / point: -shape / 2,
            log(point): -Integer(3) / 2,
            S.One: shape / mean + log(shape) / 2 - log(2 * pi) / 2,
        }


class Weibull(Positive):
    r"""The Weibull law.

    .. math:: f(x) = \frac{k}{b} \left(\frac{x}{b}\right)^{k-1} e^{-(x/b)^k}, \qquad x > 0

    Parameters
    ----------
    shape : positive real
        The shape k.
    scale : positive real
        The scale b.

    Raises
    ------
    ParameterError
        If a parameter is not positive and finite.
    """

    parameters = (SHAPE, SCALE)
    degenerate = ("scale -> 0: the point 0",)

    def terms(self, point: Expr) -> Terms:
        shape, scale = self.args
        return {log(point): shape - 1, point**shape: -(scale**-shape), S.One: log(shape) - shape * log(scale)}


class Rayleigh(Positive):
    r"""The Rayleigh law: the length of a centred Gaussian vector in the plane.

    .. math:: f(x) = \frac{x}{\sigma^2} e^{-x^2/(2\sigma^2)}, \qquad x > 0

    Parameters
    ----------
    sigma : positive real
        The standard deviation of each coordinate.

    Raises
    ------
    ParameterError
        If sigma is not positive and finite.
    """

    parameters = (DEVIATION,)
    is_log_concave = True
    degenerate = ("sigma -> 0: the point 0",)

    def terms(self, point: Expr) -> Terms:
        sigma = self.args[0]
        return {log(point): S.One, point**2: -1 / (2 * sigma**2), S.One: -2 * log(sigma)}
