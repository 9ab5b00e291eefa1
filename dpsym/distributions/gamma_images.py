"""Laws that a one-to-one map makes of a Gamma number, where their divergences come from."""

from __future__ import annotations

from sympy import Expr, S, exp, log, pi

from dpsym.distributions.base import Law, Positive, Terms
from dpsym.parameters import DEGREES, DEVIATION, MEAN, RATE, SCALE, SHAPE
from dpsym.special import log_gamma


class Levy(Positive):
    r"""The Lévy law: of the time at which a Wiener process first reaches a height.

    .. math:: f(x) = \sqrt{\frac{b}{2\pi}}\, x^{-3/2} e^{-b/(2x)}, \qquad x > 0

    Parameters
    ----------
    scale : positive real
        b, the square of the height.
    """

    parameters = (SCALE,)
    degenerate = ("scale -> 0: the point 0",)

    def terms(self, point: Expr) -> Terms:
        (scale,) = self.args
        return {1 / point: -scale / 2, log(point): -3 * S.Half, S.One: (log(scale) - log(2 * pi)) / 2}


class InverseChiSquared(Positive):
    r"""The inverse chi-squared law: the reciprocal of a sum of squares of nu standard Gaussian numbers.

    .. math:: f(x) = \frac{2^{-\nu/2}}{\Gamma(\nu/2)}\, x^{-\nu/2-1} e^{-1/(2x)}, \qquad x > 0

    Parameters
    ----------
    dof : positive real
        The degrees of freedom nu.
    """

    parameters = (DEGREES,)
    degenerate = ("dof -> oo: the point 0",)

    def terms(self, point: Expr) -> Terms:
        half = self.args[0] / 2
        return {1 / point: -S.Half, log(point): -half - 1, S.One: -half * log(2) - log_gamma(half)}


class ScaledInverseChiSquared(Positive):
    r"""The scaled inverse chi-squared law: the posterior of a variance.

    .. math:: f(x) = \frac{(\nu s/2)^{\nu/2}}{\Gamma(\nu/2)}\, x^{-\nu/2-1} e^{-\nu s/(2x)}, \qquad x > 0

    Parameters
    ----------
    dof : positive real
        The degrees of freedom nu.
    scale : positive real
        s, the variance about which the posterior is, in the unit of x.
    """

    parameters = (DEGREES, MEAN)
    degenerate = ("dof -> oo: the point s", "scale -> 0: the point 0")

    def terms(self, point: Expr) -> Terms:
        half, scale = self.args[0] / 2, self.args[1]
        return {1 / point: -half * scale, log(point): -half - 1, S.One: half * log(half * scale) - log_gamma(half)}


class HalfNormal(Positive):
    r"""The half-normal law: the absolute value of a centred Gaussian number.

    .. math:: f(x) = \sqrt{2/\pi}\, \frac{1}{\sigma} e^{-x^2/(2\sigma^2)}, \qquad x > 0

    Parameters
    ----------
    sigma : positive real
        The standard deviation of the Gaussian number.
    """

    parameters = (DEVIATION,)
    is_log_concave = True
    degenerate = ("sigma -> 0: the point 0",)

    def terms(self, point: Expr) -> Terms:
        (sigma,) = self.args
        return {point**2: -1 / (2 * sigma**2), S.One: log(2 / pi) / 2 - log(sigma)}


class ChiLaw(Positive):
    r"""The chi law: the length of a vector of nu standard Gaussian numbers.

    .. math:: f(x) = \frac{2^{1-\nu/2}}{\Gamma(\nu/2)}\, x^{\nu-1} e^{-x^2/2}, \qquad x > 0

    Parameters
    ----------
    dof : positive real
        The degrees of freedom nu.
    """

    parameters = (DEGREES,)
    degenerate = ("dof -> 0: the point 0",)

    def terms(self, point: Expr) -> Terms:
        (dof,) = self.args
        return {log(point): dof - 1, point**2: -S.Half, S.One: (1 - dof / 2) * log(2) - log_gamma(dof / 2)}


class Nakagami(Positive):
    r"""The Nakagami law: the square root of a Gamma number.

    .. math:: f(x) = \frac{2 k^k}{\Gamma(k) m^k}\, x^{2k-1} e^{-k x^2/m}, \qquad x > 0

    Parameters
    ----------
    shape : positive real
        k.
    spread : positive real
        m, the mean of the square.
    """

    parameters = (SHAPE, MEAN)
    degenerate = ("shape -> oo: the point sqrt(m)", "spread -> 0: the point 0")

    def terms(self, point: Expr) -> Terms:
        shape, spread = self.args
        constant = log(2) + shape * (log(shape) - log(spread)) - log_gamma(shape)
        return {log(point): 2 * shape - 1, point**2: -shape / spread, S.One: constant}


class GeneralizedGamma(Positive):
    r"""The generalized Gamma law of Stacy: a power of a Gamma number.

    .. math:: f(x) = \frac{r}{\Gamma(k)\, b}\, \left(\frac{x}{b}\right)^{rk-1} e^{-(x/b)^r}, \qquad x > 0

    Parameters
    ----------
    power, shape, scale : positive reals
        r, k and b.
    """

    parameters = (RATE, SHAPE, SCALE)
    degenerate = ("scale -> 0: the point 0",)

    def terms(self, point: Expr) -> Terms:
        power, shape, scale = self.args
        constant = log(power) - power * shape * log(scale) - log_gamma(shape)
        return {point**power: -(scale**-power), log(point): power * shape - 1, S.One: constant}


class ExpGamma(Law):
    r"""The law of the logarithm of a Gamma number.

    .. math:: f(x) = \frac{r^k}{\Gamma(k)} e^{kx - r e^x}

    Parameters
    ----------
    shape, rate : positive reals
        k and r.
    """

    parameters = (SHAPE, RATE)
    is_log_concave = True
    degenerate = ("shape -> oo: the point log(k/r)",)

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return S.NegativeInfinity, S.Infinity

    def terms(self, point: Expr) -> Terms:
        shape, rate = self.args
        return {point: shape, exp(point): -rate, S.One: shape * log(rate) - log_gamma(shape)}
