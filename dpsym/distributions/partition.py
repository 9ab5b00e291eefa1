r"""Exponential families by their log-partition function: the laws of posteriors, and any family that is handed in.

.. math:: f_\theta(x) = h(x)\, e^{\theta \cdot T(x) - A(\theta)}

Of two laws of one family nothing but A matters to moments of the ratio of their densities: base measure and statistics stay unnamed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

from sympy import Add, Basic, Expr, ImmutableDenseMatrix, Integer, Lambda, Rational, Tuple, log, pi

from dpsym.distributions.base import Law
from dpsym.errors import ParameterError
from dpsym.parameters import LOCATION, SCALE, exact
from dpsym.special import log_gamma


class PartitionLaw(Law, abstract=True):
    """A law of an exponential family that is known by its log-partition function."""

    is_written = False

    @property
    def natural(self) -> tuple[Expr, ...]:
        """The natural parameters theta."""
        raise NotImplementedError

    def log_partition(self, *theta: Expr) -> Expr:
        """Return A at natural parameters."""
        raise NotImplementedError

    def positive(self, *theta: Expr) -> tuple[Expr, ...]:
        """Return what is positive exactly where A is finite."""
        raise NotImplementedError

    @property
    def space(self) -> Any:
        return (type(self).__name__, len(self.natural))


class ExponentialFamily(PartitionLaw):
    """A law of any exponential family, given by its log-partition function.

    Parameters
    ----------
    partition : Lambda
        A, of as many natural parameters as there are; it is taken at its word.
    theta : sequence of reals
        The natural parameters.
    positive : Lambda, optional
        What is positive exactly where A is finite, a `Tuple` of expressions of the same parameters; none if left out.

    Raises
    ------
    ParameterError
        If the functions do not take as many parameters as are given, or theta certainly lies outside.

    Examples
    --------
    >>> from dpsym import KL, ExponentialFamily
    >>> from sympy import Lambda, exp, symbols
    >>> theta = symbols("theta")
    >>> poisson = Lambda(theta, exp(theta))
    >>> KL(ExponentialFamily(poisson, [0]), ExponentialFamily(poisson, [1])).doit()
    -2 + E
    """

    def __new__(cls, partition: Lambda, theta: Sequence[object], positive: Lambda | None = None) -> Any:
        if isinstance(theta, str) or not isinstance(theta, (Sequence, Tuple)):
            raise ParameterError("natural parameters", "a sequence of reals", theta)
        place = tuple(LOCATION.check(each) for each in theta)
        for function in (partition, positive) if positive is not None else (partition,):
            if not isinstance(function, Lambda) or len(function.signature) != len(place):
                raise ParameterError("log-partition function", f"a Lambda of {len(place)} parameters", function)
        inside = () if positive is None else tuple(_listed(positive(*place)))
        if not all(isinstance(each, Expr) for each in inside):
            raise ParameterError("function of what is positive", "of expressions, not of relations", positive)
        if any(each.is_positive is False for each in inside) or partition(*place).is_real is False:
            raise ParameterError("natural parameters", "where the log-partition function is finite", theta)
        return Basic.__new__(cls, partition, Tuple(*place), *((positive,) if positive is not None else ()))

    @property
    def natural(self) -> tuple[Expr, ...]:
        return tuple(self.args[1])

    def log_partition(self, *theta: Expr) -> Expr:
        return self.args[0](*theta)

    def positive(self, *theta: Expr) -> tuple[Expr, ...]:
        return tuple(_listed(self.args[2](*theta))) if len(self.args) > 2 else ()

    @property
    def space(self) -> Any:
        return (type(self).__name__, self.args[0], *self.args[2:])


def _listed(value: Any) -> Sequence[Expr]:
    return value if isinstance(value, (Tuple, tuple)) else (value,)


class Dirichlet(PartitionLaw):
    r"""The Dirichlet law: the posterior of shares after counts.

    .. math:: f(x) = \frac{\Gamma(\sum_i a_i)}{\prod_i \Gamma(a_i)} \prod_i x_i^{a_i - 1}, \qquad x_i > 0,\ \sum_i x_i = 1

    Parameters
    ----------
    *shapes : positive reals
        Two at least.
    """

    def __new__(cls, *shapes: object) -> Any:
        if len(shapes) < 2:
            raise ParameterError("shapes of a Dirichlet law", "two at least", shapes)
        return Basic.__new__(cls, *map(_shape, shapes))

    @property
    def natural(self) -> tuple[Expr, ...]:
        return self.args

    def log_partition(self, *theta: Expr) -> Expr:
        return Add(*map(log_gamma, theta)) - log_gamma(Add(*theta))

    def positive(self, *theta: Expr) -> tuple[Expr, ...]:
        return theta


class InverseGamma(PartitionLaw):
    r"""The inverse Gamma law: the posterior of a variance.

    .. math:: f(x) = \frac{b^k}{\Gamma(k)}\, x^{-k-1} e^{-b/x}, \qquad x > 0

    Parameters
    ----------
    shape, scale : positive reals
        k, and b in the unit of x.
    """

    def __new__(cls, shape: object, scale: object) -> Any:
        return Basic.__new__(cls, SCALE.check(shape), SCALE.check(scale))

    @property
    def natural(self) -> tuple[Expr, ...]:
        return self.args

    def log_partition(self, *theta: Expr) -> Expr:
        shape, scale = theta
        return log_gamma(shape) - shape * log(scale)

    def positive(self, *theta: Expr) -> tuple[Expr, ...]:
        return theta


class Wishart(PartitionLaw):
    r"""The Wishart law: the sum of squares of n Gaussian vectors, and noise on a covariance.

    .. math:: f(X) \propto (\det X)^{(n-p-1)/2}\, e^{-\mathrm{tr}(V^{-1} X)/2}

    Parameters
    ----------
    degrees : real above p - 1
        n.
    scale : p by p symmetric matrix
        V, positive definite; a matrix with symbols is taken at its word, unless a leading minor is certainly not positive.
    """

    def __new__(cls, degrees: object, scale: Any) -> Any:
        try:
            spread, count = ImmutableDenseMatrix(scale), SCALE.check(degrees)
        except (TypeError, ValueError, NotImplementedError):
            raise ParameterError("scale of a Wishart law", "a symmetric matrix of reals", scale) from None
        size = spread.shape[0]
        if (
            not size
            or spread.shape != (size, size)
            or spread != spread.T
            or any(exact(entry) is None for entry in spread)
        ):
            raise ParameterError("scale of a Wishart law", "a symmetric matrix of reals", scale)
        minors = [spread[:order, :order].det() for order in range(1, size + 1)]
        if any(minor.is_positive is False for minor in minors):
            raise ParameterError("scale of a Wishart law", "positive definite", scale)
        if (count > size - 1) == False:  # noqa: E712
            raise ParameterError("degrees of a Wishart law", f"above {size - 1}", degrees)
        return Basic.__new__(cls, count, spread)

    @property
    def natural(self) -> tuple[Expr, ...]:
        inverse, size = self._precision(), self.args[1].shape[0]
        return self.args[0], *(inverse[row, column] for row, column in combinations_with_replacement(range(size), 2))

    def _precision(self) -> ImmutableDenseMatrix:
        """Return the matrix by which the exponent is linear."""
        return self.args[1].inv()

    def _inverse(self, theta: Sequence[Expr]) -> ImmutableDenseMatrix:
        size = self.args[1].shape[0]
        places = list(combinations_with_replacement(range(size), 2))
        return ImmutableDenseMatrix(
            size, size, lambda row, column: theta[places.index((min(row, column), max(row, column)))]
        )

    def log_partition(self, *theta: Expr) -> Expr:
        degrees, *entries = theta
        inverse = self._inverse(entries)
        size = inverse.shape[0]
        gammas = (log_gamma((degrees - each) / 2) for each in range(size))
        powers = degrees * size * log(2) / 2 + Rational(size * (size - 1), 4) * log(pi)
        return Add(*gammas) + powers - degrees * log(inverse.det()) / 2

    def positive(self, *theta: Expr) -> tuple[Expr, ...]:
        degrees, *entries = theta
        inverse = self._inverse(entries)
        size = Integer(inverse.shape[0])
        return degrees - size + 1, *(inverse[:order, :order].det() for order in range(1, size + 1))


def _shape(value: object) -> Expr:
    try:
        return SCALE.check(value)
    except ParameterError:
        raise ParameterError("shape of a Dirichlet law", "positive and finite", value) from None
