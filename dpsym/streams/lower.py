"""What no factorization goes below."""

from __future__ import annotations

from flint import arb, ctx

from dpsym.ball import Ball
from dpsym.errors import ParameterError
from dpsym.streams.participation import whole

_BITS, _LARGEST = 256, 1 << 17


def least_root_error(steps: int) -> Ball:
    r"""Return a lower bound on the root of the mean squared error of every factorization, of one participation, at 1-GDP.

    .. math:: \frac1n \lVert A\rVert_* = \frac1n \sum_{j=1}^n \frac{1}{2 \sin\frac{(2 j - 1)\pi}{4 n + 2}}

    Parameters
    ----------
    steps : positive integer
        n, 131,072 at most.

    Raises
    ------
    ParameterError
        If it is none.

    Notes
    -----
    The nuclear norm of A = B C is at most :math:`\lVert B\rVert_F \lVert C\rVert_F`, and :math:`\lVert C\rVert_F` at most
    :math:`\sqrt n` times the sensitivity, so that the root of the mean variance times the sensitivity is this at least; the greatest
    variance is no less than the mean. The singular values of A are those of the inverse of a second difference: A^{-1} A^{-T} is
    tridiagonal, with the eigenvalues :math:`4 \sin^2((2 j - 1)\pi/(4 n + 2))`. Matousek, Nikolov and Talwar, arXiv:1408.1376, and Li, Miklau
    and others, "The matrix mechanism", VLDB Journal 2015, for the bound by singular values.

    Examples
    --------
    >>> from dpsym import least_root_error
    >>> round(least_root_error(1024).mid, 6)
    2.909584
    """
    count = whole("number of steps", steps)
    if count > _LARGEST:
        raise ParameterError("number of steps", f"{_LARGEST} at most", steps)
    old, ctx.prec = ctx.prec, _BITS
    try:
        total = arb(0)
        for place in range(1, count + 1):
            total += 1 / arb.sin_pi(arb(2 * place - 1) / (4 * count + 2))
        return Ball(total / (2 * count))
    finally:
        ctx.prec = old
