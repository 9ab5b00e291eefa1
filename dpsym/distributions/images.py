"""Laws that a map which loses nothing makes of a Laplace, Gaussian, Cauchy, Beta or inverse Gaussian number."""

from __future__ import annotations

from sympy import Expr, S, exp, log, pi

from dpsym.distributions.base import Piece, Positive, Terms
from dpsym.parameters import DEVIATION, LOCATION, MEAN, SCALE, SHAPE
from dpsym.special import log_gamma


class LogLaplace(Positive):
    r"""The log-Laplace law: the exponential of a Laplace number, noise that multiplies.

    .. math:: f(x) = \frac{1}{2bx} e^{-|\log x - \mu|/b}, \qquad x > 0

    Parameters
    ----------
    location : real
        The median mu of the logarithm.
    scale : positive real
        The scale b of the logarithm.
    """

    parameters = (LOCATION, SCALE)
    degenerate = ("scale -> 0: a point mass",)

    def pieces(self, point: Expr) -> tuple[Piece, ...]:
        location, scale = self.args
        below, above = (
            {log(point): sign / scale - 1, S.One: -sign * location / scale - log(2 * scale)} for sign in (1, -1)
        )
        kink = exp(location)
        return Piece(S.Zero, kink, below), Piece(kink, S.Infinity, above)

    @property
    def breakpoints(self) -> tuple[Expr, ...]:
        return (exp(self.args[0]),)


class BetaPrime(Positive):
    r"""The Beta prime law: of the odds of a Beta number, and of a ratio of two Gamma numbers.

    .. math:: f(x) = \frac{\Gamma(k_1+k_2)}{\Gamma(k_1)\Gamma(k_2)} x^{k_1-1} (1+x)^{-k_1-k_2}, \qquad x > 0

    Parameters
    ----------
    first, second : positive reals
        The shapes k_1 at 0 and k_2 of the tail.
    """

    parameters = (SHAPE, SHAPE)
    degenerate = ("first -> 0: the point 0", "second -> oo: the point 0")

    def terms(self, point: Expr) -> Terms:
        first, second = self.args
        constant = log_gamma(first + second) - log_gamma(first) - log_gamma(second)
        return {log(point): first - 1, log(1 + point): -first - second, S.One: constant}


class BirnbaumSaunders(Positive):
    r"""The Birnbaum-Saunders law, of the time to a failure by fatigue.

    .. math:: f(x) = \frac{x + m}{2\sigma\sqrt{2\pi m}\, x^{3/2}} e^{-(x/m + m/x - 2)/(2\sigma^2)}, \qquad x > 0

    Parameters
    ----------
    scale : positive real
        The median m.
    sigma : positive real
        The standard deviation of (x - m)/sqrt(m x), which is Gaussian.
    """

    parameters = (MEAN, DEVIATION)
    degenerate = ("sigma -> 0: the point m", "scale -> 0: the point 0")

    def terms(self, point: Expr) -> Terms:
        scale, sigma = self.args
        curvature = 1 / (2 * sigma**2)
        return {
            log(point + scale): S.One,
            log(point): -3 * S.Half,
            point: -curvature / scale,
            1 / point: -curvature * scale,
            S.One: 2 * curvature - log(2 * sigma) - log(2 * pi * scale) / 2,
        }


class HalfCauchy(Positive):
    r"""The half-Cauchy law: the absolute value of a centred Cauchy number.

    .. math:: f(x) = \frac{2b}{\pi (x^2 + b^2)}, \qquad x > 0

    Parameters
    ----------
    scale : positive real
        The median b.
    """

    parameters = (SCALE,)
    degenerate = ("scale -> 0: the point 0",)

    def terms(self, point: Expr) -> Terms:
        (scale,) = self.args
        return {log(point**2 + scale**2): -S.One, S.One: log(2 / pi) + log(scale)}


class ReciprocalInverseGaussian(Positive):
    r"""The law of the reciprocal of an inverse Gaussian number.

    .. math:: f(x) = \sqrt{\frac{k}{2\pi x}}\, e^{-k(1-mx)^2/(2m^2x)}, \qquad x > 0

    Parameters
    ----------
    mean, shape : positive reals
        m and k of the inverse Gaussian number.
    """

    parameters = (MEAN, SHAPE)
    degenerate = ("shape -> oo: the point 1/m",)

    def terms(self, point: Expr) -> Terms:
        mean, shape = self.args
        constant = shape / mean + log(shape) / 2 - log(2 * pi) / 2
        return {point: -shape / 2, 1 / point: -shape / (2 * mean**2), log(point): -S.Half, S.One: constant}
