"""More laws by their log-partition function: directions, counts in several classes, and posteriors of a mean with its variance."""

from __future__ import annotations

from typing import Any

from sympy import Add, Basic, Expr, Integer, Mul, S, besseli, exp, expand, log, pi, sinh, sqrt

from dpsym.distributions.partition import PartitionLaw, Wishart
from dpsym.errors import ParameterError
from dpsym.parameters import COUNT, LOCATION, OPEN_PROBABILITY, SCALE, SHAPE
from dpsym.special import log_gamma

_IN_SPACE = 3
"""The dimension in which the Bessel function is a hyperbolic one."""


def _power(exponent: Expr) -> Expr:
    """Return e to a sum as the product of the powers, of logarithms their arguments."""
    powers = []
    for term in Add.make_args(expand(exponent)):
        logarithms = [each for each in Mul.make_args(term) if isinstance(each, log)]
        powers.append(logarithms[0].args[0] ** (term / logarithms[0]) if len(logarithms) == 1 else exp(term))
    return Mul(*powers)


class VonMisesFisher(PartitionLaw):
    r"""The von Mises-Fisher law of a direction: noise on the unit sphere.

    .. math:: f(x) \propto e^{\theta \cdot x}, \qquad |x| = 1, \quad \theta = \kappa \mu

    Parameters
    ----------
    *theta : reals
        The mean direction times the concentration kappa, a number a dimension; two at least. In two dimensions it is the von Mises law.
    """

    def __new__(cls, *theta: object) -> Any:
        if len(theta) < 2:
            raise ParameterError("vector of a von Mises-Fisher law", "of two numbers at least", theta)
        return Basic.__new__(cls, *map(LOCATION.check, theta))

    @property
    def natural(self) -> tuple[Expr, ...]:
        return self.args

    def log_partition(self, *theta: Expr) -> Expr:
        """Return A up to a constant: the logarithm of the mean of e^(theta x) over the sphere."""
        half = Integer(len(theta)) / 2
        parts = [each for each in theta if each != 0]
        if not parts:
            return S.Zero
        length = sqrt(Add(*(each**2 for each in parts)))
        if len(theta) == _IN_SPACE:
            length = parts[0] if len(parts) == 1 else length  # of either sign: the quotient is even
            return log(sinh(length) / length)
        return log_gamma(half) + log(besseli(half - 1, length)) - (half - 1) * log(length / 2)

    def positive(self, *theta: Expr) -> tuple[Expr, ...]:
        return ()


class Multinomial(PartitionLaw):
    r"""The multinomial law: how often each of several answers comes in n independent trials.

    .. math:: f(x) = \frac{n!}{\prod_i x_i!} \prod_i p_i^{x_i}, \qquad x_i \ge 0,\ \sum_i x_i = n

    Parameters
    ----------
    trials : positive integer
        n.
    *masses : positive reals
        The probabilities up to a factor, two at least: they are divided by their sum.
    """

    def __new__(cls, trials: object, *masses: object) -> Any:
        if len(masses) < 2:
            raise ParameterError("masses of a multinomial law", "two at least", masses)
        return Basic.__new__(cls, COUNT.check(trials), *map(SCALE.check, masses))

    @property
    def natural(self) -> tuple[Expr, ...]:
        return tuple(map(log, self.args[1:]))

    def log_partition(self, *theta: Expr) -> Expr:
        return self.args[0] * log(Add(*map(_power, theta)))

    def positive(self, *theta: Expr) -> tuple[Expr, ...]:
        return ()

    @property
    def space(self) -> Any:
        return (type(self).__name__, len(self.args), self.args[0])


class NegativeMultinomial(PartitionLaw):
    r"""The negative multinomial law: how often each of several answers comes before the k-th stop.

    .. math:: f(x) = \frac{\Gamma(k + \sum_i x_i)}{\Gamma(k) \prod_i x_i!}\, p_0^k \prod_i p_i^{x_i}, \qquad p_0 = 1 - \sum_i p_i

    Parameters
    ----------
    shape : positive real
        k.
    *masses : reals in (0, 1)
        The probabilities p_i of the answers, which leave some to the stop.
    """

    def __new__(cls, shape: object, *masses: object) -> Any:
        found = tuple(map(OPEN_PROBABILITY.check, masses))
        if not found or (1 - Add(*found)).is_positive is False:
            raise ParameterError("masses of a negative multinomial law", "one at least, of a sum below 1", masses)
        return Basic.__new__(cls, SHAPE.check(shape), *found)

    @property
    def natural(self) -> tuple[Expr, ...]:
        return tuple(map(log, self.args[1:]))

    def log_partition(self, *theta: Expr) -> Expr:
        return -self.args[0] * log(*self.positive(*theta))

    def positive(self, *theta: Expr) -> tuple[Expr, ...]:
        return (1 - Add(*map(_power, theta)),)

    @property
    def space(self) -> Any:
        return (type(self).__name__, len(self.args), self.args[0])


class LogarithmicSeries(PartitionLaw):
    r"""The logarithmic series law of Fisher.

    .. math:: f(x) = \frac{p^x}{-x \log(1 - p)}, \qquad x = 1, 2, \dots

    Parameters
    ----------
    p : real in (0, 1)
        The ratio of the series.
    """

    def __new__(cls, p: object) -> Any:
        return Basic.__new__(cls, OPEN_PROBABILITY.check(p))

    @property
    def natural(self) -> tuple[Expr, ...]:
        return (log(self.args[0]),)

    def log_partition(self, *theta: Expr) -> Expr:
        return log(-log(*self.positive(*theta)))

    def positive(self, *theta: Expr) -> tuple[Expr, ...]:
        return (1 - _power(theta[0]),)


class NormalInverseGamma(PartitionLaw):
    r"""The normal-inverse-Gamma law: the posterior of a mean together with its variance.

    .. math:: f(x, v) \propto v^{-k-3/2}\, e^{-(2b + r (x - \mu)^2)/(2v)}, \qquad v > 0

    Parameters
    ----------
    location : real
        mu, the mean of x.
    count : positive real
        r: given v, x has the variance v/r.
    shape, scale : positive reals
        k and b of the inverse Gamma law of v.
    """

    def __new__(cls, location: object, count: object, shape: object, scale: object) -> Any:
        return Basic.__new__(cls, LOCATION.check(location), *map(SCALE.check, (count, shape, scale)))

    @property
    def natural(self) -> tuple[Expr, ...]:
        location, count, shape, scale = self.args
        return shape, scale + count * location**2 / 2, count * location, count

    def log_partition(self, *theta: Expr) -> Expr:
        shape, scale, count = self.positive(*theta)
        return log_gamma(shape) - shape * log(scale) + log(2 * pi) / 2 - log(count) / 2

    def positive(self, *theta: Expr) -> tuple[Expr, ...]:
        shape, scale, moment, count = theta
        return shape, scale - moment**2 / (2 * count), count


class InverseWishart(Wishart):
    r"""The inverse Wishart law: the posterior of a covariance.

    .. math:: f(X) \propto (\det X)^{-(n+p+1)/2}\, e^{-\mathrm{tr}(V X^{-1})/2}

    Parameters
    ----------
    degrees : real above p - 1
        n.
    scale : p by p symmetric matrix
        V, positive definite.
    """

    def _precision(self) -> Any:
        return self.args[1]
