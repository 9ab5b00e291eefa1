"""Laws with power densities: Beta, Pareto, and the log-normal."""

from __future__ import annotations

from sympy import Expr, S, log, pi

from dpsym.distributions.base import Law, Terms
from dpsym.parameters import DEVIATION, LOCATION, MEAN, SHAPE
from dpsym.special import log_gamma


class Beta(Law):
    r"""The Beta law.

    .. math:: f(x) = \frac{\Gamma(k_1+k_2)}{\Gamma(k_1)\Gamma(k_2)} x^{k_1-1} (1-x)^{k_2-1}, \qquad 0 < x < 1

    Parameters
    ----------
    first, second : positive real
        The shapes k_1 at 0 and k_2 at 1.

    Raises
    ------
    ParameterError
        If a shape is not positive and finite.
    """

    parameters = (SHAPE, SHAPE)
    degenerate = ("first -> 0: the point 0", "second -> 0: the point 1")

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return S.Zero, S.One

    def terms(self, point: Expr) -> Terms:
        first, second = self.args
        constant = log_gamma(first + second) - log_gamma(first) - log_gamma(second)
        return {log(point): first - 1, log(1 - point): second - 1, S.One: constant}


class Pareto(Law):
    r"""The Pareto law.

    .. math:: f(x) = \frac{k m^k}{x^{k+1}}, \qquad x \ge m

    Parameters
    ----------
    minimum : positive real
        The least value m.
    shape : positive real
        The exponent k of the tail.

    Raises
    ------
    ParameterError
        If a parameter is not positive and finite.
    """

    parameters = (MEAN, SHAPE)
    degenerate = ("shape -> oo: the point m",)

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return self.args[0], S.Infinity

    def terms(self, point: Expr) -> Terms:
        minimum, shape = self.args
        return {log(point): -shape - 1, S.One: log(shape) + shape * log(minimum)}


class LogNormal(Law):
    r"""The log-normal law: the exponential of a Gaussian number.

    .. math:: f(x) = \frac{1}{x\sigma\sqrt{2\pi}} e^{-(\log x-\mu)^2/(2\sigma^2)}, \qquad x > 0

    Parameters
    ----------
    location : real
        The mean mu of the logarithm.
    sigma : positive real
        The standard deviation of the logarithm.

    Raises
    ------
    ParameterError
        If sigma is not positive and finite, or the location not real and finite.
    """

    parameters = (LOCATION, DEVIATION)
    degenerate = ("sigma -> 0: a point mass",)

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return S.Zero, S.Infinity

    def terms(self, point: Expr) -> Terms:
        mean, sigma = self.args
        variance = sigma**2
        return {
            log(point) ** 2: -1 / (2 * variance),
            log(point): mean / variance - 1,
            S.One: -(mean**2) / (2 * variance) - log(2 * pi) / 2 - log(sigma),
        }
