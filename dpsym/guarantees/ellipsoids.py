r"""Gaussian noise of the best shape for a finite set of shifts: the least mean squared error at given privacy, certified by duality.

A vector that moves by one of the shifts v_i, one way or the other, is mu-GDP under noise N(0, Sigma) for the greatest
:math:`v_i^T \Sigma^{-1} v_i = \mu^2`. For any weights w of the shifts, with :math:`M = \sum_i w_i v_i v_i^T`,

.. math:: \operatorname{tr} \Sigma \ge \frac{(\operatorname{tr} M^{1/2})^2}{\mu^2},

since the mean of the squared ratios is tr(Sigma^-1 M); at the best weights it is attained, by
:math:`\Sigma = M^{1/2} \operatorname{tr} M^{1/2}/\mu^2`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, fmpq, fmpq_mat, fmpz_poly
from mpmath import mp, workdps
from sympy import Add, Expr, ImmutableDenseMatrix, Rational

from dpsym.errors import ParameterError, UndecidedError
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.asked import HasGuarantee
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.vectors import gaussian_vector, rows_of, shift_of
from dpsym.parameters import RATIO, exact

_DIGITS, _ROUNDS, _GRID = 30, 2000, 10**12
_ENOUGH = Fraction(1, 10**6)


@dataclass(frozen=True)
class EllipticalNoise(HasGuarantee):
    """Gaussian noise with a rational covariance, and what no noise of this privacy comes below.

    Parameters
    ----------
    covariance : matrix of Rational
        Of the noise.
    shifts : tuple of matrices of Rational
        By which the vector moves, one way or the other.
    weights : tuple of Rational
        Of the shifts; they prove the bound.
    """

    covariance: ImmutableDenseMatrix
    shifts: tuple[ImmutableDenseMatrix, ...]
    weights: tuple[Rational, ...]

    def guarantee(self, *, adjacency: object = Relation.ADD_REMOVE) -> Guarantee:
        """Return the exact guarantee of the noise."""
        return gaussian_vector(self.covariance, [list(each) for each in self.shifts], adjacency=adjacency)

    @property
    def error(self) -> Expr:
        """The mean squared length of the noise, the trace of the covariance."""
        return self.covariance.trace()

    @property
    def least_error(self) -> Rational:
        """A bound below the error of all Gaussian noise that is as private as this one, by `trace_bound` with the weights.

        Raises
        ------
        UndecidedError
            If the eigenvalues are not enclosed.
        """
        inverse = self.covariance.inv()
        square = max((each.T * inverse * each)[0, 0] for each in self.shifts)
        return trace_bound(self.shifts, self.weights) / square


def trace_bound(shifts: Sequence[ImmutableDenseMatrix], weights: Sequence[Rational]) -> Rational:
    r"""Return a rational just below :math:`(\operatorname{tr} M^{1/2})^2`, what the trace of a covariance is at least at mu = 1.

    Parameters
    ----------
    shifts : sequence of columns
        Of rational numbers.
    weights : sequence of Rational
        Not negative; they are divided by their sum.

    Raises
    ------
    ParameterError
        If a weight is negative, or all are 0.
    UndecidedError
        If the eigenvalues are not enclosed.
    """
    given = [_weight(each, weights) for each in weights]
    total = Add(*given)
    if total == 0:
        raise ParameterError("weights", "non-negative, and not all zero", weights)
    size = shifts[0].rows
    moments = sum((w / total * v * v.T for w, v in zip(given, shifts, strict=True)), ImmutableDenseMatrix.zeros(size))
    moment_matrix = fmpq_mat(size, size, [fmpq(int(entry.p), int(entry.q)) for entry in moments])
    found = moment_matrix.charpoly()
    roots: Any = fmpz_poly([int(each * found.denom()) for each in found.coeffs()]).complex_roots()
    low: arb = sum((count * arb(max(root.real.lower(), arb(0))).sqrt() for root, count in roots), arb(0)) ** 2
    if not low.is_finite():
        raise UndecidedError("the eigenvalues are not enclosed")
    return Rational(*_below(low))


def _weight(value: object, weights: object) -> Expr:
    found = exact(value)
    if found is None or not found.is_Rational or found < 0:
        raise ParameterError("weights", "non-negative rational numbers", weights)
    return found


def _below(value: arb) -> tuple[int, int]:
    man, exp = value.lower().man_exp()
    return (int(man) << int(exp), 1) if exp >= 0 else (int(man), 1 << -int(exp))


def elliptical_gaussian(shifts: Any, mu: object = 1) -> EllipticalNoise:
    r"""Return Gaussian noise of the least mean squared length that makes a vector with given shifts mu-GDP.

    Parameters
    ----------
    shifts : sequence of vectors of rational numbers
        By which the vector moves between neighbours, one way or the other; where these are a polytope, its corners. They span the space.
    mu : positive real, optional
        The privacy parameter, a rational number.

    Raises
    ------
    ParameterError
        If a shift is not of rational numbers, they do not span the space, or mu breaks its rule.

    Examples
    --------
    >>> from dpsym import elliptical_gaussian
    >>> noise = elliptical_gaussian([[1, 0], [0, 4]])
    >>> round(float(noise.error), 4), round(float(noise.guarantee().to_gdp().value.mu), 4)  # round noise has 32
    (17.0, 1.0)
    """
    ratio = RATIO.check(mu)
    if not (ratio.is_Rational and ratio > 0):
        raise ParameterError("mu", "a positive rational number", mu)
    rows = rows_of("shifts", shifts)
    if not rows:
        raise ParameterError("shifts", "vectors, at least one", shifts)
    size = len(list(rows[0])) if isinstance(rows[0], Iterable) else 1
    columns = tuple(shift_of(row, size) for row in rows)
    if any(not entry.is_Rational for column in columns for entry in column):
        raise ParameterError("shifts", "vectors of rational numbers", shifts)
    if ImmutableDenseMatrix.hstack(*columns).rank() < size:
        raise ParameterError("shifts", "vectors that span the space", shifts)
    weights, root = _best(columns)
    covariance = ImmutableDenseMatrix(size, size, lambda i, j: root[min(i, j)][max(i, j)])
    if covariance.det() == 0:
        raise ParameterError("shifts", f"of lengths that are not below {1 / _GRID} of the greatest", shifts)
    # what rounding left is made up for, upwards
    inverse = covariance.inv()
    square = max((each.T * inverse * each)[0, 0] for each in columns)
    scale = Rational(-int(-square * _GRID // 1), _GRID) / ratio**2
    return EllipticalNoise(covariance * scale, columns, weights)


def _best(columns: tuple[ImmutableDenseMatrix, ...]) -> tuple[tuple[Rational, ...], list[list[Rational]]]:
    """Return weights near the best ones, and the covariance that belongs to them, both rounded to rationals."""
    with workdps(_DIGITS):
        vectors = [mp.matrix([mp.mpf(int(e.p)) / int(e.q) for e in column]) for column in columns]
        weights = [mp.mpf(1) / len(vectors)] * len(vectors)
        for _ in range(_ROUNDS):
            root, inverse = _roots(vectors, weights)
            trace = sum(root[i, i] for i in range(root.rows))
            ratios = [(v.T * inverse * v)[0] / trace for v in vectors]
            if max(ratios) - 1 < mp.mpf(_ENOUGH.numerator) / _ENOUGH.denominator:
                break
            weights = [w * r for w, r in zip(weights, ratios, strict=True)]
        total = sum(weights)
        shares = tuple(Rational(int(mp.nint(w / total * _GRID)), _GRID) for w in weights)
        rounded = [
            [Rational(int(mp.nint(root[i, j] * trace * _GRID)), _GRID) for j in range(root.cols)]
            for i in range(root.rows)
        ]
    return shares, rounded


def _roots(vectors: list[Any], weights: list[Any]) -> tuple[Any, Any]:
    """Return the root of the weighted moments, and its inverse."""
    size = vectors[0].rows
    moments = sum((w * v * v.T for w, v in zip(weights, vectors, strict=True)), mp.zeros(size))
    values, frame = mp.eigsy(moments)
    powers = [mp.diag([value**power for value in values]) for power in (mp.mpf(1) / 2, -mp.mpf(1) / 2)]
    return tuple(frame * power * frame.T for power in powers)  # type: ignore[return-value]
