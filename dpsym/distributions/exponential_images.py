"""Laws that a one-to-one map makes of an exponential number, where their divergences come from."""

from __future__ import annotations

from sympy import Expr, S, exp, log

from dpsym.distributions.base import Law, LocationScale, Positive, Terms
from dpsym.parameters import BOUND, MEAN, SCALE, SHAPE


class Frechet(Positive):
    r"""The Fréchet law, or inverse Weibull law: of the greatest of many numbers with a heavy tail.

    .. math:: f(x) = \frac{k}{b} \left(\frac{x}{b}\right)^{-k-1} e^{-(x/b)^{-k}}, \qquad x > 0

    Parameters
    ----------
    shape, scale : positive reals
        k, the exponent of the tail, and b.
    """

    parameters = (SHAPE, SCALE)
    degenerate = ("scale -> 0: the point 0", "shape -> oo: the point b")

    def terms(self, point: Expr) -> Terms:
        shape, scale = self.args
        return {point**-shape: -(scale**shape), log(point): -shape - 1, S.One: log(shape) + shape * log(scale)}


class PowerFunction(Law):
    r"""The power function law: of the greatest of k numbers that are uniform up to a bound.

    .. math:: f(x) = \frac{k x^{k-1}}{a^k}, \qquad 0 < x < a

    Parameters
    ----------
    bound, shape : positive reals
        a and k.
    """

    parameters = (BOUND, SHAPE)
    degenerate = ("shape -> oo: the point a", "shape -> 0: the point 0")

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return S.Zero, self.args[0]

    def terms(self, point: Expr) -> Terms:
        bound, shape = self.args
        return {log(point): shape - 1, S.One: log(shape) - shape * log(bound)}


class Gompertz(Positive):
    r"""The Gompertz law of mortality: the rate of failure grows like an exponential.

    .. math:: f(x) = \frac{k}{b} e^{x/b}\, e^{-k(e^{x/b} - 1)}, \qquad x > 0

    Parameters
    ----------
    scale, shape : positive reals
        b, in the unit of x, and k.
    """

    parameters = (SCALE, SHAPE)
    is_log_concave = True
    degenerate = ("scale -> 0: the point 0", "shape -> oo: the point 0")

    def terms(self, point: Expr) -> Terms:
        scale, shape = self.args
        return {point: 1 / scale, exp(point / scale): -shape, S.One: shape + log(shape) - log(scale)}


class ReversedGumbel(LocationScale):
    r"""The reversed Gumbel law, of the minimum: the negative of a Gumbel number.

    .. math:: f(x) = \frac{1}{b} e^{z - e^{z}}, \qquad z = \frac{x-\mu}{b}

    Parameters
    ----------
    location : real, optional
        The mode; 0 if left out.
    scale : positive real
        The scale b; the variance is pi^2 b^2/6.
    """

    is_log_concave = True
    degenerate = ("scale -> 0: a point mass",)

    def terms(self, point: Expr) -> Terms:
        shift = self.location / self.scale
        return {exp(point / self.scale): -exp(-shift), point: 1 / self.scale, S.One: -shift - log(self.scale)}


class GeneralizedLogistic(Law):
    r"""The generalized logistic law of the first type: of the greatest of k logistic numbers.

    .. math:: f(x) = \frac{k e^{-x}}{(1 + e^{-x})^{k+1}}

    Parameters
    ----------
    shape : positive real
        k.
    """

    parameters = (SHAPE,)
    is_log_concave = True
    degenerate = ("shape -> 0: no law",)

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return S.NegativeInfinity, S.Infinity

    def terms(self, point: Expr) -> Terms:
        (shape,) = self.args
        return {point: -S.One, log(1 + exp(-point)): -shape - 1, S.One: log(shape)}


class InverseLomax(Positive):
    r"""The inverse Lomax law: of the reciprocal of a Lomax number.

    .. math:: f(x) = \frac{k m x^{k-1}}{(x + m)^{k+1}}, \qquad x > 0

    Parameters
    ----------
    scale, shape : positive reals
        m, in the unit of x, and k.
    """

    parameters = (MEAN, SHAPE)
    degenerate = ("scale -> 0: the point 0", "shape -> 0: the point 0")

    def terms(self, point: Expr) -> Terms:
        scale, shape = self.args
        return {log(point): shape - 1, log(point + scale): -shape - 1, S.One: log(shape) + log(scale)}


class Lomax(Positive):
    r"""The Lomax law, a Pareto law that begins at 0.

    .. math:: f(x) = \frac{k m^k}{(x + m)^{k+1}}, \qquad x > 0

    Parameters
    ----------
    scale, shape : positive reals
        m, and the exponent k of the tail.
    """

    parameters = (MEAN, SHAPE)
    degenerate = ("scale -> 0: the point 0", "shape -> oo: the point 0")

    def terms(self, point: Expr) -> Terms:
        scale, shape = self.args
        return {log(point + scale): -shape - 1, S.One: log(shape) + shape * log(scale)}


class TruncatedExponential(Law):
    r"""The exponential law, given that it is below a bound.

    .. math:: f(x) = \frac{e^{-x/b}}{b (1 - e^{-a/b})}, \qquad 0 < x < a

    Parameters
    ----------
    scale, bound : positive reals
        b and a.
    """

    parameters = (SCALE, BOUND)
    is_log_concave = True
    degenerate = ("scale -> 0: the point 0",)

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return S.Zero, self.args[1]

    def terms(self, point: Expr) -> Terms:
        scale, bound = self.args
        return {point: -1 / scale, S.One: -log(scale) - log(1 - exp(-bound / scale))}


class BoundedPareto(Law):
    r"""The Pareto law, given that it is below a bound.

    .. math:: f(x) = \frac{k m^k}{(1 - (m/a)^k)\, x^{k+1}}, \qquad m \le x < a = m e^c

    Parameters
    ----------
    minimum : positive real
        The least value m.
    shape : positive real
        The exponent k.
    width : positive real
        The logarithm c of the ratio of the bound to the least value.
    """

    parameters = (MEAN, SHAPE, BOUND)
    degenerate = ("shape -> oo: the point m",)

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return self.args[0], self.args[0] * exp(self.args[2])

    def terms(self, point: Expr) -> Terms:
        minimum, shape, width = self.args
        constant = log(shape) + shape * log(minimum) - log(1 - exp(-shape * width))
        return {log(point): -shape - 1, S.One: constant}
