"""Laws in several dimensions: the multivariate Gaussian law, and noise of a norm by its gauge."""

from __future__ import annotations

from typing import Any

from sympy import Basic, Expr, ImmutableDenseMatrix, Integer, S, log, pi, sqrt

from dpsym.distributions.base import Law, Terms
from dpsym.distributions.gaussian import Gaussian
from dpsym.errors import ParameterError
from dpsym.parameters import COUNT, DISTANCE, LOCATION, POSITIVE_LOSS, SENSITIVITY, exact
from dpsym.special import log_gamma


def _matrix(name: str, value: Any) -> ImmutableDenseMatrix:
    try:
        matrix = ImmutableDenseMatrix(value)
    except (TypeError, ValueError, NotImplementedError) as error:
        raise ParameterError(name, "a matrix of real numbers or expressions", value) from error
    entries = [exact(entry) for entry in matrix]
    if not entries or None in entries:
        raise ParameterError(name, "a matrix of real numbers or expressions", value)
    return ImmutableDenseMatrix(*matrix.shape, [LOCATION.check(entry) for entry in entries])


class MultivariateGaussian(Law):
    r"""The Gaussian law in d dimensions.

    .. math:: f(x) = (2\pi)^{-d/2} (\det \Sigma)^{-1/2} e^{-(x-\mu)^T \Sigma^{-1} (x-\mu)/2}

    Parameters
    ----------
    mean : sequence of d reals, or a column
        The mean mu.
    covariance : d by d symmetric matrix
        The covariance Sigma, positive definite. Of a matrix of numbers that is checked exactly; one with symbols is
        taken at its word, unless a leading minor is certainly not positive.

    Raises
    ------
    ParameterError
        If the shapes do not fit, or the covariance is not symmetric and positive definite.
    """

    is_symmetric = True
    is_written = False
    degenerate = ("det covariance -> 0: a law on a subspace",)

    def __new__(cls, mean: Any, covariance: Any) -> Any:
        center, spread = _matrix("mean", mean), _matrix("covariance", covariance)
        size = spread.shape[0]
        if spread.shape != (size, size) or spread != spread.T:
            raise ParameterError("covariance", "a symmetric matrix", covariance)
        if center.shape != (size, 1):
            raise ParameterError("mean", f"a column of {size} numbers", mean)
        minors = (spread[:order, :order].det() for order in range(1, size + 1))
        if any(minor.is_positive is False for minor in minors):
            raise ParameterError("covariance", "positive definite", covariance)
        return Basic.__new__(cls, center, spread)

    @property
    def mean(self) -> ImmutableDenseMatrix:
        """The mean, a column."""
        return self.args[0]

    @property
    def covariance(self) -> ImmutableDenseMatrix:
        """The covariance."""
        return self.args[1]

    @property
    def space(self) -> Any:
        return ("vectors", self.covariance.shape[0])

    def log_density(self, point: Any) -> Expr:
        gap = ImmutableDenseMatrix(point) - self.mean
        quadratic = (gap.T * self.covariance.inv() * gap)[0, 0]
        return -quadratic / 2 - self.covariance.shape[0] * log(2 * pi) / 2 - log(self.covariance.det()) / 2

    def neighbours(self, sensitivity: object = Integer(1)) -> tuple[Law, Law]:
        """Return the noise, and the noise shifted by the sensitivity along the first coordinate.

        Raises
        ------
        ParameterError
            If the covariance is not a multiple of the identity: then the worst direction depends on the query.
        """
        shift = SENSITIVITY.check(sensitivity)
        size = self.covariance.shape[0]
        if self.covariance != self.covariance[0, 0] * ImmutableDenseMatrix.eye(size):
            raise ParameterError("covariance", "a multiple of the identity", self.covariance)
        moved = self.mean + ImmutableDenseMatrix([shift] + [0] * (size - 1))
        return self, type(self)(moved, self.covariance)

    def on_a_line(self) -> Law:
        """Return the law along the shift, with mean 0: across it, noise of one variance in all directions tells nothing."""
        size = self.covariance.shape[0]
        variance = self.covariance[0, 0]
        is_round = self.covariance == variance * ImmutableDenseMatrix.eye(size)
        return Gaussian(0, sqrt(variance)) if is_round else self


class KNorm(Law):
    r"""Noise in d dimensions around a centre, with a density that falls exponentially in a norm (the K-norm mechanism).

    .. math:: f(x) = \frac{\varepsilon^d}{d!\,\mathrm{vol}(K)} e^{-\varepsilon \|x - c\|_K}

    The centre is known by its gauge distance from the origin along a fixed ray; the gauge of the noise itself has the
    Gamma law of shape d and rate eps, whatever the body K is.

    Parameters
    ----------
    dimension : positive integer
        The dimension d.
    eps : positive real
        The privacy parameter at gauge distance 1, in nats.
    distance : non-negative real, optional
        The gauge distance of the centre; 0 if left out.

    Raises
    ------
    ParameterError
        If a parameter lies outside its domain.

    References
    ----------
    Hardt and Talwar, On the geometry of differential privacy, 2010, section 4.
    """

    parameters = (COUNT, POSITIVE_LOSS, DISTANCE)
    is_symmetric = True
    degenerate = ("eps -> oo: a point mass",)

    def __new__(cls, dimension: object, eps: object, distance: object = Integer(0)) -> Any:
        return Law.__new__(cls, dimension, eps, distance)

    @property
    def space(self) -> Any:
        return ("normed", self.args[0])

    @property
    def ends(self) -> tuple[Expr, Expr]:
        return S.Zero, S.Infinity

    def terms(self, point: Expr) -> Terms:
        """Return the log-density of the gauge of the noise."""
        dimension, eps, _ = self.args
        return {log(point): dimension - 1, point: -eps, S.One: dimension * log(eps) - log_gamma(dimension)}

    def neighbours(self, sensitivity: object = Integer(1)) -> tuple[Law, Law]:
        """Return the noise, and the noise shifted by the gauge norm of the sensitivity."""
        dimension, eps, distance = self.args
        return self, type(self)(dimension, eps, distance + SENSITIVITY.check(sensitivity))
