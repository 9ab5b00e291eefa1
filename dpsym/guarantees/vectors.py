"""Noise on vectors as guarantees to compose and convert: what matters of it is one number, or one direction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sympy import Expr, ImmutableDenseMatrix, Integer, MatrixBase, Max, Min, Rational, sqrt
from sympy.polys.rootoftools import ComplexRootOf

from dpsym.derive.form import short
from dpsym.distributions import Gaussian, Laplace, Law, MultivariateGaussian
from dpsym.errors import ParameterError
from dpsym.guarantees.adjacency import Relation
from dpsym.guarantees.arrow import Arrow, Source
from dpsym.guarantees.granted import granted, granting
from dpsym.guarantees.guarantee import Guarantee
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.notions import LossDP
from dpsym.parameters import LOCATION, SCALE, SENSITIVITY


def _rule(name: str, theorem: str, says: str, asks: str, *cites: Source) -> Arrow:
    return granting(f"vector.{name}", LossDP, (theorem,), says, (asks,), *cites)


_LAPLACE = _rule(
    "laplace",
    "dominating.laplace.vector",
    "independent Laplace noise on several answers tells most where one of them moves by the whole l1 sensitivity",
    "between neighbours the answers together move by the l1 sensitivity at most",
    Source("dworkroth2014", "Theorem 3.6"),
)
_GAUSSIAN = _rule(
    "gaussian",
    "mechanism.gaussian.vector",
    "Gaussian noise on a vector tells as much as on one number that moves by the distance in the norm of the noise",
    "between neighbours the vector moves by one of the shifts, by a mean of them, or by less",
    Source("gil2013renyi", "multivariate Gaussian family"),
)


def laplace_vector(scale: object, *, sensitivity: object = 1, adjacency: object = Relation.ADD_REMOVE) -> Guarantee:
    r"""Return the guarantee of independent Laplace noise of a scale b on each of any number of answers.

    Its worst pair is that of one answer which moves by the l1 sensitivity, exactly, for every eps: composed and converted it costs no
    more than a single number.

    Parameters
    ----------
    scale : positive real
        Of the noise, b.
    sensitivity : positive real, optional
        By how much all answers together move between neighbours at most, in the l1 norm.
    adjacency : Adjacency or str, optional
        Of which datasets the sensitivity speaks.

    Raises
    ------
    ParameterError
        If a parameter breaks its rule.

    Examples
    --------
    >>> from dpsym import laplace_vector
    >>> laplace_vector(2).to_pure().value.eps
    1/2
    """
    return _made(_LAPLACE, Laplace(0, SCALE.check(scale)), SENSITIVITY.check(sensitivity), adjacency)


def gaussian_vector(
    covariance: Any,
    shifts: Sequence[Any] | None = None,
    *,
    sensitivity: object = 1,
    adjacency: object = Relation.ADD_REMOVE,
) -> Guarantee:
    r"""Return the guarantee of Gaussian noise with a covariance on a vector of answers.

    .. math:: \mu^2 = \max_v v^T \Sigma^{-1} v

    Parameters
    ----------
    covariance : d by d symmetric matrix
        Sigma, positive definite.
    shifts : sequence of vectors, optional
        By which the answers move between neighbours, one way or the other; where these are a polytope, its corners. If left out,
        all vectors of the l2 sensitivity.
    sensitivity : positive real, optional
        In the l2 norm; a factor of the shifts where these are given.
    adjacency : Adjacency or str, optional
        Of which datasets they speak.

    Raises
    ------
    ParameterError
        If the covariance is not symmetric and positive definite, or a shift has another length, or there is none that is not zero.

    Examples
    --------
    >>> from dpsym import gaussian_vector
    >>> gaussian_vector([[1, 0], [0, 4]], [[1, 0], [0, 2]]).to_gdp().value.mu
    1
    """
    spread = _matrix(covariance)
    law = MultivariateGaussian([0] * spread.shape[0], spread)
    unit = SENSITIVITY.check(sensitivity)
    if shifts is None:
        return _made(_GAUSSIAN, Gaussian(0, short(sqrt(_least_variance(law.covariance)))), unit, adjacency)
    moves = [shift_of(shift, spread.shape[0]) for shift in rows_of("shifts", shifts)]
    inverse = law.covariance.inv()
    ratio = short(sqrt(Max(Integer(0), *((move.T * inverse * move)[0, 0] for move in moves))))
    if ratio == 0:
        raise ParameterError("shifts", "vectors that are not all zero", shifts)
    return _made(_GAUSSIAN, Gaussian(0, 1), unit * ratio, adjacency)


def rows_of(name: str, value: Any) -> list[Any]:
    """Return the rows of a matrix, or the members of a sequence."""
    if isinstance(value, MatrixBase):
        return [list(value.row(place)) for place in range(value.rows)]
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise ParameterError(name, "a sequence of vectors", value)
    return list(value)


def _matrix(covariance: Any) -> ImmutableDenseMatrix:
    rows = rows_of("covariance", covariance)
    rows = [list(row) if isinstance(row, Iterable) and not isinstance(row, str) else [row] for row in rows]
    if not rows or any(len(row) != len(rows) for row in rows):
        raise ParameterError("covariance", "a square matrix of numbers", covariance)
    return ImmutableDenseMatrix([[_number("covariance", entry) for entry in row] for row in rows])


def _number(name: str, value: Any) -> Expr:
    try:
        return LOCATION.check(value)
    except ParameterError:
        raise ParameterError(name, "of real and finite numbers", value) from None


def shift_of(shift: Any, length: int) -> ImmutableDenseMatrix:
    """Return a vector of a length as a column."""
    numbers = list(shift) if isinstance(shift, Iterable) and not isinstance(shift, str) else [shift]
    if len(numbers) != length:
        raise ParameterError("shift", f"a vector of {length} numbers", shift)
    return ImmutableDenseMatrix([_number("shift", number) for number in numbers])


def _least_variance(covariance: ImmutableDenseMatrix) -> Expr:
    """Return the least eigenvalue, or of an algebraic number of degree above 2 a rational one below it by a part in 10^40."""
    if covariance.is_diagonal():
        return Min(*covariance.diagonal())
    if covariance.rows == 2:
        return Min(*covariance.eigenvals())
    if not all(entry.is_Rational for entry in covariance):
        raise ParameterError(
            "covariance", "of rational numbers, diagonal, or two by two, where no shifts are given", covariance
        )
    root = covariance.charpoly().real_roots()[0]
    if not isinstance(root, ComplexRootOf):
        return root
    mesh = Rational(1, 10**40) * root.eval_rational(n=5)
    return root.eval_rational(mesh / 2) - mesh


def _made(rule: Arrow, law: Law, sensitivity: Expr, adjacency: object) -> Guarantee:
    value = LossDP(((Mechanism(law, sensitivity), Integer(1)),))
    return granted(rule, value, adjacency)
