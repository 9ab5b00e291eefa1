"""Laws in several dimensions that are products of laws on the line, after a rotation or as they are."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy.typing as npt

from mechanisms.errors import ParameterError
from mechanisms.families.diagonal import joint_spectrum
from mechanisms.families.gaussian import gaussian_pair
from mechanisms.families.laplace import laplace_pair
from mechanisms.numeric.pair import Pair
from mechanisms.numeric.product import ProductPair
from mechanisms.validate import Array, finite_array, positive


def gaussian_vector_pair(
    mean_p: npt.ArrayLike, covariance_p: npt.ArrayLike, mean_q: npt.ArrayLike, covariance_q: npt.ArrayLike | None = None
) -> ProductPair:
    r"""Return two Gaussian laws in d dimensions as a product of pairs on the line.

    A linear map that turns the second covariance into the identity and the first into a diagonal matrix changes no
    divergence. Where the covariances are equal, it can also turn the difference of the means into the first axis, so
    that one pair is left, at the Mahalanobis distance. The map is computed to 50 digits.

    Parameters
    ----------
    mean_p, mean_q : array_like, shape (d,)
        The means.
    covariance_p, covariance_q : array_like, shape (d, d)
        The covariances, symmetric and positive definite; one for both if the second is left out.

    Raises
    ------
    ParameterError
        If an entry is not finite, the shapes do not fit, or a covariance is not symmetric and positive definite.
    """
    first = _square("covariance_p", covariance_p)
    shared = covariance_q is None
    second = first if shared else _square("covariance_q", covariance_q)
    gap = [_vector(name, mean, len(first)) for name, mean in (("mean_p", mean_p), ("mean_q", mean_q))]
    if len(second) != len(first):
        raise ParameterError("covariance_q", f"of shape {first.shape}", second.shape)
    shifts, scales = joint_spectrum(gap[0].tolist(), gap[1].tolist(), first.tolist(), second.tolist())
    if shared or (first == second).all():
        return ProductPair([_gaussian(math.hypot(*shifts), 1.0)])
    kept = [pair for pair in zip(shifts, scales, strict=True) if pair != (0.0, 1.0)] or [(0.0, 1.0)]
    return ProductPair([_gaussian(*pair) for pair in kept])


def _gaussian(shift: float, sigma: float) -> Pair:
    # The shift and the scale are rounded: an ulp of theirs moves the log-density by so many ulps of its own.
    pair = gaussian_pair(shift, sigma, 0.0, 1.0)
    return replace(pair, ulps=8 + 2 * abs(shift) / sigma)


def laplace_vector_pair(shift: npt.ArrayLike, scale: float) -> ProductPair:
    r"""Return independent Laplace noise of one scale on d answers, and the same noise shifted.

    .. math:: f(x) = (2b)^{-d} e^{-\|x - a\|_1/b}

    This is the noise of the l1 norm (the K-norm mechanism whose body is the cross-polytope). Coordinates that are
    not shifted are left out: on them the laws agree, and they are independent of the others.

    Parameters
    ----------
    shift : array_like, shape (d,)
        The answers a of Q; those of P are 0.
    scale : float
        The scale b, positive and finite.

    Raises
    ------
    ParameterError
        If an entry of the shift is not finite, or the scale is not positive and finite.
    """
    width = positive("scale", scale)
    moves = [move for move in _vector("shift", shift).tolist() if move != 0] or [0.0]
    known = {move: laplace_pair(0.0, width, move, width) for move in set(moves)}
    return ProductPair([known[move] for move in moves])


def _vector(name: str, value: Any, size: int | None = None) -> Array:
    array = finite_array(name, value)
    if array.ndim != 1 or size not in (None, len(array)):
        raise ParameterError(name, "a vector" if size is None else f"a vector of {size} numbers", value)
    return array


def _square(name: str, value: Any) -> Array:
    array = finite_array(name, value)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or (array != array.T).any():
        raise ParameterError(name, "a symmetric matrix", value)
    return array
