"""Laws on the counts 0, 1, 2, ...: Poisson, geometric, negative binomial, binomial; and Skellam on the integers."""

from __future__ import annotations

from sympy import Expr, Integer, S, besseli, log, loggamma, sqrt

from dpsym.distributions.base import Law, Terms
from dpsym.distributions.shifted import moved
from dpsym.parameters import COUNT, MEAN, OPEN_PROBABILITY, SHAPE
from dpsym.special import log_gamma


class _Counts(Law, abstract=True):
    is_discrete = True

    def neighbours(self, sensitivity: object = Integer(1)) -> tuple[Law, Law]:
        """Return the noise, and the noise shifted to the right by the sensitivity of the query."""
        return moved(self, sensitivity)

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return S.Zero, S.Infinity


class Poisson(_Counts):
    r"""The Poisson law.

    .. math:: f(x) = e^{-m} \frac{m^x}{x!}, \qquad x = 0, 1, 2, \ldots

    Parameters
    ----------
    mean : positive real
        The mean m.

    Raises
    ------
    ParameterError
        If the mean is not positive and finite.
    """

    parameters = (MEAN,)
    is_log_concave = True
    degenerate = ("mean -> 0: the point 0",)

    def terms(self, point: Expr) -> Terms:
        return {point: log(self.args[0]), loggamma(point + 1): -S.One, S.One: -self.args[0]}


class Geometric(_Counts):
    r"""The geometric law: the number of failures before the first success.

    .. math:: f(x) = p (1-p)^x, \qquad x = 0, 1, 2, \ldots

    Parameters
    ----------
    p : real in (0, 1)
        The probability of success.

    Raises
    ------
    ParameterError
        If p lies outside (0, 1).
    """

    parameters = (OPEN_PROBABILITY,)
    is_log_concave = True
    degenerate = ("p -> 1: the point 0",)

    def terms(self, point: Expr) -> Terms:
        return {point: log(1 - self.args[0]), S.One: log(self.args[0])}


class NegativeBinomial(_Counts):
    r"""The negative binomial law: the failures before k successes, for real k too.

    .. math:: f(x) = \frac{\Gamma(x+k)}{\Gamma(k)\,x!} p^k (1-p)^x, \qquad x = 0, 1, 2, \ldots

    Parameters
    ----------
    shape : positive real
        The number k of successes.
    p : real in (0, 1)
        The probability of success.

    Raises
    ------
    ParameterError
        If the shape is not positive and finite, or p lies outside (0, 1).
    """

    parameters = (SHAPE, OPEN_PROBABILITY)
    degenerate = ("p -> 1: the point 0", "shape -> 0: the point 0")

    def terms(self, point: Expr) -> Terms:
        shape, p = self.args
        if shape == 1:  # the two statistics of the binomial coefficient are one then, and cancel
            return Geometric(p).terms(point)
        return {
            point: log(1 - p),
            loggamma(point + shape): S.One,
            loggamma(point + 1): -S.One,
            S.One: shape * log(p) - log_gamma(shape),
        }


class Binomial(_Counts):
    r"""The binomial law.

    .. math:: f(x) = \binom{n}{x} p^x (1-p)^{n-x}, \qquad x = 0, 1, \ldots, n

    Parameters
    ----------
    n : positive integer
        The number of trials.
    p : real in (0, 1)
        The probability of success.

    Raises
    ------
    ParameterError
        If n is not a positive integer, or p lies outside (0, 1).
    """

    parameters = (COUNT, OPEN_PROBABILITY)
    is_log_concave = True
    degenerate = ("p -> 0: the point 0", "p -> 1: the point n")

    @property
    def is_symmetric(self) -> bool:  # type: ignore[override]
        """Whether p is 1/2."""
        return bool(2 * self.args[1] == 1)

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return S.Zero, self.args[0]

    def terms(self, point: Expr) -> Terms:
        n, p = self.args
        return {
            point: log(p) - log(1 - p),
            loggamma(point + 1): -S.One,
            loggamma(n - point + 1): -S.One,
            S.One: n * log(1 - p) + log_gamma(n + 1),
        }


class Skellam(_Counts):
    r"""The Skellam law: the difference of two independent Poisson counts.

    .. math:: f(x) = e^{-m_1-m_2} \left(\frac{m_1}{m_2}\right)^{x/2} I_{|x|}(2\sqrt{m_1 m_2}), \qquad x \in \mathbb{Z}

    Parameters
    ----------
    first, second : positive real
        The means m_1 of the count and m_2 of the one that is taken away.

    Raises
    ------
    ParameterError
        If a mean is not positive and finite.
    """

    parameters = (MEAN, MEAN)
    is_log_concave = True
    degenerate = ("second -> 0: the Poisson law", "first -> 0: the reflected Poisson law")

    @property
    def is_symmetric(self) -> bool:  # type: ignore[override]
        """Whether both means are the same."""
        return bool(self.args[0] == self.args[1])

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return S.NegativeInfinity, S.Infinity

    def terms(self, point: Expr) -> Terms:
        first, second = self.args
        return {
            point: (log(first) - log(second)) / 2,
            log(besseli(abs(point), 2 * sqrt(first * second))): S.One,
            S.One: -first - second,
        }
