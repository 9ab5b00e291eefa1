"""Divergences of Gaussian vectors: quadratic forms are brought to sums of squares, and integrated one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp
from flint import arb, fmpq

from dpsym.distributions import Gaussian, MultivariateGaussian
from dpsym.divergences import KL, ChiSquaredDivergence, Divergence, MaxDivergence, Renyi, SquaredHellinger
from dpsym.enclose.arithmetic import Value, apply, signs
from dpsym.enclose.polynomials import evaluate
from dpsym.enclose.quadrature import Polynomial, exponential_integral
from dpsym.errors import NotDerivedError, UndecidedError

_INFINITY = arb("inf")
_ZERO, _ONE, _HALF = fmpq(0), fmpq(1), fmpq(1, 2)
Matrix = list[list[Value]]


@dataclass(frozen=True)
class _Quadratic:
    """The function x^T A x / 2 + b^T x + c of d numbers."""

    matrix: Matrix
    slope: list[Value]
    constant: Value

    @property
    def is_linear(self) -> bool:
        """Whether A is certainly 0."""
        return all(signs(entry) == {0} for row in self.matrix for entry in row)


@dataclass(frozen=True)
class _Squares:
    """The same function as a sum over z of a z^2/2 + b z, plus c, where x = T z and det T = 1."""

    pivots: list[Value]
    slopes: list[Value]
    basis: Matrix


def of_gaussian_vectors(head: Divergence, enclosure: Callable[[Divergence], Value]) -> Value:
    """Return a ball for a divergence of two Gaussian vectors.

    Where the covariances agree, the loss is linear in the point, and the pair is that of two Gaussian numbers of
    variance 1 at the distance of Mahalanobis, after whitening and a rotation.

    Raises
    ------
    NotDerivedError
        If the divergence is another one and the covariances differ.
    """
    first, second = head.laws
    kind = type(head)
    if kind in (Renyi, ChiSquaredDivergence, SquaredHellinger):
        order = head.order
        total: Any = _integral(_combined(first, second, order, 1 - order))
        if kind is ChiSquaredDivergence:
            return total - 1
        return 1 - total if kind is SquaredHellinger else apply("log", total, False) / (evaluate(order) - 1)
    loss = _combined(first, second, sp.S.One, -sp.S.One)
    if kind is KL:
        return _mean(loss, first)
    if kind is MaxDivergence:
        return _supremum(loss)
    if first.covariance != second.covariance:
        raise NotDerivedError(f"{kind.__name__} of Gaussian vectors with different covariances")
    gap = first.mean - second.mean
    distance = sp.sqrt(sp.expand((gap.T * first.covariance.inv() * gap)[0, 0]))
    return enclosure(head.func(*head.args[:-2], Gaussian(0, 1), Gaussian(distance, 1)))


def _combined(first: MultivariateGaussian, second: MultivariateGaussian, one: sp.Expr, other: sp.Expr) -> _Quadratic:
    """Return a combination of two log-densities; like terms cancel before anything is rounded."""
    matrix, slope, constant = sp.zeros(*first.covariance.shape), sp.zeros(*first.mean.shape), sp.S.Zero
    for law, factor in ((first, one), (second, other)):
        inverse = law.covariance.inv()
        pull = inverse * law.mean
        norm = len(law.mean) * sp.log(2 * sp.pi) + sp.log(law.covariance.det())
        matrix, slope = matrix - factor * inverse, slope + factor * pull
        constant = constant - factor * ((law.mean.T * pull)[0, 0] + norm) / 2
    rows = [[evaluate(sp.expand(entry)) for entry in matrix.row(i)] for i in range(matrix.shape[0])]
    return _Quadratic(rows, [evaluate(sp.expand(entry)) for entry in slope], evaluate(sp.expand(constant)))


def _squares(form: _Quadratic) -> _Squares | int:
    """Return a quadratic function as a sum of squares, or the sign, 0 or 1, of the first pivot that is not negative.

    Raises
    ------
    UndecidedError
        If the sign of a pivot is open.
    """
    size = len(form.slope)
    matrix: list[list[Any]] = [list(row) for row in form.matrix]
    basis: list[list[Any]] = [[_ONE if i == j else _ZERO for j in range(size)] for i in range(size)]
    for k in range(size):
        order = signs(matrix[k][k])
        if order <= {0, 1}:
            return 1 if order == {1} else 0
        if order != {-1}:
            raise UndecidedError("the sign of a pivot is undecided")
        for j in range(k + 1, size):
            share = matrix[k][j] / matrix[k][k]
            for i in range(size):
                basis[i][j] = basis[i][j] - share * basis[i][k]
            for i in range(k + 1, size):
                matrix[j][i] = matrix[j][i] - share * matrix[k][i]
    slopes = [sum((basis[i][j] * form.slope[i] for i in range(size)), _ZERO) for j in range(size)]
    return _Squares([matrix[k][k] for k in range(size)], slopes, basis)


def _integral(form: _Quadratic) -> Value:
    """Return the integral of the exponential of a quadratic function: by Tonelli's theorem one number at a time."""
    squares = _squares(form)
    if isinstance(squares, int):
        return _INFINITY
    total = arb(form.constant).exp()
    for pivot, slope in zip(squares.pivots, squares.slopes, strict=True):
        exponent = Polynomial((_ZERO, slope, pivot / 2))
        total = total * exponential_integral(exponent, -_INFINITY, _INFINITY)
    return total


def _mean(loss: _Quadratic, law: MultivariateGaussian) -> Value:
    """Return the mean of a quadratic function: in the coordinates z of the law, mixed products have mean 0."""
    squares = _squares(_combined(law, law, sp.S.One, sp.S.Zero))
    if isinstance(squares, int):
        raise UndecidedError("the covariance is not certainly positive definite")
    center = [evaluate(entry) for entry in law.mean]
    size = len(center)
    pairs = [(i, j) for i in range(size) for j in range(size)]
    total = loss.constant + sum((loss.slope[i] * center[i] for i in range(size)), _ZERO)
    total = total + _HALF * sum((center[i] * loss.matrix[i][j] * center[j] for i, j in pairs), _ZERO)
    for k, pivot in enumerate(squares.pivots):
        bell = Polynomial((_ZERO, _ZERO, pivot / 2))
        square = Polynomial((_ZERO, _ZERO, _ONE))
        moments = [exponential_integral(bell, -_INFINITY, _INFINITY, *factor) for factor in ((square,), ())]
        curvature = sum((squares.basis[i][k] * loss.matrix[i][j] * squares.basis[j][k] for i, j in pairs), _ZERO)
        total = total + _HALF * curvature * moments[0] / moments[1]
    return total


def _supremum(loss: _Quadratic) -> Value:
    """Return the supremum of a quadratic function; coordinates on which it does not depend are left out."""
    size = len(loss.slope)
    used = [k for k in range(size) if any(signs(entry) != {0} for entry in (*loss.matrix[k], loss.slope[k]))]
    form = _Quadratic([[loss.matrix[i][j] for j in used] for i in used], [loss.slope[k] for k in used], loss.constant)
    squares = _squares(form)
    if isinstance(squares, int):
        if squares == 0 and not (form.is_linear and any(0 not in signs(slope) for slope in form.slope)):
            raise UndecidedError("a degenerate quadratic form")
        return _INFINITY
    peaks = (slope * slope / (-2 * pivot) for pivot, slope in zip(squares.pivots, squares.slopes, strict=True))
    return sum(peaks, loss.constant)
